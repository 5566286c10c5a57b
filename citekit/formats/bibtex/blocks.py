"""The blocks of a ``.bib`` file with their offsets, as a list that can be changed, and the scanner that finds them.

The scanner follows BibTeX's grammar and assigns every character to a block. Well-formed entries are matched by one regular
expression, their fields by another. Everything else is read part by part, and what BibTeX would reject is reported with
its position. After an error, scanning resumes at the next ``@`` at the beginning of a line. The grammar is that of
``bibtex.web``; see :mod:`citekit.formats.bibtex.blocks`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any, Literal, NamedTuple

from citekit.formats.bibtex.values import StringMacros
from citekit.runtime import patterns as re
from citekit.runtime.budget import spend
from citekit.runtime.errors import Problem
from citekit.runtime.records import dataclass
from citekit.runtime.registry import tables
from citekit.runtime.span import Source, Span

# BibTeX's tokens as regular expressions, after the scanning procedures of `bibtex.web` (parts 13 and 14).
#
# Whitespace is a space, tab or line end. A name is any run of characters except whitespace, control characters and
# `"#%'(),={}`, and does not begin with a digit. Braces always count, also after a backslash. `%` is an ordinary
# character for BibTeX; for biber, it begins a comment that ends with the line, outside values.
#
# No pattern backtracks (all repetitions are possessive), so each takes linear time.

Reader = Literal["bibtex", "biber"]
"""The program whose rules apply to a file: they differ in ``%`` and ``@comment``."""

NAME = r"(?![0-9])[^\x00-\x20\"#%'(),={}]++"
_GROUP = r"\{[^{}]*+(?>(?:\{[^{}]*+(?>(?:\{[^{}]*+\}[^{}]*+)*)\}[^{}]*+)*)\}"
_QUOTED = r'"[^"{}]*+(?>(?:\{[^{}]*+(?>(?:\{[^{}]*+\}[^{}]*+)*)\}[^"{}]*+)*)"'
_BLANKS = {"bibtex": r"[ \t\r\n]*+", "biber": r"(?>(?:[ \t\r\n]++|%[^\n]*+)*)"}

BRACE = re.compile(r"[{}]")
BRACE_OR_PARENTHESIS = re.compile(r"[{})]")
BRACE_OR_QUOTE = re.compile(r'[{}"]')
BARE = re.compile(rf"[0-9]++|{NAME}")
"""A number or the name of a macro."""
LINE_START_AT = re.compile(r"^[ \t]*+@", re.MULTILINE)
"""Where scanning resumes after an error."""
WORDS_AND_EQUALS = re.compile(r"[^\r\n,={}\"@%#]++=")
"""A field name with characters that BibTeX does not allow, up to its ``=``."""
NEXT_FIELD = re.compile(rf"[^{{}}@]*?,[ \t\r\n]*+(?={NAME}[ \t\r\n]*+=)")
"""Stray text up to the comma before the next field."""
_FIELD_BEGINS = rf"[ \t]*+{NAME}[ \t]*+=[ \t]*+[{{\"0-9]"
NEXT_AT_LINE_START = re.compile(rf"^[ \t]*+(?:@|,?{_FIELD_BEGINS})", re.MULTILINE)
"""A line in a value that shows that its closing brace is missing: it begins with the next field, or an entry."""
END_OF_UNCLOSED = re.compile(rf"^[ \t]*+(?:(,?(?={_FIELD_BEGINS}))|((?=[}})]))|@|\r?$)", re.MULTILINE)
"""The line at which an unclosed value ends: with a field, a delimiter, an entry, or nothing."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """The patterns for one reader; those that depend on the closing delimiter are under ``}`` and ``)``.

    ``entry`` matches a whole well-formed entry in braces: its type, its key, and where its fields begin.
    """

    blanks: re.Pattern[str]
    at: re.Pattern[str]
    head: re.Pattern[str]
    word: re.Pattern[str]
    name: re.Pattern[str]
    assignment: re.Pattern[str]
    key: dict[str, re.Pattern[str]]
    bare_key: dict[str, re.Pattern[str]]
    entry: re.Pattern[str]
    field: dict[str, re.Pattern[str]]
    end: dict[str, re.Pattern[str]]


@cache
def grammar(reader: Reader) -> Grammar:
    """Compile the patterns for one reader."""
    blanks = _BLANKS[reader]
    closers = {closer: re.escape(closer) for closer in "})"}
    part = rf"(?>{_GROUP}|{_QUOTED}|[0-9]++|{NAME})"
    value = rf"{part}(?>(?:{blanks}#{blanks}{part})*)"
    key = {"}": r"[^ \t\r\n,}]*+", ")": r"[^ \t\r\n,]*+"}
    return Grammar(
        blanks=re.compile(blanks),
        at=re.compile("@" if reader == "bibtex" else r"@|%[^\n]*+"),
        head=re.compile(rf"@{blanks}({NAME}){blanks}([{{(]){blanks}"),
        word=re.compile(rf"@{blanks}({NAME})"),
        name=re.compile(NAME),
        assignment=re.compile(rf"[^ \t\r\n,={{}}\"@%#]++{blanks}="),
        key={c: re.compile(rf"({key[c]}){blanks}(?:,|(?={end}))") for c, end in closers.items()},
        bare_key={c: re.compile(key[c]) for c in closers},
        entry=re.compile(
            rf"@{blanks}({NAME}){blanks}\{{{blanks}({key['}']}){blanks}(?:,|(?=\}}))()"
            rf"(?>(?:{blanks}{NAME}{blanks}={blanks}{value}{blanks}(?:,|(?=\}})))*){blanks}\}}"
        ),
        field={
            c: re.compile(rf"{blanks}({NAME}){blanks}={blanks}({value}){blanks}(?:,|(?={end}))")
            for c, end in closers.items()
        },
        end={c: re.compile(blanks + end) for c, end in closers.items()},
    )


class ValuePart(NamedTuple):
    """One part of a value as written (braces, quotes, a number or a macro) and where it begins."""

    text: str
    start: int

    @property
    def span(self) -> Span:
        """The span of the part, with its delimiters."""
        return Span(self.start, self.start + len(self.text))


@dataclass(frozen=True, slots=True)
class ValueProblem:
    """A problem of a value, with its position."""

    kind: str
    message: str
    span: Span


class Tokens:
    """A text, read by the rules of one reader. Braces are matched from where they open, or once for the whole text."""

    def __init__(self, text: str, reader: Reader) -> None:
        self.text = text
        self.reader = reader
        self.grammar = grammar(reader)
        self._partners: dict[int, int] | None = None

    def match_all(self) -> None:
        """Match all braces of the text, so that none is searched for twice."""
        if self._partners is None:
            self._partners = _partners(self.text)

    def skip(self, at: int) -> int:
        """Return the offset after the whitespace at ``at``."""
        blanks = self.grammar.blanks.match(self.text, at)
        return blanks.end() if blanks else at

    def value(self, at: int) -> int | ValueProblem:
        """Return the offset after the value that begins at ``at``."""
        while True:
            end = self.part(at)
            if isinstance(end, ValueProblem):
                return end
            after = self.skip(end)
            if not self.text.startswith("#", after):
                return end
            at = self.skip(after + 1)

    def part(self, at: int) -> int | ValueProblem:
        """Return the offset after the part of a value that begins at ``at``."""
        if self.text.startswith("{", at):
            closing = self.closing(at)
            return closing + 1 if closing >= 0 else ValueProblem("unclosed-value", "the { has no }", Span(at, at + 1))
        if self.text.startswith('"', at):
            quote = at + 1
            while found := BRACE_OR_QUOTE.search(self.text, quote):
                if found.group() == '"':
                    return found.end()
                if found.group() == "}":
                    message = 'a } comes before the " that ends the value'
                    return ValueProblem("unbalanced-quotes", message, Span(at, at + 1))
                closing = self.closing(found.start())
                if closing < 0:
                    return ValueProblem("unclosed-value", "the { has no }", Span(found.start(), found.end()))
                quote = closing + 1
            return ValueProblem("unclosed-value", 'the " has no other', Span(at, at + 1))
        bare = BARE.match(self.text, at)
        if bare and not self.at_line_start(at):
            return bare.end()
        return ValueProblem("missing-value", f"there is {self.found(at)} instead of a value", Span(at, at + 1))

    def closing(self, opening: int) -> int:
        """Return the offset of the brace that closes the one at ``opening``, or -1."""
        if self._partners is None:
            depth = 0
            for match in BRACE.finditer(self.text, opening):
                depth += 1 if match.group() == "{" else -1
                if depth == 0:
                    return match.start()
            self._partners = _partners(self.text)
        return self._partners.get(opening, -1)

    def goes_on(self, at: int) -> bool:
        """Whether a block continues at ``at``: it is not the file's end, nor an ``@`` that begins a line."""
        return at < len(self.text) and not self.at_line_start(at)

    def at_line_start(self, at: int) -> bool:
        """Whether there is an ``@`` at ``at`` that begins a line."""
        if not self.text.startswith("@", at):
            return False
        return self.text[self.text.rfind("\n", 0, at) + 1 : at].strip(" \t") == ""

    def found(self, at: int) -> str:
        """Describe the text at ``at`` for a message."""
        if at >= len(self.text):
            return "the end of the file"
        word = BARE.match(self.text, at, at + 30)
        return f"'{word.group() if word else self.text[at]}'" if not self.text[at].isspace() else "a blank"


