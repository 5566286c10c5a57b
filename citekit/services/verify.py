"""Whether references exist, whether they were retracted, and whether they are the ones that entries describe.

Identifiers come first, because a record of one is evidence either way; titles are searched for only if no identifier
settles it. An outage is never an absence: a work is "not found" only where the catalogues that should know such a work
were queried and all responded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from typing import Literal

from citekit.model.identity.people import CUT_SHORT, compare_authors
from citekit.model.identity.venue import is_repository, is_status, is_workshop
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.records import dataclass
from citekit.services.arxiv_records import ArxivRecords
from citekit.services.comparing import Compared, Difference, replacement
from citekit.services.record import FATES, Fate, ServiceRecord, identifiers_of, malformed_identifiers
from citekit.services.service import Agencies, Catalogue

State = Literal["verified", "differs", "another-work", "not-found", "unsure"]

COPIES = ("10.65215/",)
"""Prefixes under which copies of other people's papers are registered, with their titles and authors."""

# Who states that an identifier does not exist; a catalogue without a record of a DOI does not count.
_REGISTRIES = {"doi": "doi.org", "arxiv": "arXiv", "pmid": "PubMed"}
_OLD = 1970  # by hand: services have records of few works from before that year
WITNESSES = 2
"""Origins that must agree before a value is put in the place of another, or believed against all likelihood."""
# Authors of an entry whose record has one: with more, the record is likelier to lack the others, as old ones do.
_MOST_LONE = 3
# Catalogues that should know a work and that must have been queried before it counts as not found.
_LEAST_ANSWERS = 2


@dataclass(frozen=True, slots=True)
class Verification:
    """What the catalogues know of one entry.

    ``record`` is the one of the entry's work. ``foreign`` are identifiers that the entry names, with the record of
    another work that has each; ``absent`` are DOIs that do not exist. ``printed`` are records of the version that was
    printed, where the entry is of a preprint. ``queried`` are the catalogues that responded, ``silent`` those that did
    not. ``teller`` is the catalogue that reports the ``fate``. ``why`` is the reason of an unsure result.
    """

    work: Work
    state: State
    record: ServiceRecord | None = None
    differences: tuple[Difference, ...] = ()
    foreign: tuple[tuple[str, ServiceRecord], ...] = ()
    absent: tuple[str, ...] = ()
    printed: tuple[ServiceRecord, ...] = ()
    fate: Fate = ""
    queried: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    why: str = ""
    teller: str = ""

    @property
    def published(self) -> ServiceRecord | None:
        """The first record of the printed version of a preprint."""
        return self.printed[0] if self.printed else None


@dataclass
class _EntryQuery:
    """What was asked and answered about an entry so far; the outcome is made of it."""

    work: Work
    compared: Compared
    named: tuple[str, ...]
    records: list[ServiceRecord] = field(default_factory=list)
    foreign: dict[str, ServiceRecord] = field(default_factory=dict)
    absent: list[str] = field(default_factory=list)
    known: set[str] = field(default_factory=set)
    unknown: dict[str, None] = field(default_factory=dict)
    doubted: list[ServiceRecord] = field(default_factory=list)
    doubtful: bool = False
    queried: dict[str, None] = field(default_factory=dict)
    silent: dict[str, None] = field(default_factory=dict)

    def take(self, identifier: str, record: ServiceRecord) -> None:
        """Take the record of an identifier: the entry's own, or that of another work."""
        fit = self.compared.fit_of_identifier(record)
        if fit == "doubtful":
            self.doubted.append(record)
        if fit == "other":
            self.foreign.setdefault(identifier, record)
        elif fit == "same":
            self.records.append(record)
        self.doubtful = self.doubtful or fit == "doubtful"


