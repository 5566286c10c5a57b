"""Bibliographies as files of entries: the one place where checks meet the formats' own readers."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import field
from html import unescape
from pathlib import Path
from typing import Literal

from citekit.formats.bibtex.blocks import Block, Comment, EntryBlock, Preamble, Reader, String, TextBlock, scan
from citekit.formats.bibtex.values import StringMacros, is_one_group, resolve
from citekit.formats.files import format_of_content, loads, readable_format
from citekit.lint.words import listed
from citekit.markup.json import PlacedString, Value, read_json
from citekit.model.identity import (
    CandidateIndex,
    ComparisonRecord,
    MatchDecision,
    Relation,
    describe,
    describe_fields,
    same_work,
)
from citekit.model.identity.comparison_record import VENUE_FIELDS
from citekit.model.identity.titles import plain, words
from citekit.model.kinds import CSL_TYPES, ENTRY_TYPES, entry_type, field_of
from citekit.model.name import Name, parse_names
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.encodings import Encoding, decode
from citekit.runtime.errors import CitekitError, Problem
from citekit.runtime.records import cached_property, dataclass
from citekit.runtime.span import Source, Span

# What is checked: entries of bibliographies and items of publication lists, in one form with the places of their parts.

Language = Literal["bibtex", "csl", "list"]
"""How an entry is written: BibTeX or BibLaTeX, CSL-JSON, or an item of a list that people read."""


@dataclass(eq=False, slots=True)
class CheckedField:
    """A field of an entry.

    ``name`` is in lower case. ``text`` is the value without delimiters and with macros resolved; if it is written in one
    piece, ``inside`` is the offset of its first character, else -1. ``span`` is that of the value, delimiters
    included, and ``raw`` how it is written there. A large file has a million fields, so each keeps two offsets and the
    lengths only: ``opening`` is the number of characters before the text, -1 where it is not in one piece.
    """

    name: str
    text: str
    source: Source
    start: int
    length: int
    opening: int
    name_start: int
    name_length: int

    @property
    def raw(self) -> str:
        """The value as written."""
        return self.source.text[self.start : self.start + self.length]

    @property
    def span(self) -> Span:
        """The span of the value, its delimiters included."""
        return Span(self.start, self.start + self.length)

    @property
    def name_span(self) -> Span:
        """The span of the name."""
        return Span(self.name_start, self.name_start + self.name_length)

    @property
    def inside(self) -> int:
        """The offset of the text's first character, -1 if the text is not written in one piece."""
        return self.start + self.opening if self.opening >= 0 else -1

    def part(self, start: int, end: int) -> Span:
        """Return the span of ``text[start:end]``; that of the whole value if it is not written in one piece."""
        return Span(self.inside + start, self.inside + end) if self.inside >= 0 else self.span

    def find(self, piece: str) -> Span:
        """Return the span of a piece of the text; that of the whole value if the piece does not occur there literally."""
        at = self.text.find(piece) if piece else -1
        return self.part(at, at + len(piece)) if at >= 0 else self.span


class _Keeping:
    """Room for what an entry computes once; its other attributes are slots, for there may be very many entries."""


