r"""LaTeX text <-> Unicode text, one table for both directions, and nothing is ever lost in between.

What BibTeX fields hold is LaTeX; what a work holds is Unicode. :func:`decode` and :func:`encode` are the way there and
back for plain text; :func:`decode_rich` and :func:`citekit.text.rich.encode_rich` also carry emphasis. Mathematics
(``$…$``) and macros that have no Unicode meaning stay as they are in both directions.

Accents are written the way BibTeX needs them, as a brace group that begins with a backslash (``{\'E}``, ``{\H{o}}``):
only then does BibTeX take them for one letter (Patashnik, "BibTeXing", section 4). ``%`` is an ordinary character in a
``.bib`` file, so it is escaped for LaTeX and never starts a comment.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import NamedTuple

from citekit.text.tex_table import ACCENTS, CHARACTERS, COMMAND_OF_ACCENT, COMMAND_OF_CHARACTER

_IN_DOLLARS = r"(?:[^$\\]|\\.)++"
MATH = (
    rf"\$\${_IN_DOLLARS}\$\$|\$(?![\s$]){_IN_DOLLARS}(?<!\s)\$(?!\d)|\$(?![\s$\d]){_IN_DOLLARS}(?<!\s)\$"
    r"|\\\((?:[^\\]|\\[^)(])*+\\\)"
)
"""Pattern of an inline formula; a dollar sign beside a blank or between digits is money (much as Pandoc reads it)."""

NOCASE = '<span class="nocase">'
SMALL_CAPS = '<span style="font-variant:small-caps;">'

_TAG_OF_MACRO = {
    "textit": "i",
    "emph": "i",
    "textsl": "i",
    "textbf": "b",
    "textsuperscript": "sup",
    "textsubscript": "sub",
    "textsc": "sc",
}
_TAG_OF_SWITCH = {"it": "i", "em": "i", "itshape": "i", "sl": "i", "bf": "b", "bfseries": "b", "sc": "sc"}
_TRANSPARENT = frozenset({"text", "textrm", "textnormal", "textup", "textmd", "mbox", "hbox", "url", "path"})
_LITERAL_LEFT, _LITERAL_RIGHT = "\ufdd7", "\ufdd8"
_LITERAL = {"{": _LITERAL_LEFT, "}": _LITERAL_RIGHT}
_DROPPED = frozenset("-/!@")
_BLANKS = frozenset(" ,;:\n\t\\")

_SPACED_MATH = r"\$(?=[^$]*+\$)(?=[^$]*[\\^_])(?:[^$\\]|\\.)++\$"
_LATEX = re.compile(
    rf"(?P<math>{MATH}|{_SPACED_MATH})|\\url\s*\{{(?P<url>[^{{}}]*)\}}|\\(?P<word>[A-Za-z]+)(?P<star>\*?)|\\(?P<sign>.)"
    r"|(?P<open>\{)|(?P<close>\})|(?P<tie>~)|(?P<dash>-{2,3}(?!-))|(?P<quote>``|'')"
    r"|(?P<text>[^\\{}$~`'-]+|.)",
    re.DOTALL,
)
_BLANK = re.compile(r"\s*")


@dataclass(slots=True)
class _Frame:
    """An open brace of the input: what it belongs to and where its contents begin in the output."""

    kind: str
    start: int
    accents: list[str] = field(default_factory=list)
    tag: str = ""
    special: bool = False


class _Decoder:
    """One pass over LaTeX text. ``rich`` turns emphasis into tags, ``protect`` braces into ``nocase`` spans."""

    def __init__(self, rich: bool, protect: bool) -> None:
        self.rich = rich
        self.protect = protect
        self.out: list[str] = []
        self.frames: list[_Frame] = []
        self.accents: list[str] = []
        self.groups = 0
        self.kept_macro = False
        self.after_macro = False
        self.pending_tag = ""
        self.transparent = False
        self.skip_blanks = False

    def decode(self, text: str) -> str:
        quoted = "``" in text
        dollars = text.count("$") > 1
        for match in _LATEX.finditer(text):
            kind, piece = match.lastgroup or "text", match.group()
            if kind == "star":
                kind = "word"
            if self.skip_blanks and kind == "text":
                piece = piece[_BLANK.match(piece).end() :]  # type: ignore[union-attr]
                if not piece:
                    continue
            self.skip_blanks = False
            if kind == "open":
                self._open(text, match.end())
            elif kind == "close":
                self._close()
            elif kind == "word":
                self._word(match.group("word"), match.group("star"))
            elif kind == "sign":
                self._sign(match.group("sign"), dollars)
            elif kind == "url":
                self._text(match.group("url"))
            elif kind == "math":
                self._flush_accents()
                self._plain(_trimmed(piece))
            elif kind == "tie":
                self._text("\u00a0")
            elif kind == "dash":
                self._text("–" if len(piece) == 2 else "—")
            elif kind == "quote" and quoted:
                self._text("“" if piece == "``" else "”")
            else:
                self._text(piece)
        self._flush_accents()
        self._unclosed()
        return unicodedata.normalize("NFC", self._with_literal_braces("".join(self.out)))

    def _with_literal_braces(self, text: str) -> str:
        """Printed braces as themselves, or still as macros beside other macros, whose arguments they would upset."""
        left, right = ("\\{", "\\}") if self.kept_macro else ("{", "}")
        return text.replace(_LITERAL_LEFT, left).replace(_LITERAL_RIGHT, right)

    def _plain(self, piece: str) -> None:
        self.after_macro = self.transparent = False
        self.pending_tag = ""
        self.out.append(piece)

    def _text(self, piece: str) -> None:
        if self.accents:
            piece = piece.lstrip() or piece
            for command in reversed(self.accents):
                piece = _accented(command, piece)
            self.accents.clear()
        self._plain(piece)

    def _flush_accents(self) -> None:
        if self.accents:
            self.out.append("".join(f"\\{command}" for command in self.accents))
            self.accents.clear()

    def _word(self, word: str, star: str) -> None:
        top = self.frames[-1] if self.frames else None
        if word in ACCENTS:
            self.accents.append(word)
            self.skip_blanks = True
        elif word in CHARACTERS:
            self._text(_LITERAL.get(CHARACTERS[word], CHARACTERS[word]))
            self.skip_blanks = True
        elif word == "textbackslash":
            self._text(_BACKSLASH)
            self.kept_macro = self.skip_blanks = True
        elif word in _TRANSPARENT:
            self._flush_accents()
            self.transparent = True
        elif self.rich and word in _TAG_OF_MACRO:
            self._flush_accents()
            self.pending_tag = _TAG_OF_MACRO[word]
        elif self.rich and word in _TAG_OF_SWITCH and top and top.kind == "group" and top.start + 1 == len(self.out):
            top.tag = _TAG_OF_SWITCH[word]
            self.skip_blanks = True
        else:
            self._flush_accents()
            self._plain(f"\\{word}{star}")
            self.after_macro = self.kept_macro = True

    def _sign(self, sign: str, dollars: bool) -> None:
        if sign in ACCENTS:
            self.accents.append(sign)
            self.skip_blanks = True
        elif sign in "%&_#{}":
            self._text(_LITERAL.get(sign, sign))
        elif sign == "$":
            self._text("\\$" if dollars else "$")
        elif sign in _BLANKS:
            self._text(" ")
        elif sign not in _DROPPED:
            self._flush_accents()
            self._plain(f"\\{sign}")

    def _open(self, text: str, inside: int) -> None:
        frame = _Frame("group", len(self.out), special=text.startswith("\\", inside))
        self.out.append("")
        if self.accents:
            frame.kind, frame.accents, self.accents = "accent", self.accents, []
        elif self.pending_tag:
            frame.kind, frame.tag = "tag", self.pending_tag
        elif self.transparent:
            frame.kind = "transparent"
        elif self.after_macro:
            frame.kind = "argument"
            self.out[frame.start] = "{"
        self.groups += frame.kind == "group"
        self.after_macro = self.transparent = False
        self.pending_tag = ""
        self.frames.append(frame)

    def _close(self) -> None:
        self._flush_accents()
        self.after_macro = self.transparent = False
        self.pending_tag = ""
        if not self.frames:
            self.out.append("}")
            return
        frame = self.frames.pop()
        if frame.kind == "argument":
            self.after_macro = len(self.out) > frame.start + 1
            self.out.append("}")
            return
        if frame.kind == "accent":
            self._accent(frame)
        elif frame.tag:
            self._wrap(frame, *_tags(frame.tag))
        elif frame.kind == "group":
            self._group(frame)
        self.groups -= frame.kind == "group"

    def _wrap(self, frame: _Frame, before: str, after: str) -> None:
        if len(self.out) > frame.start + 1:
            self.out[frame.start] = before
            self.out.append(after)

    def _accent(self, frame: _Frame) -> None:
        place = next((at for at in range(frame.start + 1, len(self.out)) if self.out[at]), len(self.out))
        letter = self.out[place] if place < len(self.out) else ""
        accented = letter
        for command in reversed(frame.accents):
            accented = _accented(command, accented)
        self.out[place : place + 1] = [accented]

    def _group(self, frame: _Frame) -> None:
        first = self.out[frame.start + 1] if len(self.out) > frame.start + 1 else ""
        if re.match(r"\\[A-Za-z]", first):
            self._wrap(frame, "{", "}")
        elif self.protect and not frame.special and self.groups == 1:
            self._wrap(frame, NOCASE, "</span>")

    def _unclosed(self) -> None:
        for frame in self.frames:
            self.out[frame.start] = "".join(f"\\{command}" for command in frame.accents) + "{"


def _trimmed(formula: str) -> str:
    """A formula without blanks inside its dollar signs, which LaTeX ignores and which would make it look like money."""
    inner = formula.strip("$").strip()
    return f"${inner}$" if formula[1:2] != "$" and inner and formula[0] == "$" and inner[-1] != "\\" else formula


def _accented(command: str, text: str) -> str:
    r"""The text with the accent on its first letter; without a letter the command stays: ``\'{}``."""
    head, rest = text[:1], text[1:]
    if not head or head in "<\\" or not head.isalnum():
        return f"\\{command}{{{text}}}"
    cut = next((at for at, c in enumerate(rest) if not unicodedata.combining(c)), len(rest))
    base = {"ı": "i", "ȷ": "j"}.get(head, head)
    return unicodedata.normalize("NFC", base + rest[:cut] + ACCENTS[command]) + rest[cut:]


