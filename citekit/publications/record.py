"""The record of an item: its fields with the places they were read from, and what was left over."""

from __future__ import annotations

from dataclasses import field

from citekit.publications.items import PUBLICATIONS, Item
from citekit.publications.labeller import Labelled
from citekit.publications.namelist import NameRun
from citekit.publications.phrases import Field, flat
from citekit.records import dataclass


@dataclass(slots=True)
class Record:
    """The parts of one item. ``venue_more`` is what else is printed in the container's place; ``notes`` and ``left_over``
    hold every word that fits no field. ``accessed`` is the day of access as ISO 8601 writes it, ``school`` what is printed as
    such beside the degree of a thesis. ``kind`` is the CSL type of a reference, ``kind_odds`` the chance that it is right."""

    item: Item
    labelled: Labelled
    title: Field | None = None
    authors: NameRun | None = None
    venue: Field | None = None
    venue_tag: Field | None = None
    venue_more: list[Field] = field(default_factory=list)
    series: Field | None = None
    year: Field | None = None
    month: str = ""
    locator: dict[str, Field] = field(default_factory=dict)
    status: Field | None = None
    awards: list[Field] = field(default_factory=list)
    notes: list[Field] = field(default_factory=list)
    editors: NameRun | None = None
    translators: NameRun | None = None
    first_year: Field | None = None
    archive: list[Field] = field(default_factory=list)
    event: Field | None = None
    extent: dict[str, Field] = field(default_factory=dict)
    medium: str = ""
    kind: str = ""
    kind_odds: float = 1.0
    accessed: str = ""
    school: Field | None = None
    place: Field | None = None
    publisher: Field | None = None
    edition: Field | None = None
    links: list[tuple[str, Field]] = field(default_factory=list)
    left_over: list[Field] = field(default_factory=list)
    confidence: float = 0.0

    @property
    def text(self) -> str:
        """The text of the item."""
        return self.item.text.text

    @property
    def transcribed(self) -> bool:
        """Whether the item is a single reference, which is transcribed as it is printed."""
        return self.item.list_key == "lines"

    @property
    def is_reference(self) -> bool:
        """Whether the item is a reference, by itself or in a list of references, and not one of somebody's works."""
        return self.transcribed or self.item.section.is_of_references

    def printed(self, start: int, end: int) -> Field:
        """The item's text from ``start`` to ``end`` as a field, blanks folded."""
        return Field(flat(self.text[start:end]), start, end)

    @property
    def facts(self) -> tuple[object, ...]:
        """What only a publication has, whatever stands around it: no name of a person, a venue or a house is among them."""
        return (self.venue_tag, self.year, self.status, self.editors, self.locator, self.links)

    def left_share(self) -> float:
        """The share of the item's letters that fit no field, notes among them."""
        left = sum(sum(map(str.isalpha, part.value)) for part in (*self.left_over, *self.notes))
        return left / max(1, sum(map(str.isalpha, self.text)))


MOST_LEFT = 0.5
"""The share of letters that may fit no field where there are no people and no heading announces publications."""
FEWEST_SENTENCES, FEWEST_WORDS = 3, 26
"""Sentences and words of what reads like a title without people, and is an abstract."""
SHORTEST_TITLE = 3
"""Letters that a title has at least."""


def _is_located(record: Record) -> bool:
    """Whether people, a container with volume or pages, or an identifier, name a work without its title."""
    if (
        record.venue is not None
        and not record.locator.keys().isdisjoint(("volume", "page"))
        and record.year is not None
    ):
        return True
    return any(name in ("doi", "arxiv") for name, _ in record.links)


def missing(record: Record) -> str:
    """What an item lacks to be a publication, in words: a title, people, or anything else beside it; empty for a publication."""
    title = record.title.value if record.title else ""
    if record.title is None and record.authors is not None and _is_located(record):
        return ""  # many journals of physics, chemistry and astronomy print no titles
    if sum(c.isalnum() for c in title) < SHORTEST_TITLE or len({c for c in title.lower() if c.isalpha()}) < 2:
        return "no title in it"
    if record.authors is None and title.count(". ") + 1 >= FEWEST_SENTENCES and len(title.split()) >= FEWEST_WORDS:
        return "an abstract without people"
    section = record.item.section
    parts = record.facts
    if section.role == PUBLICATIONS:
        parts += (record.venue, record.publisher)  # elsewhere any name may look like one
    elif record.authors is None and record.left_share() > MOST_LEFT:
        return "most of it fits no field"
    several = record.authors is not None and (len(record.authors.names) > 1 or record.authors.score > 0)
    if several or any(parts) or section.latest("year") or section.latest("venue"):
        return ""
    return "a title alone"
