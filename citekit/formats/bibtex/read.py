"""The reader of BibTeX and BibLaTeX: macros, references, names, dates and LaTeX are resolved, and nothing is lost.

Fields without a CSL variable are in ``Work.fields``, the problems in ``Library.problems``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import lru_cache

from citekit.formats._names import marked
from citekit.formats.bibtex.blocks import FAULTS, BibFile, EntryBlock, Reader, String, problem, scan
from citekit.formats.bibtex.inherit import REFERRING, ResolvedEntry, inherit, keys_in
from citekit.formats.bibtex.values import (
    LISTS,
    LONG_DASH,
    PAGE_RANGE,
    StringMacros,
    address,
    is_address,
    joined_title,
    listed,
    resolve,
)
from citekit.model import date as dates
from citekit.model import kinds
from citekit.model.date import MONTHS, Date
from citekit.model.ids import doi_of_value
from citekit.model.kinds import (
    CSL_TYPES,
    ENTRY_TYPES,
    GENRE_KEYS,
    GENRES,
    OBEYED_FIELDS,
    RAW_FIELDS,
    STATES,
    VERBATIM,
    Dialect,
    csl_type,
    entry_type,
    is_written,
    language_name,
    language_tag,
)
from citekit.model.name import Name, read_names
from citekit.model.work import Trace, Value, Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.errors import Problem
from citekit.runtime.span import Source, Span
from citekit.text.rich import without_implied
from citekit.text.tex_allowed import refused
from citekit.text.tex_decode import decode, decode_rich, without_conditions
from citekit.text.tex_syntax import in_kind

# Conversion of an entry to a work: every field becomes a CSL variable, or a field of the work if CSL has none.

# Field of an entry -> field of a work; a work's `entrytype` is the type of its entry.
_RENAMED = {"eprinttype": "archiveprefix", "eprintclass": "primaryclass", "entrytype": "x-entrytype"}
_THESES = {"phdthesis": "phdthesis", "mastersthesis": "mathesis", "bachelorthesis": "bathesis"}
_PARTS = frozenset(part for parts in kinds.TITLE_PARTS.values() for part in parts)
_IDENTIFIERS = frozenset({"DOI", "URL", "PMID", "PMCID"})
_WHOLE_BOOKS = frozenset("book proceedings collection periodical mvbook mvcollection mvproceedings reference".split())
_DATED = ("date", "year", "month", "day")
_ADDRESS_START = re.compile(r"\s*(?:\\(?:url|path|nolinkurl)\b|https?:|ftp:)")


def work_of(entry: ResolvedEntry, dialect: Dialect) -> tuple[Work, list[Problem]]:
    """Return the work that an entry describes, and the problems."""
    reading = _EntryReading(entry, dialect)
    return reading.work(), reading.problems


def is_title_alone(names: AbstractSet[str]) -> bool:
    """Whether an entry with these fields (in lower case) has an undivided title."""
    return "maintitle" not in names and _PARTS.isdisjoint(names)


def title_of(value: str) -> str:
    """Decode the value of a ``title`` to rich text."""
    return _title(value, "title" in kinds.SHIELDED_FIELDS) if value.strip("~{} ") else ""


@lru_cache(maxsize=8192)
def _plan(name: str, kind: str) -> tuple[int, str, str]:
    """Return the rank, variable and treatment of a field in an entry."""
    variable = kinds.variable_of(name, kind)
    return kinds.field_rank(name, kind), variable, _treatment(variable)


def _treatment(variable: str) -> str:
    if variable in kinds.NAME_VARIABLES:
        return "names"
    if variable in kinds.DATE_VARIABLES:
        return "other" if variable == "issued" else "date"
    if variable in _IDENTIFIERS:
        return "identifier"
    if variable in kinds.TITLES:
        return "title"
    if variable in ("page", "genre", "status", "language", "keyword"):
        return variable
    return "text" if variable else "other"


class _EntryReading:
    """The variables, fields and problems of one entry while it is read; fields that were read are removed from ``values``."""

    def __init__(self, entry: ResolvedEntry, dialect: Dialect) -> None:
        self.kind = entry.type
        self.key = entry.key
        self.values = dict(entry.values)
        self.retitled = entry.retitled
        self.dialect: Dialect = dialect
        self.variables: dict[str, Value] = {}
        self.fields: dict[str, str] = {}
        self.problems: list[Problem] = []

    def work(self) -> Work:
        values = self.values
        if "hyphenation" in values and "langid" not in values:
            values["langid"] = values.pop("hyphenation")
        if not _PARTS.isdisjoint(values) or "maintitle" in values:
            self._titles()
        self._issued()
        # CSL has variables of their own for some types of editors
        for name in kinds.EDITOR_FIELDS:
            role = self.values.get(f"{name}type", "")
            if (
                role in kinds.EDITOR_ROLES
                and name in self.values
                and role not in self.values
                and role not in self.variables
            ):
                self.variables[role] = self._names(self.values.pop(name))
                self.fields[f"{name}type"] = self.values.pop(f"{name}type")
        if "address" in values and "location" in values and "venue" not in values:
            self.variables["event-place"] = self.fields["location"] = decode_rich(values.pop("location"))
        later: list[tuple[int, str, str, str]] = []
        annotations: list[str] = []
        for name, value in values.items():
            rank, variable, treatment = _plan(name, self.kind)
            if "+an" in name:
                annotations.append(name)
            elif rank:
                later.append((rank, name, variable, treatment))
            else:
                self._field(name, value, variable, treatment)
        for _, name, variable, treatment in sorted(later):
            self._field(name, values[name], variable, treatment)
        for name in annotations:
            value = values[name]
            variable = kinds.variable_of(name.removesuffix("+an"), self.kind)
            names = self.variables.get(variable, ())
            known = marked(names, value, words=True) if isinstance(names, tuple) and names else None
            if known:
                self.variables[variable] = known
            else:
                self.fields[name] = value
        kind = kinds.csl_type(self.kind)
        if kind == "thesis" and self.kind in _THESES:
            self.variables.setdefault("genre", GENRES[_THESES[self.kind]])
        kind = refined_type(kind, self.kind, self.variables, self.fields, self.dialect)
        work = Work(kind, self.key, self.variables, self.fields)
        if entry_type := kept_type(work, self.kind, self.dialect):
            self.fields["entrytype"] = entry_type
        return work

    # --- titles ---------------------------------------------------------------------------------------------------

    def _titles(self) -> None:
        """Join titles that are in parts, and assign the titles of a volume and of the whole work."""
        main, volume = kinds.VOLUME_TITLES.get(self.kind, ("", ""))
        if "maintitle" in self.values and volume in self.values:
            self.variables["volume-title"] = self._joined(volume)
            self.variables[main] = self._joined("maintitle")
        for name in kinds.TITLE_PARTS:
            if name in self.values and not self.values.keys().isdisjoint(kinds.TITLE_PARTS[name]):
                whole = self._joined(name)
                variable = kinds.variable_of(name, self.kind)
                if variable and variable not in self.variables:
                    self._keep(name, variable, whole)
                else:
                    self.fields[name] = whole

    def _joined(self, name: str) -> str:
        pieces = [self.values.pop(part, "") for part in (name, *kinds.TITLE_PARTS[name])]
        texts = [_title(piece, part in kinds.SHIELDED_FIELDS or part in self.retitled) if piece else ""
                 for piece, part in zip(pieces, (name, *kinds.TITLE_PARTS[name]), strict=True)]  # fmt: skip
        self.fields |= {part: text for part, text in zip(kinds.TITLE_PARTS[name], texts[1:], strict=True) if text}
        return joined_title(*texts)

    # --- dates ----------------------------------------------------------------------------------------------------

    def _issued(self) -> None:
        """Read the date of publication from its fields; fields with more than the date are retained."""
        given = {name: self.values[name] for name in _DATED if name in self.values}
        if not given:
            return
        found = dates.read_fields(given)
        for kind, name, text in found.faults:
            if kind == "bad-date":
                self._report_bad_date(name, text)
            elif found.date:
                message = f"the {name} '{text}' disagrees with the date '{dates.iso(found.date)}'"
                self._report("date-conflict", message, f"the date counts; remove the {name}")
        if found.date:
            self.variables["issued"] = found.date
            for name in found.covered:
                self.values.pop(name, None)

    def _report_bad_date(self, name: str, text: str) -> None:
        message = f"{name} of '{self.key}' is '{text}', which is not a date"
        self._report(
            "bad-date", message, "it is read as text; write YYYY-MM-DD" if name == "date" else "it is retained"
        )

    def _report(self, kind: str, message: str, hint: str) -> None:
        self.problems.append(Problem(message, hint, severity="warning", kind=kind))

    # --- people ---------------------------------------------------------------------------------------------------

    def _names(self, value: str) -> tuple[Name, ...]:
        names, problems = read_names(value, self.dialect)
        self.problems.extend(replace(p, message=f"entry '{self.key}': {p.message}") for p in problems)
        if "options" in self.values and "useprefix=false" in self.values["options"].replace(" ", "").lower():
            return tuple(_dropping(name) for name in names)
        return names

    # --- fields ---------------------------------------------------------------------------------------------------

    def _field(self, name: str, value: str, variable: str, treatment: str) -> None:
        if treatment == "other":
            self._other(name, value)
        elif variable in self.variables:
            texts = treatment not in ("names", "date") and kinds.is_own_field(name, self.kind)
            if not (texts and self._text(name, value, treatment) == self.variables[variable]):
                self._other(name, value)
        elif name == "booktitle" and self.kind in _WHOLE_BOOKS:
            text = self._text(
                name, value, treatment
            )  # for entries that inherit it by crossref; a whole book is not in another book
            if "title" in self.values or "title" in self.variables:
                self.fields[name] = text
            else:
                self.variables["title"] = text
        elif treatment == "names":
            names = self._names(value)
            if names:
                self.variables[variable] = names
        elif treatment == "date":
            date = dates.read_iso(dates.stamp_of(value))
            if date is None:
                self._report_bad_date(name, decode(value))
            self.variables[variable] = date or Date(literal=decode(value))
        else:
            self._keep(name, variable, self._text(name, value, treatment))

    def _keep(self, name: str, variable: str, text: str) -> None:
        """Set a variable; also the field, if the writer would choose another name for it."""
        if variable == "publisher" and is_address(text):
            self.fields[name] = address(text)
            if "url" not in self.values:
                self.variables.setdefault("URL", address(text))
            return
        self.variables[variable] = text
        if not kinds.is_own_field(name, self.kind) or (name == "booktitle" and self.kind in ("misc", "unpublished")):
            self.fields[name] = text

    def _text(self, name: str, value: str, treatment: str) -> str:
        if treatment == "title":
            return _title(value, name in kinds.SHIELDED_FIELDS or name in self.retitled)
        if treatment == "identifier":
            bare = address(value)
            # the resolver or label before a DOI is not a part of it
            return (doi_of_value(bare, True) or bare) if name == "doi" else bare
        if treatment == "text":
            if name in LISTS and self.dialect == "biblatex":
                items = tuple(map(decode_rich, listed(value)))
                return in_kind("; ".join(items), *items)
            if name == "howpublished" and _ADDRESS_START.match(value):
                return address(value) if is_address(value) else decode_rich(value)
            return decode_rich(value)
        if treatment == "page":
            pages = decode_rich(LONG_DASH.sub("–", value))
            return pages if "-" in pages else in_kind(PAGE_RANGE.sub("-", pages), pages)
        text = decode_rich(value)
        if treatment == "genre":
            return GENRES.get(value) or text
        if treatment == "status":
            return STATES.get(value) or text
        if treatment == "keyword":
            if ";" not in text or "," in text:
                return text
            return in_kind(", ".join(filter(None, map(str.strip, text.split(";")))), text)
        tag = language_tag(text)
        if language_name(tag) != text:
            self.fields[name] = text
        return tag

    def _other(self, name: str, value: str) -> None:
        field = _RENAMED.get(name, name)
        if field in self.values:
            field = name
        if field in kinds.RAW_FIELDS:
            text = value
        elif name in kinds.VERBATIM or is_address(value):
            text = address(value)
        elif name in kinds.RICH_FIELDS or name in kinds.TITLE_PARTS:
            text = _title(value, name in kinds.SHIELDED_FIELDS)
        else:
            text = value if name in kinds.NAME_FIELDS else decode(value)
        self.fields.setdefault(field, text)


def _dropping(name: Name) -> Name:
    """Make the particle a dropping one, as BibLaTeX's ``useprefix=false`` does: it is not sorted with the family name."""
    if name.literal or not name.non_dropping_particle:
        return name
    return Name(name.family, name.given, name.non_dropping_particle, "", name.suffix, "", name.marks)


