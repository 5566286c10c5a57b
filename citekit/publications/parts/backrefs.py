"""Where a bibliography says on which pages it cites a reference: "2014. 1, 2, 6", "[Cited on pages 12 and 14]"; and how often it is cited."""

from __future__ import annotations

from collections.abc import Iterator

from citekit import patterns as re
from citekit.publications.atoms import Atom, Part
from citekit.publications.styled import StyledText

_NUMBERS = re.compile(r"(?<=(?:19|20)\d\d\.\s)\d{1,3}(?:,\s\d{1,3}+){0,20}\.?\s{0,3}$")
_CITED = re.compile(r"[(\[](?:cited|cit\.|see) (?:on|at|in)? ?p(?:ages?|p?\.)[^()\[\]]{1,60}[)\]]\.?", re.IGNORECASE)
_COUNT = re.compile(r"(?<=[\n\x0b])\d{1,5} citations?\.?(?=\s{0,3}(?:$|[\n\x0b]))", re.IGNORECASE)


def find(item: StyledText) -> Iterator[Atom]:
    """The pages of the citing document; they are no locators of the work."""
    text = item.text
    for pattern in (_NUMBERS, _CITED, _COUNT):
        match = pattern.search(text)
        if match:
            yield Atom(match.start(), match.end(), Part.OTHER, "backrefs", {}, 3.4)