@dataclass(eq=False, slots=True)
class CheckedEntry(_Keeping):
    """An entry of a bibliography, or an item of a list.

    It is not a :class:`~citekit.formats.bibtex.edit.Entry`: rules look at BibTeX, CSL-JSON and lists in the same way, and need the
    place of each value in its file, also of repeated and damaged fields.

    ``fields`` are all fields in order, repeated ones too. ``work`` is what the converter read, for items of lists and
    entries of CSL-JSON. ``sound`` is true if its syntax is valid. ``section`` is the heading above an item
    of a list, ``score`` the confidence of the parser in it (0 to 1), ``sure`` in its fields.
    """

    key: str
    type: str
    fields: tuple[CheckedField, ...]
    source: Source
    span: Span
    key_span: Span
    type_span: Span
    language: Language = "bibtex"
    sound: bool = True
    work: Work | None = None
    section: str = ""
    score: float = 1.0
    sure: Mapping[str, float] = field(default_factory=dict, repr=False)
    by_name: dict[str, CheckedField] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self.by_name = {part.name: part for part in self.fields}
        if len(self.by_name) < len(self.fields):  # the first of a name counts
            self.by_name.update((part.name, part) for part in reversed(self.fields))

    def __contains__(self, name: str) -> bool:
        return name in self.by_name

    def get(self, *names: str) -> CheckedField | None:
        """Return the first of these fields that the entry has and that is not blank."""
        for name in names:
            found = self.by_name.get(name)
            if found is not None and found.text.strip():
                return found
        return None

    def sureness(self, name: str) -> float:
        """Return the confidence in a parsed field, from 0 (guess) to 1; what is written as a field is certain.

        Most misread entries have wrong people, so the confidence in people is at most that in their entry.
        """
        sure = self.sure.get(name, self.score)
        return min(sure, self.score) if name in ("author", "editor") else sure

    def text(self, *names: str) -> str:
        """Return the value of the first of these fields that is there, or the empty string."""
        found = self.get(*names)
        return found.text.strip() if found else ""

    @property
    def is_laid_out(self) -> bool:
        """Whether its text was taken from a page: hyphens at line ends and page breaks are layout there, no damage."""
        return self.language == "list" and self.source.name.lower().endswith(".pdf")

    @cached_property
    def title_key(self) -> str:
        """The title by which works are compared: its letters and digits only."""
        return self.described.title.key

    @cached_property
    def title(self) -> str:
        """The title for people."""
        return " ".join(plain(self.work.text("title") if self.work else self.text("title")).split())

    def names(self, variable: str = "author") -> tuple[Name, ...]:
        """Return the names of a name field."""
        if variable == "author":
            return self.authors
        return self.work.names(variable) if self.work else parse_names(self.text(variable))

    @cached_property
    def authors(self) -> tuple[Name, ...]:
        """The authors in order."""
        if self.work:
            return self.work.author
        names = list(parse_names(self.text("author")))
        for number, marks in annotation_marks(self.text("author+an")):
            if 1 <= number <= len(names):  # a mark that counts too far is a finding, and no reason to drop the others
                names[number - 1] = names[number - 1].marked(*marks)
        return tuple(names)

    @property
    def year(self) -> int | None:
        """The year of publication where it is a plain number."""
        return self.described.year

    @cached_property
    def year_field(self) -> CheckedField | None:
        """The field that holds the year."""
        return self.get("year", "date")

    @cached_property
    def venue_field(self) -> CheckedField | None:
        """The field that names the journal, the proceedings or the book."""
        return self.get(*VENUE_FIELDS)

    def _value(self, name: str) -> str:
        part = self.by_name.get(name)
        return part.text.strip() if part is not None else ""

    @cached_property
    def described(self) -> ComparisonRecord:
        """The publication in the form in which publications are compared."""
        return describe(self.work) if self.work else describe_fields(self.type, self._value, self.names)

    @property
    def doi(self) -> str:
        """The DOI in its normal form, from its field or a resolver's address; empty for arXiv's own DOIs."""
        return self.described.doi

    @property
    def arxiv(self) -> str:
        """The arXiv identifier without version, from the fields that are made for it or an arXiv address."""
        return self.described.arxiv

    @cached_property
    def text_read(self) -> str:
        """All that people read of it, as it is written: the text of an item, the values of an entry's fields."""
        if self.language == "list":
            return self.source.text[self.span.start : self.span.end]
        return "\n".join(part.text for part in self.texts())

    @cached_property
    def words_of_text(self) -> str:
        """The words of :attr:`text_read` in lowercase without accents, with a space before and after each."""
        return f" {' '.join(words_read(self.text_read))} "

    @property
    def shown(self) -> str:
        """What to call the entry: its key, or its title in quotation marks."""
        if self.key:
            return f"'{self.key}'"
        # 60 characters of a title, so that a message stays on a line
        return f"“{self.title if len(self.title) <= 60 else self.title[:59] + '…'}”"

    @cached_property
    def not_ascii(self) -> tuple[CheckedField, ...]:
        """The fields whose values have other characters than those of ASCII."""
        return tuple([part for part in self.fields if not part.text.isascii()])

    def texts(self) -> Iterator[CheckedField]:
        """Yield the fields whose values people read: those of identifiers and files are left out."""
        for part in self.fields:
            if part.name not in NOT_TEXT:
                yield part


def words_read(text: str) -> list[str]:
    """Return the words that people read in a text with HTML, small and without accents."""
    return words(_TAGS.sub(" ", unescape(text)))


