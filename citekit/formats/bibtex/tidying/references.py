"""Changes of keys, and of the fields of other entries that refer to them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from citekit.formats.bibtex.inherit import REFERRING
from citekit.formats.bibtex.tidying.editable_entry import EditableEntry, TidyItems
from citekit.runtime import patterns as re
from citekit.text.numerals import letters

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
