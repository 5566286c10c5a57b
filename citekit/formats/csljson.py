"""CSL-JSON (``.json``): an array of items as citation processors, Zotero and Pandoc exchange them.

Fields without a CSL variable, and the marks of authors, are stored in ``custom`` (CSL-JSON schema 1.0.2). A shortened
list ends with the literal name ``others``, as Pandoc writes it. The output is valid by the schema. The reader accepts
more: one item or an object of items instead of the array, items without type or key, dates in EDTF or words, older names
of variables.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, takewhile
from typing import Any

from citekit.formats._names import marked, parsed
from citekit.model.date import Date, is_open, month_number, read_date
from citekit.model.kinds import DATE_VARIABLES, ENTRY_TYPES, NAME_VARIABLES, TEXT_VARIABLES
from citekit.model.name import Name
from citekit.model.work import InCSL, Trace, Value, Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.errors import Problem, UnreadableInputError
from citekit.runtime.span import Source, Span
from citekit.text.rich import fewest_escapes

NAME = "csljson"
SUFFIXES = (".json", ".csljson")
# An array of objects, or an object with "items" or "references"; "itemType" near the beginning means Zotero's own JSON, "authors"
# or "venue" the data of a site: CSL has no such names.
BEGINS = re.compile(
    r"\A(?!(?s:.{0,20000}?)\"itemType\"\s*:)(?!\s*+\[(?s:.{0,2000}?)\"(?:authors|venue)\"\s*:)(?:\s*+\[\s*+\{\s*+\"[A-Za-z-]{1,40}\"\s*+:|\s*+\{\s*+\"(?:items|references)\"\s*+:\s*+\[)"
)


# Key of a name in CSL-JSON -> attribute of `Name`.
_PARTS = {
    part: part.replace("-", "_")
    for part in ("family", "given", "dropping-particle", "non-dropping-particle", "suffix", "literal")
}

# Boolean keys of a name in CSL-JSON; a `Name` has them as marks.
_NAME_FLAGS = ("comma-suffix", "static-ordering")

# Variables of CSL 1.0.2 that have other names in its JSON schema.
_SCHEMA_NAMES = {"part-number": "part", "printing-number": "printing", "supplement-number": "supplement"}

# The only list of strings in CSL-JSON; a work has it as a field.
_CATEGORIES = "categories"

_HALF = re.compile(r"[\ud800-\udfff]")
_KNOWN = NAME_VARIABLES | DATE_VARIABLES | TEXT_VARIABLES
_IN_SCHEMA = _KNOWN - {"license"}


def dumps(library: Works | Iterable[Work], settings: object = None) -> str:
    """Write the library as an array of CSL items, indented by two spaces, with a newline at the end."""
    return _HALF.sub("\ufffd", json.dumps([item(work) for work in library], ensure_ascii=False, indent=2)) + "\n"


def item(work: Work) -> dict[str, Any]:
    """Return a work as a CSL item; variables that the schema does not name are in ``custom`` with the fields."""
    known = work.type in ENTRY_TYPES
    made: dict[str, Any] = {"id": work.id, "type": work.type if known else "document"}
    custom: dict[str, str] = {**work.fields, **({} if known else {"type": work.type})}
    if _CATEGORIES in custom:
        made[_CATEGORIES] = custom.pop(_CATEGORIES).split(", ")
    for variable, value in work.variables.items():
        if variable not in _IN_SCHEMA:
            text = value if isinstance(value, str) else json.dumps(_value(value), ensure_ascii=False)
            custom.update({variable: text} if value else {})
        elif value and value != Date():
            made[_SCHEMA_NAMES.get(variable, variable)] = _value(value)
            marks = _marks(value) if isinstance(value, tuple) else ""
            custom.update({f"{variable}+an": marks} if marks else {})
    if custom:
        made["custom"] = custom
    return made


def _value(value: Value) -> Any:
    if isinstance(value, Date):
        return _date(value)
    return fewest_escapes(value) if isinstance(value, str) else [_name(name) for name in value]


def _name(name: Name) -> dict[str, str | bool]:
    made: dict[str, str | bool] = {key: text for key, part in _PARTS.items() if (text := getattr(name, part))}
    return made | {flag: True for flag in _NAME_FLAGS if flag in name.marks}


def _marks(names: tuple[Name, ...]) -> str:
    marks = ([mark for mark in name.marks if mark not in _NAME_FLAGS] for name in names)
    return "; ".join(f"{place}={','.join(found)}" for place, found in enumerate(marks, 1) if found)


def _date(date: Date) -> dict[str, Any]:
    made: dict[str, Any] = {}
    points = [point for point in map(_until_zero, date.parts[:2]) if point]
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


def _until_zero(numbers: Iterable[int | None]) -> list[int]:
    """Return year, month and day up to the first missing one."""
    return [number for number in takewhile(bool, islice(numbers, 3)) if number]


_OLDER_NAMES = {
    "shortTitle": "title-short",
    "journalAbbreviation": "container-title-short",
    **{written: variable for variable, written in _SCHEMA_NAMES.items()},
}
_LISTS = ("items", "references")
# Variables that BibTeX files use for other contents than CSL does, so that their values are marked as CSL's.
_MEANT = frozenset({"collection-title", "event-title", "note"})
_BLANK = re.compile(r"[ \t\r\n]*")


def loads(source: Source) -> Works:
    """Read the items of an array, one item, an object of items by key, or ``{"items": […]}``.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` if the text is not JSON. Entries that are not objects,
    values that do not fit their variable, and text after a mistake in an array are reported as problems. The forms of
    names in other scripts (``multi`` of citeproc-js) become a field, a list with one element per name: ``author+multi``.
    """
    works: list[Work] = []
    traces: list[Trace] = []
    problems: list[Problem] = []
    keys: list[str] = []
    """The keys of a JSON object whose values are not items: it may be any JSON."""
    for key, entry, span in _items(source, problems):
        if isinstance(entry, Mapping):
            reading = _ItemReading(key, entry, source, span)
            works.append(reading.work())
            traces.append(Trace(source, span))
            problems += reading.problems
        else:
            number = key or len(works) + 1
            keys += [key] if key else []
            problems.append(Problem(f"item {number} is not an object", "", source, span, kind="not-an-item"))
    if not works and keys and len(problems) == len(keys):
        message = f"{source.name} is not CSL-JSON: it has no items"
        hint = "an item is an object with a type, a title, …"
        problems = [Problem(message, hint, source, Span(0, 0), kind="not-an-item")]
    return Works(tuple(works), tuple(traces), tuple(problems))


def read_item(entry: Mapping[str, Any], source: Source, span: Span) -> tuple[Work, list[Problem]]:
    """Return the work of one CSL item, and the problems of its values."""
    reading = _ItemReading("", entry, source, span)
    return reading.work(), reading.problems


def _items(source: Source, problems: list[Problem]) -> Iterator[tuple[str, object, Span]]:
    """Yield each item with its key, if it has one, and its span; items of an object have the span of the whole text."""
    text = source.text
    start = 1 if text.startswith("\ufeff") else 0
    start = _after_blanks(text, start)
    if text[start : start + 1] == "[":
        yield from (("", entry, span) for entry, span in _array(source, start + 1, problems))
        return
    data, end = _decoded(source, start)
    if text[end:].strip():
        raise _no_json(source, _after_blanks(text, end), "there is more after its end")
    whole = Span(start, end)
    named = (
        next((data[name] for name in _LISTS if isinstance(data.get(name), list)), None)
        if isinstance(data, Mapping)
        else None
    )
    if named is not None:
        yield from (("", entry, whole) for entry in named)
    elif not isinstance(data, Mapping) or isinstance(data.get("type"), str) or "title" in data:
        yield "", data, whole
    else:
        yield from ((str(key), entry, whole) for key, entry in data.items())


def _array(source: Source, at: int, problems: list[Problem]) -> Iterator[tuple[object, Span]]:
    text = source.text
    found = 0
    at = _after_blanks(text, at)
    try:
        while text[at : at + 1] != "]" or found:
            entry, end = _decoded(source, at)
            yield entry, Span(at, end)
            found += 1
            at = _after_blanks(text, end)
            if text[at : at + 1] == "]":
                break
            if text[at : at + 1] != ",":
                raise _no_json(source, at, "a comma or ] is missing")
            at = _after_blanks(text, at + 1)
        end = _after_blanks(text, at + 1)
        if text[end:].strip():
            raise _no_json(source, end, "there is more after its end")
    except UnreadableInputError as error:
        # a file that breaks off has its first items; one without any is not CSL-JSON at all
        if not found:
            raise
        hint = "the text after it was not read"
        problems.append(Problem(error.problem.message, hint, source, error.problem.span, kind="syntax"))


def _after_blanks(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    return match.end() if match else at


def _decoded(source: Source, at: int) -> tuple[Any, int]:
    try:
        return _DECODER.raw_decode(source.text, at)
    except json.JSONDecodeError as error:
        raise _no_json(source, error.pos, error.msg) from None
    except (ValueError, RecursionError) as error:
        raise _no_json(source, at, str(error)) from None


_DECODER = json.JSONDecoder()


def _no_json(source: Source, at: int, reason: str) -> UnreadableInputError:
    return UnreadableInputError(f"this is not JSON: {reason}", "", source, Span(at, min(at + 1, len(source.text))))


class _ItemReading:
    """The variables, fields and problems of one item while it is read."""

    def __init__(self, key: str, entry: Mapping[str, Any], source: Source, span: Span) -> None:
        self.entry = entry
        self.key = text_of(entry.get("id", key))
        self.source = source
        self.span = span
        self.problems: list[Problem] = []
        self.variables: dict[str, Value] = {}
        self.fields: dict[str, str] = {}

    def work(self) -> Work:
        custom = self.entry.get("custom")
        if isinstance(custom, Mapping):
            self.fields = {str(name): text_of(value) for name, value in custom.items()}
        for name, value in self.entry.items():
            if name not in ("id", "type", "custom") and value is not None and value not in ("", [], {}):
                self._value(name, value)
        for name in [name for name in self.fields if name.endswith("+an")]:
            self._marks(name)
        kind = self.entry.get("type")
        if kind == "document":
            kind = self.fields.pop("type", kind)
        return Work(kind if isinstance(kind, str) and kind else "document", self.key, self.variables, self.fields)

    def _value(self, given: str, value: object) -> None:
        name = _OLDER_NAMES.get(given, given)
        if name not in _KNOWN or (name != given and name in self.entry):
            # what CSL does not know stays a field, and an older name yields to the one of today
            values = value if given == _CATEGORIES and isinstance(value, list) else [value]
            self.fields.setdefault(given, ", ".join(map(text_of, values)))
            return
        read = self._read(name, value)
        if read is None:
            self._problem(f"the value of {given} in item '{self.key}' does not fit", "warning", "bad-value")
            self.fields.setdefault(given, text_of(value))
        elif read != Date():
            self.variables[name] = InCSL(read) if name in _MEANT and isinstance(read, str) else read

    def _read(self, name: str, value: object) -> Value | None:
        if name in DATE_VARIABLES:
            return self._date(name, value)
        if name in NAME_VARIABLES:
            people = value if isinstance(value, list) else [value]
            names = tuple(self._name(person) for person in people if isinstance(person, Mapping | str))
            forms = [person.get("multi") if isinstance(person, Mapping) else None for person in people]
            if any(forms):
                self.fields.setdefault(f"{name}+multi", text_of(forms))
            return names if len(names) == len(people) else None
        if isinstance(value, str | int | float):
            return text_of(value)
        if isinstance(value, list) and all(isinstance(part, str) for part in value):
            return ", ".join(value)
        return None

    def _name(self, person: Mapping[str, Any] | str) -> Name:
        if isinstance(person, str):
            return Name(literal=person)
        family, given, dropping, non_dropping, suffix, literal = (text_of(person.get(key) or "") for key in _PARTS)
        flags = (flag for flag in _NAME_FLAGS if _is_true(person.get(flag)))
        name = Name(family, given, dropping, non_dropping, suffix, literal).marked(*flags)
        return parsed(name) if person.get("parse-names") else name

    def _date(self, name: str, value: object) -> Date | None:
        if isinstance(value, str | int | float):
            return self._words(name, text_of(value))
        if isinstance(value, list) and len(value) == 1 and isinstance(value[0], Mapping):
            value = value[0]  # a list with one date, as older programs write it
        # programs write the points alone, without the object around them
        if isinstance(value, list):
            value = {"date-parts": value}
        if not isinstance(value, Mapping):
            return None
        words = text_of(value.get("edtf") or value.get("raw") or "")
        listed = value.get("date-parts")
        if "date-parts" not in value and _number(value.get("year")):
            listed = [[value.get("year"), value.get("month"), value.get("day")]]
        if isinstance(listed, str | int):
            listed = [[listed]]
        # [2020, 5] is one date, ["2020-05", "2021-01"] the two ends of a range, as exports have them
        if isinstance(listed, list) and listed and not isinstance(listed[0], list):
            listed = [listed] if all(_number(part) is not None for part in listed) else [[part] for part in listed]
        if isinstance(listed, list) and (stamps := [part[0] for part in listed if _is_stamp(part)]):
            return self._words(name, "/".join(stamps[:2]))
        points = [
            _until_zero(_number(part) or (month_number(part) if isinstance(part, str) else None) for part in p)
            for p in (listed if isinstance(listed, list) else [])
            if isinstance(p, list)
        ]
        parts = tuple(tuple(point) for place, point in enumerate(points[:2]) if point or (place and points[0]))
        if not parts and words and not value.get("literal"):
            return self._words(name, words)
        number = _number(value.get("season")) or 0
        number = number - 20 if 21 <= number <= 24 else number  # EDTF numbers the seasons from 21 to 24
        season = number if 1 <= number <= 4 else 0
        is_empty = not any(value.values())  # {"date-parts": []} is not a date, as processors take it
        if not parts and not is_empty and not value.get("literal"):
            self._problem(f"item '{self.key}': {name} cannot be read: {json.dumps(value)[:80]}", "warning", "bad-date")
        return Date(parts, season, _is_true(value.get("circa")), text_of(value.get("literal") or ""))

    def _words(self, name: str, text: str) -> Date:
        if is_open(text):
            self._problem(f"item '{self.key}': the open end of {name} is ignored", "info", "open-date")
        return read_date(text)

    def _marks(self, name: str) -> None:
        variable = name.removesuffix("+an")
        names = self.variables.get(variable)
        known = marked(names, self.fields[name]) if isinstance(names, tuple) else None
        if known is not None:
            self.variables[variable] = known
            del self.fields[name]

    def _problem(self, message: str, severity: str, kind: str) -> None:
        self.problems.append(Problem(message, "", self.source, self.span, severity, kind))


def text_of(value: object) -> str:
    """Return a JSON value as the text of a field: strings unchanged, everything else in JSON."""
    if isinstance(value, str):
        return value
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:  # exact as a float
        return str(int(value))
    return json.dumps(value, ensure_ascii=False)


def _is_stamp(part: object) -> bool:
    """Whether the parts of a date are a single text with more than a year, as in ``[["2003-03-04"]]``."""
    return isinstance(part, list) and len(part) == 1 and isinstance(part[0], str) and not part[0].strip().isdecimal()


def _is_true(value: object) -> bool:
    return bool(value) and value not in ("0", "false", "no")


def _number(value: object) -> int | None:
    # a bool is an int for Python, and no number of anything
    if isinstance(value, bool):
        return None
    if isinstance(value, float):
        # years and numbers of volumes; larger floats are not counts
        return int(value) if value.is_integer() and abs(value) < 1e9 else None
    if isinstance(value, int):
        return value
    text = value.strip() if isinstance(value, str) else ""
    # int() takes quadratic time; no year or volume has twelve digits
    return int(text) if text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 12 else None
