"""Reads other people's BibTeX and BibLaTeX files and writes them again: nothing that the dialect can say may change.

The data is the folder ``bib/suite`` of the measuring data (see ``test_profiles.py``), with an ``index.jsonl`` that says
which of its files are well-formed. Entries are compared field by field, as text: what both sides inherit is filled in,
LaTeX is decoded, and the spellings that citekit changes on purpose (:data:`DELIBERATE`) are made the same on both sides.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from shares import THOROUGH, share

from citekit.formats.bibtex import read
from citekit.formats.bibtex.blocks import parse
from citekit.formats.bibtex.inherit import ResolvedEntry, canonical, dialect_of, inherit
from citekit.formats.bibtex.values import address, is_address, joined_title, resolve
from citekit.formats.files import dumps, loads
from citekit.model.date import MONTH_NAMES, MONTHS
from citekit.model.kinds import CSL_TYPES, GENRES, STATES, TITLE_PARTS, VERBATIM, is_written, language_tag
from citekit.model.name import parse_names
from citekit.model.work import Works
from citekit.runtime.span import Source
from citekit.text.rich import TAG, without_implied
from citekit.text.tex_decode import decode_rich

BENCH = Path(os.environ.get("CITEKIT_BENCH") or Path(__file__).parents[3] / "shared" / "bench")
SUITE = BENCH / "bib" / "suite"
FLOOR = 99.9 if THOROUGH else 99.8
"""So many per cent of the fields come back the same. Only ever raised."""

pytestmark = [
    pytest.mark.bench_data,
    pytest.mark.skipif(
        not (SUITE / "index.jsonl").is_file(),
        reason=f"no suite of BibTeX files in {SUITE}; CITEKIT_BENCH names the folder that holds bib/suite",
    ),
]

NAMES = frozenset(
    "author editor editora editorb editorc translator bookauthor holder annotator commentator introduction foreword "
    "afterword shortauthor shorteditor director".split()
)
_TITLES = {name for main, parts in TITLE_PARTS.items() for name in (main, *parts)}
"""Fields of titles: BibTeX cannot inherit a title under another name, so the child says it."""
_WORDS = {name.lower(): number for number, name in enumerate(MONTH_NAMES, 1)}
_WORDS |= {name[:3].lower(): number for number, name in enumerate(MONTH_NAMES, 1)}
_WORDS |= {"sept": 9, "spring": 21, "summer": 22, "autumn": 23, "fall": 23, "winter": 24}
_STATES = {"in press": "inpress", "forthcoming": "forthcoming", "to appear": "forthcoming", "submitted": "submitted"}


# --- the two sides of the comparison --------------------------------------------------------------------------------


def entries_of(text: str, name: str) -> list[ResolvedEntry]:
    """The entries of a text with their macros resolved, as the source layer reads them."""
    macros = dict(zip(MONTHS, MONTH_NAMES, strict=True))
    file = parse(Source(name, text))
    for macro, raw in file.macros:
        macros[macro] = resolve(raw, macros)[0]
    entries = []
    for raw_entry in file.entries:
        values: dict[str, str] = {}
        for field, raw in raw_entry.read_pairs:
            text_of_field = " ".join(resolve(raw, macros)[0].split())
            if text_of_field.strip("{}~ "):
                values.setdefault(field, text_of_field)
        empty = frozenset(field for field, _ in raw_entry.read_pairs if field not in values)
        entries.append(ResolvedEntry(raw_entry.type.lower(), raw_entry.key, values, empty=empty))
    return entries


@cache
def files() -> list[tuple[str, str]]:
    """Name and text of every well-formed file of the suite."""
    rows = [json.loads(line) for line in (SUITE / "index.jsonl").read_text(encoding="utf-8").splitlines()]
    return [(row["file"], text_of(row)) for row in share([row for row in rows if row["wellformed"]], 3)]


def text_of(row: dict[str, str]) -> str:
    return (SUITE / row["file"]).read_bytes().decode(row["encoding"], "replace").removeprefix("\ufeff")


@cache
def library_of(name: str, text: str) -> Works:
    """A file's library, its dialect found out from its names."""
    return read.loads(Source(name, text))


