"""The order of entries and of the fields in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from citekit.formats.bibtex.tidying.editable_entry import Draft, MacroResolver, TidyItems
from citekit.model import dates
from citekit.model.bibtex_names import parse_names
from citekit.model.identity import fold
from citekit.model.kinds import FIELD_ORDER
from citekit.runtime import patterns as re

_RANK = {name: place for place, name in enumerate(FIELD_ORDER)}
_PEOPLE = frozenset({"author", "editor", "translator", "bookauthor"})
_NUMBER = re.compile(r"([0-9]+)")
_MONTHS = {name: number for number, name in enumerate(dates.MONTHS, 1)}


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


def sort_entries(row: TidyItems, by: Sequence[str], meanings: MacroResolver) -> bool:
    """Sort the entries of a file; those that ``crossref`` of others refers to come last, as BibTeX requires.

    Entries with the same key stay together in their order, because BibTeX uses the first. Returns False, and moves
    nothing, if an entry would be moved before a ``@string`` that it uses.
    """
    places = [n for n, item in enumerate(row.items) if isinstance(item, Draft) and not item.pinned]
    drafts = [item for n in places if isinstance(item := row.items[n], Draft)]
    ordered = list(drafts)
    for name in reversed(by):
        found = _comparable(drafts, name.removeprefix("-"), meanings)
        has_none = [draft for draft in ordered if found[draft] is None]
        ordered = [draft for draft in ordered if found[draft] is not None]
        ordered.sort(key=found.__getitem__, reverse=name.startswith("-"))
        ordered += has_none
    ordered = _after_their_children(_together(ordered), meanings)
    slots = [draft.defined for draft in drafts]
    if any(not meanings.same(draft, slot) for draft, slot in zip(ordered, slots, strict=True) if draft.defined != slot):
        return False
    for place, slot, draft in zip(places, slots, ordered, strict=True):
        row.items[place] = draft
        draft.defined = slot
    return True


def _together(ordered: Iterable[Draft]) -> list[Draft]:
    """Put entries with the same key after the one that is first in the file."""
    of_key: dict[str, list[Draft]] = defaultdict(list)
    for draft in ordered:
        of_key[draft.key.lower() or f"{draft.place},"].append(draft)
    for same in of_key.values():
        same.sort(key=lambda draft: draft.place)
    firsts = {same[0]: same for same in of_key.values()}
    return [one for draft in ordered for one in firsts.get(draft, ())]


def _after_their_children(ordered: list[Draft], meanings: MacroResolver) -> list[Draft]:
    """Put parents after all of their children; otherwise the order stays, also that of entries in a cycle."""
    by_key: dict[str, Draft] = {}
    for draft in ordered:
        by_key.setdefault(draft.key.lower(), draft)
    named = {draft: (meanings.text(draft, "crossref") or "").strip().lower() for draft in ordered}
    parent_of = {draft: by_key.get(key) if key else None for draft, key in named.items()}
    waiting: dict[Draft, int] = defaultdict(int)
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


def _comparable(drafts: list[Draft], name: str, meanings: MacroResolver) -> dict[Draft, Any]:
    if name == "key":
        return {draft: (draft.key.lower(), draft.key) for draft in drafts}
    if name == "type":
        return {draft: draft.type.lower() for draft in drafts}
    return {draft: _field(name, draft, meanings) for draft in drafts}


def _field(name: str, draft: Draft, meanings: MacroResolver) -> tuple[Any, ...] | None:
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
