"""The record of an item: its fields with the places they were read from, and what was left over."""

from __future__ import annotations

from dataclasses import field

from citekit.extraction.items import HELD, OTHER, PUBLICATIONS, Item
from citekit.extraction.labeller import Labelled
from citekit.extraction.namelist import NameRun
from citekit.extraction.phrases import FieldSpan, flat
from citekit.extraction.recognizers.dates import PrintedDate
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass


@dataclass(slots=True)
class ParsedItem:
    """The parts of one item. ``venue_more`` is what else is printed in the container's place; ``notes`` and ``left_over``
    hold every word that fits no field. ``issued`` is the date that the ``year`` is a part of, where a month or a season is
    beside it. ``accessed`` is the day of access as ISO 8601 writes it, ``school`` what is printed as such next to the degree of
    a thesis. ``kind`` is the CSL type of a reference, ``kind_odds`` the chance that it is right, ``kind_reason`` why it was taken."""

    item: Item
    labelled: Labelled
    title: FieldSpan | None = None
    authors: NameRun | None = None
    venue: FieldSpan | None = None
    venue_tag: FieldSpan | None = None
    venue_more: list[FieldSpan] = field(default_factory=list)
    series: FieldSpan | None = None
    year: FieldSpan | None = None
    issued: PrintedDate | None = None
    locator: dict[str, FieldSpan] = field(default_factory=dict)
    status: FieldSpan | None = None
    awards: list[FieldSpan] = field(default_factory=list)
    notes: list[FieldSpan] = field(default_factory=list)
    editors: NameRun | None = None
    translators: NameRun | None = None
    first_year: FieldSpan | None = None
    archive: list[FieldSpan] = field(default_factory=list)
    event: FieldSpan | None = None
    extent: dict[str, FieldSpan] = field(default_factory=dict)
    medium: str = ""
    kind: str = ""
    kind_odds: float = 1.0
    kind_reason: str = ""
    accessed: str = ""
    school: FieldSpan | None = None
    place: FieldSpan | None = None
    publisher: FieldSpan | None = None
    edition: FieldSpan | None = None
    links: list[tuple[str, FieldSpan]] = field(default_factory=list)
    left_over: list[FieldSpan] = field(default_factory=list)
    confidence: float = 0.0
    of_misread_list: bool = False

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
        """Whether the item is a reference, by itself or in a list of references, and not one of someone's works."""
        return self.transcribed or self.item.section.is_of_references

    def printed(self, start: int, end: int) -> FieldSpan:
        """Return the item's text from ``start`` to ``end`` as a field, spaces folded."""
        return FieldSpan(flat(self.text[start:end]), start, end)

    @property
    def facts(self) -> tuple[object, ...]:
        """What only a publication has, whatever is around it: no name of a person, a venue or a house is among them."""
        return (self.venue_tag, self.year, self.status, self.editors, self.locator, self.links)

    def left_share(self) -> float:
        """Return the share of the item's letters that fit no field, notes among them."""
        left = sum(sum(map(str.isalpha, part.value)) for part in (*self.left_over, *self.notes))
        return left / max(1, sum(map(str.isalpha, self.text)))


DATABASE = re.compile(
    r"proquest|diva\b|portal|repositor|archiv|dissertations|theses|zenodo|researchgate|\bhal\b|ethos|database|library",
    re.IGNORECASE,
)
"""What keeps theses and is not a school."""
MOST_LEFT = 0.5
"""The share of letters that may fit no field if there are no people and no heading announces publications."""
FEWEST_SENTENCES, FEWEST_WORDS = 3, 26
"""Sentences and words of what reads like a title without people, and is an abstract."""
SHORTEST_TITLE = 3
"""Letters that a title has at least."""


def is_located(record: ParsedItem) -> bool:
    """Whether people with a container and volume or pages, a school, or an identifier, name a work without its title."""
    issued_by = record.school or record.publisher
    if issued_by is not None and "genre" in record.locator and record.year is not None:
        return True
    located = not record.locator.keys().isdisjoint(("volume", "page"))
    if record.venue is not None and record.year is not None and located:
        return True
    return any(name in ("doi", "arxiv") for name, _ in record.links)


def missing(record: ParsedItem) -> str:
    """Return what an item lacks to be a publication, in words: a title, people, or anything else next to it; empty
    for a publication.

    What a document cites by a key, and what has people or a year below a heading of references, is one without a title too.
    """
    title = record.title.value if record.title else ""
    if record.title is None and record.authors is not None and is_located(record):
        return ""  # many journals of physics, chemistry and astronomy print no titles
    section = record.item.section
    # If nothing but the list itself looks like references, a title may appear next to the item.
    announced = section.is_of_references and not section.cites
    if record.item.key or (announced and (record.authors or record.editors or record.year)):
        return ""
    if sum(c.isalnum() for c in title) < SHORTEST_TITLE or len({c for c in title.lower() if c.isalpha()}) < 2:
        return "no title in it"
    if record.authors is None and title.count(". ") + 1 >= FEWEST_SENTENCES and len(title.split()) >= FEWEST_WORDS:
        return "an abstract without people"
    parts = record.facts
    # of the heading that states it itself: "Projects" may be below "Publications and theses"
    kinds = next((h.kinds for h in reversed(section.headings) if h.role == OTHER), ()) if section.role == OTHER else ()
    if kinds == ("thesis",):
        return "below a heading of theses that others wrote"
    if kinds and HELD.issuperset(kinds) and not is_located(record):
        return "below a heading of talks or prizes, and without anything that only publications have"
    if section.role == OTHER and not any(parts) and not (section.latest("year") or section.latest("venue")):
        return (
            "below a heading of other things, and without anything that only publications have"  # skills: "Git, GitHub"
        )
    if section.role == PUBLICATIONS:
        parts += (record.venue, record.publisher)  # elsewhere any name may look like one
    elif record.authors is None and record.left_share() > MOST_LEFT:
        return "most of it fits no field"
    several = record.authors is not None and (len(record.authors.names) > 1 or record.authors.score > 0)
    if several or any(parts) or section.latest("year") or section.latest("venue"):
        return ""
    return "a title alone"
