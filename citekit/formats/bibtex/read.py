"""The reader of BibTeX and BibLaTeX: macros, references, names, dates and LaTeX are resolved, and nothing is lost.

Fields without a CSL variable are in ``Work.fields``, the problems in ``Library.problems``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from citekit.formats.bibtex.blocks import FAULTS, BibFile, EntryBlock, String, problem, scan
from citekit.formats.bibtex.inherit import REFERRING, ResolvedEntry, inherit, keys_in
from citekit.formats.bibtex.tokens import Reader
from citekit.formats.bibtex.values import StringMacros, resolve
from citekit.formats.bibtex.work import work_of
from citekit.model.date import MONTHS
from citekit.model.kinds import CSL_TYPES, OBEYED_FIELDS, RAW_FIELDS, VERBATIM, Dialect
from citekit.model.library import Trace, Works
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.errors import Problem
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
# Fields with whole texts, whose paragraphs are retained.
_OF_PARAGRAPHS = frozenset({"annote", "annotation"})
_BIBLATEX_FIELDS = frozenset("date journaltitle location eprinttype eprintclass langid hyphenation annotation".split())
_BIBTEX_FIELDS = frozenset("year journal address archiveprefix primaryclass school annote".split())
_BIBLATEX_TYPES = frozenset(CSL_TYPES) - frozenset(
    "article book booklet conference inbook incollection inproceedings manual mastersthesis misc patent periodical "
    "phdthesis proceedings techreport unpublished online electronic www software dataset".split()
)
# Types and fields of one dialect only, which distinguish the dialect of a file.
_BIBTEX_TYPES = frozenset({"phdthesis", "mastersthesis", "techreport", "conference"})


def loads(source: Source, reader: Reader = "bibtex", dialect: Dialect | None = None) -> Works:
    """Read a source; every entry becomes a work, including duplicates and damaged ones.

    ``dialect`` selects the rules for inheritance and for lists of publishers and places. By default, it is detected from
    the names of fields and types, and is BibTeX if they do not determine it.
    """
    file = parse(source, reader)
    return works_of(file.entries, file.macros, source, file.problems, dialect)


def loads_together(sources: Sequence[Source]) -> tuple[Works, ...]:
    r"""Read files as BibTeX reads those of one ``\bibliography``: one after the other, as if they were one file.

    A macro that a file defines is known in the files after it, and entries inherit from the entries of every file.
    """
    known: list[tuple[str, str]] = []
    files: list[BibFile] = []
    for source in sources:
        files.append(parse(source, "bibtex", known))
        known += files[-1].macros
    places: dict[str, EntryBlock] = {}
    for file in files:
        for entry in file.entries:
            places.setdefault(entry.key.lower(), entry)
    found = []
    for file in files:
        entries = file.entries
        own = {entry.key.lower() for entry in entries}
        while missing := _first_look(entries, known, len(file.source.text))[1] & places.keys() - own:
            entries = (*entries, *(places[key] for key in sorted(missing)))
            own |= missing
        found.append(works_of(entries, known, file.source, file.problems, own=len(file.entries)))
    return tuple(found)


def works_of(
    entries: Sequence[EntryBlock],
    definitions: Sequence[tuple[str, str]],
    source: Source,
    known_problems: Iterable[Problem] = (),
    dialect: Dialect | None = None,
    own: int | None = None,
) -> Works:
    """Return the works of the entries of a source; of its first ``own`` entries if the others are of other sources.

    ``definitions`` are the macros (name in lower case, value as written), of which each entry knows the first ``defined``
    ones; ``known_problems`` are reported with those found here. To save memory, only entries that refer to others, or are
    referred to, are held until the end.
    """
    own = len(entries) if own is None else own
    length = len(source.text)
    found, named = _first_look(entries, definitions, length)
    chosen = dialect or found
    macros = StringMacros(definitions, length)
    works: list[Work] = []
    related: dict[int, ResolvedEntry] = {}
    problems: list[Problem] = []
    work_problems: list[Problem] = []
    for place, raw in enumerate(entries):
        macros.define(raw.defined)
        entry, noticed = _entry(raw, macros)
        problems += [replace(p, source=source, span=p.span or raw.span) for p in noticed if place < own]
        values = entry.values
        keys = map(str.lower, (entry.key, *keys_in(values.get("ids", ""))))
        if named and not (REFERRING.isdisjoint(values) and named.isdisjoint(keys)):
            related[place] = entry
            works.append(Work())
            continue
        work, noticed = work_of(entry, chosen)
        works.append(work)
        work_problems += [replace(p, source=source, span=raw.span) for p in noticed if place < own]
    if macros.spent:
        message = "the macros expand to far more text than the file has; from here on, they are not expanded"
        problems.append(problem("endless-macros", message, source, Span(0, 0)))
    members = list(related.values())
    others = {id(entry) for place, entry in related.items() if place >= own}
    inherited = inherit(members, chosen, length)
    problems += [replace(p, source=source, span=e.span) for e, p in inherited if id(e) not in others]
    for place, entry in related.items():
        works[place], noticed = work_of(entry, chosen)
        work_problems += [replace(p, source=source, span=entry.span) for p in noticed if place < own]
    unordered = (*known_problems, *problems, *work_problems)
    placed = sorted(unordered, key=lambda p: p.span.start if p.span else 0)
    return Works(tuple(works[:own]), tuple(Trace(source, raw.span) for raw in entries[:own]), tuple(placed))


def _first_look(
    entries: Sequence[EntryBlock], definitions: Sequence[tuple[str, str]], length: int
) -> tuple[Dialect, set[str]]:
    """Return the dialect of a file, and the keys that its entries refer to, in lower case."""
    named: set[str] = set()
    macros = StringMacros(definitions, length)

    def looked_at() -> Iterator[tuple[str, AbstractSet[str]]]:
        for raw in entries:
            fields = dict(reversed(raw.read_pairs))
            for name in fields.keys() & REFERRING:
                macros.define(raw.defined)
                named.update(key.lower() for key in keys_in(text_of_value(resolve(fields[name], macros)[0])))
            yield raw.type.lower(), fields.keys()

    return dialect_of(looked_at()), named


def work_among(raws: Iterable[tuple[EntryBlock, Mapping[str, str]]], dialect: Dialect) -> Work:
    """Return the work of the first of some entries, each with its macros; it inherits from the others."""
    entries = [_entry(raw, macros)[0] for raw, macros in raws]
    if len(entries) > 1:
        inherit(entries, dialect, sum(len(value) for entry in entries for value in entry.values.values()))
    return work_of(entries[0], dialect)[0]


def dialect_of(entries: Iterable[tuple[str, AbstractSet[str]]]) -> Dialect:
    """Return the dialect to which most types and names of fields (in lower case) belong."""
    biblatex = bibtex = 0
    for kind, names in entries:
        biblatex += len(names & _BIBLATEX_FIELDS) + (kind in _BIBLATEX_TYPES)
        bibtex += len(names & _BIBTEX_FIELDS) + (kind in _BIBTEX_TYPES)
    return "biblatex" if biblatex > bibtex else "bibtex"


def text_of_value(value: str) -> str:
    """Collapse the whitespace of a value, as BibTeX does."""
    return (_BLANKS.sub(" ", value) if _UNEVEN.search(value) else value).strip()


def _entry(raw: EntryBlock, macros: Mapping[str, str]) -> tuple[ResolvedEntry, list[Problem]]:
    values: dict[str, str] = {}
    empty: list[str] = []
    problems: list[Problem] = []
    for place, (name, text) in enumerate(raw.read_pairs):
        value, unknown = _month(text, macros) if name == "month" else resolve(text, macros)
        for macro in unknown:
            message, hint = f"the macro '{macro}' in {name} is not defined", f"write {{{macro}}} or define it"
            span = _span(raw, place)
            problems.append(Problem(message, hint, span=span, severity="warning", kind="undefined-macro"))
        problems += _refused(raw, place, name, value)
        if name not in _OF_PROGRAMS:
            value = without_conditions(value)  # before names are split: a condition contains spaces
        whole = _EMPTY_LINE.split(value) if name in _OF_PARAGRAPHS else [value]
        value = "\n\n".join(filter(None, map(text_of_value, whole)))
        if name and value.strip("{} " if name in VERBATIM else "~{} "):
            values.setdefault(name, value)
        else:
            empty.append(name)
    kind = raw.type.lower()
    if kind not in _KNOWN_TYPES:
        message = f"the entry type '{kind}' is not known"
        problems.append(Problem(message, "it is read as misc", severity="info", kind="unknown-entry-type"))
    return ResolvedEntry(kind, raw.key, values, raw.span, frozenset(empty)), problems


def _span(entry: EntryBlock, place: int) -> Span | None:
    field = entry.fields[place]
    return field.span if field.start >= 0 else None


def _refused(raw: EntryBlock, place: int, name: str, value: str) -> list[Problem]:
    """Report the LaTeX commands of a value that are read as text, or else the unknown ones; one problem per value."""
    if ("\\" not in value and "^^" not in value) or name in _OF_PROGRAMS:
        return []
    found = list(refused(without_conditions(value)))
    if not found:
        strange = list(dict.fromkeys(one.command for one in refused(without_conditions(value), unknown=True)))
        if not strange:
            return []
        message = f"the LaTeX command{'s' * (len(strange) > 1)} {', '.join(strange[:3])} in {name} of '{raw.key}'"
        message += f" {'are' if len(strange) > 1 else 'is'} unknown and stay{'s' * (len(strange) == 1)}"
        return [Problem(message, FAULTS[_KEPT].hint, span=_span(raw, place), severity="info", kind=_KEPT)]
    commands = list(dict.fromkeys(one.command for one in found))
    more = f" and {len(commands) - 1} more" if len(commands) > 1 else ""
    act = next((one.act for one in found if one.act), "")
    why = f"{commands[0]} {act}" if act == found[0].act and act else f"one of them {act}" if act else "it is unknown"
    message = f"the LaTeX command {commands[0]}{more} in {name} of '{raw.key}' is read as text: {why}"
    return [Problem(message, FAULTS[_REFUSED].hint, span=_span(raw, place), severity="warning", kind=_REFUSED)]


def _month(text: str, macros: Mapping[str, str]) -> tuple[str, list[str]]:
    """Resolve a month; macros of months are not expanded, even if the file redefines them."""
    value, names = resolve(text, {})
    own = {
        name.lower(): macros[name.lower()] for name in names if name.lower() not in MONTHS and name.lower() in macros
    }
    if own:
        value, names = resolve(text, own)
    return value, [name for name in names if name.lower() not in MONTHS]


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
