"""Entries that are one and the same work: found, and merged on request so that no value goes unsaid."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence

from citekit.errors import Problem
from citekit.formats.bibtex.tidying.draft import Draft, Row
from citekit.formats.bibtex.tidying.meaning import Meanings, folded
from citekit.formats.bibtex.tidying.references import final, rename_references, without_references_to_itself
from citekit.span import Source
from citekit.works.bibtex_names import parse_names
from citekit.works.id_values import normal_arxiv, normal_doi

_MOST_ROUNDS = 20
_EMPTY = '{}" \t\r\n'


class _Facts:
    """What may be equal in two entries, by the names that ``--duplicates`` takes."""

    def __init__(self, meanings: Meanings) -> None:
        self.meanings = meanings

    def key(self, draft: Draft) -> Hashable:
        return draft.key.lower()

    def doi(self, draft: Draft) -> Hashable:
        return normal_doi(self.meanings.text(draft, "doi") or "")

    def eprint(self, draft: Draft) -> Hashable:
        eprint = (self.meanings.text(draft, "eprint") or "").strip().lower()
        archive = self.meanings.text(draft, "archiveprefix") or self.meanings.text(draft, "eprinttype") or ""
        archive = archive.strip().lower()
        if archive in ("", "arxiv"):
            return normal_arxiv(eprint) if eprint else ""
        return (archive, eprint) if eprint else ""

    def citation(self, draft: Draft) -> Hashable:
        """Title, family names and year; empty where there is no title or nobody."""
        title = self.title(draft)
        people = self.meanings.text(draft, "author") or self.meanings.text(draft, "editor") or ""
        families = tuple(folded(name.full_family or name.literal) for name in parse_names(people))
        year = self.meanings.text(draft, "year") or (self.meanings.text(draft, "date") or "")[:4]
        return (title, families, folded(year)) if title and families else ""

    def title(self, draft: Draft) -> str:
        return folded(self.meanings.text(draft, "title") or "")


KINDS: dict[str, tuple[Callable[[_Facts, Draft], Hashable], str]] = {
    "key": (_Facts.key, "the same key"),
    "doi": (_Facts.doi, "the same DOI"),
    "eprint": (_Facts.eprint, "the same eprint"),
    "citation": (_Facts.citation, "the same title, authors and year"),
}
"""What ``--duplicates`` takes -> how it is found, and how a message names it."""


class Duplicates:
    """Finds and merges the duplicates of a file; ``renamed`` says that entries are named by other keys now."""

    def __init__(self, row: Row, kinds: Sequence[str], meanings: Meanings, source: Source) -> None:
        self.row = row
        self.kinds = kinds
        self.meanings = meanings
        self.source = source
        self.problems: list[Problem] = []
        self.renamed = False

    def report(self) -> list[Problem]:
        """A warning for every entry that looks like one before it."""
        for first, other, kind, alike in self._pairs(self.row.drafts):
            differ = "" if alike else ", but another title"
            self._say(
                other, "duplicate-entry", f"{self._name(other)} has {KINDS[kind][1]} as {self._name(first)}{differ}"
            )
        return self.problems

    def merge(self, mode: str) -> list[Problem]:
        """Merges what is alike; ``mode`` says whose values count: the ``first``, the ``last``, or the ``fuller`` entry's.

        Entries whose titles are not the same are never merged. Every value that is not taken over is reported.
        """
        new: dict[str, str] = {}
        for _ in range(_MOST_ROUNDS):
            groups = self._groups()
            if not groups:
                break
            gone: set[Draft] = set()
            for group in groups:
                kept = _kept(group, mode)
                for other in group:
                    if other is not kept:
                        self._take_over(kept, other)
                        new.setdefault(other.key, kept.key)
                        gone.add(other)
            self.row.take_out(gone)
        self._rename(new)
        for first, other, kind, _ in self._pairs(self.row.drafts):
            message = (
                f"{self._name(other)} has {KINDS[kind][1]} as {self._name(first)}, but another title; both are kept"
            )
            self._say(other, "duplicate-entry", message)
        return self.problems

    def _rename(self, new: dict[str, str]) -> None:
        """Renames the keys of entries that are gone, where no other entry has them."""
        remaining = {draft.key.lower() for draft in self.row.drafts} | self.row.fixed_keys
        chosen = {old: final(old, new) for old in new if old and old.lower() not in remaining}
        rename_references(self.row, chosen)
        self.renamed = bool(chosen)
        kept = set(new.values())
        for draft in self.row.drafts if new else ():
            if draft.key in kept:
                without_references_to_itself(draft)

    def _pairs(self, drafts: list[Draft]) -> Iterator[tuple[Draft, Draft, str, bool]]:
        """The first entry and another with the same fact, the kind of fact, and whether their titles agree."""
        facts = _Facts(self.meanings)
        told: set[Draft] = set()
        for kind in self.kinds:
            buckets: dict[Hashable, dict[str, Draft]] = defaultdict(dict)
            for draft in drafts:
                fact = KINDS[kind][0](facts, draft)
                if not fact:
                    continue
                title = facts.title(draft)
                titles = buckets[fact]
                alike = (
                    titles.get(title) or titles.get("") or (next(iter(titles.values()), None) if not title else None)
                )
                first = alike or next(iter(titles.values()), None)
                titles.setdefault(title, draft)
                if first is not None and draft not in told:
                    told.add(draft)
                    yield first, draft, kind, alike is not None

    def _groups(self) -> list[list[Draft]]:
        """The entries to be merged with one another, each group in the order of the file."""
        drafts = [draft for draft in self.row.drafts if not draft.pinned]
        facts = _Facts(self.meanings)
        sets = _Sets([facts.title(draft) for draft in drafts])
        for kind in self.kinds:
            buckets: dict[Hashable, list[int]] = defaultdict(list)
            for number, draft in enumerate(drafts):
                fact = KINDS[kind][0](facts, draft)
                if fact:
                    buckets[fact].append(number)
            for numbers in buckets.values():
                _join_alike(numbers, sets)
        groups: dict[int, list[Draft]] = defaultdict(list)
        for number, draft in enumerate(drafts):
            groups[sets.root(number)].append(draft)
        return [group for group in groups.values() if len(group) > 1]

    def _take_over(self, kept: Draft, other: Draft) -> None:
        """Gives an entry the fields that it lacks, and says what of the other's is left out."""
        gone = f"{self._name(other)} is merged into {self._name(kept)}"
        if other.type.lower() != kept.type.lower():
            self._say(other, "merge-difference", f"{gone}: its type {other.type} is left out for {kept.type}")
        mine = {name.lower(): value for name, value in reversed(kept.fields)}
        for name, value in other.fields:
            theirs = self.meanings.resolved(value, other.defined)
            ours = mine.get(name.lower(), "")
            if not value.strip(_EMPTY) and name.lower() in mine:
                continue
            if not ours.strip(_EMPTY):
                taken = value if self.meanings.same_value(value, other.defined, kept.defined) else f"{{{theirs}}}"
                kept.fields = [f for f in kept.fields if f[0].lower() != name.lower() or f[1].strip(_EMPTY)]
                kept.fields.append((name, taken))
                mine[name.lower()] = taken
            elif self.meanings.resolved(ours, kept.defined).split() != theirs.split():
                self._say(other, "merge-difference", f"{gone}: its {name.lower()} {value} is left out for {ours}")
        kept.note = other.note + kept.note if other.place < kept.place else kept.note + other.note
        kept.tail += other.tail
        self._say(other, "merged", gone, "info")

    def _name(self, draft: Draft) -> str:
        line, _ = self.source.line_column(draft.entry.start)
        return f"'{draft.key}' (line {line})"

    def _say(self, draft: Draft, kind: str, message: str, severity: str = "warning") -> None:
        hint = _HINTS.get(kind, "")
        self.problems.append(Problem(message, hint, self.source, draft.span, severity, kind))