@cache
def written(name: str, text: str, dialect: str) -> str:
    """A file's library as written in a dialect."""
    return dumps(library_of(name, text), dialect)


# --- what is changed on purpose -------------------------------------------------------------------------------------


def names_of_the_other_dialect(entry: ResolvedEntry, dialect: str) -> None:
    """``journal`` and ``journaltitle`` are one field in two dialects, and so are some more; each dialect gets its own."""
    for name in list(entry.values):
        own = "langid" if name == "language" and "langid" not in entry.values else canonical(name)
        if own not in entry.values:
            entry.values[own] = entry.values.pop(name)


def parts_of_titles(entry: ResolvedEntry, dialect: str) -> None:
    """BibTeX has no subtitles; the title says all of it."""
    if dialect == "bibtex":
        for name, parts in TITLE_PARTS.items():
            if name in entry.values:
                pieces = [decode_rich(entry.values.pop(part, ""), protect=True) for part in (name, *parts)]
                entry.values[name] = joined_title(*pieces) if any(pieces[1:]) else pieces[0]


def separators_of_keywords(entry: ResolvedEntry, dialect: str) -> None:
    """BibLaTeX parts keywords at commas only, so semicolons between them become commas."""
    text = entry.values.get("keywords", "")
    if ";" in text and "," not in text:
        entry.values["keywords"] = ", ".join(filter(None, map(str.strip, text.split(";"))))


def localisation_keys(entry: ResolvedEntry, dialect: str) -> None:
    """``type = {mathesis}`` and ``pubstate = {inpress}`` are keys of BibLaTeX; BibTeX gets the words."""
    for name, words in (("type", GENRES), ("pubstate", STATES)):
        if name in entry.values:
            entry.values[name] = words.get(entry.values[name], entry.values[name])


def theses(entry: ResolvedEntry, dialect: str) -> None:
    """BibLaTeX has one type for all theses and says in ``type`` of which kind they are; in BibTeX the type says it."""
    default = {"phdthesis": "PhD thesis", "mastersthesis": "Master's thesis"}.get(entry.type)
    if default:
        entry.values.setdefault("type", default)


def lists(entry: ResolvedEntry, dialect: str) -> None:
    """BibLaTeX joins publishers and places by ``and``, which BibTeX would print; there they get semicolons."""
    for name in ("publisher", "institution", "organization", "school", "location", "address", "origlocation"):
        if name in entry.values:
            entry.values[name] = re.sub(r" (?:and|\{and\}) |; ", " & ", entry.values[name])


def two_places(entry: ResolvedEntry, dialect: str) -> None:
    """A ``location`` beside an ``address`` is where the event was, which BibLaTeX calls ``venue``."""
    if "address" in entry.values and "location" in entry.values:
        entry.values.setdefault("venue", entry.values.pop("location"))


def addresses_twice(entry: ResolvedEntry, dialect: str) -> None:
    """An address that ``howpublished`` says already is not written again."""
    if "url" in entry.values and address(entry.values.get("howpublished", "")) == address(entry.values["url"]):
        del entry.values["url"]


def names_of_languages(entry: ResolvedEntry, dialect: str) -> None:
    """A language is one tag, whatever babel calls it."""
    if "langid" in entry.values:
        entry.values["langid"] = language_tag(decode_rich(entry.values["langid"]))
        if entry.values.get("language", "") and language_tag(entry.values["language"]) == entry.values["langid"]:
            del entry.values["language"]


def editors_of_a_kind(entry: ResolvedEntry, dialect: str) -> None:
    """BibLaTeX has no field for directors; they are editors of that type."""
    if entry.values.get("editortype") == "director":
        entry.values["director"] = entry.values.pop("editor")
        del entry.values["editortype"]


