r"""LaTeX text as Unicode or as CSL rich text, in one pass over its tokens; nothing raises and nothing is left out."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import field

from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.registry import handles
from citekit.text.tex_allowed import is_allowed, is_sound, passes
from citekit.text.tex_syntax import (
    ADDRESS,
    FORMULA,
    NOCASE,
    OPTIONS,
    SMALL_CAPS,
    VERBATIM,
    TeX,
    formula_places,
    plain_address,
    script,
    trimmed,
)
from citekit.text.tex_table import ACCENTS, CHARACTERS, FORMULA_CHARACTERS
from citekit.text.unicode import normalized

_TAG_OF_MACRO = {
    **dict.fromkeys(("textit", "emph", "textsl", "mkbibemph", "mkbibitalic"), "i"),
    **dict.fromkeys(("textbf", "mkbibbold"), "b"),
    "textsuperscript": "sup",
    "textsubscript": "sub",
    "textsc": "sc",
}
_TAG_OF_SWITCH = {"it": "i", "em": "i", "itshape": "i", "sl": "i", "bf": "b", "bfseries": "b", "sc": "sc"}
_TRANSPARENT = frozenset({"text", "textrm", "textnormal", "textup", "textmd", "mbox", "hbox"})
_QUOTES = frozenset({"enquote", "mkbibquote"})
_LITERAL_LEFT, _LITERAL_RIGHT, _LITERAL_DOLLAR, _LITERAL_BACKSLASH = "\ufdd7", "\ufdd8", "\ufdd9", "\ufdda"
_LITERAL_LESS = "\ufddb"
_LITERAL = {"{": _LITERAL_LEFT, "}": _LITERAL_RIGHT, "$": _LITERAL_DOLLAR, "\\": _LITERAL_BACKSLASH}
_PRINTED = {"textbackslash": "\\", "par": " "}
_DROPPED = frozenset("-/!@")
_SINGLE_END = re.compile(r"(?<=[^\s'])'(?![\w'])")
_LONGEST_QUOTATION = 1000
"""Characters in which a single quotation mark is closed, if ever."""
_BLANKS = frozenset(" ;:\n\t\\")
_BACKSLASH = "{\\textbackslash}"
_MOST_ACCENTS = 8
"""More accents than any letter has; what is piled higher stays as it is."""

_TEXT_LESS = re.compile(rf"{_LITERAL_LESS}(?=/?(?:i|b|sup|sub|sc|span)[\s>])")
r"""A printed angle bracket before a word that would be a tag: ``\textless b>`` (see :func:`citekit.text.rich.as_rich`)."""
_LATEX = re.compile(
    rf"(?P<text>[^\\{{}}$~`'?!-]+)|(?P<math>{FORMULA})|\\(?P<sign>[^A-Za-z])|{ADDRESS}|(?P<verbatim>{VERBATIM})"
    rf"|\\(?P<word>[A-Za-z]+)(?P<star>\*?)(?P<options>{OPTIONS})?"
    r"|(?P<tie>\{~\}|~)|(?P<open>\{)|(?P<close>\})|(?P<dash>(?<!-)-{2,3}(?!-))|(?P<quote>``|'')|(?P<inverted>[?!]`(?!`))"
    r"|(?P<other>.)",
    re.DOTALL,
)
_BRANCH = r"(?>(?:[^\\{}]++|\\(?!ifmmode|else|fi)(?:[A-Za-z]++|.)|\{(?>(?:[^{}]++|\{(?>(?:[^{}]++|\{[^{}]*+\})*)\})*)\}){0,200})"
_MATH_OR_TEXT = re.compile(
    rf"\\ifmmode(?![A-Za-z]){_BRANCH}(?:\\else(?![A-Za-z])\s*(?P<shown>{_BRANCH}))?\\fi(?![A-Za-z])[ \t]*(?:\{{\}})?",
    re.DOTALL,
)
r"""``\ifmmode A\else B\fi{}``, which the journals of the APS write for each accented letter: outside of formulas it is B."""


def without_conditions(text: str) -> str:
    r"""LaTeX with what ``\ifmmode … \else … \fi`` prints outside of formulas in its place.

    >>> without_conditions(r"W{\ifmmode \ddot{u}\else \"{u}\fi}ns")
    'W{\\"{u}}ns'
    """
    return _MATH_OR_TEXT.sub(lambda match: match["shown"] or "", text) if "\\ifmmode" in text else text


_NEEDS_DECODING = re.compile(r"[\\{}~`]|--")
_NEEDS_RICH_DECODING = re.compile(r"[\\{}~`]|--|\$\s*[_^]")


def decode(text: str) -> str:
    r"""LaTeX as Unicode: ``{\'E}mile \& Co`` gives ``Émile & Co``; grouping braces go, formulas and macros stay.

    The result is plain text, or :class:`~citekit.text.tex_syntax.TeX` where macros stay in it.
    """
    if not _NEEDS_DECODING.search(text):
        return normalized(text)
    return _Decoder(rich=False, protect=False).decode(without_conditions(text))


def decode_rich(text: str, protect: bool = False) -> str:
    r"""LaTeX as CSL rich text: ``\textit{E. coli}`` gives ``<i>E. coli</i>``, ``CO$_2$`` gives ``CO<sub>2</sub>``.

    With ``protect``, brace groups that BibTeX styles would keep from changing case become ``nocase`` spans.
    """
    if not _NEEDS_RICH_DECODING.search(text):
        return normalized(text)
    return _Decoder(rich=True, protect=protect).decode(without_conditions(text))


@dataclass(slots=True)
class _Frame:
    """An open brace of the input: what it belongs to and where its contents begin in the output."""

    kind: str
    start: int
    accents: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    special: bool = False


_READ: dict[str, Callable[[_Decoder, re.Match[str]], None]] = {}
"""Kind of a token, the name of its group in the pattern -> what is done with it."""


class _Decoder:
    """One pass over LaTeX text. ``rich`` turns emphasis into tags, ``protect`` braces into ``nocase`` spans.

    ``waiting`` is what the macro ``macro`` just read does with the argument that follows: ``tag``, ``quote``,
    ``transparent``, ``argument`` where the macro stays as it is, or ``refused`` where it becomes text.
    """

    def __init__(self, rich: bool, protect: bool) -> None:
        self.rich = rich
        self.protect = protect
        self.out: list[str] = []
        self.frames: list[_Frame] = []
        self.accents: list[str] = []
        self.depth = dict.fromkeys(("group", "accent", "argument", "quote"), 0)
        self.waiting = self.macro = ""
        self.quotes = self.singles = self.german = 0
        self.kept_macro = self.skip_blanks = False

    def decode(self, text: str) -> str:
        text = str(text)  # source, of which pieces are taken as they are
        for match in _LATEX.finditer(text):
            kind = match.lastgroup or "text"
            if kind != "text":
                self.skip_blanks = False
                _READ[kind](self, match)
            elif self.skip_blanks:
                self.skip_blanks = False
                rest = match.group().lstrip()
                if rest:
                    self._text(rest)
                else:
                    self.skip_blanks = True
            elif self.accents or self.waiting:
                self._text(match.group())
            else:
                self.out.append(match.group())
        self._flush()
        for frame in self.frames:
            self.out[frame.start] = "".join(f"\\{command}" for command in frame.accents) + "{"
        text = normalized(self._with_literals("".join(self.out)))
        text = _TEXT_LESS.sub("<\u2060", text).replace(_LITERAL_LESS, "<")
        return TeX(text) if self.kept_macro else text

    def _with_literals(self, text: str) -> str:
        """Return printed braces, backslashes and dollars as characters, or escaped if they would be LaTeX."""
        if _LITERAL_BACKSLASH in text:
            self.kept_macro |= f"{_LITERAL_BACKSLASH}$" in text or f"{_LITERAL_BACKSLASH}{_LITERAL_DOLLAR}" in text
            shown = text.replace(_LITERAL_BACKSLASH, "\\")
            self.kept_macro |= formula_places(text) != formula_places(shown)
            text = text.replace(_LITERAL_BACKSLASH, _BACKSLASH) if self.kept_macro else shown
        left, right = ("\\{", "\\}") if self.kept_macro else ("{", "}")
        if _LITERAL_DOLLAR in text:
            shown = text.replace(_LITERAL_DOLLAR, "$")
            text = shown if formula_places(text) == formula_places(shown) else text.replace(_LITERAL_DOLLAR, "\\$")
        return text.replace(_LITERAL_LEFT, left).replace(_LITERAL_RIGHT, right)

    # What is printed --------------------------------------------------------------------------------------------------

    def _plain(self, piece: str) -> None:
        self.waiting = ""
        self.out.append(piece)

    def _text(self, piece: str) -> None:
        if self.waiting in ("tag", "quote"):
            # without braces, the argument of a macro is one character: `\emph word` is "*w*ord"
            before, after = self._around()
            piece = f"{before}{piece[:1]}{after}{piece[1:]}"
        if self.accents:
            piece = self._with_accents(piece.lstrip() or piece)
        if self.waiting != "argument" or piece.strip(" \t\r\n"):
            self.waiting = ""
        self.out.append(piece)

    def _with_accents(self, piece: str) -> str:
        commands = list(reversed(self.accents))
        self.accents.clear()
        if not _takes_accent(piece):
            self.kept_macro = True
            macros = "".join(f"\\{command}" for command in reversed(commands))
            return macros + (piece if piece[:1] in "\\{}" else f"{{{piece[:1]}}}{piece[1:]}")
        for command in commands:
            piece = _accented(command, piece)
        return piece

    def _around(self) -> tuple[str, str]:
        if self.waiting == "tag":
            return _tags([_TAG_OF_MACRO[self.macro]])
        return ("“", "”") if self.depth["quote"] % 2 == 0 else ("‘", "’")

    def _flush(self) -> None:
        """Macros that still wait for a letter or an argument, as they were."""
        if self.accents:
            self.out.append("".join(f"\\{command}" for command in self.accents))
            self.accents.clear()
            self.kept_macro = True
        if self.waiting not in ("", "argument", "refused"):
            self.out.append(f"\\{self.macro}")
            self.kept_macro = True
        self.waiting = ""

    # Tokens -----------------------------------------------------------------------------------------------------------

    @handles(_READ, "other")
    def _read_other(self, match: re.Match[str]) -> None:
        piece = match.group()
        self._text(self._single_quote(match, piece) if piece in ("`", "'") else piece)

    def _single_quote(self, match: re.Match[str], mark: str) -> str:
        """Return what a single mark of TeX prints: quotation marks, or an apostrophe if no quotation is open.

        With a double quote before it, it is babel's German quotation mark: ``"`Ding"'``.
        """
        text, at = match.string, match.start()
        before, after = text[at - 1 : at], text[at + 1 : at + 2]
        if before == '"' and self.out and self.out[-1].endswith('"') and (mark == "`" or self.german):
            self.out[-1] = self.out[-1][:-1]
            self.german += 1 if mark == "`" else -1
            return "„" if mark == "`" else "“"
        if mark == "'":
            if not self.singles or after.isalnum():
                return mark
            self.singles -= 1
            return "’"
        if before.isalnum() or not after or after.isspace():
            return mark
        if _SINGLE_END.search(text, at + 1, at + _LONGEST_QUOTATION):
            self.singles += 1
        return "‘"

    @handles(_READ, "math")
    def _read_math(self, match: re.Match[str]) -> None:
        piece = match.group()
        raised = script(piece) if self.rich else ""
        if raised:
            self._text(raised)
        elif not passes(piece):
            self._text(_literal(piece))
        else:
            self._flush()
            self._plain(trimmed(piece))
            self.kept_macro |= not is_sound(piece)

    @handles(_READ, "address")
    def _read_address(self, match: re.Match[str]) -> None:
        address = plain_address(match.group("address"))
        if not address and not passes(match.group()):
            self._text(_literal(match.group()))
            return
        self._flush()
        self._plain(address or match.group())
        self.kept_macro |= not address

    @handles(_READ, "verbatim")
    def _read_verbatim(self, match: re.Match[str]) -> None:
        piece = match.group()
        if match.group("bar"):
            self._text(_literal(piece.split(match.group("bar"), 1)[1][:-1]))
            return
        if not passes(piece):
            self._text(_literal(piece))
            self._refuse_argument(match)
            return
        self._flush()
        self._plain(piece)
        self.waiting, self.kept_macro = "argument", True

    @handles(_READ, "tie")
    def _read_tie(self, match: re.Match[str]) -> None:
        if match.group() != "~" and (self.waiting or self.accents):
            self._read_open(match)
            self._text("\u00a0")
            self._read_close(match)
        else:
            self._text("\u00a0")

    @handles(_READ, "dash")
    def _read_dash(self, match: re.Match[str]) -> None:
        self._text("–" if len(match.group()) == 2 else "—")

    @handles(_READ, "inverted")
    def _read_inverted(self, match: re.Match[str]) -> None:
        self._text("¿" if match.group() == "?`" else "¡")

    @handles(_READ, "quote")
    def _read_quote(self, match: re.Match[str]) -> None:
        piece = match.group()
        if piece == "``":
            self.quotes += 1
            self._text("“")
        elif self.quotes:
            self.quotes -= 1
            self._text("”")
        else:
            self._text(piece)

    @handles(_READ, "star options")
    def _read_word(self, match: re.Match[str]) -> None:
        word, options = match.group("word"), match.group("options") or ""
        character = CHARACTERS.get(word)
        if word in ACCENTS:
            self._wait_for_letter(word)
        elif character is not None:
            self._character(_LITERAL_LESS if self.rich and character == "<" else character)
        elif word in _PRINTED:
            self._character(_PRINTED[word])
        elif word in _TRANSPARENT or word in _QUOTES or (self.rich and word in _TAG_OF_MACRO):
            self._flush()
            self.macro = word
            self.waiting = "transparent" if word in _TRANSPARENT else "quote" if word in _QUOTES else "tag"
            self.skip_blanks = True
        elif not (self.rich and self._switch(word)):
            if word in FORMULA_CHARACTERS and not options:
                self._character(FORMULA_CHARACTERS[word])
            elif not is_allowed(word):
                self._text(_literal(f"\\{word}{match.group('star')}{options}"))
                self._refuse_argument(match)
                return
            else:
                macro = f"\\{word}{match.group('star')}{options}"
                self._flush()
                self._plain(macro)
                self.waiting, self.kept_macro = "argument", True
            return
        if "[" in options:
            self._text(options.lstrip())

    def _refuse_argument(self, match: re.Match[str]) -> None:
        """After a macro that became text, its argument does too, braces included."""
        if match.string.startswith("{", match.end()):
            self.waiting = "refused"

    def _character(self, character: str) -> None:
        if character:
            self._text(_LITERAL.get(character, character))
        self.skip_blanks = True

    def _switch(self, word: str) -> bool:
        top = self.frames[-1] if self.frames else None
        if word not in _TAG_OF_SWITCH or not top or top.kind != "group" or top.start + 1 != len(self.out):
            return False
        top.tags.append(_TAG_OF_SWITCH[word])
        self.skip_blanks = True
        return True

    @handles(_READ, "sign")
    def _read_sign(self, match: re.Match[str]) -> None:
        sign = match.group("sign")
        if sign in ACCENTS:
            self._wait_for_letter(sign)
        elif sign in "%&_#{}$":
            self._text(_LITERAL.get(sign, sign))
        elif sign == ",":
            self._text("\u202f")
        elif sign in _BLANKS:
            ends_name = self.waiting == "argument" and self.out and self.out[-1][-1:].isalpha()
            self._text("\\ " if ends_name else " ")  # a plain space would be read as the end of the command's name
        elif sign not in _DROPPED:
            self._flush()
            self._plain(_LITERAL_BACKSLASH + sign)

    def _wait_for_letter(self, command: str) -> None:
        if len(self.accents) >= _MOST_ACCENTS:
            self._flush()
        self.accents.append(command)
        self.skip_blanks = True

    # Braces -----------------------------------------------------------------------------------------------------------

    @handles(_READ, "open")
    def _read_open(self, match: re.Match[str]) -> None:
        special = match.string.startswith("\\", match.end())
        if self.accents and self.depth["accent"] >= _MOST_ACCENTS:
            self._flush()
        frame = _Frame("group", len(self.out), special=special)
        before = ""
        if self.accents:
            frame.kind, frame.accents, self.accents = "accent", self.accents, []
        elif self.waiting == "tag":
            frame.kind, frame.tags = "tag", [_TAG_OF_MACRO[self.macro]]
        elif self.waiting == "quote":
            frame.kind, before = "quote", self._around()[0]
        elif self.waiting:
            before = {"argument": "{", "refused": _LITERAL_LEFT}.get(self.waiting, "")
            frame.kind = self.waiting
        self.out.append(before)
        if frame.kind in self.depth:
            self.depth[frame.kind] += 1
        self.waiting = ""
        self.frames.append(frame)

    @handles(_READ, "close")
    def _read_close(self, match: re.Match[str]) -> None:
        self._flush()
        if not self.frames:
            self.out.append("}")
            return
        frame = self.frames.pop()
        if frame.kind == "argument":
            self.waiting = "argument" if len(self.out) > frame.start + 1 else ""
            self.out.append("}")
        elif frame.kind == "accent":
            place = next((at for at in range(frame.start + 1, len(self.out)) if self.out[at]), len(self.out))
            letter = self.out[place] if place < len(self.out) else ""
            if _takes_accent(letter):
                for command in reversed(frame.accents):
                    letter = _accented(command, letter)
                self.out[place] = letter
            # `\~{}` and `\^{}` are how people type the characters themselves, as in URLs
            elif not letter and frame.accents in (["~"], ["^"]):
                self.out[frame.start] = frame.accents[0]
            else:
                self.out[frame.start] = "".join(f"\\{command}" for command in frame.accents) + "{"
                self.out.append("}")
                self.kept_macro = True
        elif frame.kind == "quote":
            self.out.append("”" if self.out[frame.start] == "“" else "’")
        elif frame.tags:
            self._wrap(frame, *_tags(frame.tags))
        elif frame.kind == "group":
            first = self.out[frame.start + 1] if len(self.out) > frame.start + 1 else ""
            if (first[:1] == "\\" and first[1:2].isalpha()) or (self.depth["argument"] and not frame.special):
                self._wrap(frame, "{", "}")
            elif (
                self.protect
                and not frame.special
                and self.depth["group"] == 1
                and any(c.isalpha() for piece in self.out[frame.start :] for c in piece)
            ):
                self._wrap(frame, NOCASE, "</span>")
        if frame.kind == "refused":
            self.out.append(_LITERAL_RIGHT)
            self._refuse_argument(match)
        if frame.kind in self.depth:
            self.depth[frame.kind] -= 1

    def _wrap(self, frame: _Frame, before: str, after: str) -> None:
        if len(self.out) > frame.start + 1:
            self.out[frame.start] = before
            self.out.append(after)


def _literal(text: str) -> str:
    return "".join(_LITERAL.get(c, c) for c in text)


def _takes_accent(text: str) -> bool:
    return text[:1].isalnum()


def _accented(command: str, text: str) -> str:
    """Put an accent on the first letter of a text."""
    head, rest = text[:1], text[1:]
    cut = next((at for at, c in enumerate(rest) if not unicodedata.combining(c)), len(rest))
    base = {"ı": "i", "ȷ": "j"}.get(head, head)
    if command == "." and base in "ij" and not cut:
        return base + rest
    return normalized(base + rest[:cut] + ACCENTS[command]) + rest[cut:]


def _tags(tags: list[str]) -> tuple[str, str]:
    before, after = "", ""
    for tag in tags:
        before += SMALL_CAPS if tag == "sc" else f"<{tag}>"
        after = f"</{'span' if tag == 'sc' else tag}>{after}"
    return before, after
