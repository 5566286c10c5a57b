"""The stretches of an item that may be its container, each a row of chunks."""

from __future__ import annotations

import re
from dataclasses import dataclass

from citekit.publications.atoms import Part
from citekit.publications.chunks import Chunk
from citekit.publications.container import is_announced, strip_year, trimmed
from citekit.publications.record import Record
from citekit.works.venues import looks_like_venue

_SHORT_NAME = re.compile(r"\([A-Z][A-Z0-9&/-]{2,11}(?:\s?['’]?\d{2,4})?\)")


@dataclass(slots=True)
class Stretch:
    """Chunks side by side, how much they read like a venue, and how many words they have."""

    chunks: list[Chunk]
    score: float = 0.0
    words: int = 0


def venue_stretches(record: Record, chunks: list[Chunk], labels: list[str]) -> list[Stretch]:
    """What is labelled as the venue, cut where something else comes between; dates and short names in it belong to it."""
    found: list[Stretch] = []
    previous = -2
    for i, (chunk, label) in enumerate(zip(chunks, labels, strict=True)):
        goes_on = previous == i - 1 and bool(found)
        if goes_on and _belongs_inside(record, chunks, labels, i):
            if label != Part.DATE:
                labels[i] = Part.VENUE.value
            found[-1].chunks.append(chunk)
        elif label == Part.DATE and _leads(chunks, labels, i):
            found.append(Stretch([chunk]))
        elif label == Part.VENUE and (i == previous + 1 or not _only_announces(record, chunks, labels, i)):
            if goes_on and chunk.separator != "hard":
                found[-1].chunks.append(chunk)
            else:
                found.append(Stretch([chunk]))
            _weigh(record, found[-1], chunk)
        else:
            continue
        previous = i
    return found


def _weigh(record: Record, stretch: Stretch, chunk: Chunk) -> None:
    """Let the last chunk of a stretch count in its score and its words."""
    printed = record.text[chunk.start : chunk.end]
    stretch.score = max(stretch.score, looks_like_venue(strip_year(trimmed(printed))))
    if len(stretch.chunks) == 1 and is_announced(record.text, chunk.start):
        stretch.score += 0.4  # "In …"
    stretch.words += len(printed.split())


def _belongs_inside(record: Record, chunks: list[Chunk], labels: list[str], i: int) -> bool:
    """Whether a chunk after a venue that is none itself is a piece of it: "Proceedings of the 1994 ACM Conference"."""
    chunk = chunks[i]
    if labels[i] == Part.DATE:
        return (chunk.atom is not None and chunk.atom.kind == "inner") or _within_venue(chunks, labels, i)
    return labels[i] in (Part.NOTE, Part.OTHER) and _is_short_name(record, chunk)


def _leads(chunks: list[Chunk], labels: list[str], i: int) -> bool:
    """Whether a year begins the venue's name and the item is dated elsewhere: "2019 International Joint Conference on …"."""
    if i + 1 >= len(chunks) or labels[i + 1] != Part.VENUE or chunks[i + 1].separator != "" or chunks[i].bracketed:
        return False
    return sum(c.atom is not None and c.atom.part == Part.DATE for c in chunks) > 1


def _only_announces(record: Record, chunks: list[Chunk], labels: list[str], i: int) -> bool:
    """Whether a chunk is only the "In" before a venue."""
    printed = record.text[chunks[i].start : chunks[i].end]
    return (
        printed.strip(" :").lower() in ("in", "at")
        and i + 1 < len(chunks)
        and labels[i + 1] in (Part.VENUE, Part.OTHER)
    )


def _is_short_name(record: Record, chunk: Chunk) -> bool:
    """Whether a chunk of a single reference is the short form of the name before it: "(PLANS)"."""
    printed = record.text[chunk.start : chunk.end]
    return record.transcribed and chunk.atom is None and _SHORT_NAME.fullmatch(printed) is not None


def _within_venue(chunks: list[Chunk], labels: list[str], i: int) -> bool:
    """Whether only blanks part a date from the venue on both sides of it: "the EMNLP 2014 Workshop on …"."""
    return (
        chunks[i].separator == ""
        and not chunks[i].bracketed
        and i + 1 < len(chunks)
        and labels[i + 1] == Part.VENUE
        and chunks[i + 1].separator == ""
        and not chunks[i + 1].bracketed
    )
