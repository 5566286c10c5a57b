"""BibLaTeX's ``date`` and its kin <-> dates.

``date`` follows ISO 8601-2, levels 0 and 1, as BibLaTeX reads them (BibLaTeX manual, "Date and Time Specifications"):
``2023-05``, ranges ``2019/2020`` with ``..`` or nothing for an open end, seasons 21 to 24, ``~`` for about, ``?`` for
perhaps, ``%`` for both, ``19XX`` (once ``19uu``) for a century of which no more is known, ``y-17000000`` for far years, year 0000 for
1 BC. Only dates of the calendar count.
"""

from __future__ import annotations

from calendar import monthrange
from functools import lru_cache

from citekit import patterns as re
from citekit.formats.bibtex.months import MONTH_NAMES, MONTHS
from citekit.works.date import Date, is_on_calendar

__all__ = ["MONTHS", "MONTH_NAMES", "is_shaped", "iso", "read_iso", "read_words"]

_POINT = re.compile(
    r"(?:y(?P<far>[-+]?\d{4,15})|(?P<year>[-+]?\d{1,9})(?:-(?P<month>\d\d?)(?:-(?P<day>\d\d?)(?:T(?P<time>[\d:.+Z-]+))?)?)?)"
    r"(?P<doubt>[~?%]?)",
    re.IGNORECASE,
)
_UNSPECIFIED = re.compile(
    r"(\d{3})[Xu]|(\d\d)(?:XX|uu)|(\d{4})-(?:(XX|uu)(-(?:XX|uu))?|(\d\d)-(?:XX|uu))", re.IGNORECASE
)
_TWO_YEARS = re.compile(r"(\d{4})\s*-\s*(\d{4})")
_WORDED = re.compile(
    r"(?P<circa>(?:c\.|ca\.?|circa|about|~)\s*)?(?P<year>[1-9]\d{2,3})(?P<uncertain>\s*\?)?", re.IGNORECASE
)
_OPEN = ("", "..")
_SHAPED = re.compile(r"[\dXuyYT/:.~?%+-]{4,60}")

Point = tuple[int, ...]


@lru_cache(maxsize=2048)
def read_iso(text: str) -> Date | None:
    """A ``date`` field, or None where it does not follow the format or names a day that does not exist."""
    text = text.strip().replace("–", "/")
    if (two := _TWO_YEARS.fullmatch(text)) and 0 < int(two[1]) <= int(two[2]):
        return Date(((int(two[1]),), (int(two[2]),)))
    if unknown := _UNSPECIFIED.fullmatch(text):
        return _unspecified(unknown)
    sides = [side.strip() for side in text.split("/")]
    matches = [None if side in _OPEN else _POINT.fullmatch(side) for side in sides]
    if len(sides) > 2 or any(match is None and side not in _OPEN for match, side in zip(matches, sides, strict=True)):
        return None
    points = [() if match is None else _point(match) for match in matches]
    if None in points or not any(points):
        return None
    seasons = [int(match["month"] or 0) - 20 if match else 0 for match in matches]
    if any(season > 0 for season in seasons[1:]):
        return None
    doubts = [match["doubt"] if match else "" for match in matches]
    times = [match["time"] or "" if match else "" for match in matches]
    return Date(
        tuple(point for point in points if point is not None),
        max(0, seasons[0]),
        any(doubt in ("~", "%") for doubt in doubts if doubt),
        uncertain=any(doubt in ("?", "%") for doubt in doubts if doubt),
        time="/".join(times) if any(times) else "",
    )


def _point(match: re.Match[str]) -> Point | None:
    """Year, month and day, or None where there is no such day."""
    digits = match["far"] or match["year"]
    year, month, day = int(digits), int(match["month"] or 0), int(match["day"] or 0)
    if year <= 0 and len(digits.lstrip("+-")) >= 4:
        year -= 1
    if not year:
        return None
    if match["month"] is None or (21 <= month <= 24 and match["day"] is None):
        return (year,)
    if match["day"] is None:
        return (year, month) if 1 <= month <= 12 else None
    return (year, month, day) if is_on_calendar(year, month, day) else None


