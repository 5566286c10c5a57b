"""Entries of a library: their fields as they are in the file, the works that they describe, and their references."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol, Self

from citekit.formats.bibtex.block_list import OffsetBlock
from citekit.formats.bibtex.blocks import EntryBlock
from citekit.formats.bibtex.inherit import REFERENCES, keys_in
from citekit.formats.bibtex.layout import (
    EntryForm,
    checked_expression,
    checked_key,
    checked_name,
    checked_type,
    delimited,
)
from citekit.formats.bibtex.scan import scan
from citekit.formats.bibtex.tokens import Reader, short, value_parts
from citekit.formats.bibtex.values import resolve
from citekit.model.date import Date
from citekit.model.id_values import normal_doi
from citekit.model.name import Name
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.errors import MissingError, UsageError, did_you_mean
from citekit.runtime.span import Source
from citekit.text.rich import unescaped, without_tags
from citekit.text.tex_printed import printed


class EntryContext(Protocol):
    """The part of a document's interface that its entries use."""

    reader: Reader

    def macros_before(self, entry: BibEntry) -> Mapping[str, str]: ...
    def layout_for(self, entry: BibEntry) -> EntryForm: ...
    def line_of(self, entry: BibEntry) -> int: ...
    def find(self, key: str) -> BibEntry | None: ...
    def rekeyed(self, entry: BibEntry, old: str) -> None: ...
    def noted(self, entry: BibEntry) -> None: ...
    def work_at(self, entry: BibEntry) -> Work: ...
    def put_work(self, entry: BibEntry, work: Work) -> None: ...
    def title_at(self, entry: BibEntry) -> str: ...
    def authors_at(self, entry: BibEntry) -> tuple[Name, ...]: ...
    def with_parents(self, entries: Iterable[BibEntry], by: Iterable[str] = ...) -> list[BibEntry]: ...


class Fields(MutableMapping[str, str]):
    """The fields of an entry: name (in any letter case) -> text without delimiters, macros resolved.

    Texts are LaTeX, as in BibTeX; ``BibEntry.work`` has them decoded. Values to set are strings or numbers.
    """

    __slots__ = ("_entry",)

    def __init__(self, entry: BibEntry) -> None:
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


_OF_BIBTEXPARSER = {"ID": "key", "ENTRYTYPE": "entry_type"}
"""What bibtexparser calls the key and the type where an entry is a dictionary."""


class BibEntry(OffsetBlock):
    """One entry of a library; it stays the same object through all changes.

    ``entry["title"]`` is the text of a field and can be set and deleted; ``entry.fields`` are all of them. ``work`` is the
    :class:`~citekit.model.work.Work` that the entry describes, decoded on first use and written back when it is set;
    ``title``, ``authors``, ``year`` and the other parts of a work can be read here as well.
    """

    __slots__ = ("__weakref__", "_document")
    block: EntryBlock
    """The entry as scanned; its offsets refer to the original file, or to the entry's own text after a change."""
    _document: EntryContext

    @classmethod
    def scanned(cls, document: EntryContext, whole: str, block: EntryBlock) -> Self:
        """Return the entry of a block in the text of a document."""
        return cls.__new__(cls).placed(document, whole, block)

    def placed(self, document: EntryContext, whole: str, block: EntryBlock) -> Self:
        """Make a block of a document's text the text of this entry, and return the entry."""
        OffsetBlock.__init__(self, whole, block)
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
        from citekit.model.bibtex_names import read_names  # here, because only writing needs it

        made = [read_names(name)[0] if isinstance(name, str) else (name,) for name in names]
        self.work = self.work.with_variables(author=tuple(name for several in made for name in several))

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
        """The DOI without a resolver and in lower case, the form to compare by; empty if there is none."""
        return normal_doi(self.work.text("DOI"))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or not hasattr(Work, name):
            hint = (
                f"entry['{name}']" if not name.startswith("_") and name in self.fields else "its fields are in .fields"
            )
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
    def parents(self) -> tuple[BibEntry, ...]:
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
            layout = self._document.layout_for(self)
            made = checked_expression(value) if as_written else layout.text(value)
            self._insert(layout, name, made)
            return
        like = field.value if _is_plain(field.value) else self._document.layout_for(self).quote
        made = checked_expression(value) if as_written else delimited(value, like)
        if made != field.value:
            self._change(text[self.block.start : field.start] + made + text[field.end : self.block.end])

    def remove(self, name: str) -> None:
        """Remove every occurrence of a field; raise :class:`~citekit.runtime.errors.UsageError` if there is none."""
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

    def _insert(self, layout: EntryForm, name: str, value: str) -> None:
        entry, whole = self.block, self.whole
        at = entry.fields[-1].end if entry.fields else entry.key_start + len(entry.key)
        gap = layout.between if entry.fields else layout.first
        added = gap + layout.field(name, value)
        # What closes the entry stays, also where it had no field: taking the field out gives the old bytes again.
        self._change(whole[entry.start : at] + added + whole[at : entry.end])

    def _change(self, text: str) -> None:
        """Replace the text of the entry, if the new text is one sound entry."""
        if not self.block.sound:
            line = self._document.line_of(self)
            raise UsageError(f"entry '{self.key}' in line {line} is damaged", "fix it by hand first")
        block = one_entry(text, self._document.reader)
        if block is None:
            raise UsageError(f"the change would break entry '{self.key}'", "check braces and quotation marks")
        self.put(text, block)
        self._document.noted(self)