def dates_in_fields(entry: ResolvedEntry, dialect: str) -> None:
    """A date is a date, in ``date`` or in ``year``, ``month``, ``day``; a ``date`` counts before a ``year``.

    Open ends are written ``..``, doubt holds for both ends of a range, words for a state of publication are a state.
    """
    values = entry.values
    for name in ("urldate", "origdate", "eventdate"):
        if name in values:
            values[name] = tokens(values[name])
    if "date" in values and re.search(r"\d", values["date"]):
        said = f"{values['date']} {values.pop('month', '')}"
        for name in ("year", "day"):
            values.pop(name, None)
    else:
        said = " ".join(values.pop(name, "") for name in ("year", "month", "day", "date"))
    values.pop("date", None)
    said = decode_rich(said.replace("~", " ").strip("{} ")) if re.search(r"[A-Za-z\\]", said) else said
    if said.strip().lower() in _STATES:
        said, state = "", _STATES[said.strip().lower()]
        values.setdefault("pubstate", STATES.get(state, state))
    points = tokens(said)
    if points:
        values["date"] = points


def tokens(said: str) -> str:
    """The numbers and words of a date in alphabetical order, each once: months are numbers, doubt is ``~``."""
    found: set[str] = set()
    said = said.replace("--", "/")  # BibTeX prints a range of years with a dash
    said = re.sub(r"\b(?:c|ca|circa)\.?(?=\s*\d)", "~", said)
    for token in re.findall(r"[^\W\d_]+|\d+[A-Za-z]*|[~?%]|(?<!\d)-(?=\d)", said):
        word = _WORDS.get(token.lower(), token)
        found.add(str(int(word)) if str(word).isdigit() else str(word))
    found -= {"y", "Y"}
    return " ".join(sorted(found))


def dashes_of_pages(entry: ResolvedEntry, dialect: str) -> None:
    """Every dash between pages is written ``--`` without blanks."""
    for name in ("pages",):
        if name in entry.values:
            text = TAG.sub("", decode_rich(entry.values[name]))
            entry.values[name] = re.sub(r"\s*[-\u2010-\u2015]+\s*", "-", text)


DELIBERATE: tuple[Callable[[ResolvedEntry, str], None], ...] = (
    dates_in_fields,
    two_places,
    names_of_the_other_dialect,
    names_of_languages,
    parts_of_titles,
    separators_of_keywords,
    localisation_keys,
    theses,
    lists,
    addresses_twice,
    editors_of_a_kind,
    dashes_of_pages,
)
"""What is made the same on both sides before they are compared; each says in its first line why citekit does it."""


def normal(name: str, value: str) -> object:
    """A value as what it means: people, an address, or text with what keeps its case; no LaTeX, no outer blanks."""
    if name == "doi":  # resolvers are no part of a DOI
        value = re.sub(r"^(?:https?://(?:dx\.)?doi\.(?:org|acm\.org)/|doi:\s*)", "", value)
    if name in NAMES:
        return tuple(str(person) for person in parse_names(value))
    if name in VERBATIM or is_address(value):
        return address(value).replace("%20", " ").replace("%7B", "{").replace("%7D", "}").replace("%5C", "\\")
    text = decode_rich(value, protect=name in TITLE_PARTS)
    text = without_implied(text) if name in TITLE_PARTS else TAG.sub("", text)
    return " ".join(text.split())


def compared(given: ResolvedEntry, written: ResolvedEntry, dialect: str) -> Iterator[tuple[str, object, object]]:
    """Every field of two entries, made the same where that is deliberate: its name and both values."""
    for entry in (given, written):
        for change in DELIBERATE:
            change(entry, dialect)
    for name in given.values.keys() | written.values.keys():
        one, other = given.values.get(name), written.values.get(name)
        yield name, one and normal(name, one), other and normal(name, other)