def annotation_marks(text: str) -> list[tuple[int, list[str]]]:
    """Return the places and the marks of a data annotation of BibLaTeX (``1=equal; 2=equal``)."""
    return [(int(match[1]), match[2].split(",")) for match in _ANNOTATION.finditer(text)]


_TAGS = re.compile(r"</?[A-Za-z!][^<>]{0,300}>")
_ANNOTATION = re.compile(r"(?:^|;)\s*(\d{1,5})(?::\w+)?\s*=\s*\"?([\w-]+(?:,[\w-]++)*)")

NOT_TEXT = frozenset(listed("fields that hold no text"))
"""Fields that hold identifiers, addresses, what programs note there, or whole texts of others."""


_BIBLATEX_TYPES = frozenset(CSL_TYPES).difference(listed("types of both dialects"))
_BIBLATEX_FIELDS = frozenset(listed("fields of BibLaTeX alone"))
_CSL = re.compile(rb'\s*[\[{].{0,4000}?"(?:type|title|DOI|id)"\s*:', re.DOTALL)
_TYPE = re.compile(rb'"type"\s{0,9}:\s{0,9}"([a-z_-]{3,30})"')
_BIBTEX_FIELDS = frozenset({"journal", "year", "address"})


@dataclass(eq=False)
class CheckedBibliography:
    """A file of entries, with all that rules look at.

    It is not a :class:`~citekit.formats.library.Library`, which is a ``.bib`` file to edit, or works of another format without places.

    ``lost`` counts the blocks that began like an entry and could not be read. ``outside_text`` are the texts between entries that
    are not blank, ``comments`` and ``preambles`` the insides of ``@comment`` and ``@preamble``. ``used_macros`` are the names of macros that values use, in
    lower case. ``cut_short`` are fields after an entry that an extra brace ended, by the offset of its key. A file that
    is ``context_only`` was read because a document cites from it; its entries are not checked.
    """

    source: Source
    entries: tuple[CheckedEntry, ...] = ()
    encoding: Encoding = field(default_factory=Encoding)
    problems: tuple[Problem, ...] = ()
    macros: tuple[String, ...] = ()
    used_macros: frozenset[str] = frozenset()
    undefined_macros: tuple[tuple[str, CheckedEntry, CheckedField], ...] = ()
    outside_text: tuple[Span, ...] = ()
    comments: tuple[Span, ...] = ()
    preambles: tuple[Span, ...] = ()
    lost: int = 0
    cut_short: dict[int, Span] = field(default_factory=dict)
    readable: bool = True
    is_bibtex: bool = True
    context_only: bool = False
    written_as: str = ""

    @property
    def name(self) -> str:
        """Return the name of the file; a bibliography inside a document has the name under which it is written."""
        return self.written_as or self.source.name

    @property
    def seen(self) -> int:
        """How many entries the file has, those that could not be read too."""
        return len(self.entries) + self.lost

    @property
    def checked(self) -> int:
        """How many entries could be read whole."""
        return sum(entry.sound for entry in self.entries)

    @cached_property
    def by_key(self) -> dict[str, CheckedEntry]:
        """The first entry with a key, by the key in lower case."""
        found: dict[str, CheckedEntry] = {}
        for entry in self.entries:
            if entry.key:
                found.setdefault(entry.key.lower(), entry)
        return found

    @cached_property
    def keys(self) -> frozenset[str]:
        """All keys as written, those of ``ids`` too."""
        more = (name.strip() for e in self.entries if "ids" in e for name in e.text("ids").split(","))
        return frozenset([entry.key for entry in self.entries if entry.key] + [name for name in more if name])

    @cached_property
    def related(self) -> tuple[tuple[CheckedEntry, CheckedEntry, MatchDecision], ...]:
        """Every entry with those before it that are the same work, or have to do with it, or share an identifier."""
        index = CandidateIndex()
        found: list[tuple[CheckedEntry, CheckedEntry, MatchDecision]] = []
        for number, entry in enumerate(self.entries):
            for other in index.near(entry.described):
                first = self.entries[other]
                sameness = same_work(first.described, entry.described)
                if sameness.shared or sameness.relation is not Relation.DIFFERENT:
                    found.append((first, entry, sameness))
            index.add(number, entry.described)
        return tuple(found)

    @cached_property
    def dialect(self) -> str:
        """``"biblatex"`` where most of what tells the dialects apart is BibLaTeX's, else ``"bibtex"``."""
        latex = plain = 0
        for entry in self.entries:
            latex += (entry.type in _BIBLATEX_TYPES) + len(_BIBLATEX_FIELDS.intersection(entry.by_name))
            plain += len(_BIBTEX_FIELDS.intersection(entry.by_name))
        return "biblatex" if latex > plain / 3 else "bibtex"

    @cached_property
    def _starts(self) -> list[int]:
        return [entry.span.start for entry in self.entries]

    def entry_at(self, offset: int) -> CheckedEntry | None:
        """Return the entry at an offset."""
        number = bisect_right(self._starts, offset) - 1
        entry = self.entries[number] if number >= 0 else None
        return entry if entry is not None and offset < entry.span.end else None