def _is_plain(value: str) -> bool:
    """Whether a value is a single part that is not a macro."""
    parts = value_parts(value)
    return parts is not None and len(parts) == 1 and (value[0] in '{"' or value.isdigit())


def one_entry(text: str, reader: Reader) -> EntryBlock | None:
    """Scan a text that should be one sound entry; return None if it is not."""
    blocks = scan(Source("", text), reader).blocks
    block = blocks[0] if len(blocks) == 1 else None
    return block if isinstance(block, EntryBlock) and block.sound else None


def macro_names(value: str) -> set[str]:
    """Return the macros used in a value, in lower case."""
    return {part.text.lower() for part in value_parts(value) or () if part.text[0] not in '{"0123456789'}


def macros_in(entry: EntryBlock) -> set[str]:
    """Return the macros used in an entry, in lower case."""
    return {name for field in entry.fields for name in macro_names(field.value)}


def sorted_entries(
    entries: Sequence[BibEntry], key: Callable[[BibEntry], Any] | None, reverse: bool = False
) -> list[BibEntry]:
    """Sort entries; those that ``crossref`` of others refers to come last, as BibTeX requires."""
    named = {key for entry in entries for key in _keys_in(entry, "crossref")}
    chosen: Callable[[BibEntry], Any] = key or (lambda entry: (entry.key.lower(), entry.key))
    return sorted(sorted(entries, key=chosen, reverse=reverse), key=lambda entry: entry.key.lower() in named)


def merged(entry: BibEntry, others: Iterable[BibEntry]) -> dict[str, tuple[str, ...]]:
    """Add the fields that an entry lacks from others; return the values (as written) that differ from its own, by field."""
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
    return left


def references_renamed(entry: BibEntry, old: str, new: str) -> None:
    """Replace a key in the references of an entry."""
    pattern = re.compile(rf"(?<![^\s,{{\"]){re.escape(old)}(?![^\s,}}\"])", re.IGNORECASE)
    for name in REFERENCES:
        value = entry.written(name) if entry.block.sound else None
        if value is not None and old.lower() in _keys_in(entry, name):
            entry.set(name, pattern.sub(lambda _: new, value), as_written=True)


def no_longer_itself(entry: BibEntry) -> None:
    """Remove the fields in which a merged entry refers to itself only."""
    for name in REFERENCES:
        if _keys_in(entry, name) == {entry.key.lower()}:
            entry.remove(name)


def named_keys(entry: BibEntry) -> set[str]:
    """Return the keys of other entries that an entry refers to, in lower case."""
    names = set(map(str.lower, entry.names))
    return {key for name in REFERENCES if name in names for key in _keys_in(entry, name)}


def _keys_in(entry: BibEntry, name: str) -> set[str]:
    return set(map(str.lower, keys_in((entry.written(name) or "").strip('{}"'))))
