"""The room where bibtexparser lives: text <-> raw entries, their values exactly as they stand in the file."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bibtexparser.entrypoint import parse_string, write_string
from bibtexparser.library import Library
from bibtexparser.model import Block, Entry, Field, ParsingFailedBlock, String
from bibtexparser.writer import BibtexFormat

from citekit.errors import Problem
from citekit.span import Source, Span

# Failed blocks come back as problems; without a handler bibtexparser would also talk on stderr.
logging.getLogger("bibtexparser").addHandler(logging.NullHandler())

_VALUE_COLUMN = 16


@dataclass(frozen=True, slots=True)
class RawEntry:
    """An entry as written: ``type`` in lower case, ``fields`` as (name, value with its delimiters) in order."""

    type: str
    key: str
    fields: tuple[tuple[str, str], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class RawFile:
    """What a file holds: entries in order (duplicates too), macros by lower-case name, and what went wrong."""

    entries: tuple[RawEntry, ...]
    macros: tuple[tuple[str, str], ...]
    problems: tuple[Problem, ...]


def parse(source: Source) -> RawFile:
    """The raw entries of a file; blocks that cannot be read become problems and cost no other entry."""
    library = parse_string(source.text, parse_stack=[])
    places = _Places(source.text)
    entries: list[RawEntry] = []
    macros: list[tuple[str, str]] = []
    problems: list[Problem] = []
    for block in library.blocks:
        span = places.of(block)
        inner: Block | None = block
        if isinstance(block, ParsingFailedBlock):
            problems.append(_problem(block, source, span))
            inner = block.ignore_error_block
        if isinstance(inner, Entry):
            entries.append(_entry(inner, span))
            problems.extend(_commented_out(inner, source, span))
        elif isinstance(inner, String):
            macros.append((inner.key.lower(), str(inner.value)))
    return RawFile(tuple(entries), tuple(macros), tuple(problems))


def _entry(entry: Entry, span: Span) -> RawEntry:
    named = ((_field_name(field), str(field.value)) for field in entry.fields)
    fields = tuple((name, value) for name, value in named if not name.startswith("%"))
    return RawEntry(entry.entry_type.strip().lower(), entry.key.strip(), fields, span)


def _field_name(field: Field) -> str:
    """The field's name without the ``%`` lines before it, which bibtexparser takes for a part of it."""
    return str(field.key).rsplit("\n", 1)[-1].strip().lower()


def _commented_out(entry: Entry, source: Source, span: Span) -> list[Problem]:
    names = [name for name in map(_field_name, entry.fields) if name.startswith("%")]
    message = f"entry '{entry.key}': {{}} was taken for a comment"
    return [Problem(message.format(name), "", source, span, "info", "commented-field") for name in names]


class _Places:
    """Where each block stands: the blocks' texts follow one another in the file."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def of(self, block: Block) -> Span:
        raw = (block.raw or "").strip()
        start = self.text.find(raw, self.at) if raw else -1
        if start < 0:
            return Span(self.at, self.at)
        self.at = start + len(raw)
        return Span(start, self.at)


def _problem(block: ParsingFailedBlock, source: Source, span: Span) -> Problem:
    inner = block.ignore_error_block
    if isinstance(inner, Entry):
        names = [field.key.lower() for field in inner.fields]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            message = f"entry '{inner.key}' has the field {', '.join(twice)} more than once"
            return Problem(message, "the first one counts", source, span, "warning", "duplicate-field")
        message = f"the key '{inner.key}' is used more than once"
        return Problem(message, "rename or remove one of the entries", source, span, "warning", "duplicate-key")
    if isinstance(inner, String):
        message = f"the macro '{inner.key}' is defined more than once"
        return Problem(message, "the last definition before its use counts", source, span, "warning", "duplicate-macro")
    reason = re.sub(r"\s+", " ", str(getattr(block.error, "abort_reason", block.error))).strip()
    return Problem(reason or "not a BibTeX block", "", source, span, "error", "syntax")


def render(entries: Iterable[tuple[str, str, Sequence[tuple[str, str]]]]) -> str:
    """Text of entries given as (type, key, fields); values come with their delimiters and keys are distinct."""
    library = Library()
    library.add([Entry(kind, key, [Field(name, value) for name, value in fields]) for kind, key, fields in entries])
    layout = BibtexFormat()  # type: ignore[no-untyped-call]
    layout.indent = "  "
    layout.value_column = _VALUE_COLUMN
    layout.block_separator = "\n"
    layout.trailing_comma = True
    return str(write_string(library, unparse_stack=[], bibtex_format=layout))