@lru_cache(maxsize=50_000)
def _title(value: str, shielded: bool) -> str:
    """Decode a title to rich text; if ``shielded``, protection that the writer adds by itself is removed."""
    if "{" not in value and "\\" not in value:
        return decode_rich(value)
    text = decode_rich(value, protect=True)
    return without_implied(text) if shielded else text


# Types that depend on fields: theses, preprints, web pages, entrysubtype

_SUBTYPES = {"magazine": "article-magazine", "newspaper": "article-newspaper"}
_SUBTYPE_OF = {kind: word for word, kind in _SUBTYPES.items()}
_MASTER = re.compile(r"\b(?:m\.?\s?sc|m\.?\s?[as]\b|mphil|master|magister|diplom|bachelor|b\.?\s?sc)", re.IGNORECASE)
# Variables of printed works: with one of them, a `misc` is not just a web page.
_PRINTED = ("publisher", "container-title", "collection-title", "volume", "number", "DOI", "ISBN", "page")


def refined_type(
    kind: str, entry: str, variables: Mapping[str, Value], fields: Mapping[str, str], dialect: Dialect
) -> str:
    """Return the CSL type of an entry by its fields; ``kind`` is the CSL type for its entry type alone.

    ``entrysubtype`` distinguishes magazines, newspapers and any CSL type without an entry type of its own. An entry with
    an eprint only is an ``article``, a presented manuscript a ``speech``. In BibTeX, which has no ``online``, a ``misc``
    with nothing but a URL is a ``webpage``.
    """
    if entry in ("misc", "online") and fields.get("eprint") and fields.get("archiveprefix"):
        return "article"
    sub = fields.get("entrysubtype", "").strip().lower()
    if sub:
        named = _SUBTYPES.get(sub, sub) if entry == "article" else sub
        if entry in ENTRY_TYPES.get(named, ()):
            return named
    if entry == "unpublished" and "event-title" in variables:
        return "speech"
    if dialect == "bibtex" and entry == "misc" and "URL" in variables and not any(v in variables for v in _PRINTED):
        return "webpage"
    return kind


