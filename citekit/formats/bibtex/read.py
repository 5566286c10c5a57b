"""BibTeX or BibLaTeX text as a library: macros, references, names, dates and LaTeX resolved, nothing left out.

Fields that CSL has no variable for stay in ``Work.fields``; what was odd is in ``Library.problems``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from citekit.formats.bibtex.blocks import FAULTS, Field, Scan, String, problem
from citekit.formats.bibtex.blocks import EntryBlock as Written
from citekit.formats.bibtex.inherit import REFERRING, ResolvedEntry, inherit, keys_in
from citekit.formats.bibtex.scan import scan
from citekit.formats.bibtex.tokens import Reader, unmatched, value_parts
from citekit.formats.bibtex.values import StringMacros, resolve
from citekit.formats.bibtex.work import work_of
from citekit.model.dates import MONTHS
from citekit.model.kinds import CSL_TYPES, OBEYED_FIELDS, RAW_FIELDS, VERBATIM, Dialect
from citekit.model.library import Works
from citekit.model.trace import Trace
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.errors import Problem
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span
from citekit.text.tex_allowed import refused
from citekit.text.tex_decode import without_conditions

_BLANKS = re.compile(r"[ \t\r\n\f\v]+")
_UNEVEN = re.compile(r"[\t\r\n\f\v]|  ")
_OF_PROGRAMS = RAW_FIELDS - OBEYED_FIELDS
_REFUSED = "refused-command"
_KEPT = "kept-command"
_NOT_WORKS = frozenset({"xdata", "set"})
_KNOWN_TYPES = frozenset(CSL_TYPES) | _NOT_WORKS

_EMPTY_LINE = re.compile(r"\n[ \t\r]*\n\s*")
_OF_PARAGRAPHS = frozenset({"annote", "annotation"})
"""Fields whose paragraphs stay apart: people write whole texts there."""
_BIBLATEX_FIELDS = frozenset("date journaltitle location eprinttype eprintclass langid hyphenation annotation".split())
_BIBTEX_FIELDS = frozenset("year journal address archiveprefix primaryclass school annote".split())
_BIBLATEX_TYPES = frozenset(CSL_TYPES) - frozenset(
    "article book booklet conference inbook incollection inproceedings manual mastersthesis misc patent periodical "
    "phdthesis proceedings techreport unpublished online electronic www software dataset".split()
)
_BIBTEX_TYPES = frozenset({"phdthesis", "mastersthesis", "techreport", "conference"})
"""What only one dialect has a word for, and tells the dialect of a file."""


def loads(source: Source, reader: Reader = "bibtex", dialect: Dialect | None = None) -> Works:
    """Read a source; every entry that can be told apart becomes a work, duplicates and damaged ones included.

    ``dialect`` says whose rules hold for what entries inherit and for lists of publishers and places; where it is None
    the names of fields and types tell, and BibTeX is assumed where they do not.
    """
    return library(parse(source, reader), source, dialect)


def library(file: RawFile, source: Source, dialect: Dialect | None = None) -> Works:
    """The works of the raw entries of a source.

    What is read of an entry is forgotten with the next one, but for entries that name others or are named.
    """
    length = len(source.text)
    found, named = _first_look(file, length)
    chosen = dialect or found
    macros = StringMacros(file.macros, length)
    works: list[Work] = []
    related: dict[int, ResolvedEntry] = {}
    problems: list[Problem] = []
    odd_works: list[Problem] = []
    for place, raw in enumerate(file.entries):
        macros.define(raw.defined)
        entry, odd = _entry(raw, macros)
        problems += [replace(p, source=source, span=p.span or raw.span) for p in odd]
        values = entry.values
        keys = map(str.lower, (entry.key, *keys_in(values.get("ids", ""))))
        if named and not (REFERRING.isdisjoint(values) and named.isdisjoint(keys)):
            related[place] = entry
            works.append(Work())
            continue
        work, odd = work_of(entry, chosen)
        works.append(work)
        odd_works += [replace(p, source=source, span=raw.span) for p in odd]
    if macros.spent:
        message = "the macros stand for far more text than the file has; from here on, their names are kept"
        problems.append(problem("endless-macros", message, source, Span(0, 0)))
    members = list(related.values())
    problems += [replace(p, source=source, span=e.span) for e, p in inherit(members, chosen, length)]
    for place, entry in related.items():
        works[place], odd = work_of(entry, chosen)
        odd_works += [replace(p, source=source, span=entry.span) for p in odd]
    told = (*file.problems, *problems, *odd_works)
    placed = sorted(told, key=lambda p: p.span.start if p.span else 0)
    return Works(tuple(works), tuple(Trace(source, raw.span) for raw in file.entries), tuple(placed))


def _first_look(file: RawFile, length: int) -> tuple[Dialect, set[str]]:
    """The dialect of a file, and the keys in lower case that its entries name."""
    named: set[str] = set()
    macros = StringMacros(file.macros, length)

    def looked_at() -> Iterator[tuple[str, AbstractSet[str]]]:
        for raw in file.entries:
            fields = dict(reversed(raw.fields))
            for name in fields.keys() & REFERRING:
                macros.define(raw.defined)
                named.update(key.lower() for key in keys_in(text_of_value(resolve(fields[name], macros)[0])))
            yield raw.type, fields.keys()

    return dialect_of(looked_at()), named


def work_among(raws: Iterable[tuple[RawEntry, Mapping[str, str]]], dialect: Dialect) -> Work:
    """The work of the first of some entries, each with its macros; the others are what it inherits from."""
    entries = [_entry(raw, macros)[0] for raw, macros in raws]
    if len(entries) > 1:
        inherit(entries, dialect, sum(len(value) for entry in entries for value in entry.values.values()))
    return work_of(entries[0], dialect)[0]


def dialect_of(entries: Iterable[tuple[str, AbstractSet[str]]]) -> Dialect:
    """The dialect that most types and names of fields, in lower case, belong to."""
    biblatex = bibtex = 0
    for kind, names in entries:
        biblatex += len(names & _BIBLATEX_FIELDS) + (kind in _BIBLATEX_TYPES)
        bibtex += len(names & _BIBTEX_FIELDS) + (kind in _BIBTEX_TYPES)
    return "biblatex" if biblatex > bibtex else "bibtex"


def text_of_value(value: str) -> str:
    """A value with its lines joined and its blanks made one, as fields are read."""
    return (_BLANKS.sub(" ", value) if _UNEVEN.search(value) else value).strip()


def _entry(raw: RawEntry, macros: Mapping[str, str]) -> tuple[ResolvedEntry, list[Problem]]:
    values: dict[str, str] = {}
    empty: list[str] = []
    problems: list[Problem] = []
    for place, (name, text) in enumerate(raw.fields):
        value, unknown = _month(text, macros) if name == "month" else resolve(text, macros)
        for macro in unknown:
            message, hint = f"the macro '{macro}' in {name} is not defined", f"write {{{macro}}} or define it"
            span = _span(raw, place)
            problems.append(Problem(message, hint, span=span, severity="warning", kind="undefined-macro"))
        problems += _refused(raw, place, name, value)
        if name not in _OF_PROGRAMS:
            value = without_conditions(value)  # before names are divided: a condition has blanks in it
        whole = _EMPTY_LINE.split(value) if name in _OF_PARAGRAPHS else [value]
        value = "\n\n".join(filter(None, map(text_of_value, whole)))
        if name and value.strip("{} " if name in VERBATIM else "~{} "):
            values.setdefault(name, value)
        else:
            empty.append(name)
    if raw.type not in _KNOWN_TYPES:
        message = f"the entry type '{raw.type}' is not known"
        problems.append(Problem(message, "it is read as misc", severity="info", kind="unknown-entry-type"))
    return ResolvedEntry(raw.type, raw.key, values, raw.span, frozenset(empty)), problems


def _span(raw: RawEntry, place: int) -> Span | None:
    return raw.written.fields[place].span if raw.written else None


def _refused(raw: RawEntry, place: int, name: str, value: str) -> list[Problem]:
    """The LaTeX commands of a value that are read as text, or else those that nobody knows, told once for each value."""
    if ("\\" not in value and "^^" not in value) or name in _OF_PROGRAMS:
        return []
    found = list(refused(without_conditions(value)))
    if not found:
        strange = list(dict.fromkeys(one.command for one in refused(without_conditions(value), unknown=True)))
        if not strange:
            return []
        message = f"the LaTeX command{'s' * (len(strange) > 1)} {', '.join(strange[:3])} in {name} of '{raw.key}'"
        message += f" {'are' if len(strange) > 1 else 'is'} not known here and stay{'s' * (len(strange) == 1)}"
        return [Problem(message, FAULTS[_KEPT].hint, span=_span(raw, place), severity="info", kind=_KEPT)]
    commands = list(dict.fromkeys(one.command for one in found))
    more = f" and {len(commands) - 1} more" if len(commands) > 1 else ""
    act = next((one.act for one in found if one.act), "")
    why = (
        f"{commands[0]} {act}"
        if act == found[0].act and act
        else f"one of them {act}"
        if act
        else "nobody knows it here"
    )
    message = f"the LaTeX command {commands[0]}{more} in {name} of '{raw.key}' is read as text: {why}"
    return [Problem(message, FAULTS[_REFUSED].hint, span=_span(raw, place), severity="warning", kind=_REFUSED)]


def _month(text: str, macros: Mapping[str, str]) -> tuple[str, list[str]]:
    """A month, in which the macros of the months stand for themselves whatever a file makes of them."""
    value, names = resolve(text, {})
    own = {
        name.lower(): macros[name.lower()] for name in names if name.lower() not in MONTHS and name.lower() in macros
    }
    if own:
        value, names = resolve(text, own)
    return value, [name for name in names if name.lower() not in MONTHS]


@dataclass(frozen=True, slots=True)
class RawEntry:
    """An entry as written: ``type`` in lower case, ``fields`` as (name, value with its delimiters) in order.

    ``defined`` is how many of the file's macros are defined before it. ``given`` are its fields where it was not scanned;
    those of ``written`` are looked for whenever somebody asks, so that a long file does not stand in memory twice.
    """

    type: str
    key: str
    span: Span
    given: tuple[tuple[str, str], ...] = ()
    defined: int = 0
    written: Written | None = None

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """Name in lower case and value as written of each field; values of a damaged entry are repaired."""
        if self.written is None:
            return self.given
        if self.written.sound:
            return tuple([(name.lower(), value) for name, value in self.written.pairs])
        return tuple([(field.name.lower(), repaired(field.value)) for field in self.written.fields])


@dataclass(frozen=True, slots=True)
class RawFile:
    """What a file holds: entries in order (duplicates and damaged ones too), macros as (lower-case name, value as
    written) in order, and what went wrong.
    """

    entries: tuple[RawEntry, ...]
    macros: tuple[tuple[str, str], ...]
    problems: tuple[Problem, ...]


def parse(source: Source, reader: Reader = "bibtex") -> RawFile:
    """The raw entries of a file; what cannot be read becomes a problem and costs no other entry."""
    return raw_file(scan(source, reader))


def raw_file(scanned: Scan) -> RawFile:
    """The raw entries of a scanned file, with the problems that concern several blocks."""
    entries: list[RawEntry] = []
    macros: list[tuple[str, str]] = []
    for block in scanned.blocks:
        if isinstance(block, Written):
            entries.append(raw_entry(block, len(macros)))
        elif isinstance(block, String):
            macros.append((block.field.name.lower(), block.field.value))
    problems = (*scanned.problems, *_twice(scanned), *_undefined(scanned, macros))
    placed = sorted(problems, key=lambda problem: problem.span.start if problem.span else 0)
    return RawFile(tuple(entries), tuple(macros), tuple(placed))


def raw_entry(entry: Written, defined: int = 0) -> RawEntry:
    """An entry as written."""
    return RawEntry(entry.type.lower(), entry.key, entry.span, defined=defined, written=entry)


def repaired(value: str) -> str:
    """A value of a damaged entry: what stood without braces gets them, braces without a partner are left out."""
    if value_parts(value):
        return value
    text = value[1:] if value.startswith(("{", '"')) else value
    alone = unmatched(text)
    return f"{{{''.join(sign for place, sign in enumerate(text) if place not in alone)}}}"


def _twice(scanned: Scan) -> list[Problem]:
    """Keys, fields and macros that occur more than once; letter case does not count."""
    source = scanned.source
    found: list[Problem] = []
    keys: dict[str, Span] = {}
    macros: dict[str, Span] = {}
    for block in scanned.blocks:
        if isinstance(block, Written):
            if block.key:
                name = f"the key '{block.key}' is used more than once"
                found += _again(keys, block.key, block.key_span, "duplicate-key", name, source)
            names = [name.lower() for name, _ in block.pairs]
            if len(set(names)) < len(names):
                found += _fields_twice(block, source)
        elif isinstance(block, String):
            name = f"the macro '{block.field.name}' is defined more than once"
            found += _again(macros, block.field.name, block.field.name_span, "duplicate-macro", name, source)
    return found


def _fields_twice(entry: Written, source: Source) -> list[Problem]:
    seen: dict[str, Span] = {}
    found: list[Problem] = []
    for field in entry.fields:
        message = f"entry '{entry.key}' has the field {field.name.lower()} more than once"
        found += _again(seen, field.name, field.name_span, "duplicate-field", message, source)
    return found


def _again(seen: dict[str, Span], name: str, span: Span, kind: str, message: str, source: Source) -> list[Problem]:
    first = seen.setdefault(name.lower(), span)
    if first is span:
        return []
    line, _ = source.line_column(first.start)
    return [problem(kind, f"{message}, first in line {line}", source, span)]


def _undefined(scanned: Scan, macros: Sequence[tuple[str, str]]) -> list[Problem]:
    """Macros that the definitions of macros name before they are defined."""
    unknown = StringMacros(macros, len(scanned.source.text)).define(len(macros)) if macros else []
    strings = scanned.strings if unknown else ()
    fields: list[tuple[Field, str]] = [(strings[number].field, macro) for number, macro in unknown]
    message = "the macro '{}' in @string {} is not defined before it"
    return [
        problem("undefined-macro", message.format(macro, field.name), scanned.source, field.span)
        for field, macro in fields
    ]
