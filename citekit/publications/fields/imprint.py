"""The publisher and the place of a record: after the container, and in its stead."""

from __future__ import annotations

import re

from citekit.documents.model import Style
from citekit.publications.chunks import Chunk
from citekit.publications.container import (
    INTRO,
    follows_in,
    imprint_start,
    is_announced,
    strip_year,
    trimmed,
    unbracketed,
)
from citekit.publications.fields.dates import year_of
from citekit.publications.fields.stretches import Stretch
from citekit.publications.fields.titles import is_quoted
from citekit.publications.places import is_publisher
from citekit.publications.record import Field, Record
from citekit.works.venues import looks_like_venue

_LETTERED = re.compile(
    r"(?:Phys\.? ?Rev|Phys\.? ?Lett|Nucl\.? ?Phys|J\.? ?Phys|Z\.? ?Phys|Physica|Mod\.? ?Phys\.? ?Lett|Int\.? ?J\.? ?Mod\.? ?Phys|Eur\.? ?Phys\.? ?J)\.?$"
)
_PERIODICAL = re.compile(
    r"\b(?:week|weekly|post|times|globe|today|quarterly|magazine|news|newspaper|daily|herald|tribune|guardian|journal|encyclop\w+|dictionary|"
    r"research|science|sciences|studies|psych\w+|medicine|\w+ology|\w+ics|bulletin|proceedings|review|insider|blog)\b|&",
    re.IGNORECASE,
)
_HOUSE = re.compile(r"\b(?:press|publish\w*|verlag)\b", re.IGNORECASE)
_BODY = re.compile(
    r"^(?:the )?(?:(?:[\w.&-]++ ){0,4}(?:academy|association|bank|board|bureau|center|centre|college|commission|council|department|foundation|institute?|institution|"
    r"ministry|office|school|society|trust|universit\w+))(?: (?:of|for|on|and|de|für|der) [\w., &’'-]{2,60})?$",
    re.IGNORECASE,
)
"""A body that publishes: "Federal Reserve Bank of St. Louis"."""
_DEGREE = re.compile(
    r"\b(?:thesis|dissertation|report|thèse|tesis|diplom\w*|arbeit|manuscript|preprint)\b", re.IGNORECASE
)


def take_imprint(record: Record, stretches: list[Stretch]) -> list[Stretch]:
    """The stretches without the publisher and the place that end the last of them, which the record keeps."""
    text = record.text
    last = stretches[-1]
    begin = last.chunks[0].start
    announced = is_announced(text, begin) or INTRO.match(text[begin:]) is not None or _follows_editors(record, begin)
    alone = len(stretches) == 1 and not record.locator and not announced
    if not record.transcribed or (len(stretches) == 1 and not announced and not alone):
        return stretches
    first, colon = imprint_start(text, last.chunks, alone)
    count = len(last.chunks)
    if first == count or (first == 0 and len(stretches) == 1 and colon == count):
        return stretches
    pieces = last.chunks[first:]
    if colon < count:
        record.place = record.printed(pieces[0].start, last.chunks[colon - 1].end)
        record.publisher = record.printed(last.chunks[colon].start, pieces[-1].end)
    else:
        _tell_house_from_towns(record, pieces)
    for found in (record.place, record.publisher):
        if found is not None:
            year_of(record, found)
            found.value = strip_year(unbracketed(found.value))
    if not first:
        return stretches[:-1]
    if alone and last.score < 0.45 and not _is_slanted(record, last.chunks[0].start, last.chunks[first - 1].end):
        record.venue_more.append(record.printed(last.chunks[0].start, last.chunks[first - 1].end))
        return stretches[:-1]
    return [*stretches[:-1], Stretch(last.chunks[:first], last.score, last.words)]


def _follows_editors(record: Record, begin: int) -> bool:
    """Whether "In" and a list of editors stand right before a place."""
    text = record.text
    for chunk in record.labelled.chunked.chunks:
        if chunk.atom is not None and chunk.atom.kind == "editors" and not text[chunk.end : begin].strip(" .,:;()"):
            return text[chunk.start : chunk.start + 3].lower() in ("in ", "in:")
    return False


def _is_slanted(record: Record, start: int, end: int) -> bool:
    return record.item.text.share(start, end, Style.ITALIC | Style.UNDERLINE) > 0.6


def _tell_house_from_towns(record: Record, pieces: list[Chunk]) -> None:
    """Tell the publisher's name from the places around it: "Springer, New York", "Cambridge, MA, MIT Press"."""
    text = record.text
    house = next(i for i, c in enumerate(pieces) if is_publisher(trimmed(text[c.start : c.end])))
    record.publisher = record.printed(pieces[house].start, pieces[house].end)
    towns = pieces[:house] or pieces[house + 1 :]
    if towns:
        record.place = record.printed(towns[0].start, towns[-1].end)
    if pieces[:house] and pieces[house + 1 :]:
        record.venue_more.append(record.printed(pieces[house + 1].start, pieces[-1].end))


def settle_publisher(record: Record) -> None:
    """Tell a publisher from a container where only the whole record can, and give a journal's section letter back to it."""
    _return_letter(record)
    if not record.transcribed or record.venue is None or record.venue_tag or record.title is None:
        return
    venue = record.venue
    if record.publisher is None and (_is_house(record, venue) if record.locator else _is_bare_house(record, venue)):
        record.publisher, record.venue = venue, None


def _return_letter(record: Record) -> None:
    """Give the section letter before a volume to the journal: "Phys. Rev. D12" is volume 12 of "Phys. Rev. D"."""
    volume, venue = record.locator.get("volume"), record.venue
    if venue and volume and _LETTERED.search(venue.value) and volume.value[:1].isalpha() and len(volume.value) > 1:
        record.venue = Field(f"{venue.value} {volume.value[0]}", venue.start, venue.end)
        record.locator["volume"] = Field(volume.value[1:], volume.start, volume.end)


def _is_house(record: Record, venue: Field) -> bool:
    """Whether what stands as the container beside a locator is a publisher: "Speech dialog, Vol. 770, Springer, 2004"."""
    if not is_publisher(venue.value) or len(venue.value.split()) > 4:
        return False
    return _HOUSE.search(venue.value) is not None or not record.locator.keys() & {"page", "issue"}


def _is_bare_house(record: Record, venue: Field) -> bool:
    """Whether what stands as the container is all that a book prints of its publisher; other containers say what they are."""
    if is_quoted(record) or record.month or _DEGREE.search(venue.value) or _PERIODICAL.search(venue.value):
        return False  # an article of a magazine, where nothing else is known, or a thesis
    if INTRO.match(record.text[venue.start : venue.end]) or follows_in(record.text, venue.start):
        return False
    if (
        _is_slanted(record, venue.start, venue.end)
        or looks_like_venue(venue.value) >= 0.45
        or record.editors is not None
    ):
        return False
    return len(venue.value.split()) <= 3 or _BODY.search(venue.value) is not None
