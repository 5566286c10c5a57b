"""Where a bibliography says on which of its pages it cites a reference: "2014. 1, 2, 6"."""

from __future__ import annotations

from collections.abc import Iterator

from citekit import patterns as re
from citekit.publications.atoms import Atom, Part
from citekit.publications.styled import StyledText

_NUMBERS = re.compile(r"(?<=(?:19|20)\d\d\.\s)\d{1,3}(?:,\s\d{1,3}+){0,20}\.?\s{0,3}$")


def find(item: StyledText) -> Iterator[Atom]:
    """The pages of the citing document; they are no locators of the work."""
    if match := _NUMBERS.search(item.text):
        yield Atom(match.start(), match.end(), Part.OTHER, "backrefs", {}, 3.4)
