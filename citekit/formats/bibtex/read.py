"""BibTeX or BibLaTeX text as a library: macros, names, dates and LaTeX resolved, nothing left out.

Fields that CSL has no variable for stay in ``Work.fields``; what was odd is in ``Library.problems``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from citekit.errors import Problem
from citekit.formats.bibtex import dates
from citekit.formats.bibtex.faults import problem
from citekit.formats.bibtex.grammar import Reader
from citekit.formats.bibtex.macros import Macros
from citekit.formats.bibtex.source import RawEntry, RawFile, parse
from citekit.formats.bibtex.values import LONG_DASH, PAGE_RANGE, address, is_address, resolve
from citekit.span import Source, Span
from citekit.text.rich import without_implied
from citekit.text.tex import NOCASE, decode, decode_rich
from citekit.works.bibtex_names import parse_names
from citekit.works.date import Date
from citekit.works.kinds import (
    CSL_TYPES,
    DATE_VARIABLES,
    NAME_FIELDS,
    NAME_VARIABLES,
    TITLES,
    VERBATIM,
    csl_type,
    entry_type,
    field_rank,
    variable_of,
)
from citekit.works.library import Library
from citekit.works.name import Name
from citekit.works.trace import Trace
from citekit.works.work import Value, Work

_RENAMED = {"eprinttype": "archiveprefix", "eprintclass": "primaryclass"}
_SUBTITLES = {
    "subtitle": ("title",),
    "booksubtitle": ("booktitle",),
    "journalsubtitle": ("journaltitle", "journal"),
}
_THESES = {"phdthesis": "PhD thesis", "mastersthesis": "Master's thesis", "bachelorthesis": "Bachelor's thesis"}
_GENRES = {**_THESES, "mathesis": "Master's thesis", "bathesis": "Bachelor's thesis"}
_BLANKS = re.compile(r"[ \t\r\n\f\v]+")


def loads(source: Source, reader: Reader = "bibtex") -> Library:
    """Read a source; every entry that can be told apart becomes a work, duplicates and damaged ones included."""
    return library(parse(source, reader), source)


def library(file: RawFile, source: Source) -> Library:
    """The works of the raw entries of a source."""
    macros = Macros(file.macros, len(source.text))
    works: list[Work] = []
    traces: list[Trace] = []
    problems: list[Problem] = []
    for raw_entry in file.entries:
        macros.define(raw_entry.defined)
        work, odd = _work(raw_entry, macros)
        works.append(work)
        traces.append(Trace(source, raw_entry.span))
        problems.extend(replace(p, source=source, span=p.span or raw_entry.span) for p in odd)
    if macros.spent:
        message = "the macros stand for far more text than the file has; from here on, their names are kept"
        problems.append(problem("endless-macros", message, source, Span(0, 0)))
    placed = sorted((*file.problems, *problems), key=lambda p: p.span.start if p.span else 0)
    return Library(tuple(works), tuple(traces), tuple(placed))


def _work(raw: RawEntry, macros: Mapping[str, str]) -> tuple[Work, list[Problem]]:
    values: dict[str, str] = {}
    problems: list[Problem] = []
    for place, (name, text) in enumerate(raw.fields):
        value, unknown = resolve(text, {} if name == "month" else macros)
        for macro in unknown:
            if not (name == "month" and macro.lower() in macros):
                message, hint = f"the macro '{macro}' in {name} is not defined", f"write {{{macro}}} or define it"
                span = raw.written.fields[place].span if raw.written else None
                problems.append(Problem(message, hint, span=span, severity="warning", kind="undefined-macro"))
        value = _BLANKS.sub(" ", value).strip()
        if name and value.strip("{} " if name in VERBATIM else "~{} "):
            values.setdefault(name, value)
    if raw.type not in CSL_TYPES:
        message = f"the entry type '{raw.type}' is not known"
        problems.append(Problem(message, "it is read as misc", severity="info", kind="unknown-entry-type"))
    return _Reading(raw.type, values).work(raw.key), problems


class _Reading:
    """One entry on its way to a work: fields are taken out of ``values`` as they are understood."""

    def __init__(self, kind: str, values: dict[str, str]) -> None:
        self.kind = kind
        self.values = values
        self.variables: dict[str, Value] = {}
        self.fields: dict[str, str] = {}

    def work(self, key: str) -> Work:
        self._subtitles()
        if "address" in self.values and "location" in self.values:
            self.values.setdefault("venue", self.values.pop("location"))
        self._issued()
        for name in sorted(self.values, key=lambda name: field_rank(name, self.kind)):
            if not name.endswith("+an"):
                self._field(name, self.values[name])
        for name, value in self.values.items():
            if name.endswith("+an"):
                self._annotation(name, value)
        kind = self._type()
        return Work(kind, key, self.variables, self.fields)

    def _type(self) -> str:
        kind = csl_type(self.kind)
        if kind == "thesis" and self.kind in _THESES:
            self.variables.setdefault("genre", _THESES[self.kind])
        if self.kind in ("misc", "online") and self.fields.get("eprint") and self.fields.get("archiveprefix"):
            return "article"
        if self.kind not in (entry_type(kind, "bibtex"), entry_type(kind, "biblatex"), *_THESES):
            self.fields["entrytype"] = self.kind
        return kind

    def _subtitles(self) -> None:
        for name, mains in _SUBTITLES.items():
            main = next((main for main in mains if main in self.values), "")
            if main and name in self.values:
                first = self.values[main]
                joint = " " if first.rstrip("} ")[-1:] in ("?", "!", ":", ".") else ": "
                self.values[main] = first + joint + self.values.pop(name)

    def _issued(self) -> None:
        stamp = self.values.get("date", "")
        date = dates.read_iso(stamp) if stamp else None
        if date:
            known = dates.read_month(decode(self.values.get("month", ""))) != (0, 0)
            for name in ("date", "year", "day", *(("month",) if known else ())):
                self.values.pop(name, None)
            self.variables["issued"] = date
            return
        year = decode(self.values.pop("year", "")).strip()
        if re.fullmatch(r"-?[1-9]\d{0,8}", year):
            self.variables["issued"] = Date.of(int(year), *self._month_day(int(year)))
        elif year:
            self.variables["issued"] = dates.read_iso(year) or Date(literal=year)

    def _month_day(self, year: int) -> tuple[int, int]:
        month, day = dates.read_month(decode(self.values.get("month", "")))
        given = self.values.get("day", "")
        if month and 0 < year < 10000:
            del self.values["month"]
            if given.isdigit() and 1 <= int(given) <= 31:
                day = int(self.values.pop("day"))
            return month, day
        return 0, 0

    def _field(self, name: str, value: str) -> None:
        variable = variable_of(name, self.kind)
        if variable in self.variables or variable == "issued":
            variable = ""
        if variable in NAME_VARIABLES:
            self.variables[variable] = parse_names(value)
        elif variable in DATE_VARIABLES:
            self.variables[variable] = dates.read_iso(value) or Date(literal=decode(value))
        elif variable:
            self._text(variable, value)
        else:
            self._other(_RENAMED.get(name, name), value)

    def _text(self, variable: str, value: str) -> None:
        if variable in ("DOI", "URL", "PMID", "PMCID"):
            self.variables[variable] = address(value)
        elif variable == "page":
            pages = decode_rich(LONG_DASH.sub("–", value))
            self.variables[variable] = pages if "-" in pages else PAGE_RANGE.sub("-", pages)
        elif variable == "publisher" and "url" not in self.values and is_address(decode(value)):
            self.variables["URL"] = address(decode(value))
        elif variable == "genre" and value in _GENRES:
            self.variables[variable] = _GENRES[value]
        elif variable in TITLES:
            self.variables[variable] = _title(value, own=variable == "title")
        else:
            self.variables[variable] = decode_rich(value)

    def _other(self, name: str, value: str) -> None:
        if name in VERBATIM or is_address(value):
            self.fields.setdefault(name, address(value))
        else:
            self.fields.setdefault(name, value if name in NAME_FIELDS else decode(value))

    def _annotation(self, name: str, value: str) -> None:
        variable = variable_of(name.removesuffix("+an"), self.kind)
        names = self.variables.get(variable, ())
        marked = _marked(names, value) if isinstance(names, tuple) and names else None
        if marked:
            self.variables[variable] = marked
        else:
            self.fields[name] = decode(value)


def _marked(names: tuple[Name, ...], value: str) -> tuple[Name, ...] | None:
    """The names with the marks of a data annotation, or None where it is not of the simple form."""
    found = list(names)
    for item in filter(None, (item.strip() for item in value.split(";"))):
        place, equals, marks = item.partition("=")
        if not (equals and place.strip().isdigit() and 1 <= int(place) <= len(found)):
            return None
        values = [mark.strip().strip('"') for mark in marks.split(",")]
        if not all(re.fullmatch(r"[a-z][a-z0-9_-]*", mark) for mark in values):
            return None
        found[int(place) - 1] = found[int(place) - 1].marked(*values)
    return tuple(found)


def _title(value: str, own: bool) -> str:
    """A title's rich text; braces around the whole of it, and those that a writer adds by itself, are not kept."""
    text = decode_rich(value, protect=True)
    whole = text.startswith(NOCASE) and text.endswith("</span>") and text.count("<span") == 1
    if whole and " " in text[len(NOCASE) :]:
        return text[len(NOCASE) : -len("</span>")]
    return without_implied(text) if own else text