_HINTS = {
    "duplicate-entry": "remove one of them, or let --merge do it",
}


class _Sets:
    """Numbers in sets that can be joined, unless both have titles and not the same."""

    def __init__(self, titles: list[str]) -> None:
        self.parents = list(range(len(titles)))
        self.titles = titles

    def root(self, number: int) -> int:
        while self.parents[number] != number:
            self.parents[number] = number = self.parents[self.parents[number]]
        return number

    def join(self, one: int, other: int) -> bool:
        one, other = sorted((self.root(one), self.root(other)))
        mine, theirs = self.titles[one], self.titles[other]
        if mine and theirs and mine != theirs:
            return False
        self.titles[one] = mine or theirs
        self.parents[other] = one
        return True


def _join_alike(numbers: list[int], sets: _Sets) -> None:
    """Joins the entries that share a fact, title by title; those without a title go to the first."""
    of_title: dict[str, int] = {}
    for number in numbers:
        title = sets.titles[sets.root(number)]
        if of_title.setdefault(title, number) != number:
            sets.join(of_title[title], number)
    if "" in of_title and len(of_title) > 1:
        sets.join(next(number for title, number in of_title.items() if title), of_title[""])


def _kept(group: list[Draft], mode: str) -> Draft:
    if mode == "fuller":
        return max(group, key=lambda draft: sum(bool(value.strip(_EMPTY)) for _, value in draft.fields))
    return group[-1 if mode == "last" else 0]
