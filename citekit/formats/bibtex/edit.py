"""Changes to a ``.bib`` file that leave every other byte as it was.

A :class:`BibDocument` is a file whose entries, fields and strings can be set, added, removed, renamed, ordered and
merged. New text is laid out as its neighbours are. What would break the file is refused with a
:class:`~citekit.errors.UsageError`, and then nothing has changed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from citekit.disk import read_file, write_file
from citekit.errors import Problem, UsageError
from citekit.formats.bibtex.arrange import (
    merged,
    named_keys,
    no_longer_itself,
    rearranged,
    references_renamed,
    sorted_entries,
)
from citekit.formats.bibtex.blocks import Entry, String
from citekit.formats.bibtex.edit_entry import BibEntry, macro_names, macros_in, one_entry
from citekit.formats.bibtex.grammar import Reader
from citekit.formats.bibtex.layout import (
    Layout,
    checked_expression,
    checked_key,
    checked_name,
    checked_type,
    delimited,
    layout_of,
)
from citekit.formats.bibtex.macros import Macros
from citekit.formats.bibtex.pieces import Piece, Row, free
from citekit.formats.bibtex.read import loads
from citekit.formats.bibtex.scan import scan
from citekit.formats.bibtex.source import parse
from citekit.formats.encoding import Decoded, Encoding, decode
from citekit.span import Source
from citekit.works.library import Library


class BibDocument:
    """A ``.bib`` file to be changed. ``reader`` says by whose rules it is read (``"bibtex"`` or ``"biber"``).

    >>> bib = BibDocument.of("@book{doe2020, title={Green Meadows}}")
    >>> bib.entry("doe2020").set("title", "Green Hills")
    >>> bib.text
    '@book{doe2020, title={Green Hills}}'
    """

    def __init__(self, source: Source, encoding: Encoding | None = None, reader: Reader = "bibtex") -> None:
        self.name = source.name
        self.encoding = encoding or Encoding()
        self.reader: Reader = reader
        self.encoding_problems: tuple[Problem, ...] = ()
        self._newline = "\r\n" if source.text.count("\r\n") * 2 > source.text.count("\n") else "\n"
        self._row = Row(source.text, scan(source, reader).blocks)
        self._of: dict[Piece, BibEntry] = {}
        self._keys: dict[str, list[BibEntry]] = {}
        self._named_by: dict[str, set[BibEntry]] = {}
        self._macros: Macros | None = None
        for piece in self._row:
            if piece.is_entry:
                self._register(piece)

    # Files

    @classmethod
    def read(cls, path: str | os.PathLike[str], reader: Reader = "bibtex") -> BibDocument:
        """The document in a file; raises :class:`~citekit.errors.UnreadableInputError` where there is none."""
        return cls.of(read_file(path), os.fspath(path), reader)

    @classmethod
    def of(cls, content: str | bytes, name: str = "<string>", reader: Reader = "bibtex") -> BibDocument:
        """The document in a text, or in the bytes of a file, whose encoding is kept."""
        decoded = decode(content, name) if isinstance(content, bytes) else Decoded(content, Encoding())
        document = cls(Source(name, decoded.text), decoded.encoding, reader)
        document.encoding_problems = decoded.problems
        return document

    @property
    def text(self) -> str:
        """The document as it stands."""
        return self._row.text

    @property
    def data(self) -> bytes:
        """The bytes of the file, in its encoding and with its byte order mark; raises where a character has none."""
        return self.encoding.encode(self.text)

    def write(self, path: str | os.PathLike[str], overwrite: bool = False) -> None:
        """Writes the file, whole or not at all; a file that exists, this one too, only with ``overwrite``."""
        write_file(Path(path), self.data, overwrite)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the document as it stands."""
        return (*self.encoding_problems, *parse(Source(self.name, self.text), self.reader).problems)

    def library(self) -> Library:
        """The works of the document as it stands."""
        return loads(Source(self.name, self.text), self.reader)

    # Entries

    @property
    def entries(self) -> tuple[BibEntry, ...]:
        """The entries in order, duplicates and damaged ones too."""
        return tuple(self._of[piece] for piece in self._row if piece.is_entry)

    def find(self, key: str) -> BibEntry | None:
        """The first entry with a key, in any letter case, or None."""
        return next(iter(self._keys.get(key.lower(), ())), None)

    def entry(self, key: str) -> BibEntry:
        """The entry with a key; raises :class:`~citekit.errors.UsageError` where there is none, or more than one."""
        found = self._keys.get(key.lower(), [])
        if not found:
            raise UsageError(f"{self.name}: there is no entry '{key}'", "look at the keys in .entries")
        if len(found) > 1:
            raise UsageError(f"{self.name}: {len(found)} entries have the key '{key}'", "take one from .entries")
        return found[0]

    def add(self, kind: str, key: str, fields: Mapping[str, str], after: BibEntry | None = None) -> BibEntry:
        """Adds an entry after another one, or after the last; ``fields`` are LaTeX texts without delimiters."""
        if self.find(checked_key(key)):
            raise UsageError(f"there is an entry '{key}' already", "choose another key")
        last = after.piece if after else next((p for p in self._row.backwards() if p.is_entry), None)
        layout = self._layout_near(last)
        made = [(checked_name(name), layout.text(value)) for name, value in fields.items()]
        text = layout.entry(checked_type(kind), key, made)
        block = one_entry(text, self.reader)
        if block is None:
            raise UsageError(f"entry '{key}' would break the file", "check braces and quotation marks")
        place: Piece | None
        if last is None:
            place = self._row.last
            if self.text:
                place = self._row.put(free(self._newline if self.text.endswith("\n") else self._newline * 2), place)
            self._row.put(free(self._newline), place)
        else:
            gap = self._gap(last)
            place = self._row.put(free(gap), self._row.after_line(last))
        return self._register(self._row.put(Piece(text, block), place))

    def remove(self, entry: BibEntry) -> None:
        """Removes an entry and the blank lines after it."""
        self._keys[entry.key.lower()].remove(entry)
        del self._of[entry.piece]
        self._row.cut(entry.piece)

    def reorder(self, order: Iterable[BibEntry]) -> None:
        """Puts the entries in the order given, with the comment lines directly above each; other text stays.

        Raises :class:`~citekit.errors.UsageError` where ``order`` is not all of the entries, each once, or an entry
        would come to stand before a ``@string`` that it uses.
        """
        wanted = list(order)
        if len(wanted) != len(self._of) or {id(entry) for entry in wanted} != {id(entry) for entry in self.entries}:
            raise UsageError("the order does not name every entry once", "give all of .entries")
        meaning = {id(entry): self._meaning(entry) for entry in wanted} if self._strings_between() else {}
        before = self.entries
        self._arrange(wanted)
        if any(self._meaning(entry) != meaning[id(entry)] for entry in wanted if meaning):
            self._arrange(before)
            raise UsageError("an entry would stand before a @string that it uses", "move the @string to the top")

    def sort(self, by: Callable[[BibEntry], object] | None = None) -> None:
        """Sorts the entries, by key unless told otherwise; those that ``crossref`` names come last, as BibTeX needs."""
        self.reorder(sorted_entries(self.entries, by))

    def merge(self, entry: BibEntry, *others: BibEntry) -> dict[str, tuple[str, ...]]:
        """Merges entries into the first: it gets the fields that it lacks, the others are removed.

        Gives back the values (as written) that were not taken over because the entry has others, by field.
        """
        if entry in others or len(set(others)) < len(others):
            raise UsageError(f"entry '{entry.key}' cannot be merged with itself", "name each entry once")
        left = merged(entry, others)
        for other in others:
            self.remove(other)
            self._renamed(other.key, entry.key)
        no_longer_itself(entry)
        return left

    # Strings

    @property
    def strings(self) -> dict[str, str]:
        """Macro -> its last definition as written."""
        blocks = (piece.block for piece in self._row)
        return {block.field.name: block.field.value for block in blocks if isinstance(block, String)}

    def set_string(self, name: str, value: str, as_written: bool = False) -> None:
        """Defines a macro: its last definition is changed, or a new one is put after the last ``@string``."""
        self._macros = None
        pieces = [piece for piece in self._row if isinstance(piece.block, String) and piece.block.sound]
        same = [p for p in pieces if isinstance(p.block, String) and p.block.field.name.lower() == name.lower()]
        model = (same or pieces or [Piece("@string{x = {}}", _one_string("@string{x = {}}"))])[-1]
        assert isinstance(model.block, String)
        field, whole = model.block.field, model.whole
        made = checked_expression(value) if as_written else delimited(value, field.value)
        label = field.name if same else checked_name(name)
        text = (
            whole[model.block.start : field.name_start] + label
            + whole[field.name_span.end : field.start] + made + whole[field.end : model.block.end]
        )  # fmt: skip
        block = _one_string(text)
        if same:
            model.put(text, block)
            return
        first = next((piece for piece in self._row if piece.is_entry), None)
        place = pieces[-1] if pieces else first.before if first else self._row.last
        if pieces:
            place = self._row.put(free(self._newline), place)
        place = self._row.put(Piece(text, block), place)
        if not pieces:
            self._row.put(free(self._newline * 2), place)

    def remove_string(self, name: str) -> None:
        """Removes all definitions of a macro; raises :class:`~citekit.errors.UsageError` where it is used or unknown."""
        pieces = [p for p in self._row if isinstance(p.block, String) and p.block.field.name.lower() == name.lower()]
        if not pieces:
            raise UsageError(f"no macro '{name}' is defined", "look at .strings")
        users = [entry.key for entry in self.entries if name.lower() in macros_in(entry.block)]
        users += [f"@string {key}" for key, value in self.strings.items() if name.lower() in macro_names(value)]
        if users:
            raise UsageError(f"the macro '{name}' is used by {', '.join(users[:5])}", "change these values first")
        self._macros = None
        for piece in pieces:
            self._row.cut(piece)

    # What entries need to know

    def macros_before(self, entry: BibEntry) -> Macros:
        """What the macros stand for where an entry stands."""
        if self._macros is not None:
            return self._macros.renew()
        found: list[tuple[str, str]] = []
        for piece in self._row:
            if piece is entry.piece:
                break
            if isinstance(piece.block, String):
                found.append((piece.block.field.name, piece.block.field.value))
        macros = Macros(found)
        macros.define(len(found))
        if not self._strings_between():
            self._macros = macros  # they stand for the same in all entries
        return macros

    def layout_for(self, entry: BibEntry) -> Layout:
        """The layout that a new field of an entry gets."""
        return self._layout_near(entry.piece)

    def line_of(self, entry: BibEntry) -> int:
        """The 1-based line in which an entry begins now."""
        line = 1
        for piece in self._row:
            if piece is entry.piece:
                break
            line += piece.text.count("\n")
        return line

    def rekeyed(self, entry: BibEntry, old: str) -> None:
        """Notes that an entry has another key, and renames it where other entries name it."""
        self._keys[old.lower()].remove(entry)
        self._keys.setdefault(entry.key.lower(), []).append(entry)
        self._renamed(old, entry.key)

    def _renamed(self, old: str, new: str) -> None:
        if not self._keys.get(old.lower()):
            for entry in self._named_by.pop(old.lower(), ()):
                references_renamed(entry, old, new)

    def noted(self, entry: BibEntry) -> None:
        """Notes which other entries an entry names."""
        for key in named_keys(entry):
            self._named_by.setdefault(key, set()).add(entry)

    def _register(self, piece: Piece) -> BibEntry:
        entry = self._of[piece] = BibEntry(self, piece)
        self._keys.setdefault(entry.key.lower(), []).append(entry)
        self.noted(entry)
        return entry

    def _layout_near(self, piece: Piece | None) -> Layout:
        """The layout of the nearest sound entry with two fields or more, this one first."""
        for step in ("before", "after"):
            at, seen = piece, 0
            while at is not None and seen < 50:
                block = at.block
                if isinstance(block, Entry) and block.sound and len(block.fields) > 1:
                    return layout_of(block, at.whole)
                at, seen = getattr(at, step), seen + 1
        newline = self._newline
        return Layout(first=f",{newline}  ", between=f",{newline}  ", last=f",{newline}}}")

    def _gap(self, piece: Piece) -> str:
        """What divides two entries here: the blanks before this one, where that is all there is."""
        above = piece.before
        if above and above.is_text and above.before and above.before.is_entry and not above.text.strip():
            return above.text
        return self._newline * 2

    def _strings_between(self) -> bool:
        kinds = [type(piece.block) for piece in self._row if isinstance(piece.block, Entry | String)]
        return String in kinds and Entry in kinds[: len(kinds) - kinds[::-1].index(String)]

    def _meaning(self, entry: BibEntry) -> list[str | None]:
        return [entry.get(name) for name in entry.names]

    def _arrange(self, order: Iterable[BibEntry]) -> None:
        pieces = rearranged(self._row, [entry.piece for entry in order])
        for entry, piece in zip(order, pieces, strict=True):
            entry.piece = piece
            self._of[piece] = entry


def _one_string(text: str) -> String:
    blocks = scan(Source("", text)).blocks
    if len(blocks) != 1 or not isinstance(blocks[0], String) or not blocks[0].sound:
        raise UsageError("the @string would break the file", "check braces and quotation marks")
    return blocks[0]
