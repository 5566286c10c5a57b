"""An entry against the record of a catalogue: is it the same work, and in which fields do they differ?

A difference needs evidence: what a record lacks, has in another form, or may have wrong (one author of many,
a year of printing next to one of going online, a volume that is a year) is no difference.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from citekit.model.identity.comparison_record import ComparisonRecord, describe
from citekit.model.identity.people import CUT_SHORT, Agreement, compare_authors, compare_people, is_one_name, person_of
from citekit.model.identity.titles import Title, compare_titles, numbers_differ, same_wording, title_of
from citekit.model.identity.venue import is_other_venue, same_venue
from citekit.model.ids import isbn_key
from citekit.model.name import Name
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.registry import handles
from citekit.services.record import ServiceRecord, unmarked

Fit = Literal["same", "doubtful", "other"]

# Titles this similar may be one work's.
_TITLE = 0.7
_SAME_TITLE = 0.97  # similarity of titles that differ by punctuation or one letter
_WORDS, _TEAM_WORDS = 0.6, 0.25
"""The share of the rare words that a changed title has kept, and that a title still has which a team gave again."""
_PEOPLE, _TEAM = 0.5, 0.85
_TELLING = 3  # words of a title that is specific; "Introduction" or "Book review" is not
_YEARS, _PREPRINT_YEARS = 1, 4
_PRINTED_WITHIN = 6  # by hand: years from a preprint to its printed version
_NUMBER = re.compile(r"\d+")
_PAGES = re.compile(r"[a-z]?(?P<first>\d{1,9})[-–—]{1,3}[a-z]?(?P<last>\d{1,9})", re.IGNORECASE)
_DOUBLE = re.compile(r"[-–—/&+]{1,3}")
_FORMULA_SIGNS = ("$", "\\(", "^", "_")
_SERIALS = frozenset({"article-journal", "article-magazine"})
# Kinds that no catalogue takes for one another; reports, chapters and others are filed in many ways.
_SURE_KINDS = frozenset({"paper", "thesis", "book", "data"})
_YEAR_LONG = 4  # digits of a volume that is its year: volume 2020 of a journal


@dataclass(frozen=True, slots=True)
class Difference:
    """A field in which an entry and records differ: its BibTeX name, both values, the catalogues that have the other.

    ``better`` is what may be put in its place; empty if that is not certain, or would lose something.
    """

    field: str
    ours: str
    theirs: str
    who: tuple[str, ...]
    better: str = ""


_CHECKS: dict[str, Callable[[Compared, ServiceRecord], str]] = {}
"""Field -> what a record has in it where the entry differs, in the order in which differences are told."""


class Compared:
    """An entry made comparable with records."""

    def __init__(self, work: Work) -> None:
        self.work = work
        title, _ = unmarked(work.text("title"))
        self.entry: ComparisonRecord = describe(
            work.with_variables(title=title) if title != work.text("title") else work
        )

    def fit_of_identifier(self, record: ServiceRecord) -> Fit:
        """Whether the record of an identifier that the entry names is that of the entry's work."""
        if not self.entry.title.key or not record.work.text("title"):
            return "doubtful"
        if self._title(record) >= _TITLE:
            return "same"
        people, words = self._people(record), self._words(record)
        if words >= _WORDS and (people.share >= _PEOPLE or not people.known):
            return "same"
        renamed = people.overlap >= _TEAM and people.shared > 1 and words >= _TEAM_WORDS
        foreign = self.entry.title.key.isascii() != title_of(record.work.text("title")).key.isascii()
        translated = people.share >= _TEAM or not people.known or foreign
        agrees = self._agrees(record, "pages") or (self._agrees(record, "volume") and self._same_year(record))
        return "doubtful" if renamed or (foreign and translated) or (agrees and people.share >= _PEOPLE) else "other"

    def fit_of_search(self, record: ServiceRecord) -> Fit:
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

    def is_printed_as(self, record: ServiceRecord) -> bool:
        """Whether a record is the printed version of the preprint that the entry is of: its title, its people, soon after."""
        people = self._people(record)
        years = [year - (self.entry.year or year) for year in record.years]
        soon = any(-1 <= late <= _PRINTED_WITHIN for late in years)
        return self._title(record) >= _SAME_TITLE and people.overlap >= _TEAM and soon

    def differences(self, record: ServiceRecord) -> tuple[Difference, ...]:
        """Return the fields in which the entry differs from a record of its work."""
        found = ((name, check(self, record)) for name, check in _CHECKS.items())
        who = (record.catalogue,)
        return tuple(Difference(name, self._shown(name), theirs, who) for name, theirs in found if theirs)

    # --- what is compared ---

    def _title(self, record: ServiceRecord) -> float:
        return max((compare_titles(self.entry.title, other).degree for other in _titles(record)), default=0.0)

    def _words(self, record: ServiceRecord) -> float:
        return max((_shared(self.entry.title, other) for other in _titles(record)), default=0.0)

    def _people(self, record: ServiceRecord) -> Agreement:
        theirs = record.description
        return compare_people(self.entry.people, theirs.people, self.entry.is_cut, theirs.is_cut)

    def _agrees(self, record: ServiceRecord, name: str) -> bool:
        mine = _first_number(self.entry.field(name))
        return bool(mine) and mine in _numbers(record, name)

    def _same_year(self, record: ServiceRecord) -> bool:
        return self.entry.year is not None and any(abs(self.entry.year - year) <= _YEARS for year in record.years)

    def _same_venue(self, record: ServiceRecord) -> bool:
        return any(same_venue(self.entry.venue, venue).degree >= _PEOPLE + 0.1 for venue in _venues(record))

    # --- what differs: the other value, or nothing ---

    @handles(_CHECKS, "title")
    def _title_differs(self, record: ServiceRecord) -> str:
        theirs = _titles(record)
        if not self.entry.title.key or not theirs:
            return ""
        has_formula = any(sign in self.work.text("title") for sign in _FORMULA_SIGNS)
        same = any(same_wording(self.entry.title, other, has_formula) for other in theirs)
        foreign = self.entry.title.key.isascii() != theirs[0].key.isascii()
        return "" if same or foreign else theirs[0].shown

    @handles(_CHECKS, "author")
    def _authors_differ(self, record: ServiceRecord) -> str:
        return _names_differ(self.work.author, record.work.author)

    @handles(_CHECKS, "editor")
    def _editors_differ(self, record: ServiceRecord) -> str:
        return _names_differ(self.work.names("editor"), record.work.names("editor"))

    @handles(_CHECKS, "year")
    def _year_differs(self, record: ServiceRecord) -> str:
        """Return the year of a record, if none of its years (of printing, of going online, between them) is the entry's."""
        year = self.entry.year
        if year is None or not record.years:
            return ""
        first, last = min(record.years), max(record.years)
        if self.entry.is_preprint != record.description.is_preprint:
            # a preprint may be cited with the year of its printed version, and the other way round
            right = first - _PREPRINT_YEARS <= year <= last + _PREPRINT_YEARS or (year > last)
        elif record.description.is_preprint:
            # a year later is that of a later version
            right = first <= year <= last + _PREPRINT_YEARS
        else:
            right = first <= year <= last
        return "" if right else str(record.work.year or first)

    @handles(_CHECKS, "journal")
    def _venue_differs(self, record: ServiceRecord) -> str:
        mine, venues = self.entry.venue, _venues(record)
        if not mine or not venues or record.description.is_preprint:
            return ""
        journals = self.work.type in _SERIALS and record.work.type in _SERIALS
        return venues[0] if all(is_other_venue(mine, venue, journals) for venue in venues) else ""

    @handles(_CHECKS, "volume")
    def _volume_differs(self, record: ServiceRecord) -> str:
        theirs = record.work.text("volume").strip()
        if record.description.is_preprint or not _other_count(self.work.text("volume"), theirs):
            return ""
        return "" if _is_year_of(theirs, record) else theirs

    @handles(_CHECKS, "number")
    def _number_differs(self, record: ServiceRecord) -> str:
        theirs = record.work.text("issue").strip()
        is_serial = record.work.type in _SERIALS and not record.description.is_preprint
        if not is_serial or not _other_count(self._number, theirs) or _is_year_of(record.work.text("volume"), record):
            return ""
        # the number of the article, which is there as well as in pages
        others = {_count(record.work.text(name)) for name in ("number", "page")}
        return "" if _count(self._number) in others else theirs

    @property
    def _number(self) -> str:
        return self.work.text("issue") or self.work.text("number")

    @handles(_CHECKS, "pages")
    def _pages_differ(self, record: ServiceRecord) -> str:
        mine, theirs = self.work.text("page"), record.work.text("page")
        first, their_first = _first_number(mine), _first_number(theirs)
        if not first or not theirs or record.description.is_preprint:
            return ""
        counted = "1" in (first, their_first) and first != their_first  # from the beginning of the article itself
        if counted:
            lengths = [_length(mine), _length(theirs)]
            differs = None not in lengths and lengths[0] != lengths[1]
        else:
            differs = first not in _numbers(record, "pages") or _other_last_page(mine, theirs)
        return theirs.replace("-", "--") if differs else ""

    @handles(_CHECKS, "isbn")
    def _isbn_differs(self, record: ServiceRecord) -> str:
        mine, theirs = _isbns(self.work.text("ISBN")), record.work.text("ISBN")
        known = _isbns(theirs)
        # a chapter is printed in a book with an ISBN for every binding, of which records have some
        return theirs if mine and known and not mine & known and self.entry.kind == "book" else ""

    @handles(_CHECKS, "type")
    def _type_differs(self, record: ServiceRecord) -> str:
        mine, theirs = self.entry.kind, record.description.kind
        sure = {mine, theirs} <= _SURE_KINDS and mine != theirs and not record.description.is_preprint
        return record.work.type if sure and not self.entry.is_preprint else ""

    def _shown(self, name: str) -> str:
        if name in ("author", "editor"):
            return " and ".join(map(_inverted, self.work.names(name)))
        if name == "journal":
            return self.entry.venue
        if name == "number":
            return self._number
        if name == "type":
            return self.work.type
        return self.entry.title.shown if name == "title" else self.entry.field(name)