def read_bibliography(data: bytes, name: str) -> CheckedBibliography:
    """Return a ``.bib`` or CSL-JSON file, or one of another format by its suffix; what cannot be read in it is
    counted and among its problems.
    """
    decoded = decode(data, name)
    source = Source(name, decoded.text)
    if name.lower().endswith(".json"):
        from citekit.formats.csljson import loads as loads_csl

        try:
            items = read_json(source.text)
            library = loads_csl(source)
        except Exception as error:  # whatever a hostile file does, it is a finding
            reason = str(error) or type(error).__name__
            problem = Problem(f"the file cannot be read as CSL-JSON: {reason}", "", source, Span(0, 0), kind="syntax")
            return CheckedBibliography(
                source, (), decoded.encoding, (*decoded.problems, problem), readable=False, is_bibtex=False
            )
        rows = [row for row in items if isinstance(row, dict)] if isinstance(items, list) else [items]
        places = [row if isinstance(row, dict) else {} for row in rows]
        entries = tuple(
            _csl_entry(work, places[number] if number < len(places) else {}, source)
            for number, work in enumerate(library.works)
        )
        return CheckedBibliography(
            source, entries, decoded.encoding, (*decoded.problems, *library.problems), is_bibtex=False
        )
    is_named_so = name.lower().endswith((".bib", ".bibtex"))
    known = "bibtex" if is_named_so else readable_format(Path(name).suffix.lower(), decoded.text)
    if known not in ("", "bibtex"):
        # The works of a format of other programs: their keys, types and titles, with no places in the file.
        try:
            works = loads(source.text, known, source.name).works
        except CitekitError as error:
            return CheckedBibliography(
                source, (), decoded.encoding, (*decoded.problems, error.problem), readable=False, is_bibtex=False
            )
        entries = tuple(_csl_entry(work, {}, source) for work in works)
        return CheckedBibliography(source, entries, decoded.encoding, decoded.problems, is_bibtex=False)
    return bibliography_of(source, decoded.encoding, decoded.problems)


# --- BibTeX ----------------------------------------------------------------------------------------------------------


def bibliography_of(
    source: Source,
    encoding: Encoding | None = None,
    problems: tuple[Problem, ...] = (),
    given: tuple[String, ...] = (),
    within: Span | None = None,
) -> CheckedBibliography:
    """Return a text of BibTeX, as BibTeX reads the file; one that is written for BibLaTeX as biber does, for which
    ``%`` begins a comment.

    ``given`` are the macros of files that are read before this one; ``within`` is the span of BibTeX in a text of another
    language.
    """
    encoding = encoding or Encoding()
    read = _read_by("bibtex", source, encoding, problems, given, within)
    if "%" in source.text and read.dialect == "biblatex":
        return _read_by("biber", source, encoding, problems, given, within)
    return read


