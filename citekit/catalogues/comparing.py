"""An entry against the record of a catalogue: is it the same work, and in which fields do they differ?

An accusation needs evidence: what a record does not say, says in another form, or may say wrongly (one author of many, a
year of printing beside one of going online, a volume that is a year) is no difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from citekit import patterns as re
from citekit.catalogues.record import Record
from citekit.records import dataclass
from citekit.text.case import SMALL_WORDS
from citekit.text.similar import ratio
from citekit.works.identity.description import Description, describe
from citekit.works.identity.fold import fold
from citekit.works.identity.people import Agreement, Person, agreement_of, compare_people, people_of
from citekit.works.identity.titles import Title, compare_titles, numbers_differ, title_of
from citekit.works.identity.venue import content_words, same_venue
from citekit.works.name import Name
from citekit.works.work import Work

Fit = Literal["same", "doubtful", "other"]

_TITLE = 0.7
"""Titles so much alike may be one work's."""
_SAME_TITLE = 0.97
_WORDS, _TEAM_WORDS = 0.6, 0.25
"""The part of the telling words that a changed title has kept, and that a title still has which a team gave anew."""
_PEOPLE, _TEAM = 0.5, 0.85
_TELLING = 3
_TYPING_ERROR = 0.8
_YEARS, _PREPRINT_YEARS = 1, 4
_PRINTED_WITHIN = 6
_NUMBER = re.compile(r"\d+")
_YEAR_LONG = 4


@dataclass(frozen=True, slots=True)
class Difference:
    """A field in which an entry and records differ: its BibTeX name, both values, the catalogues that say the other."""

    field: str
    ours: str
    theirs: str
    who: tuple[str, ...]


class Compared:
    """An entry made comparable with records."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.entry: Description = describe(work)

    def fit_of_identifier(self, record: Record) -> Fit:
        """Whether the record of an identifier that the entry names is that of the entry's work."""
        if not self.entry.title.key or not record.work.title:
            return "doubtful"
        if self._title(record) >= _TITLE:
            return "same"
        people, words = self._people(record), self._words(record)
        if words >= _WORDS and (people.share >= _PEOPLE or not people.known):
            return "same"
        renamed = people.overlap >= _TEAM and people.shared > 1 and words >= _TEAM_WORDS
        foreign = self.entry.title.key.isascii() != title_of(record.work.title).key.isascii()
        translated = people.share >= _TEAM or not people.known or foreign
        agrees = self._agrees(record, "pages") or (self._agrees(record, "volume") and self._same_year(record))
        return "doubtful" if renamed or (foreign and translated) or (agrees and people.share >= _PEOPLE) else "other"

    def fit_of_search(self, record: Record) -> Fit:
        """Whether a record that was searched for is that of the entry's work."""
        title, people = self._title(record), self._people(record)
        if any(numbers_differ(self.entry.title, other) for other in _titles(record)[:1]) and title < 1.0:
            return "other"
        placed = self._agrees(record, "pages") or (self._same_venue(record) and self._same_year(record))
        if title >= _TITLE:
            if people.known:
                telling = title >= _SAME_TITLE and len(self.entry.title.content) >= _TELLING and placed
                return "same" if people.share >= _PEOPLE or telling else "other"
            return "same" if title >= _SAME_TITLE and (placed or self._same_year(record)) else "doubtful"
        changed = self._words(record) >= _WORDS and people.share >= _TEAM and people.shared > 1
        return "same" if changed and placed else "other"

    def is_printed_as(self, record: Record) -> bool:
        """Whether a record is the printed version of the preprint that the entry is of: its title, its people, soon after."""
        people = self._people(record)
        years = [year - (self.entry.year or year) for year in record.years]
        soon = any(-1 <= late <= _PRINTED_WITHIN for late in years)
        return self._title(record) >= _SAME_TITLE and people.overlap >= _TEAM and soon

    def differences(self, record: Record) -> tuple[Difference, ...]:
        """The fields in which the entry says something else than a record of its work."""
        checks = (
            ("title", self._title_differs), ("author", self._author_differs), ("year", self._year_differs),
            ("journal", self._venue_differs), ("volume", self._volume_differs), ("pages", self._pages_differ),
        )  # fmt: skip
        found = ((name, check(record)) for name, check in checks)
        who = (record.catalogue,)
        return tuple(Difference(name, self._shown(name), theirs, who) for name, theirs in found if theirs)

    # --- what is compared ---

    def _title(self, record: Record) -> float:
        return max((compare_titles(self.entry.title, other).degree for other in _titles(record)), default=0.0)

    def _words(self, record: Record) -> float:
        return max((_shared(self.entry.title, other) for other in _titles(record)), default=0.0)

    def _people(self, record: Record) -> Agreement:
        theirs = record.description
        return compare_people(self.entry.people, theirs.people, self.entry.is_cut, theirs.is_cut)

    def _agrees(self, record: Record, name: str) -> bool:
        mine = _first_number(self.entry.field(name))
        return bool(mine) and mine in _numbers(record, name)

    def _same_year(self, record: Record) -> bool:
        return self.entry.year is not None and any(abs(self.entry.year - year) <= _YEARS for year in record.years)

    def _same_venue(self, record: Record) -> bool:
        return any(same_venue(self.entry.venue, venue).degree >= _PEOPLE + 0.1 for venue in _venues(record))

    # --- what differs: the other value, or nothing ---

    def _title_differs(self, record: Record) -> str:
        theirs = _titles(record)
        if not self.entry.title.key or not theirs:
            return ""
        same = any(_same_words(self.entry.title, other) for other in theirs)
        foreign = self.entry.title.key.isascii() != theirs[0].key.isascii()
        return "" if same or foreign else theirs[0].shown

    def _author_differs(self, record: Record) -> str:
        theirs = record.work.author
        people = people_of(theirs)
        if not people or any(";" in str(name) for name in theirs):
            return ""
        said = fold(" ".join(map(str, theirs)))
        extra = [person for person in self.entry.people if not _is_among(person, people) and person.core not in said]
        ours = self.entry.people
        whole = len(people) > 1 and len(ours) > 1 and not self.entry.is_cut
        beheaded = whole and not _is_among(people[0], ours) and not _is_among(ours[0], people[:1])
        return " and ".join(map(_inverted, theirs)) if extra or beheaded else ""

    def _year_differs(self, record: Record) -> str:
        year = self.entry.year
        if year is None or not record.years:
            return ""
        preprint = self.entry.is_preprint != record.description.is_preprint
        allowed = _PREPRINT_YEARS if preprint else _YEARS
        if any(abs(year - other) <= allowed for other in record.years) or (preprint and year > max(record.years)):
            return ""
        return str(record.work.year or min(record.years))

    def _venue_differs(self, record: Record) -> str:
        mine, venues = self.entry.venue, _venues(record)
        if not mine or not venues or record.description.is_preprint:
            return ""
        if any(same_venue(mine, venue).degree > 0 or _have_words(mine, venue) for venue in venues):
            return ""
        return venues[0]

    def _volume_differs(self, record: Record) -> str:
        mine, theirs = self.work.text("volume").strip(), record.work.text("volume").strip()
        if not mine.isdecimal() or not theirs.isdecimal() or record.description.is_preprint:
            return ""
        swapped = mine == record.work.text("issue") or theirs == self.work.text("issue") or int(mine) in record.years
        year = len(theirs) == _YEAR_LONG and int(theirs) in record.years
        return "" if mine == theirs or swapped or year else theirs

    def _pages_differ(self, record: Record) -> str:
        mine, theirs = self.work.text("page"), record.work.text("page")
        if not _first_number(mine) or not theirs or record.description.is_preprint:
            return ""
        counted = _first_number(mine) == "1" or _first_number(theirs) == "1"  # pages of the article itself
        return "" if counted or _first_number(mine) in _numbers(record, "pages") else theirs.replace("-", "--")

    def _shown(self, name: str) -> str:
        if name == "author":
            return " and ".join(map(_inverted, self.work.author))
        if name == "journal":
            return self.entry.venue
        return self.entry.title.shown if name == "title" else self.entry.field(name)


