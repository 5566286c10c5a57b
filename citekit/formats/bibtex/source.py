"""Text <-> raw entries, their values exactly as they stand in the file, with everything that is odd about them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from citekit.errors import Problem
from citekit.formats.bibtex.blocks import Entry, Field, Scan, String, problem
from citekit.formats.bibtex.grammar import Reader
from citekit.formats.bibtex.scan import scan
from citekit.formats.bibtex.tokens import unmatched, value_parts
from citekit.formats.bibtex.values import Macros
from citekit.records import dataclass
from citekit.span import Source, Span

_NAME_WIDTH = 13


@dataclass(frozen=True, slots=True)
class RawEntry:
    """An entry as written: ``type`` in lower case, ``fields`` as (name, value with its delimiters) in order.

    ``defined`` is how many of the file's macros are defined before it. ``given`` are its fields where it was not scanned;
    those of ``written`` are looked for whenever somebody asks, so that a long file does not stand in memory twice.
    """

    type: str
    key: str
    span: Span
    given: tuple[tuple[str, str], ...] = ()
    defined: int = 0
    written: Entry | None = None

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """Name in lower case and value as written of each field; values of a damaged entry are repaired."""
        if self.written is None:
            return self.given
        if self.written.sound:
            return tuple([(name.lower(), value) for name, value in self.written.pairs])
        return tuple([(field.name.lower(), repaired(field.value)) for field in self.written.fields])


@dataclass(frozen=True, slots=True)
class RawFile:
    """What a file holds: entries in order (duplicates and damaged ones too), macros as (lower-case name, value as
    written) in order, and what went wrong.
    """

    entries: tuple[RawEntry, ...]
    macros: tuple[tuple[str, str], ...]
    problems: tuple[Problem, ...]


def parse(source: Source, reader: Reader = "bibtex") -> RawFile:
    """The raw entries of a file; what cannot be read becomes a problem and costs no other entry."""
    return raw_file(scan(source, reader))


def raw_file(scanned: Scan) -> RawFile:
    """The raw entries of a scanned file, with the problems that concern several blocks."""
    entries: list[RawEntry] = []
    macros: list[tuple[str, str]] = []
    for block in scanned.blocks:
        if isinstance(block, Entry):
            entries.append(raw_entry(block, len(macros)))
        elif isinstance(block, String):
            macros.append((block.field.name.lower(), block.field.value))
    problems = (*scanned.problems, *_twice(scanned), *_undefined(scanned, macros))
    placed = sorted(problems, key=lambda problem: problem.span.start if problem.span else 0)
    return RawFile(tuple(entries), tuple(macros), tuple(placed))


def raw_entry(entry: Entry, defined: int = 0) -> RawEntry:
    """An entry as written."""
    return RawEntry(entry.type.lower(), entry.key, entry.span, defined=defined, written=entry)


def repaired(value: str) -> str:
    """A value of a damaged entry: what stood without braces gets them, braces without a partner are left out."""
    if value_parts(value):
        return value
    text = value[1:] if value.startswith(("{", '"')) else value
    alone = unmatched(text)
    return f"{{{''.join(sign for place, sign in enumerate(text) if place not in alone)}}}"


def _twice(scanned: Scan) -> list[Problem]:
    """Keys, fields and macros that occur more than once; letter case does not count."""
    source = scanned.source
    found: list[Problem] = []
    keys: dict[str, Span] = {}
    macros: dict[str, Span] = {}
    for block in scanned.blocks:
        if isinstance(block, Entry):
            if block.key:
                name = f"the key '{block.key}' is used more than once"
                found += _again(keys, block.key, block.key_span, "duplicate-key", name, source)
            names = [name.lower() for name, _ in block.pairs]
            if len(set(names)) < len(names):
                found += _fields_twice(block, source)
        elif isinstance(block, String):
            name = f"the macro '{block.field.name}' is defined more than once"
            found += _again(macros, block.field.name, block.field.name_span, "duplicate-macro", name, source)
    return found


def _fields_twice(entry: Entry, source: Source) -> list[Problem]:
    seen: dict[str, Span] = {}
    found: list[Problem] = []
    for field in entry.fields:
        message = f"entry '{entry.key}' has the field {field.name.lower()} more than once"
        found += _again(seen, field.name, field.name_span, "duplicate-field", message, source)
    return found


def _again(seen: dict[str, Span], name: str, span: Span, kind: str, message: str, source: Source) -> list[Problem]:
    first = seen.setdefault(name.lower(), span)
    if first is span:
        return []
    line, _ = source.line_column(first.start)
    return [problem(kind, f"{message}, first in line {line}", source, span)]


def _undefined(scanned: Scan, macros: Sequence[tuple[str, str]]) -> list[Problem]:
    """Macros that the definitions of macros name before they are defined."""
    unknown = Macros(macros, len(scanned.source.text)).define(len(macros)) if macros else []
    strings = scanned.strings if unknown else ()
    fields: list[tuple[Field, str]] = [(strings[number].field, macro) for number, macro in unknown]
    message = "the macro '{}' in @string {} is not defined before it"
    return [
        problem("undefined-macro", message.format(macro, field.name), scanned.source, field.span)
        for field, macro in fields
    ]


def render(entries: Iterable[tuple[str, str, Sequence[tuple[str, str]]]]) -> str:
    """Text of entries given as (type, key, fields); values come with their delimiters and keys are distinct."""
    return "\n".join(_entry_text(*entry) for entry in entries)


def _entry_text(kind: str, key: str, fields: Sequence[tuple[str, str]]) -> str:
    lines = (f"  {name:<{_NAME_WIDTH}} = {value},\n" for name, value in fields)
    return f"@{kind}{{{key},\n{''.join(lines)}}}\n"
