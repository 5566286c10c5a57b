"""BibLaTeX's ``date`` and its kin, and BibTeX's ``month`` (macros, names, days and ranges of them) <-> dates.

``date`` follows ISO 8601-2, levels 0 and 1, as BibLaTeX reads them (BibLaTeX manual, "Date and Time Specifications"):
``2023-05``, ranges ``2019/2020`` with ``..`` or nothing for an open end, seasons 21 to 24, ``~`` for about, ``?`` for
perhaps, ``%`` for both, ``19XX`` (once ``19uu``) for a century of which no more is known, ``y-17000000`` for far years, year 0000 for
1 BC. Only dates of the calendar count.
"""

from __future__ import annotations

from calendar import monthrange
from functools import lru_cache

from citekit import patterns as re
from citekit.works.date import Date, is_on_calendar

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
    doubt = "%" if date.circa and date.uncertain else "~" if date.circa else "?" if date.uncertain else ""
    points = []
    for place, point in enumerate(parts):
        text = _written(point, date.season if place == 0 else 0)
        time = times[place] if place < len(times) and re.fullmatch(r"[\d:.+Z-]+", times[place]) else ""
        timed = f"T{time}" if time and text.count("-") - text.startswith("-") == 2 else ""
        points.append(text + timed + (doubt if text else ""))
    if not any(points):
        return ""
    return "/".join(point or ".." for point in points)


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
    year, month = f"{first[0]}", f"{first[1]:02d}" if len(first) > 1 else "XX"
    for text in (f"{year[:3]}X", f"{year[:2]}XX", f"{year}-XX", f"{year}-XX-XX", f"{year}-{month}-XX"):
        match = _UNSPECIFIED.fullmatch(text)
        date = _unspecified(match) if match else None
        if date and date.parts == (first, last):
            return text
    return ""


MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
"""BibTeX's month macros."""
MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
SEASONS = ("Spring", "Summer", "Autumn", "Winter")

_SEASON = {**{name.lower(): number for number, name in enumerate(SEASONS, 1)}, "fall": 3}
_TOKEN = re.compile(r"[A-Za-z]+\.?|\d+|[-/\u2010-\u2015]+|\S")
_ABBREVIATED = re.compile(r"[a-z]{3,9}\.?", re.IGNORECASE)
_LAYOUTS = frozenset({"M", "MD", "DM", "M-M", "MD-D", "D-DM", "MD-MD", "DM-DM"})
_FIRST_FIELD = 2


@lru_cache(maxsize=1024)
def read_month(text: str) -> tuple[tuple[int, int], ...]:
    """The (month, day) of a month field such as ``may``, ``5``, ``May 12``, ``12~May``; two for ``May 30--June 2``.

    A day that is not given is 0. What is no month gives the empty tuple.
    """
    tokens = _TOKEN.findall(text)[:8]
    if len(tokens) == 1 and tokens[0].isdecimal():
        number = int(tokens[0]) if len(tokens[0]) < 3 else 0
        return ((number, 0),) if 1 <= number <= 12 else ()
    kinds = "".join(map(_kind, tokens))
    if kinds not in _LAYOUTS:
        return ()
    points, at = [], 0
    for side in kinds.split("-"):
        told = dict(zip(side, tokens[at:], strict=False))
        day = told.get("D", "0")
        points.append((month_number(told.get("M", "")), int(day) if len(day) < 3 else 0))
        at += len(side) + 1
    return _ordered(points)


def _kind(token: str) -> str:
    if token.isdecimal():
        return "D"
    if month_number(token):
        return "M"
    return "-" if re.fullmatch(r"[-/\u2010-\u2015]+", token) else "?"


def month_number(token: str) -> int:
    """1 to 12 for a month's English name or its first three letters or more; 0 for any other word."""
    word = token.rstrip(".").lower()
    if not _ABBREVIATED.fullmatch(token):
        return 0
    if word == "sept":
        return 9
    return next((n for n, name in enumerate(MONTH_NAMES, 1) if name.lower().startswith(word)), 0)


def _ordered(points: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """One or two points with their months filled in; nothing where they run backwards or a day is too late."""
    months = [month for month, _ in points if month]
    points = [(month or months[0], day) for month, day in points]
    if any(day and not is_on_calendar(2000, month, day) for month, day in points) or points != sorted(set(points)):
        return ()
    return tuple(points)


def read_season(text: str) -> int:
    """1 to 4 for the name of a season, spring first; 0 for anything else."""
    return _SEASON.get(text.strip().lower(), 0)


def month_fields(date: Date) -> dict[str, str] | None:
    """``month`` and ``day`` of a date within one year, values with their delimiters; None where they cannot say it."""
    points = date.parts[:2]
    if date.unspecified or date.time or not points or not all(points) or len({point[0] for point in points}) > 1:
        return None
    if date.season:
        plain = len(points) == 1 and len(points[0]) == 1 and 1 <= date.season <= 4
        return {"month": f"{{{SEASONS[date.season - 1]}}}"} if plain else None
    if len(points) == 1:
        return _single(points[0])
    if any(len(point) < _FIRST_FIELD for point in points) or len(points[0][:3]) != len(points[1][:3]):
        return None
    (_, *first), (_, *last) = points[0][:3], points[1][:3]
    if len(first) == 1:
        texts = [MONTHS[first[0] - 1], '"--"', MONTHS[last[0] - 1]]
    elif first[0] == last[0]:
        texts = [MONTHS[first[0] - 1], f'"~{first[1]}--{last[1]}"']
    else:
        texts = [MONTHS[first[0] - 1], f'"~{first[1]}--"', MONTHS[last[0] - 1], f'"~{last[1]}"']
    exist = all(is_on_calendar(point[0], point[1], point[2] if len(point) > 2 else 1) for point in points)
    return {"month": " # ".join(texts)} if first < last and exist else None


def _single(point: tuple[int, ...]) -> dict[str, str]:
    year, month, day = (*point[:3], 0, 0)[:3]
    if not 1 <= month <= 12:
        return {}
    found = {"month": MONTHS[month - 1]}
    return found | ({"day": f"{{{day}}}"} if day and is_on_calendar(year, month, day) else {})
