"""Dates of bibliographies in BibTeX's year and month and in BibLaTeX's ``date``.

``date`` follows ISO 8601-2 levels 0 and 1 as BibLaTeX reads them (BibLaTeX manual, "Date and Time Specifications"):
``2023-05``, ranges ``2019/2020`` with ``..`` for an open end, seasons 21 to 24, ``~`` for about, year 0000 for 1 BC.
"""

from __future__ import annotations

import re

from citekit.works.date import Date

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
"""BibTeX's month macros."""
MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip

STATUSES = {
    "in press": "inpress",
    "forthcoming": "forthcoming",
    "to appear": "forthcoming",
    "in preparation": "inpreparation",
    "submitted": "submitted",
    "under review": "submitted",
    "prepublished": "prepublished",
    "preprint": "prepublished",
}
"""Words that stand in place of a date -> BibLaTeX's publication state."""

_PART = re.compile(r"(?P<year>[-+]?\d{1,9})(?:-(?P<month>\d\d?)(?:-(?P<day>\d\d?))?)?(?:T[\d:.+Z-]*)?(?P<doubt>[~?%]?)")


def is_simple(date: Date) -> bool:
    """Whether year, month and day say all of it."""
    ranged = any(point and point[0] for point in date.parts[1:2])
    seasonal = 1 <= date.season <= 4 and not date.month
    return not (ranged or seasonal or date.circa) and 0 < (date.year or 0) < 10000


def iso(date: Date) -> str:
    """The date as BibLaTeX writes it, or the empty string where there are no numbers."""
    points = [_point(parts, date, date.season if place == 0 else 0) for place, parts in enumerate(date.parts[:2])]
    return "/".join(filter(None, points)) if points and points[0] else ""


def _point(parts: tuple[int, ...], date: Date, season: int) -> str:
    if not parts or not parts[0]:
        return ""
    year = parts[0] if parts[0] > 0 else parts[0] + 1
    text = f"{'-' if year < 0 else ''}{abs(year):04d}"
    if len(parts) > 1 and 1 <= parts[1] <= 12:
        text += f"-{parts[1]:02d}"
        if len(parts) > 2 and 1 <= parts[2] <= 31:
            text += f"-{parts[2]:02d}"
    elif 1 <= season <= 4:
        text += f"-{20 + season}"
    return text + ("~" if date.circa else "")


def read_iso(text: str) -> Date | None:
    """A ``date`` field, or None where it does not follow the format."""
    first, slash, last = text.strip().replace("–", "/").partition("/")
    begin = _PART.fullmatch(first.strip())
    end = _PART.fullmatch(last.strip()) if slash and last.strip() not in ("", "..") else None
    if begin is None or (slash and last.strip() not in ("", "..") and end is None):
        return None
    season = int(begin["month"] or 0) - 20
    parts = tuple(_parts(match) for match in (begin, end) if match)
    if not all(parts):
        return None
    return Date(parts, season if 1 <= season <= 4 else 0, begin["doubt"] in ("~", "%"))


def _parts(match: re.Match[str]) -> tuple[int, ...]:
    year, month, day = int(match["year"]), int(match["month"] or 0), int(match["day"] or 0)
    if year <= 0 and len(match["year"].lstrip("+-")) >= 4:
        year -= 1
    if not year:
        return ()
    if not 1 <= month <= 12:
        return (year,)
    return (year, month, day) if 1 <= day <= 31 else (year, month)


def read_month(text: str) -> tuple[int, int]:
    """The (month, day) of a month field such as ``may``, ``5``, ``May 12`` or ``12~May``; zeros where unclear."""
    words = re.findall(r"[A-Za-z]+|\d+", text)
    numbers = [int(word) for word in words if word.isdigit()]
    named = [MONTHS.index(word[:3].lower()) + 1 for word in words if word[:3].lower() in MONTHS]
    if len(named) == 1 and len(words) == 1 + len(numbers) and len(numbers) <= 1:
        day = numbers[0] if numbers else 0
        return (named[0], day) if day <= 31 else (0, 0)
    if not named and len(words) == 1 and numbers and 1 <= numbers[0] <= 12:
        return numbers[0], 0
    return 0, 0
