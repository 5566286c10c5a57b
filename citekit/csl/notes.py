"""Variables that people keep in the note of a work: ``original-date: 1949``, one per line, or ``{:genre: Review}``.

Source: the documentation of Zotero and citeproc-js on the "Extra" field; a name is ``Family || Given``, a date is
ISO 8601, a range has a slash.
"""

from __future__ import annotations

from dataclasses import replace

from citekit.model.date import Date
from citekit.model.kinds import DATE_VARIABLES, NAME_VARIABLES, TEXT_VARIABLES
from citekit.model.name import Name
from citekit.model.work import Value, Work
from citekit.runtime import patterns as re

_BRACED = re.compile(r"\{:([A-Za-z][\w-]*):[ ]*+([^{}]{0,2000})\}")
_LINE = re.compile(r"([A-Za-z][A-Za-z_ -]{0,40}):[ \t]*+(.*+)")
_DATE = re.compile(r"(-?\d{1,4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?")
_KNOWN = {name.lower(): name for name in TEXT_VARIABLES | NAME_VARIABLES | DATE_VARIABLES}


def with_note_variables(work: Work) -> Work:
    """Return the work with the variables of its note, which are then removed from the note.

    Those that the work has already stay, dates excepted; a type in the note counts.
    """
    note = work.variables.get("note")
    if not isinstance(note, str) or ":" not in note:
        return work
    found: dict[str, Value] = {}
    names: dict[str, list[Name]] = {}
    kind = ""
    pairs, rest = _pairs(note)
    for name, value in pairs:
        date = _date(value) if name in DATE_VARIABLES else None
        if name == "type":
            kind = value
        elif name in NAME_VARIABLES:
            family, bars, given = value.partition("||")
            names.setdefault(name, []).append(
                Name(family.strip(), given.strip()) if bars else Name(literal=value.strip())
            )
        elif date is not None:
            found[name] = date
        elif name not in DATE_VARIABLES:
            found[name] = value
    if not pairs:
        return work
    found.update({name: tuple(people) for name, people in names.items()})
    new = {name: value for name, value in found.items() if name not in work.variables or isinstance(value, Date)}
    return replace(work, type=kind or work.type, variables={**work.variables, **new, "note": rest})


def _pairs(note: str) -> tuple[list[tuple[str, str]], str]:
    """Return the pairs in braces and those on the lines with which the note begins, and the note without them."""
    found: list[tuple[str, str]] = []
    for match in _BRACED.finditer(note):
        found.append((_variable(match[1]), match[2].strip()))
    rest: list[str] = []
    lines = _BRACED.sub("", note).split("\n")
    for number, line in enumerate(lines):
        pair = _LINE.fullmatch(line.strip())
        name = _variable(pair[1]) if pair else ""
        if pair and name:
            found.append((name, pair[2].strip()))
        elif number and line.strip() and not pair:
            rest += lines[number:]
            break
        else:
            rest.append(line)
    return [pair for pair in found if pair[0]], "\n".join(rest).strip()


def _variable(key: str) -> str:
    """Return the variable that a key of a note stands for; ``type`` is one here."""
    key = key.strip().lower().replace(" ", "-")
    return "type" if key == "type" else "" if key == "note" else _KNOWN.get(key, "")


def _date(text: str) -> Date | None:
    parts = [_DATE.fullmatch(part.strip()) for part in text.strip().split("/")]
    if len(parts) > 2 or None in parts:
        return None
    points = tuple(tuple(int(number) for number in match.groups() if number) for match in parts if match)
    return Date(points)