# --- the tests ------------------------------------------------------------------------------------------------------


def all_differences(dialect: str) -> tuple[int, list[str]]:
    """How many fields there are in all files, and each that a reading and a writing in a dialect changed."""
    count, differences = 0, []
    for name, text in files():
        entries = entries_of(text, name)
        own = dialect_of((entry.type, entry.values.keys()) for entry in entries)
        again = entries_of(written(name, text, dialect), name)
        assert len(entries) == len(again), name
        inherit(entries, own, len(text))
        inherit(again, dialect, len(text))
        for given, back in zip(entries, again, strict=True):
            if given.type != back.type and is_written(given.type, dialect) and dialect == own:
                differences.append(f"{name}: {given.key}: type {given.type} is {back.type}")
            for field, one, other in compared(given, back, dialect):
                count += 1
                if one != other:
                    differences.append(f"{name}: {given.key}: {field}: {one!r} is {other!r}")
    return count, differences


@pytest.mark.parametrize("dialect", ["bibtex", "biblatex"])
def test_fields_come_back(dialect: str) -> None:
    count, differences = all_differences(dialect)
    kept = 100 * (1 - len(differences) / count)
    assert kept >= FLOOR, "\n".join([f"{kept:.3f} % of {count} fields", *differences[:60]])


def test_the_way_through_biblatex_changes_nothing() -> None:
    count, differences = 0, []
    for name, text in files():
        straight = written(name, text, "bibtex")
        through = dumps(loads(written(name, text, "biblatex"), "biblatex"), "bibtex")
        for one, other in zip(entries_of(straight, name), entries_of(through, name), strict=True):
            for field, first, second in compared(one, other, "bibtex"):
                count += 1
                if first != second:
                    differences.append(f"{name}: {one.key}: {field}: {first!r} is {second!r}")
    kept = 100 * (1 - len(differences) / count)
    assert kept >= FLOOR, "\n".join([f"{kept:.3f} % of {count} fields", *differences[:60]])


def test_what_is_inherited_is_not_written_into_the_child() -> None:
    """In files of BibLaTeX, and in those of BibTeX whose parents stand below their children, as BibTeX wants it."""
    written_in: Counter[str] = Counter()
    for name, text in files():
        entries = entries_of(text, name)
        dialect = dialect_of((entry.type, entry.values.keys()) for entry in entries)
        if not any("crossref" in entry.values for entry in entries):
            continue
        places = {entry.key.lower(): place for place, entry in reversed(list(enumerate(entries)))}
        again = entries_of(written(name, text, dialect), name)
        for place, (given, back) in enumerate(zip(entries, again, strict=True)):
            parent = places.get(given.values.get("crossref", "").lower())
            if parent is None or (dialect == "bibtex" and parent < place):
                continue
            list(compared(given, back, dialect))  # which makes both the same where that is deliberate
            new = back.values.keys() - given.values.keys() - (_TITLES if dialect == "bibtex" else set())
            written_in.update(f"{name}: {given.key}: {field}" for field in new)
    assert not written_in


def test_reading_and_writing_again_changes_nothing_more() -> None:
    unsteady = []
    for name, text in files():
        if "/invalid/" in name:  # a date = {2012-13} stays as it is, and means a range of years where BibTeX has it
            continue
        for dialect in ("bibtex", "biblatex"):
            once = written(name, text, dialect)
            if dumps(loads(once, dialect), dialect) != once:
                unsteady.append(f"{name} as {dialect}")
    assert not unsteady, "\n".join(unsteady)


def test_every_type_of_the_suite_is_known_or_said() -> None:
    for name, text in files():
        said = sum(problem.kind == "unknown-entry-type" for problem in library_of(name, text).problems)
        known = {*CSL_TYPES, "set", "xdata"}
        assert said == sum(entry.type not in known for entry in entries_of(text, name)), name