class Verifier:
    """Queries catalogues, in the order given, about many entries at a time.

    With ``find_printed`` the printed version of each preprint is searched for by its title, if no record names it. With
    ``offline`` catalogues respond from the cache only.
    """

    def __init__(
        self,
        catalogues: Sequence[Catalogue],
        agencies: Agencies | None = None,
        find_printed: bool = False,
        offline: bool = False,
    ) -> None:
        self._catalogues = tuple(catalogues)
        self._find_printed = find_printed
        self._agencies = agencies
        self._offline = offline
        self.silences: dict[str, str] = {}
        """Why catalogues did not respond to a query, by their names."""
        self.heard: set[str] = set()
        """The names of the catalogues that responded to a query."""

    def estimate(self, works: Sequence[Work]) -> tuple[int, float]:
        """Return how many requests the entries need, about, and the seconds of waiting between them."""
        requests, seconds = 0, 0.0
        named = [identifiers_of(work) for work in works]
        bare = [work for work, ids in zip(works, named, strict=True) if not ids]
        every = [identifier for ids in named for identifier in ids]
        for catalogue in self._catalogues:
            own = [i for i in every if _kind(i) in catalogue.identifiers]
            more, longer = catalogue.estimate(own, bare)
            requests, seconds = requests + more, seconds + longer
        return requests, seconds

    def verify(self, works: Iterable[Work], done: Callable[[int], None] = lambda _: None) -> tuple[Verification, ...]:
        """Return what the catalogues know of each entry, in order; ``done`` is called with the number of settled ones. An interrupt
        ends the questions: what is not known by then is unsure."""
        entries = [_EntryQuery(work, Compared(work), tuple(sorted(identifiers_of(work)))) for work in works]
        try:
            self._look_up(entries)
            done(sum(bool(entry.records) for entry in entries))
            self._find_absent(entries)
            self._search(entries, done)
            self._ask_witnesses(entries)
            if self._find_printed:
                self._search_printed(entries)
        except KeyboardInterrupt:
            for entry in entries:
                entry.silent["interrupted"] = None
        return tuple(map(self._outcome, entries))

    # --- questions ---

    def _look_up(self, entries: Sequence[_EntryQuery]) -> None:
        """Query all identifiers of all entries, catalogue by catalogue: those that no one knew before, and from the
        catalogues that report retractions all."""
        settled: set[str] = set()
        for catalogue in self._catalogues:
            wanted = {
                i for entry in entries for i in entry.named
                if _kind(i) in catalogue.identifiers and (i not in settled or catalogue.tells_fates)
            }  # fmt: skip
            found = self._asked(catalogue, sorted(wanted), entries)
            for entry in entries:
                for identifier in entry.named:
                    record = found.get(identifier)
                    if record:
                        settled.add(identifier)
                        entry.known.add(identifier)
                        entry.take(identifier, record)
                    elif identifier in found and catalogue.name == _REGISTRIES.get(_kind(identifier)):
                        entry.unknown[identifier] = None

    def _asked(
        self, catalogue: Catalogue, identifiers: Sequence[str], entries: Iterable[_EntryQuery]
    ) -> dict[str, ServiceRecord | None]:
        """Return what a catalogue has of some identifiers; for which entries it did not respond is recorded."""
        if not identifiers:
            return {}
        try:
            found = catalogue.by_identifiers(identifiers)
        except UnreadableInputError as error:
            self.silences[catalogue.name] = catalogue.silence or error.problem.message
            found, unanswered = {}, frozenset(identifiers)
        else:
            unanswered = frozenset(identifiers) & catalogue.unanswered
            if catalogue.silence:
                self.silences[catalogue.name] = catalogue.silence
        if len(unanswered) < len(identifiers):
            self.heard.add(catalogue.name)
        for entry in entries:
            if unanswered & set(entry.named):
                entry.silent[catalogue.name] = None
        return found

    def _searched(self, catalogue: Catalogue, entry: _EntryQuery) -> tuple[ServiceRecord, ...]:
        """Return what a catalogue finds by the title of an entry; whether it responded is recorded."""
        try:
            found = catalogue.search(entry.work)
        except UnreadableInputError as error:
            self.silences[catalogue.name] = catalogue.silence or error.problem.message
            entry.silent[catalogue.name] = None
            return ()
        self.heard.add(catalogue.name)
        entry.queried[catalogue.name] = None
        return found

    def _find_absent(self, entries: Sequence[_EntryQuery]) -> None:
        """Query doi.org for the DOIs that no catalogue knows."""
        unknown = {i for e in entries for i in e.named if _kind(i) == "doi" and i not in e.known}
        absent: frozenset[str] = frozenset()
        if self._agencies is not None and unknown:
            absent = self._agencies.absent(sorted(i.partition(":")[2] for i in unknown))
            if self._agencies.silence:
                self.silences["doi.org"] = self._agencies.silence
        for entry in entries:
            gone = [i for i in entry.named if i in unknown and i.partition(":")[2] in absent]
            entry.absent += [*gone, *(i for i in entry.unknown if i not in entry.known)]

    def _search(self, entries: Sequence[_EntryQuery], done: Callable[[int], None]) -> None:
        """Searches for the titles of the entries that no identifier settled, until a catalogue has the work."""
        for catalogue in self._catalogues:
            left = [e for e in entries if not e.records and not e.doubtful and e.compared.entry.title.key]
            if isinstance(catalogue, ArxivRecords):
                catalogue.prepare([entry.work for entry in left])
            for entry in left:
                found = self._searched(catalogue, entry)
                fits = [record for record in found if entry.compared.fit_of_search(record) == "same"]
                if fits:
                    best = min(fits, key=lambda record: self._misfit(entry, record))
                    more = fits if _is_preprint(entry) else []
                    printed = [r for r in more if r is not best and _is_printed(r) and entry.compared.is_printed_as(r)]
                    entry.records += [best, *printed]
            done(sum(bool(entry.records) for entry in entries))

    def _ask_witnesses(self, entries: Sequence[_EntryQuery]) -> None:
        """Query other catalogues about the entries that differ from the first record, and for printed versions."""
        for entry in entries:
            if not entry.records:
                continue
            differences = entry.compared.differences(entry.records[0])
            if differences or _is_preprint(entry):
                self._ask_others(entry)
            if differences and len(self._origins(record.catalogue for record in entry.records)) < WITNESSES:
                # no identifier leads to an independent second source, so search the services that know no identifiers
                for catalogue in self._catalogues:
                    if (
                        catalogue.identifiers
                        or catalogue.is_copy
                        or any(r.catalogue == catalogue.name for r in entry.records)
                    ):
                        continue
                    fits = [r for r in self._searched(catalogue, entry) if entry.compared.fit_of_search(r) == "same"]
                    entry.records += [
                        r for r in fits if r.description.is_preprint == entry.records[0].description.is_preprint
                    ][:1]

    def _ask_others(self, entry: _EntryQuery) -> None:
        first = entry.records[0]
        wanted = sorted({*first.identifiers, *first.published})
        for catalogue in self._catalogues:
            own = [i for i in wanted if _kind(i) in catalogue.identifiers and i not in entry.named]
            own += [i for i in wanted if i in entry.named and _kind(i) in catalogue.identifiers and i not in own]
            if any(record.catalogue == catalogue.name for record in entry.records) and not first.published:
                continue
            for record in self._asked(catalogue, own, (entry,)).values():
                if record and entry.compared.fit_of_identifier(record) == "same" and record not in entry.records:
                    entry.records.append(record)

    def _origins(self, names: Iterable[str]) -> frozenset[str]:
        """Whose records catalogues with these names have: those that copy others are not witnesses of their own."""
        origins = {catalogue.name: catalogue.origin or catalogue.name for catalogue in self._catalogues}
        return frozenset(origins.get(name, name) for name in names)

    def _search_printed(self, entries: Sequence[_EntryQuery]) -> None:
        """Searches for the printed versions of preprints by their titles, until a catalogue has one."""
        for catalogue in self._catalogues:
            for entry in entries:
                if catalogue.name == "arXiv" or not _is_preprint(entry) or _printed(entry):
                    continue
                found = self._searched(catalogue, entry)
                fits = [r for r in found if _is_printed(r) and entry.compared.is_printed_as(r)]
                entry.records += sorted(fits, key=_fullness, reverse=True)

    @staticmethod
    def _misfit(entry: _EntryQuery, record: ServiceRecord) -> tuple[bool, int]:
        """Return how badly a record fits: printed ones for what is printed, then those with fewer differences."""
        preprint = record.description.is_preprint != entry.compared.entry.is_preprint
        return preprint, len(entry.compared.differences(record))

    # --- verdicts ---

    def _outcome(self, entry: _EntryQuery) -> Verification:
        record = entry.records[0] if entry.records else None
        differences = tuple(self._settled(entry))
        # identifiers that are malformed, that do not exist, or that lead to a copy that someone else registered
        own = {_kind(i): i.partition(":")[2] for i in (record.identifiers if record else ())}
        wrong = []
        for identifier in entry.absent:
            kind, _, value = identifier.partition(":")
            theirs = own.get(kind, "")
            wrong.append(Difference(kind, value, theirs if theirs != value else "", (_REGISTRIES[kind],)))
        for kind, printed in malformed_identifiers(entry.work):
            wrong.append(Difference(kind, printed, own.get(kind, ""), _FORM))
        for identifier in entry.named:
            if identifier.removeprefix("doi:").startswith(COPIES):
                wrong.append(Difference("doi", identifier[4:], "", _COPIED))
        witness = max((*entry.records, *entry.doubted), key=lambda r: FATES.index(r.known_fate), default=None)
        known = Verification(
            entry.work, "unsure", record, (*differences, *wrong), tuple(entry.foreign.items()), tuple(entry.absent),
            _printed(entry), witness.known_fate if witness else "", tuple(entry.queried), tuple(entry.silent),
            teller=witness.catalogue if witness else "",
        )  # fmt: skip
        if entry.foreign:
            return replace(known, state="another-work")
        unasked = any(
            difference.who == _FORM or (not difference.theirs and difference.who == _COPIED) for difference in wrong
        )
        if record or unasked:
            why = _cut_short(entry.work, record) if record else ""
            return replace(known, state="differs" if known.differences else "verified", why=why)
        why = self._why_unsure(entry)
        return replace(known, why=why) if why else replace(known, state="not-found")

    def _settled(self, entry: _EntryQuery) -> Iterator[Difference]:
        """Yield the differences with the first record that no other record contradicts, each with all that have the same."""
        if not entry.records:
            return
        first, *others = entry.records
        for difference in entry.compared.differences(first):
            own = [(r, entry.compared.differences(r)) for r in others if _says(r, difference)]
            if any(difference.field not in {d.field for d in found} for _, found in own):
                continue
            who = tuple(dict.fromkeys((*difference.who, *(record.catalogue for record, _ in own))))
            origins = len(self._origins(who))
            lone = difference.field == "author" and len(first.work.author) == 1
            if lone and len(entry.compared.entry.people) > _MOST_LONE and origins < WITNESSES:
                continue
            values = [difference.theirs, *(d.theirs for _, found in own for d in found if d.field == difference.field)]
            better = replacement(difference.field, entry.work, [first, *(record for record, _ in own)], values)
            yield replace(difference, who=who, better=better if origins >= WITNESSES else "")

    def _why_unsure(self, entry: _EntryQuery) -> str:
        """Why a work that was not found may exist all the same; empty if the catalogues should know it."""
        described = entry.compared.entry
        if entry.doubtful:
            return "the record of its identifier has another title"
        if "interrupted" in entry.silent:
            return "the requests were interrupted"
        competent = [c.name for c in self._catalogues if described.kind in c.kinds and c.name in entry.queried]
        copies = {c.name for c in self._catalogues if c.is_copy}
        own = [name for name in competent if name not in copies]
        # what a catalogue gathers from others that were queried is not a loss where it does not respond
        silent = [name for name in entry.silent if len(own) < _LEAST_ANSWERS or name not in copies]
        if silent:
            return f"no {'cached ' if self._offline else ''}response from {', '.join(silent)}"
        if not described.title.key:
            return "it has no title"
        if is_status(described.printed_venue) or is_status(entry.work.text("note")) or entry.work.type == "manuscript":
            return "it states that it is under review, submitted or in preparation"
        if described.kind != "paper" and not described.is_preprint:
            return f"catalogues know few works of the type {entry.work.type}"
        if is_workshop(described.venue) or described.venue.endswith("-W"):
            return "catalogues know few papers of workshops"
        if not described.title.key.isascii() or (described.year or _OLD) < _OLD:
            return "catalogues know few old works and few in other languages than English"
        if len(competent) < _LEAST_ANSWERS and not described.is_preprint:
            return "too few services that should know it were queried"
        return ""