def _names_differ(ours: tuple[Name, ...], theirs: tuple[Name, ...]) -> str:
    """Return the names of a record where they contradict those of an entry, as BibTeX writes them; else nothing."""
    if any(";" in str(name) for name in theirs):  # several people in one name
        return ""
    return " and ".join(map(_inverted, theirs)) if compare_authors(ours, theirs) not in ("", CUT_SHORT) else ""


def replacement(field: str, work: Work, records: Sequence[ServiceRecord], values: Sequence[str]) -> str:
    """Return what may be put into a field in the place of its value; empty if the records do not agree, or have less.

    A record that gives less than the entry is not a reason to lose what is there: initials for names, an abbreviation
    for a journal, one page for a range, a title without its last words. Of names that agree the fuller form stays.
    """
    if field in ("author", "editor"):
        # the names of records that agree, each in the fullest form that it has in them or in the entry
        ours = work.names(field)
        theirs = [record.work.names(field) for record in records]
        first = max(theirs, key=lambda names: sum(len(name.given) for name in names))
        if len(first) == 1 < len(ours):  # old records often lack all but the first
            return ""
        if any(compare_authors(names, first) or len(names) != len(first) for names in theirs):
            return ""
        people = []
        for name in first:
            person = person_of(name)
            one = [n for n in ours if person and (other := person_of(n)) and is_one_name(person, other)]
            people.append(max((name, *one), key=lambda n: len(n.given)))
        return " and ".join(map(_inverted, people))
    if field == "title":
        titles = [title_of(value) for value in values]
        same = all(same_wording(titles[0], other) for other in titles)
        return values[0] if same and len(titles[0].words) >= len(title_of(work.text("title")).words) else ""
    if field == "journal":
        fullest = max(values, key=len)
        same = all(not is_other_venue(fullest, value) for value in values)
        return fullest if same and "." not in fullest else ""
    if field == "pages":
        same = len({_first_number(value) for value in values}) == 1
        ranges = [value for value in values if "-" in value]
        return (ranges or ["" if "-" in work.text("page") else values[0]])[0] if same else ""
    return values[0] if field in ("year", "volume", "number") and len(set(values)) == 1 else ""


