"""The mark of Chinese lists for omitted names: 等 directly after the last name, before the full stop."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.extraction.matches import Atom, FieldKind
from citekit.extraction.styled import StyledText
from citekit.runtime import patterns as re

_MORE = re.compile(r"(?<=[\u3400-\u9fff,，])等(?=\s?[.．。])")
_WITHIN = 120
"""Characters of the beginning of a reference among which its names stand."""


def find(item: StyledText) -> Iterator[Atom]:
    """Yield the sign as a word of its own, which it is not in the text; it gives no value."""
    if match := _MORE.search(item.text, 0, _WITHIN):
        yield Atom(match.start(), match.end(), FieldKind.AUTHORS, "names left out", {}, 3.3, "al")
