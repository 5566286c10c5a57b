r"""Rewriting of LaTeX text in place: letters as Unicode or as commands, special characters, braces.

Unlike :mod:`citekit.text.tex_encode`, which converts a whole text to another notation, this changes only what is
selected. The decoded text (:func:`~citekit.text.tex_decode.decode`) is the same afterwards; if it would not be, the text
is not changed. Formulas, URLs and the arguments of ``\href``, ``\cite`` and similar commands are never changed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from citekit.formats.bibtex.blocks import Tokens
from citekit.runtime import patterns as re
from citekit.text.tex_decode import decode
from citekit.text.tex_encode import balanced, encode
from citekit.text.tex_syntax import ADDRESS, MATH, OPTIONS, VERBATIM
from citekit.text.tex_table import ACCENTS, CHARACTERS

_SKIPPED = rf"(?P<skipped>{MATH}|{ADDRESS}|{VERBATIM})"
# a command of letters with its options, or of one other character (\%, \')
_MACRO = rf"(?P<macro>\\[A-Za-z]+\*?(?:{OPTIONS})?)|(?P<sign>\\.)"
# a non-ASCII letter, or an ASCII letter with combining accents
_NOT_ASCII = re.compile(
    rf"{_SKIPPED}|(?P<letter>[A-Za-z][\u0300-\u036f]{{1,4}}|[^\x00-\x7f][\u0300-\u036f]{{0,4}})|\\.", re.DOTALL
)
_SPECIAL = re.compile(rf"{_SKIPPED}|\\.|(?P<special>[&%#_$])", re.DOTALL)
_BRACES = re.compile(
    rf"{_SKIPPED}|{_MACRO}|(?P<tie>\{{~\}})|(?P<open>\{{)|(?P<close>\}})|(?P<blank>[ \t\r\n]+)|(?P<other>.)", re.DOTALL
)


def _one_of(commands: list[str]) -> str:
    return "|".join(sorted(map(re.escape, commands), key=len, reverse=True))


def _letter_pattern() -> str:
    r"""Build the pattern of a command that prints one letter or symbol: ``\'e``, ``\H{o}``, ``\'{\^e}``, ``\ss``."""
    signs = "".join(re.escape(command) for command in ACCENTS if not command.isalpha())
    words = _one_of([command for command in ACCENTS if command.isalpha()])
    named = _one_of([word for word, char in CHARACTERS.items() if not char.isascii() and not char.isspace()])
    accent = rf"(?:\\[{signs}][ ]*|\\(?:{words})(?![A-Za-z])[ ]*)"
    plain = r"(?:[A-Za-z]|[^\x00-\x7f]|\\[ij](?![A-Za-z]))"
    once = rf"{accent}(?:{plain}|\{{{plain}\}})"
    return rf"{accent}(?:{once}|\{{{once}\}})|{once}|\\(?:{named})(?![A-Za-z])"


_LETTER = _letter_pattern()
_COMMANDS = re.compile(
    rf"{_SKIPPED}|(?P<group>\{{(?:{_LETTER})\}})|(?P<bare>(?<!\{{)(?:{_LETTER})(?:\{{\}}|(?<=[A-Za-z])[ ]+)?)"
    rf"|{_MACRO}|(?P<open>\{{)|(?P<close>\}})|(?P<blank>[ \t\r\n]+)|(?P<other>.)",
    re.DOTALL,
)

Rewriter = Callable[[str], str]


def _saying_the_same(rewrite: Rewriter) -> Rewriter:
    """Make a rewriter return its argument if the decoded text or the balance of braces would change."""

    @wraps(rewrite)
    def guarded(text: str) -> str:
        made = rewrite(text)
        return made if made == text or (decode(made) == decode(text) and balanced(made) >= balanced(text)) else text

    return guarded