def value_parts(value: str, start: int = 0) -> tuple[ValuePart, ...] | None:
    """Return the parts of a value as written (``#`` joins them), ``start`` being its offset; None if it is not a value."""
    tokens = Tokens(value, "bibtex")
    at = tokens.skip(0)
    parts: list[ValuePart] = []
    while True:
        end = tokens.part(at)
        if isinstance(end, ValueProblem):
            return None
        parts.append(ValuePart(value[at:end], start + at))
        at = tokens.skip(end)
        if not value.startswith("#", at):
            return tuple(parts) if at == len(value) else None
        at = tokens.skip(at + 1)


def _partners(text: str) -> dict[int, int]:
    """Return the offset of the closing brace for that of each opening brace."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for match in BRACE.finditer(text):
        if match.group() == "{":
            opened.append(match.start())
        elif opened:
            found[opened.pop()] = match.start()
    return found


def macro_names(value: str) -> set[str]:
    """Return the macros used in a value as written, in lower case."""
    return {part.text.lower() for part in value_parts(value) or () if part.text[0] not in '{"0123456789'}


def repaired(value: str) -> str:
    """Return a value of a damaged entry in braces, without the braces in it that have no partner."""
    if value_parts(value):
        return value
    text = value[1:] if value.startswith(("{", '"')) else value
    alone = unmatched(text)
    return f"{{{''.join(char for place, char in enumerate(text) if place not in alone)}}}"


def short(text: str, most: int = 40) -> str:
    """Truncate a text to what fits into a message."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def unmatched(text: str) -> set[int]:
    """Return the offsets of the braces without a partner."""
    partners = _partners(text)
    return {match.start() for match in BRACE.finditer(text)} - partners.keys() - set(partners.values())


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
        """The span of the citation key; empty if it is missing."""
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


