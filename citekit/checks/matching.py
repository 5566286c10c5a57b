"""The same publication in several documents: copies are found by identifiers, and by titles and authors, in linear time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import lru_cache

from citekit.checks.entry import Entry
from citekit.checks.fold import family, given_words, letters
from citekit.checks.project import Project, Role
from citekit.checks.venue_names import is_preprint, relation
from citekit.works.name import Name

_SHORTEST_TITLE = 8
_BEGINNING = 16
_MOST_IN_BLOCK = 40
_LIKE = 0.82
_RATHER_LIKE = 0.5
_LEAST_SHARED = 3
_MOST_VERSIONS = 6


@dataclass(eq=False)
class Holder:
    """A document with works: a list of publications or a bibliography."""

    name: str
    entries: tuple[Entry, ...]
    role: Role


@dataclass(frozen=True, slots=True)
class Pair:
    """One publication in two documents; ``entry`` is compared with ``other``, which is in the fuller document."""

    entry: Entry
    other: Entry
    holder: Holder
    other_holder: Holder


@dataclass(eq=False)
class Matching:
    """The works of all documents in groups, one for each publication."""

    holders: tuple[Holder, ...]
    groups: tuple[tuple[tuple[Holder, Entry], ...], ...]
    _pairs: tuple[Pair, ...] | None = field(default=None, init=False, repr=False)

    def pairs(self) -> tuple[Pair, ...]:
        """Every copy of a publication with the copy in the fullest document, each document once.

        Where a document has several versions of a work (in proceedings, in a journal), the most alike are compared.
        """
        if self._pairs is None:
            self._pairs = tuple(pair for group in self.groups for pair in _pairs_of(group))
        return self._pairs


def _pairs_of(group: tuple[tuple[Holder, Entry], ...]) -> Iterator[Pair]:
    copies: dict[Holder, list[Entry]] = {}
    for holder, entry in group:
        copies.setdefault(holder, []).append(entry)
    if len(copies) < 2:
        return
    main = min(group, key=lambda member: (_RANK[member[0].role], -_facts(member[1])))[0]
    own = copies[main][:_MOST_VERSIONS]
    for holder, there in copies.items():
        if holder is not main:
            pairs = [(entry, other) for entry in there[:_MOST_VERSIONS] for other in own]
            entry, other = max(pairs, key=lambda pair: _likeness(*pair)) if len(pairs) > 1 else pairs[0]
            yield Pair(entry, other, holder, main)


def _likeness(entry: Entry, other: Entry) -> tuple[int, int]:
    """How much two entries look like the same version of a work; then how many facts they have."""
    same_venue = {"same": 3, "other form": 2, "different": -3}.get(relation(entry, other), 0)
    alike = (
        same_venue
        + 3 * bool(entry.doi and entry.doi == other.doi)
        + 2 * bool(entry.year and entry.year == other.year)
        + (entry.title_key == other.title_key)
        + (is_preprint(entry) == is_preprint(other))
    )
    return alike, _facts(entry) + _facts(other)


_RANK: dict[Role, int] = {"complete": 0, "references": 1, "selected": 2}


def _facts(entry: Entry) -> int:
    return len(entry.work.variables) if entry.work else len(entry.by_name)


def matching(project: Project) -> Matching:
    """The publications of a project; made once for all rules that ask."""
    return _matching(project)


@lru_cache(maxsize=2)
def _matching(project: Project) -> Matching:
    holders = tuple(_holders(project))
    if len(holders) < 2:
        return Matching(holders, ())
    joined = _Joined([(holder, entry) for holder in holders for entry in holder.entries if entry.title_key])
    found = Matching(holders, joined.groups())
    _settle_roles(project, found)
    return found


def _holders(project: Project) -> Iterator[Holder]:
    for listing in project.listings:
        yield Holder(listing.name, listing.entries, listing.role)
    for bibliography in project.checked_bibliographies:
        yield Holder(bibliography.name, bibliography.entries, project.roles.get(bibliography.name, "references"))


def _settle_roles(project: Project, found: Matching) -> None:
    """A bibliography most of whose works are in the lists is a list of publications as well, unless settings say what it is."""
    listed = {id(holder) for holder in found.holders[: len(project.listings)]}
    own: Counter[Holder] = Counter()
    shared: Counter[Holder] = Counter()
    for group in found.groups:
        there = list(dict.fromkeys(holder for holder, _ in group))
        own.update(there)
        if any(id(holder) in listed for holder in there):
            shared.update(there)
    for holder in found.holders:
        given = id(holder) in listed or holder.name in project.roles
        if not given and shared[holder] >= _LEAST_SHARED and shared[holder] * 2 > own[holder]:
            holder.role = "complete"


class _Joined:
    """Works joined into groups: two works are one publication if an identifier, or title and authors, say so."""

    def __init__(self, works: list[tuple[Holder, Entry]]) -> None:
        self.works = works
        self.parent = list(range(len(works)))
        self.first: dict[str, int] = {}
        self.by_title: dict[str, list[int]] = {}
        self.by_beginning: dict[str, list[int]] = {}

    def groups(self) -> tuple[tuple[tuple[Holder, Entry], ...], ...]:
        for number, (_, entry) in enumerate(self.works):
            self._by_identifiers(number, entry)
        for number, (_, entry) in enumerate(self.works):
            self._by_title(number, entry)
        members: dict[int, list[tuple[Holder, Entry]]] = {}
        for number, work in enumerate(self.works):
            members.setdefault(self._root(number), []).append(work)
        return tuple(map(tuple, members.values()))

    def _by_identifiers(self, number: int, entry: Entry) -> None:
        for key in (f"doi:{entry.doi}" if entry.doi else "", f"arxiv:{entry.arxiv}" if entry.arxiv else ""):
            if key:
                first = self.first.setdefault(key, number)
                if first != number and _is_one(self.works[first][1], entry):
                    self._join(first, number)

    def _by_title(self, number: int, entry: Entry) -> None:
        title = entry.title_key
        if len(title) < _SHORTEST_TITLE:
            return
        same = self.by_title.setdefault(title, [])
        for other in same[:_MOST_IN_BLOCK]:
            if share_author(self.works[other][1], entry):
                self._join(other, number)
                break
        same.append(number)
        for block in (title[:_BEGINNING], f"~{title[-_BEGINNING:]}"):
            near = self.by_beginning.setdefault(block, [])
            for other in near[:_MOST_IN_BLOCK]:
                if self._root(other) != self._root(number) and self._is_near(self.works[other], self.works[number]):
                    self._join(other, number)
            near.append(number)

    def _is_near(self, one: tuple[Holder, Entry], other: tuple[Holder, Entry]) -> bool:
        """Whether two works of different documents differ in their titles only a little and share most authors."""
        if one[0] is other[0] or one[1].title_key == other[1].title_key:
            return False
        if not _titles_alike(one[1], other[1]) or abs((one[1].year or 0) - (other[1].year or 0)) > 1:
            return False
        mine, theirs = _people(one[1]), _people(other[1])
        return (
            bool(mine)
            and len(mine & theirs) * 2 >= min(len(mine), len(theirs))
            and len(mine & theirs) >= min(2, len(mine))
        )

    def _root(self, number: int) -> int:
        while self.parent[number] != number:
            self.parent[number] = self.parent[self.parent[number]]
            number = self.parent[number]
        return number

    def _join(self, one: int, other: int) -> None:
        a, b = sorted((self._root(one), self._root(other)))
        self.parent[b] = a


def _is_one(one: Entry, other: Entry) -> bool:
    """Whether entries with one identifier are of one work: their titles are alike, or a little alike and all people the same."""
    if _titles_alike(one, other):
        return True
    mine, theirs = _people(one), _people(other)
    return len(mine) > 1 and mine == theirs and _ratio(one.title_key[:300], other.title_key[:300], _RATHER_LIKE)


def _titles_alike(one: Entry, other: Entry) -> bool:
    a, b = one.title_key[:300], other.title_key[:300]
    if a == b or not a or not b:
        return True
    short, long = sorted((a, b), key=len)
    if long.startswith(short) and len(short) >= _BEGINNING:
        return True
    return _ratio(a, b, _LIKE)


def _ratio(one: str, other: str, least: float) -> bool:
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return matcher.real_quick_ratio() >= least and matcher.quick_ratio() >= least and matcher.ratio() >= least


def _people(entry: Entry) -> set[str]:
    return {family(name) for name in entry.authors if not name.is_others}


def share_author(one: Entry, other: Entry) -> bool:
    """Whether two works share an author, families and given names in any order; yes where one names none."""
    mine, theirs = _words_of(one.authors), _words_of(other.authors)
    return not mine or not theirs or bool(mine & theirs)


def _words_of(names: tuple[Name, ...]) -> set[str]:
    found: set[str] = set()
    for name in names:
        if not name.is_others:
            found.add(family(name))
            found.update(word for word in given_words(name) if len(word) > 1)
            if any(len(word) > 1 for word in given_words(name)):
                found.add(letters(name.given))
    found.discard("")
    return found
