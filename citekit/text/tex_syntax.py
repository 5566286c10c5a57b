r"""What decoding and encoding LaTeX must agree on: what a formula is, and which macros hold text that is not LaTeX."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Self, SupportsIndex

from citekit.runtime import patterns as re


def same_kinds(one: str, other: str) -> bool:
    r"""Whether two texts of the same letters say the same: a brace or a backslash is printed in plain text alone.

    >>> same_kinds(TeX(r"\\LaTeX"), r"\\LaTeX"), same_kinds(TeX("Ants"), "Ants")
    (False, True)
    """
    return isinstance(one, TeX) == isinstance(other, TeX) or not _MARKUP.search(one)


def in_kind(text: str, *of: str) -> str:
    """A text that was made of others, as TeX where one of them was."""
    for one in of:
        if isinstance(one, TeX):
            return TeX(text)
    return text


_IN_DOLLARS = r"(?>(?:[^$\\]++|\\.){1,500})"
MATH = (
    rf"\$\${_IN_DOLLARS}\$\$|\$(?![\s$]){_IN_DOLLARS}(?<!\s)\$(?!\d)|\$(?![\s$\d]){_IN_DOLLARS}(?<!\s)\$"
    r"|\\\((?>(?:[^\\]++|\\[^)(]){0,500})\\\)"
)
"""Pattern of an inline formula; a dollar sign beside a blank or between digits is money (much as Pandoc reads it)."""

_MARKUP = re.compile(r"[\\{}]")
"""What plain text prints and TeX acts upon. Other special characters are escaped where TeX is written, in both kinds."""
_PLAIN = re.compile(rf"\\\$|(?P<formula>{MATH})|[\\{{}}]", re.DOTALL)
_COMMAND_OR_TEXT = re.compile(rf"\\[A-Za-z]+|\\.|{MATH}|(?P<text>[^\\$]+)|.", re.DOTALL)


def _printed_sign(match: re.Match[str]) -> str:
    from citekit.text.tex_allowed import is_sound  # which needs the tables of commands, and most texts need none

    sign = match[0]
    if sign == "\\$" or (match["formula"] and is_sound(sign)):
        return sign
    return "".join({"\\": "{\\textbackslash}", "{": "\\{", "}": "\\}"}.get(c, c) for c in sign)


class TypedText(str):
    """A text of a kind that it keeps: what is cut out of it, joined with it or replaced in it is of that kind too.

    Texts of other kinds that are put into it become of its kind, so that they still say what they said: see
    :meth:`taken`. Two things lose the kind, because Python gives a plain ``str`` there: f-strings, and ``join`` of a
    plain separator. Write ``text + " (x)"`` and ``text.join(...)``, or give the result its kind again.
    """

    __slots__ = ()

    @classmethod
    def taken(cls, text: str) -> str:
        """Another text as one of this kind that says the same."""
        return text

    def _alike(self, text: str) -> Self:
        return type(self)(text)

    def __add__(self, other: str) -> Self:
        return self._alike(str.__add__(self, self.taken(other))) if isinstance(other, str) else NotImplemented

    def __radd__(self, other: str) -> Self:
        return self._alike(str.__add__(self.taken(other), self)) if isinstance(other, str) else NotImplemented

    def __mul__(self, count: SupportsIndex) -> Self:
        return self._alike(str.__mul__(self, count))

    __rmul__ = __mul__

    def __getitem__(self, place: SupportsIndex | slice) -> Self:
        return self._alike(str.__getitem__(self, place))

    def __iter__(self) -> Iterator[Self]:
        return (self._alike(character) for character in str.__iter__(self))

    def __mod__(self, values: object) -> Self:
        given = tuple(map(self._given, values)) if isinstance(values, tuple) else self._given(values)
        return self._alike(str.__mod__(self, given))

    def _given(self, value: object) -> object:
        return str(self.taken(value)) if isinstance(value, str) else value

    def format(self, *values: object, **named: object) -> Self:
        """The text with values in its braces, as ``str.format`` puts them there."""
        return self._alike(
            str.format(self, *map(self._given, values), **{name: self._given(value) for name, value in named.items()})
        )

    def join(self, texts: Iterable[str], /) -> Self:
        """Texts with this one between them; plain ones with nothing between them stay plain."""
        pieces = [*texts]
        if not self and not any(isinstance(piece, type(self)) for piece in pieces):
            return str.join(self, pieces)  # type: ignore[return-value]  # re.sub joins the cuttings of a text so
        return self._alike(str.join(self, map(self.taken, pieces)))

    def replace(self, old: str, new: str, /, count: SupportsIndex = -1) -> Self:
        """The text with one part in place of another; ``old`` is looked for as given, else as this kind writes it."""
        sought = old if old in self else self.taken(old)
        return self._alike(str.replace(self, sought, self.taken(new), count))

    def strip(self, characters: str | None = None, /) -> Self:
        """The text without certain characters at its ends, white space where none are named."""
        return self._alike(str.strip(self, characters))

    def lstrip(self, characters: str | None = None, /) -> Self:
        """The text without certain characters at its beginning."""
        return self._alike(str.lstrip(self, characters))

    def rstrip(self, characters: str | None = None, /) -> Self:
        """The text without certain characters at its end."""
        return self._alike(str.rstrip(self, characters))

    def removeprefix(self, prefix: str, /) -> Self:
        """The text without a beginning."""
        return self._alike(str.removeprefix(self, prefix))

    def removesuffix(self, suffix: str, /) -> Self:
        """The text without an ending."""
        return self._alike(str.removesuffix(self, suffix))

    def split(self, sign: str | None = None, most: SupportsIndex = -1) -> list[Self]:  # type: ignore[override]
        """The pieces between a sign, or between white space."""
        return [self._alike(piece) for piece in str.split(self, sign, most)]

    def rsplit(self, sign: str | None = None, most: SupportsIndex = -1) -> list[Self]:  # type: ignore[override]
        """The pieces between a sign, counted from the end."""
        return [self._alike(piece) for piece in str.rsplit(self, sign, most)]

    def splitlines(self, keepends: bool = False) -> list[Self]:  # type: ignore[override]
        """The lines."""
        return [self._alike(piece) for piece in str.splitlines(self, keepends)]

    def partition(self, sign: str, /) -> tuple[Self, Self, Self]:
        """What stands before the first of a sign, the sign, and the rest."""
        before, found, after = str.partition(self, sign)
        return self._alike(before), self._alike(found), self._alike(after)

    def rpartition(self, sign: str, /) -> tuple[Self, Self, Self]:
        """What stands before the last of a sign, the sign, and the rest."""
        before, found, after = str.rpartition(self, sign)
        return self._alike(before), self._alike(found), self._alike(after)

    def _cased(self, change: Callable[[str], str]) -> Self:
        return self._alike(change(str(self)))

    def lower(self) -> Self:
        """The text in small letters."""
        return self._cased(str.lower)

    def upper(self) -> Self:
        """The text in capitals."""
        return self._cased(str.upper)

    def casefold(self) -> Self:
        """The text folded, to be compared without case."""
        return self._cased(str.casefold)

    def title(self) -> Self:
        """The text with a capital in each word."""
        return self._cased(str.title)

    def swapcase(self) -> Self:
        """The text with capitals and small letters exchanged."""
        return self._cased(str.swapcase)

    def capitalize(self) -> Self:
        """The text with its first letter a capital and the others small."""
        small = self.lower()
        return self._alike(small[:1].upper() + small[1:]) if small[:1].isalpha() else small

    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        return type(self), (str(self),)


class TeX(TypedText):
    r"""Text that is LaTeX: a backslash in it begins a command. Any other string is plain text, in which it is a character.

    What BibTeX and LaTeX files hold is TeX; so is what is read from them where commands are left in it that no character
    stands for. Plain text that is joined with it is escaped first. As a string it equals one of the same letters, so that
    it can be compared with what one types; :func:`same_kinds` and the equality of works tell the kinds apart.

    >>> TeX(r"On \texttt{grep} growth").replace("growth", "{decay}")
    'On \\texttt{grep} \\{decay\\}'
    >>> TeX(r"\foo") == r"\foo"
    False
    """

    __slots__ = ()

    @classmethod
    def taken(cls, text: str) -> str:
        r"""Plain text as TeX that prints it: ``a\b`` becomes ``a{\textbackslash}b``; formulas stay."""
        return text if isinstance(text, TeX) or not _MARKUP.search(text) else _PLAIN.sub(_printed_sign, text)

    def _cased(self, change: Callable[[str], str]) -> TeX:
        """Commands and formulas have the letters that they have."""
        return TeX(_COMMAND_OR_TEXT.sub(lambda found: change(found[0]) if found["text"] else found[0], str(self)))


NOCASE = '<span class="nocase">'
SMALL_CAPS = '<span style="font-variant:small-caps;">'

IN_BRACES = r"(?>(?:[^{}]|\{[^{}]*\})*)"
"""Pattern of what stands in braces, with braces in it that hold no more of them."""
OPTIONS = r"(?>(?:[ \t\r\n]*\[[^][{}\\$]{0,200}\])*)[ \t\r\n]*+(?=\{)"
"""Pattern of what may stand between a macro and its argument: blanks and optional arguments."""
VERBATIM = (
    r"\\(?:href|doi|[a-z]{0,10}cite[a-z]{0,10}|(?:eq|page|auto|c)?ref|label)\*?\s*\{" + IN_BRACES + r"\}"
    r"|\\verb\*?(?P<bar>[^A-Za-z\s*]).{0,500}?(?P=bar)"
)
r"""Pattern of a macro whose argument is no LaTeX text and stays as it is: ``\href{…}``, ``\cite{…}``, ``\verb|…|``."""
ADDRESS = r"\\(?:url|nolinkurl|path)\s*\{(?P<address>" + IN_BRACES + r")\}"
r"""Pattern of a macro that prints an address: ``\url{…}``."""

_LIKE_LATEX = re.compile(r"[\\$^]|--|``|''|[?!]`")
_ESCAPE = re.compile(r"\\([_%&#$~{}])")


def plain_address(address: str) -> str:
    r"""An address without the backslashes that people put into it; empty where it would be taken for LaTeX as text."""
    bare = _ESCAPE.sub(r"\1", address)
    return "" if _LIKE_LATEX.search(bare) or bare != bare.strip() else bare
