"""What one source knows of a publication, in the form in which publications are compared, and which of many are worth it.

:class:`CandidateIndex` gives a few descriptions for each, so that thousands of entries take linear time. Descriptions
meet under an identifier, under a title, under a title that is another one's without its subtitle, and, as there are
typing errors, under the first and the last letters of their titles. However many have one title, a description is
compared with a few of them only: those that also have an author, or year, volume and pages in common.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from citekit.model.identity.people import ComparableName, family, is_cut, people_of, person_key
from citekit.model.identity.titles import Title, fold, loose, title_of
from citekit.model.identity.venue import is_preprint_server, is_status
from citekit.model.ids import ARXIV_DOI, doi_of_value, isbn_key, normal_arxiv, normal_isbn
from citekit.model.kinds import csl_type
from citekit.model.name import OTHERS, Name
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.records import cached_property
from citekit.runtime.registry import pairs

Lookup = Callable[[str], str]
"""From the name of a BibTeX field, in lowercase letters, to its text without delimiters; empty if it is not there."""

VENUE_FIELDS = ("journal", "journaltitle", "booktitle", "container-title")
_ARXIV_FIELDS = ("url", "doi", "preprint", "journal", "note", "howpublished", "pages", "volume")
_PREPRINT_DOI = re.compile(
    r"10\.(?:1101/(?:\d{6}|20\d\d\.)|2139/ssrn|21203/rs|26434/chemrxiv|31219/osf|31234/osf|31223/|36227/techrxiv|"
    r"20944/preprints|22541/)"
)
_DATA_DOI = re.compile(
    r"10\.(?:5281/zenodo|6084/m9\.figshare|5061/dryad|7910/dvn|17632/|15468/|17605/osf|24432/|3886/icpsr|5066/|18150/|"
    r"25345/)"
)
_TABLES = pairs("citekit.model.identity", "comparison_record.tsv")
_KIND_OF = {name: kind for kind, names in _TABLES["kinds"].items() for name in names.split()}
_PREPRINT_TYPES = frozenset("article article-journal document webpage manuscript report post post-weblog".split())
_YEAR = re.compile(r"\d{4}")
_NUMBER = re.compile(r"[a-z]{0,4}\d{1,20}[a-z]?")
_NUMBERED = frozenset({"volume", "number", "issue", "eid", "pages"})
DETAILS = (
    "volume", "number", "issue", "pages", "eid", "edition", "part", "chapter", "version", "crossref", "language",
    "translator", "volumes", "date",
)  # fmt: skip
"""Fields that tell publications of one title apart; an ISBN and a month do as well."""


class ComparisonRecord:
    """A publication as one source describes it: ``field`` gives its fields by BibTeX's names.

    ``type`` is CSL's. Everything else is read when it is requested, for most publications are never compared.
    """

    def __init__(self, csl: str, field: Lookup, names: Callable[[], tuple[Name, ...]]) -> None:
        self.type = csl
        self.field = field
        self._names = names
        self._details: dict[str, str] = {}

    @cached_property
    def names(self) -> tuple[Name, ...]:
        """The authors, or the editors if it has no authors."""
        return self._names()

    @cached_property
    def people(self) -> tuple[ComparableName, ...]:
        """The persons among :attr:`names`, made comparable."""
        return people_of(self.names)

    @cached_property
    def bodies(self) -> tuple[Name, ...]:
        """The institutions and collaborations among :attr:`names`."""
        return tuple(name for name in self.names if name.literal and not name.is_others and not people_of((name,)))

    @property
    def is_cut(self) -> bool:
        """Whether the list of names states that it continues."""
        return is_cut(self.names)

    @cached_property
    def title(self) -> Title:
        """The title with its subtitle."""
        parts = (self.field("title"), self.field("subtitle"), self.field("titleaddon"))
        return title_of(": ".join(filter(None, parts)))

    @cached_property
    def year(self) -> int | None:
        """The year of publication where it is a plain number."""
        found = _YEAR.match((self.field("year") or self.field("date")).lstrip("{( "))
        return int(found.group()) if found else None

    @cached_property
    def doi(self) -> str:
        """The DOI in its normal form, from its field or a resolver's address; empty for arXiv's own DOIs."""
        found = doi_of(self.field)
        return "" if found.startswith(ARXIV_DOI) else found

    @cached_property
    def arxiv(self) -> str:
        """The arXiv identifier without version."""
        return arxiv_of(self.field)

    @cached_property
    def identifiers(self) -> frozenset[str]:
        """All identifiers that name one publication: ``doi:…``, ``arxiv:…``, ``pmid:…``, ``eprint:hal:…``."""
        field = self.field
        found = {"doi": self.doi, "arxiv": self.arxiv}
        found |= {name: fold(text) for name in ("pmid", "pmcid") if (text := field(name))}
        if eprint := field("eprint"):
            archive = (field("archiveprefix") or field("eprinttype")).lower()
            if archive not in ("", "arxiv"):
                found[f"eprint:{archive}"] = eprint.lower()
        return frozenset([f"{kind}:{value}" for kind, value in found.items() if value])

    @cached_property
    def isbn(self) -> str:
        """The ISBN as one of 13 digits, without the last, which checks the others; empty if missing."""
        printed = self.field("isbn")
        digits = normal_isbn(printed) if printed else ""
        return isbn_key(digits)

    @cached_property
    def venue(self) -> str:
        """The journal, the proceedings or the book, without any server of preprints and texts such as "under review"."""
        printed = self.printed_venue
        return "" if is_preprint_server(printed) or is_status(printed) else printed

    @cached_property
    def printed_venue(self) -> str:
        """The journal, the proceedings or the book as it is printed."""
        return next(filter(None, map(self.field, VENUE_FIELDS)), "")

    @cached_property
    def kind(self) -> str:
        """``paper``, ``thesis``, ``data`` (and software), ``book``, ``report``, ….

        Empty for a work that may be any of them.
        """
        return "data" if _DATA_DOI.match(self.doi) else _KIND_OF.get(self.type, "")

    @cached_property
    def is_preprint(self) -> bool:
        """Whether this is of a preprint itself, not of a published work that has one too."""
        if is_preprint_server(self.printed_venue) or is_status(self.printed_venue) or _PREPRINT_DOI.match(self.doi):
            return True
        if self.printed_venue or self.type not in _PREPRINT_TYPES:
            return False
        house = f"{self.field('publisher')} {self.field('institution')} {self.field('howpublished')}"
        return is_preprint_server(house) or bool(self.arxiv and not self.field("publisher") and not self.doi)

    def detail(self, name: str) -> str:
        """Return a field of :data:`DETAILS` as it is compared: of pages and volumes only the first number."""
        known = self._details.get(name)
        if known is None:
            text = self.field(name)
            found = _NUMBER.search(text.lower()) if name in _NUMBERED else None
            known = self._details[name] = found.group() if found else fold(text)
        return known


def doi_of(field: Lookup) -> str:
    """Return the DOI of a publication's fields in its normal form, from the field or a resolver's address."""
    found = doi_of_value(field("doi")).lower()
    if not found and "doi.org/" in (url := field("url")):
        found = doi_of_value(url).lower()
    return found


def arxiv_of(field: Lookup) -> str:
    """Return the arXiv identifier of a publication's fields, without version: from those made for it or an arXiv address."""
    eprint = field("eprint")
    if eprint and (field("archiveprefix") or field("eprinttype")).lower() in ("", "arxiv"):
        return normal_arxiv(eprint)
    for name in _ARXIV_FIELDS:
        text = field(name)
        at = text.lower().find("arxiv") if text else -1
        if at >= 0 and not is_of_another(text[:at]) and (found := normal_arxiv(text)):
            return found
    return ""


