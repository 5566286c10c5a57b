"""Dates as people type them in English: ``15 March 1973``, ``March 15, 1973``, ``Spring 1999 – Summer 2001``.

For the ``raw`` dates of CSL-JSON. Source: the CSL-JSON documentation, "Date fields".
"""

from __future__ import annotations

import re

from citekit.works.date import Date

_MONTHS = {
    name: number
    for number, names in enumerate(
        "january jan,february feb,march mar,april apr,may,june jun,july jul,august aug,september sept sep,october oct,"
        "november nov,december dec".split(","),
        1,
    )
    for name in names.split()
}
_SEASONS = {"spring": 21, "summer": 22, "autumn": 23, "fall": 23, "winter": 24}
_RANGE = re.compile(r"\s+[-–—]\s+|\s*[–—/]\s*")
_WORD = re.compile(r"[A-Za-z]+|\d+")


def read_words(text: str) -> Date | None:
    """A date or range out of English words, or None where something else stands there."""
    points = [_point(part) for part in _RANGE.split(text.strip())] if len(text) < 100 else []
    if not 1 <= len(points) <= 2 or None in points:
        return None
    parts = tuple(point for point in points if point)
    if len(parts) == 1 and len(parts[0]) > 1 and parts[0][1] > 20:
        return Date((parts[0][:1],), season=parts[0][1] - 20)
    return Date(parts)


def _point(text: str) -> tuple[int, ...] | None:
    """Year, month (21 to 24 for a season) and day, as far as they are given."""
    year = month = day = 0
    for word in _WORD.findall(text):
        lower = word.lower()
        if lower in _MONTHS and not month:
            month = _MONTHS[lower]
        elif lower in _SEASONS and not month:
            month = _SEASONS[lower]
        elif word.isdecimal() and len(word) == 4 and not year:
            year = int(word)
        elif word.isdecimal() and len(word) <= 2 and not day and 1 <= int(word) <= 31:
            day = int(word)
        else:
            return None
    if not year or (day and not 1 <= month <= 12) or not month:
        return None
    return (year, month, day) if day else (year, month)