BLANKS = " \t\r\n"


# The blocks as a list, each of which can be changed, moved or removed without the others


class OffsetBlock:
    """A block and the text that its offsets refer to: the whole file at first, its own text after a change."""

    __slots__ = ("after", "before", "block", "whole")

    def __init__(self, whole: str, block: Block) -> None:
        self.whole = whole
        self.block = block
        self.before: OffsetBlock | None = None
        self.after: OffsetBlock | None = None

    @property
    def text(self) -> str:
        """The current text of the block."""
        return self.whole[self.block.start : self.block.end]

    @property
    def is_text(self) -> bool:
        """Whether this is free text."""
        return isinstance(self.block, TextBlock)

    @property
    def is_entry(self) -> bool:
        """Whether this is an entry."""
        return isinstance(self.block, EntryBlock)

    def put(self, whole: str, block: Block) -> None:
        """Replace the block."""
        self.whole, self.block = whole, block


def free(text: str) -> OffsetBlock:
    """Create a block of free text."""
    return OffsetBlock(text, TextBlock(0, len(text)))


class BlockList:
    """The blocks of a file in order; inserting and removing take constant time."""

    def __init__(self, pieces: Iterable[OffsetBlock]) -> None:
        self._head = free("")
        self.hold(pieces)

    def hold(self, pieces: Iterable[OffsetBlock]) -> None:
        """Replace all blocks."""
        self.last, self._head.after = self._head, None
        for piece in pieces:
            self.put(piece, self.last)

    def __iter__(self) -> Iterator[OffsetBlock]:
        piece = self._head.after
        while piece is not None:
            after = piece.after
            yield piece
            piece = after

    def backwards(self) -> Iterator[OffsetBlock]:
        """Yield the blocks from the last to the first."""
        piece: OffsetBlock | None = self.last
        while piece is not None and piece is not self._head:
            yield piece
            piece = piece.before

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(piece.text for piece in self)

    def put(self, piece: OffsetBlock, place: OffsetBlock | None) -> OffsetBlock:
        """Insert a new block after another one, or before all."""
        place = place or self._head
        piece.before, piece.after = place, place.after
        if place.after is None:
            self.last = piece
        else:
            place.after.before = piece
        place.after = piece
        return piece

    def cut(self, piece: OffsetBlock) -> None:
        """Remove a block, and the blank lines on one side of it."""
        before, after = piece.before, piece.after
        assert before is not None
        before.after = after
        if after is None:
            self.last = before
        else:
            after.before = before
        # of the whitespace on both sides of the removed block the longer stays; at the ends of the file, that of the end
        left = before.text[len(before.text.rstrip(BLANKS)) :] if before.is_text else ""
        right = _head(after.text) if after and after.is_text else ""
        if before.before is None or (before.before is self._head and before.is_text and left == before.text):
            between = left
        elif after is None or (after.after is None and right == after.text):
            between = right
        else:
            between = max(left, right, key=lambda whitespace: whitespace.count("\n"))
        if after is not None and after.is_text:
            _rewrite(after, between + after.text[len(right) :])
            if left:
                _rewrite(before, before.text[: len(before.text) - len(left)])
        elif left:
            _rewrite(before, before.text[: len(before.text) - len(left)] + between)

    def after_line(self, piece: OffsetBlock) -> OffsetBlock:
        """Return the block after which a new line can begin: this one, or the rest of its line, which is split off."""
        after = piece.after
        if after is None or not after.is_text:
            return piece
        line, newline, rest = after.text.partition("\n")
        if not line.strip(BLANKS):
            return piece
        line, newline = (line[:-1], "\r\n") if line.endswith("\r") else (line, newline)
        _rewrite(after, line)
        if newline:
            self.put(free(newline + rest), after)
        return after


