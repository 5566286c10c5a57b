r"""Unicode text as LaTeX that BibTeX can read: letters as brace groups, special characters escaped, braces balanced.

Accents are brace groups that begin with a backslash (``{\'E}``, ``{\H{o}}``): only then does BibTeX take them for one letter
(Patashnik, "BibTeXing", section 4). ``%`` is an ordinary character in a ``.bib`` file, so it is escaped for LaTeX.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import NamedTuple

from citekit.runtime import patterns as re
from citekit.text.tex_allowed import is_allowed, is_sound, passes
from citekit.text.tex_syntax import ADDRESS, MATH, OPTIONS, VERBATIM, TeX, notation_of
from citekit.text.tex_table import COMMAND_OF_ACCENT, COMMAND_OF_CHARACTER
from citekit.text.unicode import normalized

_SPECIAL = {"%": "\\%", "&": "\\&", "_": "\\_", "#": "\\#", "$": "\\$"}
_SPECIAL |= {"~": "{\\textasciitilde}", "^": "{\\textasciicircum}", "\u00a0": "{~}", "\u202f": "\\,"}
# LaTeX's own font encoding OT1 has ¡, ¿ and — at the places of these ("LaTeX2e font selection", the encoding OT1)
_SPECIAL |= {"<": "{\\textless}", ">": "{\\textgreater}", "|": "{\\textbar}"}
_LEFT, _RIGHT, _BACKSLASH = "{\\textbraceleft}", "{\\textbraceright}", "{\\textbackslash}"
_LIGATURES = {"–": "--", "—": "---", "“": "``", "”": "''"}
_OF_LIGATURE = {ligature: character for character, ligature in _LIGATURES.items()} | {"?`": "¿", "!`": "¡"}
_DOLLAR_SIGN = r"(?P<dollar>\\\$)"
_DOTTED = {"i": "\\i", "j": "\\j"}
_KEEPS_DOT = frozenset("`'^\"")

_NAME = re.compile(r"\\([A-Za-z]+)")
_SPECIAL_GROUP = re.compile(r"\\[A-Za-z`'^~=.\"]")
_MAYBE_OPTIONS = re.compile(r"(?:\s*+\[[^][{}\\$]{0,200}+\])*\s*", re.ASCII)
_LINK = r"https?://[^\s{}\\<>$^\"\u0080-\U0010ffff]+"


@cache
def _tokens(links: bool, marks: bool, tex: bool) -> re.Pattern[str]:
    """Compile the pattern of a text's tokens; ``links`` and ``marks`` are whether it may contain any of these.

    A backslash begins a command in TeX only; in plain text it is a character, except in ``\\$``, an escaped dollar.
    """
    ordinary = rf"[^\\{{}}%&_#$~^<>|{'h' if links else ''}?!\-`'\u0080-\U0010ffff]"
    text = rf"(?:{ordinary}(?![\u0300-\u036f]))+" if marks else f"{ordinary}+"
    letter = r"[^\x00-\x7f][\u0300-\u036f]{0,4}" + (r"|[A-Za-z][\u0300-\u036f]{1,4}" if marks else "")
    command = (
        rf"(?P<brace>\\[{{}}])|(?P<sign>\\[%&_#$ ,;:!/@-])|(?P<url>{ADDRESS})|(?P<verbatim>{VERBATIM})"
        rf"|(?P<macro>\\(?:[A-Za-z]+\*?(?:{OPTIONS})?|[`'^~=.\"]))|(?P<tie>\{{~\}})"
    )
    return re.compile(
        rf"(?P<text>{text})|(?P<letter>{letter})|(?P<link>(?<![A-Za-z0-9]){_LINK})|(?P<math>{MATH})"
        rf"|{command if tex else _DOLLAR_SIGN}|(?P<backslash>\\)|(?P<special>[%&_#$~^<>|])"
        r"|(?P<open>\{)|(?P<close>\})|(?P<ligature>(?<!-)-{2,3}(?!-)|``|''|[?!]`(?!`))|(?P<other>.)",
        re.DOTALL,
    )


_MARKED = re.compile(r"[A-Za-z][\u0300-\u036f]")
_NEEDS_ENCODING = re.compile(r"[\\{}%&_#$~^<>|\u0080-\U0010ffff]|--|``|''|[?!]`|https?://")


def encode(text: str, ascii_only: bool = True) -> TeX:
    r"""Encode Unicode as LaTeX: ``Erdős & Co`` becomes ``Erd{\H{o}}s \& Co``.

    Plain text is escaped, except formulas that LaTeX can typeset. In :class:`~citekit.text.tex_syntax.TeX`, allowed
    commands stay commands; all others become text (:mod:`citekit.text.tex_allowed`). With ``ascii_only`` false, letters
    stay Unicode and only LaTeX's special characters are escaped. Braces of the result are always balanced as BibTeX
    counts them. Encoding is idempotent.
    """
    text = notation_of(text)
    if not _NEEDS_ENCODING.search(text):
        return TeX(text)
    tex = isinstance(text, TeX)
    text = normalized(text)
    quoted = "``" in text
    writer = _TexWriter(ascii_only, quoted, closes=quoted or "“" in text, nests=tex and balanced(text), tex=tex)
    marks = ascii_only and not text.isascii() and _MARKED.search(text) is not None
    for match in _tokens("http" in text, marks, tex).finditer(text):
        writer.write(match)
    result = writer.result()
    return TeX(result) if not tex or passes(result) else escape_all(text)


class _Brace(NamedTuple):
    r"""An open brace of the text: its index in the output, whether it follows a macro, or is written ``\{``."""

    place: int
    after_macro: bool
    escaped: bool

    @property
    def argument(self) -> bool:
        return self.after_macro and not self.escaped


class _TexWriter:
    """The output of one text, with the braces that are still open; ``after_macro`` is whether an argument may follow.

    Braces in arguments stay braces if all braces match (``nests``); only ``tex`` contains commands.
    """

    def __init__(self, ascii_only: bool, quoted: bool, closes: bool, nests: bool, tex: bool) -> None:
        self.tex = tex
        self.ascii_only = ascii_only
        self.quoted = quoted
        self.closes = closes
        self.nests = nests
        self.out: list[str] = []
        self.opened: list[_Brace] = []
        self.arguments = 0
        self.after_macro = False

    def write(self, match: re.Match[str]) -> None:
        kind, piece = match.lastgroup or "text", match.group()
        if kind == "text" and not self.after_macro:
            self.out.append(piece)
            return
        if kind in ("url", "verbatim", "macro") and not self._passes(kind, piece):
            self.out.append(encode(str(piece), self.ascii_only))
            self.after_macro = False
            return
        was_macro, self.after_macro = self.after_macro, kind in ("macro", "verbatim")
        if kind == "open" or piece == "\\{":
            self._open(match, was_macro)
        elif kind == "close" or piece == "\\}":
            self._close(piece, was_macro)
        else:
            if kind == "math":
                sound = passes(piece) if self.tex else is_sound(piece)
                coded = (_formula(piece) if sound else "") or encode(escape_all(piece), self.ascii_only)
            elif kind == "link":
                address = piece.rstrip(".,;:!?'")
                if address.endswith(")") and "(" not in address:
                    address = address.rstrip(")")
                coded = f"\\url{{{address}}}{piece[len(address) :]}"
            elif kind == "ligature" and not self.ascii_only and (piece[0] not in "`'" or self.quoted):
                coded = _OF_LIGATURE[piece]
            elif piece == "”" and self.ascii_only and not self.closes:
                # a lone '' is read as two apostrophes
                coded = "{\\textquotedblright}"
            elif kind == "letter":
                coded = _letter(piece) if self.ascii_only else _SPECIAL.get(piece, piece)
            elif kind == "backslash":
                coded = _BACKSLASH
            else:
                coded = _SPECIAL[piece] if kind == "special" else piece
            if piece in _DASHES and coded != piece and _beside_dashes(match):
                coded = _DASHES[piece]
            self.after_macro |= was_macro and _MAYBE_OPTIONS.fullmatch(coded) is not None
            self.out.append(_apart(coded) if was_macro else coded)

    @staticmethod
    def _passes(kind: str, piece: str) -> bool:
        """Whether a command is allowed, with its argument if that is not LaTeX text."""
        name = _NAME.match(piece)
        return not name or (is_allowed(name[1]) and (kind == "macro" or (balanced(piece) and passes(piece))))

    def _open(self, match: re.Match[str], was_macro: bool) -> None:
        special = self.tex and (self.arguments or _SPECIAL_GROUP.match(match.string, match.end()))
        stays = match.group() == "{" and bool(was_macro or special)
        brace = _Brace(len(self.out), was_macro, match.group() == "\\{")
        self.opened.append(brace)
        self.arguments += brace.argument and self.nests
        self.out.append("{" if stays else _apart(_LEFT) if was_macro else _LEFT)

    def _close(self, piece: str, was_macro: bool) -> None:
        r"""End a brace; printed ones that pair become ``\{…\}``."""
        # an escaped brace that is still open is text, so it cannot be what a plain one ends
        while piece == "}" and self.opened and self.opened[-1].escaped:
            self.opened.pop()
        if not self.opened or (piece == "\\}" and not self.opened[-1].escaped):
            self.out.append(_apart(_RIGHT) if was_macro else _RIGHT)
            return
        brace = self.opened.pop()
        self.arguments -= brace.argument and self.nests
        stays = self.out[brace.place] == "{"
        if not stays:
            self.out[brace.place] = "\\{"
        self.out.append("}" if stays else "\\}")
        self.after_macro = brace.argument and brace.place < len(self.out) - 2

    def result(self) -> str:
        for brace in self.opened:
            self.out[brace.place] = _apart(_LEFT) if brace.after_macro else _LEFT
        return "".join(self.out)


def _beside_dashes(match: re.Match[str]) -> bool:
    """Whether a hyphen or dash is next to a dash, whose own hyphens would then form another dash with it."""
    text, start, end = match.string, match.start(), match.end()
    return text[start - 1 : start] in _STROKES or text[end : end + 1] in _STROKES


_DASHES = {"–": "{\\textendash}", "—": "{\\textemdash}"}
_STROKES = ("-", *_DASHES)


def _apart(coded: str) -> str:
    """Separate a group from the macro before it, so that it is not its argument."""
    return f"{{}}{coded}" if coded.startswith("{") else coded


def _formula(formula: str) -> str:
    """Return a formula whose braces BibTeX can count; empty if they cannot be balanced."""
    if balanced(formula):
        return formula
    named = re.sub(r"\\\{(?=[A-Za-z])", r"\\lbrace ", re.sub(r"\\\}(?=[A-Za-z])", r"\\rbrace ", formula))
    named = named.replace("\\{", "\\lbrace").replace("\\}", "\\rbrace")
    return named if balanced(named) else ""


def _letter(piece: str) -> str:
    r"""Encode one letter and its combining marks in BibTeX's form; characters without a command stay."""
    if piece in _LIGATURES or piece in _SPECIAL:
        return _LIGATURES.get(piece) or _SPECIAL[piece]
    if piece in COMMAND_OF_CHARACTER:
        return f"{{\\{COMMAND_OF_CHARACTER[piece]}}}"
    for cut in range(len(piece), 0, -1):
        coded = _decomposed(piece[:cut])
        if coded:
            return coded + "".join(_letter(c) for c in piece[cut:])
    return piece if len(piece) == 1 else "".join(_letter(c) for c in piece)


def _decomposed(piece: str) -> str:
    parts = normalized(piece, "NFD")
    base, marks = parts[:1], parts[1:]
    while marks and (joined := normalized(base + marks[0])) in COMMAND_OF_CHARACTER:
        base, marks = joined, marks[1:]
    if not marks or any(mark not in COMMAND_OF_ACCENT for mark in marks):
        return ""
    if base in COMMAND_OF_CHARACTER and base.isalpha():
        base = f"\\{COMMAND_OF_CHARACTER[base]}"
    elif not base.isascii() or not base.isalpha():
        return ""
    # 230 is the class of marks above a letter (Unicode, 4.3), which take away the dot of i and j
    elif unicodedata.combining(marks[0]) == 230 and COMMAND_OF_ACCENT[marks[0]] not in _KEEPS_DOT:
        base = _DOTTED.get(base, base)
    coded = base
    for mark in marks:
        command = COMMAND_OF_ACCENT[mark]
        bare = len(coded) == 1 and not command.isalpha()
        coded = f"\\{command}{coded}" if bare else f"\\{command}{{{coded}}}"
    return f"{{{coded}}}"


def balanced(text: str) -> bool:
    """Whether braces match both for BibTeX, which counts ``\\{`` too, and for parsers that do not."""
    if "{" not in text and "}" not in text:  # most values
        return not text.endswith("\\")
    for pattern in (r"[{}]", r"(?<!\\)[{}]"):
        depth = 0
        for match in re.finditer(pattern, text):
            depth += 1 if match.group() == "{" else -1
            if depth < 0:
                return False
        if depth:
            return False
    return not text.endswith("\\")


def escape_all(text: str) -> TeX:
    """Escape every backslash, brace and special character, so that no macro or formula remains."""
    table = {**_SPECIAL, "\\": _BACKSLASH, "{": _LEFT, "}": _RIGHT}
    return TeX("".join(table.get(c, c) for c in text))
