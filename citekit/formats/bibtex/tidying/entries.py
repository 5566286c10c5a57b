"""Changes to each entry by itself: letter case, removed fields, values, the order of fields, keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from citekit.formats.bibtex.tidying.editable_entry import Draft, MacroResolver, TidyItems
from citekit.formats.bibtex.tidying.order import fields_in_order
from citekit.formats.bibtex.tidying.references import distinct_keys, rename_references
from citekit.formats.bibtex.tidying.values import Values, names_in
from citekit.runtime.config import TidySettings

_EMPTY = ' \t\r\n{}"'
_KEYLESS = frozenset({"xdata", "set", "control"})


def in_case(case: str) -> Callable[[str], str]:
    """Return the function that changes the case of names; non-ASCII names stay, as not all letters change back."""
    change: Callable[[str], str] = {"lower": str.lower, "upper": str.upper}.get(case, str)
    return lambda name: change(name) if name.isascii() else name


class EntryChanges:
    """The changes to single entries that settings select."""

    def __init__(self, settings: TidySettings, row: TidyItems, meanings: MacroResolver) -> None:
        self.settings = settings
        self.row = row
        self.meanings = meanings
        self.removed = frozenset(names_in(settings.remove))
        self.only = frozenset(names_in(settings.only))
        self.order = names_in(settings.field_order)
        self.values = Values(settings, frozenset(name for name, _ in row.macros))

    def fields_taken_out(self) -> None:
        """Remove the fields that settings exclude, and change the case of types and names."""
        type_case, field_case = in_case(self.settings.type_case), in_case(self.settings.field_case)
        for draft in self.row.drafts:
            draft.type = type_case(draft.type)
            draft.fields = [(field_case(name), value) for name, value in draft.fields if self._stays(name, value)]
            self._repeated_taken_out(draft)

    def _stays(self, name: str, value: str) -> bool:
        if self.removed and name.lower() in self.removed:
            return False
        if self.only and name.lower() not in self.only:
            return False
        return not (self.settings.remove_empty and "#" not in value and not value.strip(_EMPTY))

    def _repeated_taken_out(self, draft: Draft) -> None:
        if self.settings.remove_repeated and len({name.lower() for name, _ in draft.fields}) < len(draft.fields):
            draft.fields = self._without_repeated(draft)

    def _without_repeated(self, draft: Draft) -> list[tuple[str, str]]:
        seen: set[tuple[str, str]] = set()
        fields: list[tuple[str, str]] = []
        for name, value in draft.fields:
            text = (name.lower(), " ".join(self.meanings.resolved(value, draft.defined).split()))
            if text not in seen:
                fields.append((name, value))
            seen.add(text)
        return fields

    def values_tidied(self) -> None:
        """Rewrite all values, and sort the fields."""
        tidied = self.values.tidied
        for draft in self.row.drafts:
            draft.fields = [(name, tidied(name.lower(), value)) for name, value in draft.fields]
            self._repeated_taken_out(draft)  # again, because values may have differed only in their braces
            if self.order:
                draft.fields = fields_in_order(draft.fields, self.order)

    def keys_in_case(self) -> None:
        """Change the case of keys, and of references to them.

        Keys that differ only in case stay as they are: biber distinguishes them.
        """
        change = in_case(self.settings.key_case)
        spellings = Counter(key.lower() for key in {draft.key for draft in self.row.drafts})
        fixed = self.row.fixed_keys
        new: dict[str, str] = {}
        for draft in self.row.drafts:
            low = draft.key.lower()
            if change(draft.key) != draft.key and spellings[low] == 1 and low not in fixed:
                new[draft.key] = change(draft.key)
        self._rekey([new.get(draft.key, draft.key) for draft in self.row.drafts])

    def keys_made(self, template: str) -> None:
        """Generate new keys from a template; entries that only contain data for others retain their keys."""
        from citekit.formats.bibtex.blocks import EntryBlock
        from citekit.formats.bibtex.read import works_of
        from citekit.formats.keys import make_key
        from citekit.runtime.span import Source

        drafts = self.row.drafts
        made_so_far = [EntryBlock.made(d.type, d.key, d.fields, d.entry.span, d.defined) for d in drafts]
        works = works_of(made_so_far, self.row.macros, Source("", "")).works
        keyless = [draft.type.lower() in _KEYLESS for draft in drafts]
        change = in_case(self.settings.key_case)
        taken = self.row.fixed_keys | {d.key.lower() for d, keeps in zip(drafts, keyless, strict=True) if keeps}
        named = [(draft, work) for draft, work, keeps in zip(drafts, works, keyless, strict=True) if not keeps]
        bases = [change(make_key(work, template)) for _, work in named]
        made = dict(zip((d for d, _ in named), distinct_keys([d for d, _ in named], bases, taken), strict=True))
        self._rekey([made.get(draft, draft.key) for draft in drafts])

    def _rekey(self, keys: list[str]) -> None:
        new: dict[str, str] = {}
        for draft, key in zip(self.row.drafts, keys, strict=True):
            new.setdefault(draft.key, key)
            draft.key = key
        rename_references(self.row, {old: key for old, key in new.items() if old and old != key})
