"""Duplicate entries: reported, or merged such that every dropped value is reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count

from citekit.formats.bibtex.inherit import REFERRING, canonical
from citekit.formats.bibtex.tidying.editable_entry import EditableEntry, MacroResolver, TidyItems
from citekit.model import date as dates
from citekit.model.date import Date
from citekit.model.identity import CandidateIndex, ComparisonRecord, MatchDecision, Relation, describe_fields, same_work
from citekit.model.name import parse_names
from citekit.runtime import patterns as re
from citekit.text.numerals import letters

# Changes of keys, and of the fields of other entries that refer to them.

_KEY = re.compile(r"[^,\s{}\"]+")


def rename_references(row: TidyItems, new: Mapping[str, str]) -> None:
    """Replace keys in references, all at once; letter case matters only if two keys differ in nothing else."""
    lower = {old.lower(): key for old, key in reversed([*new.items()])}

    def renamed(match: re.Match[str]) -> str:
        return new.get(match[0]) or lower.get(match[0].lower()) or match[0]

    macros = {name for name, _ in row.macros}

    def followed(value: str) -> str:
        if value[0] in '{"':
            return _KEY.sub(renamed, value)
        made = value if value.lower() in macros else _KEY.sub(renamed, value)
        return value if made == value else f"{{{made}}}"

    for draft in row.drafts if new else ():
        for place, (name, value) in enumerate(draft.fields):
            if name.lower() in REFERRING and "#" not in value:
                draft.fields[place] = (name, followed(value))


def without_references_to_itself(draft: EditableEntry) -> None:
    """Remove the fields in which an entry refers to itself only."""
    draft.fields = [
        (name, value)
        for name, value in draft.fields
        if name.lower() not in REFERRING or value.strip('{}" ').lower() != draft.key.lower()
    ]


def final(key: str, new: Mapping[str, str]) -> str:
    """Return the key at the end of a chain of renamings."""
    seen = {key}
    while (following := new.get(key)) is not None and following not in seen:
        seen.add(following)
        key = following
    return key


def distinct_keys(drafts: list[EditableEntry], bases: list[str], taken: set[str]) -> list[str]:
    """Make keys distinct by letters: entries with equal bases get ``a``, ``b``, … in their order.

    An entry that already has one of these keys retains it. ``taken`` are keys of other entries, in lower case.
    """
    sizes: dict[str, int] = {}
    for base in bases:
        sizes[base.lower()] = sizes.get(base.lower(), 0) + 1
    alone = [sizes[base.lower()] == 1 and base.lower() not in taken for base in bases]
    used = taken | {base.lower() for base, single in zip(bases, alone, strict=True) if single}
    keys = [base if single else "" for base, single in zip(bases, alone, strict=True)]
    for place, (draft, base) in enumerate(zip(drafts, bases, strict=True)):
        suffix = draft.key[len(base) :]
        lettered = draft.key.startswith(base) and suffix.isascii() and suffix.isalpha() and suffix.islower()
        if not keys[place] and lettered and draft.key.lower() not in used:
            keys[place] = draft.key
            used.add(draft.key.lower())
    letters_left = {base.lower(): map(letters, count(1)) for base in bases}
    for place, base in enumerate(bases):
        while not keys[place]:
            key = base + next(letters_left[base.lower()])
            if key.lower() not in used:
                keys[place] = key
                used.add(key.lower())
    return keys


_MOST_ROUNDS = 20  # a merged entry has more fields and may match a further one
_DATED = frozenset({"date", "year", "month", "day"})
# Field that is a list -> its separator; merging retains the items of both entries.
_LISTS = {"keywords": ",", "groups": ",", "file": ";"}
_EMPTY = '{}" \t\r\n'


def _shares(*kinds: str) -> Callable[[MatchDecision], bool]:
    return lambda found: any(value.startswith(kinds) for value in found.shared)


KINDS: dict[str, tuple[Callable[[MatchDecision], bool], str]] = {
    "key": (lambda found: False, "the same key"),
    "doi": (_shares("doi:"), "the same DOI"),
    "eprint": (_shares("arxiv:", "eprint:"), "the same eprint"),
    "citation": (lambda found: found.relation is Relation.SAME, "the same title, authors and year"),
}
"""Value of ``--duplicates`` -> whether two entries with different keys match, and the description in messages."""


class Duplicates:
    """The duplicates of a file.

    :func:`~citekit.model.identity.same_work` decides whether two entries are one publication.
    """

    def __init__(self, row: TidyItems, kinds: Sequence[str]) -> None:
        self.row = row
        self.kinds = kinds
        self.meanings = row.meanings

    def merge(self, mode: str) -> None:
        """Merge matching entries; ``mode`` is the entry whose values are retained: ``first``, ``last`` or ``fuller``.

        Possible matches are never merged. Every value that is dropped is reported.
        """
        new: dict[str, str] = {}
        for _ in range(_MOST_ROUNDS):
            # every entry is merged with the first one before it that matches, in the state that this has by now
            merged: set[EditableEntry] = set()
            known = _SeenEntries(self.meanings, self.kinds)
            for draft in self.row.drafts:
                matches = known.matches(draft) if not draft.pinned else ()
                first = next((match for match, _, _, joins in matches if joins), None)
                if first is not None:
                    target = draft if mode == "last" else first
                    if mode == "fuller":
                        target = max((first, draft), key=lambda one: sum(bool(v.strip(_EMPTY)) for _, v in one.fields))
                    other = draft if target is first else first
                    self._merge_into(target, other)
                    new.setdefault(other.key, target.key)
                    merged.add(other)
                    known.replace(first, target)
                elif not draft.pinned:
                    known.add(draft)
            if not merged:
                break
            self.row.take_out(merged)
        # a reference to an entry that was merged stays if another entry has the same key
        remaining = {draft.key.lower() for draft in self.row.drafts} | self.row.fixed_keys
        chosen = {old: final(old, new) for old in new if old and old.lower() not in remaining}
        rename_references(self.row, chosen)
        self.row.parents_moved = bool(chosen)
        targets = set(new.values())
        for draft in self.row.drafts if new else ():
            if draft.key in targets:
                without_references_to_itself(draft)

    def warn(self, ending: str) -> None:
        """Warn about every entry that matches one before it."""
        known = _SeenEntries(self.meanings, self.kinds)
        for draft in self.row.drafts:
            pairs = list(known.matches(draft))
            if pairs:
                # one warning for each entry: of the pair that is surest
                first, kind, found, joins = min(pairs, key=lambda pair: (not pair[3], self.kinds.index(pair[1])))
                differ = "" if joins else f", but {found.doubt}{ending}"
                self._report(
                    draft, "duplicate-entry", f"{self._name(draft)} has {KINDS[kind][1]} as {self._name(first)}{differ}"
                )
            known.add(draft)

    def _merge_into(self, target: EditableEntry, other: EditableEntry) -> None:
        """Add the fields that an entry lacks from another one, and report the dropped values."""
        gone = f"{self._name(other)} is merged into {self._name(target)}"
        if other.type.lower() != target.type.lower():
            self._report(other, "merge-difference", f"{gone}: its type {other.type} is dropped for {target.type}")
        dated = self._merge_date(target, other, gone)
        mine = {canonical(name.lower()): value for name, value in reversed(target.fields)}
        # BibTeX uses the first field of a name, and so did the merge of dates; repeated ones are reported as dropped.
        compared: set[str] = set()
        for name, value in other.fields:
            same = canonical(name.lower())
            if dated and same in _DATED and name.lower() not in compared:
                compared.add(name.lower())
                continue
            theirs = self.meanings.resolved(value, other.defined)
            ours = mine.get(same, "")
            # an empty value states nothing that would be dropped
            if not value.strip(_EMPTY) and same in mine:
                continue
            if not ours.strip(_EMPTY):
                # a macro that means something else at the place of the other entry is written out
                taken = value if self.meanings.same_value(value, other.defined, target.defined) else f"{{{theirs}}}"
                target.fields = [f for f in target.fields if canonical(f[0].lower()) != same or f[1].strip(_EMPTY)]
                target.fields.append((name, taken))
                mine[same] = taken
            elif same in _LISTS and (
                both := _joined(self.meanings.resolved(ours, target.defined), theirs, _LISTS[same])
            ):
                target.fields = [(n, f"{{{both}}}" if canonical(n.lower()) == same else v) for n, v in target.fields]
                mine[same] = f"{{{both}}}"
            elif self.meanings.resolved(ours, target.defined).split() != theirs.split():
                self._report(other, "merge-difference", f"{gone}: its {name.lower()} {value} is dropped for {ours}")
        target.note = other.note + target.note if other.place < target.place else target.note + other.note
        target.tail += other.tail
        self._report(other, "merged", gone, "info")

    def _merge_date(self, target: EditableEntry, other: EditableEntry, gone: str) -> bool:
        """Merge the dates of two entries, in whatever fields they are; return False if one of them has no date.

        A full date replaces the same year alone; of two different dates, that of ``target`` is retained.
        """
        ours, theirs = (
            {n.lower(): v for n, v in reversed(d.fields) if n.lower() in _DATED and v.strip(_EMPTY)}
            for d in (target, other)
        )
        if not ours or not theirs:
            return False
        texts = (
            {name: " ".join(self.meanings.resolved(value, draft.defined).split()) for name, value in fields.items()}
            for draft, fields in ((target, ours), (other, theirs))
        )
        # year and month of one entry and date of the other are the same thing: they are compared as dates
        own, read = (dates.read_fields(fields) for fields in texts)
        mine, its = own.date, read.date
        # the fields move as they are written, which they can only if their macros mean the same there
        can_move = all(self.meanings.same_value(v, other.defined, target.defined) for v in theirs.values())
        if can_move and mine and its and mine != its and mine == Date(((its.year or 0,),)):
            dialect = "bibtex" if "year" in ours and "date" not in ours else "biblatex"
            stated = dates.fields_of(its, dialect) if its.parts and not its.literal else {}
            new = stated if {*theirs} <= read.covered | {"year"} and stated else theirs
            target.fields = [f for f in target.fields if f[0].lower() not in _DATED] + list(new.items())
            return True
        if mine != its and not (its and mine and its == Date(((mine.year or 0,),))):
            dropped, instead = (", ".join(f"{name} {value}" for name, value in one.items()) for one in (theirs, ours))
            self._report(other, "merge-difference", f"{gone}: its {dropped} is dropped for {instead}")
        return True

    def _name(self, draft: EditableEntry) -> str:
        line, _ = self.row.source.line_column(draft.entry.start)
        return f"'{draft.key}' (line {line})"

    def _report(self, draft: EditableEntry, kind: str, message: str, severity: str = "warning") -> None:
        hint = "remove one of them, or let --merge do it" if kind == "duplicate-entry" else ""
        self.row.report(draft, message, kind, hint, severity)


class _SeenEntries:
    """The entries of a file before the current one, indexed for the search of duplicates."""

    def __init__(self, meanings: MacroResolver, kinds: Sequence[str]) -> None:
        self.meanings = meanings
        self.kinds = kinds
        self.drafts: list[EditableEntry] = []
        self.places: dict[EditableEntry, int] = {}
        self.described: list[ComparisonRecord] = []
        self.index = CandidateIndex()
        self.by_key: dict[str, int] = {}

    def add(self, draft: EditableEntry) -> None:
        """Add an entry."""
        self.by_key.setdefault(draft.key.lower(), len(self.drafts))
        self.places[draft] = len(self.drafts)
        self.drafts.append(draft)
        self.described.append(self._described(draft))
        self.index.add(len(self.drafts) - 1, self.described[-1])

    def replace(self, first: EditableEntry, merged: EditableEntry) -> None:
        """Replace an entry by the merged one, or update it if it is the same."""
        at = self.places[merged] = self.places[first]
        self.drafts[at], self.described[at] = merged, self._described(merged)
        self.by_key.setdefault(merged.key.lower(), at)
        self.index.add(at, self.described[at])

    def matches(self, draft: EditableEntry) -> Iterator[tuple[EditableEntry, str, MatchDecision, bool]]:
        """Yield the entries that match in a selected way, with the way, the decision, and whether they may be merged."""
        described = self._described(draft)
        near = set(self.index.near(described)) | {self.by_key.get(draft.key.lower(), -1)} - {-1}
        for at in sorted(near):
            found = same_work(self.described[at], described)
            one_key = bool(draft.key) and self.drafts[at].key.lower() == draft.key.lower()
            kind = next((kind for kind in self.kinds if KINDS[kind][0](found) or (kind == "key" and one_key)), "")
            if kind:
                joins = found.one or (kind == "key" and found.relation is Relation.SAME)
                yield self.drafts[at], kind, found, joins

    def _described(self, draft: EditableEntry) -> ComparisonRecord:
        def text(name: str) -> str:
            return (self.meanings.text(draft, name) or "").strip()

        return describe_fields(draft.type, text, lambda name: parse_names(text(name)))


def _joined(ours: str, theirs: str, separator: str) -> str:
    """Join two lists, each item once; return an empty string if a separator is inside braces."""
    signs = [
        ";" if separator == "," and ";" in listed and "," not in listed else separator for listed in (ours, theirs)
    ]
    pieces = [item.strip() for listed, sign in zip((ours, theirs), signs, strict=True) for item in listed.split(sign)]
    separator = signs[0] if separator in ours or separator not in theirs else signs[1]
    items = dict.fromkeys(filter(None, pieces))
    return f"{separator} ".join(items) if all(item.count("{") == item.count("}") for item in items) else ""