def kept_type(work: Work, entry: str, dialect: Dialect) -> str:
    """Return the entry type that a work was read from if a writer of its dialect would choose another, else nothing."""
    return "" if _chosen(work, dialect) == entry else entry


def written_type(work: Work, dialect: Dialect) -> str:
    """Return the entry type to write: the one that was read, if the dialect has it and reads it as the same CSL type."""
    given = work.fields.get("entrytype", "")
    if not (given and is_written(given, dialect)):
        return _chosen(work, dialect)
    read = refined_type(csl_type(given), given, work.variables, work.fields, dialect)
    return given if read == work.type else _chosen(work, dialect)


def _chosen(work: Work, dialect: Dialect) -> str:
    if work.type == "thesis" and dialect == "bibtex":
        genre = work.text("genre")
        key = GENRE_KEYS.get(genre, "")
        if key in ("phdthesis", "mathesis"):
            return "phdthesis" if key == "phdthesis" else "mastersthesis"
        return "mastersthesis" if _MASTER.search(genre) else "phdthesis"
    written = entry_type(work.type, dialect)
    archived = work.fields.get("eprint") and work.fields.get("archiveprefix")
    return entry_type("article", dialect) if archived and written in ("misc", "online") else written


def subtype(work: Work, entry: str) -> str:
    """Return the ``entrysubtype`` that BibLaTeX needs so that the CSL type can be read back; empty if it needs none."""
    given = work.fields.get("entrysubtype", "")
    read = refined_type(csl_type(entry), entry, work.variables, work.fields, "biblatex")
    if read == work.type or entry not in ENTRY_TYPES.get(work.type, ()):
        return given
    return _SUBTYPE_OF.get(work.type, work.type)


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
        aliases = keys_in(values["ids"]) if "ids" in values else ()
        keys = map(str.lower, (entry.key, *aliases))
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
    inherited = inherit(members, chosen, length) if members else []
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
