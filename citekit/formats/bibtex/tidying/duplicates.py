"""Entries that are one and the same work: found, and merged on request so that no value goes unsaid."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from citekit.formats.bibtex.inherit import canonical
from citekit.formats.bibtex.tidying.editable_entry import Draft, MacroResolver, TidyItems
from citekit.formats.bibtex.tidying.references import final, rename_references, without_references_to_itself
from citekit.model import dates
from citekit.model.bibtex_names import parse_names
from citekit.model.date import Date
from citekit.model.identity import CandidateIndex, ComparisonRecord, MatchDecision, Relation, describe_fields, same_work
from citekit.runtime.errors import Problem
from citekit.runtime.span import Source

_MOST_ROUNDS = 20
_DATED = frozenset({"date", "year", "month", "day"})
_LISTS = {"keywords": ",", "groups": ",", "file": ";"}
"""Fields that are lists, with what divides them: of two, all that either has is kept."""
_EMPTY = '{}" \t\r\n'


def _shares(*kinds: str) -> Callable[[MatchDecision], bool]:
    return lambda found: any(value.startswith(kinds) for value in found.shared)


KINDS: dict[str, tuple[Callable[[MatchDecision], bool], str]] = {
    "key": (lambda found: False, "the same key"),
    "doi": (_shares("doi:"), "the same DOI"),
    "eprint": (_shares("arxiv:", "eprint:"), "the same eprint"),
    "citation": (lambda found: found.relation is Relation.SAME, "the same title, authors and year"),
}
"""What ``--duplicates`` takes -> how it is found beside the key, and how a message names it."""


class Duplicates:
    """Finds and merges the duplicates of a file; ``renamed`` says that entries are named by other keys now.

    Whether two entries are one publication says :func:`~citekit.model.identity.same_work`.
    """

    def __init__(self, row: TidyItems, kinds: Sequence[str], meanings: MacroResolver, source: Source) -> None:
        self.row = row
        self.kinds = kinds
        self.meanings = meanings
        self.source = source
        self.problems: list[Problem] = []
        self.renamed = False

    def report(self) -> list[Problem]:
        """A warning for every entry that looks like one before it."""
        self._warn("")
        return self.problems

    def merge(self, mode: str) -> list[Problem]:
        """Merges what is one; ``mode`` says whose values count: the ``first``, the ``last``, or the ``fuller`` entry's.

        Entries that are only likely one are never merged. Every value that is not taken over is reported.
        """
        new: dict[str, str] = {}
        for _ in range(_MOST_ROUNDS):
            gone = self._merge_once(mode, new)
            if not gone:
                break
            self.row.take_out(gone)
        self._rename(new)
        self._warn("; both are kept")
        return self.problems

    def _warn(self, ending: str) -> None:
        known = _Known(self.meanings, self.kinds)
        for draft in self.row.drafts:
            pairs = list(known.alike(draft))
            if pairs:
                first, kind, found, joins = min(pairs, key=lambda pair: (not pair[3], self.kinds.index(pair[1])))
                differ = "" if joins else f", but {found.doubt}{ending}"
                self._say(
                    draft, "duplicate-entry", f"{self._name(draft)} has {KINDS[kind][1]} as {self._name(first)}{differ}"
                )
            known.add(draft)

    def _merge_once(self, mode: str, new: dict[str, str]) -> set[Draft]:
        """Joins every entry with the first one before it that it is one with, as that one is by now."""
        gone: set[Draft] = set()
        known = _Known(self.meanings, self.kinds)
        for draft in self.row.drafts:
            first = next((one for one, _, _, joins in known.alike(draft) if joins), None) if not draft.pinned else None
            if first is not None:
                kept = _kept([first, draft], mode)
                other = draft if kept is first else first
                self._take_over(kept, other)
                new.setdefault(other.key, kept.key)
                gone.add(other)
                known.replace(first, kept)
            elif not draft.pinned:
                known.add(draft)
        return gone

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

    def _take_over(self, kept: Draft, other: Draft) -> None:
        """Gives an entry the fields that it lacks, and says what of the other's is left out."""
        gone = f"{self._name(other)} is merged into {self._name(kept)}"
        if other.type.lower() != kept.type.lower():
            self._say(other, "merge-difference", f"{gone}: its type {other.type} is left out for {kept.type}")
        dated = self._date_taken(kept, other, gone)
        mine = {canonical(name.lower()): value for name, value in reversed(kept.fields)}
        compared: set[str] = (
            set()
        )  # BibTeX takes the first of a name, and so did the date; the others are left out aloud
        for name, value in other.fields:
            same = canonical(name.lower())
            if dated and same in _DATED and name.lower() not in compared:
                compared.add(name.lower())
                continue
            theirs = self.meanings.resolved(value, other.defined)
            ours = mine.get(same, "")
            if not value.strip(_EMPTY) and same in mine:
                continue
            if not ours.strip(_EMPTY):
                taken = value if self.meanings.same_value(value, other.defined, kept.defined) else f"{{{theirs}}}"
                kept.fields = [f for f in kept.fields if canonical(f[0].lower()) != same or f[1].strip(_EMPTY)]
                kept.fields.append((name, taken))
                mine[same] = taken
            elif same in _LISTS and (both := _joined(self.meanings.resolved(ours, kept.defined), theirs, _LISTS[same])):
                kept.fields = [(n, f"{{{both}}}" if canonical(n.lower()) == same else v) for n, v in kept.fields]
                mine[same] = f"{{{both}}}"
            elif self.meanings.resolved(ours, kept.defined).split() != theirs.split():
                self._say(other, "merge-difference", f"{gone}: its {name.lower()} {value} is left out for {ours}")
        kept.note = other.note + kept.note if other.place < kept.place else kept.note + other.note
        kept.tail += other.tail
        self._say(other, "merged", gone, "info")

    def _date_taken(self, kept: Draft, other: Draft, gone: str) -> bool:
        """Makes one date of two, whatever fields say it; False where one of the entries has none.

        The fuller one counts where the other is the same year; of two that differ, that of the entry which is kept.
        """
        ours, theirs = (
            {n.lower(): v for n, v in reversed(d.fields) if n.lower() in _DATED and v.strip(_EMPTY)}
            for d in (kept, other)
        )
        if not ours or not theirs:
            return False
        texts = (
            {name: " ".join(self.meanings.resolved(value, draft.defined).split()) for name, value in fields.items()}
            for draft, fields in ((kept, ours), (other, theirs))
        )
        mine, its = (dates.read_fields(fields).date for fields in texts)
        may_stand_there = all(self.meanings.same_value(v, other.defined, kept.defined) for v in theirs.values())
        if may_stand_there and mine and its and mine != its and mine == Date(((its.year or 0,),)):
            kept.fields = [f for f in kept.fields if f[0].lower() not in _DATED] + list(theirs.items())
            return True
        if mine != its and not (its and mine and its == Date(((mine.year or 0,),))):
            told, instead = (", ".join(f"{name} {value}" for name, value in one.items()) for one in (theirs, ours))
            self._say(other, "merge-difference", f"{gone}: its {told} is left out for {instead}")
        return True

    def _name(self, draft: Draft) -> str:
        line, _ = self.source.line_column(draft.entry.start)
        return f"'{draft.key}' (line {line})"

    def _say(self, draft: Draft, kind: str, message: str, severity: str = "warning") -> None:
        hint = "remove one of them, or let --merge do it" if kind == "duplicate-entry" else ""
        self.problems.append(Problem(message, hint, self.source, draft.span, severity, kind))


