"""How likely it is that an entry is wholly right."""

from __future__ import annotations

from citekit.publications.record import Record

LINE_POWER, ITEM_POWER = 0.55, 0.4
"""The power of a reading's probability that meets how often such readings are right, for single references and for items of
documents: other readings of the same item often differ in what no field depends on. Fitted on references of sources, and on
people, that the model had not learned from."""


def confidence(record: Record) -> float:
    """The estimated probability (0..1) that title, authors, year, container and locators of a record are all right."""
    if record.title is None and record.venue is None:
        return 0.0
    return float(min(1.0, record.labelled.probability ** (LINE_POWER if record.transcribed else ITEM_POWER)))
