r"""Texts in CSL's notation read as runs, and written in it again; :mod:`citekit.text.value` defines the notation."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import count, pairwise

from citekit.runtime import patterns as re
from citekit.text.rich import TAG, as_rich, paired, unescaped, without_marks
from citekit.text.tex_allowed import is_sound
from citekit.text.tex_math import bare_formula, formula_pieces
from citekit.text.tex_printed import printed
from citekit.text.tex_syntax import ADDRESS, MATH, VERBATIM, TeX
from citekit.text.text_runs import TextRun, Wrapping, merged, shared_by

_DEEPEST = 20
"""Levels of markup that are told apart, as in :mod:`citekit.text.tex_printed`; a deeper group is one piece of LaTeX."""

_TAG = TAG.pattern
"""The tags, whose closing ones are a group ``end``, and whose opening ones are one of three others."""
_PIECE = re.compile(rf"\\(?P<dollar>\$)|(?P<formula>{MATH})|{_TAG}|[^<$\\]+|.", re.DOTALL)
_PIECE_OF_TEX = re.compile(
    rf"\\(?P<letter>[$&%#_{{}} ])|(?P<formula>{MATH})|{_TAG}|\{{\\textbackslash\}}(?P<backslash>)"
    rf"|(?P<verbatim>{VERBATIM}|{ADDRESS})|\\(?P<word>[A-Za-z]+)\*?|(?P<sign>\\.)"
    r"|(?P<open>\{(?P<switch>(?:\\[A-Za-z]++[ \t]*+(?![\[{]))?))|(?P<close>\})|[^<$\\{}]+|.",
    re.DOTALL,
)
_OPTIONS = re.compile(r"[ \t]*(?>(?:\[[^][{}\\$]{0,200}+\])*)(?=\{)")
_COMMAND = re.compile(r"\\(?:[A-Za-z]+\*?|.)", re.DOTALL)
_BRACE = re.compile(rf"\\\$|{MATH}|\\.|[{{}}]", re.DOTALL)
_ONE_COMMAND = re.compile(r"\{\\(?:[A-Za-z]+[ \t]*|[^A-Za-z])\}")
_ENDS_IN_WORD = re.compile(r"\\[A-Za-z]+\Z")
_SOUND = re.compile(rf"\\\$|{MATH}", re.DOTALL)
_numbers = count(1)


def read_runs(notation: str) -> tuple[TextRun, ...]:
    """Read the runs of a text in CSL's notation, with LaTeX if it is TeX."""
    return _Reading(notation).runs()


class _Reading:
    """One pass over the notation of a text.

    ``open`` is the markup that encloses the place, with the offset of the brace that ends it, or -1 for a tag; ``ends``
    are the offsets of the braces that end, by those that begin.
    """

    def __init__(self, notation: str) -> None:
        self.tex = isinstance(notation, TeX)
        self.text = str(paired(notation))
        self.open: list[tuple[Wrapping, int]] = []
        self.around: tuple[Wrapping, ...] = ()
        self.found: list[TextRun] = []
        self.ends: dict[int, int] = {}
        waiting: list[int] = []
        for match in _BRACE.finditer(self.text if self.tex else ""):
            if match[0] == "{":
                waiting.append(match.start())
            elif match[0] == "}" and waiting:
                self.ends[waiting.pop()] = match.start()

    def runs(self) -> tuple[TextRun, ...]:
        at, pattern = 0, _PIECE_OF_TEX if self.tex else _PIECE
        while at < len(self.text):
            if self.open and self.open[-1][1] == at:
                self._end(len(self.open) - 1)
                at += 1
                continue
            match = pattern.match(self.text, at)
            assert match
            at, piece, kind = match.end(), match[0], match.lastgroup
            if kind == "formula":
                self._add(*((_printed_formula(piece), piece) if self.tex or is_sound(piece) else (piece,)))
            elif kind in ("tag", "nocase", "caps"):
                self._wrap(piece, "</span>" if kind != "tag" else f"</{piece[1:]}", -1)
            elif kind == "end":
                self._close(piece)
            elif kind in ("letter", "dollar"):
                self._add(match[kind])
            elif kind == "backslash":
                self._add("\\")
            elif kind is None:
                self._add(piece)
            else:
                at = self._latex(match)
        made = merged(self.found)
        return tuple([run._replace(text=unescaped(run.text)) if "<" in run.text else run for run in made])

    def _add(self, text: str, source: str = "") -> None:
        self.found.append(TextRun(text, source, self.around))

    def _wrap(self, opening: str, closing: str, end: int) -> None:
        self.open.append((Wrapping(opening, closing, next(_numbers)), end))
        self.around = tuple(one for one, _ in self.open[:_DEEPEST])

    def _end(self, place: int) -> None:
        del self.open[place]
        self.around = tuple(one for one, _ in self.open[:_DEEPEST])

    def _close(self, tag: str) -> None:
        """End the innermost tag; a tag that crosses the braces of a command ends where these do."""
        for place in range(len(self.open) - 1, -1, -1):
            one, end = self.open[place]
            if one.closing == tag:
                self._end(place)
                return
            if end >= 0:
                return

    def _latex(self, match: re.Match[str]) -> int:
        """Read a command or a group; return where it ends, or where its content begins."""
        start, end = match.span()
        if match["close"]:
            self._add("", match[0])
            return end
        if match["open"]:
            if (close := self.ends.get(start, -1)) < 0:
                self._add("", "{")
                return start + 1
            if len(self.open) >= _DEEPEST or _ONE_COMMAND.fullmatch(self.text, start, close + 1):
                return self._piece_of_latex(start, close + 1)
            switch = match["switch"]
            if switch and _printed_tex(switch):
                switch = ""
            self._wrap(f"{{{switch}", "}", close)
            return start + 1 + len(switch)
        word = _COMMAND.match(match[0]) if match["bar"] is None else None
        end, first, arguments = (start + len(word[0]) if word else end), 0, 0
        while (options := _OPTIONS.match(self.text, end)) and (options.end() == end or not arguments):
            if (close := self.ends.get(options.end(), -1)) < 0:
                break
            arguments, first, end = arguments + 1, options.end() + 1, close + 1
        of_letters = word and arguments and first < end - 1 and len(self.open) < _DEEPEST
        if of_letters and not (match["verbatim"] and arguments == 1) and _prints_letters(self.text[start:first]):
            self._wrap(self.text[start:first], "}", end - 1)
            return first
        while word and not arguments and self.text[end : end + 1] in (" ", "\t"):
            end += 1  # LaTeX ends a command at the blank and skips it
        return self._piece_of_latex(start, end)

    def _piece_of_latex(self, start: int, end: int) -> int:
        source = self.text[start:end]
        self._add(_printed_tex(source), source)
        return end


