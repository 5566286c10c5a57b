"""One entry of a document that is being changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from citekit.errors import UsageError
from citekit.formats.bibtex.blocks import Entry
from citekit.formats.bibtex.grammar import Reader
from citekit.formats.bibtex.layout import (
    Layout,
    checked_expression,
    checked_key,
    checked_name,
    checked_type,
    delimited,
)
from citekit.formats.bibtex.pieces import Piece
from citekit.formats.bibtex.scan import scan
from citekit.formats.bibtex.tokens import value_parts
from citekit.formats.bibtex.values import resolve
from citekit.span import Source


class Surroundings(Protocol):
    """What an entry asks of the document that it stands in, and tells it."""

    reader: Reader

    def macros_before(self, entry: BibEntry) -> Mapping[str, str]:
        """What the macros stand for where an entry stands."""

    def layout_for(self, entry: BibEntry) -> Layout:
        """The layout that a new field of an entry gets."""

    def line_of(self, entry: BibEntry) -> int:
        """The 1-based line in which an entry begins now."""

    def find(self, key: str) -> BibEntry | None:
        """The first entry with a key, in any letter case, or None."""

    def rekeyed(self, entry: BibEntry, old: str) -> None:
        """Takes note that an entry has another key."""

    def noted(self, entry: BibEntry) -> None:
        """Takes note of the other entries that an entry names."""


class BibEntry:
    """One entry of a document; it stays the same object through all changes."""

    def __init__(self, document: Surroundings, piece: Piece) -> None:
        self._document = document
        self.piece = piece

    def __repr__(self) -> str:
        return f"<BibEntry {self.type} {self.key}>"

    @property
    def block(self) -> Entry:
        """The entry as scanned; its offsets are those of the file as it was, or of the entry's text once changed."""
        assert isinstance(self.piece.block, Entry)
        return self.piece.block

    @property
    def type(self) -> str:
        """The entry type as written."""
        return self.block.type

    @property
    def key(self) -> str:
        """The citation key as written."""
        return self.block.key

    @property
    def text(self) -> str:
        """The whole entry as it stands."""
        return self.piece.text

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the fields as written, in order."""
        return self.block.names

    def written(self, name: str) -> str | None:
        """The value of a field as written, with its delimiters; None where there is no such field."""
        field = self.block.field(name)
        return field.value if field else None

    def get(self, name: str) -> str | None:
        """The value of a field without delimiters, macros resolved; None where there is no such field."""
        value = self.written(name)
        if value is None:
            return None
        return resolve(value, self._document.macros_before(self) if macro_names(value) else {})[0]

    def set(self, name: str, value: str, as_written: bool = False) -> None:
        """Gives a field a value; a field that is not there yet is added after the last one.

        ``value`` is LaTeX text without delimiters, or BibTeX's own notation (``jan``, ``{A} # b``) with ``as_written``.
        """
        field = self.block.field(checked_name(name))
        text = self.piece.whole
        if field is None:
            layout = self._document.layout_for(self)
            made = checked_expression(value) if as_written else layout.text(value)
            self._insert(layout, name, made)
            return
        like = field.value if _is_plain(field.value) else self._document.layout_for(self).quote
        made = checked_expression(value) if as_written else delimited(value, like)
        if made != field.value:
            self._change(text[self.block.start : field.start] + made + text[field.end : self.block.end])

    def remove(self, name: str) -> None:
        """Removes a field, each time it is there; raises :class:`~citekit.errors.UsageError` where it is not."""
        if self.block.field(name) is None:
            raise UsageError(f"entry '{self.key}' has no field {name}", f"it has {', '.join(self.names) or 'none'}")
        whole, kept, at = self.piece.whole, "", self.block.start
        before = self.block.key_start + len(self.block.key)
        for field in self.block.fields:
            if field.name.lower() == name.lower():
                kept += whole[at:before]
                at = field.end
            before = field.end
        self._change(kept + whole[at : self.block.end])

    def rekey(self, key: str) -> None:
        """Gives the entry another key; ``crossref`` and the like in other entries follow."""
        old = self.key
        span = self.block.key_span
        if old == key:
            return
        if key.lower() != old.lower() and self._document.find(key):
            raise UsageError(f"there is an entry '{key}' already", "choose another key, or merge the two")
        whole = self.piece.whole
        changed = whole[self.block.start : span.start] + checked_key(key) + whole[span.end : self.block.end]
        self._change(changed)
        self._document.rekeyed(self, old)

    def retype(self, kind: str) -> None:
        """Gives the entry another type."""
        span, whole = self.block.type_span, self.piece.whole
        self._change(whole[self.block.start : span.start] + checked_type(kind) + whole[span.end : self.block.end])

    def replace(self, text: str) -> None:
        """Puts another text of one sound entry with the same key in its place."""
        self._change(text)

    def _insert(self, layout: Layout, name: str, value: str) -> None:
        entry, whole = self.block, self.piece.whole
        at = entry.fields[-1].end if entry.fields else entry.key_start + len(entry.key)
        gap = layout.between if entry.fields else layout.first
        added = gap + layout.field(name, value)
        rest = whole[at : entry.end] if entry.fields else layout.last[:-1] + entry.closer
        self._change(whole[entry.start : at] + added + rest)

    def _change(self, text: str) -> None:
        """Puts a text in the entry's place, if it is one sound entry."""
        if not self.block.sound:
            line = self._document.line_of(self)
            raise UsageError(f"entry '{self.key}' in line {line} is damaged", "repair it by hand first")
        block = one_entry(text, self._document.reader)
        if block is None:
            raise UsageError(f"the change would break entry '{self.key}'", "check braces and quotation marks")
        self.piece.put(text, block)
        self._document.noted(self)


def _is_plain(value: str) -> bool:
    """Whether a value is one part that is no macro."""
    parts = value_parts(value)
    return parts is not None and len(parts) == 1 and (value[0] in '{"' or value.isdigit())


def one_entry(text: str, reader: Reader) -> Entry | None:
    """The text as one sound entry, or None."""
    blocks = scan(Source("", text), reader).blocks
    block = blocks[0] if len(blocks) == 1 else None
    return block if isinstance(block, Entry) and block.sound else None


def macro_names(value: str) -> set[str]:
    """The macros that a value names, in lower case."""
    return {part.text.lower() for part in value_parts(value) or () if part.text[0] not in '{"0123456789'}


def macros_in(entry: Entry) -> set[str]:
    """The macros that an entry names, in lower case."""
    return {name for field in entry.fields for name in macro_names(field.value)}
