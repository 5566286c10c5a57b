r"""Definitions shared by decoding and encoding of LaTeX: text kinds, formulas, and macros with verbatim arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Self, SupportsIndex

from citekit.runtime import patterns as re


def same_kinds(one: str, other: str) -> bool:
    r"""Whether two texts of the same letters have the same meaning: only plain text prints a brace or a backslash.

    >>> same_kinds(TeX(r"\\LaTeX"), r"\\LaTeX"), same_kinds(TeX("Ants"), "Ants")
    (False, True)
    """
    return isinstance(one, TeX) == isinstance(other, TeX) or not _MARKUP.search(one)


def notation_of(text: str) -> str:
    """Return a text in CSL's notation, also if it is a :class:`~citekit.text.value.Text`, whose letters are not in it.

    Every function that takes this notation begins with it: letters like ``<b>`` would become markup else.
    """
    return text if type(text) is str else getattr(text, "notation", text)


def in_kind(text: str, *of: str) -> str:
    """Make a text that was derived from others TeX if one of them is."""
    for one in of:
        if isinstance(one, TeX):
            return TeX(text)
    return text


_IN_DOLLARS = r"(?>(?:[^$\\]++|\\.){1,500})"
MATH = (
    rf"\$\${_IN_DOLLARS}\$\$|\$(?![\s$]){_IN_DOLLARS}(?<!\s)\$(?!\d)|\$(?![\s$\d]){_IN_DOLLARS}(?<!\s)\$"
    r"|\\\((?>(?:[^\\]++|\\[^)(]){0,500})\\\)"
)
"""Pattern of an inline formula; as in Pandoc, a dollar next to whitespace or between digits is money."""

_MARKUP = re.compile(r"[\\{}]")
"""Characters that plain text prints and TeX interprets. Other special characters are escaped in both kinds of text."""
_PLAIN = re.compile(rf"\\\$|(?P<formula>{MATH})|[\\{{}}]", re.DOTALL)
_COMMAND_OR_TEXT = re.compile(rf"\\[A-Za-z]+|\\.|{MATH}|(?P<text>[^\\$]+)|.", re.DOTALL)


def _printed_sign(match: re.Match[str]) -> str:
    from citekit.text.tex_allowed import is_sound  # which needs the tables of commands, and most texts need none

    sign = match[0]
    if sign == "\\$" or (match["formula"] and is_sound(sign)):
        return sign
    return "".join({"\\": "{\\textbackslash}", "{": "\\{", "}": "\\}"}.get(c, c) for c in sign)


class TypedText(str):
    """A string subclass whose methods return the same class: slices, concatenations and replacements.

    Strings of other classes that are inserted into it are converted so that they print the same: see :meth:`taken`. Two
    operations lose the class, because Python returns a plain ``str``: f-strings, and ``join`` of a plain separator.
    Write ``text + " (x)"`` and ``text.join(...)``, or convert the result again.
    """

    __slots__ = ()

    @classmethod
    def taken(cls, text: str) -> str:
        """Convert another text to this class, so that it prints the same."""
        return text

    def _same_kind(self, text: str) -> Self:
        return type(self)(text)

    def __add__(self, other: str) -> Self:
        return self._same_kind(str.__add__(self, self.taken(other))) if isinstance(other, str) else NotImplemented

    def __radd__(self, other: str) -> Self:
        return self._same_kind(str.__add__(self.taken(other), self)) if isinstance(other, str) else NotImplemented

    def __mul__(self, count: SupportsIndex) -> Self:
        return self._same_kind(str.__mul__(self, count))

    __rmul__ = __mul__

    def __getitem__(self, place: SupportsIndex | slice) -> Self:
        return self._same_kind(str.__getitem__(self, place))

    def __iter__(self) -> Iterator[Self]:
        return (self._same_kind(character) for character in str.__iter__(self))

    def __mod__(self, values: object) -> Self:
        given = tuple(map(self._given, values)) if isinstance(values, tuple) else self._given(values)
        return self._same_kind(str.__mod__(self, given))

    def _given(self, value: object) -> object:
        return str(self.taken(value)) if isinstance(value, str) else value

    def format(self, *values: object, **named: object) -> Self:
        """Insert values, as ``str.format`` does."""
        return self._same_kind(
            str.format(self, *map(self._given, values), **{name: self._given(value) for name, value in named.items()})
        )

    def join(self, texts: Iterable[str], /) -> Self:
        """Join texts with this one between them; plain texts joined by an empty one stay plain."""
        pieces = [*texts]
        if not self and not any(isinstance(piece, type(self)) for piece in pieces):
            return str.join(self, pieces)  # type: ignore[return-value]  # re.sub joins the cuttings of a text so
        return self._same_kind(str.join(self, map(self.taken, pieces)))

    def replace(self, old: str, new: str, /, count: SupportsIndex = -1) -> Self:
        """Replace a part; ``old`` is searched for as given, else as converted to this class."""
        sought = old if old in self else self.taken(old)
        return self._same_kind(str.replace(self, sought, self.taken(new), count))

    def strip(self, characters: str | None = None, /) -> Self:
        """Remove characters at both ends, by default whitespace."""
        return self._same_kind(str.strip(self, characters))

    def lstrip(self, characters: str | None = None, /) -> Self:
        """Remove characters at the beginning."""
        return self._same_kind(str.lstrip(self, characters))

    def rstrip(self, characters: str | None = None, /) -> Self:
        """Remove characters at the end."""
        return self._same_kind(str.rstrip(self, characters))

    def removeprefix(self, prefix: str, /) -> Self:
        """Remove a prefix."""
        return self._same_kind(str.removeprefix(self, prefix))

    def removesuffix(self, suffix: str, /) -> Self:
        """Remove a suffix."""
        return self._same_kind(str.removesuffix(self, suffix))

    def split(self, sign: str | None = None, most: SupportsIndex = -1) -> list[Self]:  # type: ignore[override]
        """Split at a separator, by default at whitespace."""
        return [self._same_kind(piece) for piece in str.split(self, sign, most)]

    def rsplit(self, sign: str | None = None, most: SupportsIndex = -1) -> list[Self]:  # type: ignore[override]
        """Split at a separator, counted from the end."""
        return [self._same_kind(piece) for piece in str.rsplit(self, sign, most)]

    def splitlines(self, keepends: bool = False) -> list[Self]:  # type: ignore[override]
        """Split into lines."""
        return [self._same_kind(piece) for piece in str.splitlines(self, keepends)]

    def partition(self, sign: str, /) -> tuple[Self, Self, Self]:
        """Split at the first occurrence of a separator: the text before it, the separator, and the rest."""
        before, found, after = str.partition(self, sign)
        return self._same_kind(before), self._same_kind(found), self._same_kind(after)

    def rpartition(self, sign: str, /) -> tuple[Self, Self, Self]:
        """Split at the last occurrence of a separator: the text before it, the separator, and the rest."""
        before, found, after = str.rpartition(self, sign)
        return self._same_kind(before), self._same_kind(found), self._same_kind(after)

    def _cased(self, change: Callable[[str], str]) -> Self:
        return self._same_kind(change(str(self)))

    def lower(self) -> Self:
        """Return the text in lowercase."""
        return self._cased(str.lower)

    def upper(self) -> Self:
        """Return the text in capitals."""
        return self._cased(str.upper)

    def casefold(self) -> Self:
        """Return the case-folded text."""
        return self._cased(str.casefold)

    def title(self) -> Self:
        """Return the text with a capital in each word."""
        return self._cased(str.title)

    def swapcase(self) -> Self:
        """Return the text with upper and lower case exchanged."""
        return self._cased(str.swapcase)

    def capitalize(self) -> Self:
        """Return the text with a capital first letter and the others in lowercase."""
        small = self.lower()
        return self._same_kind(small[:1].upper() + small[1:]) if small[:1].isalpha() else small

    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        return type(self), (str(self),)


class TeX(TypedText):
    r"""Text that is LaTeX: a backslash in it begins a command. Any other string is plain text, in which it is a character.

    The values of BibTeX and LaTeX files are TeX; so are decoded values with commands that no character corresponds to.
    Plain text that is joined with it is escaped first. As a string it equals a plain one with the same letters, so that it
    can be compared with literals; :func:`same_kinds` and the equality of works distinguish the kinds.

    >>> TeX(r"On \texttt{grep} growth").replace("growth", "{decay}")
    'On \\texttt{grep} \\{decay\\}'
    >>> TeX(r"\foo") == r"\foo", same_kinds(TeX(r"\foo"), r"\foo")
    (True, False)
    """

    __slots__ = ()

    @classmethod
    def taken(cls, text: str) -> str:
        r"""Plain text as TeX that prints it: ``a\b`` becomes ``a{\textbackslash}b``; formulas stay."""
        return text if isinstance(text, TeX) or not _MARKUP.search(text) else _PLAIN.sub(_printed_sign, text)

    def _cased(self, change: Callable[[str], str]) -> TeX:
        """Change the case of text only, not of commands and formulas."""
        return TeX(_COMMAND_OR_TEXT.sub(lambda found: change(found[0]) if found["text"] else found[0], str(self)))


NOCASE = '<span class="nocase">'
SMALL_CAPS = '<span style="font-variant:small-caps;">'

IN_BRACES = r"(?>(?:[^{}]|\{[^{}]*\})*)"
"""Pattern of the content of braces, with one level of braces in it."""
OPTIONS = r"(?>(?:[ \t\r\n]*\[[^][{}\\$]{0,200}\])*)[ \t\r\n]*+(?=\{)"
"""Pattern of the text between a macro and its argument: whitespace and optional arguments."""
VERBATIM = (
    r"\\(?:href|doi|[a-z]{0,10}cite[a-z]{0,10}|(?:eq|page|auto|c)?ref|label)\*?\s*\{" + IN_BRACES + r"\}"
    r"|\\verb\*?(?P<bar>[^A-Za-z\s*]).{0,500}?(?P=bar)"
)
r"""Pattern of a macro whose argument is not LaTeX text and does not change: ``\href{…}``, ``\cite{…}``, ``\verb|…|``."""
ADDRESS = r"\\(?:url|nolinkurl|path)\s*\{(?P<address>" + IN_BRACES + r")\}"
r"""Pattern of a macro that prints a URL: ``\url{…}``."""

_LIKE_LATEX = re.compile(r"[\\$^]|--|``|''|[?!]`")
_ESCAPE = re.compile(r"\\([_%&#$~{}])")


def plain_address(address: str) -> str:
    r"""Return a URL without the backslashes in it; empty if it would be parsed as LaTeX when it is text."""
    bare = _ESCAPE.sub(r"\1", address)
    return "" if _LIKE_LATEX.search(bare) or bare != bare.strip() else bare


_SPACED = r"\$(?!\d)(?=[^$]*+\$)(?=[^$]*[\\^_])(?>(?:[^$\\]++|\\.){1,500})\$"
FORMULA = rf"{MATH}|{_SPACED}"
"""Pattern of a formula; spaces next to its dollar signs are allowed if it contains a macro or a script."""
_FORMULAS = re.compile(FORMULA, re.DOTALL)
_SCRIPT = re.compile(
    r"\$\s*(?:\{\})?(?P<place>[\^_])\s*(?:(?P<sign>[0-9+*-])|\{\s*+(?P<figures>[0-9+*.,()/ -]++|st|nd|rd|th)\}"
    r"|\{?\\(?:mathrm|text|textrm)\s*\{(?P<upright>[A-Za-z0-9+*.,()/ -]+)\}\}?|\{\\rm (?P<roman>[A-Za-z0-9]+)\}"
    r"|(?P<degree>\{\s*\\circ\s*\}|\\circ))\s*\$"
)


def formula_places(text: str) -> list[tuple[int, int]]:
    """Return the spans of the formulas of a text."""
    return [match.span() for match in _FORMULAS.finditer(text)]


def script(formula: str) -> str:
    r"""Convert a formula that is a single superscript or subscript to rich text: ``$^{-3}$``, ``$_2$``, ``$^\circ$``.

    Returns an empty string for any other formula.
    """
    match = _SCRIPT.fullmatch(formula)
    if not match or (match["degree"] and match["place"] == "_"):
        return ""
    if match["degree"]:
        return "°"
    shown = next(filter(None, match.group("sign", "figures", "upright", "roman"))).strip()
    tag = "sup" if match["place"] == "^" else "sub"
    return f"<{tag}>{shown if match['upright'] else shown.replace('-', '−')}</{tag}>"


def trimmed(formula: str) -> str:
    """Remove the spaces next to the dollar signs of a formula, which LaTeX ignores, and which make it look like money."""
    inner = formula.strip("$").strip()
    return f"${inner}$" if formula[1:2] != "$" and inner and formula[0] == "$" and inner[-1] != "\\" else formula