@_saying_the_same
def in_ascii(text: str) -> str:
    r"""Replace non-ASCII letters by commands in BibTeX's form, ``É`` by ``{\'E}``; those without a command stay."""
    if text.isascii():
        return text
    return _NOT_ASCII.sub(lambda match: encode(match[0]) if match["letter"] else match[0], text)


@_saying_the_same
def in_unicode(text: str) -> str:
    r"""Replace commands that print one letter or symbol by it, ``{\'E}`` by ``É``; protecting braces stay."""
    return _Groups(text).with_letters() if "\\" in text else text


@_saying_the_same
def escaped(text: str) -> str:
    r"""Put a backslash before the characters ``& % # _ $`` where LaTeX would not print them."""
    return _SPECIAL.sub(lambda match: f"\\{match[0]}" if match["special"] else match[0], text)


@_saying_the_same
def brace_free(text: str) -> str:
    """Remove the braces that only group; those of arguments of commands and accents stay."""
    return _Groups(text).without_braces() if "{" in text else text


def unwrapped(text: str) -> str:
    """Remove braces around the whole text, except those of an accent."""
    bare = text.strip(" \t\r\n")
    if not bare.startswith("{") or not bare.endswith("}"):
        return text
    tokens = Tokens(bare, "bibtex")
    tokens.match_all()
    depth = 0
    while _encloses(tokens, depth):
        depth += 1
    return bare[depth : len(bare) - depth] if depth else text


def enclosed(text: str) -> str:
    r"""Put braces around the whole text; two pairs if it begins with a command, as one pair would be an accent's group."""
    if _encloses(Tokens(text, "bibtex"), 0):
        return text
    return f"{{{{{text}}}}}" if text.startswith("\\") else f"{{{text}}}"


def _encloses(tokens: Tokens, depth: int) -> bool:
    """Whether the brace at ``depth`` is closed at the same distance from the end, and is not that of an accent."""
    text = tokens.text
    return (
        text.startswith("{", depth)
        and not text.startswith("\\", depth + 1)
        and tokens.closing(depth) == len(text) - 1 - depth
    )


class _Groups:
    """One pass over a text, which tracks the braces that contain arguments of commands."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.arguments: list[bool] = []
        self.needed: list[bool] = []
        self.after_macro = False

    def with_letters(self) -> str:
        out = []
        for match in _COMMANDS.finditer(self.text):
            piece, kind = match[0], match.lastgroup
            if match["group"]:
                letter = _letter(piece)
                out.append(f"{{{letter}}}" if self.after_macro and letter != piece else letter)
                self.after_macro = False
            elif match["bare"]:
                out.append(_letter(piece))
                self.after_macro = False
            else:
                out.append(piece)
                self._note(kind)
        return "".join(out)

    def without_braces(self) -> str:
        out = []
        for match in _BRACES.finditer(self.text):
            piece, kind = match[0], match.lastgroup
            if kind == "open":
                special = self.text.startswith("\\", match.end())
                self.needed.append(self.after_macro or special or (bool(self.needed) and self.needed[-1]))
            needed = self.needed[-1] if kind in ("open", "close") and self.needed else True
            if kind == "close" and self.needed:
                self.needed.pop()
            if needed:
                out.append(piece)
            self._note(kind)
        return "".join(out)

    def _note(self, kind: str | None) -> None:
        """Record whether an argument can follow."""
        if kind == "open":
            self.arguments.append(self.after_macro)
            self.after_macro = False
        elif kind == "close":
            self.after_macro = self.arguments.pop() if self.arguments else False
        elif kind != "blank":
            self.after_macro = kind in ("macro", "sign", "skipped", "address", "bar")


def _letter(command: str) -> str:
    """Return the one letter that a command prints, or the command."""
    letter = decode(command)
    # at most three characters: a letter with up to two combining accents
    one = len(letter) <= 3 and not letter.isascii() and not set(letter) & set("\\{}") and not letter.isspace()
    return letter if one else command
