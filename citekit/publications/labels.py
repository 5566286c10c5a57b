"""The labels of words, and the fields that they stand for.

A name is labelled word by word: role (``A`` author, ``E`` editor) and part (``F`` family, ``G`` given, ``L`` a body or a
name of one piece), with ``B`` before the first word of each name and ``I`` before the others: ``BAF IAG`` is "Brandt, A.".
Other fields are stretches, ``B-T I-T I-T`` a title of three words; ``O`` is in no field.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from citekit.records import dataclass

TITLE, CONTAINER, SERIES = "T", "C", "S"
VOLUME, ISSUE, PAGES, YEAR = "V", "N", "PG", "Y"
PUBLISHER, PLACE, EDITION, LINK, OTHER = "P", "W", "ED", "LINK", "O"
AUTHOR, EDITOR = "A", "E"
_LOOSE = frozenset({AUTHOR, EDITOR, OTHER})
"""Fields whose pieces side by side are one stretch."""


_OF_NAMES = {
    role: frozenset(a + b + c for a in "BI" for b in role or AUTHOR + EDITOR for c in "FGL") for role in ("", "A", "E")
}


def is_name(label: str, role: str = "") -> bool:
    """Whether a word is a part of a name, on request of this role."""
    return label in _OF_NAMES[role]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Words ``first`` to ``stop`` (exclusive) of one field."""

    field: str
    first: int
    stop: int


@cache
def field_of(label: str) -> str:
    """The field of a label: ``T`` for ``B-T`` and ``I-T``, ``A`` and ``E`` for all that belongs to names."""
    if label[1:2] == "-" and label[0] in "BI":
        return label[2:]
    if is_name(label):
        return label[1]
    return label.partition("-")[0]


def stretches(labels: Sequence[str]) -> list[Stretch]:
    """The fields of an item in order; every word is in one, names of one list together."""
    found: list[Stretch] = []
    first = 0
    fields = [field_of(label) for label in labels]
    for i in range(1, len(labels) + 1):
        here = fields[first]
        if i < len(labels) and fields[i] == here and (here in _LOOSE or labels[i][:2] != "B-"):
            continue
        found.append(Stretch(here, first, i))
        first = i
    return found if labels else []
