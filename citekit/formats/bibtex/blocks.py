"""The blocks of a ``.bib`` file with their offsets, and the kinds of problems that a file can have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from citekit.formats.bibtex.tokens import macro_names, repaired
from citekit.runtime import patterns as re
from citekit.runtime.budget import spend
from citekit.runtime.errors import Problem
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span
from citekit.runtime.tables import tables


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
        """The span of the name."""
        return Span(self.name_start, self.name_start + len(self.name))

    @property
    def span(self) -> Span:
        """The span of the value, with its delimiters."""
        return Span(self.start, self.end)


_FIELD = partial(tuple.__new__, Field)


class EntryBlock:
    """An entry as written.

    ``sound`` is true if BibTeX accepts it. A damaged entry has the fields that could be read, and extends to the next
    block. ``defined`` is the number of the file's macros that are defined before it. ``parts`` are the fields in one flat tuple (name, value, name's offset, value's offset, the next name, …), which
    saves memory and time on large files; ``fields`` are the same as objects. The fields of a sound entry are found on
    first use, by the pattern ``find`` in ``text`` from ``body``.
    """

    __slots__ = (
        "_parts", "_values", "body", "closer", "defined", "end", "find", "key", "key_start", "sound", "start", "text", "type", "type_start",
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
        defined: int = 0,
    ) -> None:
        self.start, self.end, self.type, self.key, self._parts = start, end, type, key, parts
        self.type_start, self.key_start, self.closer, self.sound = type_start, key_start, closer, sound
        self.text, self.body, self.find, self.defined = text, body, find, defined
        self._values: Mapping[str, str] | None = None

    @classmethod
    def made(cls, type: str, key: str, fields: Iterable[tuple[str, str]], span: Span, defined: int = 0) -> EntryBlock:  # noqa: A002
        """Create an entry that was not scanned; its fields (name, value as written) have no places in a text."""
        parts = tuple(part for name, value in fields for part in (name, value, -1, -1))
        return cls(span.start, span.end, type, key, parts, span.start, span.start, "}", defined=defined)

    @property
    def values(self) -> Mapping[str, str]:
        """Name in lower case -> value as written, of the fields that BibTeX uses: the first of each name."""
        if self._values is None:
            self._values = {name.lower(): value for name, value in reversed(self.pairs)}
        return self._values

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Name and value of each field in order, as written; not cached."""
        if self._parts is None and self.find is not None:
            pairs = self.find.findall(self.text, self.body, self.end)
            spend("fields", len(pairs))
            return pairs
        return list(zip(self.names, self.parts[1::4], strict=True))

    @property
    def macros(self) -> set[str]:
        """The macros that its values use, in lower case."""
        return {name for _, value in self.pairs for name in macro_names(value)}

    @property
    def read_pairs(self) -> tuple[tuple[str, str], ...]:
        """Name in lower case and value of each field, to be read; values of a damaged entry get balanced braces."""
        # found on every use, so that a long file is not in memory twice
        if self.sound:
            return tuple([(name.lower(), value) for name, value in self.pairs])
        return tuple([(name.lower(), repaired(value)) for name, value in self.pairs])

    @property
    def parts(self) -> tuple[Any, ...]:
        """Name, value, offset of the name and offset of the value of each field, in one tuple."""
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
        """The span of the type, without the ``@``."""
        return Span(self.type_start, self.type_start + len(self.type))

    @property
    def key_span(self) -> Span:
        """The span of the citation key; empty if there is none."""
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
        """Return the field that BibTeX uses: the first of that name, in any letter case."""
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

    @property
    def name(self) -> str:
        """The name of the macro, as written."""
        return self.field.name

    @property
    def name_span(self) -> Span:
        """The span of the name."""
        return self.field.name_span

    @property
    def value(self) -> str:
        """The value of the macro as written, with its delimiters."""
        return self.field.value


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
    """Text between the other blocks; ``sound`` is false for the remains of a block that could not be read."""

    start: int
    end: int
    sound: bool = True

    @property
    def span(self) -> Span:
        """The whole text."""
        return Span(self.start, self.end)


Block = EntryBlock | String | Preamble | Comment | TextBlock


@dataclass(frozen=True, slots=True)
class BibFile:
    """The syntax tree of a file, byte for byte: its ``blocks`` follow one another without a gap and cover the whole text."""

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

    @property
    def macros(self) -> list[tuple[str, str]]:
        """The macros that the file defines, in order: name in lower case and value as written."""
        return [(string.field.name.lower(), string.field.value) for string in self.strings]

    def text_of(self, block: Block) -> str:
        """Return the text of a block in the file."""
        return self.source.text[block.start : block.end]


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """A kind of problem: its stable name, its severity, its meaning, and a hint."""

    kind: str
    severity: str
    meaning: str
    hint: str
    example: str = ""


_ALL = (ProblemKind(*cells) for cells in tables("citekit.formats.bibtex", "faults.tsv")["faults"])
FAULTS = {fault.kind: replace(fault, example=fault.example.replace("\\n", "\n")) for fault in _ALL}
"""Kind -> description, for all problems that reading a file can report."""


def problem(kind: str, message: str, source: Source, span: Span, hint: str = "") -> Problem:
    """Create a problem of a known kind; without ``hint``, it has the hint of the kind."""
    fault = FAULTS[kind]
    return Problem(message, hint or fault.hint, source, span, fault.severity, kind)
