"""The dates of a reference: the day, the month or the season next to its year; when a page was looked at ("Retrieved June 19, 1998,
from"); when a work was published electronically; and what is printed in the place of a date that is not known ("(n.d.)", "(o. J.)").

:func:`date_at` reads each of them, in all languages of ``words/dates.txt`` and of the months in ``words/classes.txt``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from citekit.extraction.lexer import Atom, FieldKind
from citekit.extraction.phrases import MONTHS, word_rows
from citekit.extraction.styled import StyledText
from citekit.model.date import Date, is_on_calendar
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass

_MONTHS = MONTHS | {name: n for n, names in enumerate(word_rows("dates")["month"], 1) for name in names}
_SHORT_MONTHS = {name: n for n, names in enumerate(word_rows("dates")["short month"], 1) for name in names}
_SEASONS = {name: n for n, names in enumerate(word_rows("dates")["season"], 1) for name in names}
_WORDS_OF_DATES = {
    word: kind
    for group, kind in (("filler", ""), ("range", "-"), ("counter", "p"))
    for row in word_rows("dates")[group]
    for word in row
}
NAMED = frozenset(_MONTHS) | frozenset(_SHORT_MONTHS) | frozenset(_SEASONS)
"""Words of which one is in each date that is not only figures."""
_NAMES = "|".join(sorted((re.escape(name) for name in _MONTHS if not name.isdecimal()), key=len, reverse=True))
_DATE = (
    r"(?P<date>(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)"
    r"|\d{1,2}\s?[./]\s?\d{1,2}\s?[./]\s?(?:19|20)\d\d"
    rf"|\d{{1,2}}(?:st|nd|rd|th|\.|º|er)?\s(?:de\s|of\s)?(?:{_NAMES})\.?,?\s(?:de\s|del\s)?(?:19|20)\d\d"
    rf"|(?:{_NAMES})\.?\s\d{{1,2}}(?:st|nd|rd|th)?,?\s(?:19|20)\d\d"
    rf"|(?:19|20)\d\d,?\s(?:{_NAMES})\.?(?:\s\d{{1,2}}(?!\d))?"
    rf"|(?:{_NAMES})\.?,?\s(?:19|20)\d\d"
    r"|(?:19|20)\d\d年\d{1,2}月\d{1,2}日"
    r"|(?:19|20)\d\d(?!\d))"
)
"""A date up to its year, or from it, where only a phrase before it states that it is one; :func:`date_at` reads it."""
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
_ELECTRONIC_STEMS = ("epub", "published online", "the original")
"""One of them is in each such phrase."""
_MISSING = (
    r"n\.\s?d\.?|no\sdate|undated|o\.\s?J\.|ohne\sJahr|o\.\s?D\.|s\.\s?f\.|sin\sfecha|s\.\s?d\.|sans\sdate|sem\sdata|s\.\s?a\.|senza\sdata|z\.\s?j\.|z\.\s?d\."
    r"|b\.\s?d\.|b\.\s?r\.|u\.\s?å\.|t\.\s?y\.|б\.\s?г\.|无日期|無日期"
)
_IN_BRACKETS = re.compile(rf"(?<=[(\[])(?:{_MISSING})(?:\s?-\s?[a-z])?(?=[)\],;])", re.IGNORECASE)
_BETWEEN_STOPS = re.compile(r"(?<=[.,]\s)(?:n\.\s?d|o\.\s?J|s\.\s?f|s\.\s?d)(?=\.(?:-[a-z]\b)?[\s,;:\"“)]|\.$)")
"""Without brackets only the shortest forms are sure, as Chicago style prints them."""
_STANDS_FOR = "2001"
"""What the labeller sees: a year like any other, so that it reads what is around as in every other reference."""


def find(item: StyledText) -> Iterator[Atom]:
    """Yield dates of access and of electronic publication, then the marks of a missing date."""
    yield from other_dates(item)
    yield from missing_dates(item)


def other_dates(item: StyledText) -> Iterator[Atom]:
    """Yield dates of access (value ``accessed``, in ISO 8601) and of electronic publication.

    Neither is the date of the work, so they weigh more than the atoms of numbers that they contain.
    """
    text, folded = item.text, item.folded
    for match in _ACCESSED.finditer(text) if any(map(folded.__contains__, _STEMS)) else ():
        values = {}
        if year := _YEAR.search(printed := match["date"] or match[0]):
            found = date_at(printed, *year.span())
            values["accessed"] = "-".join(f"{n:02}" for n in (found.date.parts[0] if found else (int(year[0]),)))
        yield Atom(match.start(), match.end(), FieldKind.OTHER, "accessed", values, 3.6)
    for match in _ELECTRONIC.finditer(text) if any(map(folded.__contains__, _ELECTRONIC_STEMS)) else ():
        yield Atom(match.start(), match.end(), FieldKind.OTHER, "electronic date", {}, 3.6)


def missing_dates(item: StyledText) -> Iterator[Atom]:
    """Yield the marks of a work without a date; they give no value."""
    for pattern in (_IN_BRACKETS, _BETWEEN_STOPS):
        for match in pattern.finditer(item.text):
            yield Atom(match.start(), match.end(), FieldKind.DATE, "undated", {}, 3.3, _STANDS_FOR)


# --- the date that a year is a part of --------------------------------------------------------------------------------

_AROUND = 44
"""Characters before and after a year in which its date is: "Saturday, September 14 to Monday, September 16, 2017"."""
_TOKEN = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|\n")
_YEAR = re.compile(r"(?<!\d)(?:1[4-9]|20)\d\d(?!\d)")
_POINTS = r"(?:S|(?:MD|DM|M|D)(?:-(?:MD|DM|M|D))?)"
"""A season, or a day and a month, or a range of them, by the kinds of the words."""
_BEFORE = re.compile(rf"({_POINTS}),?$")
_BEHIND = re.compile(rf",?({_POINTS})(?=[^\w(]|$)|\.(DM)(?=[.,]|$)")
"""After a full stop only a day with its month, which is closed: "2019. 4 мая. С. 5" and not "2019. May flowers"."""
_ALONE = re.compile(rf"({_POINTS})[,.]?(?:Y[,.]?)?")
_FIGURES_BEFORE = re.compile(r"(?<![\d./])(\d{1,2})\s?(?P<sign>[./])\s?(\d{1,2})\s?(?P=sign)\s?$")
_FIGURES_BEHIND = re.compile(r"(?P<sign>[-/.])(\d{1,2})(?:(?P=sign)(\d{1,2}))?(?!\d|(?P=sign)\d)")
_FIGURES_IN_EAST_ASIA = re.compile(r"\s?年\s?(\d{1,2})\s?月(?:\s?(\d{1,2})\s?日)?")
_WORDS_BEFORE, _WORDS_BEHIND = 3, 2
"""Words before a year, and after it, of which the last may name its month: "June 3rd in Lisbon, 2020"."""


@dataclass(slots=True)
class PrintedDate:
    """A date and where the text prints it."""

    date: Date
    start: int
    end: int

    def is_closer_than(self, other: PrintedDate | None) -> bool:
        """Whether this date states a month or a day that the other one lacks."""
        return other is None or len(self.date.parts[0]) > len(other.date.parts[0])

    @property
    def is_day(self) -> bool:
        """Whether it is a single day: meetings last for several."""
        return len(self.date.parts) == 1 and self.date.day is not None


def date_at(
    text: str, start: int, stop: int, apart: Sequence[tuple[int, int]] = (), named: bool = True
) -> PrintedDate | None:
    """Return the date of which the year from ``start`` to ``stop`` is a part, where a day, a month or a season is next to it.

    Words within the spans ``apart`` are of other fields: the month of "Rio de Janeiro, 2004" is none. Of two figures
    between strokes the first is the day, where both may be. A text that has no word of :data:`NAMED` is not ``named``.

    >>> date_at("Moss, A. (2017, March 4). Tides", 10, 14).date.parts
    ((2017, 3, 4),)
    >>> date_at("Oslo, 4-6 March 2017", 16, 20).date.parts
    ((2017, 3, 4), (2017, 3, 6))
    """
    year, before, behind = int(text[start:stop]), text[max(0, start - _AROUND) : start], text[stop : stop + _AROUND]
    if figures := _FIGURES_BEFORE.search(before):
        date = _of_figures(year, figures[3], figures[1])
        return PrintedDate(date, start - len(before) + figures.start(), stop) if date else None
    if figures := _FIGURES_BEHIND.match(behind) or _FIGURES_IN_EAST_ASIA.match(behind):
        date = _of_figures(year, *figures.groups()[-2:])
        return PrintedDate(date, start, stop + figures.end()) if date else None
    if not named:
        return None
    earlier = _words_of_dates(text, start - len(before), start, apart)
    if (found := _BEFORE.search("".join(kind for kind, *_ in earlier))) and (
        date := _of_words(year, earlier[found.start() : found.end(1)])
    ):
        return PrintedDate(date, earlier[found.start()][2], stop)
    later = _words_of_dates(text, stop, stop + len(behind), apart)
    if found := _BEHIND.match("".join(kind for kind, *_ in later)):
        inside = slice(*found.span(found.lastindex or 0))
        if date := _of_words(year, later[inside]):
            return PrintedDate(date, start, later[inside][-1][3])
    for words, reach in ((earlier[::-1], _WORDS_BEFORE), (later, _WORDS_BEHIND)):
        near = [word for word in words if word[0] in "xpMDS.;?"][:reach]
        for kind, number, first, last in near:
            if kind == "M":
                other = _YEAR_BEHIND.match(text, last)
                if other and int(other[1]) != year:
                    break  # of another event: "accepted 2023, presented June 2024"
                return PrintedDate(Date.of(year, number), first, last)
            if kind in ".;?":
                break
    return None


_YEAR_BEHIND = re.compile(r"[\s,.]{0,3}((?:19|20)\d\d)(?!\d)")
"""The year right after a month."""


def date_in(text: str, start: int, stop: int, year: int) -> PrintedDate | None:
    """Return the date that the whole of a span is, with or without its year: "4 May", "julio-septiembre", "May 4, 2019"."""
    words = _words_of_dates(text, start, stop, (), year)
    found = _ALONE.fullmatch("".join(kind for kind, *_ in words))
    date = _of_words(year, words[: found.end(1)]) if found else None
    return PrintedDate(date, start, stop) if date else None


_Word = tuple[str, int, int, int]
"""The kind of a word, a number or a sign, the number that it states, and where it begins and ends: M(onth), S(eason), D(ay),
the Y(ear) of the date, p for what counts pages, a mark of dates or sentences as it is, x for anything else."""


def _words_of_dates(text: str, start: int, stop: int, apart: Sequence[tuple[int, int]], year: int = 0) -> list[_Word]:
    """Return the words from ``start`` to ``stop`` as dates have them, without fillers and the full stops of short words."""
    found: list[_Word] = []
    last = "x"
    for match in _TOKEN.finditer(text, start, stop):
        word, (first, end) = match[0], match.span()
        kind, number = "x", 0
        if word.isdecimal():
            counted = last == "p" or (first > start and (text[first - 1].isalnum() or text[first - 1] == ":"))
            if len(word) < 3 and 0 < int(word) <= 31 and not counted:  # days
                kind, number = "D", int(word)
            elif year and int(word) == year:
                kind = "Y"
        elif word.isalpha():
            folded = word.casefold()
            if any(a <= first < b for a, b in apart):
                kind = "x"
            elif folded in _MONTHS or (folded in _SHORT_MONTHS and (last == "D" or text[end : end + 1] == ".")):
                kind, number = "M", _MONTHS.get(folded) or _SHORT_MONTHS[folded]
            elif number := _SEASONS.get(folded, 0):
                kind = "S"
            else:
                kind = _WORDS_OF_DATES.get(folded, "x")
        elif word in "-–—/&":
            kind = "-"
        elif word in ",.;?\n:)]":
            kind = ";" if word == "\n" else word
            if word == "." and last in ("M", "D", "p") and not (last == "D" and text[end : end + 1] not in " -–—"):
                continue
        if kind:
            found.append((kind, number, first, end))
            last = kind
    return found


def _of_figures(year: int, month: str, day: str | None) -> Date | None:
    """Return the date of figures; a month above 12 is the day, where the day may be the month."""
    one, other = int(month), int(day or 0)
    if one > 12 >= other > 0:  # months of a year
        one, other = other, one
    if not other:
        return Date.of(year, one) if 1 <= one <= 12 else None  # months of a year
    return Date.of(year, one, other) if is_on_calendar(year, one, other) else None


def _of_words(year: int, words: Sequence[_Word]) -> Date | None:
    """Return the date of a year and what is next to it; no date for a day without a month, and for days of no calendar."""
    if words[0][0] == "S":
        return Date(((year,),), season=words[0][1])
    sides: list[dict[str, int]] = [{}]
    for kind, number, *_ in words:
        if kind == "-":
            sides.append({})
        else:
            sides[-1][kind] = number
    months = [side["M"] for side in sides if "M" in side]
    points = [
        (year, side.get("M", months[0] if months else 0), *([side["D"]] if "D" in side else [])) for side in sides
    ]
    whole = months and len({len(point) for point in points}) == 1 and points == sorted(set(points))
    if not whole or not all(is_on_calendar(point[0], point[1], point[2] if len(point) > 2 else 1) for point in points):
        return None
    return Date(tuple(points))