def _tags(tag: str) -> tuple[str, str]:
    return (SMALL_CAPS, "</span>") if tag == "sc" else (f"<{tag}>", f"</{tag}>")


def decode(text: str) -> str:
    r"""LaTeX as Unicode: ``{\'E}mile \& Co`` gives ``Émile & Co``; grouping braces go, formulas and macros stay."""
    if not _NEEDS_DECODING(text):
        return unicodedata.normalize("NFC", text)
    return _Decoder(rich=False, protect=False).decode(text)


def decode_rich(text: str, protect: bool = False) -> str:
    r"""LaTeX as CSL rich text: ``\textit{E. coli}`` gives ``<i>E. coli</i>``.

    With ``protect``, brace groups that BibTeX styles would keep from changing case become ``nocase`` spans.
    """
    if not _NEEDS_DECODING(text):
        return unicodedata.normalize("NFC", text)
    return _Decoder(rich=True, protect=protect).decode(text)


_NEEDS_DECODING = re.compile(r"[\\{}~`]|--").search

_SPECIAL = {"%": "\\%", "&": "\\&", "_": "\\_", "#": "\\#", "$": "\\$"}
_SPECIAL |= {"~": "{\\textasciitilde}", "^": "{\\textasciicircum}", "\u00a0": "~"}
_LEFT, _RIGHT, _BACKSLASH = "{\\textbraceleft}", "{\\textbraceright}", "{\\textbackslash}"
_LIGATURES = {"–": "--", "—": "---", "“": "``", "”": "''"}
_OF_LIGATURE = {ligature: character for character, ligature in _LIGATURES.items()}