_OF_ANOTHER = re.compile(
    r"\b(?:see(?: also)?|cf|compare|(?:extended|short|shortened|longer|full|earlier|revised|preliminary) version of|extends|extending|"
    r"comments? (?:on|to)|reply to|response to|errat(?:um|a)|corrigendum|correction (?:to|of)|supersede[sd](?: by)?|replace[sd](?: by)?|"
    r"companion|supplement(?:s|ary)?|follow[- ]?up|builds? on|based on|related|part of|code|data|software)\b",
    re.IGNORECASE,
)


def is_of_another(before: str) -> bool:
    """Whether the words before an identifier in a note state that it is another work's: ``see also``, ``comment on``.

    >>> is_of_another("Extended version of "), is_of_another("Preprint: ")
    (True, False)
    """
    return bool(_OF_ANOTHER.search(before[-_FAR:]))


_FAR = 120
"""Letters before an identifier that may name the work that it belongs to."""


_PARTS = frozenset({"subtitle", "titleaddon"})
"""Fields of a work that its title has already."""


def describe(work: Work) -> ComparisonRecord:
    """Return a work as it is compared."""

    def field(name: str) -> str:
        if name == "year":
            return str(work.year or "")
        if name == "translator":
            return " ".join(map(str, work.names("translator")))
        variable = _TABLES["variables"].get(name)
        return work.text(variable) if variable else "" if name in _PARTS else work.fields.get(name, "")

    return ComparisonRecord(work.type, field, lambda: work.author or work.names("editor"))


