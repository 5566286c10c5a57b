"""The editor of ``.bib`` files, which leaves every other byte as it was: a text and its entries, which know one another.

A :class:`BibText` is the source of a library: a text whose entries, fields and strings can be set, added, removed,
renamed, ordered and merged. New text gets the layout of the entries around it. A change that would break the file raises
a :class:`~citekit.runtime.errors.UsageError`, and then nothing has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple, Self, SupportsIndex, overload

from citekit.formats.bibtex.blocks import (
    BlockList,
    EntryBlock,
    OffsetBlock,
    Preamble,
    Reader,
    String,
    free,
    macro_names,
    parse,
    rearrange,
    scan,
    scan_entry,
    short,
    take_note,
    value_parts,
)
from citekit.formats.bibtex.from_work import Written, entry_of
from citekit.formats.bibtex.inherit import REFERENCES, dialect_of, keys_in
from citekit.formats.bibtex.layout import (
    EntryForm,
    checked_expression,
    checked_key,
    checked_name,
    checked_type,
    delimited,
    layout_of,
)
from citekit.formats.bibtex.read import is_title_alone, loads, work_among
from citekit.formats.bibtex.values import StringMacros, resolve, text_of_value, title_of
from citekit.formats.bibtex.write import ordered
from citekit.model.date import Date
from citekit.model.ids import normal_doi
from citekit.model.kinds import CSL_TYPES, NAME_VARIABLES, Dialect, variable_of
from citekit.model.name import Name, read_names
from citekit.model.work import Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.budget import budget, seconds_for
from citekit.runtime.config import BibtexSettings
from citekit.runtime.encodings import Decoded, Encoding, decode
from citekit.runtime.errors import MissingError, Problem, UsageError, did_you_mean
from citekit.runtime.span import Source
from citekit.text.rich import unescaped, without_tags
from citekit.text.tex_printed import printed


class Fields(MutableMapping[str, str]):
    """The fields of an entry: name (in any letter case) -> text without delimiters, macros resolved.

    Texts are LaTeX, as in BibTeX; ``Entry.work`` has them decoded. Values to set are strings or numbers.
    """

    __slots__ = ("_entry",)

    def __init__(self, entry: Entry) -> None:
        self._entry = entry

    def __repr__(self) -> str:
        return repr(dict(self))

    def __getitem__(self, name: str) -> str:
        value = self._entry.get(name)
        if value is None:
            hint = did_you_mean(name, self) if len(self) else "it has none"
            raise MissingError(f"entry '{self._entry.key}' has no field {name}", hint)
        return value

    def __setitem__(self, name: str, value: str | int) -> None:
        self._entry.set(name, field_text(name, value))

    def __delitem__(self, name: str) -> None:
        self[name]
        self._entry.remove(name)

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(map(str.lower, self._entry.names)))

    def __len__(self) -> int:
        return len(set(map(str.lower, self._entry.names)))

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.lower() in self._entry.block.values


def field_text(name: str, value: object) -> str:
    """Return LaTeX, a text or a number as the text of a field.

    Raises :class:`~citekit.runtime.errors.UsageError` for other types.
    """
    if isinstance(value, str):
        if type(value) is str:
            return value
        from citekit.text.value import Text  # which few programs put in

        return value.to_latex() if isinstance(value, Text) else value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    hint = "give a string or a number; entry.authors takes a list of names, entry.work a whole work"
    raise UsageError(f"the field {name} cannot be {value!r}", hint)


FieldValues = Mapping[str, str | int] | Iterable[Any]
"""The fields of a new entry: a mapping, pairs of name and value, or the Field objects of bibtexparser."""


# What bibtexparser calls the key and the type where an entry is a dictionary.
_OF_BIBTEXPARSER = {"ID": "key", "ENTRYTYPE": "entry_type"}


class FieldText(NamedTuple):
    """The name and the LaTeX text of a field, as ``citekit.Field``: programs for bibtexparser 2 read and set fields so.

    >>> from citekit import Entry, Field
    >>> Entry("misc", "rao2022", [Field("title", "Notes on Rope")]).fields_dict["title"].value
    'Notes on Rope'
    """

    key: str
    value: str


class Entry(OffsetBlock):
    """One entry of a library, or a new one that is in none yet; it stays the same object through all changes.

    ``entry["title"]`` is the text of a field and can be set and deleted; ``entry.fields`` are all of them. ``work`` is the
    :class:`~citekit.model.work.Work` that the entry describes, decoded on first use and written back when it is set;
    ``title``, ``authors``, ``year`` and the other parts of a work can be read here as well.

    >>> from citekit import Entry
    >>> entry = Entry("doe2020", "book", {"title": "Green {Meadows}", "author": "Doe, Jane", "year": 2020})
    >>> entry["title"], entry.title, entry.authors[0].family, entry.date.year
    ('Green {Meadows}', 'Green Meadows', 'Doe', 2020)
    """

    __slots__ = ("__weakref__", "_document")
    block: EntryBlock
    """The entry as scanned; its offsets refer to the original file, or to the entry's own text after a change."""
    _document: BibText

    def __init__(
        self,
        key: str,
        type: str | FieldValues = "misc",  # noqa: A002
        fields: FieldValues = (),
    ) -> None:
        """Create an entry; the values of fields are LaTeX texts without delimiters, in a mapping or as pairs.

        ``Entry("misc", {…})``, as in pybtex, has no key yet: a library gives it one. The type may be before the key, as in
        bibtexparser 2, if it is one of BibTeX's or BibLaTeX's. Raises :class:`~citekit.runtime.errors.UsageError` for a
        key, a type or a value that would break a file.
        """
        kind, values = type, fields
        if not isinstance(kind, str):
            kind, key, values = key, "", kind
        elif key.lower() in CSL_TYPES and kind.lower() not in CSL_TYPES:
            kind, key = key, checked_key(kind)
        else:
            checked_key(key)
        if not isinstance(values, Mapping):
            pairs: Iterable[Any] = values
            values = dict((field.key, field.value) if hasattr(field, "key") else field for field in pairs)
        BibText(Source("", "")).add_entry(kind, key, values, entry=self)

    @classmethod
    def scanned(cls, document: BibText, whole: str, block: EntryBlock) -> Entry:
        """Return the entry of a block in the text of a document."""
        return cls.__new__(cls).placed(document, whole, block)

    def placed(self, document: BibText, whole: str, block: EntryBlock) -> Entry:
        """Make a block of a document's text the text of this entry, and return the entry."""
        super().__init__(whole, block)
        self._document = document
        return self

    def __repr__(self) -> str:
        who = self.authors[0].full_family or self.authors[0].literal if self.authors else ""
        facts = ", ".join(filter(None, (who, str(self.year or ""), short(self.title, 50))))
        return f"<{self.type} {self.key}: {facts}>" if facts else f"<{self.type} {self.key}>"

    def __str__(self) -> str:
        return self.text

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(type(self), name):
            object.__setattr__(self, name, value)
            return
        hint = f"write entry['{name}'] = … for the field"
        raise AttributeError(f"entries have no attribute {name} that can be set; {hint}")

    # As a mapping of fields

    @property
    def fields(self) -> Fields:
        """The fields, name -> text; changes are applied to the entry."""
        return Fields(self)

    @fields.setter
    def fields(self, values: Mapping[str, str]) -> None:
        new = {name.lower() for name in values}
        for name in [name for name in self.fields if name not in new]:
            self.remove(name)
        self.fields.update(values)

    def __getitem__(self, name: str) -> str:
        if name in _OF_BIBTEXPARSER and name not in self.fields:
            return str(getattr(self, _OF_BIBTEXPARSER[name]))
        return self.fields[name]

    def __setitem__(self, name: str, value: str | int) -> None:
        if name in _OF_BIBTEXPARSER and name not in self.fields:
            setattr(self, _OF_BIBTEXPARSER[name], value)
        else:
            self.fields[name] = value

    def set_field(self, field: FieldText | str, value: str = "") -> None:
        """Set a field, as in bibtexparser 2, or one of this name: the same as ``entry[field.key] = field.value``."""
        key, text = (field, value) if isinstance(field, str) else (field.key, field.value)
        self[key] = text

    @property
    def fields_dict(self) -> dict[str, FieldText]:
        """The fields by their names, as in bibtexparser 2: a copy, through which the entry is not changed."""
        return {name: FieldText(name, text) for name, text in self.items()}

    def __delitem__(self, name: str) -> None:
        del self.fields[name]

    def __contains__(self, name: object) -> bool:
        return name in self.fields

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    # As a work

    @property
    def work(self) -> Work:
        """The work that the entry describes, with inherited fields; set it to change the fields that differ."""
        return self._document.work_at(self)

    @work.setter
    def work(self, work: Work) -> None:
        if not isinstance(work, Work):
            raise UsageError(f"an entry's work cannot be {work!r}", "set the result of entry.work.with_variables(…)")
        self._document.put_work(self, work)

    @property
    def title(self) -> str:
        """The title without markup; ``entry.work.title`` is rich text."""
        return unescaped(without_tags(printed(self._document.title_at(self))))

    @title.setter
    def title(self, text: str) -> None:
        hint = "write entry['title'] = … (LaTeX), or entry.work = entry.work.with_variables(title=…)"
        raise AttributeError(f"the title of entry '{self.key}' is not set to {text!r}; {hint}")

    @property
    def authors(self) -> tuple[Name, ...]:
        """The authors; set names or strings such as ``Jane Doe``."""
        return self._document.authors_at(self)

    @authors.setter
    def authors(self, names: Iterable[Name | str]) -> None:
        if isinstance(names, str):
            names = names.split(" and ")
        made = [read_names(name)[0] if isinstance(name, str) else (name,) for name in names]
        self.work = self.work.with_variables(author=tuple(name for several in made for name in several))

    @property
    def persons(self) -> dict[str, tuple[Name, ...]]:
        """The people by their fields (``author``, ``editor``, …), as in pybtex."""
        return {name: self.work.names(name) for name in self.work.variables if name in NAME_VARIABLES}

    @property
    def year(self) -> int | None:
        """The year of publication, or None."""
        return self.work.year

    @year.setter
    def year(self, year: int) -> None:
        issued = self.work.issued
        self.work = self.work.with_variables(
            issued=Date.of(int(year), *(issued.parts[0][1:] if issued and issued.parts else ()))
        )

    @property
    def date(self) -> Date | None:
        """The date of publication, or None."""
        return self.work.issued

    @property
    def doi(self) -> str:
        """The DOI without a resolver and in lower case, the form to compare by; empty if it is missing."""
        return normal_doi(self.work.text("DOI"))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or not hasattr(Work, name):
            field = f"entry['{name}']" if not name.startswith("_") and name in self.fields else ""
            hint = field or "its fields are in .fields"
            raise AttributeError(f"entries have no attribute {name!r}; {hint}")
        return getattr(self.work, name)

    def keys(self) -> tuple[str, ...]:
        """Return the names of the fields in lower case."""
        return tuple(self.fields)

    def values(self) -> list[str]:
        """Return the texts of the fields."""
        return list(self.fields.values())

    def items(self) -> list[tuple[str, str]]:
        """Return the fields as pairs of name and text."""
        return list(self.fields.items())

    def update(self, values: Mapping[str, str | int] = MappingProxyType({}), /, **more: str | int) -> None:
        """Set several fields: ``entry.update({"year": 2021}, note="Reprint")``."""
        for name, value in {**values, **more}.items():
            self[name] = value

    def pop(self, name: str, *default: Any) -> Any:
        """Remove a field and return its text; return the ``default`` instead if there is one and the field is missing."""
        return self.fields.pop(name, *default)

    def setdefault(self, name: str, value: str | int) -> str:
        """Set a field that is missing, and return the text that it has then."""
        if name not in self.fields:
            self.fields[name] = value
        return self.fields[name]

    @property
    def type(self) -> str:
        """The entry type as written; it can be set."""
        return self.block.type

    @type.setter  # noqa: A003 - the word for it
    def type(self, kind: str) -> None:
        self.retype(kind)

    @property
    def entry_type(self) -> str:
        """The entry type in lower case, as in bibtexparser; it can be set."""
        return self.type.lower()

    @entry_type.setter
    def entry_type(self, kind: str) -> None:
        self.retype(kind)

    @property
    def key(self) -> str:
        """The citation key as written; setting it also changes ``crossref`` and similar fields of other entries."""
        return self.block.key

    @key.setter
    def key(self, key: str) -> None:
        self.rekey(key)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the fields as written, in order."""
        return self.block.names

    @property
    def parents(self) -> tuple[Entry, ...]:
        """The entries that this one refers to (``crossref``, ``xdata``, ``related`` …), and those that they refer to."""
        return tuple(self._document.with_parents([self], REFERENCES)[1:])

    def written(self, name: str) -> str | None:
        """Return the value of a field as written, with its delimiters; None if there is no such field."""
        return self.block.values.get(name.lower())

    def get(self, name: str, default: str | None = None) -> str | None:
        """Return the value of a field without delimiters, macros resolved; ``default`` if there is no such field."""
        value = self.written(name)
        if value is None:
            return default
        simple = value[0] in '{"' and "#" not in value
        return resolve(value, {} if simple or not macro_names(value) else self._document.macros_before(self))[0]

    def set(self, name: str, value: str, as_written: bool = False) -> None:
        """Set the value of a field; a new field is added after the last one.

        ``value`` is LaTeX text without delimiters, or BibTeX's own notation (``jan``, ``{A} # b``) with ``as_written``.
        """
        field = self.block.field(checked_name(name))
        text = self.whole
        if field is None:
            layout = self._document.layout_near(self)
            made = checked_expression(value) if as_written else layout.text(value)
            entry, whole = self.block, self.whole
            at = entry.fields[-1].end if entry.fields else entry.key_start + len(entry.key)
            space = layout.between if entry.fields else layout.first
            added = space + layout.field(name, made)
            # What closes the entry stays, also where it had no field: taking the field out gives the old bytes again.
            self._change(whole[entry.start : at] + added + whole[at : entry.end])
            return
        like = field.value if _is_plain(field.value) else self._document.layout_near(self).quote
        made = checked_expression(value) if as_written else delimited(value, like)
        if made != field.value:
            self._change(text[self.block.start : field.start] + made + text[field.end : self.block.end])

    def remove(self, name: str) -> None:
        """Remove every occurrence of a field; raise :class:`~citekit.runtime.errors.UsageError` if it is missing."""
        if self.block.field(name) is None:
            raise UsageError(f"entry '{self.key}' has no field {name}", f"it has {', '.join(self.names) or 'none'}")
        whole, text, at = self.whole, "", self.block.start
        before = self.block.key_start + len(self.block.key)
        for field in self.block.fields:
            if field.name.lower() == name.lower():
                text += whole[at:before]
                at = field.end
            before = field.end
        self._change(text + whole[at : self.block.end])

    def rekey(self, key: str) -> None:
        """Change the key, also in ``crossref`` and similar fields of other entries."""
        old = self.key
        span = self.block.key_span
        if old == key:
            return
        if self._document.find(key) not in (None, self) and key.lower() != old.lower():
            raise UsageError(f"there is an entry '{key}' already", "choose another key, or merge the two")
        whole = self.whole
        changed = whole[self.block.start : span.start] + checked_key(key) + whole[span.end : self.block.end]
        self._change(changed)
        self._document.rekeyed(self, old)

    def retype(self, kind: str) -> None:
        """Change the entry type."""
        span, whole = self.block.type_span, self.whole
        self._change(whole[self.block.start : span.start] + checked_type(kind) + whole[span.end : self.block.end])

    def replace(self, text: str) -> None:
        """Replace the text of the entry by that of one sound entry with the same key."""
        self._change(text)

    def _change(self, text: str) -> None:
        """Replace the text of the entry, if the new text is one sound entry."""
        if not self.block.sound:
            line = self._document.line_of(self)
            raise UsageError(f"entry '{self.key}' in line {line} is damaged", "fix it by hand first")
        block = scan_entry(text, self._document.reader)
        if block is None:
            raise UsageError(f"the change would break entry '{self.key}'", "check braces and quotation marks")
        self.put(text, block)
        self._document.noted(self)


def _is_plain(value: str) -> bool:
    """Whether a value is a single part that is not a macro."""
    parts = value_parts(value)
    return parts is not None and len(parts) == 1 and (value[0] in '{"' or value.isdigit())


class BibText:
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
        self._works: dict[Entry, tuple[EntryBlock, Work]] = {}

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
        return BlockList(
            (
                Entry.scanned(self, source.text, block)
                if isinstance(block, EntryBlock)
                else OffsetBlock(source.text, block)
            )
            for block in blocks
        )

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
    def _keys(self) -> dict[str, list[Entry]]:
        """Key in lower case -> the entries that have it."""
        keys: dict[str, list[Entry]] = {}
        for entry in self.entries:
            keys.setdefault(entry.key.lower(), []).append(entry)
        return keys

    @cached_property
    def _named_by(self) -> dict[str, set[Entry]]:
        """Key in lower case -> the entries that name it."""
        named: dict[str, set[Entry]] = {}
        for entry in self.entries:
            for key in keys_named(entry):
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

    def work_at(self, entry: Entry) -> Work:
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

    def with_parents(self, entries: Iterable[Entry], by: Iterable[str] = ("xdata", "crossref")) -> list[Entry]:
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

    def _named(self, entry: Entry, by: Iterable[str]) -> Iterator[Entry]:
        for name in by:
            if value := entry.get(name):
                yield from filter(None, map(self.find, keys_in(value)))
        if "xdata" not in by or "xdata" not in entry.text:
            return
        for match in _GRANULAR.finditer(entry.text):
            key = match[1]  # KEY-FIELD or KEY-FIELD-INDEX, and a key may have hyphens itself
            while "-" in key:
                key = key.rpartition("-")[0]
                if parent := self.find(key):
                    yield parent
                    break

    def title_at(self, entry: Entry) -> str:
        """Return the title of the work that an entry describes."""
        if not _inherits(entry) and is_title_alone(entry.block.values.keys()):
            return title_of(text_of_value(entry.get("title") or ""))
        return self.work_at(entry).text("title")

    def authors_at(self, entry: Entry) -> tuple[Name, ...]:
        """Return the authors of the work that an entry describes."""
        names = entry.block.values
        if _inherits(entry) or "options" in names or "author+an" in names:
            return self.work_at(entry).author
        return read_names(text_of_value(entry.get("author") or ""), self._dialect)[0]

    def put_work(self, entry: Entry, work: Work) -> None:
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
            self._listed = EntryTuple(piece for piece in self.row if isinstance(piece, Entry))
        return self._listed

    def find(self, key: str) -> Entry | None:
        """Return the first entry with a key, in any letter case, or None."""
        found = self._keys.get(key.lower())
        return found[0] if found else None

    def keys(self) -> tuple[str, ...]:
        """Return the citation keys in order, as written."""
        return tuple(entry.key for entry in self.entries)

    def entry(self, key: str) -> Entry:
        """Return the entry with a key.

        Raises :class:`~citekit.runtime.errors.MissingError` if it is missing, and
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
        after: Entry | None = None,
        entry: Entry | None = None,
    ) -> Entry:
        """Add an entry after another one, or after the last; ``fields`` are LaTeX texts without delimiters.

        ``entry`` is the object that is to be it, if there is one already; only such an entry may be without a key.
        """
        if (key or entry is None) and self.find(checked_key(key)):
            raise UsageError(f"there is an entry '{key}' already", "choose another key")
        last = after or self._last()
        layout = self.layout_near(last)
        made = [(checked_name(name), layout.text(field_text(name, value))) for name, value in fields.items()]
        text = layout.entry(checked_type(kind), key, made)
        return self._put_in(text, last, entry)

    def add_text(self, text: str) -> Entry:
        """Add an entry as it is written, after the last one."""
        return self._put_in(text, self._last())

    def _last(self) -> OffsetBlock | None:
        return next((piece for piece in self.row.backwards() if piece.is_entry), None)

    def _put_in(self, text: str, last: OffsetBlock | None, entry: Entry | None = None) -> Entry:
        block = scan_entry(text, self.reader)
        if block is None:
            raise UsageError("the entry would break the file", "check braces and quotation marks")
        if (block.key or entry is None) and self.find(checked_key(block.key)):
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

    def remove(self, entry: Entry) -> None:
        """Remove an entry and the blank lines after it."""
        self._keys[entry.key.lower()].remove(entry)
        self.row.cut(entry)
        self._touched()

    def add_work(self, work: Work, settings: BibtexSettings, after: Entry | None = None) -> Entry:
        """Add a work that has a key, after an entry or after the last one."""
        made = entry_of(work, settings)
        fields = [(checked_name(name), checked_expression(value)) for name, value in ordered(made.fields)]
        last = after or self._last()
        text = self.layout_near(last).entry(checked_type(made.type), checked_key(work.id), fields)
        return self._put_in(text, last)

    def reorder(self, order: Iterable[Entry]) -> None:
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

    def sort(self, key: Callable[[Entry], object] | None = None, reverse: bool = False) -> None:
        """Sort the entries, by citation key by default; those that ``crossref`` refers to come last, as BibTeX requires."""
        parents = {named for entry in self.entries for named in keys_named(entry, ("crossref",))}
        chosen: Callable[[Entry], Any] = key or (lambda entry: (entry.key.lower(), entry.key))
        ordered = sorted(self.entries, key=chosen, reverse=reverse)
        self.reorder(sorted(ordered, key=lambda entry: entry.key.lower() in parents))

    def merge(self, entry: Entry, *others: Entry) -> dict[str, tuple[str, ...]]:
        """Merge entries into the first one: it gets the fields that it lacks, and the others are removed.

        Returns, by field, the values (as written) that were dropped because the entry has other ones.
        """
        if entry in others or len(set(others)) < len(others):
            raise UsageError(f"entry '{entry.key}' cannot be merged with itself", "name each entry once")
        left: dict[str, tuple[str, ...]] = {}
        for other in others:
            for field in other.block.fields:
                name, mine = field.name.lower(), entry.written(field.name)
                if mine is None:
                    text = other.get(name)
                    entry.set(field.name, field.value, as_written=True)
                    if entry.get(name) != text:  # a macro that is not defined before the first entry
                        entry.set(field.name, text or "")
                elif entry.get(name) != other.get(name):
                    left[name] = (*left.get(name, ()), field.value)
        for other in others:
            self.remove(other)
            self._renamed(other.key, entry.key)
        for name in REFERENCES:
            if keys_named(entry, (name,)) == {entry.key.lower()}:  # it would refer to itself
                entry.remove(name)
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
        users = [entry.key for entry in self.entries if name.lower() in entry.block.macros]
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

    def macros_before(self, entry: Entry) -> StringMacros:
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

    def line_of(self, entry: Entry) -> int:
        """Return the 1-based line in which an entry begins now."""
        line = 1
        for piece in self.row:
            if piece is entry:
                break
            line += piece.text.count("\n")
        return line

    def rekeyed(self, entry: Entry, old: str) -> None:
        """Record that the key of an entry has changed, and update references in other entries."""
        self._keys[old.lower()].remove(entry)
        self._keys.setdefault(entry.key.lower(), []).append(entry)
        self._renamed(old, entry.key)

    def _renamed(self, old: str, new: str) -> None:
        """Replace a key that no entry has any more in the references of other entries."""
        if self._keys.get(old.lower()):
            return
        pattern = re.compile(rf"(?<![^\s,{{\"]){re.escape(old)}(?![^\s,}}\"])", re.IGNORECASE)
        for entry in self._named_by.pop(old.lower(), ()):
            for name in REFERENCES:
                value = entry.written(name) if entry.block.sound else None
                if value is not None and old.lower() in keys_named(entry, (name,)):
                    entry.set(name, pattern.sub(lambda _: new, value), as_written=True)

    def noted(self, entry: Entry) -> None:
        """Record that an entry has changed, and which other entries it refers to."""
        self._touched()
        if "_named_by" in self.__dict__:
            for key in keys_named(entry):
                self._named_by.setdefault(key, set()).add(entry)

    def layout_near(self, piece: OffsetBlock | None) -> EntryForm:
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

    def _meaning(self, entry: Entry) -> list[str | None]:
        return [entry.get(name) for name in entry.names]

    def _arrange(self, order: Sequence[Entry]) -> None:
        self._touched()
        self.__dict__.pop("_keys", None)
        rearrange(self.row, order)

    def excerpt(self, places: Iterable[int]) -> str:
        """Return the entries that begin at these offsets, as they are written, and those that they depend on.

        They are in the order of the file, below the ``@preamble`` and each ``@string`` that they use. Comment lines
        directly above an entry belong to it.
        """
        chosen = self.with_references(places)
        macros = {name for entry in chosen for name in entry.block.macros}
        named: dict[str, set[str]] = {}
        for piece in self.row:
            if isinstance(piece.block, String):
                named.setdefault(piece.block.field.name.lower(), set()).update(macro_names(piece.block.field.value))
        waiting = [*macros]
        for name in waiting:  # the list grows during the loop
            waiting += named.get(name, set()) - macros
            macros |= named.get(name, set())
        definitions = [
            f"{piece.text}{self.newline}"
            for piece in self.row
            if isinstance(piece.block, Preamble)
            or (isinstance(piece.block, String) and piece.block.field.name.lower() in macros)
        ]
        entries = [f"{take_note(entry)}{entry.text}{self.newline}" for entry in self.entries if entry in chosen]
        return self.newline.join(filter(None, ("".join(definitions), *entries)))

    def with_references(self, places: Iterable[int]) -> set[Entry]:
        """Return the entries that begin at these offsets, and all that they refer to, without which LaTeX prints less.

        These are the entries that they inherit from (``crossref``, ``xdata``), the members of a set, and the entries
        that they are printed with (``related``, ``xref``).
        """
        at = {entry.block.start: entry for entry in self.entries}
        return set(self.with_parents((at[place] for place in places if place in at), REFERENCES))


