"""Dates as interchange files spell them: EDTF (ISO 8601-2) and words; and EDTF out of dates.

Sources: the Library of Congress, "Extended Date/Time Format (EDTF) Specification", levels 0 and 1, and the "raw" dates
of CSL-JSON. Years before 1 are shifted by one, since a :class:`~citekit.works.date.Date` has no year 0.
"""

from __future__ import annotations

from calendar import monthrange

from citekit import patterns as re
from citekit.formats.bibtex.dates import month_number, read_season
from citekit.works.date import Date

_POINT = re.compile(
    r"(?P<year>Y?[+-]?\d{1,9})(?:-(?P<month>\d\d?|XX)(?:-(?P<day>\d\d?|XX))?)?(?:T[\d:.+Z-]{0,32})?(?P<doubt>[~?%]?)"
)
_OPEN = ("", "..")
_ABOUT = re.compile(r"(?:c\.|ca\.?|circa|about)\s{0,4}", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+|\d+")
_SLASHED = re.compile(r"(\d{4})/(\d\d?)(?:/(\d\d?))?")
_ERA = re.compile(r"(\d{1,6})\s?(BCE?|CE|AD)\.?", re.IGNORECASE)
_DAYS = re.compile(r"(?:([A-Za-z]{3,9})\.? )?(\d\d?)\s?[-–]\s?(\d\d?)(?:\.? ([A-Za-z]{3,9})\.?)?,? (\d{4})")
_YEARS = re.compile(r"\d{4}-\d{4}")
_RANGE = re.compile(r"\s{1,4}[-–—]\s{1,4}|[–—]|\s{1,4}to\s{1,4}|/")


def read_date(text: str) -> Date:
    """The date that a text stands for: EDTF, a date in English words, or the text as it is."""
    bare = " ".join(text.split())
    return read_edtf(bare) or _worded(bare) or Date(literal=bare)


def read_edtf(text: str) -> Date | None:
    """A date of EDTF level 0 or 1, or None; an open end of an interval is left out, ``?``, ``~`` and ``%`` are about."""
    first, slash, last = text.strip().partition("/")
    begin = _point(first)
    if begin is None:
        return None
    if not slash or last.strip() in _OPEN:
        return begin
    end = _point(last)
    if end is None or end.season:
        return None
    return Date(begin.parts + end.parts, begin.season, begin.circa or end.circa)


def is_open(text: str) -> bool:
    """Whether a text is an EDTF interval without an end, which a date cannot hold."""
    _, slash, last = text.strip().partition("/")
    return bool(slash) and last.strip() in _OPEN


def _point(text: str) -> Date | None:
    match = _POINT.fullmatch(text.strip())
    if match is None:
        return None
    digits = match["year"].lstrip("Y")
    year = int(digits)
    if len(digits.lstrip("+-")) != 4 and not (match["year"].startswith("Y") and len(digits) > 4):
        return None
    year -= year <= 0
    month, day = (int(match[name]) if match[name] and match[name].isdecimal() else 0 for name in ("month", "day"))
    season = month - 20 if 21 <= month <= 24 else 0
    if (month > 12 and not season) or day > 31 or (season and match["day"]):
        return None
    return Date(Date.of(year, 0 if season else month, day).parts, season, bool(match["doubt"]))


def _worded(text: str) -> Date | None:
    """``May 12, 2020``, ``12 May 2020``, ``Summer 2020``, ``ca. 1850``, ``44 BC``, ``2020/05/12``, or two of them."""
    if len(text) > 80:
        return None
    days = _DAYS.fullmatch(text)
    if days:
        name, first, last, year = (days[1] or days[4], days[2], days[3], days[5])
        text = f"{first} {name} {year} - {last} {name} {year}"
    one = _one_worded(text)
    if one:
        return one
    halves = [half.strip() for half in (text.split("-") if _YEARS.fullmatch(text) else _RANGE.split(text))]
    if len(halves) != 2:
        return None
    end = _one_worded(halves[1]) or read_edtf(halves[1])
    shared = f" {end.year}" if end and month_number(halves[0]) else ""
    begin = _one_worded(halves[0] + shared) or read_edtf(halves[0])
    if begin is None or end is None or end.season or len(end.parts) != 1:
        return None
    return Date(begin.parts + end.parts, begin.season, begin.circa or end.circa)


def _one_worded(text: str) -> Date | None:
    about = _ABOUT.match(text)
    bare = text[about.end() :] if about else text
    circa = bool(about) or bare.endswith("?")
    bare = bare.strip("[]?, ")
    slashed, era = _SLASHED.fullmatch(bare), _ERA.fullmatch(bare)
    if slashed:
        parts = _checked(*(int(number or 0) for number in slashed.groups()))
        return Date(parts.parts, 0, circa) if parts else None
    if era and int(era[1]):
        return Date(((-int(era[1]) if era[2].upper().startswith("B") else int(era[1]),),), 0, circa)
    words = [word.lower() for word in _WORD.findall(bare)]
    if not 1 <= len(words) <= 3 or _WORD.sub("", bare).strip(" .,") or not (bare.isascii() or about):
        return None
    years = [word for word in words if word.isdecimal() and len(word) == 4]
    others = [word for word in words if word not in years]
    if len(years) != 1 or (words[-1] not in years and len(words) > 1):
        return None
    return _with_month(int(years[0]), others, circa)


def _with_month(year: int, words: list[str], circa: bool) -> Date | None:
    names = [word for word in words if not word.isdecimal()]
    numbers = [int(word) for word in words if word.isdecimal() and len(word) <= 2]
    if not words and year:
        return Date(((year,),), 0, circa)
    if len(names) != 1 or len(names) + len(numbers) != len(words) or not year:
        return None
    if (season := read_season(names[0])) and not numbers:
        return Date(((year,),), season, circa)
    month = month_number(names[0])
    date = _checked(year, month, *numbers) if month else None
    return Date(date.parts, 0, circa) if date else None


def _checked(year: int, month: int = 0, day: int = 0) -> Date | None:
    return Date.of(year, month, day) if year and month <= 12 and day <= 31 and (month or not day) else None


def edtf(date: Date) -> str:
    """The numbers of a date as EDTF: ``2020-05``, ``2019/2020``, ``2020-22~``; empty where there are none."""
    points = [_written(parts, date, date.season if not place else 0) for place, parts in enumerate(date.parts[:2])]
    return "/".join(filter(None, points)) if points and points[0] else ""


def calendar_date(date: Date | None) -> Date:
    """The first day, month or year of a date, as far as the calendar has it (there is no 31 February), and no more."""
    parts = date.parts[0] if date and date.parts else ()
    if len(parts) > 1 and not 1 <= parts[1] <= 12:
        parts = parts[:1]
    if len(parts) > 2 and not 1 <= parts[2] <= monthrange(abs(parts[0]) % 400 + 2000, parts[1])[1]:
        parts = parts[:2]
    return Date((parts[:3],)) if parts and parts[0] else Date()


def _written(parts: tuple[int, ...], date: Date, season: int) -> str:
    if not parts or not parts[0]:
        return ""
    year = parts[0] + (parts[0] < 0)
    text = f"{'-' if year < 0 else ''}{abs(year):04d}"
    text = f"Y{text}" if abs(year) > 9999 else text
    if len(parts) > 1 and 1 <= parts[1] <= 12:
        text += f"-{parts[1]:02d}"
        text += f"-{parts[2]:02d}" if len(parts) > 2 and 1 <= parts[2] <= 31 else ""
    elif 1 <= season <= 4:
        text += f"-{20 + season}"
    return text + ("~" if date.circa else "")
