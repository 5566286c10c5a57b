"""The year, the month and the locators of a record."""

from __future__ import annotations

import re

from citekit.publications.atoms import Part
from citekit.publications.chunks import Chunk
from citekit.publications.container import (
    YEAR_TAG,
)
from citekit.publications.record import Field, Record

YEAR = re.compile(r"(?<![\d.])((?:1[89]|20)\d\d)(?![\d]|\.\d)")
"""A year in a text, which no decimal point touches."""


def read_dates(record: Record, chunks: list[Chunk], labels: list[str]) -> None:
    """Put the year and the month into the record: those labelled as the date, else those in the venue or a note."""
    atoms = [(c, label) for c, label in zip(chunks, labels, strict=True) if c.atom and c.atom.part == Part.DATE]
    dates = [c for c, label in atoms if label == Part.DATE] or [
        c for c, label in atoms if label in (Part.VENUE, Part.NOTE)
    ]
    used = [c for c, label in atoms if label == Part.DATE]
    for chunk in dates:
        assert chunk.atom is not None
        if record.year is None:
            record.year = Field(chunk.atom.values["year"], chunk.start, chunk.end)
            record.month = chunk.atom.values.get("month", "")
        elif chunk.atom.values["year"] == record.year.value:
            record.month = record.month or chunk.atom.values.get("month", "")
        elif chunk in used:
            record.left_over.append(record.printed(chunk.start, chunk.end))


def read_locators(record: Record, chunks: list[Chunk], labels: list[str]) -> None:
    """Put volume, issue, pages and numbers into the record, each the first time it is printed."""
    for chunk, label in zip(chunks, labels, strict=True):
        if label != Part.LOCATOR or not chunk.atom:
            continue
        if all(name in record.locator for name in chunk.atom.values if name != "year"):
            record.left_over.append(record.printed(chunk.start, chunk.end))
            continue
        for name, value in chunk.atom.values.items():
            if name == "year":
                if record.year is None:
                    record.year = Field(value, chunk.start, chunk.end)
            elif name == "page" and record.year is None and YEAR.fullmatch(value):
                record.year = Field(value, chunk.start, chunk.end)  # "4(1), 2021" has a year, no page
            elif name not in record.locator:
                record.locator[name] = Field(value, chunk.start, chunk.end)


def year_of(record: Record, printed: Field) -> None:
    """Read the year inside a venue ("PPoPP'24", "ICML 2025") where the item states none."""
    if record.year is not None:
        return
    match = YEAR_TAG.search(printed.value)
    if match:
        short = int(match[1])
        record.year = Field(str(2000 + short if short < 70 else 1900 + short), printed.start, printed.end)
        return
    match = YEAR.search(printed.value)
    if match:
        record.year = Field(match[1], printed.start, printed.end)
