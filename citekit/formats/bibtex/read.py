"""The reader of BibTeX and BibLaTeX: an entry, with macros and references resolved, becomes a work, and nothing is lost.

Fields without a CSL variable are in ``Work.fields``, the problems in ``Library.problems``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from citekit.formats._names import marked
from citekit.formats.bibtex.blocks import BibFile, EntryBlock, Reader, parse
from citekit.formats.bibtex.inherit import ResolvedEntry, first_look, inherit, resolved_entries, resolved_entry
from citekit.formats.bibtex.values import address, is_address, joined_title, text_of_field
from citekit.model import date as dates
from citekit.model import kinds
from citekit.model.kinds import (
    ENTRY_TYPES,
    GENRE_KEYS,
    GENRES,
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
from citekit.runtime.span import Source

# Field of an entry -> field of a work; a work's `entrytype` is the type of its entry.
_RENAMED = {"eprinttype": "archiveprefix", "eprintclass": "primaryclass", "entrytype": "x-entrytype"}
_THESES = {"phdthesis": "phdthesis", "mastersthesis": "mathesis", "bachelorthesis": "bathesis"}
_PARTS = frozenset(part for parts in kinds.TITLE_PARTS.values() for part in parts)
_WHOLE_BOOKS = frozenset("book proceedings collection periodical mvbook mvcollection mvproceedings reference".split())
_DATED = ("date", "year", "month", "day")


def work_of(entry: ResolvedEntry, dialect: Dialect) -> tuple[Work, list[Problem]]:
    """Return the work that an entry describes, and the problems."""
    reading = _EntryReading(entry, dialect)
    return reading.work(), reading.problems


def is_title_alone(names: AbstractSet[str]) -> bool:
    """Whether an entry with these fields (in lower case) has an undivided title."""
    return "maintitle" not in names and _PARTS.isdisjoint(names)


class _EntryReading:
    """The variables, fields and problems of one entry while it is read; fields that were read are removed from ``values``."""

    def __init__(self, entry: ResolvedEntry, dialect: Dialect) -> None:
        self.kind = entry.type
        self.key = entry.key
        self.values = dict(entry.values)
        self.retitled = entry.retitled
        self.dialect: Dialect = dialect
        self.places: dict[str, kinds.FieldPlace] = {}
        self.variables: dict[str, Value] = {}
        self.fields: dict[str, str] = {}
        self.problems: list[Problem] = []

    def work(self) -> Work:
        values = self.values
        if "hyphenation" in values and "langid" not in values:
            values["langid"] = values.pop("hyphenation")
        self.places = {name: kinds.field_place(name.removesuffix("+an"), self.kind) for name in values}
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
            self.variables["event-place"] = self.fields["location"] = self._text(
                "venue", values.pop("location"), "text"
            )
        later: list[tuple[int, str]] = []
        annotations: list[str] = []
        for name, value in values.items():
            if "+an" in name:
                annotations.append(name)
            elif rank := self.places[name].rank:
                later.append((rank, name))
            else:
                self._field(name, value)
        for _, name in sorted(later):
            self._field(name, values[name])
        for name in annotations:
            value = values[name]
            variable = self.places[name].variable
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
                variable = self.places[name].variable
                if variable and variable not in self.variables:
                    self._keep(name, variable, whole)
                else:
                    self.fields[name] = whole

    def _joined(self, name: str) -> str:
        pieces = [self.values.pop(part, "") for part in (name, *kinds.TITLE_PARTS[name])]
        texts = [self._text(part, piece, "title") if piece else ""
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

    def _field(self, name: str, value: str) -> None:
        variable, _, is_own, treatment = self.places[name]
        if is_taken := variable in self.variables:
            treatment = treatment if is_own and treatment not in ("names", "date") else "other"
        if treatment == "names":
            if names := self._names(value):
                self.variables[variable] = names
            return
        if treatment == "date":
            date = self.variables[variable] = dates.read_stamp(value)
            if not date.parts:
                self._report_bad_date(name, date.literal)
            return
        text = self._text(name, value, treatment)
        if is_taken and treatment != "other":
            if text == self.variables[variable]:
                return
            treatment, text = "other", self._text(name, value, "other")
        if treatment == "other":
            field = _RENAMED.get(name, name)
            self.fields.setdefault(name if field in self.values else field, text)
        elif name == "booktitle" and self.kind in _WHOLE_BOOKS:
            # for entries that inherit it by crossref; a whole book is not in another book
            if "title" in self.values or "title" in self.variables:
                self.fields[name] = text
            else:
                self.variables["title"] = text
        else:
            self._keep(name, variable, text)

    def _keep(self, name: str, variable: str, text: str) -> None:
        """Set a variable; also the field, if the writer would choose another name for it."""
        if variable == "publisher" and is_address(text):
            self.fields[name] = address(text)
            if "url" not in self.values:
                self.variables.setdefault("URL", address(text))
            return
        self.variables[variable] = text
        if not self.places[name].is_own or (name == "booktitle" and self.kind in ("misc", "unpublished")):
            self.fields[name] = text

    def _text(self, name: str, value: str, treatment: str) -> str:
        text = text_of_field(name, value, treatment, self.dialect, name in self.retitled)
        if treatment != "language":
            return text
        tag = language_tag(text)
        if language_name(tag) != text:
            self.fields[name] = text
        return tag


def _dropping(name: Name) -> Name:
    """Make the particle a dropping one, as BibLaTeX's ``useprefix=false`` does: it is not sorted with the family name."""
    if name.literal or not name.non_dropping_particle:
        return name
    return Name(name.family, name.given, name.non_dropping_particle, "", name.suffix, "", name.marks)


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
        while missing := first_look(entries, known, len(file.source.text))[1] & places.keys() - own:
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
    ones; ``known_problems`` are reported with those found here.
    """
    own = len(entries) if own is None else own
    problems: list[Problem] = []
    work_problems: list[Problem] = []
    works = [Work()] * len(entries)
    found, named = first_look(entries, definitions, len(source.text))
    chosen = dialect or found
    for place, entry in resolved_entries(entries, definitions, source, chosen, named, problems, own):
        works[place], noticed = work_of(entry, chosen)
        work_problems += [replace(p, source=source, span=entry.span) for p in noticed if place < own]
    unordered = (*known_problems, *problems, *work_problems)
    placed = sorted(unordered, key=lambda p: p.span.start if p.span else 0)
    return Works(tuple(works[:own]), tuple(Trace(source, raw.span) for raw in entries[:own]), tuple(placed))


def work_among(raws: Iterable[tuple[EntryBlock, Mapping[str, str]]], dialect: Dialect) -> Work:
    """Return the work of the first of some entries, each with its macros; it inherits from the others."""
    entries = [resolved_entry(raw, macros)[0] for raw, macros in raws]
    if len(entries) > 1:
        inherit(entries, dialect, sum(len(value) for entry in entries for value in entry.values.values()))
    return work_of(entries[0], dialect)[0]