def _titles(record: Record) -> tuple[Title, ...]:
    return tuple(title for text in (record.work.title, *record.titles) if (title := title_of(text)).key)


def _venues(record: Record) -> tuple[str, ...]:
    return tuple(filter(None, (record.description.venue, *record.venues)))


def _shared(one: Title, other: Title) -> float:
    """The part of the telling words of two titles that both have."""
    mine, theirs = one.content, other.content
    common = sum(word in other.key for word in mine) + sum(word in one.key for word in theirs)
    return common / (len(mine) + len(theirs)) if mine and theirs else 0.0


def _same_words(one: Title, other: Title) -> bool:
    """Whether two titles differ in spelling, typing errors and subtitles only."""
    if one.key == other.key or one.key in (other.main, other.tail) or other.key in (one.main, one.tail):
        return True
    if other.key.startswith(one.key) or one.key.startswith(other.key):
        return True
    return not _lacking(one, other) and not _lacking(other, one)


def _lacking(one: Title, other: Title) -> bool:
    """Whether a title has a telling word that the other does not have, in whatever spelling."""
    words = [word for word in one.content if word not in SMALL_WORDS and word not in other.key]
    near = [word for word in other.content if word not in one.key]
    return any(len(word) > 2 and max((ratio(word, w) for w in near), default=0.0) < _TYPING_ERROR for word in words)


def _is_among(person: Person, people: Sequence[Person]) -> bool:
    return any(agreement_of(person, other).degree > 0 for other in people)


def _have_words(one: str, other: str) -> bool:
    """Whether two names of venues share a telling word, or the beginning of one."""
    mine, theirs = content_words(one), content_words(other)
    return any(a[:4] == b[:4] for a in mine for b in theirs if min(len(a), len(b)) > 2)


def _numbers(record: Record, name: str) -> set[str]:
    if name == "volume":
        return {_first_number(record.work.text("volume"))} - {""}
    return {_first_number(record.work.text(place)) for place in ("page", "number", "issue")} - {""}


def _first_number(text: str) -> str:
    found = _NUMBER.search(text)
    return found.group().lstrip("0") if found else ""


def _inverted(name: Name) -> str:
    if name.literal:
        return name.literal if name.is_others else f"{{{name.literal}}}"
    return ", ".join(filter(None, (name.full_family, name.suffix, f"{name.given} {name.dropping_particle}".strip())))