_SPECIAL_GROUP = re.compile(r"\\[A-Za-z`'^~=.\"]")
_LINK = re.compile(r"https?://[^\s{}\\<>$^\"\u0080-\U0010ffff]+")

_UNICODE = re.compile(
    rf"(?P<math>{MATH})|(?P<url>\\url\{{[^{{}}\\]*\}})|(?P<link>\b{_LINK.pattern})"
    r"|(?P<brace>\\[{}])|(?P<macro>\\(?:[A-Za-z]+\*?|[%&_#$`'^~=.\"]))|(?P<backslash>\\)"
    r"|(?P<open>\{)|(?P<close>\})|(?P<ligature>-{2,3}(?!-)|``|'')|(?P<special>[%&_#$~^\u00a0])|(?P<letter>[^\x00-\x7f][\u0300-\u036f]*)"
    r"|(?P<text>[^\\{}%&_#$~^h\-`'\u0080-\U0010ffff]+|.)",
    re.DOTALL,
)


def encode(text: str, ascii_only: bool = True) -> str:
    r"""Unicode as LaTeX: ``Erdős & Co`` gives ``Erd{\H{o}}s \& Co``.

    With ``ascii_only`` false, letters stay Unicode and only LaTeX's special characters are escaped. Braces of the
    result are always balanced as BibTeX counts them. Encoding what is encoded already changes nothing (but a tie).
    """
    out: list[str] = []
    opened: list[_Brace] = []
    after_macro = False
    quoted = "``" in text
    for match in _UNICODE.finditer(text):
        kind, piece = match.lastgroup or "text", match.group()
        was_macro, after_macro = after_macro, kind == "macro"
        if kind == "open" or piece == "\\{":
            kept = kind == "open" and (was_macro or _SPECIAL_GROUP.match(text, match.end()) is not None)
            opened.append(_Brace(len(out), was_macro and kept, kind == "brace"))
            out.append("{" if kept else _LEFT)
        elif kind == "close" or piece == "\\}":
            after_macro = _close(out, opened, piece)
        else:
            coded = _coded(kind, piece, ascii_only, quoted)
            # A group right after a macro would be its argument.
            out.append(f"{{}}{coded}" if was_macro and coded.startswith("{") else coded)
    for brace in opened:
        out[brace.place] = f"{{}}{_LEFT}" if brace.argument else _LEFT
    return "".join(out)


