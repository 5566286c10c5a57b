"""The editor of ``.bib`` files, which leaves every other byte as it was.

A :class:`BibLayer` is the source of a library: a text whose entries, fields and strings can be set, added, removed,
renamed, ordered and merged. New text gets the layout of the entries around it. A change that would break the file raises
a :class:`~citekit.runtime.errors.UsageError`, and then nothing has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from functools import cached_property
from typing import Self, SupportsIndex, overload

from citekit.formats.bibtex.block_list import BlockList, OffsetBlock, free, rearrange
from citekit.formats.bibtex.blocks import Block, EntryBlock, String
from citekit.formats.bibtex.edit_entry import (
    BibEntry,
    field_text,
    macro_names,
    macros_in,
    merged,
    named_keys,
    no_longer_itself,
    one_entry,
    references_renamed,
    sorted_entries,
)
from citekit.formats.bibtex.entry import Written, entry_of
from citekit.formats.bibtex.inherit import keys_in
from citekit.formats.bibtex.layout import (
    EntryForm,
    checked_expression,
    checked_key,
    checked_name,
    checked_type,
    delimited,
    layout_of,
)
from citekit.formats.bibtex.read import dialect_of, loads, parse, text_of_value, work_among
from citekit.formats.bibtex.scan import scan
from citekit.formats.bibtex.tokens import Reader
from citekit.formats.bibtex.values import StringMacros, resolve
from citekit.formats.bibtex.work import is_title_alone, title_of
from citekit.formats.bibtex.write import ordered
from citekit.formats.encoding import Decoded, Encoding, decode
from citekit.model.bibtex_names import read_names
from citekit.model.kinds import Dialect, variable_of
from citekit.model.library import Works
from citekit.model.name import Name
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.budget import budget, seconds_for
from citekit.runtime.config import BibtexSettings
from citekit.runtime.errors import MissingError, Problem, UsageError, did_you_mean
from citekit.runtime.span import Source


class BibLayer:
    """An editable ``.bib`` text, read by the rules of ``reader`` (``"bibtex"`` or ``"biber"``)."""

    def __init__(self, source: Source, encoding: Encoding | None = None, reader: Reader = "bibtex") -> None:
        self.name = source.name
        self.encoding = encoding or Encoding()
        self.reader: Reader = reader
        self.encoding_problems: tuple[Problem, ...] = ()
        self._source = source
        self._macros: StringMacros | None = None
        self._read: Works | None = None
        self._listed: EntryTuple | None = None
        self._works: dict[BibEntry, tuple[EntryBlock, Work]] = {}

    def _start(self) -> Source:
        """Return the text before any change."""
        return self._source

    @cached_property
    def row(self) -> BlockList:
        """The blocks of the text, in order."""
        return self._scanned()

    def _scanned(self) -> BlockList:
        source = self._start()
        with budget(self.name, seconds_for(len(source.text))):
            blocks = scan(source, self.reader).blocks
        return BlockList(self._piece(source.text, block) for block in blocks)

    def _piece(self, whole: str, block: Block) -> OffsetBlock:
        return Entry.scanned(self, whole, block) if isinstance(block, EntryBlock) else OffsetBlock(whole, block)

    @cached_property
    def newline(self) -> str:
        """The line end that most lines have."""
        text = self._start().text
        return "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"

    @cached_property
    def _dialect(self) -> Dialect:
        blocks = [piece.block for piece in self.row if isinstance(piece.block, EntryBlock)]
        return "biblatex" if self.reader == "biber" else dialect_of_names(blocks)

    def _touched(self) -> None:
        """Discard what was read from the whole text."""
        self._read = self._listed = None

    @cached_property
    def _keys(self) -> dict[str, list[BibEntry]]:
        """Key in lower case -> the entries that have it."""
        keys: dict[str, list[BibEntry]] = {}
        for entry in self.entries:
            keys.setdefault(entry.key.lower(), []).append(entry)
        return keys

    @cached_property
    def _named_by(self) -> dict[str, set[BibEntry]]:
        """Key in lower case -> the entries that name it."""
        named: dict[str, set[BibEntry]] = {}
        for entry in self.entries:
            for key in named_keys(entry):
                named.setdefault(key, set()).add(entry)
        return named

    # Files

    @classmethod
    def of(cls, content: str | bytes, name: str = "<string>", reader: Reader = "bibtex") -> Self:
        """Create the layer of a text, or of the bytes of a file, whose encoding is retained."""
        decoded = decode(content, name) if isinstance(content, bytes) else Decoded(content, Encoding())
        layer = cls(Source(name, decoded.text), decoded.encoding, reader)
        layer.encoding_problems = decoded.problems
        return layer

    @property
    def text(self) -> str:
        """The current text."""
        return self.row.text if "row" in self.__dict__ else self._start().text

    @property
    def data(self) -> bytes:
        """The bytes of the file, with its byte order mark; raises if its encoding lacks a character."""
        return self.encoding.encode(self.text)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems of the current text."""
        return (*self.encoding_problems, *parse(Source(self.name, self.text), self.reader).problems)

    # Works

    def reading(self) -> Works:
        """Return the works of the current text with traces and problems; it is read again only after changes."""
        if self._read is None:
            text = self.text
            with budget(self.name, seconds_for(len(text))):
                self._read = loads(Source(self.name, text), self.reader)
        return self._read

    def work_at(self, entry: BibEntry) -> Work:
        """Return the work that an entry describes, decoded once for each version of its text."""
        if _inherits(entry):
            return work_among(
                [(one.block, self.macros_before(one)) for one in self.with_parents([entry], _HANDING)], self._dialect
            )
        known = self._works.get(entry)
        if known is None or known[0] is not entry.block:
            known = self._works[entry] = (
                entry.block,
                work_among([(entry.block, self.macros_before(entry))], self._dialect),
            )
        return known[1]

    def with_parents(self, entries: Iterable[BibEntry], by: Iterable[str] = ("xdata", "crossref")) -> list[BibEntry]:
        """Return the entries, followed by those that they refer to in some fields; by default, those that they inherit from.

        With ``xdata``, entries that a single value is taken from are included (``author = {xdata=names-author-1}``).
        """
        found = dict.fromkeys(entries)
        waiting = list(found)
        for one in waiting:
            for parent in self._named(one, by):
                if parent not in found:
                    found[parent] = None
                    waiting.append(parent)
        return waiting

    def _named(self, entry: BibEntry, by: Iterable[str]) -> Iterator[BibEntry]:
        for name in by:
            yield from filter(None, map(self.find, keys_in(entry.get(name) or "")))
        if "xdata" not in by or "xdata" not in entry.text:
            return
        for match in _GRANULAR.finditer(entry.text):
            key = match[1]  # KEY-FIELD or KEY-FIELD-INDEX, and a key may have hyphens itself
            while "-" in key:
                key = key.rpartition("-")[0]
                if parent := self.find(key):
                    yield parent
                    break

    def title_at(self, entry: BibEntry) -> str:
        """Return the title of the work that an entry describes."""
        if not _inherits(entry) and is_title_alone(entry.block.values.keys()):
            return title_of(text_of_value(entry.get("title") or ""))
        return self.work_at(entry).text("title")

    def authors_at(self, entry: BibEntry) -> tuple[Name, ...]:
        """Return the authors of the work that an entry describes."""
        names = entry.block.values
        if _inherits(entry) or "options" in names or "author+an" in names:
            return self.work_at(entry).author
        return read_names(text_of_value(entry.get("author") or ""), self._dialect)[0]

    def put_work(self, entry: BibEntry, work: Work) -> None:
        """Write a work into its entry: only the fields that differ, under the names that the entry uses for them."""
        settings = self.settings
        put(entry, entry_of(self.work_at(entry), settings), entry_of(work, settings))
        if work.id and work.id != entry.key:
            entry.rekey(work.id)

    @property
    def settings(self) -> BibtexSettings:
        """The settings for new text: ASCII if the file is, in the dialect of the file."""
        text = self.text
        return BibtexSettings(text.isascii() and "\\" in text, dialect=self._dialect)

    # Entries

    @property
    def entries(self) -> EntryTuple:
        """The entries in order, duplicates and damaged ones too; ``entries["doe2020"]`` is the one with this key."""
        if self._listed is None:
            self._listed = EntryTuple(piece for piece in self.row if isinstance(piece, BibEntry))
        return self._listed

    def find(self, key: str) -> BibEntry | None:
        """Return the first entry with a key, in any letter case, or None."""
        found = self._keys.get(key.lower())
        return found[0] if found else None

    def keys(self) -> tuple[str, ...]:
        """Return the citation keys in order, as written."""
        return tuple(entry.key for entry in self.entries)

    def entry(self, key: str) -> BibEntry:
        """Return the entry with a key.

        Raises :class:`~citekit.runtime.errors.MissingError` if there is none, and
        :class:`~citekit.runtime.errors.UsageError` if there is more than one.
        """
        found = self._keys.get(key.lower(), [])
        if not found:
            raise MissingError(f"{self.name}: there is no entry '{key}'", did_you_mean(key, self.keys()))
        if len(found) > 1:
            raise UsageError(f"{self.name}: {len(found)} entries have the key '{key}'", "take one from .entries")
        return found[0]

    def add_entry(
        self,
        kind: str,
        key: str,
        fields: Mapping[str, str | int],
        after: BibEntry | None = None,
        entry: BibEntry | None = None,
    ) -> BibEntry:
        """Add an entry after another one, or after the last; ``fields`` are LaTeX texts without delimiters.

        ``entry`` is the object that is to be it, if there is one already.
        """
        if self.find(checked_key(key)):
            raise UsageError(f"there is an entry '{key}' already", "choose another key")
        last = after or self._last()
        layout = self._layout_near(last)
        made = [(checked_name(name), layout.text(field_text(name, value))) for name, value in fields.items()]
        text = layout.entry(checked_type(kind), key, made)
        return self._put_in(text, last, entry)

    def add_text(self, text: str) -> BibEntry:
        """Add an entry as it is written, after the last one."""
        return self._put_in(text, self._last())

    def _last(self) -> OffsetBlock | None:
        return next((piece for piece in self.row.backwards() if piece.is_entry), None)

    def _put_in(self, text: str, last: OffsetBlock | None, entry: BibEntry | None = None) -> BibEntry:
        block = one_entry(text, self.reader)
        if block is None:
            raise UsageError("the entry would break the file", "check braces and quotation marks")
        if self.find(checked_key(block.key)):
            raise UsageError(f"there is an entry '{block.key}' already", "choose another key")
        place: OffsetBlock | None
        if last is None:
            place = self.row.last
            if self.text:
                place = self.row.put(free(self.newline if self.text.endswith("\n") else self.newline * 2), place)
            self.row.put(free(self.newline), place)
        else:
            place = self.row.put(free(self._separator(last)), self.row.after_line(last))
        entry = entry.placed(self, text, block) if entry is not None else Entry.scanned(self, text, block)
        self.row.put(entry, place)
        if "_keys" in self.__dict__:
            self._keys.setdefault(entry.key.lower(), []).append(entry)
        self.noted(entry)
        return entry

    def remove(self, entry: BibEntry) -> None:
        """Remove an entry and the blank lines after it."""
        self._keys[entry.key.lower()].remove(entry)
        self.row.cut(entry)
        self._touched()

    def add_work(self, work: Work, settings: BibtexSettings, after: BibEntry | None = None) -> BibEntry:
        """Add a work that has a key, after an entry or after the last one."""
        made = entry_of(work, settings)
        fields = [(checked_name(name), checked_expression(value)) for name, value in ordered(made.fields)]
        last = after or self._last()
        text = self._layout_near(last).entry(checked_type(made.type), checked_key(work.id), fields)
        return self._put_in(text, last)

    def reorder(self, order: Iterable[BibEntry]) -> None:
        """Reorder the entries, with the comment lines directly above each; other text stays.

        Raises :class:`~citekit.runtime.errors.UsageError` unless ``order`` has every entry once, or if an entry would be
        moved before a ``@string`` that it uses.
        """
        wanted = list(order)
        if len(wanted) != len(self.entries) or {id(entry) for entry in wanted} != {id(entry) for entry in self.entries}:
            raise UsageError("the order does not name every entry once", "give all of .entries")
        meaning = {id(entry): self._meaning(entry) for entry in wanted} if self._strings_between() else {}
        before = self.entries
        self._arrange(wanted)
        if any(self._meaning(entry) != meaning[id(entry)] for entry in wanted if meaning):
            self._arrange(before)
            raise UsageError("an entry would be moved before a @string that it uses", "move the @string to the top")

    def sort(self, key: Callable[[BibEntry], object] | None = None, reverse: bool = False) -> None:
        """Sort the entries, by citation key by default; those that ``crossref`` refers to come last, as BibTeX requires."""
        self.reorder(sorted_entries(self.entries, key, reverse))

    def merge(self, entry: BibEntry, *others: BibEntry) -> dict[str, tuple[str, ...]]:
        """Merge entries into the first one: it gets the fields that it lacks, and the others are removed.

        Returns, by field, the values (as written) that were dropped because the entry has other ones.
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
    def strings(self) -> Strings:
        """The macros of the file: name -> text of the last definition; a text that is assigned gets delimiters."""
        return Strings(self)

    def definitions(self) -> dict[str, str]:
        """Return the last definition of each macro, as written."""
        blocks = (piece.block for piece in self.row)
        return {block.field.name: block.field.value for block in blocks if isinstance(block, String)}

    def set_string(self, name: str, value: str, as_written: bool = False) -> None:
        """Define a macro: its last definition is changed, or a new one is added after the last ``@string``."""
        self._forget_macros()
        pieces = [piece for piece in self.row if isinstance(piece.block, String) and piece.block.sound]
        same = [p for p in pieces if isinstance(p.block, String) and p.block.field.name.lower() == name.lower()]
        model = (same or pieces or [OffsetBlock("@string{x = {}}", _one_string("@string{x = {}}"))])[-1]
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
        first = next((piece for piece in self.row if piece.is_entry), None)
        place = pieces[-1] if pieces else first.before if first else self.row.last
        if pieces:
            place = self.row.put(free(self.newline), place)
        place = self.row.put(OffsetBlock(text, block), place)
        if not pieces:
            self.row.put(free(self.newline * 2), place)

    def remove_string(self, name: str) -> None:
        """Remove all definitions of a macro; raise :class:`~citekit.runtime.errors.UsageError` if it is used or unknown."""
        pieces = [p for p in self.row if isinstance(p.block, String) and p.block.field.name.lower() == name.lower()]
        if not pieces:
            raise MissingError(f"no macro '{name}' is defined", did_you_mean(name, self.strings))
        users = [entry.key for entry in self.entries if name.lower() in macros_in(entry.block)]
        users += [f"@string {key}" for key, value in self.definitions().items() if name.lower() in macro_names(value)]
        if users:
            raise UsageError(f"the macro '{name}' is used by {', '.join(users[:5])}", "change these values first")
        self._forget_macros()
        for piece in pieces:
            self.row.cut(piece)

    def _forget_macros(self) -> None:
        self._macros = None
        self._works.clear()
        self._touched()

    # The context of entries (EntryContext)

    def macros_before(self, entry: BibEntry) -> StringMacros:
        """Return the macros that are defined before an entry."""
        if self._macros is not None:
            return self._macros.renew()
        found: list[tuple[str, str]] = []
        for piece in self.row:
            if piece is entry:
                break
            if isinstance(piece.block, String):
                found.append((piece.block.field.name, piece.block.field.value))
        macros = StringMacros(found)
        macros.define(len(found))
        if not self._strings_between():
            self._macros = macros  # all entries come after all definitions, so they share the macros
        return macros

    def layout_for(self, entry: BibEntry) -> EntryForm:
        """Return the layout for a new field of an entry."""
        return self._layout_near(entry)

    def line_of(self, entry: BibEntry) -> int:
        """Return the 1-based line in which an entry begins now."""
        line = 1
        for piece in self.row:
            if piece is entry:
                break
            line += piece.text.count("\n")
        return line

    def rekeyed(self, entry: BibEntry, old: str) -> None:
        """Record that the key of an entry has changed, and update references in other entries."""
        self._keys[old.lower()].remove(entry)
        self._keys.setdefault(entry.key.lower(), []).append(entry)
        self._renamed(old, entry.key)

    def _renamed(self, old: str, new: str) -> None:
        if not self._keys.get(old.lower()):
            for entry in self._named_by.pop(old.lower(), ()):
                references_renamed(entry, old, new)

    def noted(self, entry: BibEntry) -> None:
        """Record that an entry has changed, and which other entries it refers to."""
        self._touched()
        if "_named_by" in self.__dict__:
            for key in named_keys(entry):
                self._named_by.setdefault(key, set()).add(entry)

    def _layout_near(self, piece: OffsetBlock | None) -> EntryForm:
        """Return the layout of the nearest sound entry with two fields or more, this one first."""
        for step in ("before", "after"):
            at, seen = piece, 0
            while at is not None and seen < 50:  # a limit, because the search is repeated for every added entry
                block = at.block
                if isinstance(block, EntryBlock) and block.sound and len(block.fields) > 1:
                    return layout_of(block, at.whole)
                at, seen = getattr(at, step), seen + 1
        newline = self.newline
        return EntryForm(first=f",{newline}  ", between=f",{newline}  ", last=f",{newline}}}")

    def _separator(self, piece: OffsetBlock) -> str:
        """Return the whitespace to put between entries: that before this one, if nothing else separates the two."""
        above = piece.before
        if above and above.is_text and above.before and above.before.is_entry and not above.text.strip():
            return above.text
        return self.newline * 2

    def _strings_between(self) -> bool:
        kinds = [type(piece.block) for piece in self.row if isinstance(piece.block, EntryBlock | String)]
        return String in kinds and EntryBlock in kinds[: len(kinds) - kinds[::-1].index(String)]

    def _meaning(self, entry: BibEntry) -> list[str | None]:
        return [entry.get(name) for name in entry.names]

    def _arrange(self, order: Sequence[BibEntry]) -> None:
        self._touched()
        self.__dict__.pop("_keys", None)
        rearrange(self.row, order)


class Entry(BibEntry):
    """An entry of a library, or a new one that is in none yet.

    >>> from citekit import Entry
    >>> entry = Entry("doe2020", "book", {"title": "Green {Meadows}", "author": "Doe, Jane", "year": 2020})
    >>> entry["title"], entry.title, entry.authors[0].family, entry.date.year
    ('Green {Meadows}', 'Green Meadows', 'Doe', 2020)
    """

    __slots__ = ()

    def __init__(
        self,
        key: str,
        type: str = "misc",  # noqa: A002
        fields: Mapping[str, str | int] | None = None,
    ) -> None:
        """Create an entry; the values of fields are LaTeX texts without delimiters.

        Raises :class:`~citekit.runtime.errors.UsageError` for a key, a type or a value that would break a file.
        """
        BibLayer(Source("", "")).add_entry(type, key, fields or {}, entry=self)


class EntryTuple(tuple[BibEntry, ...]):
    """The entries of a library in order, which can be looked up by key as well; iteration yields entries."""

    __slots__ = ()

    @overload
    def __getitem__(self, place: SupportsIndex | str, /) -> BibEntry: ...
    @overload
    def __getitem__(self, place: slice, /) -> tuple[BibEntry, ...]: ...
    def __getitem__(self, place: SupportsIndex | str | slice, /) -> BibEntry | tuple[BibEntry, ...]:
        if not isinstance(place, str):
            return super().__getitem__(place)
        found = self.get(place)
        if found is None:
            raise MissingError(f"there is no entry '{place}'", did_you_mean(place, self.keys()))
        return found

    def __contains__(self, thing: object) -> bool:
        return super().__contains__(self.get(thing) if isinstance(thing, str) else thing)

    def get(self, key: str) -> BibEntry | None:
        """Return the first entry with a key, in any letter case, or None."""
        return next((entry for entry in self if entry.key.lower() == key.lower()), None)

    def keys(self) -> tuple[str, ...]:
        """Return the citation keys."""
        return tuple(entry.key for entry in self)

    def values(self) -> tuple[BibEntry, ...]:
        """Return the entries."""
        return self

    def items(self) -> tuple[tuple[str, BibEntry], ...]:
        """Return pairs of key and entry."""
        return tuple((entry.key, entry) for entry in self)


class Strings(MutableMapping[str, str]):
    """The macros of a file: name -> text of the last definition, without delimiters and with the macros in it resolved."""

    def __init__(self, layer: BibLayer) -> None:
        self._layer = layer
        self._defined: dict[str, str] = {}
        self._macros = StringMacros(())

    def __repr__(self) -> str:
        return repr(dict(self))

    def __getitem__(self, name: str) -> str:
        defined = self._layer.definitions()
        if defined != self._defined:  # resolved once for all names, until a definition changes
            self._defined, self._macros = defined, StringMacros(list(defined.items()))
            self._macros.define(len(defined))
        for known, value in defined.items():
            if known.lower() == name.lower():
                return resolve(value, self._macros.renew())[0]
        raise MissingError(f"no macro '{name}' is defined", did_you_mean(name, self) if len(self) else "there is none")

    def __setitem__(self, name: str, text: str) -> None:
        self._layer.set_string(name, text)

    def __delitem__(self, name: str) -> None:
        self._layer.remove_string(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._layer.definitions())

    def __len__(self) -> int:
        return len(self._layer.definitions())


def put(entry: BibEntry, old: Written, new: Written) -> None:
    """Change an entry from an old to a new version, under the field names that it uses; on an error, nothing changes."""
    unchanged = entry.text
    names = {variable_of(name.lower(), old.type) or name.lower(): name for name in reversed(entry.names)}
    names |= {name.lower(): name for name in entry.names}
    try:
        for name in dict.fromkeys((*old.fields, *new.fields)):
            before, after = old.fields.get(name), new.fields.get(name)
            own = names.get(name) or names.get(variable_of(name, old.type)) or name
            if after is None and entry.written(own) is not None:
                entry.remove(own)
            elif after is not None and before != after:
                entry.set(own, after, as_written=True)
        if old.type != new.type:
            entry.retype(new.type)
    except UsageError:
        entry.replace(unchanged)
        raise


def dialect_of_names(blocks: Iterable[EntryBlock]) -> Dialect:
    """Return the dialect that the types and field names of entries belong to, without decoding values."""
    return dialect_of((block.type.lower(), block.values.keys()) for block in blocks)


_HANDED = frozenset({"crossref", "xdata"})
_GRANULAR = re.compile(r"[{\",\s]xdata\s*=\s*([^\s,{}\"]{1,200})")
"""A value taken from an ``xdata`` entry (BibLaTeX manual, "Data Containers")."""
_HANDING = ("xdata", "crossref", "entryset")


def _inherits(entry: BibEntry) -> bool:
    block = entry.block
    return not block.values.keys().isdisjoint(_HANDED) or block.type.lower() == "set"


def _one_string(text: str) -> String:
    blocks = scan(Source("", text)).blocks
    if len(blocks) != 1 or not isinstance(blocks[0], String) or not blocks[0].sound:
        raise UsageError("the @string would break the file", "check braces and quotation marks")
    return blocks[0]
