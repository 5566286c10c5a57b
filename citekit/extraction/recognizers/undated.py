"""What is printed in the place of a date that is not known: "(n.d.)", "(no date)", "(o. J.)", "(s.f.)"."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.extraction.matches import Atom, FieldKind
from citekit.extraction.styled import StyledText
from citekit.runtime import patterns as re

_WORDS = (
    r"n\.\s?d\.?|no\sdate|undated|o\.\s?J\.|ohne\sJahr|o\.\s?D\.|s\.\s?f\.|sin\sfecha|s\.\s?d\.|sans\sdate|sem\sdata|s\.\s?a\.|senza\sdata|z\.\s?j\.|z\.\s?d\."
    r"|b\.\s?d\.|b\.\s?r\.|u\.\s?å\.|t\.\s?y\.|б\.\s?г\.|无日期|無日期"
)
_IN_BRACKETS = re.compile(rf"(?<=[(\[])(?:{_WORDS})(?:\s?-\s?[a-z])?(?=[)\],;])", re.IGNORECASE)
_BETWEEN_STOPS = re.compile(r"(?<=[.,]\s)(?:n\.\s?d|o\.\s?J|s\.\s?f|s\.\s?d)(?=\.(?:-[a-z]\b)?[\s,;:\"“)]|\.$)")
"""Without brackets only the shortest forms are sure, as Chicago style prints them."""
_STANDS_FOR = "2001"
"""What the labeller sees: a year like any other, so that it reads what stands around as in every other reference."""


def find(item: StyledText) -> Iterator[Atom]:
    """Yield the signs of a work without a date; they give no value."""
    for pattern in (_IN_BRACKETS, _BETWEEN_STOPS):
        for match in pattern.finditer(item.text):
            yield Atom(match.start(), match.end(), FieldKind.DATE, "undated", {}, 3.3, _STANDS_FOR)