class _Brace(NamedTuple):
    r"""An open brace of the text: its place in the output, whether it is a macro's argument, or written ``\{``."""

    place: int
    argument: bool
    escaped: bool


def _close(out: list[str], opened: list[_Brace], piece: str) -> bool:
    r"""End a brace; printed ones that pair become ``\{…\}``. Returns whether a macro's argument has ended."""
    while piece == "}" and opened and opened[-1].escaped:
        opened.pop()
    if not opened or (piece == "\\}" and not opened[-1].escaped):
        out.append(_RIGHT)
        return False
    brace = opened.pop()
    kept = out[brace.place] == "{"
    if not kept:
        out[brace.place] = "\\{"
    out.append("}" if kept else "\\}")
    return brace.argument and brace.place < len(out) - 2


def _coded(kind: str, piece: str, ascii_only: bool, quoted: bool) -> str:
    if kind == "math":
        return _formula(piece)
    if kind == "link":
        return _link(piece)
    if kind == "url":
        address = piece[len("\\url{") : -1]
        return piece if _LINK.fullmatch(address) and _link(address) == piece else encode(address, ascii_only)
    if kind == "ligature" and not ascii_only and (piece[0] == "-" or quoted):
        return _OF_LIGATURE[piece]
    if kind == "letter":
        return _letter(piece) if ascii_only else piece
    if kind == "backslash":
        return _BACKSLASH
    return _SPECIAL[piece] if kind == "special" else piece


def _link(piece: str) -> str:
    address = piece.rstrip(".,;:!?'")
    if address.endswith(")") and "(" not in address:
        address = address.rstrip(")")
    return f"\\url{{{address}}}{piece[len(address) :]}"


def _formula(formula: str) -> str:
    """A formula with braces that BibTeX can count, or its escaped text where they cannot be balanced."""
    if balanced(formula):
        return formula
    named = re.sub(r"\\\{(?=[A-Za-z])", r"\\lbrace ", re.sub(r"\\\}(?=[A-Za-z])", r"\\rbrace ", formula))
    named = named.replace("\\{", "\\lbrace").replace("\\}", "\\rbrace")
    return named if balanced(named) else escape_all(formula)


def _letter(piece: str) -> str:
    r"""One non-ASCII character and its combining marks in BibTeX's form; what LaTeX has no command for stays."""
    piece = unicodedata.normalize("NFC", piece)
    if piece in _LIGATURES:
        return _LIGATURES[piece]
    if piece in COMMAND_OF_CHARACTER:
        return f"{{\\{COMMAND_OF_CHARACTER[piece]}}}"
    for cut in range(len(piece), 0, -1):
        coded = _decomposed(piece[:cut])
        if coded:
            return coded + "".join(_letter(c) if len(piece) > 1 else c for c in piece[cut:])
    return piece


def _decomposed(piece: str) -> str:
    parts = unicodedata.normalize("NFD", piece)
    base, marks = parts[:1], parts[1:]
    if not marks or any(mark not in COMMAND_OF_ACCENT for mark in marks):
        return ""
    if base in COMMAND_OF_CHARACTER:
        base = f"\\{COMMAND_OF_CHARACTER[base]}"
    elif not base.isascii() or not base.isalpha():
        return ""
    coded = base
    for depth, mark in enumerate(marks):
        command = COMMAND_OF_ACCENT[mark]
        bare = depth == 0 and not command.isalpha() and not base.startswith("\\")
        coded = f"\\{command}{coded}" if bare else f"\\{command}{{{coded}}}"
    return f"{{{coded}}}"


def balanced(text: str) -> bool:
    """Whether braces match both for BibTeX, which counts ``\\{`` too, and for readers that do not."""
    for pattern in (r"[{}]", r"(?<!\\)[{}]"):
        depth = 0
        for match in re.finditer(pattern, text):
            depth += 1 if match.group() == "{" else -1
            if depth < 0:
                return False
        if depth:
            return False
    return not text.endswith("\\")


def escape_all(text: str) -> str:
    """The text with every backslash, brace and special character escaped: no macro or formula survives, all is safe."""
    table = {**_SPECIAL, "\\": _BACKSLASH, "{": _LEFT, "}": _RIGHT}
    return "".join(table.get(c, c) for c in text)