def _read_by(
    grammar: Reader,
    source: Source,
    encoding: Encoding,
    problems: tuple[Problem, ...],
    given: tuple[String, ...],
    within: Span | None,
) -> CheckedBibliography:
    text = source.text
    if within is not None:
        text = f"{' ' * within.start}{text[within.start : within.end]}"
    scanned = scan(source if within is None else Source(source.name, text), grammar, len(given))
    values = [(macro.field.name.lower(), macro.field.value) for macro in given]
    macros = StringMacros(values + scanned.macros, len(source.text) + sum(len(value) for _, value in values))
    macros.define(len(given))
    reader = _BibliographyReader(source, macros)
    bibliography = CheckedBibliography(
        source,
        (),
        encoding,
        (*problems, *scanned.problems),
        scanned.strings,
        outside_text=tuple(
            b.span for b in scanned.blocks if isinstance(b, TextBlock) and text[b.start : b.end].strip()
        ),
        comments=tuple(Span(b.start_inside, b.end_inside) for b in scanned.blocks if isinstance(b, Comment)),
        preambles=tuple(Span(b.start_inside, b.end_inside) for b in scanned.blocks if isinstance(b, Preamble)),
        lost=sum(isinstance(block, TextBlock) and not block.sound for block in scanned.blocks),
    )
    blocks = list(reversed(scanned.blocks))
    del scanned  # each block is let go when it has become an entry
    bibliography.entries = tuple(_entries(blocks, reader))
    # entries after whose end fields follow: a brace too many closed them
    behind = {
        text_span.start: text_span
        for text_span in bibliography.outside_text
        if _FIELDS_BEHIND.match(source.text, text_span.start, text_span.end)
    }
    ends = ((entry.key_span.start, entry.span.end) for entry in bibliography.entries) if behind else ()
    bibliography.cut_short = {key: behind[end] for key, end in ends if end in behind}
    bibliography.used_macros = frozenset(reader.used)
    bibliography.undefined_macros = tuple(reader.undefined)
    return bibliography


_FIELDS_BEHIND = re.compile(r"[\s,]*+[A-Za-z][\w-]{1,30}\s{0,9}=\s{0,9}[{\"\d]")


def _entries(blocks: list[Block], reader: _BibliographyReader) -> Iterator[CheckedEntry]:
    """Yield the entries among blocks that are given in reverse order; what was read is taken away."""
    while blocks:
        block = blocks.pop()
        if isinstance(block, String):
            reader.used.update(name.lower() for name in _names_in(block.field.value))
        elif isinstance(block, EntryBlock):
            reader.macros.define(block.defined)
            yield reader.entry(block)


def _names_in(value: str) -> list[str]:
    if value[:1] in '{"' and value.find("#") < 0:
        return []
    return [name for name in resolve(value, {})[1] if not name.isdigit()]


class _BibliographyReader:
    """Return the entries of a file in order, and what they state about macros."""

    def __init__(self, source: Source, macros: StringMacros) -> None:
        self.source = source
        self.macros = macros
        self.used: set[str] = set()
        self.undefined: list[tuple[str, CheckedEntry, CheckedField]] = []
        self._names: dict[str, str] = {}

    def entry(self, written: EntryBlock) -> CheckedEntry:
        """Return an entry with its values resolved."""
        source, names = self.source, self._names
        fields: list[CheckedField] = []
        unknown: list[tuple[str, CheckedField]] = []
        parts = iter(written.parts)
        for as_written, value, name_start, start in zip(parts, parts, parts, parts, strict=True):
            name = names.get(as_written)
            if name is None:
                name = names.setdefault(as_written, as_written.lower())
            length, name_length = len(value), len(as_written)
            first, last = value[:1], value[-1:]
            if (first == "{" and last == "}" and ("#" not in value or is_one_group(value))) or (
                first == '"' and last == '"' and "#" not in value
            ):
                fields.append(CheckedField(name, value[1:-1], source, start, length, 1, name_start, name_length))
            elif value.isdigit():
                fields.append(CheckedField(name, value, source, start, length, 0, name_start, name_length))
            else:
                text, missing = self._resolved(value)
                fields.append(CheckedField(name, text, source, start, length, -1, name_start, name_length))
                unknown += [(macro, fields[-1]) for macro in missing]
        entry = CheckedEntry(
            written.key,
            names.setdefault(written.type, written.type.lower()),
            tuple(fields),
            source,
            written.span,
            written.key_span,
            written.type_span,
            sound=written.sound,
        )
        self.undefined += [(macro, entry, part) for macro, part in unknown]
        return entry

    def _resolved(self, value: str) -> tuple[str, list[str]]:
        """Return the text of a value that has macros or several pieces, and the undefined macros in it."""
        if value.isidentifier():
            low = value.lower()
            self.used.add(low)
            text = self.macros.get(low)
            return (value, [value]) if text is None else (text, [])
        self.used.update(macro.lower() for macro in _names_in(value))
        return resolve(value, self.macros)


# --- CSL-JSON --------------------------------------------------------------------------------------------------------