def _kind(identifier: str) -> str:
    return identifier.partition(":")[0]


def _is_preprint(entry: _EntryQuery) -> bool:
    return entry.compared.entry.is_preprint


def _cut_short(work: Work, record: ServiceRecord) -> str:
    """That an entry names the first of many authors only, whether it states so or not."""
    if compare_authors(work.author, record.work.author) != CUT_SHORT:
        return ""
    return f"it has {len(record.work.author)} authors, of which the entry names the first {len(work.author)}"


_VARIABLES = {
    "author": "author", "editor": "editor", "title": "title", "journal": "container-title", "pages": "page",
    "volume": "volume", "number": "issue", "isbn": "ISBN",
}  # fmt: skip


def _says(record: ServiceRecord, difference: Difference) -> bool:
    """Whether a record has a field at all."""
    is_preprint = record.description.is_preprint
    if difference.field == "year":
        return bool(record.years) and not is_preprint
    if difference.field == "type":
        return bool(record.description.kind)
    stated = bool(record.work.variables.get(_VARIABLES[difference.field]))
    return stated and not (difference.field in ("journal", "pages", "volume", "number") and is_preprint)


_COPIED = ("a list of copies",)
_FORM = ("its form",)


def _printed(entry: _EntryQuery) -> tuple[ServiceRecord, ...]:
    """Return the records of the printed version of a preprint, the fullest first.

    Only records of one DOI are returned, because they may be combined.
    """
    if not _is_preprint(entry):
        return ()
    found = sorted(filter(_is_printed, entry.records), key=_fullness, reverse=True)
    doi = next((own for r in found if (own := r.work.text("DOI"))), "")
    return tuple(r for r in found if r.work.text("DOI") in ("", doi))


def _fullness(record: ServiceRecord) -> tuple[bool, int]:
    """Return how full a printed version is: papers of journals and conferences before those of workshops, then by their pages."""
    pages = [int(number) for number in _NUMBER.findall(record.work.text("page"))[:2]]
    return not is_workshop(record.description.venue), pages[1] - pages[0] if len(pages) == 2 else 0


_NUMBER = re.compile(r"\d{1,9}")


def _is_printed(record: ServiceRecord) -> bool:
    described = record.description
    copied = record.work.text("DOI").startswith(COPIES) or is_repository(described.venue) or described.kind == "data"
    return not described.is_preprint and bool(described.venue) and not record.known_fate and not copied
