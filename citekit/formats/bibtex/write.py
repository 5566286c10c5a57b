"""The writer of BibTeX and BibLaTeX: fixed field order, aligned values, inherited fields in the parent only."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from citekit.formats.bibtex.from_work import Written, entry_of
from citekit.formats.bibtex.inherit import (
    REFERENCES,
    KeyIndex,
    ancestors_first,
    budget_of,
    canonical,
    from_data,
    from_parent,
    keys_in,
    links_of,
    price,
    references,
    renames_of,
)
from citekit.formats.bibtex.preamble import preamble_for
from citekit.formats.keys import assign_keys
from citekit.model.kinds import FIELD_ORDER, Dialect
from citekit.model.library import Works
from citekit.model.work import Work
from citekit.runtime.config import BibtexSettings

_ORDER = {name: place for place, name in enumerate(FIELD_ORDER)}
_HANDING_DOWN = ("crossref", "xdata", "entryset")
_DATE = ("date", "year", "month", "day")
_EMPTY = "{}"
_NAME_WIDTH = 13  # fits archiveprefix, so that the values of nearly all entries are aligned


def dumps(library: Works | Iterable[Work], settings: BibtexSettings | None = None) -> str:
    """Write the library as one text that ends with a newline; works without a key get one, and equal keys get numbers.

    A work that inherits from another work of the library (``crossref``, ``xdata``) is written without inherited fields.
    Definitions in a ``@preamble`` of the ``.bib`` files that were read are copied if the entries use them.
    """
    settings = settings or BibtexSettings()
    works = assign_keys(tuple(library))
    keys = list(_distinct(work.id for work in works))
    made = [entry_of(work, settings) for work in works]
    if any(not entry.fields.keys().isdisjoint(REFERENCES) for entry in made):
        index = KeyIndex((work.id for work in works), (work.fields.get("ids", "") for work in works))
        made = list(_Shortening(made, index, settings.dialect).entries())
        # an entry may be written with another key than the work has
        for entry in made:
            for name in REFERENCES:
                if name in entry.fields:
                    found = [(key, index.find(key)) for key in keys_in(_bare(entry, name))]
                    new = [key if at is None or works[at].id == keys[at] else keys[at] for key, at in found]
                    if new != [key for key, _ in found]:
                        entry.fields[name] = f"{{{','.join(new)}}}"
    text = "\n".join(_entry_text(entry, key) for entry, key in zip(made, keys, strict=True))
    sources = {id(trace.source): trace.source for trace in getattr(library, "traces", ())} if "\\" in text else {}
    preamble = preamble_for(text, sources.values())
    return f"{preamble}\n{text}" if preamble else text


def _entry_text(entry: Written, key: str) -> str:
    lines = (f"  {name:<{_NAME_WIDTH}} = {value},\n" for name, value in ordered(entry.fields))
    return f"@{entry.type}{{{key},\n{''.join(lines)}}}\n"


def ordered(fields: dict[str, str]) -> list[tuple[str, str]]:
    """Return the fields of an entry in the order of writing."""
    return sorted(fields.items(), key=lambda item: _place(item[0]))


def _place(name: str) -> tuple[int, str]:
    return (len(_ORDER) + (name == "keywords"), name) if name not in _ORDER else (_ORDER[name], name)


def _distinct(wanted: Iterable[str]) -> Iterator[str]:
    """Return keys that BibTeX can read, and that are distinct if letter case is ignored."""
    taken: set[str] = set()
    last: dict[str, int] = {}
    for key in wanted:
        base = re.sub(r"[\s{}(),\"=#%~\\@'\x00-\x1f\x7f\ud800-\udfff]+", "", key)
        base = re.sub(r"\^{2,}", "^", base) or "anon"
        unique, number = base, last.get(base.lower(), 1)
        while unique.lower() in taken:
            number += 1
            unique = f"{base}-{number}"
        last[base.lower()] = number
        taken.add(unique.lower())
        yield unique


# --- inheritance ----------------------------------------------------------------------------------------------------


class _Shortening:
    """Entries without the fields that they inherit, and with empty fields that prevent inheritance.

    BibTeX finds a parent only after its children, so a child after its parent is written in full. Titles that change
    their names are always written, because BibTeX has no rule for them.
    """

    def __init__(self, made: Sequence[Written], index: KeyIndex, dialect: Dialect) -> None:
        self.made = made
        self.index = index
        self.dialect: Dialect = dialect
        self.named: list[dict[str, str]] = [
            {name: _bare(entry, name) for name in _HANDING_DOWN if name in entry.fields} for entry in made
        ]
        types = (entry.type for entry in made)
        self.links = links_of(zip(types, self.named, strict=True), index)
        _, self.circles = ancestors_first(self.links)
        self.budget = budget_of(sum(len(value) for entry in made for value in entry.fields.values()))

    def entries(self) -> Iterator[Written]:
        for place, entry in enumerate(self.made):
            self.budget -= sum(price(entry.fields, self.made[at].fields) for at in self.links[place])
            yield self._shortened(place, entry) if self.links[place] and self.budget >= 0 else entry

    def _shortened(self, place: int, entry: Written) -> Written:
        given, retitled = self._given(place, entry)
        always = {"title", *retitled} if self.dialect == "bibtex" and retitled else set()
        own = dict(entry.fields) if self._is_below_its_parent(place) else _without(entry, given, retitled, always)
        has = {canonical(name) for name in entry.fields}
        dated = any(name in entry.fields for name in _DATE)
        own_title = not retitled.isdisjoint(own)
        blocked = (
            name
            for name in given
            if canonical(name) not in has and not (dated and name in _DATE) and not (own_title and name in retitled)
        )
        return Written(entry.type, own | dict.fromkeys(blocked, _EMPTY))

    def _is_below_its_parent(self, place: int) -> bool:
        """Whether BibTeX would not find the parent, because the entry comes after it."""
        if self.dialect == "biblatex" or "crossref" not in self.named[place]:
            return False
        parent = self.index.find(self.named[place]["crossref"])
        return parent is not None and parent < place

    def _given(self, place: int, entry: Written) -> tuple[dict[str, str], set[str]]:
        """Return the fields that the entry would inherit if it had none, and which of them were titles of the parent."""
        data, parents = references(entry.type, self.named[place])
        given: dict[str, str] = {}
        for above in self._known(place, data):
            given |= from_data(given.keys(), above.fields)
        retitled: set[str] = set()
        for above in self._known(place, parents):
            named = renames_of(above.type, entry.type)
            own = given.keys() | ({"title"} & entry.fields.keys() if named else set())
            taken = from_parent(entry.type, own, above.type, above.fields, self.dialect)
            given |= {name: value for name, (value, _) in taken.items()}
            retitled = {name for name, (_, was_title) in taken.items() if was_title}
        return given, retitled

    def _known(self, place: int, keys: Iterable[str]) -> Iterator[Written]:
        for at in map(self.index.find, keys):
            if at is not None and (place, at) not in self.circles:
                yield self.made[at]


def _bare(entry: Written, name: str) -> str:
    return entry.fields.get(name, "").removeprefix("{").removesuffix("}")


def _without(entry: Written, given: dict[str, str], retitled: set[str], always: set[str]) -> dict[str, str]:
    """Return the fields that the entry would not inherit; a date is inherited as a whole, and so are parts of a title."""
    same = {n for n, value in given.items() if n not in always and _own(entry, n, retitled) == value}
    if any(given.get(name) != entry.fields.get(name) for name in _DATE):
        same.difference_update(_DATE)
    if not retitled <= same:
        same -= retitled
    other_names = {canonical(name): given[name] for name in given.keys() - entry.fields.keys() - always}
    return {
        name: value
        for name, value in entry.fields.items()
        if name not in same
        and other_names.get(canonical(name)) != value  # a @set has journal for its member's journaltitle
    }


def _own(entry: Written, name: str, retitled: set[str]) -> str | None:
    """Return the entry's value of a field as its parent would write it."""
    own = entry.fields.get(name)
    return entry.as_titles.get(name, own) if name in retitled else own
