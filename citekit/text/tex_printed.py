r"""The text that LaTeX prints for a value, for formats other than LaTeX: references, RIS, CSL-JSON, spreadsheets.

A known command prints its letters; an unknown command is removed and its arguments stay. Sources: the
LaTeX companion for the commands of text, ``aas_macros.sty`` of the American Astronomical Society for the names of
journals, the manuals of ``siunitx`` and ``mhchem``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from citekit.runtime import patterns as re
from citekit.runtime.registry import pairs
from citekit.text.tex_math import MathRun, formula_pieces
from citekit.text.tex_syntax import MATH, TeX, notation_of

_TOKEN = re.compile(
    rf"\\\$|(?P<formula>{MATH})|\\(?P<word>[A-Za-z]+)\*?[ \t]*|\\(?P<sign>.)|(?P<open>\{{)|(?P<close>\}})|(?P<text>[^\\{{}}$]+)|.",
    re.DOTALL,
)
_OPTIONS = re.compile(r"(?:\[[^][{}\\$]{0,200}+\])*[ \t]*(?=\{)")
_SILENT = frozenset(
    "noopsort sortnoop nosort noop index label glossary footnote footnotemark footnotetext thanks nocite cite citep citet citealp"
    " citeauthor citeyear parencite autocite footcite fullcite hspace vspace kern hskip phantom hphantom vphantom penalty"
    " color fontsize selectfont".split()
)
"""Commands whose first argument is not printed in a reference: keys to sort by, notes, citations, spaces, colours."""
_SECOND = frozenset({"href", "textcolor", "foreignlanguage", "MRhref", "raisebox", "colorbox"})
"""Commands of two arguments, of which the second is printed."""
_BLANK = frozenset("newline linebreak par quad qquad enspace thinspace space hfill break".split())
_UPPER, _LOWER = frozenset({"uppercase", "MakeUppercase"}), frozenset({"lowercase", "MakeLowercase"})
_MEASURED = frozenset({"SI", "qty"})
_UNIT = frozenset({"si", "unit"})
_SIGNS = {
    "{": "{",
    "}": "}",
    "\\": " ",
    " ": " ",
    "&": "&",
    "%": "%",
    "#": "#",
    "_": "_",
    ",": "\u202f",
    ";": " ",
    ":": " ",
}
_DEEPEST = 20
"""Levels of groups; the content of deeper ones is omitted."""


Commands = Mapping[str, tuple[int, str]]
"""Number of arguments and body of commands that a file defines, by name."""


def printed(text: str, formulas: bool = True, commands: Commands = MappingProxyType({})) -> str:
    r"""Return the rich text that LaTeX prints for a value; of plain text, only formulas with commands are converted.

    With ``formulas`` false they are unchanged, for formats that typeset formulas. ``commands`` are those that the file
    of the value defines.

    >>> printed(TeX(r"Flies of the \texttt{north}, \textcolor{red}{now}\footnote{Read in May.}"))
    'Flies of the north, now'
    >>> printed(TeX(r"{\noopsort{1973b}}1973 \ourmacro{words}"))
    '1973 words'
    """
    text = notation_of(text)
    if isinstance(text, TeX):
        return _Printer(str(text), formulas, commands).printed()
    if not formulas:
        return text
    return (
        _FORMULA.sub(lambda found: formula_printed(found[0]), text) if "\\" in text and _FORMULA.search(text) else text
    )


_FORMULA = re.compile(MATH, re.DOTALL)


def formula_printed(formula: str) -> str:
    r"""Convert a formula such as ``$\alpha_2$`` to rich text if it has commands and all are known; else return it."""
    if "\\" not in formula:
        return formula
    pieces = formula_pieces(formula)
    return "".join(map(_rich, pieces)) if pieces else formula


def _rich(piece: MathRun) -> str:
    text = f"<{piece.look}>{piece.text}</{piece.look}>" if piece.look and piece.text.isascii() else piece.text
    return f"<{piece.place}>{text}</{piece.place}>" if piece.place else text


@cache
def _words() -> dict[str, dict[str, str]]:
    return pairs("citekit.text", "tex_printed.tsv")


class _Printer:
    """One pass over a value; ``at`` is the next offset."""

    def __init__(self, text: str, formulas: bool, commands: Commands) -> None:
        self.text = text
        self.formulas, self.commands = formulas, commands
        self.formula = formula_printed if formulas else str
        self.at = 0

    def printed(self) -> str:
        """Return the printed text, or blanks as they are if there is nothing else."""
        made = self._until(False, 0)
        while self.at < len(self.text):  # a brace that nothing opened
            self.at += 1
            made += self._until(False, 0)
        return re.sub(r" {2,}", " ", made).strip() if made.strip() else made

    def _until(self, group: bool, depth: int) -> str:
        """Return the printed text up to the end of a group, or of the value."""
        out: list[str] = []
        while self.at < len(self.text):
            match = _TOKEN.match(self.text, self.at)
            assert match
            if match["close"]:
                self.at += group
                break
            self.at = match.end()
            if match["open"]:
                out.append(self._until(True, depth + 1) if depth < _DEEPEST else "")
            elif match["word"]:
                out.append(self._command(match["word"], depth))
            elif match["formula"]:
                out.append(self.formula(match[0]))
            elif match["sign"]:
                out.append("" if match["sign"] in "-/!@" else _SIGNS.get(match["sign"], ""))
            else:
                out.append("$" if match[0] == "\\$" else match[0])
        return "".join(out)

    def _command(self, name: str, depth: int) -> str:
        if name in self.commands and name.lower() not in _SILENT:
            count, body = self.commands[name]
            arguments = [self._argument(depth) for _ in range(count)]
            # The body is printed with a character of no meaning in the place of each argument, which is printed already.
            # It is printed without the command itself: a definition that uses its own name would never end.
            others = {other: made for other, made in self.commands.items() if other != name}
            shown = _Printer(re.sub(r"#[1-9]", "\ue000", body), self.formulas, others).printed()
            numbers = iter([int(mark[1]) for mark in re.findall(r"#[1-9]", body)])
            return re.sub("\ue000", lambda _: (["", *arguments, *[""] * 9])[next(numbers)], shown)
        if name == "textbackslash":
            return "\\"
        if name in _BLANK:
            return " "
        if name.lower() in _SILENT or name in _SILENT:
            self._argument(depth)
            return ""
        if name in _SECOND:
            first = self._argument(depth)
            return self._argument(depth) or first
        if name in _UPPER or name in _LOWER:
            text = self._argument(depth)
            return text.upper() if name in _UPPER else text.lower()
        if name == "ensuremath":
            start = self.at
            self._argument(depth)
            return formula_printed(f"${self.text[start : self.at].strip()[1:-1]}$")
        if name in _MEASURED or name in _UNIT:
            number = self._argument(depth) if name in _MEASURED else ""
            return f"{number}\u00a0{self._argument(depth)}" if number else self._argument(depth)
        if name == "ce":
            return re.sub(r"(?<=[A-Za-z)\]])(\d+)", r"<sub>\1</sub>", self._argument(depth))
        self._skip_options()
        words = _words()
        return words["journals"].get(name) or words["words"].get(name) or words["units"].get(name, "")

    def _skip_options(self) -> None:
        if options := _OPTIONS.match(self.text, self.at):
            self.at = options.end()

    def _argument(self, depth: int) -> str:
        """Return the printed text of the group that follows, if there is one."""
        self._skip_options()
        if not self.text.startswith("{", self.at) or depth >= _DEEPEST:
            return ""
        self.at += 1
        return self._until(True, depth + 1)