def _unspecified(match: re.Match[str]) -> Date | None:
    decade, century, year, months, days, month = match.groups()
    span: tuple[Point, Point]
    if decade:
        span = (int(decade) * 10,), (int(decade) * 10 + 9,)
    elif century:
        span = (int(century) * 100,), (int(century) * 100 + 99,)
    elif months:
        span = ((int(year), 1, 1), (int(year), 12, 31)) if days else ((int(year), 1), (int(year), 12))
    elif is_on_calendar(int(year), int(month), 1):
        span = (int(year), int(month), 1), (int(year), int(month), monthrange(int(year) or 4, int(month))[1])
    else:
        return None
    return Date(span, unspecified=True) if span[0][0] else None


def read_words(text: str) -> Date | None:
    """A year with words or signs of doubt: ``ca. 1850``, ``1850?``."""
    match = _WORDED.fullmatch(text.strip().strip("[]"))
    if match is None:
        return None
    return Date(((int(match["year"]),),), circa=bool(match["circa"]), uncertain=bool(match["uncertain"]))


def is_shaped(text: str) -> bool:
    """Whether words look like a date of numbers, which a ``date`` field would hold and no ``year``."""
    return _SHAPED.fullmatch(text) is not None and any(c.isdigit() for c in text)


def iso(date: Date) -> str:
    """The date as BibLaTeX writes it, or the empty string where there are no numbers."""
    parts = date.parts[:2]
    if date.unspecified and len(parts) == 2 and (short := _digits_known(*parts)):
        return short
    times = date.time.split("/") if date.time else []
    points = []
    for place, point in enumerate(parts):
        text = _written(point, date.season if place == 0 else 0)
        time = times[place] if place < len(times) and re.fullmatch(r"[\d:.+Z-]+", times[place]) else ""
        timed = f"T{time}" if time and text.count("-") - text.startswith("-") == 2 else ""
        points.append(text + timed + (_doubt(date) if text else ""))
    if not any(points):
        return ""
    return "/".join(point or ".." for point in points)


def _doubt(date: Date) -> str:
    return "%" if date.circa and date.uncertain else "~" if date.circa else "?" if date.uncertain else ""


def _written(point: Point, season: int) -> str:
    if not point or not point[0]:
        return ""
    year = point[0] if point[0] > 0 else point[0] + 1
    if abs(year) > 9999:
        return f"y{year}"
    text = f"{'-' if year < 0 else ''}{abs(year):04d}"
    if len(point) > 1 and 1 <= point[1] <= 12:
        text += f"-{point[1]:02d}"
        if len(point) > 2 and is_on_calendar(*point[:3]):
            text += f"-{point[2]:02d}"
    elif 1 <= season <= 4:
        text += f"-{20 + season}"
    return text


def _digits_known(first: Point, last: Point) -> str:
    """``19XX`` and the like for a range of which only the first digits are known; empty for any other range."""
    if not (first and last and 1000 <= first[0] <= last[0] <= 9999):
        return ""
    year = f"{first[0]}"
    known = [
        (((first[0],), (first[0] + 9,)), first[0] % 10 == 0, f"{year[:3]}X"),
        (((first[0],), (first[0] + 99,)), first[0] % 100 == 0, f"{year[:2]}XX"),
        (((first[0], 1), (first[0], 12)), True, f"{year}-XX"),
        (((first[0], 1, 1), (first[0], 12, 31)), True, f"{year}-XX-XX"),
    ]
    if len(first) == 3 and 1 <= first[1] <= 12:
        end = (first[0], first[1], monthrange(first[0], first[1])[1])
        known.append((((first[0], first[1], 1), end), True, f"{year}-{first[1]:02d}-XX"))
    return next((text for span, fits, text in known if fits and span == (first, last)), "")