def describe_fields(entry_type: str, field: Lookup, names: Callable[[str], tuple[Name, ...]]) -> ComparisonRecord:
    """Return an entry of a bibliography as it is compared; ``names`` reads the names of a field."""
    return ComparisonRecord(csl_type(entry_type), field, lambda: names("author") or names("editor"))


MOST = 24
"""Descriptions under one key that are compared with another one."""

_MOST_ALIKE = 1
"""Of those, descriptions of one year and author with the same ends of their titles."""
_EDGE = 14
"""Letters at either end of a title."""


class CandidateIndex:
    """Descriptions by what they can be found by; they are known by the numbers they are added with.

    ``slips`` finds more titles that are spelt otherwise: those of which either end is the same, whatever the year.
    """

    def __init__(self, slips: bool = False) -> None:
        self.slips = slips
        self._under: dict[str, list[int]] = {}
        self._ends: dict[str, tuple[int, ComparisonRecord] | None] = {}
        """The only description of a year with such ends of its title.

        None if there are several; those are looked up by people.
        """

    def add(self, number: int, described: ComparisonRecord) -> None:
        """Make a description known under a number."""
        shared, title = self._keys(described)
        for key in (*shared, *(f"part {part}" for part in _parts(described)), *title[:1]):
            self._put(key, number)
        ends = _ends(described)
        if not ends:
            return
        if ends not in self._ends:
            self._ends[ends] = number, described
            return
        first = self._ends[ends]
        for at, one in (*([first] if first else []), (number, described)):
            for key in _by_people(ends, one):
                self._put(key, at)
        self._ends[ends] = None

    def _put(self, key: str, number: int) -> None:
        there = self._under.setdefault(key, [])
        if not there or there[-1] != number:
            there.append(number)

    def near(self, described: ComparisonRecord) -> list[int]:
        """Return the numbers of the known descriptions that may be of the same work, in the order in which they were added."""
        under = self._under
        shared, title = self._keys(described)
        found: set[int] = set()
        for key in (*shared, *(f"title {part}" for part in _parts(described)), *title):
            if key in under:
                found.update(under[key][:MOST])
        ends = _ends(described)
        if first := self._ends.get(ends):
            found.add(first[0])
        elif ends in self._ends:
            for key in _by_people(ends, described):
                found.update(under.get(key, ())[:_MOST_ALIKE])
        return sorted(found)

    def _keys(self, described: ComparisonRecord) -> tuple[list[str], tuple[str, ...]]:
        """Keys that two descriptions of one work share.

        The second value has the keys to look up: the title, first as a whole, which is shared too.
        """
        keys = [*described.identifiers]
        whole = loose(described.title.key)
        if not whole:
            return keys, ()
        if self.slips and len(whole) > _EDGE:
            keys += (f"begins {whole[:_EDGE]}", f"ends {whole[-_EDGE:]}")
        title = f"title {whole}"
        if len(self._under.get(title, ())) >= MOST:
            keys += _details(whole, described)
        return keys, (title, f"part {whole}")


def _ends(described: ComparisonRecord) -> str:
    """Return the year and both ends of a long title; empty for a short one."""
    whole = loose(described.title.key)
    return f"around {described.year} {whole[:_EDGE]} {whole[-_EDGE:]}" if len(whole) > 2 * _EDGE else ""


def _parts(described: ComparisonRecord) -> list[str]:
    return [loose(key) for key in described.title.keys[1:]]


def _by_people(key: str, described: ComparisonRecord) -> list[str]:
    return [f"{key} {' '.join(person_key(name))}" for name in described.names[:2] or (OTHERS,)]


def _details(whole: str, described: ComparisonRecord) -> Iterator[str]:
    """Keys that tell apart what has one title."""
    yield f"dated {whole} {described.year or ''} {described.detail('volume')} {described.detail('pages')}"
    for name in described.names[:3]:
        yield f"by {family(name)} {whole}"
