"""BibTeX's ``month``: macros, names, days and ranges of them <-> months and days."""

from __future__ import annotations

from functools import lru_cache

from citekit import patterns as re
from citekit.works.date import Date, is_on_calendar

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
    return _ordered([(_number(side, "M"), _number(side, "D")) for side in _sides(tokens, kinds)])


def _kind(token: str) -> str:
    if token.isdecimal():
        return "D"
    if _month_number(token):
        return "M"
    return "-" if re.fullmatch(r"[-/\u2010-\u2015]+", token) else "?"


def _month_number(token: str) -> int:
    """1 to 12 for a month's English name or its first three letters or more; 0 for any other word."""
    word = token.rstrip(".").lower()
    if not _ABBREVIATED.fullmatch(token):
        return 0
    if word == "sept":
        return 9
    return next((n for n, name in enumerate(MONTH_NAMES, 1) if name.lower().startswith(word)), 0)


def _sides(tokens: list[str], kinds: str) -> list[list[str]]:
    dash = kinds.find("-")
    return [tokens] if dash < 0 else [tokens[:dash], tokens[dash + 1 :]]


def _number(side: list[str], kind: str) -> int:
    token = next((token for token in side if _kind(token) == kind), "")
    if kind == "M":
        return _month_number(token) if token else 0
    return int(token) if token and len(token) < 3 else 0


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


def of_date(date: Date) -> dict[str, str] | None:
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
    return {"month": " # ".join(texts)} if first < last and _exist(points) else None


def _exist(points: tuple[tuple[int, ...], ...]) -> bool:
    return all(is_on_calendar(point[0], point[1], point[2] if len(point) > 2 else 1) for point in points)


def _single(point: tuple[int, ...]) -> dict[str, str]:
    year, month, day = (*point[:3], 0, 0)[:3]
    if not 1 <= month <= 12:
        return {}
    found = {"month": MONTHS[month - 1]}
    return found | ({"day": f"{{{day}}}"} if day and is_on_calendar(year, month, day) else {})
