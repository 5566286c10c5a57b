"""References as lines of letters, in italics or not: those of a document, and those that a style prints."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from functools import cached_property

from citekit.csl.tree import Inline
from citekit.documents.runs import TextStyle
from citekit.extraction.styled import StyledText
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.text.unicode import normalized

_TOKEN = re.compile(r"[^\W_]+|.", re.DOTALL)
_SPACES = re.compile(r"\s+")
BARE_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|\bdoi:\s?)(?=10\.)", re.IGNORECASE)
_SAME = str.maketrans(
    {
        **dict.fromkeys("‘’ʼ`´′", "'"),
        **dict.fromkeys("“”″", '"'),
        **dict.fromkeys("‐‑−\u00ad", "-"),
        **dict.fromkeys("\u00a0\u2009\u202f\u2002\u2003\t\n\x0b", " "),
        **dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", "01234567890123456789", strict=True)),
    }
)
"""Characters that are the same to whoever types a reference: a style prints its own form of them."""
_ALIKE = _SAME | str.maketrans({**dict.fromkeys("–—", "-"), **dict.fromkeys("„«»", '"'), **dict.fromkeys("‚‹›", "'")})
"""Characters that do not distinguish one style from another: dashes, and quotation marks of other languages."""


@dataclass(frozen=True)
class Line:
    """A reference on one line. ``italic`` has a flag for each character; ``places`` are their offsets in the item's text.

    Blanks are folded. ``places`` is empty for what a style prints.
    """

    text: str
    italic: tuple[bool, ...] = ()
    places: tuple[int, ...] = ()

    @classmethod
    def of_item(cls, item: StyledText) -> Line:
        """Return an item of a document as a line."""
        italic = [False] * len(item.text)
        for start, end, run in item.pieces(0, len(item.text)):
            if run.style & TextStyle.ITALIC:
                italic[start:end] = [True] * (end - start)
        return cls._folded(item.text, italic)

    @classmethod
    def of_text(cls, text: str) -> Line:
        """Return a text of which nothing is known to be in italics as a line."""
        return cls._folded(text, [False] * len(text))

    @classmethod
    def of_entry(cls, content: Iterable[Inline]) -> Line:
        """Return an entry that a style prints as a line, without the number that it may have in the margin."""
        letters: list[str] = []
        italic: list[bool] = []

        def walk(parts: Iterable[Inline], slanted: bool) -> None:
            for part in parts:
                if isinstance(part, str):
                    letters.append(part)
                    italic.extend([slanted] * len(part))
                elif (part.kind, part.value) != ("display", "left-margin"):
                    if part.kind == "display":  # a block of its own is set off by a space
                        walk((" ",), False)
                    walk(part.content, part.value == "italic" if part.kind == "font-style" else slanted)

        walk(content, False)
        line = cls._folded("".join(letters), italic)
        return cls(line.text, line.italic)

    @classmethod
    def _folded(cls, text: str, italic: Sequence[bool]) -> Line:
        """Return a text with every span of spaces as one space, and none at its ends."""
        places: list[int] = []
        for place, letter in enumerate(text):
            if not (letter.isspace() and (not places or text[places[-1]].isspace())):
                places.append(place)
        while places and text[places[-1]].isspace():
            places.pop()
        letters = "".join(" " if text[place].isspace() else text[place] for place in places)
        return cls(letters, tuple(italic[place] for place in places), tuple(places))

    def cut(self, start: int) -> Line:
        """Return the line without its first characters."""
        return Line(self.text[start:], self.italic[start:], self.places[start:])

    @cached_property
    def loose(self) -> str:
        """The text by which lines are called the same: without the forms of dashes, quotation marks and links."""
        text = BARE_DOI.sub("", normalized(self.text)).translate(_ALIKE).replace("…", "...")
        return _SPACES.sub(" ", text).strip().removesuffix(".")

    @cached_property
    def tokens(self) -> list[tuple[int, int]]:
        """The words, and each other character, as ranges."""
        return [match.span() for match in _TOKEN.finditer(self.text)]

    def keys(self, with_italics: bool) -> list[str]:
        """Return the tokens in the form in which two lines are compared; words in italics are others than upright ones."""
        return [
            f"{self.text[a:b].translate(_SAME)}{'/' if with_italics and self.italic[a] and self.text[a].isalnum() else ''}"
            for a, b in self.tokens
        ]


def differences(line: Line, printed: Line, with_italics: bool) -> list[tuple[int, int, int, int]]:
    """Return where two lines differ: start and end in the one, start and end in the other, in characters, in order."""
    matcher = SequenceMatcher(None, line.keys(with_italics), printed.keys(with_italics), autojunk=False)
    return [
        (*_range(line, first, stop), *_range(printed, start, end))
        for kind, first, stop, start, end in matcher.get_opcodes()
        if kind != "equal"
    ]


def _range(line: Line, first: int, stop: int) -> tuple[int, int]:
    at = line.tokens[first][0] if first < len(line.tokens) else len(line.text)
    return (at, line.tokens[stop - 1][1]) if stop > first else (at, at)
