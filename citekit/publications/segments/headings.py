"""What a heading says about the items below it: publications, something else, a year, a venue, a kind of work."""

from __future__ import annotations

from citekit import patterns as re
from citekit.publications.phrases import YEAR_TAG, full_year, strip_year
from citekit.publications.segments.shapes import announced, groups_of
from citekit.records import dataclass
from citekit.works.venues import find as find_venue

PUBLICATIONS, OTHER, NEUTRAL = "publications", "other", "neutral"
LONGEST = 9
"""Words of a heading that announces something, at most."""
MOST_WORDS_OF_YEAR = 3
STATUSES = ("under review", "submitted", "in preparation", "in press", "to appear", "forthcoming")
_KINDS_OF_PHRASES = (("preprint", ("working paper", "under review", "in preparation")),)
_YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)")
_ONLY_YEAR = re.compile(
    r"^\W*(?:in\s|year\s)?((?:19|20)\d\d)(?:\s?[-–/&]\s?((?:19|20)?\d\d|present|now|today))?\W*+(?:(?:publications|papers)\W*+)?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading as read: its text and level, its ``role``, and the year, venue, kind of work and status that it states."""

    text: str
    level: int
    role: str
    year: int | None = None
    venue: str = ""
    kind: str = ""
    status: str = ""


def heading_key(text: str) -> str:
    """The letters and digits by which a heading is known that people said something about."""
    return "".join(filter(str.isalnum, text[:200].casefold()))


def read_heading(text: str, level: int) -> Heading:
    """What a heading's text says. The role is ``"neutral"`` where its words say nothing either way."""
    text = " ".join(text.split()).strip(" #*_:-–—.")
    only = _ONLY_YEAR.match(text)
    if only:
        return Heading(text, level, NEUTRAL, None if only[2] else int(only[1]))
    role = announced(text) if len(text.split()) <= LONGEST else NEUTRAL
    folded = text.lower()
    kind = next((kind for kind, phrases in _KINDS_OF_PHRASES if any(p in folded for p in phrases)), "") or groups_of(
        "kinds", text
    )
    venue = strip_year(text) if role == NEUTRAL and find_venue(text) is not None else ""
    printed = YEAR_TAG.search(text) or _YEAR.search(text)
    year = (
        int(full_year(printed[1])) if printed and role == NEUTRAL and len(text.split()) <= MOST_WORDS_OF_YEAR else None
    )
    return Heading(text, level, role, year, venue, kind, next((s for s in STATUSES if s in folded), ""))