def _titles(record: ServiceRecord) -> tuple[Title, ...]:
    return tuple(
        title for text in (record.work.text("title"), *record.titles) if (title := title_of(unmarked(text)[0])).key
    )


def _venues(record: ServiceRecord) -> tuple[str, ...]:
    return tuple(filter(None, (record.description.venue, *record.venues)))


def _shared(one: Title, other: Title) -> float:
    """Return the share of the rare words of two titles that both have."""
    mine, theirs = one.content, other.content
    common = sum(word in other.key for word in mine) + sum(word in one.key for word in theirs)
    return common / (len(mine) + len(theirs)) if mine and theirs else 0.0


def _numbers(record: ServiceRecord, name: str) -> set[str]:
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


def _count(text: str) -> str:
    """Return a volume or an issue as it is compared: small, without spaces and leading zeros.

    The double issue ``1-2`` becomes ``1/2``.
    """
    return _DOUBLE.sub("-", "".join(text.lower().split())).lstrip("0")


def _other_count(mine: str, theirs: str) -> bool:
    """Whether two volumes or issues are certainly not one: both have digits, ``B19`` and ``A12`` as well."""
    one, other = _count(mine), _count(theirs)
    both = any(map(str.isdecimal, one)) and any(map(str.isdecimal, other))
    return both and one != other


def _is_year_of(volume: str, record: ServiceRecord) -> bool:
    """Whether a catalogue counts a journal's volumes by years, so that its issues are the volumes of others."""
    if len(volume) != _YEAR_LONG or not volume.isdecimal() or not record.years:
        return False
    return min(record.years) <= int(volume) <= max(record.years)


def _range(pages: str) -> tuple[int, int] | None:
    """Return the first and the last page of a range; ``1234--45`` ends on 1245."""
    found = _PAGES.fullmatch("".join(pages.split()))
    if not found:
        return None
    first, last = found["first"].lstrip("0"), found["last"].lstrip("0")
    last = first[: len(first) - len(last)] + last if len(last) < len(first) else last
    return int(first or 0), int(last or 0)


def _length(pages: str) -> int | None:
    """Return how many pages a range has; None for what is not a range."""
    ends = _range(pages)
    return ends[1] - ends[0] + 1 if ends else None


def _other_last_page(mine: str, theirs: str) -> bool:
    """Whether two ranges with one first page end on different pages."""
    one, other = _range(mine), _range(theirs)
    return one is not None and other is not None and one[1] != other[1]


def _isbns(text: str) -> frozenset[str]:
    """Return the ISBNs of a field, valid or not, as 12 digits without the one that checks them."""
    digits = ("".join(c for c in word.upper() if c.isdecimal() or c == "X") for word in re.split(r"[;,\s]+", text))
    return frozenset(isbn_key(isbn) for isbn in digits if len(isbn) in (10, 13))  # ISBN-10, ISBN-13
