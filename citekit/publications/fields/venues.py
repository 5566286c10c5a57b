"""The container of a record, and what is printed beside it."""

from __future__ import annotations

import re

from citekit.publications.chunks import Chunk
from citekit.publications.container import (
    INTRO,
    container_length,
    strip_year,
    trailing_volume,
    trimmed,
    unbracketed,
)
from citekit.publications.fields.dates import YEAR, year_of
from citekit.publications.fields.imprint import take_imprint
from citekit.publications.fields.stretches import Stretch, venue_stretches
from citekit.publications.record import Field, Record

_FORM = re.compile(
    r"poster|(?:unpublished )?manuscript|draft(?: paper)?|reprint|demo(?:nstration)?|(?:extended )?abstract|short paper|work in progress|late[- ]breaking(?: results?)?|tutorial",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[\W\d]{1,6}")
_DAY_AND_MONTH = re.compile(
    r"(?<![,\s])[,\s]++(?:\d{1,2}\s++)?(?:January|February|March|April|May|June|July|August|September|October|November|December)(?:\s+\d{1,2})?$"
)


def read_venues(record: Record, chunks: list[Chunk], labels: list[str]) -> None:
    """The container is the stretch that reads most like a venue; a short tag elsewhere is kept beside it."""
    stretches = venue_stretches(record, chunks, labels)
    if not stretches:
        return
    stretches = [stretch for stretch in take_imprint(record, stretches) if not _is_number(record, stretch)]
    taken = _take_container(record, stretches)
    for index, stretch in enumerate(stretches):
        if index not in taken:
            _keep_beside(record, stretch)


def _take_container(record: Record, stretches: list[Stretch]) -> set[int]:
    """Read the container from the best stretch; the numbers of the stretches that were read."""
    taken = set()
    for index in sorted(range(len(stretches)), key=lambda i: (-_worth(stretches[i]), i)):
        taken.add(index)
        _container(record, stretches[index].chunks)
        if record.venue is not None or record.publisher is None:
            break  # otherwise it was a publisher's name and place: the container is another stretch
    return taken


def _is_number(record: Record, stretch: Stretch) -> bool:
    """Whether a stretch is but a number, as the last column of a list may have; it is kept as a note."""
    whole = record.printed(stretch.chunks[0].start, stretch.chunks[-1].end)
    if not _NUMBER.fullmatch(whole.value):
        return False
    record.notes.append(whole)
    return True


def _worth(stretch: Stretch) -> float:
    return round(stretch.score, 1) + min(stretch.words, 8) * 0.06


def _keep_beside(record: Record, stretch: Stretch) -> None:
    """Keep a stretch that is not the container: one short name of a venue as its tag, what else there is as more."""
    whole = record.printed(stretch.chunks[0].start, stretch.chunks[-1].end)
    bare = trimmed(INTRO.sub("", whole.value))
    year_of(record, whole)
    other_year = record.year is not None and any(year != record.year.value for year in YEAR.findall(bare))
    cleaned = bare if other_year else strip_year(bare)
    if not cleaned:
        return
    if record.venue_tag is None and stretch.words <= 4 and stretch.score > 0.5:
        record.venue_tag = Field(cleaned, whole.start, whole.end)
    else:
        record.venue_more.append(Field(cleaned, whole.start, whole.end))


def _container(record: Record, chunks: list[Chunk]) -> None:
    """Cut a venue stretch into the container, and publisher, place and dates after it."""
    text = record.text
    while chunks and _FORM.fullmatch(text[chunks[0].start : chunks[0].end].strip(" .,:()")):
        record.notes.append(
            record.printed(chunks[0].start, chunks[0].end)
        )  # "Poster, ACM Student Research Competition"
        chunks = chunks[1:]
    if not chunks:
        return
    last = container_length(text, chunks, "volume" in record.locator)
    if last:
        _name_container(record, record.printed(chunks[0].start, chunks[last - 1].end))
    elif colon := next((i for i, c in enumerate(chunks) if i and c.separator == ":"), 0):
        record.place = record.printed(chunks[0].start, chunks[colon - 1].end)
        record.publisher = record.printed(chunks[colon].start, chunks[-1].end)
        year_of(record, record.publisher)
        return
    for chunk in chunks[last:]:
        piece = record.printed(chunk.start, chunk.end)
        year_of(record, piece)
        cleaned = strip_year(unbracketed(piece.value))
        if cleaned:
            record.venue_more.append(Field(cleaned, piece.start, piece.end))


def _name_container(record: Record, head: Field) -> None:
    """Read the container's name, and the year, the volume and the place that stand in it."""
    year_of(record, head)
    value = strip_year(INTRO.sub("", unbracketed(head.value)), record.transcribed) or strip_year(head.value)
    value, volume = trailing_volume(value, bool(record.locator) or record.year is not None)
    if volume and "volume" not in record.locator:
        record.locator["volume"] = Field(volume, head.end - len(volume), head.end)
    elif volume:
        value = f"{value} {volume}"
    value = _DAY_AND_MONTH.sub("", value)
    if value.count("(") > value.count(")"):
        value, _, place = value.rpartition("(")
        if place.strip():
            record.venue_more.append(Field(place.strip(), head.start, head.end))
    record.venue = Field(trimmed(value), head.start, head.end)
