"""CSL-JSON (``.json``): an array of items as citation processors, Zotero and Pandoc exchange them.

Fields that CSL has no variable for, and the marks of authors, travel in ``custom`` (CSL-JSON schema 1.0.2). A list that
was cut short ends with the literal name ``others``, as Pandoc writes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import islice, takewhile
from typing import Any

from citekit.errors import Problem, UnreadableInputError
from citekit.span import Source
from citekit.works.date import Date
from citekit.works.kinds import DATE_VARIABLES, NAME_VARIABLES
from citekit.works.library import Library
from citekit.works.name import Name
from citekit.works.work import Value, Work

NAME = "csljson"
SUFFIXES = (".json", ".csljson")

_PARTS = {
    "family": "family",
    "given": "given",
    "dropping-particle": "dropping_particle",
    "non-dropping-particle": "non_dropping_particle",
    "suffix": "suffix",
    "literal": "literal",
}


def dumps(library: Library | Iterable[Work], settings: object = None) -> str:
    """The library as an array of CSL items, two blanks of indentation, with a newline at the end."""
    text = json.dumps([item(work) for work in library], ensure_ascii=False, indent=2)
    return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text) + "\n"


def item(work: Work) -> dict[str, Any]:
    """One work as a CSL item (CSL-JSON schema 1.0.2)."""
    made: dict[str, Any] = {"id": work.id, "type": work.type}
    custom: dict[str, str] = dict(work.fields)
    for variable, value in work.variables.items():
        if isinstance(value, Date):
            made[variable] = _date(value)
        elif isinstance(value, str):
            made.update({variable: value} if value else {})
        elif value:
            made[variable] = [_name(name) for name in value]
            marks = _marks(value)
            if marks:
                custom[f"{variable}+an"] = marks
    if custom:
        made["custom"] = custom
    return made


def _name(name: Name) -> dict[str, str]:
    return {key: text for key, attribute in _PARTS.items() if (text := getattr(name, attribute))}


def _marks(names: tuple[Name, ...]) -> str:
    return "; ".join(f"{place}={','.join(name.marks)}" for place, name in enumerate(names, 1) if name.marks)


def _date(date: Date) -> dict[str, Any]:
    made: dict[str, Any] = {}
    points = [_until_zero(parts) for parts in date.parts[:2]]
    if any(points):
        made["date-parts"] = [point for point in points if point]
    if date.season:
        made["season"] = date.season
    if date.circa:
        made["circa"] = True
    if date.literal:
        made["literal"] = date.literal
    return made


def _until_zero(numbers: Iterable[int | None]) -> list[int]:
    """Year, month and day as far as they are given."""
    return [number for number in takewhile(bool, islice(numbers, 3)) if number]


def loads(source: Source) -> Library:
    """Items of an array, of one item, of an object of items by key, or of ``{"items": […]}``.

    Raises :class:`~citekit.errors.UnreadableInputError` where the text is not JSON; entries that are not objects, and
    values that do not fit their variable, become problems.
    """
    try:
        data = json.loads(source.text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise UnreadableInputError(f"{source.name} is not JSON: {error}") from None
    works: list[Work] = []
    problems: list[Problem] = []
    for key, entry in _items(data):
        if isinstance(entry, Mapping):
            works.append(_work(key, entry, source, problems))
        else:
            problems.append(Problem(f"item {key or len(works) + 1} is not an object", "", source, kind="not-an-item"))
    return Library(tuple(works), problems=tuple(problems))


def _items(data: object) -> list[tuple[str, object]]:
    if isinstance(data, list):
        return [("", entry) for entry in data]
    if not isinstance(data, Mapping):
        return [("", data)]
    for name in ("items", "references"):
        if isinstance(data.get(name), list):
            return [("", entry) for entry in data[name]]
    if isinstance(data.get("type"), str) or "title" in data:
        return [("", data)]
    return [(str(key), entry) for key, entry in data.items()]


def _work(key: str, entry: Mapping[str, Any], source: Source, problems: list[Problem]) -> Work:
    variables: dict[str, Value] = {}
    for name, value in entry.items():
        if name in ("id", "type", "custom") or value is None or value == "":
            continue
        read = _value(name, value)
        if read is None:
            message = f"the value of {name} in item '{entry.get('id', key)}' does not fit"
            problems.append(Problem(message, "", source, severity="warning", kind="bad-value"))
        else:
            variables[name] = read
    custom = entry.get("custom")
    fields = {str(k): _text(v) for k, v in custom.items()} if isinstance(custom, Mapping) else {}
    for name in [name for name in fields if name.endswith("+an")]:
        names = variables.get(name.removesuffix("+an"))
        marked = _marked(names, fields[name]) if isinstance(names, tuple) else None
        if marked is not None:
            variables[name.removesuffix("+an")] = marked
            del fields[name]
    kind = entry.get("type")
    return Work(kind if isinstance(kind, str) and kind else "document", _text(entry.get("id", key)), variables, fields)


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int | float) else json.dumps(value, ensure_ascii=False)


def _value(name: str, value: object) -> Value | None:
    if name in DATE_VARIABLES:
        return _read_date(value)
    if name in NAME_VARIABLES:
        people = value if isinstance(value, list) else [value]
        names = tuple(_read_name(person) for person in people if isinstance(person, Mapping | str))
        return names if len(names) == len(people) else None
    if isinstance(value, str | int | float):
        return _text(value)
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return ", ".join(value)
    return None


def _read_name(person: Mapping[str, Any] | str) -> Name:
    if isinstance(person, str):
        return Name(literal=person)
    family, given, dropping, non_dropping, suffix, literal = (_text(person.get(key) or "") for key in _PARTS)
    return Name(family, given, dropping, non_dropping, suffix, literal)


def _marked(names: tuple[Name, ...], marks: str) -> tuple[Name, ...] | None:
    found = list(names)
    for part in filter(None, (part.strip() for part in marks.split(";"))):
        place, equals, values = part.partition("=")
        if not equals or not place.isdecimal() or not 1 <= int(place[:9]) <= len(found):
            return None
        found[int(place) - 1] = found[int(place) - 1].marked(*filter(None, values.split(",")))
    return tuple(found)


def _read_date(value: object) -> Date | None:
    if isinstance(value, str | int):
        return _words(str(value))
    if not isinstance(value, Mapping):
        return None
    parts: list[tuple[int, ...]] = []
    listed = value.get("date-parts")
    for point in listed if isinstance(listed, list) else []:
        numbers = _until_zero(map(_number, point if isinstance(point, list) else []))
        if numbers:
            parts.append(tuple(numbers))
    season = _number(value.get("season")) or 0
    words = _text(value.get("literal") or value.get("raw") or "")
    if not parts and words and not value.get("literal"):
        return _words(words)
    return Date(tuple(parts[:2]), season if 1 <= season <= 4 else 0, bool(value.get("circa")), words)


def _number(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    text = str(value).strip() if isinstance(value, str) else ""
    return int(text) if text.lstrip("-").isdecimal() and len(text) < 12 else None


def _words(text: str) -> Date:
    numbers = text.split("-")
    if all(part.isdecimal() and len(part) <= 4 for part in numbers) and len(numbers) <= 3 and len(numbers[0]) == 4:
        parts = tuple(int(part) for part in numbers)
        if all(parts):
            return Date((parts,))
    return Date(literal=text)