def _csl_entry(work: Work, row: dict[str, Value], source: Source) -> CheckedEntry:
    kind = entry_type(work.type, "bibtex")
    fields = tuple(_csl_fields(row, kind, source))
    strings = list(_strings(row))
    span = Span(min((s.start - 1 for s in strings), default=0), max((s.end + 1 for s in strings), default=0))
    key = row.get("id")
    key_span = Span(key.start, key.end) if isinstance(key, PlacedString) else span
    kind_place = row.get("type")
    type_span = Span(kind_place.start, kind_place.end) if isinstance(kind_place, PlacedString) else span
    return CheckedEntry(work.id, kind, fields, source, span, key_span, type_span, "csl", work=work)


def _csl_fields(row: dict[str, Value], kind: str, source: Source) -> Iterator[CheckedField]:
    for name, value in row.items():
        strings = list(_strings(value))
        if name in ("id", "type") or not strings:
            continue
        one = isinstance(value, PlacedString)
        text = strings[0].text if one else " ".join(string.text for string in strings)
        start, end = strings[0].start, strings[-1].end
        exact = one and source.text[start:end] == text
        length = end - start
        yield CheckedField(field_of(name, kind).lower(), text, source, start, length, 0 if exact else -1, start, length)


def _strings(value: Value) -> Iterator[PlacedString]:
    """Yield all strings of a value, without recursion."""
    waiting: list[Value] = [value]
    found: list[PlacedString] = []
    while waiting:
        item = waiting.pop()
        if isinstance(item, PlacedString):
            found.append(item)
        elif isinstance(item, dict):
            waiting.extend(item.values())
        elif isinstance(item, list):
            waiting.extend(item)
    yield from sorted(found, key=lambda string: string.start)


# --- what holds works -------------------------------------------------------------------------------------------------


def holds_bibliography(suffix: str, data: bytes) -> bool:
    """Whether a file of another format holds works; YAML is so by its content only, since most of it is settings."""
    by_content = suffix in (".yaml", ".yml", "", ".txt", ".text")
    text = decode(data, "").text
    return bool(format_of_content(text) if by_content else readable_format(suffix, text))


def is_csl(data: bytes, explicit: bool) -> bool:
    """Whether JSON holds works: objects that have a type of CSL, or a title next to variables that only works have.

    Much other JSON has "id" and "title": settings, interfaces, maps, translations. A file that the user named may contain less
    of itself, and may be broken.
    """
    if not _CSL.match(data):
        return False
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        types = {match[1].decode() for match in _TYPE.finditer(data[:100_000])}
        return bool(types & (ENTRY_TYPES.keys() if explicit else _TYPES_OF_WORKS))
    rows = _rows_of_json(value)
    works = sum(_is_work(row, explicit) for row in rows)
    return works * 2 > len(rows)


# Number of objects of a file that are examined; all others are taken to be like them.
_SAMPLE = 200


def _rows_of_json(value: object) -> list[object]:
    """Return the objects that would be works: those of a list, of ``items`` or ``references``, or by their keys."""
    if isinstance(value, dict):
        inside = next((value[name] for name in ("items", "references") if isinstance(value.get(name), list)), None)
        if inside is not None:
            value = inside
        elif "type" in value or "title" in value:
            value = [value]
        else:
            value = [one for one in value.values() if isinstance(one, dict)]
    return value[:_SAMPLE] if isinstance(value, list) else []


def _is_work(row: object, explicit: bool) -> bool:
    if not isinstance(row, dict):
        return False
    kind = row.get("type")
    named = isinstance(row.get("title"), str) or isinstance(row.get("id"), (str, int))
    people = row.get("author")
    people = people if isinstance(people, list) else []
    telling = not _ONLY_OF_WORKS.isdisjoint(row)
    telling = telling or any(isinstance(one, dict) and not _PARTS_OF_NAMES.isdisjoint(one) for one in people)
    if isinstance(kind, str):  # "post", "event" and "book" are words of other programs as well
        return kind in _TYPES_OF_WORKS or (kind in ENTRY_TYPES and named and (telling or explicit))
    return kind is None and "title" in row and (telling or (explicit and "id" in row))


# Types of CSL that other programs do not use as words, such as `article-journal`.
_TYPES_OF_WORKS = frozenset(name for name in ENTRY_TYPES if "-" in name)
_PARTS_OF_NAMES = frozenset({"family", "given", "literal"})
# Variables of CSL that other programs do not use as words.
_ONLY_OF_WORKS = frozenset(
    "container-title issued DOI ISBN ISSN publisher-place collection-title citation-key PMID".split()
)
