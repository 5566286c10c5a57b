"""What belongs to names: the mark of Chinese lists for omitted ones, 等 directly after the last name, before the full stop; and
ordinals behind initials, "Adams JR 3rd, Post T", the suffix III of a name, as MEDLINE prints it.

Source: Citing Medicine (NLM), chapter 1, "Family designations of rank in author names".
"""

from __future__ import annotations

from collections.abc import Iterator

from citekit.extraction.lexer import Atom, FieldKind
from citekit.extraction.styled import StyledText
from citekit.runtime import patterns as re

_MORE = re.compile(r"(?<=[\u3400-\u9fff,，])等(?=\s?[.．。])")
_WITHIN = 120
"""Characters of the beginning of a reference among which its names stand."""
_ORDINAL = re.compile(r"(?:(?<=[a-z] [A-Z] )|(?<=[a-z] [A-Z][A-Z] ))(?P<ordinal>2nd|3rd|4th)(?=[,.;])")
"""Behind a family name and one or two initials; a title has no initials before its "3rd"."""
_STANDS_FOR = {"2nd": "II", "3rd": "III", "4th": "IV"}


def find(item: StyledText) -> Iterator[Atom]:
    """Yield the marks of omitted names and the ordinals of generations."""
    yield from omitted_names(item)
    yield from generations(item)


def omitted_names(item: StyledText) -> Iterator[Atom]:
    """Yield the sign as a word of its own, which it is not in the text; it gives no value."""
    if match := _MORE.search(item.text, 0, _WITHIN):
        yield Atom(match.start(), match.end(), FieldKind.AUTHORS, "names left out", {}, 3.3, "al")


def generations(item: StyledText) -> Iterator[Atom]:
    """Yield the ordinals, each one word; the labeller sees the suffix that it knows."""
    for match in _ORDINAL.finditer(item.text) if any(map(item.text.__contains__, _STANDS_FOR)) else ():
        stands = _STANDS_FOR[match["ordinal"]]
        yield Atom(match.start(), match.end(), FieldKind.AUTHORS, "generation", {}, 3.3, stands)
