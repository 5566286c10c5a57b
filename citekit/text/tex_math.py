r"""Conversion of formulas to text with markup: ``$x^2$`` to an italic x with a superscript 2, ``$\pi$`` to π.

Only formulas are converted all of whose commands are known; the others are unchanged.
Sources: the symbols of plain TeX and ``amssymb`` (the Comprehensive LaTeX Symbol List), the mathematical alphanumeric
symbols of the Unicode standard (chapter 22.2).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from citekit.runtime import patterns as re
from citekit.runtime.registry import pairs
from citekit.text.tex_table import FORMULA_CHARACTERS
from citekit.text.unicode import normalized

_LONGEST = 500  # characters of a formula in a title; longer ones stay TeX
_DEEPEST = 8  # nested groups, which TeX writes for accents and fractions; deeper formulas stay TeX


class MathRun(NamedTuple):
    """A run of text of a formula: ``look`` is ``i`` or ``b`` (or empty for upright), ``place`` ``sup`` or ``sub``."""

    text: str
    look: str = ""
    place: str = ""


class _UnknownError(Exception):
    """The formula has an unknown command."""


_TABLES = pairs("citekit.text", "tex_math.tsv")
_RELATIONS, _SIGNS = _TABLES["relations"], {**FORMULA_CHARACTERS, **_TABLES["signs"]}
_SPACES, _LETTERS_OF, _LOOKS, _ACCENTS = (_TABLES[name] for name in ("spaces", "alphabets", "looks", "accents"))
_OF_SIGN = {sign: name for table in (_SIGNS, _RELATIONS) for name, sign in reversed(table.items())}
_FUNCTIONS = frozenset(
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin "
    "sinh sup tan tanh".split()
)
_TEXTS = frozenset({"text", "textrm", "textup", "textbf", "textit", "mbox"})
_SWITCHES = frozenset({"rm", "sf", "bf", "it", "em", "cal"})
_IGNORED = frozenset(
    {"left", "right", "big", "Big", "bigl", "bigr", "Bigl", "Bigr", "displaystyle", "textstyle", "limits"}
)
_ESCAPED = frozenset("$%&#_{}|")
MATH_COMMANDS = frozenset(
    {*_RELATIONS, *_SIGNS, *_FUNCTIONS, *_LETTERS_OF, *_LOOKS, *_ACCENTS, *_IGNORED, "quad", "qquad", "sqrt", "frac"}
)
"""The names of the known commands."""
_SIGN = re.compile(r"\\[A-Za-z]+\s*|\\.|\s+|.", re.DOTALL)


def formula_pieces(formula: str) -> tuple[MathRun, ...]:
    r"""Convert a formula, given with its dollars or ``\(…\)``, to runs of text; empty if it has an unknown command."""
    if len(formula) > _LONGEST:
        return ()
    try:
        reader = _FormulaReader(bare_formula(formula))
        pieces = tuple(reader.until(""))
    except _UnknownError:
        return ()
    made: list[MathRun] = []  # with adjacent runs of one style joined
    for piece in pieces:
        if made and made[-1][1:] == piece[1:]:
            made[-1] = made[-1]._replace(text=made[-1].text + piece.text)
        elif piece.text:
            made.append(piece)
    if made:  # TeX sets the space of a relation between two symbols only: "$\sim$10" has none
        made[0] = made[0]._replace(text=made[0].text.lstrip("\u00a0"))
        made[-1] = made[-1]._replace(text=made[-1].text.rstrip("\u00a0"))
    return tuple(made)


def command_of(letter: str) -> str:
    r"""Return the command for a symbol, a Greek letter or one of a mathematical alphabet: ``\infty`` for ∞; else empty."""
    if letter == "−":
        return "-"
    if letter in _OF_SIGN:
        return f"\\{_OF_SIGN[letter]}"
    words = unicodedata.name(letter, "").removeprefix("MATHEMATICAL ").replace("BLACK-LETTER", "FRAKTUR").split()
    name = next((name for name, alphabet in _LETTERS_OF.items() if words[:1] == [alphabet]), "")
    # the names of Unicode are "BOLD CAPITAL A": alphabet, case, letter
    if not name or len(words) != 3 or len(words[2]) != 1 or words[1] not in ("CAPITAL", "SMALL"):
        return ""
    return f"\\{name}{{{words[2] if words[1] == 'CAPITAL' else words[2].lower()}}}"


def bare_formula(formula: str) -> str:
    r"""Return a formula without the dollars or ``\(…\)`` around it."""
    for opening, closing in (("$$", "$$"), ("$", "$"), ("\\(", "\\)")):
        if formula.startswith(opening) and formula.endswith(closing) and len(formula) >= len(opening + closing):
            return formula[len(opening) : -len(closing)].strip()
    return formula


class _FormulaReader:
    """A formula read from its start; ``look`` is that of letters, or None for the italics of mathematics."""

    def __init__(self, text: str) -> None:
        self.signs: list[str] = _SIGN.findall(text)[::-1]
        self.depth = 0
        self.before = ""

    def until(self, end: str, look: str | None = None) -> Iterator[MathRun]:
        """Yield the runs up to a token, which is consumed; an empty token means the end of the formula."""
        self.depth += 1
        if self.depth > _DEEPEST:
            raise _UnknownError
        while self.signs:
            sign = self.signs.pop()
            if sign == end:
                self.depth -= 1
                return
            name = sign[1:].strip()
            if sign[0] == "\\" and name in _SWITCHES:
                look = _LETTERS_OF.get(name, _LOOKS.get(name))
            else:
                yield from self.atom(sign, look)
                self.before = sign.strip()
        self.depth -= 1
        if end:
            raise _UnknownError

    def argument(self, look: str | None) -> list[MathRun]:
        """Return the runs of the next group or single token."""
        while self.signs and self.signs[-1].isspace():
            self.signs.pop()
        if not self.signs or self.signs[-1] in "^_":
            raise _UnknownError
        return list(self.atom(self.signs.pop(), look))

    def keep_blanks(self) -> None:
        """Print the spaces of the group that follows, as in text."""
        depth = 0
        for place in range(len(self.signs) - 1, -1, -1):
            sign = self.signs[place]
            depth += (sign == "{") - (sign == "}")
            if depth <= 0:
                return
            if sign.isspace():
                self.signs[place] = "\\ "

    def atom(self, sign: str, look: str | None) -> Iterator[MathRun]:
        if sign == "{":
            yield from self.until("}", look)
        elif sign in "^_":
            place = "sup" if sign == "^" else "sub"
            yield from (piece._replace(place=place) for piece in self.argument(look))
        elif sign[0] == "\\":
            yield from self.command(sign[1:].strip() or " ", look)
        elif sign == "'":
            yield MathRun("′")
        elif sign in "=<>":
            yield MathRun(f"\u00a0{sign}\u00a0")
        elif sign in "}&#%$~\\":
            raise _UnknownError
        elif not sign.isspace():
            yield _letter(sign, look)

    def command(self, name: str, look: str | None) -> Iterator[MathRun]:
        if name in _RELATIONS:
            yield MathRun(f"\u00a0{_RELATIONS[name]}\u00a0")
        elif name in _SIGNS:
            yield MathRun(_SIGNS[name])
        elif name in _FUNCTIONS:
            before = "\u202f" if self.before[-1:].isalnum() else ""
            after = "\u202f" if self.signs and (self.signs[-1].isalnum() or self.signs[-1][1:2].isalpha()) else ""
            yield MathRun(before + name + after)
        elif name in _SPACES:
            yield MathRun(_SPACES[name])
        elif name in _ESCAPED:
            yield MathRun("‖" if name == "|" else name)
        elif name in _IGNORED:
            if self.signs and self.signs[-1] == "." and name in ("left", "right"):
                self.signs.pop()
        else:
            yield from self.with_argument(name, look)

    def with_argument(self, name: str, look: str | None) -> Iterator[MathRun]:
        if name in _TEXTS:
            self.keep_blanks()
        if name in _LETTERS_OF or name in _LOOKS:
            yield from self.argument(_LETTERS_OF.get(name, _LOOKS.get(name, "")))
        elif name in _ACCENTS:
            inner = self.argument(look)
            if len(inner) != 1 or len(inner[0].text) != 1:
                raise _UnknownError
            yield inner[0]._replace(text=normalized(inner[0].text + _ACCENTS[name]))
        elif name == "sqrt":
            yield from (MathRun("√"), *_enclosed(self.argument(look)))
        elif name in ("frac", "tfrac", "dfrac"):
            yield from (*_enclosed(self.argument(look)), MathRun("/"), *_enclosed(self.argument(look)))
        else:
            raise _UnknownError


def _letter(sign: str, look: str | None) -> MathRun:
    if sign == "-":
        return MathRun("−")
    if not sign.isalpha():
        return MathRun(sign, "b" if look == "b" else "")
    if look in _LETTERS_OF.values():
        return MathRun(_of_alphabet(sign, look or ""))
    if look is None:
        return MathRun(sign, "i" if sign.isascii() else "")
    return MathRun(sign, look)


@cache
def _of_alphabet(letter: str, alphabet: str) -> str:
    """Return a letter of a mathematical alphabet; some of them are older than their blocks and have other names."""
    older = {"FRAKTUR": "BLACK-LETTER"}.get(alphabet, alphabet)
    size = "CAPITAL" if letter.isupper() else "SMALL"
    for name in (f"MATHEMATICAL {alphabet} {size} {letter.upper()}", f"{older} {size} {letter.upper()}"):
        try:
            return unicodedata.lookup(name)
        except KeyError:
            continue
    raise _UnknownError


def _enclosed(pieces: list[MathRun]) -> list[MathRun]:
    """Add parentheses around more than one character."""
    return pieces if len("".join(piece.text for piece in pieces)) == 1 else [MathRun("("), *pieces, MathRun(")")]
