"""Variables that people keep in the note of a work: ``original-date: 1949``, one a line, or ``{:genre: Review}``.

Source: the documentation of Zotero and citeproc-js on the "Extra" field; a name is ``Family || Given``, a date is
ISO 8601, a range has a slash.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from citekit.works.date import Date
from citekit.works.kinds import DATE_VARIABLES, NAME_VARIABLES, TEXT_VARIABLES
from citekit.works.name import Name
from citekit.works.work import Value, Work

_BRACED = re.compile(r"\{:([A-Za-z][\w-]*):[ ]*([^{}]{0,2000})\}")
_LINE = re.compile(r"([A-Za-z][A-Za-z_ -]{0,40}):[ \t]*(.*)")
_DATE = re.compile(r"(-?\d{1,4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?")
_KNOWN = {name.lower(): name for name in TEXT_VARIABLES | NAME_VARIABLES | DATE_VARIABLES}


def with_note_variables(work: Work) -> Work:
    """The work with the variables of its note; those that it has already stay, but a type in the note counts."""
    note = work.variables.get("note")
    if not isinstance(note, str) or ":" not in note:
        return work
    found: dict[str, Value] = {}
    kind, rest = "", note
    names: dict[str, list[Name]] = {}
    for key, value in _pairs(note):
        name = _KNOWN.get(key.strip().lower().replace(" ", "-"), "")
        if key.strip().lower() == "type":
            kind = value.strip()
        elif name in NAME_VARIABLES:
            names.setdefault(name, []).append(_name(value))
        elif name in DATE_VARIABLES:
            date = _date(value.strip())
            if date is not None:
                found[name] = date
        elif name:
            found[name] = value.strip()
    found.update({name: tuple(people) for name, people in names.items()})
    if not found and not kind:
        return work
    variables: Mapping[str, Value] = {**work.variables, **{k: v for k, v in found.items() if _wins(work, k, v)}}
    return replace(work, type=kind or work.type, variables={**variables, "note": rest})


def _wins(work: Work, name: str, value: Value) -> bool:
    return name not in work.variables or isinstance(value, Date)


def _pairs(note: str) -> list[tuple[str, str]]:
    """The pairs in braces, and those on the lines with which the note begins."""
    found = [(match[1], match[2]) for match in _BRACED.finditer(note)]
    for number, line in enumerate(note.split("\n")):
        match = _LINE.fullmatch(line.strip())
        if match and not line.lstrip().startswith("{:"):
            found.append((match[1], match[2]))
        elif number and line.strip():
            break
    return found


def _name(text: str) -> Name:
    family, bars, given = text.partition("||")
    return Name(family.strip(), given.strip()) if bars else Name(literal=text.strip())


def _date(text: str) -> Date | None:
    parts = [_DATE.fullmatch(part.strip()) for part in text.split("/")]
    if len(parts) > 2 or None in parts:
        return None
    points = tuple(tuple(int(number) for number in match.groups() if number) for match in parts if match)
    return Date(points)
