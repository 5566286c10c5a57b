"""Dates as bibliographies have them, and the one place that reads and writes them: :class:`Date` <-> text and fields.

tidy, the readers and writers of formats, ``check`` and ``verify`` use it: BibLaTeX's ``date`` (:func:`read_iso`),
BibTeX's ``year``, ``month`` and ``day`` (:func:`read_fields`, :func:`fields_of`), and the words and EDTF of interchange
files (:func:`read_date`, :func:`edtf`).

BibLaTeX's ``date`` follows ISO 8601-2, levels 0 and 1, as BibLaTeX reads them (BibLaTeX manual, "Date and Time
Specifications"): ``2023-05``, ranges ``2019/2020`` with ``..`` or nothing for an open end, seasons 21 to 24, ``~`` for
about, ``?`` for perhaps, ``%`` for both, ``19XX`` (once ``19uu``) for a century of which no more is known,
``y-17000000`` for far years, year 0000 for 1 BC. Only dates of the calendar count. EDTF: the Library of Congress,
"Extended Date/Time Format (EDTF) Specification", levels 0 and 1. Years before 1 are shifted by one, since a ``Date``
has no year 0.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.text.tex_decode import decode
from citekit.text.tex_syntax import TeX


@dataclass(frozen=True, slots=True)
class Date:
    """A date of CSL-JSON: ``parts`` is one tuple (a date) or two (a range) of ``(year[, month[, day]])``.

    ``month`` is 1 to 12, ``day`` 1 to 31, ``season`` 1 to 4 (spring first) or 0 for none. A range that is open at an
    end has the empty tuple there. ``literal`` holds a date that is only words ("in press"). Negative years are BC: -1
    is 1 BC.

    What EDTF (ISO 8601-2, level 1) can express beyond that: ``circa`` (about then) and ``uncertain`` (perhaps then) hold
    for the whole date; ``unspecified`` makes a range one date somewhere in it, of which only the first digits are known
    (``19XX``); ``time`` is the time of day as ISO 8601 writes it, after the ``T``.

    ``written`` is the LaTeX of a ``year`` field that contains more than the numbers in it: ``[1796]`` (a year that is not
    printed in the book), ``{\\noopsort{1973b}}1973`` (a key to sort by). Files of BibTeX get it back as it was.

    >>> Date(((2020, 3),)).parts[0][0]
    2020
    """

    parts: tuple[tuple[int, ...], ...] = ()
    season: int = 0
    circa: bool = False
    literal: str = ""
    uncertain: bool = False
    unspecified: bool = False
    time: str = ""
    written: str = ""

    @classmethod
    def of(cls, year: int, month: int = 0, day: int = 0) -> Date:
        """Return a single date; zeros are left out."""
        return cls(((year, *((month, *((day,) if day else ())) if month else ())),))

    @property
    def _first(self) -> tuple[int, ...]:
        """The first date of a range that has one."""
        return next((point for point in self.parts if point), ())

    @property
    def year(self) -> int | None:
        """The (first) year, or None if the date is only words."""
        return self._first[0] if self._first else None

    @property
    def month(self) -> int | None:
        """The month of the (first) date, 1 to 12, or None."""
        return self._first[1] if len(self._first) > 1 else None

    @property
    def day(self) -> int | None:
        """The day of the (first) date, 1 to 31, or None."""
        return self._first[2] if len(self._first) > 2 else None


def is_on_calendar(year: int, month: int, day: int) -> bool:
    """Whether a month has such a day in the (proleptic) Gregorian calendar; ``year`` as :class:`Date` counts it."""
    if not (1 <= month <= 12 and day >= 1):  # calendar
        return False
    astronomical = year if year > 0 else year + 1
    return day <= monthrange(astronomical % 400 + 2000, month)[1]


_POINT = re.compile(
    r"(?:y(?P<far>[-+]?\d{4,15})|(?P<year>[-+]?\d{1,9})(?:-(?P<month>\d\d?)(?:-(?P<day>\d\d?)(?:T(?P<time>[\d:.+Z-]+))?)?)?)"
    r"(?P<doubt>[~?%]?)",
    re.IGNORECASE,
)
_UNSPECIFIED = re.compile(
    r"(\d{3})[Xu]|(\d\d)(?:XX|uu)|(\d{4})-(?:(XX|uu)(-(?:XX|uu))?|(\d\d)-(?:XX|uu))", re.IGNORECASE
)
_YEARS = re.compile(r"(?P<first>\d{4})\s*(?P<sign>-{1,3}|[/\u2010-\u2015])\s*(?P<last>\d{4}|\d\d?)")
"""A range of years; the last may lack what it shares with the first."""
_WORDED = re.compile(
    r"(?P<circa>(?:c\.|ca\.?|circa|about|~)\s*)?(?P<year>[1-9]\d{2,3})(?P<uncertain>\s*\?)?", re.IGNORECASE
)
_OPEN = ("", "..")
_MONTHS_OF_YEAR = range(1, 13)
_SEASONS_OF_YEAR = range(1, 5)

Point = tuple[int, ...]


@lru_cache(maxsize=2048)
def read_iso(text: str) -> Date | None:
    """Return a ``date`` field, or None if it does not follow the format or names a day that does not exist."""
    text = text.strip()
    # "2019-2020" and "2019--2020", which ISO 8601 has not, are ranges that everybody writes; a shorter end may be a month
    if (years := _YEARS.fullmatch(text)) and len(years["last"]) == 4 and 0 < int(years["first"]) <= int(years["last"]):
        return Date(((int(years["first"]),), (int(years["last"]),)))
    text = text.replace("–", "/")
    if unknown := _UNSPECIFIED.fullmatch(text):
        return _unspecified(unknown)
    sides = [side.strip() for side in text.split("/")]
    matches = [None if side in _OPEN else _POINT.fullmatch(side) for side in sides]
    if len(sides) > 2 or any(match is None and side not in _OPEN for match, side in zip(matches, sides, strict=True)):
        return None
    # "1990/91" is a range in which the century is left out, and not one that ends in the year 91
    if len(sides) == 2 and any(match and match["year"] and len(match["year"].strip("+-")) < 4 for match in matches):
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
    """Year, month and day, or None if there is no such day."""
    digits = match["far"] or match["year"]
    year, month, day = int(digits), int(match["month"] or 0), int(match["day"] or 0)
    # ISO 8601 has a year 0, which is 1 BC; with fewer digits than its four, a year is one of the text's own count
    if year <= 0 and len(digits.lstrip("+-")) >= 4:
        year -= 1
    if not year:
        return None
    # EDTF, level 1: 21 to 24 in the place of the month are spring to winter, stored next to the year
    if match["month"] is None or (21 <= month <= 24 and match["day"] is None):
        return (year,)
    if match["day"] is None:
        return (year, month) if month in _MONTHS_OF_YEAR else None
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
    """Return a year with words or marks of uncertainty: ``ca. 1850``, ``1850?``."""
    match = _WORDED.fullmatch(text.strip())
    if match is None:
        return None
    return Date(((int(match["year"]),),), circa=bool(match["circa"]), uncertain=bool(match["uncertain"]))


def read_years(text: str) -> Date | None:
    """Return a range of years, the last of which may lack what it shares with the first: ``1990--91``, ``1999/00``, ``1990–1``.

    A hyphen alone is a range only if no month can be meant: ``1990-91``, and not ``2001-02``.
    """
    match = _YEARS.fullmatch(text)
    if match is None:
        return None
    first, last, sign = match["first"], match["last"], match["sign"]
    begin, end = int(first), int(first[: 4 - len(last)] + last)
    if len(last) == 2 and end <= begin and (sign not in "-/" or last == "00"):
        end += 100  # 1999--05 ends in the next century
    if len(last) < 4 and sign in "-/" and (len(last) == 1 or (sign == "-" and 0 < int(last) <= 12)):
        return None
    return Date(((begin,), (end,))) if 0 < begin < end else None


def read_year(value: str) -> Date:
    r"""Return the date of a ``year`` field, LaTeX; without one, its words in ``literal``.

    What the numbers do not cover is stored in ``written``: brackets, commands that sort, and what may be read in two
    ways (``05/03/2001``, ``2001-02``), of which only the year counts.

    >>> read_year("1990--91").parts, read_year("[ca. 1690]").circa, read_year("in press").literal
    (((1990,), (1991,)), True, 'in press')
    """
    return _year_of(value, *_decoded(value))


def _decoded(value: str) -> tuple[str, str]:
    """Return a LaTeX value as text, and that text without what does not belong to a year."""
    if value.isdecimal():  # as most are
        return value, value
    text = decode(value)
    is_source = isinstance(text, TeX) or "$" in text
    return text, " ".join((decode(_UNPRINTED.sub("", text.strip())) if is_source else text).split())


def _year_of(value: str, text: str, shown: str) -> Date:
    text = text.strip()
    if _PLAIN_YEAR.fullmatch(text):
        return Date.of(int(text))
    is_source = isinstance(text, TeX) or "$" in text
    bracketed = _BRACKETED.fullmatch(shown)
    date, exact = _one_year(bracketed[1].strip() if bracketed else shown) if len(shown) <= _LONGEST else (None, False)
    if date is None or isinstance(shown, TeX):
        return Date(literal=text)
    return date if exact and not bracketed and not is_source else replace(date, written=TeX(value.strip()))


_PLAIN_YEAR = re.compile(r"-?[1-9]\d{0,8}")
_UNPRINTED_COMMAND = r"\\(?:noopsort|sortnoop|nosort|noop|nocite|textsuperscript)\s*\{[^{}]*\}"
_UNPRINTED = re.compile(
    rf"\{{\s*{_UNPRINTED_COMMAND}\s*\}}|{_UNPRINTED_COMMAND}|\$\s*\^(?:\{{[^{{}}$]*\}}|[^{{}}$\s])\s*\$", re.I
)
r"""What does not belong to the year: ``\noopsort{b}``, to be sorted by, as BibTeX's own documentation advises, ``\nocite``, and the
raised edition of German lists (``\textsuperscript{2}2012``, ``$^{2}$2012``)."""
_BRACKETED = re.compile(r"\[([^][]{1,40})\]")
_LONGEST = 60
"""No year with its words and punctuation is longer; longer texts are words."""
_MONTH_OF_YEAR = re.compile(r"(\d\d?)/(\d{4})")
_GERMAN = re.compile(r"(\d\d?)\.\s?(\d\d?)\.\s?(\d{4})")
_DAY_FIRST = re.compile(r"(\d\d?)[-/](\d\d?)[-/](\d{4})")
_DOUBTFUL = re.compile(r"(\d{4})[-/](\d\d)")


def _one_year(text: str) -> tuple[Date | None, bool]:
    """Return the date of a year as it is printed, and whether it covers the whole text."""
    bare = text.rstrip(".:;, ")
    if _PLAIN_YEAR.fullmatch(bare):
        return Date.of(int(bare)), True
    if years := read_years(bare):
        doubtful = _DOUBTFUL.fullmatch(bare)
        # "1990-91" is a range; "2001-02" may be February, so only its year is certain
        return years, not (doubtful and "-" in bare and int(doubtful[2]) in _MONTHS_OF_YEAR)
    if doubtful := _DOUBTFUL.fullmatch(bare):
        year, number = int(doubtful[1]), int(doubtful[2])
        if not 1 <= number <= 12 or ("-" in bare and number > year % 100):  # 21 to 24 are seasons in EDTF
            return (None if 21 <= number <= 24 else Date.of(year)) or read_iso(bare), 21 <= number <= 24
    if (month := _MONTH_OF_YEAR.fullmatch(bare)) and int(month[1]) in _MONTHS_OF_YEAR:
        return Date.of(int(month[2]), int(month[1])), True
    if day := _GERMAN.fullmatch(bare) or _DAY_FIRST.fullmatch(bare):
        first, second, year = map(int, day.groups())
        # "05/03/2001" is May in one country and March in another: sure are a day above 12, equal numbers, and points
        if is_on_calendar(year, second, first) and (first > 12 or first == second or "." in bare):
            return Date.of(year, second, first), True
        return (Date.of(year), False) if year else (None, False)
    if (named := _MONTH_NAMED.fullmatch(bare)) and (points := read_month(named[1])):
        return Date.of(int(named[2]), points[0][0]), True
    if re.fullmatch(r"\d{1,3}\?", bare):
        return None, False  # 199? is a year of which the last digit is not known, and not the year 199
    return read_words(text) or read_iso(text) or read_iso(bare), True


_MONTH_NAMED = re.compile(r"([A-Za-z]{3,9}\.?)\s+(\d{4})")


class ReadFields(NamedTuple):
    """The date in several fields (None if they have none), which fields it covers, and
    what is wrong, as (kind, field, text)."""

    date: Date | None
    covered: frozenset[str]
    faults: tuple[tuple[str, str, str], ...] = ()


def read_fields(fields: Mapping[str, str]) -> ReadFields:
    """Return the date of publication out of ``date``, ``year``, ``month`` and ``day``, LaTeX texts without delimiters.

    A ``date`` counts before the others, which may complete it. A field that is not in ``covered`` contains something that
    the date does not, and is to be kept.

    >>> read_fields({"year": "1955", "month": "may~3"}).date.parts
    ((1955, 5, 3),)
    """
    faults: list[tuple[str, str, str]] = []
    texts = {name: _decoded(value) for name, value in fields.items()}
    month = texts["month"][0] if "month" in texts else ""
    stamp = stamp_of(fields.get("date", ""))
    date = read_iso(stamp) if stamp else None
    covered = {"date"} if date else set()
    if date:
        year = texts["year"][0].strip() if "year" in texts else ""
        if year and year != str(date.year):
            read = _year_of(fields["year"], *texts["year"])
            if read.parts != tuple(point[:1] for point in date.parts):
                faults.append(("date-conflict", "year", year))
        covered.add("year")
        if date.year is None or date != Date.of(date.year):
            covered |= {"day"} if date.day and fields.get("day", "").strip("{} 0") == str(date.day) else set()
            months = {point[1] for point in date.parts if len(point) > 1}
            other = {number for number, _ in read_month(month)}
            named = date.season and read_season(month) == date.season
            covered |= {"month"} if other & months or named else set()
            if other and not other & months:
                faults.append(("date-conflict", "month", fields["month"]))
            return ReadFields(date, frozenset(covered), tuple(faults))
    elif stamp:
        faults.append(("bad-date", "date", stamp))
    if date is None and fields.get("year", "").strip():
        date = _year_of(fields["year"], *texts["year"])
        covered.add("year")
    elif date is None and stamp:
        date = _year_of(fields["date"], *texts["date"])
        if date.parts and _DOUBTFUL.fullmatch(stamp):  # 2012-13 would be a month that does not exist
            date = Date(date.parts[:1], written=TeX(stamp))
        covered.add("date")
        date = replace(date, written=date.written or TeX(fields["date"])) if not date.literal and date.written else date
    if date is None:
        return ReadFields(None, frozenset(), tuple(faults))
    if date.parts != ((date.year,),) or date.season:
        return ReadFields(date, frozenset(covered), tuple(faults))
    whole, more, wrong = _in_month(date, fields, month)
    return ReadFields(whole, frozenset(covered | more), (*faults, *wrong))


def _in_month(date: Date, fields: Mapping[str, str], text: str) -> tuple[Date, set[str], list[tuple[str, str, str]]]:
    """Return a year with the month (its ``text``) and day of the fields, which it covers, and what is wrong with them."""
    year = date.year or 0
    if "month" not in fields or not 0 < year < 10000:  # EDTF level 0 has four digits
        return date, set(), []
    points = read_month(text)
    if not points:
        season = read_season(text)
        return (replace(date, season=season), {"month"}, []) if season else (date, set(), [])
    if not all(is_on_calendar(year, month, day or 1) for month, day in points):
        return date, set(), [("bad-date", "month", text)]
    given = fields.get("day", "").strip("{} ")
    # days have at most two digits; whatever else is in the field stays there
    if len(points) == 1 and not points[0][1] and given.isdecimal() and len(given) < 3:
        if is_on_calendar(year, points[0][0], int(given)):
            return replace(date, parts=Date.of(year, points[0][0], int(given)).parts), {"month", "day"}, []
        return replace(date, parts=Date.of(year, points[0][0]).parts), {"month"}, [("bad-date", "day", given)]
    parts = tuple((year, month, day) if day else (year, month) for month, day in points)
    return replace(date, parts=parts), {"month"}, []


def is_dated(words: str) -> bool:
    """Whether words have the form of a day that does not exist (``2021-02-29``): BibLaTeX has a field of its own for them."""
    return re.fullmatch(r"-?\d{4}-\d\d?-\d\d?(?:[T/].{0,40})?", words) is not None


def read_stamp(value: str) -> Date:
    """Return the date of a field such as ``urldate``, LaTeX; what is not a date is in ``literal``, as text."""
    return read_iso(stamp_of(value)) or Date(literal=decode(value))


def stamp_of(value: str) -> str:
    """Return the characters of a date, in which ``~`` is not a tie of LaTeX."""
    return value.replace("{", "").replace("}", "").replace("--", "–").strip()


def fields_of(date: Date, dialect: str) -> dict[str, str]:
    r"""Return the fields of BibTeX or BibLaTeX for a date, values with their delimiters; none for words alone.

    BibTeX always gets a year where the date has one, with the month and day as far as it has a form for them; ``date``
    is next to them where they do not cover it.

    >>> fields_of(Date(((2010, 5, 3), (2010, 5, 6))), "bibtex")
    {'year': '{2010}', 'month': 'may # "~3--6"'}
    """
    if date.season and date.month:
        date = replace(date, season=0)  # the month is more precise
    stamp = iso(date)
    if not stamp:
        return {}
    if dialect == "biblatex":
        if date.written:
            beside = month_fields(replace(date, circa=False, uncertain=False, written="")) or {}
            if len(date.parts) == 1 and date.month:
                beside["month"] = f"{{{date.month}}}"  # a number there
            return {"year": f"{{{date.written}}}"} | beside
        return {"date": f"{{{stamp}}}"}
    if date.written:
        return {"year": f"{{{date.written}}}"} | (month_fields(replace(date, circa=False, uncertain=False)) or {})
    year = {"year": f"{{{stamp[:4] if date.unspecified and 'X' in stamp[:4] else date.year}}}"} if date.year else {}
    # "199X", and a year of more digits than ISO 8601's four, fit in the year field
    if (date.unspecified and stamp[4:] == "") or ((date.year or 0) > 9999 and date == Date.of(date.year or 0)):
        return year
    if not 0 < (date.year or 0) < 10000:  # a year field is read back with one to four digits
        return year | {"date": f"{{{stamp}}}"}
    doubtful = date.circa or date.uncertain
    if doubtful and not (date.circa and date.uncertain) and date.parts == ((date.year,),) and not date.season:
        return {"year": f"{{ca. {date.year}}}" if date.circa else f"{{{date.year}?}}"}
    covered = month_fields(date) if not doubtful else None
    if covered is not None:
        return year | covered
    if not (doubtful or date.season or date.unspecified or date.time) and [*map(len, date.parts)] == [1, 1]:
        return {"year": f"{{{date.parts[0][0]}--{date.parts[1][0]}}}"}
    first = next(point for point in date.parts if point)
    begun = (
        _single(first[:2] if date.unspecified else first) if date.parts[0] and not stamp[4:].startswith("-X") else {}
    )
    if date.season in _SEASONS_OF_YEAR:
        begun = {"month": f"{{{SEASONS[date.season - 1]}}}"}
    return year | begun | {"date": f"{{{stamp}}}"}


def iso(date: Date) -> str:
    """Return the date as BibLaTeX writes it, or the empty string if there are no numbers."""
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
    if abs(year) > 9999:  # EDTF level 1: years of more digits begin with y
        return f"y{year}"
    text = f"{'-' if year < 0 else ''}{abs(year):04d}"
    if len(point) > 1 and point[1] in _MONTHS_OF_YEAR:
        text += f"-{point[1]:02d}"
        if len(point) > 2 and is_on_calendar(*point[:3]):
            text += f"-{point[2]:02d}"
    elif season in _SEASONS_OF_YEAR:
        text += f"-{20 + season}"
    return text


def _digits_known(first: Point, last: Point) -> str:
    """``19XX`` and the like for a range of which only the first digits are known; empty for any other range."""
    # EDTF replaces digits of four-digit years only
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


@lru_cache(maxsize=1024)
def read_month(text: str) -> tuple[tuple[int, int], ...]:
    """Return the (month, day) of a month field such as ``may``, ``5``, ``May 12``, ``12~May``.

    Return two pairs for ``May 30--June 2``.

    A day that is not given is 0. What is not a month gives the empty tuple.
    """
    tokens = _TOKEN.findall(text)[:8]
    if len(tokens) == 1 and tokens[0].isdecimal():
        number = int(tokens[0]) if len(tokens[0]) < 3 else 0  # months have at most two digits, "2020" is a year
        return ((number, 0),) if number in _MONTHS_OF_YEAR else ()
    kinds = "".join(map(_kind, tokens))
    if kinds not in _LAYOUTS:
        return ()
    points, at = [], 0
    for side in kinds.split("-"):
        values = dict(zip(side, tokens[at:], strict=False))
        day = values.get("D", "0")
        # a longer number is a year that is in the field too ("May 2020"): the day is not known
        points.append((month_number(values.get("M", "")), int(day) if len(day) < 3 else 0))
        at += len(side) + 1
    # A range in one month names it once; one that runs backwards, or past the end of a month, is not a range.
    months = [month for month, _ in points if month]
    points = [(month or months[0], day) for month, day in points]
    if any(day and not is_on_calendar(2000, month, day) for month, day in points) or points != sorted(set(points)):
        return ()
    return tuple(points)


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


def read_season(text: str) -> int:
    """1 to 4 for the name of a season, spring first; 0 for anything else."""
    return _SEASON.get(text.strip().lower(), 0)


def month_fields(date: Date) -> dict[str, str] | None:
    """``month`` and ``day`` of a date within one year, values with their delimiters; None if they cannot express it."""
    points = date.parts[:2]
    if date.unspecified or date.time or not points or not all(points) or len({point[0] for point in points}) > 1:
        return None
    if date.season:
        plain = len(points) == 1 and len(points[0]) == 1 and date.season in _SEASONS_OF_YEAR
        return {"month": f"{{{SEASONS[date.season - 1]}}}"} if plain else None
    if len(points) == 1:
        return _single(points[0])
    if any(len(point) < 2 for point in points) or len(points[0][:3]) != len(points[1][:3]):
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
    if month not in _MONTHS_OF_YEAR:
        return {}
    found = {"month": MONTHS[month - 1]}
    return found | ({"day": f"{{{day}}}"} if day and is_on_calendar(year, month, day) else {})


# Interchange files ----------------------------------------------------------------------------------------------------

_ABOUT = re.compile(r"(?:c\.|ca\.?|circa|about)\s{0,4}", re.IGNORECASE)
_WORD_OR_NUMBER = re.compile(r"[^\W\d_]+|\d+")
_SLASHED = re.compile(r"(\d{4})/(\d\d?)(?:/(\d\d?))?")
_ERA = re.compile(r"(\d{1,6})\s?(BCE?|CE|AD)\.?", re.IGNORECASE)
_DAYS = re.compile(r"(?:([A-Za-z]{3,9})\.? )?(\d\d?)\s?[-–]\s?(\d\d?)(?:\.? ([A-Za-z]{3,9})\.?)?,? (\d{4})")
_YEAR_AND_REST = re.compile(r"(?P<year>\d{4})(?:,? |/{1,3})(?P<rest>[^\d/].{2,40})")
_REST_AND_YEAR = re.compile(r"(?P<rest>[^\d/].{2,40}?),? (?P<year>\d{4})")
"""``2013 Nov-Dec``, ``2001 Apr 15-17`` (PubMed's DP, which has the year first), ``2003/Spring`` of RIS, ``January-February 2001``."""
_QUARTER = re.compile(r"(?P<year>\d{4}) (?P<number>[1-4])(?:st|nd|rd|th) quart(?:er)?\.?", re.IGNORECASE)
"""``1978 1st Quart`` of PubMed's DP."""
_RANGE = re.compile(r"\s{1,4}[-–—]\s{1,4}|[–—]|(?<=[a-z\d])-(?=\d{4}\b)|\s{1,4}to\s{1,4}|/")
"""What is between the dates of a range: ``May 2019 - June 2020``, ``2001 Dec 28-2002 Jan 3``."""


def read_date(text: str) -> Date:
    """Return the date that a text stands for: EDTF, a date in English words, or the text as it is."""
    bare = " ".join(text.split())
    return read_edtf(bare) or read_years(bare) or _worded(bare) or Date(literal=bare)


def read_edtf(text: str) -> Date | None:
    """Return a date of EDTF level 0 or 1 in a file of another format, which has no open ends, times or kinds of uncertainty.

    An open end of an interval is left out, ``?``, ``~`` and ``%`` are about, and digits that are not known go.
    """
    match = _EDTF.fullmatch(text.strip())
    if match is None:
        return None
    date = read_iso(match[0].replace("Y", "y").removesuffix("/").removesuffix("/.."))
    if date is None or not date.parts[0] or (date.season and len(date.parts) > 1):
        return None
    parts = tuple(point[: 3 - match[0].count("XX")] for point in date.parts[:1]) if date.unspecified else date.parts
    return Date(tuple(filter(None, parts)), date.season, date.circa or date.uncertain)


_EDTF_POINT = r"(?:-?\d{4}|Y[+-]?\d{5,9})(?:-(?:\d\d?|XX)(?:-(?:\d\d?|XX)(?:T[\d:.+Z-]{1,32})?)?)?[~?%]?"
_EDTF = re.compile(rf"{_EDTF_POINT}(?:\s*/\s*(?:{_EDTF_POINT}|\.\.)?)?")


def is_open(text: str) -> bool:
    """Whether a text is an EDTF interval without an end, which a date cannot hold."""
    _, slash, last = text.strip().partition("/")
    return bool(slash) and last.strip() in _OPEN


def _worded(text: str) -> Date | None:
    """``May 12, 2020``, ``12 May 2020``, ``Summer 2020``, ``ca. 1850``, ``44 BC``, ``2020/05/12``, or two of them."""
    if len(text) > 80:  # a longer text is prose and not a date
        return None
    days = _DAYS.fullmatch(text)
    if days:
        name, first, last, year = (days[1] or days[4], days[2], days[3], days[5])
        text = f"{first} {name} {year} - {last} {name} {year}"
    one = _one_worded(text)
    if one:
        return one
    if quarter := _QUARTER.fullmatch(text):
        last = 3 * int(quarter["number"])
        return Date(((int(quarter["year"]), last - 2), (int(quarter["year"]), last)))
    if (turned := _YEAR_AND_REST.fullmatch(text) or _REST_AND_YEAR.fullmatch(text)) and int(turned["year"]):
        found = read_fields({"year": turned["year"], "month": turned["rest"].replace(".", "")})
        if found.date and "month" in found.covered:
            return found.date
    if (numbers := _MONTH_OF_YEAR.fullmatch(text)) and int(numbers[1]) in _MONTHS_OF_YEAR:
        return Date.of(int(numbers[2]), int(numbers[1]))
    halves = [half.strip() for half in _RANGE.split(text)]
    if len(halves) != 2:
        return None
    year_last = [" ".join(words[1:] + words[:1]) for words in map(str.split, halves)]  # PubMed has the year first
    end = _one_worded(halves[1]) or _one_worded(year_last[1]) or read_edtf(halves[1])
    shared = f" {end.year}" if end and month_number(halves[0]) else ""
    begin = _one_worded(halves[0] + shared) or _one_worded(year_last[0]) or read_edtf(halves[0])
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
    words = [word.lower() for word in _WORD_OR_NUMBER.findall(bare)]
    # day, month and year, and nothing else than what is between them
    if not 1 <= len(words) <= 3 or _WORD_OR_NUMBER.sub("", bare).strip(" .,") or not (bare.isascii() or about):
        return None
    years = [word for word in words if word.isdecimal() and len(word) == 4]  # "May 12, 20" has no year
    others = [word for word in words if word not in years]
    if len(years) != 1 or (words[-1] not in years and len(words) > 1):
        return None
    year = int(years[0])
    names = [word for word in others if not word.isdecimal()]
    numbers = [int(word) for word in others if word.isdecimal() and len(word) <= 2]
    if not others and year:
        return Date(((year,),), 0, circa)
    if len(names) != 1 or len(names) + len(numbers) != len(others) or not year:
        return None
    if (season := read_season(names[0])) and not numbers:
        return Date(((year,),), season, circa)
    month = month_number(names[0])
    date = _checked(year, month, *numbers) if month else None
    return Date(date.parts, 0, circa) if date else None


def _checked(year: int, month: int = 0, day: int = 0) -> Date | None:
    # the calendar is not consulted: a day that a month does not have (30 February) stays, for check to report
    return Date.of(year, month, day) if year and month <= 12 and day <= 31 and (month or not day) else None


def edtf(date: Date) -> str:
    """Return the numbers of a date as EDTF: ``2020-05``, ``2019/2020``, ``2020-22~``; empty without numbers."""
    if not date.parts or not date.parts[0]:
        return ""
    plain = Date(tuple(filter(None, date.parts[:2])), date.season, date.circa)
    return re.sub(r"^y|(?<=/)y", "Y", iso(plain))


def calendar_date(date: Date | None) -> Date:
    """Return the first day, month or year of a date, as far as the calendar has it (there is no 31 February), and no more."""
    parts = date.parts[0] if date and date.parts else ()
    if len(parts) > 1 and parts[1] not in _MONTHS_OF_YEAR:
        parts = parts[:1]
    if len(parts) > 2 and not 1 <= parts[2] <= monthrange(abs(parts[0]) % 400 + 2000, parts[1])[1]:
        parts = parts[:2]
    return Date((parts[:3],)) if parts and parts[0] else Date()
