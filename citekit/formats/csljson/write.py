"""A library as CSL-JSON that is valid by the schema of CSL 1.0.2."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import islice, takewhile
from types import MappingProxyType
from typing import Any

from citekit import patterns as re
from citekit.works.date import Date
from citekit.works.kinds import DATE_VARIABLES, ENTRY_TYPES, NAME_VARIABLES, TEXT_VARIABLES
from citekit.works.library import Works
from citekit.works.name import Name
from citekit.works.work import Value, Work

PARTS = MappingProxyType(
    {
        "family": "family",
        "given": "given",
        "dropping-particle": "dropping_particle",
        "non-dropping-particle": "non_dropping_particle",
        "suffix": "suffix",
        "literal": "literal",
    }
)
"""Key of a name in CSL-JSON -> attribute of :class:`~citekit.works.name.Name`."""

NAME_FLAGS = ("comma-suffix", "static-ordering")
"""Keys of a name in CSL-JSON that are true or not; a name has them as marks."""

SCHEMA_NAMES = MappingProxyType(
    {"part-number": "part", "printing-number": "printing", "supplement-number": "supplement"}
)
"""Variables of CSL 1.0.2 that its JSON schema knows under other names."""

CATEGORIES = "categories"
"""The one list of words in CSL-JSON; a work has it as a field."""

_HALF = re.compile(r"[\ud800-\udfff]")
_NOT_IN_SCHEMA = frozenset({"license"})
_KNOWN = (NAME_VARIABLES | DATE_VARIABLES | TEXT_VARIABLES) - _NOT_IN_SCHEMA


def dumps(library: Works | Iterable[Work], settings: object = None) -> str:
    """The library as an array of CSL items, two blanks of indentation, with a newline at the end."""
    return _HALF.sub("\ufffd", json.dumps([item(work) for work in library], ensure_ascii=False, indent=2)) + "\n"


def item(work: Work) -> dict[str, Any]:
    """One work as a CSL item; what the schema does not name stands in ``custom`` with the fields."""
    known = work.type in ENTRY_TYPES
    made: dict[str, Any] = {"id": work.id, "type": work.type if known else "document"}
    custom: dict[str, str] = {**work.fields, **({} if known else {"type": work.type})}
    if CATEGORIES in custom:
        made[CATEGORIES] = custom.pop(CATEGORIES).split(", ")
    for variable, value in work.variables.items():
        if variable not in _KNOWN:
            custom.update({variable: _plain(value)} if value else {})
        elif value and value != Date():
            made[SCHEMA_NAMES.get(variable, variable)] = _value(value)
            marks = _marks(value) if isinstance(value, tuple) else ""
            custom.update({f"{variable}+an": marks} if marks else {})
    if custom:
        made["custom"] = custom
    return made


def _value(value: Value) -> Any:
    if isinstance(value, Date):
        return _date(value)
    return value if isinstance(value, str) else [_name(name) for name in value]


def _plain(value: Value) -> str:
    return value if isinstance(value, str) else json.dumps(_value(value), ensure_ascii=False)


def _name(name: Name) -> dict[str, str | bool]:
    made: dict[str, str | bool] = {key: text for key, part in PARTS.items() if (text := getattr(name, part))}
    return made | {flag: True for flag in NAME_FLAGS if flag in name.marks}


def _marks(names: tuple[Name, ...]) -> str:
    marks = ([mark for mark in name.marks if mark not in NAME_FLAGS] for name in names)
    return "; ".join(f"{place}={','.join(found)}" for place, found in enumerate(marks, 1) if found)


def _date(date: Date) -> dict[str, Any]:
    made: dict[str, Any] = {}
    points = [point for point in map(until_zero, date.parts[:2]) if point]
    if points:
        is_open = len(date.parts) == 2 and not date.parts[1]
        made["date-parts"] = [*points, [0]] if is_open else points
    if date.season:
        made["season"] = date.season
    if date.circa:
        made["circa"] = True
    if date.literal:
        made["literal"] = date.literal
    return made


def until_zero(numbers: Iterable[int | None]) -> list[int]:
    """Year, month and day as far as they are given."""
    return [number for number in takewhile(bool, islice(numbers, 3)) if number]