def _rewrite(piece: OffsetBlock, text: str) -> None:
    piece.put(text, TextBlock(0, len(text), getattr(piece.block, "sound", True)))


def _head(text: str) -> str:
    return text[: len(text) - len(text.lstrip(BLANKS))]


def take_note(piece: OffsetBlock) -> str:
    """Remove the comment lines directly above an entry from the text before it, and return them."""
    above = piece.before
    if above is None or not above.is_text or above.before is None or above.before.before is None:
        return ""  # comments at the beginning of a file are about the file
    text = above.text
    start = len(text)
    while start > 0:
        line_start = text.rfind("\n", 0, start - 1) + 1
        if line_start == 0 or not text.endswith("\n") or not text[line_start:start].strip():
            break
        start = line_start
    if start < len(text):
        _rewrite(above, text[:start])
    return text[start:]


def give_note(row: BlockList, piece: OffsetBlock, note: str) -> None:
    """Insert comment lines directly above an entry."""
    above = piece.before
    if not note:
        return
    if above is not None and above.is_text and above.before is not None:
        _rewrite(above, above.text + note)
    else:
        row.put(free(note), above)


def rearrange(row: BlockList, order: Sequence[OffsetBlock]) -> None:
    """Reorder the entries, with the comment lines directly above each; all other blocks stay where they are."""
    notes = {piece: take_note(piece) for piece in row if piece.is_entry}
    ordered = iter(order)
    row.hold([next(ordered) if piece.is_entry else piece for piece in row])
    for piece in order:
        give_note(row, piece, notes[piece])


# The scanner

_CLOSER = {"{": "}", "(": ")"}
_COMMANDS = frozenset({"comment", "preamble", "string"})


def scan(source: Source, reader: Reader = "bibtex", defined: int = 0) -> BibFile:
    """Split a file into blocks that cover its text, and report its problems; takes linear time and never raises.

    ``defined`` is the number of macros that are known from files before this one.
    """
    return _Scanner(source, reader, defined).run()


def parse(source: Source, reader: Reader = "bibtex", known: Sequence[tuple[str, str]] = ()) -> BibFile:
    """Scan a file, and report the problems that concern several blocks as well: what is there twice, or not defined.

    ``known`` are the macros of files that are read before this one.
    """
    file = scan(source, reader, len(known))
    # keys, fields and macros that occur more than once; BibTeX ignores their letter case
    source = file.source
    found: list[Problem] = []
    keys: dict[str, Span] = {}
    macros: dict[str, Span] = {}
    for block in file.blocks:
        if isinstance(block, EntryBlock):
            if block.key:
                name = f"the key '{block.key}' is used more than once"
                found += _again(keys, block.key, block.key_span, "duplicate-key", name, source)
            names = [name.lower() for name, _ in block.pairs]
            if len(set(names)) < len(names):
                fields: dict[str, Span] = {}
                for field in block.fields:
                    message = f"entry '{block.key}' has the field {field.name.lower()} more than once"
                    found += _again(fields, field.name, field.name_span, "duplicate-field", message, source)
        elif isinstance(block, String):
            name = f"the macro '{block.field.name}' is defined more than once"
            found += _again(macros, block.field.name, block.field.name_span, "duplicate-macro", name, source)
    problems = (*file.problems, *found, *_undefined(file, known))
    return replace(file, problems=tuple(sorted(problems, key=lambda p: p.span.start if p.span else 0)))


