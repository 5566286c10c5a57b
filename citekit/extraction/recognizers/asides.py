"""Text that does not describe the work: when a page was looked at ("Retrieved June 19, 1998, from"), on which of its pages a
bibliography cites the work ("2014. 1, 2, 6"), and what is printed in the place of a date that is not known ("(n.d.)", "(o. J.)")."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.extraction.lexer import Atom, FieldKind
from citekit.extraction.phrases import MONTHS
from citekit.extraction.styled import StyledText
from citekit.runtime import patterns as re

_MONTH = "|".join(sorted((re.escape(name) for name in MONTHS if not name.isdecimal()), key=len, reverse=True))
_DATE = (
    r"(?P<year>(?:19|20)\d\d)(?:[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?!\d))"
    r"|(?P<day2>\d{1,2})\s?[./]\s?(?P<month2>\d{1,2})\s?[./]\s?(?P<year2>(?:19|20)\d\d)"
    rf"|(?P<day3>\d{{1,2}})(?:st|nd|rd|th|\.|º|er)?\s(?:de\s|of\s)?(?P<month3>{_MONTH})\.?,?\s(?:de\s|del\s)?(?P<year3>(?:19|20)\d\d)"
    rf"|(?P<month4>{_MONTH})\.?\s(?P<day4>\d{{1,2}})(?:st|nd|rd|th)?,?\s(?P<year4>(?:19|20)\d\d)"
    rf"|(?P<year5>(?:19|20)\d\d),?\s(?P<month5>{_MONTH})\.?(?:\s(?P<day5>\d{{1,2}})(?!\d))?"
    rf"|(?P<month6>{_MONTH})\.?,?\s(?P<year6>(?:19|20)\d\d)"
    r"|(?P<year7>(?:19|20)\d\d)年(?P<month7>\d{1,2})月(?P<day7>\d{1,2})日"
    r"|(?P<year8>(?:19|20)\d\d)(?!\d)"
)
_LOOKED_AT = (
    r"accessed|retrieved|consulted|visited|viewed|downloaded|cited|last checked|(?:letzter )?zugriff|zugegriffen|(?:zuletzt )?(?:abgerufen|besucht|geprüft|aufgerufen)|abruf(?:datum)?|consulté(?:e)?|page consultée"
    r"|acesso|acessado|consultado|consulta|recuperado|dostęp|data dostępu|дата (?:обращения|доступа)|geraadpleegd|hämtad|besøgt|lest|accesso|consultato|ultimo accesso|erişim(?: tarihi)?|访问日期|检索日期"
)
_ACCESSED = re.compile(
    rf"(?-i:(?=[(\[A-Za-zДд访检]))[(\[]?(?<!\w)(?:last )?(?:{_LOOKED_AT})(?:\s?:)?(?:\s(?:on|in|am|le|el|em|il|den|op|at|den:|em:|the))?:?,?\s?(?:{_DATE})"
    r"(?:,?\s(?:from|at|de|sur)(?=\s)(?:\s[^.:;()\[\]]{2,60}(?=:\s*https?:))?)?[)\]]?"
    r"|(?-i:(?=[(\[ACDLRVZacdlrvz]))[(\[]?(?<!\w)(?:last )?(?:accessed|retrieved|consulted|visited|viewed|downloaded|zugriff(?: am)?|abgerufen(?: am)?|consulté(?: le)?|acesso em|consultado(?: en| el)?|dostęp)"
    r"(?: on| in)?:?[^.;()\[\]]{0,40}?(?:19|20)\d\d(?:,?\s(?:from|at|de|sur)(?=\s)(?:\s[^.:;()\[\]]{2,60}(?=:\s*https?:))?)?[)\]]?"
    r"|(?-i:(?=[ACDR]))(?<=[.?!]\s)(?:retrieved|accessed|downloaded|available)(?:\s(?:online\s)?(?:from|at))\s[^.:;()\[\]]{2,80}(?=:\s*https?:)",
    re.IGNORECASE,
)
"""When a page was looked at: the words of several languages with a date in one of the ways to write one; then the words
with anything up to a year; then where it was found."""
_STEMS = (
    "access availab retriev consul visit view download zugriff zugegriff abgeruf abruf besucht geprüft acesso acess dostęp cited checked recuper обращ доступ"
    " geraadpl hämtad besøgt lest erişim 访问 检索"
).split()
"""One of them is in every date of access, so that most texts need not be searched."""
_ELECTRONIC = re.compile(
    rf"[(\[]?(?<!\w)(?:Epub|e-?pub(?:lished)?|published online|archived(?: \(pdf\))? from the original(?: \(pdf\))? on)(?: ahead of print)?:?\s(?:{_DATE})[)\]]?",
    re.IGNORECASE,
)
"""The date of the electronic publication, next to that of the issue: "Epub 2009/03/24"."""
_CATALOGUE_NUMBER = re.compile(
    r"(?<!\w)S2CID:?\s?\d{3,12}(?!\w)|(?<!\w)Bibcode:?\s?[12]\d{3}[\w.&]{14,16}|(?<!\w)OCLC:?\s?\d{4,12}(?!\w)"
)
"""Numbers of catalogues that no field holds."""
_PAGES_OF_CITING = re.compile(r"(?<=(?:19|20)\d\d\.\s)\d{1,3}(?:,\s\d{1,3}+){0,20}\.?\s{0,3}$")
"""The back references of a thesis or book: numbers that end the item after "2014."."""

_BY_FORM = (
    (_ELECTRONIC, ("epub", "published online", "the original"), "electronic date"),
    (_CATALOGUE_NUMBER, ("s2cid", "bibcode", "oclc"), "catalogue number"),
)
"""Pattern, words of which one is in every text that it matches, and the kind of the atom."""
_WORDS = (
    r"n\.\s?d\.?|no\sdate|undated|o\.\s?J\.|ohne\sJahr|o\.\s?D\.|s\.\s?f\.|sin\sfecha|s\.\s?d\.|sans\sdate|sem\sdata|s\.\s?a\.|senza\sdata|z\.\s?j\.|z\.\s?d\."
    r"|b\.\s?d\.|b\.\s?r\.|u\.\s?å\.|t\.\s?y\.|б\.\s?г\.|无日期|無日期"
)
_IN_BRACKETS = re.compile(rf"(?<=[(\[])(?:{_WORDS})(?:\s?-\s?[a-z])?(?=[)\],;])", re.IGNORECASE)
_BETWEEN_STOPS = re.compile(r"(?<=[.,]\s)(?:n\.\s?d|o\.\s?J|s\.\s?f|s\.\s?d)(?=\.(?:-[a-z]\b)?[\s,;:\"“)]|\.$)")
"""Without brackets only the shortest forms are sure, as Chicago style prints them."""
_STANDS_FOR = "2001"
"""What the labeller sees: a year like any other, so that it reads what is around as in every other reference."""


def find(item: StyledText) -> Iterator[Atom]:
    """Yield what is next to the description of a work, then the signs of a missing date."""
    yield from beside_the_work(item)
    yield from missing_dates(item)


def beside_the_work(item: StyledText) -> Iterator[Atom]:
    """Yield dates of access (value ``accessed``, in ISO 8601) and of electronic publication, numbers of catalogues, and pages
    of the citing document.

    None of them is date or pages of the work, so they weigh more than the atoms of dates and numbers that they contain.
    """
    folded = item.folded
    for match in _ACCESSED.finditer(item.text) if any(map(folded.__contains__, _STEMS)) else ():
        stamp = _iso(match)
        yield Atom(match.start(), match.end(), FieldKind.OTHER, "accessed", {"accessed": stamp} if stamp else {}, 3.6)
    for pattern, signs, kind in _BY_FORM:
        for match in pattern.finditer(item.text) if any(map(folded.__contains__, signs)) else ():
            yield Atom(match.start(), match.end(), FieldKind.OTHER, kind, {}, 3.6)
    if pages := _PAGES_OF_CITING.search(item.text):
        yield Atom(pages.start(), pages.end(), FieldKind.OTHER, "backrefs", {}, 3.4)


def _iso(match: re.Match[str]) -> str:
    """Return the date of a match as ``2021-05-03``, as far as it states one; of two figures the first is the day."""
    # the pattern has eight ways to write a date, and a group name may occur only once: year, year2, … are one
    found = {name.rstrip("2345678"): value for name, value in match.groupdict().items() if value}
    if "year" not in found:
        return ""
    month = MONTHS.get(found.get("month", "").casefold().strip("."), 0) or int(
        found["month"] if found.get("month", "").isdecimal() else 0
    )
    day = int(found.get("day", 0))
    # A figure above 12 is not a month; then the other one is.
    if month > 12 >= day:
        day, month = month, day
    if not month:
        return found["year"]
    # Neither figure is a month where both are above 12; the year still holds.
    return f"{found['year']}-{month:02}" + (f"-{day:02}" if day else "") if month <= 12 else found["year"]


_OF_ONE_DAY = re.compile(rf"(?<![\w/–—-])(?:{_DATE})(?!\s?[–—&/-]\s?\d)", re.IGNORECASE)
"""A date that is no part of several days, as meetings have: "4-6 March 2017"."""
_AROUND = 24
"""Characters before and after a year in which its month and day are: "Wednesday, September 14, 2017"."""


def date_around(text: str, start: int, stop: int) -> str:
    """Return the date of which a year from ``start`` to ``stop`` is a part as ``2021-05-03``, as far as it is printed; or empty.

    >>> date_around("Moss, A. (2017, March 4). Tides", 10, 14), date_around("Oslo, 4-6 March 2017", 16, 20)
    ('2017-03-04', '2017-03')
    """
    for match in _OF_ONE_DAY.finditer(text, max(0, start - _AROUND), stop + _AROUND):
        if match.start() <= start and stop <= match.end():
            return _iso(match)
    return ""


def missing_dates(item: StyledText) -> Iterator[Atom]:
    """Yield the signs of a work without a date; they give no value."""
    for pattern in (_IN_BRACKETS, _BETWEEN_STOPS):
        for match in pattern.finditer(item.text):
            yield Atom(match.start(), match.end(), FieldKind.DATE, "undated", {}, 3.3, _STANDS_FOR)