def _printed_formula(formula: str) -> str:
    """Return the letters that a formula prints, or its source where a command in it is not known."""
    pieces = formula_pieces(formula)
    shown = "".join([f"<{one.place}>{one.text}</{one.place}>" if one.place else one.text for one in pieces or ()])
    return without_marks(shown) if pieces else bare_formula(formula)


def _printed_tex(source: str) -> str:
    """Return the letters that a piece of LaTeX prints; of a formula without its scripts if no letters are raised."""
    return without_marks(str(printed(TeX(source))))


@lru_cache(maxsize=1024)
def _prints_letters(opening: str) -> bool:
    r"""Whether a command prints its last argument as it is: ``\texttt{``, ``\href{…}{``, and all of which nothing is known."""
    return _printed_tex(f"{opening}xY}}") == "xY"


_ESCAPED_IN_TEX = {"\\": "{\\textbackslash}", "{": "\\{", "}": "\\}", "$": "\\$"}
_SPECIAL_IN_TEX = re.compile(r"[\\{}$]")


def in_notation(runs: Iterable[TextRun]) -> str:
    """Return the notation of runs."""
    runs = tuple(runs)
    letters = "".join([run.text for run in runs if not run.source])
    tex = any(one.opening[0] != "<" for run in runs for one in run.around)
    tex = tex or any(run.source and not (run.kind == "math" and is_sound(run.source)) for run in runs)
    tex = tex or ("\\(" in letters and _SOUND.search(letters.replace("$", "")) is not None)
    tex = tex or any(
        one.text[-1:] == "\\" and next_.source for one, next_ in pairwise(runs)
    )  # else it escapes the dollar
    dollars = sum(run.text.count("$") for run in runs) > 1 or any("$" in run.source for run in runs)
    out: list[str] = []
    opened: list[Wrapping] = []
    for run in runs:
        shared = len(shared_by((tuple(opened), run.around)))
        while len(opened) > shared:
            out.append(opened.pop().closing)
        for one in run.around[shared:]:
            out.append(_parted(out, one.opening, tex))
            opened.append(one)
        out.append(_parted(out, run.source or _letters(run.text, tex, dollars), tex))
    out += (one.closing for one in reversed(opened))
    return TeX("".join(out)) if tex else "".join(out)


def _letters(text: str, tex: bool, dollars: bool) -> str:
    """Return letters so that nothing in them is read as markup."""
    if tex:
        text = _SPECIAL_IN_TEX.sub(lambda match: _ESCAPED_IN_TEX[match[0]], text)
    elif "$" in text:
        text = text.replace("$", "\\$") if dollars else text.replace("\\$", "\\\\$")
    return str(as_rich(text))


def _parted(out: list[str], piece: str, tex: bool) -> str:
    """Return a piece so that the command before it ends: letters would be part of its name, a brace its argument."""
    letter = piece[:1].isascii() and piece[:1].isalpha()
    if tex and out and (letter or piece[:1] in ("{", "[", " ")) and _ENDS_IN_WORD.search(out[-1]):
        return f"{{}}{piece}"
    return piece