def _again(seen: dict[str, Span], name: str, span: Span, kind: str, message: str, source: Source) -> list[Problem]:
    first = seen.setdefault(name.lower(), span)
    if first is span:
        return []
    line, _ = source.line_column(first.start)
    return [problem(kind, f"{message}, first in line {line}", source, span)]


def _undefined(file: BibFile, known: Sequence[tuple[str, str]]) -> list[Problem]:
    """Report macros that are used in definitions of macros before they are defined."""
    strings = file.strings
    if not strings:
        return []
    every = (*known, *file.macros)
    unknown = StringMacros(every, len(file.source.text)).define(len(every))
    message = "the macro '{}' in @string {} is not defined before it"
    return [
        problem("undefined-macro", message.format(macro, field.name), file.source, field.span)
        for number, macro in unknown
        if number >= len(known)
        for field in [strings[number - len(known)].field]
    ]


def scan_entry(text: str, reader: Reader) -> EntryBlock | None:
    """Scan a text that should be one sound entry; return None if it is not."""
    blocks = scan(Source("", text), reader).blocks
    block = blocks[0] if len(blocks) == 1 else None
    return block if isinstance(block, EntryBlock) and block.sound else None


class _Scanner(Tokens):
    """One pass over one text. ``done`` is the end of the last block."""

    def __init__(self, source: Source, reader: Reader, defined: int) -> None:
        super().__init__(source.text, reader)
        self.source = source
        self.blocks: list[Block] = []
        self.problems: list[Problem] = []
        self.done = 0
        self.defined = defined
        self._no_parenthesis = False

    def run(self) -> BibFile:
        """Scan the whole text."""
        at = self.next_at(0)
        while at >= 0:
            at = self.next_at(self.block(at))
        if self.done < len(self.text):
            self.blocks.append(TextBlock(self.done, len(self.text)))
        return BibFile(self.source, tuple(self.blocks), tuple(self.problems))

    def next_at(self, at: int) -> int:
        """Return the offset of the next ``@`` outside comments, or -1."""
        if self.reader == "bibtex":
            return self.text.find("@", at)
        return next((m.start() for m in self.grammar.at.finditer(self.text, at) if m.group() == "@"), -1)

    def wrong(self, kind: str, message: str, start: int, end: int, hint: str = "") -> None:
        """Report a problem."""
        self.problems.append(problem(kind, message, self.source, Span(start, min(end, len(self.text))), hint))

    def add(self, block: Block) -> int:
        """Append a block, and before it the text since the last block; return where scanning resumes."""
        if block.start > self.done:
            self.blocks.append(TextBlock(self.done, block.start))
        self.blocks.append(block)
        self.defined += isinstance(block, String)
        self.done = block.end
        return block.end

    # Blocks

    def block(self, start: int) -> int:
        """Scan the block whose ``@`` is at ``start``; return where scanning resumes."""
        head = self.grammar.head.match(self.text, start)
        if head is None:
            word = self.grammar.word.match(self.text, start)
            if word is None:
                self.wrong("missing-entry-type", f"an @ is followed by {self.found(start + 1)}", start, start + 1)
                # the text continues right after the @: an address of mail in a comment line hides no entry after it
                return start + 1
            if word[1].lower() != "comment" or self.text[word.end() : word.end() + 1].strip():
                found = self.found(self.skip(word.end()))
                message = f"@{short(word[1])} is followed by {found} instead of {{ or ("
                self.wrong("missing-opening-brace", message, start, word.end())
            return word.end()
        kind = head[1].lower()
        whole = None if kind in _COMMANDS else self.grammar.entry.match(self.text, start)
        if whole:
            spend("entries")
            (type_start, _), (key_start, _), (body, end) = whole.span(1), whole.span(2), (whole.start(3), whole.end())
            places = whole[2], None, type_start, key_start, "}", True, self.text, body, self.grammar.field["}"]
            return self.add(EntryBlock(start, end, whole[1], *places, self.defined))
        closer = _CLOSER[head[2]]
        if kind not in _COMMANDS:
            return self._entry(start, head[1], head.start(1), head.end(), closer)
        if kind == "comment":
            opening = head.start(2)
            text = self.text
            if self.reader == "biber":
                closing = self.closing(opening) if closer == "}" else self._closing_parenthesis(opening, len(text))
            else:
                # BibTeX skips the word only and goes on to read, so that an @ in the group begins an entry
                end = text.find("@", opening)
                closing = self._closing_within(opening, len(text) if end < 0 else end, closer)
            return opening if closing < 0 else self.add(Comment(start, closing + 1, opening + 1, closing))
        if kind == "string":
            return self._string(start, head.end(), closer)
        value_end = self.value(head.end())  # of a @preamble
        if isinstance(value_end, ValueProblem):
            self.wrong(value_end.kind, f"@preamble: {value_end.message}", value_end.span.start, value_end.span.end)
            return self._remains(start, head.end())
        after = self.skip(value_end)
        if self.text.startswith(closer, after):
            return self.add(Preamble(start, after + 1, head.start(2) + 1, after))
        return self._closed(start, head.end(), value_end, closer, "@preamble", None)

    def _closing_within(self, opening: int, end: int, closer: str) -> int:
        if closer == ")":
            return self._closing_parenthesis(opening, end)
        depth = 0
        for match in BRACE.finditer(self.text, opening, end):
            depth += 1 if match.group() == "{" else -1
            if depth == 0:
                return match.start()
        return -1

    def _closing_parenthesis(self, opening: int, end: int) -> int:
        # a search to the end of the file that found none need not be made again: many of them would take quadratic time
        if self._no_parenthesis:
            return -1
        depth = 0
        for match in BRACE_OR_PARENTHESIS.finditer(self.text, opening, end):
            if match.group() != ")":
                # a brace too many inside does not end the group
                depth = max(0, depth + (1 if match.group() == "{" else -1))
            elif depth == 0:
                return match.start()
        self._no_parenthesis = end == len(self.text)
        return -1

    def _string(self, start: int, at: int, closer: str) -> int:
        name = self.grammar.name.match(self.text, at)
        if name is None:
            self.wrong("bad-string", f"a @string begins with {self.found(at)} instead of a name", at, at + 1)
            return self._remains(start, at)
        at = self.skip(name.end())
        if not self.text.startswith("=", at):
            message = f"the name '{short(name[0])}' of a @string is followed by {self.found(at)} instead of ="
            self.wrong("bad-string", message, at, at + 1)
            return self._remains(start, at)
        begin = self.skip(at + 1)
        end = self.value(begin)
        if isinstance(end, ValueProblem):
            self.wrong(end.kind, f"@string {short(name[0])}: {end.message}", end.span.start, end.span.end)
            return self._remains(start, begin)
        field = Field(name[0], self.text[begin:end], name.start(), begin)
        return self._closed(start, begin, end, closer, f"@string {short(name[0])}", field)

    def _closed(self, start: int, begin: int, end: int, closer: str, name: str, field: Field | None) -> int:
        """Scan the end of a command with one value: its delimiter, or a problem."""
        at = self.skip(end)
        if field and self.text.startswith(closer, at):
            return self.add(String(start, at + 1, field))
        if field and self.text.startswith(",", at):
            self.wrong("bad-string", f"{name} is followed by a comma instead of {closer}", at, at + 1)
        elif self.goes_on(at):
            self._stray(name, begin, end, at)
        else:
            self.wrong("unclosed-entry", f"{name} is not closed by {closer}", start, begin)
        # a macro that is defined badly is still defined, so that its uses are not further faults
        goes_on = self._resume(begin)
        block = String(start, self._trimmed(goes_on, start), field, False) if field else None
        self.add(block or TextBlock(start, self._trimmed(goes_on, start), False))
        return goes_on

    def _remains(self, start: int, at: int) -> int:
        goes_on = self._resume(at)
        self.add(TextBlock(start, self._trimmed(goes_on, start), False))
        return goes_on

    def _resume(self, at: int) -> int:
        """Return where scanning resumes after an error at ``at``; from here on, braces are matched only once."""
        # pairs of braces are found once for the whole text from here on, else each fault would search the rest again
        self.match_all()
        found = LINE_START_AT.search(self.text, at)
        return found.end() - 1 if found else len(self.text)

    def _trimmed(self, end: int, start: int) -> int:
        """Return the end of the text before ``end``, without trailing whitespace."""
        while end > start + 1 and self.text[end - 1] in " \t\r\n":
            end -= 1
        return end

    # Entries

    def _entry(self, start: int, kind: str, kind_start: int, at: int, closer: str) -> int:
        spend("entries")
        text, fields = self.text, list[str | int]()
        faults = len(self.problems)
        match, close = self.grammar.field[closer].match, self.grammar.end[closer].match
        key = self.grammar.key[closer].match(text, at)
        goes_on, name, key_start = (key.end(), key[1], at) if key else self._after_key(start, at, closer)
        while goes_on >= 0:
            field = match(text, goes_on)
            if field:
                goes_on = field.end()
                fields += (field[1], field[2], field.start(1), field.start(2))
                spend("fields")
                continue
            end = close(text, goes_on)
            if end:
                places = kind, name, tuple(fields), kind_start, key_start, closer, len(self.problems) == faults
                return self.add(EntryBlock(start, end.end(), *places, defined=self.defined))
            goes_on = self._slow_field(start, goes_on, closer, name, fields)
        end_at = self._trimmed(-goes_on - 1, start)
        places = kind, name, tuple(fields), kind_start, key_start, closer, False
        self.add(EntryBlock(start, end_at, *places, defined=self.defined))
        return -goes_on - 1

    def _after_key(self, start: int, at: int, closer: str) -> tuple[int, str, int]:
        """Scan a key without a comma; return where its fields begin (negative: see :meth:`_give_up`), the key, its offset."""
        bare = self.grammar.bare_key[closer].match(self.text, at)
        key, after = (bare[0], self.skip(bare.end())) if bare else ("", at)
        missing = self.grammar.assignment.match(self.text, at)
        if missing and key and missing.end() > after:
            self.wrong("missing-key", f"the entry begins with the field '{short(key)}' instead of a key", at, after)
            return at, "", at
        if self.grammar.assignment.match(self.text, after):
            self.wrong("missing-comma", f"the key '{short(key)}' is not followed by a comma", at, at + len(key))
            return after, key, at
        if self.goes_on(after):
            message = f"the key '{short(key)}' is followed by {self.found(after)} instead of a comma"
            self.wrong("missing-comma", message, after, after + 1)
        else:
            self._unclosed(start, at, closer, key)
        return self._give_up(at), key, at

    def _give_up(self, at: int) -> int:
        """End the entry; return the offset where scanning resumes, encoded as ``-1 - offset``."""
        return -1 - self._resume(at)

    def _slow_field(self, start: int, at: int, closer: str, key: str, fields: list[str | int]) -> int:
        """Scan one field part by part; return where the next one begins, or the result of :meth:`_give_up`."""
        at = self.skip(at)
        name = self.grammar.name.match(self.text, at)
        if name is None or not self.text.startswith("=", self.skip(name.end())):
            named = WORDS_AND_EQUALS.match(self.text, at)
            # a name of several words is a mistake in an entry; at the beginning of a line it may be prose after a lost brace
            if named is None or named.end() == at + 1 or self.at_line_start(at):
                return self._no_name(start, at, closer, key, name[0] if name else "")
            name_end = self._trimmed(named.end() - 1, at)
            message = f"entry '{short(key)}': {short(self.text[at:name_end])!r} is not a name of a field"
            self.wrong("bad-field-name", message, at, name_end)
            word, equals = self.text[at:name_end], named.end() - 1
        else:
            word, equals = name[0], self.skip(name.end())
        begin = self.skip(equals + 1)
        while self.text.startswith("=", begin):
            message = f"entry '{short(key)}': {short(word)} is followed by a second ="
            self.wrong("missing-value", message, begin, begin + 1, "remove one of them")
            begin = self.skip(begin + 1)
        end = self.value(begin)
        if isinstance(end, ValueProblem):
            found = end.span.start
            self.wrong(end.kind, f"entry '{short(key)}': {short(word)}: {end.message}", found, end.span.end)
            if end.kind != "missing-value":
                return self._unclosed_value(Field(word, "", at, begin), fields)
            if self.text.startswith((",", closer), found):
                return found + self.text.startswith(",", found)
            return self._give_up(found)
        after = self.skip(end)
        if self.text.startswith((",", closer), after):
            fields.extend(Field(word, self.text[begin:end], at, begin))
            return after + self.text.startswith(",", after)
        # a brace that is missing lets the value run to that of a later entry: the first @ at the beginning of a line shows
        named = self.grammar.assignment.match(self.text, after)
        if self.text[begin] in '{"' and not named and NEXT_AT_LINE_START.search(self.text, begin, end):
            message = f"entry '{short(key)}': the value of {short(word)} is not closed before what follows it"
            self.wrong("unclosed-value", message, begin, begin + 1)
            return self._unclosed_value(Field(word, "", at, begin), fields)
        return self._after_value(start, Field(word, self.text[begin:end], at, begin), closer, key, fields)

    def _after_value(self, start: int, field: Field, closer: str, key: str, fields: list[str | int]) -> int:
        """Scan the text after a value that no comma or delimiter follows."""
        at = self.skip(field.end)
        name = f"entry '{short(key)}': the value of {short(field.name)}"
        if BARE.fullmatch(field.value) and not self._bare_ends(at):
            # scan a value of several words: it extends to the comma, delimiter or line end
            end = field.end
            # people write title = Green Meadows, which ends where the line or the field does
            while end < len(self.text) and self.text[end] not in '{}"\r\n,' and self.text[end] != closer:
                end += 1
            end = self._trimmed(end, field.start)
            value = self.text[field.start : end]
            self.wrong("unquoted-value", f"{name} is not in braces: {short(value)}", field.start, end)
            at = self.skip(end)
            if not self.text.startswith((",", closer), at) and not self.grammar.assignment.match(self.text, at):
                return self._give_up(field.start)
            fields.extend(Field(field.name, value, field.name_start, field.start))
            return at + self.text.startswith(",", at)
        if self.grammar.assignment.match(self.text, at) and not self.at_line_start(at):
            self.wrong("missing-comma", f"{name} is not followed by a comma", field.end - 1, field.end)
            fields.extend(field)
            return at
        if self.text.startswith("%", at):
            fields.extend(field)
            return self._commented(at, key)
        fields.extend(field)
        if self.goes_on(at):
            self._stray(name, field.start, field.end, at)
            following = NEXT_FIELD.match(self.text, at)
            return following.end() if following else self._give_up(field.start)
        self._unclosed(start, field.start, closer, key)
        return self._give_up(field.start)

    def _stray(self, name: str, begin: int, end: int, at: int) -> None:
        message = f"{name} ends before {self.found(at)}"
        hint = "" if self.text.startswith('"', begin) else "a value ends with its closing brace; join two parts with #"
        self.wrong("text-after-value", message, at, at + 1, hint)

    def _bare_ends(self, at: int) -> bool:
        """Whether a bare value is complete: it is followed by a field, a comment, another entry, or the end of the file."""
        if not self.goes_on(at) or self.text.startswith("%", at):
            return True
        return "\n" in self.text[self._trimmed(at, 0) : at] and self.grammar.assignment.match(self.text, at) is not None

    def _no_name(self, start: int, at: int, closer: str, key: str, word: str) -> int:
        if self.text.startswith("%", at):
            return self._commented(at, key)
        if self.text.startswith(",", at):
            end = at
            while self.text.startswith(",", end):
                end = self.skip(end + 1)
            message = f"entry '{short(key)}': there is no field between two commas"
            self.wrong("missing-field-name", message, at, self._trimmed(end, at))
            return end
        if not self.goes_on(at):
            self._unclosed(start, at, closer, key)
        elif word:
            after = self.skip(at + len(word))
            message = f"entry '{short(key)}': the field '{short(word)}' is followed by {self.found(after)} instead of ="
            self.wrong("missing-equals", message, at, at + len(word))
            return self._past_value(after, closer)
        else:
            message = f"entry '{short(key)}': there is {self.found(at)} where a field must begin"
            self.wrong("missing-field-name", message, at, at + 1)
            if self.text.startswith("=", at):
                return self._past_value(self.skip(at + 1), closer)
        return self._give_up(at)

    def _past_value(self, at: int, closer: str) -> int:
        """Skip the value of a field without a name or ``=``, if there is one; else end the entry."""
        end = at if self.text.startswith((",", closer), at) else self.value(at)
        if not isinstance(end, ValueProblem):
            after = self.skip(end)
            if self.text.startswith((",", closer), after):
                return after + self.text.startswith(",", after)
        return self._give_up(at)

    def _commented(self, at: int, key: str) -> int:
        end = self.text.find("\n", at)
        end = len(self.text) if end < 0 else end
        message = f"entry '{short(key)}': {short(self.text[at:end].strip())} was taken for a comment"
        self.wrong("comment-in-entry", message, at, end)
        return end

    def _unclosed_value(self, field: Field, fields: list[str | int]) -> int:
        """Scan a value without an end: it extends to the line where the next field begins or the entry ends, if there is one."""
        self.match_all()
        found = END_OF_UNCLOSED.search(self.text, field.start)
        if found is None or found.lastindex is None:
            return self._give_up(field.start)
        value = self.text[field.start : found.start()].rstrip(" \t\r\n,")
        fields.extend(Field(field.name, value, field.name_start, field.start))
        return found.end()

    def _unclosed(self, start: int, at: int, closer: str, key: str) -> None:
        self.wrong("unclosed-entry", f"entry '{short(key)}' is not closed by {closer}", start, at)
