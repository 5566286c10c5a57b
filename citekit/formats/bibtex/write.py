"""A library as BibTeX or BibLaTeX text: fixed field order, aligned values, words protected where styles spoil them.

Every value that leaves here has balanced braces in the eyes of BibTeX and of simpler readers alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from citekit.config import BibtexSettings
from citekit.formats.bibtex import dates
from citekit.formats.bibtex.source import render
from citekit.formats.bibtex.values import LONG_DASH, PAGE_RANGE, address, is_address
from citekit.formats.keys import assign_keys
from citekit.text.rich import encode_rich, encode_title
from citekit.text.tex import balanced, encode, escape_all
from citekit.works.bibtex_names import format_names, parse_names
from citekit.works.date import Date
from citekit.works.kinds import FIELD_ORDER, FIELDS, NAME_FIELDS, VERBATIM, Dialect, entry_type, field_of
from citekit.works.library import Library
from citekit.works.name import Name
from citekit.works.work import Value, Work

_DIALECTS: tuple[tuple[Dialect, Dialect], ...] = (("bibtex", "biblatex"), ("biblatex", "bibtex"))
_ORDER = {name: place for place, name in enumerate(FIELD_ORDER)}
_ROW_OF = {row.variable: place for place, row in reversed(list(enumerate(FIELDS)))}
_OTHER_NAME = {
    row.field(one): row.field(other) for row in FIELDS if row.bibtex != row.biblatex for one, other in _DIALECTS
}
_EPRINT = {"archiveprefix": "eprinttype", "primaryclass": "eprintclass"}
_LINE = re.compile(r"[\x00-\x20\x7f\x85\u2028\u2029]+")
_HALF = re.compile(r"[\ud800-\udfff]")
_THESIS_GENRES = {"PhD thesis": "phdthesis", "Master's thesis": "mastersthesis"}
_THESIS_STRINGS = {"PhD thesis": "phdthesis", "Master's thesis": "mathesis", "Bachelor's thesis": "bathesis"}
_MASTER = re.compile(r"\b(?:m\.?\s?sc|m\.?\s?[as]\b|mphil|master|magister|diplom|bachelor|b\.?\s?sc)", re.IGNORECASE)


def dumps(library: Library | Iterable[Work], settings: BibtexSettings | None = None) -> str:
    """The library as one text that ends with a newline; works without a key get one, equal keys are told apart."""
    settings = settings or BibtexSettings()
    works = assign_keys(tuple(library))
    keys = _distinct(work.id for work in works)
    made = (entry(work, settings) for work in works)
    return render((kind, key, fields) for (kind, fields), key in zip(made, keys, strict=True))


def _distinct(wanted: Iterable[str]) -> Iterator[str]:
    """Keys that BibTeX can read and tell apart without looking at letter case."""
    taken: set[str] = set()
    for key in wanted:
        base = re.sub(r"[\s{}(),\"=#%~\\@'\x00-\x1f\x7f\ud800-\udfff]+", "", key) or "anon"
        unique, number = base, 1
        while unique.lower() in taken:
            number += 1
            unique = f"{base}-{number}"
        taken.add(unique.lower())
        yield unique


def entry(work: Work, settings: BibtexSettings) -> tuple[str, list[tuple[str, str]]]:
    """Entry type and fields of a work, in order, values with their braces."""
    kind = _entry_type(work, settings.dialect)
    fields: dict[str, str] = {}

    def put(name: str, value: str, *others: str) -> None:
        for free in (name, *others):
            if value and free and free not in fields:
                fields[free] = f"{{{value}}}"
                return

    for variable in sorted(work.variables, key=lambda v: (_ROW_OF.get(v, len(FIELDS)), v)):
        value = work.variables[variable]
        if variable != "issued" and value:
            name, text = _variable(variable, value, kind, work, settings)
            if name in work.fields:
                name = _OTHER_NAME.get(name, name)
            put(_field_name(name), text, _field_name(variable))
            if isinstance(value, tuple):
                put(f"{_field_name(name)}+an", _marks(value))
    fields.update(_issued(work.issued, settings, fields) if work.issued else {})
    for name, text in work.fields.items():
        field = _field_name(name)
        if settings.dialect == "biblatex":
            field = _EPRINT.get(field, field)
        if field != "entrytype":
            put(field, _field_value(field, text, settings), f"{field}-2")
    if "month" in fields:
        fields["month"] = _month(fields["month"])
    return kind, sorted(fields.items(), key=lambda item: _place(item[0]))


def _place(name: str) -> tuple[int, str]:
    return (len(_ORDER) + (name == "keywords"), name) if name not in _ORDER else (_ORDER[name], name)


def _month(value: str) -> str:
    bare = value.strip("{}").lower()
    return bare if bare in dates.MONTHS else value


def _field_name(name: str) -> str:
    return re.sub(r"[^a-z0-9_+:.-]+", "", name.lower()).lstrip("0123456789+:.-_")


def _entry_type(work: Work, dialect: Dialect) -> str:
    kind = work.type
    given = work.fields.get("entrytype", "")
    if kind == "thesis" and dialect == "bibtex" and not given:
        genre = work.text("genre")
        return _THESIS_GENRES.get(genre) or ("mastersthesis" if _MASTER.search(genre) else "phdthesis")
    written = entry_type(kind, dialect, given)
    archived = work.fields.get("eprint") and work.fields.get("archiveprefix")
    return entry_type("article", dialect) if archived and written in ("misc", "online") else written


def _variable(variable: str, value: Value, kind: str, work: Work, settings: BibtexSettings) -> tuple[str, str]:
    """Field name and value (without braces) of one variable."""
    name = field_of(variable, kind, settings.dialect)
    if isinstance(value, Date):
        return name, dates.iso(value) or _safe(value.literal, settings)
    if isinstance(value, tuple):
        return name, _safe_names(value, settings)
    text = _clean(value)
    if variable == "container-title" and name == "booktitle" and kind in ("misc", "unpublished"):
        name = "booktitle" if work.text("publisher") else "howpublished"
    if variable == "genre" and kind in ("phdthesis", "mastersthesis", "thesis"):
        text = _thesis_genre(text, kind)
    if variable == "page":
        return name, _safe(LONG_DASH.sub("–", PAGE_RANGE.sub("–", text)), settings).replace("–", "--")
    if variable in ("DOI", "URL", "PMID", "PMCID"):
        return name, verbatim(text)
    return name, _safe(text, settings, protect=variable == "title")


def _thesis_genre(genre: str, kind: str) -> str:
    if kind == "thesis":
        return _THESIS_STRINGS.get(genre, genre)
    return "" if _THESIS_GENRES.get(genre) == kind else genre


def _clean(text: str) -> str:
    return _HALF.sub("\ufffd", _LINE.sub(" ", text)).strip()


def _safe(text: str, settings: BibtexSettings, protect: bool = False) -> str:
    """Rich text as LaTeX; where macros in it would upset the braces, everything in it is escaped."""
    text = _clean(text)
    coded = (encode_title if protect else encode_rich)(text, settings.ascii)
    return coded if balanced(coded) else escape_all(text)


def _safe_names(names: tuple[Name, ...], settings: BibtexSettings) -> str:
    coded = _clean(format_names(names, settings.ascii))
    if balanced(coded):
        return coded
    return " and ".join(f"{{{escape_all(_clean(str(name)))}}}" for name in names)


def verbatim(text: str) -> str:
    """An identifier or address: no LaTeX, but nothing that could unbalance an entry."""
    text = address(_clean(text))
    if balanced(text) and not is_address(text):
        return text
    for character, code in (("{", "%7B"), ("}", "%7D"), ("\\", "%5C"), (" ", "%20")):
        text = text.replace(character, code)
    return text


def _field_value(field: str, text: str, settings: BibtexSettings) -> str:
    if field in VERBATIM or is_address(_clean(text)):
        return verbatim(text)
    if field in NAME_FIELDS:
        return _safe_names(parse_names(text), settings)
    text = _clean(text)
    coded = encode(text, settings.ascii)
    return coded if balanced(coded) else escape_all(text)


def _marks(names: tuple[Name, ...]) -> str:
    """BibLaTeX data annotations of a name list: ``1=equal,self; 2=equal``."""
    marked = ((place, name.marks) for place, name in enumerate(names, 1) if name.marks and not name.is_others)
    shown = ((place, ",".join(sorted({_field_name(mark) for mark in marks} - {""}))) for place, marks in marked)
    return "; ".join(f"{place}={marks}" for place, marks in shown if marks)


def _issued(date: Date, settings: BibtexSettings, fields: dict[str, str]) -> dict[str, str]:
    """The fields of the date of publication; words in its place go to the state, or stay as the year."""
    found: dict[str, str] = {}
    stamp = dates.iso(date)
    if settings.dialect == "biblatex" or (stamp and not dates.is_simple(date)):
        found |= {"date": stamp} if stamp else {}
    if stamp and settings.dialect == "bibtex" and date.year:
        found["year"] = str(date.year)
        if dates.is_simple(date):
            found |= {"month": dates.MONTHS[date.month - 1]} if date.month and 1 <= date.month <= 12 else {}
            found |= {"day": str(date.day)} if "month" in found and date.day and 1 <= date.day <= 31 else {}
    words = _clean(date.literal)
    if words and words.lower() in dates.STATUSES and "pubstate" not in fields:
        found["pubstate"] = dates.STATUSES[words.lower()]
    elif words and not stamp:
        found["year"] = _safe(words, settings)
    return {name: value if name == "month" else f"{{{value}}}" for name, value in found.items()}
