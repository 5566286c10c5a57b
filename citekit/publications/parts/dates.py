"""Dates in an item: "2021", "(2020)", "June 2022", "(2023, May)", "2023 Mar 2;", "Sep 29 – Oct 3, 2025", "12/5/23"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from citekit.publications.atoms import Atom, Part
from citekit.publications.styled import StyledText

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar janvier enero janeiro gennaio stycznia styczeń enero",
            "february feb februar février fevrier febrero fevereiro febbraio lutego",
            "march mar märz maerz mars marzo março marca",
            "april apr avril abril aprile kwietnia",
            "may mai mayo maio maggio maja",
            "june jun juni juin junio junho giugno czerwca",
            "july jul juli juillet julio julho luglio lipca",
            "august aug août aout agosto sierpnia",
            "september sep sept septembre septiembre setembro settembre września",
            "october oct oktober okt octobre octubre outubro ottobre października",
            "november nov novembre noviembre novembro listopada",
            "december dec dezember dez décembre decembre diciembre dezembro dicembre grudnia",
        ),
        1,
    )
    for name in names.split()
}
_MONTH = "(?:" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\b\.?"
_YEAR = r"(?:1[89]\d\d|20[0-4]\d)"  # "MNRAS, 453, 2075" has no year
_DAY = r"\d{1,2}(?:st|nd|rd|th|\.)?"
_SEASONS = ("spring", "summer", "fall", "autumn", "winter")


def _beginnings() -> str:
    """Pairs of letters that the name of a month or a season begins with, in either case, as a pattern."""
    pairs: dict[str, set[str]] = {}
    for name in (*MONTHS, *_SEASONS):
        pairs.setdefault(name[0], set()).add(name[1])
    return "|".join(
        f"[{first}{first.upper()}][{''.join(sorted(seconds | {c.upper() for c in seconds}))}]"
        for first, seconds in pairs.items()
    )


_PATTERN = re.compile(
    rf"""
    (?-i:(?=[(\[\d]|{_beginnings()}))  # only for speed: most places are neither
    (?P<open>[(\[]\s?)?
    (?:
        (?P<y1>{_YEAR})(?P<letter>[a-z])?(?:\s?,\s?|\s(?={_MONTH}(?:[-–/]{_MONTH})?(?:\s{_DAY})?\s?[;:]))
        (?P<m1>{_MONTH})(?:[-–/]{_MONTH})?(?:\s(?P<d1>{_DAY})(?:\s?[-–—]\s?(?:{_MONTH}\s)?{_DAY})?)?
      | (?:(?<!\d)(?P<d2>{_DAY})\s?(?:[-–—]|to|and|&)\s?(?:{_DAY}\s)?(?:of\s)?)?(?:(?<!\d)(?P<d3>{_DAY})\s(?:of\s|de\s)?)?
        (?P<m2>{_MONTH})(?:\s?[/–—-]\s?{_MONTH})?(?:\s(?P<d4>{_DAY})(?:\s?[-–—]\s?(?:{_MONTH}\s)?{_DAY})?)?,?\s(?:de\s)?(?P<y2>{_YEAR})(?!\d)
      | (?P<y6>{_YEAR})[/.-](?P<m6>0?[1-9]|1[0-2])(?:[/.-](?P<d6>[0-2]?\d|3[01]))?(?![\d–-])
      | (?:(?:Spring|Summer|Fall|Autumn|Winter)\s)?(?P<y3>{_YEAR})(?P<letter3>[a-e])?(?![\d\w]|[-–—]\d)
      | (?<=\()(?P<y7>1[5-7]\d\d)(?=\))
      | (?P<m5>0?[1-9]|1[0-2])/(?:[0-3]?\d/)?(?P<y5>(?:19|20)?\d\d)(?![\d/])
    )
    (?P<close>\s?[)\]])?
    """,
    re.VERBOSE | re.IGNORECASE,
)
_YEAR_OR_STROKE = re.compile(r"[0-9](?:/|(?<=1)[5-9]\d\d|(?<=2)0\d\d)")
"""What every date has: the digits of a year, or the stroke after a month."""
_MONTH_WORDS = tuple(name for name in MONTHS if not any(name != other and name.startswith(other) for other in MONTHS))
_MOST_BEFORE_YEAR, _SEASON_BEFORE_YEAR = 100, 12
"""Characters of a date before its year at most: where a month is named, and where none is."""
_WORD_BEFORE = re.compile(r"(?:[a-z]|Proc\.|Int\.|Conf\.)\s\Z")
_WORD_AFTER = re.compile(r"\s[A-Za-z]{2}")


def find(item: StyledText) -> Iterator[Atom]:
    """Dates with a four-digit year, with month and day where they are printed; brackets around the date belong to it."""
    text = item.text
    for match in _matches(text):
        start, end = match.span()
        before = text[start - 1] if start else " "
        if not match["open"] and (before.isalnum() or before in "-–/.:'’$"):
            continue
        bracketed = bool(match["open"]) and bool(match["close"])
        if match["open"] and not match["close"]:
            start = match.start("open") + len(match["open"])
        elif match["close"] and not match["open"]:
            end = match.start("close")
        values = _values(match)
        if values is None:
            continue
        inner = (
            not bracketed
            and _WORD_BEFORE.search(text, max(0, start - 6), start) is not None
            and _WORD_AFTER.match(text, end) is not None
        )
        kind = "bracketed" if bracketed else "inner" if inner else "date"
        yield Atom(start, end, Part.DATE, kind, values, 1.5 + bracketed, firm=bracketed)


def _matches(text: str) -> Iterator[re.Match[str]]:
    """The matches of the pattern in order; it is tried only where a year or a stroke is near."""
    at = 0
    for sign in _YEAR_OR_STROKE.finditer(text):
        if sign.end() <= at:
            continue
        before = text[max(at, sign.start() - _MOST_BEFORE_YEAR) : sign.start()].casefold()
        named = any(map(before.__contains__, _MONTH_WORDS))
        begin = sign.start() - (_MOST_BEFORE_YEAR if named else _SEASON_BEFORE_YEAR)
        while at < sign.end():
            match = _PATTERN.search(text, max(at, begin))
            if match is None:
                return
            yield match
            at = match.end()


def _values(match: re.Match[str]) -> dict[str, str] | None:
    year = match["y1"] or match["y2"] or match["y3"] or match["y6"] or match["y7"]
    month_name = match["m1"] or match["m2"]
    if match["y5"]:
        year, month = match["y5"], match["m5"]
        if len(year) == 2:
            if not (match["open"] and match["close"]) or match.group().count("/") < 2:
                return None
            year = f"20{year}"
        if not 1850 <= int(year) <= 2099:
            return None
        return {"year": year, "month": str(int(month))}
    values = {"year": year}
    if match["m6"]:
        values["month"] = str(int(match["m6"]))
    if month_name:
        values["month"] = str(MONTHS[month_name.lower().rstrip(".")])
    return values
