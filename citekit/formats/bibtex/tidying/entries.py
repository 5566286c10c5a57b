"""The steps that tidy entries: letter case, removed fields, values, keys, and the order of fields and of entries."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from citekit.formats.bibtex.blocks import EntryBlock
from citekit.formats.bibtex.tidying.editable_entry import EditableEntry, MacroResolver, TidyItems
from citekit.formats.bibtex.tidying.references import distinct_keys, rename_references
from citekit.formats.bibtex.tidying.values import Values, names_in
from citekit.model import date as dates
from citekit.model.bibtex_names import parse_names
from citekit.model.identity import fold
from citekit.model.kinds import FIELD_ORDER
from citekit.runtime import patterns as re
from citekit.runtime.config import TidySettings
from citekit.runtime.errors import Problem
from citekit.runtime.span import Source

_RANK = {name: place for place, name in enumerate(FIELD_ORDER)}
_PEOPLE = frozenset({"author", "editor", "translator", "bookauthor"})
_NUMBER = re.compile(r"([0-9]+)")
_MONTHS = {name: number for number, name in enumerate(dates.MONTHS, 1)}
_EMPTY = ' \t\r\n{}"'
_KEYLESS = frozenset({"xdata", "set", "control"})


def in_case(case: str) -> Callable[[str], str]:
    """Return the function that changes the case of names; non-ASCII names stay, as not all letters change back."""
    change: Callable[[str], str] = {"lower": str.lower, "upper": str.upper}.get(case, str)
    return lambda name: change(name) if name.isascii() else name


def remove_fields(row: TidyItems, settings: TidySettings) -> None:
    """Remove the fields that settings exclude, and change the case of types and names."""
    type_case, field_case = in_case(settings.type_case), in_case(settings.field_case)
    removed, only = frozenset(names_in(settings.remove)), frozenset(names_in(settings.only))

    def stays(name: str, value: str) -> bool:
        if name in removed or (only and name not in only):
            return False
        return not (settings.remove_empty and "#" not in value and not value.strip(_EMPTY))

    for draft in row.drafts:
        draft.type = type_case(draft.type)
        draft.fields = [(field_case(name), value) for name, value in draft.fields if stays(name.lower(), value)]
    remove_repeated(row, settings)


def remove_repeated(row: TidyItems, settings: TidySettings) -> None:
    """Remove fields with the name and the text of a field before them."""
    for draft in row.drafts if settings.remove_repeated else ():
        if len({name.lower() for name, _ in draft.fields}) == len(draft.fields):
            continue
        seen: set[tuple[str, str]] = set()
        fields: list[tuple[str, str]] = []
        for name, value in draft.fields:
            text = (name.lower(), " ".join(row.meanings.resolved(value, draft.defined).split()))
            if text not in seen:
                fields.append((name, value))
            seen.add(text)
        draft.fields = fields


def tidy_values(row: TidyItems, settings: TidySettings) -> None:
    """Rewrite all values: their delimiters, numbers, months, pages, braces and letters."""
    tidied = Values(settings, frozenset(name for name, _ in row.macros)).tidied
    for draft in row.drafts:
        draft.fields = [(name, tidied(name.lower(), value)) for name, value in draft.fields]


def sort_fields(row: TidyItems, settings: TidySettings) -> None:
    """Sort the fields of each entry."""
    order = names_in(settings.field_order)
    for draft in row.drafts if order else ():
        draft.fields = fields_in_order(draft.fields, order)


def change_keys(row: TidyItems, settings: TidySettings) -> None:
    """Generate new keys from a template, or change the case of keys, with the references to them.

    Entries that only contain data for others retain their keys. Keys that differ only in case stay as they are: biber
    distinguishes them.
    """
    drafts, fixed, change = row.drafts, row.fixed_keys, in_case(settings.key_case)
    if settings.keys:
        from citekit.formats.bibtex.read import works_of  # here, because most runs need no works
        from citekit.formats.keys import make_key

        blocks = [EntryBlock.made(d.type, d.key, d.fields, d.entry.span, d.defined) for d in drafts]
        works = works_of(blocks, row.macros, Source("", "")).works
        named = [(d, work) for d, work in zip(drafts, works, strict=True) if d.type.lower() not in _KEYLESS]
        taken = fixed | {draft.key.lower() for draft in drafts if draft.type.lower() in _KEYLESS}
        bases = [change(make_key(work, settings.keys)) for _, work in named]
        made = dict(zip((d for d, _ in named), distinct_keys([d for d, _ in named], bases, taken), strict=True))
    elif settings.key_case != "keep":
        spellings = Counter(key.lower() for key in {draft.key for draft in drafts})
        alone = (d for d in drafts if spellings[d.key.lower()] == 1 and d.key.lower() not in fixed)
        made = {draft: change(draft.key) for draft in alone}
    else:
        return
    new: dict[str, str] = {}
    for draft in drafts:
        key = made.get(draft, draft.key)
        new.setdefault(draft.key, key)
        draft.key = key
    rename_references(row, {old: key for old, key in new.items() if old and old != key})


def fields_in_order(fields: list[tuple[str, str]], order: Sequence[str]) -> list[tuple[str, str]]:
    """Sort fields in the order of these names; other fields follow in their order.

    ``canonical`` alone means the order in which citekit writes fields, ``alphabetical`` alone that of names. Fields with
    the same name stay in their order, because BibTeX uses the first.
    """
    if order == ("canonical",):
        return sorted(fields, key=lambda field: _canonical(field[0].lower()))
    if order == ("alphabetical",):
        return sorted(fields, key=lambda field: field[0].lower())
    ranks = {name: place for place, name in enumerate(order)}
    return sorted(fields, key=lambda field: ranks.get(field[0].lower(), len(ranks)))


def _canonical(name: str) -> tuple[int, str]:
    return (_RANK[name], "") if name in _RANK else (len(_RANK) + (name == "keywords"), name)


def sort_entries(row: TidyItems, settings: TidySettings) -> None:
    """Sort the entries of a file; those that ``crossref`` of others refers to come last, as BibTeX requires.

    Entries with the same key stay together in their order, because BibTeX uses the first. Nothing is moved, and this is
    reported, if an entry would be moved before a ``@string`` that it uses.
    """
    if not settings.sort and not row.parents_moved:
        return
    meanings = row.meanings
    places = [n for n, item in enumerate(row.items) if isinstance(item, EditableEntry) and not item.pinned]
    drafts = [item for n in places if isinstance(item := row.items[n], EditableEntry)]
    ordered = list(drafts)
    for name in reversed(names_in(settings.sort)):
        found = _comparable(drafts, name.removeprefix("-"), meanings)
        has_none = [draft for draft in ordered if found[draft] is None]
        ordered = [draft for draft in ordered if found[draft] is not None]
        ordered.sort(key=found.__getitem__, reverse=name.startswith("-"))
        ordered += has_none
    ordered = _after_their_children(_together(ordered), meanings)
    slots = [draft.defined for draft in drafts]
    if any(not meanings.same(draft, slot) for draft, slot in zip(ordered, slots, strict=True) if draft.defined != slot):
        message = "the entries were not sorted: one would be moved before a @string that it uses"
        hint = "move the @string to the top"
        row.problems.append(Problem(message, hint, row.source, None, "warning", "not-sorted"))
        return
    for place, slot, draft in zip(places, slots, ordered, strict=True):
        row.items[place] = draft
        draft.defined = slot


def _together(ordered: Iterable[EditableEntry]) -> list[EditableEntry]:
    """Put entries with the same key after the one that is first in the file."""
    of_key: dict[str, list[EditableEntry]] = defaultdict(list)
    for draft in ordered:
        of_key[draft.key.lower() or f"{draft.place},"].append(draft)
    for same in of_key.values():
        same.sort(key=lambda draft: draft.place)
    firsts = {same[0]: same for same in of_key.values()}
    return [one for draft in ordered for one in firsts.get(draft, ())]


def _after_their_children(ordered: list[EditableEntry], meanings: MacroResolver) -> list[EditableEntry]:
    """Put parents after all of their children; otherwise the order stays, also that of entries in a cycle."""
    by_key: dict[str, EditableEntry] = {}
    for draft in ordered:
        by_key.setdefault(draft.key.lower(), draft)
    named = {draft: (meanings.text(draft, "crossref") or "").strip().lower() for draft in ordered}
    parent_of = {draft: by_key.get(key) if key else None for draft, key in named.items()}
    waiting: dict[EditableEntry, int] = defaultdict(int)
    for parent in parent_of.values():
        if parent is not None:
            waiting[parent] += 1
    level = dict.fromkeys(ordered, 0)
    free = [draft for draft in ordered if not waiting[draft]]
    for draft in free:  # the list grows during the loop
        parent = parent_of[draft]
        if parent is not None:
            level[parent] = max(level[parent], level[draft] + 1)
            waiting[parent] -= 1
            if not waiting[parent]:
                free.append(parent)
    return sorted(ordered, key=level.__getitem__)


def _comparable(drafts: list[EditableEntry], name: str, meanings: MacroResolver) -> dict[EditableEntry, Any]:
    if name == "key":
        return {draft: (draft.key.lower(), draft.key) for draft in drafts}
    if name == "type":
        return {draft: draft.type.lower() for draft in drafts}
    return {draft: _field(name, draft, meanings) for draft in drafts}


def _field(name: str, draft: EditableEntry, meanings: MacroResolver) -> tuple[Any, ...] | None:
    text = meanings.text(draft, name)
    if name == "year" and text is None:
        text = (meanings.text(draft, "date") or "")[:4]
    if not text or not text.strip():
        return None
    if name in _PEOPLE:
        people = [(fold(n.full_family or n.literal), fold(n.given)) for n in parse_names(text)]
        return tuple(part for person in people for part in person)
    if name == "month":
        text = str(_MONTHS.get(text.strip().lower()[:3], text))
    parts = [part for part in _NUMBER.split(text) if part.strip()]  # so that 9 comes before 10
    return tuple((0, int(part[:99]), "") if part.isdecimal() else (1, 0, fold(part)) for part in parts)
