"""What a ``.bib`` file is made of, each block with its place, and everything that can be wrong with one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from citekit.runtime import patterns as re
from citekit.runtime.budget import spend
from citekit.runtime.errors import Problem
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span
from citekit.runtime.tables import tables


class ValuePart(NamedTuple):
    """One part of a value as written (braces, quotes, a number or a macro) and where it begins."""

    text: str
    start: int

    @property
    def span(self) -> Span:
        """Where the part stands, its delimiters included."""
        return Span(self.start, self.start + len(self.text))


class Field(NamedTuple):
    """A field as written: ``value`` has its delimiters and ``#``; ``name_start`` and ``start`` are their offsets."""

    name: str
    value: str
    name_start: int
    start: int

    @property
    def end(self) -> int:
        """The offset after the value."""
        return self.start + len(self.value)

    @property
    def name_span(self) -> Span:
        """Where the name stands."""
        return Span(self.name_start, self.name_start + len(self.name))

    @property
    def span(self) -> Span:
        """Where the value stands, its delimiters included."""
        return Span(self.start, self.end)


_FIELD = partial(tuple.__new__, Field)


class EntryBlock:
    """An entry as written.

    ``sound`` says that BibTeX finds nothing wrong with it. An entry that is not sound has the fields that could be
    read, and reaches to where the next block was found. ``parts`` is what the fields consist of in one tuple (name, value,
    name's offset, value's offset, the next name, …), which large files have memory and time for; ``fields`` are they.
    Those of a sound entry are looked for when somebody asks: then ``find`` is what finds them, in ``text`` from ``body``.
    """

    __slots__ = (
        "_parts", "_values", "body", "closer", "end", "find", "key", "key_start", "sound", "start", "text", "type", "type_start",
    )  # fmt: skip

    def __init__(
        self,
        start: int,
        end: int,
        type: str,  # noqa: A002
        key: str,
        parts: tuple[Any, ...] | None,
        type_start: int,
        key_start: int,
        closer: str,
        sound: bool = True,
        text: str = "",
        body: int = 0,
        find: re.Pattern[str] | None = None,
    ) -> None:
        self.start, self.end, self.type, self.key, self._parts = start, end, type, key, parts
        self.type_start, self.key_start, self.closer, self.sound = type_start, key_start, closer, sound
        self.text, self.body, self.find = text, body, find
        self._values: Mapping[str, str] | None = None

    @property
    def values(self) -> Mapping[str, str]:
        """Name in lower case -> value as written, of the fields that count for BibTeX: the first of each name."""
        if self._values is None:
            self._values = {name.lower(): value for name, value in reversed(self.pairs)}
        return self._values

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Name and value of each field in order, as written; they are not kept."""
        if self._parts is None and self.find is not None:
            pairs = self.find.findall(self.text, self.body, self.end)
            spend("fields", len(pairs))
            return pairs
        return list(zip(self.names, self.parts[1::4], strict=True))

    @property
    def parts(self) -> tuple[Any, ...]:
        """Name, value, offset of the name and offset of the value of each field, in one row."""
        if self._parts is None:
            assert self.find is not None
            found: list[Any] = []
            for match in iter(self.find.scanner(self.text, self.body, self.end).match, None):  # type: ignore[attr-defined]
                found += (*match.group(1, 2), match.start(1), match.start(2))
            spend("fields", len(found) // 4)
            self._parts = tuple(found)
        return self._parts

    @property
    def span(self) -> Span:
        """The whole entry, from its ``@``."""
        return Span(self.start, self.end)

    @property
    def type_span(self) -> Span:
        """Where the type stands, without the ``@``."""
        return Span(self.type_start, self.type_start + len(self.type))

    @property
    def key_span(self) -> Span:
        """Where the citation key stands; empty where there is none."""
        return Span(self.key_start, self.key_start + len(self.key))

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields in order."""
        parts = iter(self.parts)
        return tuple(map(_FIELD, zip(parts, parts, parts, parts, strict=True)))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the fields as written, in order."""
        return self.parts[0::4]

    def field(self, name: str) -> Field | None:
        """The field that counts for BibTeX: the first of that name, in any letter case."""
        name = name.lower()
        for place, written in enumerate(self.names):
            if written.lower() == name:
                return Field(*self.parts[4 * place : 4 * place + 4])
        return None


class String(NamedTuple):
    """A ``@string``: the macro it defines, as a :class:`Field`."""

    start: int
    end: int
    field: Field
    sound: bool = True

    @property
    def span(self) -> Span:
        """The whole block, from its ``@``."""
        return Span(self.start, self.end)


class CommandGroup(NamedTuple):
    """A command with one group: ``start_inside`` and ``end_inside`` are the offsets between its outer delimiters."""

    start: int
    end: int
    start_inside: int
    end_inside: int

    @property
    def span(self) -> Span:
        """The whole block, from its ``@``."""
        return Span(self.start, self.end)


class Preamble(CommandGroup):
    """A ``@preamble``."""

    __slots__ = ()


class Comment(CommandGroup):
    """A ``@comment`` with the group that follows it."""

    __slots__ = ()


class TextBlock(NamedTuple):
    """What stands between the other blocks; ``sound`` is false for the remains of a block that could not be read."""

    start: int
    end: int
    sound: bool = True

    @property
    def span(self) -> Span:
        """The whole text."""
        return Span(self.start, self.end)


Block = EntryBlock | String | Preamble | Comment | TextBlock


@dataclass(frozen=True, slots=True)
class Scan:
    """A file taken apart: the ``blocks`` follow one another without a gap, and ``problems`` say what was wrong."""

    source: Source
    blocks: tuple[Block, ...]
    problems: tuple[Problem, ...]

    @property
    def entries(self) -> tuple[EntryBlock, ...]:
        """The entries in order, duplicates and damaged ones too."""
        return tuple(block for block in self.blocks if isinstance(block, EntryBlock))

    @property
    def strings(self) -> tuple[String, ...]:
        """The definitions of macros in order."""
        return tuple(block for block in self.blocks if isinstance(block, String))

    def text_of(self, block: Block) -> str:
        """A block as it stands in the file."""
        return self.source.text[block.start : block.end]


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """A kind of problem: its stable name, its severity, what it means, and what to do about it."""

    kind: str
    severity: str
    meaning: str
    hint: str
    example: str = ""


_ALL = (ProblemKind(*cells) for cells in tables("citekit.formats.bibtex", "faults.tsv")["faults"])
FAULTS = {fault.kind: replace(fault, example=fault.example.replace("\\n", "\n")) for fault in _ALL}
"""Kind -> what it is, for all that reading a file can report."""


def problem(kind: str, message: str, source: Source, span: Span, hint: str = "") -> Problem:
    """A problem of a known kind; the kind's own hint where none is given."""
    fault = FAULTS[kind]
    return Problem(message, hint or fault.hint, source, span, fault.severity, kind)
