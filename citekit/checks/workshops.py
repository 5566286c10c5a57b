"""Workshops and the conferences that they are held beside: ``EuroMLSys`` and ``EuroSys``."""

from __future__ import annotations

import re

from citekit.checks.fold import plain
from citekit.works.venue_words import without_year
from citekit.works.venues import Venue, find

_WORKSHOP = re.compile(r"\bworkshops?\b|\bwksp?\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_SHORTEST, _BEGINNING = 5, 3


def is_workshop(name: str) -> bool:
    """Whether the name of a venue is a workshop's, by its words or by the table of venues."""
    known = find(name)
    return known.kind == "workshop" if known else bool(_WORKSHOP.search(name))


def main_conference(name: str, workshop: str) -> Venue | None:
    """The conference that ``name`` names, where ``workshop`` is the name of a workshop held beside it; else None.

    The conference stands in the workshop's name (``ICML Workshop on Lazy Queues``), or its acronym within the
    workshop's (``EuroSys`` in ``EuroMLSys``).
    """
    shown = " ".join(plain(name).split())
    known = find(shown)
    if known is None or known.kind != "conference" or not known.acronym or _WORKSHOP.search(shown):
        return None
    if not is_workshop(workshop):
        return None
    words = {word.casefold() for word in _WORD.findall(plain(workshop))}
    beside = find(workshop)
    acronyms = words | ({beside.acronym.casefold()} if beside and beside.acronym else set())
    mine = without_year(known.acronym).casefold()
    return known if mine in words or any(_is_within(mine, other) for other in acronyms) else None


def _is_within(short: str, long: str) -> bool:
    """Whether an acronym is another one with letters put in between: both begin and end alike."""
    if not _SHORTEST <= len(short) < len(long) or short[:_BEGINNING] != long[:_BEGINNING] or short[-1] != long[-1]:
        return False
    signs = iter(long)
    return all(sign in signs for sign in short)