class EntryTuple(tuple[Entry, ...]):
    """The entries of a library in order, which can be looked up by key as well; iteration yields entries."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        hint = "a library is changed itself: library.add(…), library.remove(…), library.sort(…)"
        raise AttributeError(f"the entries of a library have no attribute {name!r} ({hint})")

    @overload
    def __getitem__(self, place: SupportsIndex | str, /) -> Entry: ...
    @overload
    def __getitem__(self, place: slice, /) -> tuple[Entry, ...]: ...
    def __getitem__(self, place: SupportsIndex | str | slice, /) -> Entry | tuple[Entry, ...]:
        if not isinstance(place, str):
            return super().__getitem__(place)
        found = self.get(place)
        if found is None:
            raise MissingError(f"there is no entry '{place}'", did_you_mean(place, self.keys()))
        return found

    def __contains__(self, thing: object) -> bool:
        return super().__contains__(self.get(thing) if isinstance(thing, str) else thing)

    def get(self, key: str) -> Entry | None:
        """Return the first entry with a key, in any letter case, or None."""
        return next((entry for entry in self if entry.key.lower() == key.lower()), None)

    def keys(self) -> tuple[str, ...]:
        """Return the citation keys."""
        return tuple(entry.key for entry in self)

    def values(self) -> tuple[Entry, ...]:
        """Return the entries."""
        return self

    def items(self) -> tuple[tuple[str, Entry], ...]:
        """Return pairs of key and entry."""
        return tuple((entry.key, entry) for entry in self)


class Strings(MutableMapping[str, str]):
    """The macros of a file: name -> text of the last definition, without delimiters and with the macros in it resolved."""

    def __init__(self, layer: BibText) -> None:
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


def put(entry: Entry, old: Written, new: Written) -> None:
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
# A value taken from an `xdata` entry (BibLaTeX manual, "Data Containers").
_GRANULAR = re.compile(r"[{\",\s]xdata\s*=\s*([^\s,{}\"]{1,200})")
_HANDING = ("xdata", "crossref", "entryset")


def _inherits(entry: Entry) -> bool:
    block = entry.block
    return not block.values.keys().isdisjoint(_HANDED) or block.type.lower() == "set"


def _one_string(text: str) -> String:
    blocks = scan(Source("", text)).blocks
    if len(blocks) != 1 or not isinstance(blocks[0], String) or not blocks[0].sound:
        raise UsageError("the @string would break the file", "check braces and quotation marks")
    return blocks[0]


def keys_named(entry: Entry, names: Iterable[str] = REFERENCES) -> set[str]:
    """Return the keys of other entries that some fields of an entry refer to, in lower case."""
    values = entry.block.values
    return {key.lower() for name in names if name in values for key in keys_in(values[name].strip('{}"'))}