class _Known:
    """The entries of a file read so far, by what they may be found by."""

    def __init__(self, meanings: MacroResolver, kinds: Sequence[str]) -> None:
        self.meanings = meanings
        self.kinds = kinds
        self.drafts: list[Draft] = []
        self.places: dict[Draft, int] = {}
        self.described: list[ComparisonRecord] = []
        self.index = CandidateIndex()
        self.by_key: dict[str, int] = {}

    def add(self, draft: Draft) -> None:
        """Makes an entry known."""
        self.by_key.setdefault(draft.key.lower(), len(self.drafts))
        self.places[draft] = len(self.drafts)
        self.drafts.append(draft)
        self.described.append(self._described(draft))
        self.index.add(len(self.drafts) - 1, self.described[-1])

    def replace(self, first: Draft, kept: Draft) -> None:
        """Puts an entry in the place of one that is known, or that one again, as it is by now."""
        at = self.places[kept] = self.places[first]
        self.drafts[at], self.described[at] = kept, self._described(kept)
        self.by_key.setdefault(kept.key.lower(), at)
        self.index.add(at, self.described[at])

    def alike(self, draft: Draft) -> Iterator[tuple[Draft, str, MatchDecision, bool]]:
        """The known entries that are like one in a wanted way: the way, how they are alike, whether they are one."""
        described = self._described(draft)
        near = set(self.index.near(described)) | {self.by_key.get(draft.key.lower(), -1)} - {-1}
        for at in sorted(near):
            found = same_work(self.described[at], described)
            one_key = bool(draft.key) and self.drafts[at].key.lower() == draft.key.lower()
            kind = next((kind for kind in self.kinds if KINDS[kind][0](found) or (kind == "key" and one_key)), "")
            if kind:
                joins = found.one or (kind == "key" and found.relation is Relation.SAME)
                yield self.drafts[at], kind, found, joins

    def _described(self, draft: Draft) -> ComparisonRecord:
        def text(name: str) -> str:
            return (self.meanings.text(draft, name) or "").strip()

        return describe_fields(draft.type, text, lambda name: parse_names(text(name)))


def _joined(ours: str, theirs: str, sign: str) -> str:
    """Two lists as one, each item once; empty where braces would be torn apart."""
    if sign == "," and ";" in ours + theirs and "," not in ours + theirs:
        sign = ";"
    items = dict.fromkeys(filter(None, (item.strip() for item in f"{ours}{sign}{theirs}".split(sign))))
    return f"{sign} ".join(items) if all(item.count("{") == item.count("}") for item in items) else ""


def _kept(group: list[Draft], mode: str) -> Draft:
    if mode == "fuller":
        return max(group, key=lambda draft: sum(bool(value.strip(_EMPTY)) for _, value in draft.fields))
    return group[-1 if mode == "last" else 0]
