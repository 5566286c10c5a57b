"""The library: entries by citation key, edited in the source that they were read from without touching the rest.

A :class:`Library` of a ``.bib`` file is that file: unchanged parts stay byte for byte, and values are decoded on first use.
A library of another format, or a converted one, has the same interface: its entries are the BibTeX that would be written
for its works. Changes to them are applied to the works, and to the file that these came from.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from html import escape
from importlib import import_module
from io import TextIOBase
from itertools import chain
from pathlib import Path
from typing import IO, Any, Self, cast, overload

from citekit.formats import files
from citekit.formats.bibtex.blocks import BlockList, Comment, Preamble, short
from citekit.formats.bibtex.edit import BibText, Entry
from citekit.formats.bibtex.write import dumps as bibtex_of
from citekit.formats.csljson import read_item
from citekit.formats.keys import assign_keys
from citekit.formats.rewriting import Rewrite, removed, rewritten
from citekit.model.query import query as parsed
from citekit.model.work import Trace, Work, Works
from citekit.runtime.config import KEY_TEMPLATE, BibtexSettings
from citekit.runtime.encodings import Encoding
from citekit.runtime.errors import Problem, UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import Replacement, fingerprint, read_file, replace_files, write_file
from citekit.runtime.span import Source, Span
from citekit.text.rich import visible
from citekit.text.tex_decode import decode
from citekit.text.tex_encode import encode

_BIBTEX = ("bibtex", "biblatex")
_INSTEAD = {
    "add_entries": "library.extend(…) adds several entries",
    **dict.fromkeys(("filter", "query", "search"), "library.select('year>=2020'), or a list comprehension"),
    "persons": "entry.authors are the names of an entry's authors",
    **dict.fromkeys(("to_csl", "to_dict", "to_json"), "citekit.dumps(library, 'csljson')"),
    **{name: f"citekit.{name}(library)" for name in ("bibliography", "check", "cite", "enrich", "tidy", "verify")},
    "strings_dict": "library.strings is a dictionary of texts",
    "write": "library.save(file), or citekit.dump(library, file)",
}
"""What to write instead of an attribute that libraries of bibtexparser and pybtex have."""
# Entries shown in a notebook's table; the number of the others is printed below it.
_ROWS = 20


@dataclass(slots=True)
class _Origin:
    """The origin of an entry: its BibTeX, the work that this describes, the work that was read, and where."""

    text: str
    work: Work
    read: Work | None = None
    trace: Trace | None = None


class Library(BibText):
    """Entries in order, and by key: ``library["doe2020"]["title"]``.

    Iteration yields the entries (:class:`~citekit.formats.bibtex.edit.Entry`). ``works`` are the values that they
    describe, ``traces`` where these were read and with what confidence, ``problems`` what was reported. A library is
    created from works, or from anything that :meth:`add` takes, or by :func:`citekit.load`, :func:`citekit.loads` and
    :func:`citekit.convert`.

    >>> library = Library()
    >>> library.add("misc", "doe2020", {"title": "Lazy queues", "year": 2020})
    <misc doe2020: 2020, Lazy queues>
    >>> library["doe2020"]["year"] = 2021
    >>> "doe2020" in library, library["DOE2020"].year
    (True, 2021)
    """

    def __init__(
        self,
        works: Iterable[Work | Entry | Mapping[str, Any]] = (),
        traces: Iterable[Trace] = (),
        problems: Iterable[Problem] = (),
        name: str = "",
    ) -> None:
        super().__init__(Source(name, ""))
        listed: tuple[Any, ...] = (works,) if isinstance(works, str | bytes | os.PathLike) else tuple(works)
        if not all(isinstance(work, Work | Entry | Mapping) for work in listed):
            raise UsageError("a library is made of works or entries", "citekit.load reads a file, citekit.loads a text")
        only = tuple(work for work in listed if isinstance(work, Work))
        others = listed if len(only) < len(listed) else ()  # entries keep their text, so they are added one by one
        self._made_of: Works | None = Works(() if others else only, tuple(traces), tuple(problems))
        self._origins: dict[Entry, _Origin] = {}
        self._copied: list[_Origin | None] | None = None
        self._given = ""
        self.format = ""
        self.path: Path | None = None
        self._held = ""
        """The fingerprint of the file at ``path`` when it was last read or written."""
        self._before: str | None = None
        """The text that was read, if the library began with another one."""
        self.extend(others)

    # Origin

    @classmethod
    def of_works(cls, works: Works, text: str = "", format: str = "", encoding: Encoding | None = None) -> Library:  # noqa: A002
        """Create a library from works; ``text`` and ``format`` are the file that they were read from, unless it is BibTeX."""
        library = cls(works.works, works.traces, works.problems)
        library._given, library.format = text, format
        library.encoding = encoding or Encoding()
        return library

    @classmethod
    def of(cls, content: str | bytes, name: str = "<string>", reader: Any = "bibtex") -> Self:
        """Read the text or the bytes of a ``.bib`` file; the encoding is retained."""
        layer = BibText.of(content, name, reader)
        library = cls(name=name)
        library._source, library.encoding, library.reader = layer._source, layer.encoding, reader
        library.encoding_problems, library._made_of = layer.encoding_problems, None
        library.format = "biblatex" if reader == "biber" else "bibtex"
        return library

    @classmethod
    def load(cls, path: str | os.PathLike[str], format: str = "") -> Library:  # noqa: A002
        """Read the library in a file; raise as :func:`citekit.load` does."""
        if Path(path).is_dir():
            return cls.of_works(files.load(path, format))
        data = read_file(path)
        library = cls.loads(data, format, os.fspath(path), files.near_files(path))
        library.path, library._held = Path(path), fingerprint(data)
        return library

    @classmethod
    def loads(
        cls,
        data: str | bytes,
        format: str = "",  # noqa: A002
        name: str = "<string>",
        near: Callable[[str], str] | None = None,
    ) -> Library:
        """Read the library in a text or in bytes; raise as :func:`citekit.loads` does."""
        decoded, chosen = files.text_of(data, name, format)
        if chosen in _BIBTEX:
            return cls.of(data, name, "biber" if chosen == "biblatex" else "bibtex")
        text, chosen, works = files.read_text(data, name, format, near)
        return cls.of_works(works, text, chosen, decoded.encoding)

    def _start(self) -> Source:
        return self._source if self._made_of is None else self._written

    @cached_property
    def _written(self) -> Source:
        """The works as BibTeX."""
        assert self._made_of is not None
        return Source(self.name, bibtex_of(self._made_of))

    @cached_property
    def row(self) -> BlockList:
        """The blocks of the text, in order."""
        row = self.__dict__["row"] = self._scanned()
        self._origins = {entry: origin for entry, origin in zip(self.entries, self._first(), strict=False) if origin}
        return row

    def _first(self) -> list[_Origin | None]:
        """Return the origin of each entry; empty for a BibTeX file, whose entries are their own origin."""
        if self._made_of is None or self._copied is not None:
            return self._copied or []
        works = self._made_of
        traces = works.traces or [None] * len(works.works)
        return [
            _Origin(entry.text, work if work.id else work.with_id(entry.key), work, trace)
            for entry, work, trace in zip(self.entries, works.works, traces, strict=True)
        ]

    # Works

    @property
    def works(self) -> tuple[Work, ...]:
        """The works that the entries describe, in order."""
        if self._made_of is None:
            return self.reading().works
        return self._made_of.works if self._is_untouched else tuple(entry.work for entry in self.entries)

    @property
    def traces(self) -> tuple[Trace, ...]:
        """Where each work was read and with what confidence; empty if unknown."""
        if self._made_of is None:
            return self.reading().traces
        if self._is_untouched or not self._made_of.traces:
            return self._made_of.traces
        nowhere = Trace(Source(self.name, ""), Span(0, 0))
        origins = [self._origins.get(entry) for entry in self.entries]
        return tuple(origin.trace if origin and origin.trace else nowhere for origin in origins)

    @property
    def failed_blocks(self) -> tuple[Problem, ...]:
        """The problems, under the name that bibtexparser 2 has for what it could not read."""
        return self.problems

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems that were reported while reading."""
        if self._made_of is None:
            return (*self.encoding_problems, *self.reading().problems)
        return (*self._made_of.problems, *self.encoding_problems)

    @property
    def record(self) -> Works:
        """The works, traces and problems as one immutable value."""
        return Works(self.works, self.traces, self.problems)

    @property
    def changed(self) -> bool:
        """Whether the text is another one than the library was read from."""
        return self.text != (self._start().text if self._before is None else self._before)

    @property
    def _is_untouched(self) -> bool:
        return "row" not in self.__dict__

    def work_at(self, entry: Entry) -> Work:
        """Return the work that an entry describes, including what was read from another format and BibTeX cannot represent."""
        origin = self._origins.get(entry)
        if origin is None:
            return super().work_at(entry)
        if entry.text != origin.text:
            before = Library.of(origin.text).entries[0].work
            after = super().work_at(entry)
            # BibTeX may hold less than the work, so only what changed between its two versions is applied to it
            variables, fields = dict(origin.work.variables), dict(origin.work.fields)
            for own, old, new in (
                (variables, before.variables, after.variables),
                (fields, before.fields, after.fields),
            ):
                target: dict[str, Any] = own
                for name in dict.fromkeys((*old, *new)):
                    if name not in new:
                        target.pop(name, None)
                    elif old.get(name) != new[name]:
                        target[name] = new[name]
            origin.work = Work(
                origin.work.type if before.type == after.type else after.type, after.id, variables, fields
            )
            origin.text = entry.text
        return origin.work

    def title_at(self, entry: Entry) -> str:
        """Return the title of the work that an entry describes."""
        return self.work_at(entry).text("title") if self._made_of is not None else super().title_at(entry)

    def put_work(self, entry: Entry, work: Work) -> None:
        """Write a work into its entry."""
        super().put_work(entry, work)
        if entry in self._origins:
            origin = self._origins[entry]
            origin.text, origin.work = entry.text, work if work.id else work.with_id(entry.key)

    # As a mapping and as a sequence

    def __len__(self) -> int:
        works = self._made_of
        return len(works.works) if works is not None and self._is_untouched else len(self.entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __contains__(self, thing: object) -> bool:
        if isinstance(thing, str):
            return self.find(thing) is not None
        return thing in self.entries if isinstance(thing, Entry) else thing in self.works

    def __eq__(self, other: object) -> bool:
        """Whether the same works are in both, in the same order and under the same keys."""
        if not isinstance(other, Library):
            return NotImplemented
        return [(work.id, work) for work in self.works] == [(work.id, work) for work in other.works]

    __hash__ = None  # type: ignore[assignment]

    @overload
    def __getitem__(self, place: str | int) -> Entry: ...
    @overload
    def __getitem__(self, place: slice) -> Library: ...
    def __getitem__(self, place: str | int | slice) -> Entry | Library:
        if isinstance(place, str):
            return self.entry(place)
        if isinstance(place, slice):
            return self._part(range(len(self.entries))[place])
        return self.entries[place]

    def __setitem__(self, key: str, work: Work | Entry | Mapping[str, Any]) -> None:
        """Set the work, or the type and fields of another entry, under a key, which may be new."""
        if isinstance(work, Work):
            if key in self:
                self.entry(key).work = work.with_id(self.entry(key).key)
            else:
                self.add(work.with_id(key))
        elif isinstance(work, Entry):
            if key in self:
                self.entry(key).type, self.entry(key).fields = work.type, work.fields
            else:
                self.add(work.type, key, work.fields)
        else:
            hint = "give a work or an entry, or write library[key].fields = {…}"
            raise UsageError(f"entry '{key}' cannot be {work!r}", hint)

    def __getattr__(self, name: str) -> Any:
        hint = _INSTEAD.get(name)
        raise AttributeError(f"libraries have no attribute {name!r}" + (f" ({hint})" if hint else ""))

    def __delitem__(self, key: str) -> None:
        self.remove(key)

    def get(self, key: str, default: Any = None) -> Any:
        """Return the first entry with a key, else ``default``."""
        found = self.find(key)
        return default if found is None else found

    def values(self) -> tuple[Entry, ...]:
        """Return the entries in order."""
        return self.entries

    def items(self) -> tuple[tuple[str, Entry], ...]:
        """Return pairs of key and entry in order."""
        return self.entries.items()

    @property
    def entries_dict(self) -> dict[str, Entry]:
        """The entries by key, as in bibtexparser; the first one of those with the same key."""
        return dict(reversed(self.items()))

    # Changes

    def add(
        self,
        what: Work | Entry | Mapping[str, Any] | str,
        key: str = "",
        fields: Mapping[str, str | int] | None = None,
        after: Entry | None = None,
    ) -> Entry:
        """Add a work, an entry of any library as it is written there, a dictionary, or an entry type with its key and fields.

        A dictionary is an entry of bibtexparser (``ENTRYTYPE``, ``ID``), one of :meth:`to_dicts`, or an item of CSL-JSON. A
        work without a key gets one. Raises :class:`~citekit.runtime.errors.UsageError` if the key is taken.

        >>> Library().add({"ENTRYTYPE": "misc", "ID": "doe2020", "title": "Green Meadows"})
        <misc doe2020: Green Meadows>
        """
        if isinstance(what, Mapping):
            if "ENTRYTYPE" in what or "key" in what:
                return self.add_entry(*_parts_of(what), after)
            what, problems = read_item(what, Source("<dict>", ""), Span(0, 0))
            for problem in problems:
                raise UsageError(f"a dictionary cannot be added: {problem.message}", problem.hint)
        if isinstance(what, str) and key:
            return self.add_entry(what, key, fields or {}, after)
        if isinstance(what, str):
            hint = 'add("article", "doe2020", {"title": "…"}), or extend(citekit.loads(text))'
            raise UsageError(f"an entry of type {what!r} has no key", hint)
        if isinstance(what, Entry) and not what.key:
            what = what.work
        if isinstance(what, Entry):
            # an entry of another library needs the macros that it uses there
            other = what._document
            own = {name.lower() for name in self.strings}
            theirs = {name.lower(): (name, value) for name, value in other.definitions().items()}
            if self.find(what.key):
                raise UsageError(f"there is an entry '{what.key}' already", "rename one of them")
            for macro in sorted(what.block.macros - own):
                if macro in theirs:
                    self.set_string(*theirs[macro], as_written=True)
            added = self.add_text(what.text)
            if self._made_of is not None:
                self._origins[added] = _Origin(added.text, what.work)
            return added
        if not isinstance(what, Work):
            raise UsageError(
                f"{type(what).__name__} cannot be added",
                "add a Work, an entry, a dictionary, or a type, key and fields; extend() adds several",
            )
        work = what if what.id else assign_keys([*(Work(id=taken) for taken in self.keys()), what])[-1]
        entry = self.add_work(work, self.settings, after)
        if self._made_of is not None:
            self._origins[entry] = _Origin(entry.text, work)
        return entry

    append = add

    def extend(self, entries: Iterable[Work | Entry | Mapping[str, Any]]) -> None:
        """Add several entries, such as those of another library; each as :meth:`add` does."""
        for entry in tuple(entries):
            self.add(entry)

    def remove(self, entry: Entry | str) -> None:
        """Remove an entry, given itself or by its key, and the blank lines after it."""
        super().remove(self.entry(entry) if isinstance(entry, str) else entry)

    def rename(self, old: str, new: str) -> None:
        """Change the key of an entry, also in ``crossref``, ``xdata``, ``related`` … of other entries."""
        self.entry(old).rekey(new)

    def rekey(self, template: str = KEY_TEMPLATE) -> None:
        """Change every key to the one from a template such as ``[auth][year]``, also in references between entries.

        Raises :class:`~citekit.runtime.errors.UsageError` for a template with unknown markers, or if another entry has
        the key.
        """
        for entry, work in zip(self.entries, assign_keys(self.works, template, replace_all=True), strict=True):
            entry.rekey(work.id)

    def sort(self, key: Callable[[Entry], object] | str | None = None, reverse: bool = False) -> None:
        """Sort the entries by citation key, by a field, or by the result of a function; parents of other entries come last."""
        super().sort((lambda entry: entry.get(key) or "") if isinstance(key, str) else key, reverse)

    def copy(self) -> Library:
        """Return an independent copy."""
        works = self._made_of
        made = Library.of(self.text, self.name, self.reader) if works is None else Library(works, works.traces)
        made.encoding, made.encoding_problems = self.encoding, self.encoding_problems
        made.name, made.path, made.format, made._given = self.name, self.path, self.format, self._given
        made._held, made._before = self._held, self._before
        if works is not None:
            made._made_of = works
            if not self._is_untouched:
                made.__dict__["_written"] = Source(self.name, self.text)
                origins = map(self._origins.get, self.entries)
                made._copied = [replace(origin) if origin else None for origin in origins]
        return made

    # Parts

    def select(self, query: str = "", keys: Container[str] | None = None) -> Library:
        """Return the entries that match a query (``author:doe year>=2020``), with their parents and the macros they use.

        With ``keys``, only entries that can be cited by one of them. Raises :class:`~citekit.runtime.errors.UsageError` if the
        query is invalid.
        """
        condition = parsed(query) if query.strip() else None
        works = self.works
        if condition:
            condition.check(works)
        return self._part(
            number
            for number, work in enumerate(works)
            if (condition is None or condition.holds(work)) and (keys is None or any(key in keys for key in work.keys))
        )

    def _part(self, numbers: Iterable[int]) -> Library:
        chosen = list(numbers)
        if self._made_of is None:
            traces = self.reading().traces
            text = BibText(Source(self.name, self.text)).excerpt(traces[number].span.start for number in chosen)
            return Library.of(text, self.name, self.reader)
        works, traces = self.works, self.traces
        return Library((works[n] for n in chosen), (traces[n] for n in chosen) if traces else (), name=self.name)

    @property
    def comments(self) -> tuple[str, ...]:
        """The texts in ``@comment{…}`` and between the entries, stripped."""
        return tuple(filter(None, (_commented(piece.whole, piece.block) for piece in self.row if not piece.is_entry)))

    @property
    def preambles(self) -> tuple[str, ...]:
        """The LaTeX of each ``@preamble``, as written between the delimiters."""
        blocks = ((piece.whole, piece.block) for piece in self.row)
        return tuple(
            whole[block.start_inside : block.end_inside] for whole, block in blocks if isinstance(block, Preamble)
        )

    @property
    def preamble(self) -> str:
        """The LaTeX of all ``@preamble``, one per line."""
        return "\n".join(self.preambles)

    def with_works(self, works: Iterable[Work], problems: Iterable[Problem] = ()) -> Library:
        """Return a copy whose entries describe these works, in order, with additional problems."""
        made = self.copy()
        for entry, old, new in zip(made.entries, self.works, works, strict=True):
            if old != new:
                entry.work = new
        made.encoding_problems += tuple(problems)
        return made

    def with_text(self, text: str, problems: Iterable[Problem] = ()) -> Library:
        """Return a library of BibTeX with another text, for the same file if this one is BibTeX, with additional problems."""
        made = Library.of(text, self.name, self.reader)
        made.encoding, made.encoding_problems = self.encoding, (*self.encoding_problems, *problems)
        made._before = self._start().text if self._before is None else self._before
        if self.format in _BIBTEX:
            made.format, made.path, made._held = self.format, self.path, self._held
        return made

    def hold(self, library: Library | Works) -> None:
        """Replace the works by those of another library: entries with the same key are changed, others added or removed.

        Macros, comments and free text stay, and so does every field with the same value.
        """
        works = assign_keys(library.works)
        keys = {work.id.lower() for work in works}
        for entry in [entry for entry in self.entries if entry.key.lower() not in keys]:
            self.remove(entry)
        for work in works:
            self[work.id] = work

    # Files

    def save(self, path: str | os.PathLike[str] = "", overwrite: bool = False) -> None:
        """Write the library to its file, or to another one; unchanged parts stay as they are.

        The name of another file determines its format. Raises :class:`~citekit.runtime.errors.UsageError` if no file is
        specified, if another file exists and ``overwrite`` is false, or if a change would overwrite what a person wrote;
        :class:`~citekit.runtime.errors.FileChangedError` if the library's own file has changed since it was read.
        """
        if not path and self.path is None:
            raise UsageError("no file to save to is specified", 'specify one: library.save("refs.bib")')
        target = Path(path or self.path or "")
        own = self.path is not None and target.absolute() == self.path.absolute()
        data = self.data if own else self.as_format(files.format_to_write(target))
        if data is None:
            files.dump(self.record, target, "", overwrite)
        elif own and self._held:
            replace_files([Replacement(target, data, self._held)])
            self._held = fingerprint(data)
        else:
            write_file(target, data, overwrite or own)
            if own or self.path is None:
                self._held = fingerprint(data)
        self.path = self.path or target

    def as_format(self, format: str, settings: Any = None) -> bytes | None:  # noqa: A002
        """Return the bytes of this library if it is in a format already, or was edited as BibTeX; else None."""
        same = format == self.format or (
            format == "bibtex" and (self.format in ("", *_BIBTEX) or not self._is_untouched)
        )
        return self.data if same and settings in (None, BibtexSettings()) and format else None

    @property
    def data(self) -> bytes:
        """The bytes of the file with all changes; raises if its encoding lacks a character."""
        return self.encoding.encode(self.rewritten)

    @property
    def rewritten(self) -> str:
        """The text of the file with all changes; BibTeX if there is no file."""
        if self._made_of is None or not self.format:
            return self.text
        if self._is_untouched:
            return self._given
        assert self._made_of is not None
        works = [entry.work for entry in self.entries]
        origins = [
            self._origins.get(entry) or _Origin("", work) for entry, work in zip(self.entries, works, strict=True)
        ]
        remaining = {id(origin.trace) for origin in origins if origin.trace}
        gone = [trace.span for trace in self._made_of.traces if id(trace) not in remaining]
        read = [(origin.read, work) for origin, work in zip(origins, works, strict=True) if origin.read]
        spans = [origin.trace.span for origin in origins if origin.read and origin.trace]
        text = self._given
        if gone:
            text = removed(text, self.format, gone)
            spans = [trace.span for trace in files.loads(text, self.format, self.name).traces] if read else []
        changes = [
            Rewrite(span, old, new)
            for span, (old, new) in zip(spans, read, strict=True)
            if old.with_id(new.id) != new or old.id not in ("", new.id)
        ]
        added = [work for origin, work in zip(origins, works, strict=True) if not origin.read]
        text, refused = rewritten(text, self.format, changes, added)
        if refused:
            keys = ", ".join(change.new.id for change in refused[:5])
            message = f"{keys} cannot be changed without overwriting what a person wrote there"
            raise UsageError(message, "save to a new file")
        return text

    def to_file(
        self,
        file: str | os.PathLike[str] | IO[str] | IO[bytes],
        format: str = "",  # noqa: A002
        overwrite: bool = False,
        settings: Any = None,
    ) -> None:
        """Write the library to a file or an open file; see :func:`citekit.dump`, which takes other things than libraries too."""
        if not isinstance(file, str | os.PathLike):
            name = getattr(file, "name", "")
            named = files.format_to_write(name) if isinstance(name, str) and not format else ""
            text = self.to_string(format or named or "bibtex", settings)
            if isinstance(file, TextIOBase):
                file.write(text)
            else:
                cast("IO[bytes]", file).write(text.encode())
            return
        target = Path(file)
        chosen = files.format_named(format) or files.format_to_write(target)
        own = self.path is not None and self.path.absolute() == target.absolute()
        # what was read from this file is changed in place; all other files are written again
        if (own or not target.exists()) and self.as_format(chosen, settings) is not None:
            self.save(target, overwrite)
        elif overwrite and settings is None and chosen == "bibtex" and target.is_file():
            held = Library.load(target, chosen)
            held.hold(self)
            held.save()
        else:
            files.dump(self.record, target, chosen, overwrite, settings)

    def to_string(self, format: str = "", settings: Any = None) -> str:  # noqa: A002
        """Return the library as text of a format; by default, of the one that it was read in, with all changes.

        ``settings`` are of the class that the format names, such as :class:`~citekit.runtime.config.BibtexSettings`; with any,
        all is written again. Raises :class:`~citekit.runtime.errors.UsageError` for a format that cannot be written.
        """
        chosen = files.format_named(format) or self.format or "bibtex"
        if self.as_format(chosen, settings) is None:
            return files.dumps(self.record, chosen, settings)
        return self.text if chosen == "bibtex" or self.format in ("", *_BIBTEX) else self.rewritten

    # Display

    def __str__(self) -> str:
        return self.to_string()

    def __repr__(self) -> str:
        count = f"{len(self)} entries" if len(self) != 1 else "1 entry"
        return f"<Library {self.name or 'of works'}: {count}>"

    def to_dicts(self) -> list[dict[str, str]]:
        """Return the entries as dictionaries: ``key``, ``type`` and the fields, in Unicode without markup."""
        found = []
        for entry, work in zip(self.entries, self.works, strict=True):
            authors = " and ".join(map(str, work.author))
            row = {"key": entry.key, "type": entry.type.lower()}
            row |= {name: visible(text) for name, text in _texts(entry, work).items()}
            found.append(row | ({"author": authors} if authors else {}))
        return found

    def to_dataframe(self) -> Any:
        """Return the entries as a pandas DataFrame; raise :class:`~citekit.runtime.errors.UsageError` without pandas."""
        try:
            pd = import_module("pandas")
        except ImportError:
            raise UsageError("to_dataframe() requires pandas", "install pandas, or use to_dicts()") from None
        return pd.DataFrame(self.to_dicts()).fillna("")

    def _repr_html_(self) -> str:
        """Return a table of the first entries; those read with low confidence are marked."""
        rows = []
        traces = self.traces
        for number, work in enumerate(self.works[:_ROWS]):
            doubts = traces[number].doubts if traces else ()
            people = ", ".join(name.full_family or name.literal for name in work.author[:3])
            people += " …" if len(work.author) > 3 else ""  # three names fit into the column
            cells = (self.entries[number].key, people, short(visible(work.text("title")), 50), str(work.year or ""))
            mark = f' style="background: #fff3cd" title="{escape("; ".join(doubts))}"' if doubts else ""
            rows.append(f"<tr{mark}>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>")
        more = f"<p>… {len(self) - _ROWS} more</p>" if len(self) > _ROWS else ""
        head = "".join(f"<th>{name}</th>" for name in ("key", "authors", "title", "year"))
        return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>{more}"


def _parts_of(entry: Mapping[str, Any]) -> tuple[str, str, dict[str, str | int]]:
    """Return the type, the key and the fields of an entry as bibtexparser has it, or as :meth:`Library.to_dicts` returns it.

    The values of the former are LaTeX, those of the latter plain text.
    """
    theirs = "ENTRYTYPE" in entry
    kind, key = ("ENTRYTYPE", "ID") if theirs else ("type", "key")
    missing = [name for name in (kind, key) if not entry.get(name)]
    if missing:
        raise UsageError(f"the dictionary of an entry has no {missing[0]}", f"give {kind}, {key}, and the fields")
    fields = {str(name): value for name, value in entry.items() if name not in (kind, key)}
    made = {
        name: encode(value, ascii_only=False) if isinstance(value, str) and not theirs else value
        for name, value in fields.items()
    }
    return str(entry[kind]), str(entry[key]), made


def _texts(entry: Entry, work: Work) -> dict[str, str]:
    made = {name: value for name, value in entry.fields.items() if name != "author"}
    return {name: decode(value) for name, value in made.items()} | (
        {"title": work.text("title")} if work.text("title") else {}
    )


def _commented(whole: str, block: Any) -> str:
    if isinstance(block, Comment):
        return whole[block.start_inside : block.end_inside].strip()
    return whole[block.start : block.end].strip() if hasattr(block, "sound") and not hasattr(block, "field") else ""


# What stands for a library

Given = (
    Library
    | Works
    | Entry
    | Work
    | Mapping[str, Any]
    | str
    | bytes
    | os.PathLike[str]
    | IO[str]
    | IO[bytes]
    | Iterable[Any]
)
"""A bibliography in any of its forms; an iterable may hold all the others."""

# With one of these a bibliography begins that is on one line, which a name of a file rarely is.
_FIRST_SIGNS = ("@", "{", "[", "<", "%")
WHAT = "pass a library, an entry, a work, a dictionary, a path, an open file, text, or a list of these"


def library_of(given: Given, format: str = "") -> Library:  # noqa: A002 - the public word for it
    """Return what was given as one library; ``format`` is that of files and texts, detected if it is empty.

    A library is returned as it is, several files of BibTeX as one text. Entries are copied as they are written, with the
    macros they use and the entries they inherit from. Raises what :func:`citekit.load` raises, and
    :class:`~citekit.runtime.errors.UsageError` for what is not a bibliography, or for two entries with one key in a list.

    >>> [entry.key for entry in library_of(["entries.bib", {"id": "doe2020", "title": "Green Meadows"}])][-2:]
    ['amari2019', 'doe2020']
    """
    if isinstance(given, Library):
        return given
    if isinstance(given, Works):
        return Library.of_works(given)
    if isinstance(given, Work | Entry | Mapping):
        return _of_items([given])
    if isinstance(given, str | os.PathLike) and not is_text(given):
        return Library.load(given, format)
    if isinstance(given, str | bytes):
        return Library.loads(given, format)
    if callable(getattr(given, "read", None)):
        file = cast("IO[Any]", given)
        return Library.loads(file.read(), format, name_of(file))
    if hasattr(given, "failed_blocks"):  # a Library of bibtexparser, which only a program that imported it can give
        from citekit.formats.bibtex import from_bibtexparser

        return Library.of_works(from_bibtexparser(cast(Any, given)))
    if not isinstance(given, Iterable):
        raise UsageError(f"{type(given).__name__} is no bibliography", WHAT)
    items = list(given)
    if all(isinstance(item, Work | Entry | Mapping) for item in items):
        return _of_items(items)
    # several texts of BibTeX are one after the other, so that macros and references hold; otherwise the works are joined
    libraries = [library_of(item, format) for item in items]
    if len(libraries) == 1:
        return libraries[0]
    if all(library.format in ("bibtex", "biblatex") for library in libraries):
        reader = "biber" if any(library.reader == "biber" for library in libraries) else "bibtex"
        texts = (library.text.strip("\r\n") for library in libraries)
        return Library.of("".join(f"{text}\n\n" for text in texts if text)[:-1], ", ".join(
            library.name for library in libraries), reader)  # fmt: skip
    records = [library.record for library in libraries]
    works = [work for record in records for work in record]
    if len({work.id.lower() for work in works}) < len(works):
        raise UsageError("two of the works have the same key", "citekit.merge joins the works that are the same")
    traces = chain.from_iterable(record.traces for record in records)
    whole = all(record.traces for record in records if record.works)
    problems = chain.from_iterable(record.problems for record in records)
    return Library.of_works(Works(tuple(works), tuple(traces) if whole else (), tuple(problems)))


def works_of(given: Given) -> Works:
    """Return the works of what was given; raise as :func:`library_of` does."""
    return works_and_origin(given)[0]


def works_and_origin(given: Given) -> tuple[Works, bool]:
    """Return the works of what was given, and whether they are known to be from BibTeX; raise as :func:`library_of` does."""
    if isinstance(given, Works):
        return given, False
    if isinstance(given, Work | Entry):
        given = [given]
    if isinstance(given, Iterable) and not isinstance(given, Library | str | bytes | Mapping | os.PathLike):
        items = given if hasattr(given, "read") else list(given)
        if isinstance(items, list) and all(isinstance(item, Work | Entry) for item in items):
            works = Works(tuple(item.work if isinstance(item, Entry) else item for item in items))
            return works, all(isinstance(item, Entry) for item in items)
        given = items
    library = library_of(given)
    return library.record, library.format in _BIBTEX


def is_text(given: str | os.PathLike[str]) -> bool:
    """Whether this is the text of a bibliography or document, and not the name of a file: it has several lines, or begins like one."""
    if not isinstance(given, str):
        return False
    return "\n" in given or (given.lstrip()[:1] in _FIRST_SIGNS and bool(files.format_of_content(given)))


def name_of(file: IO[Any]) -> str:
    """Return the name of an open file; ``<file>`` if it has none."""
    name = getattr(file, "name", "")
    return name if isinstance(name, str) and name else "<file>"


def _of_items(items: Sequence[Work | Entry | Mapping[str, Any]]) -> Library:
    """Return a library of works and entries, each with the entries that it inherits from."""
    if all(isinstance(item, Work) for item in items):
        return Library(items)
    given = dict.fromkeys(item for item in items if isinstance(item, Entry))
    parents = (parent for entry in given for parent in entry.parents if parent not in given)
    return Library([*items, *dict.fromkeys(parents)])
