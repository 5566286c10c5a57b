"""From a labelled item to a record."""

from __future__ import annotations

from citekit.publications.confidence import confidence
from citekit.publications.decode import Labelled
from citekit.publications.fields.dates import read_dates, read_locators
from citekit.publications.fields.imprint import settle_publisher
from citekit.publications.fields.notes import read_links, read_notes
from citekit.publications.fields.titles import read_title
from citekit.publications.fields.venues import read_venues
from citekit.publications.items import Item
from citekit.publications.record import Record


def make_record(item: Item, labelled: Labelled) -> Record:
    """Collect the fields of a labelled item."""
    record = Record(item, labelled)
    chunks = labelled.chunked.chunks
    labels = labelled.labels
    runs = [labelled.chunked.runs[i] for i in labelled.runs]
    if runs:
        record.authors = max(runs, key=lambda r: (r[2].score, -r[0]))[2]
    read_title(record, chunks, labels)
    read_dates(record, chunks, labels)
    read_locators(record, chunks, labels)
    read_venues(record, chunks, labels)
    read_notes(record, chunks, labels)
    settle_publisher(record)
    read_links(record, chunks, labels)
    record.confidence = confidence(record)
    return record
