"""Fields that are missing, lost, or unknown."""

from __future__ import annotations

import os
from collections import Counter
from functools import cache, lru_cache
from pathlib import Path

from citekit.lint.finding import Edit, Finding, Findings, Fix, about, at_field, at_key, short
from citekit.lint.loading.bibliography import CheckedBibliography, CheckedEntry, CheckedField
from citekit.lint.loading.project import Project
from citekit.lint.rule import Context, rule
from citekit.lint.words import ALIASES, KNOWN_FIELDS, REQUIRED, STAND_FOR, listed
from citekit.model.date import MONTH_NAMES
from citekit.runtime import patterns as re

_MONTH = re.compile(r"\d{4}-(\d\d)")


@rule("entry", "warning")
def conflicting_date(entry: CheckedEntry, context: Context) -> Finding | None:
    """``date`` and ``year`` of an entry disagree."""
    if "date" not in entry.by_name or "year" not in entry.by_name:
        return None
    date, year = entry.text("date"), entry.text("year").strip("{}")
    if not date[:4].isdecimal() or not year.isdecimal():
        return None
    if year not in date:
        part = entry.by_name["year"]
        return at_field(part, f"the year is {year}, the date {date}", "remove the wrong one")
    month, given = entry.get("month"), _MONTH.match(date)
    if month is None or given is None or "/" in date or int(given[1]) > len(MONTH_NAMES):
        return None
    # months are written as numbers, as their English names, or as the beginnings of these
    text = month.text.strip("{}. ").lower()
    if text.isdecimal():
        named = int(text) if len(text) <= len("12") else 0
    else:
        named = next(
            (n for n, name in enumerate(MONTH_NAMES, 1) if len(text) > len("ma") and name.lower().startswith(text)), 0
        )
    if not named or named == int(given[1]):
        return None
    return at_field(month, f"the month is {short(month.text)}, the date {date}", "remove the wrong one")


_ONE = ("crossref", "xref")
_SEVERAL = ("xdata", "related", "entryset")


@rule("project", "error")
def dangling_crossref(project: Project, context: Context) -> Findings:
    """An entry refers to another one that is not there."""
    keys = {key.lower() for bibliography in project.bibliographies for key in bibliography.keys}
    for bibliography in project.checked_bibliographies:
        missing: dict[str, list[tuple[CheckedEntry, CheckedField, str]]] = {}
        for entry in bibliography.entries:
            for name in (*_ONE, *_SEVERAL):
                part = entry.by_name.get(name)
                named = () if part is None else part.text.split(",") if name in _SEVERAL else (part.text,)
                for target in filter(None, map(str.strip, named)):
                    if part is not None and target.lower() not in keys:
                        missing.setdefault(target.lower(), []).append((entry, part, target))
        for (entry, part, target), *others in missing.values():
            more = f"; {len(others)} more name{'s' if len(others) == 1 else ''} it" if others else ""
            message = f"{part.name} names '{target}', which is not defined{more}"
            hint = "define it, correct the name, or check the file that has it too"
            yield about(entry, at_field(part, message, hint, part.find(target)))


_KINDS = frozenset(listed("kinds of reports"))
_PUBLISHERS_NAMED = 1900  # before that year, publishers are often not named: Chicago (17th edition, 14.128)
_DAY = len("2020-12-05")
_NOT_PRINTED = ("skipbib", "dataonly")
# What a style can do without where a whole bibliography does.
_DISPENSABLE = frozenset({"title", "publisher", "year", "note"})
_FEW = 3  # entries; one or two without a field are an oversight
_OFTEN = 3
# Where a third, or an eighth, of the entries of a type lack a field, that is how the bibliography is.
_SOMETIMES = 8


@rule("bibliography", "warning", languages="bibtex")
def missing_field(bibliography: CheckedBibliography, context: Context) -> Findings:
    """An entry lacks a field that its type needs."""
    dialect = context.dialect or bibliography.dialect
    related = (entry.text("related") for entry in bibliography.entries if "related" in entry)
    named = {key.strip() for keys in related for key in keys.split(",")}
    whole = [entry for entry in bibliography.entries if entry.key_span.start not in bibliography.cut_short]
    checked = [entry for entry in whole if _is_whole(entry) and entry.key not in named]
    missing = [(entry, needs) for entry in checked if (needs := _missing(entry, dialect))]
    lacking = Counter((entry.type, need) for entry, needs in missing for need in needs)
    of_type = Counter(entry.type for entry in checked)
    often = {
        pair
        for pair, n in lacking.items()
        if n >= _FEW and (_SOMETIMES if _is_dispensable(pair[1]) else _OFTEN) * n > of_type[pair[0]]
    }
    reported = {pair for pair in often if _is_dispensable(pair[1])}
    for entry, needs in missing:
        new = [need for need in needs if (entry.type, need) not in often]
        for need in needs:
            if (entry.type, need) in often - reported:
                reported.add((entry.type, need))
                yield _told(entry, need, f", as {lacking[entry.type, need]} of {of_type[entry.type]} have none")
        if new:
            yield _told(entry, ", ".join(new))


def _is_dispensable(need: str) -> bool:
    return need.partition(" ")[0] in _DISPENSABLE


def _told(entry: CheckedEntry, listed: str, more: str = "") -> Finding:
    message = f"{entry.shown} is of type {entry.type} and has no {listed}{more}"
    return at_key(entry, message, "add it, or choose another type")


def _is_whole(entry: CheckedEntry) -> bool:
    """Whether an entry contains all of its data itself, and is to be printed."""
    if "crossref" in entry or "xdata" in entry or not entry.sound:
        return False
    return not any(option in entry.text("options") for option in _NOT_PRINTED)


def _missing(entry: CheckedEntry, dialect: str) -> tuple[str, ...]:
    names = frozenset([part.name for part in entry.fields if part.text and not part.text.isspace()])
    if _has_all(entry.type, dialect, names):
        return ()
    return tuple(
        " or ".join(need)
        for need in REQUIRED[dialect].get(entry.type, ())
        if not any(entry.get(name) or _is_told_otherwise(entry, name, dialect) for name in need)
    )


@lru_cache(maxsize=4096)
def _has_all(kind: str, dialect: str, names: frozenset[str]) -> bool:
    """Whether an entry with values in these fields has what its type needs, whatever they state."""
    return all(not names.isdisjoint(need) for need in REQUIRED[dialect].get(kind, ()))


def _is_told_otherwise(entry: CheckedEntry, name: str, dialect: str) -> bool:
    if entry.get(*ALIASES.get(name, ()), *STAND_FOR.get(name, ())):
        return True
    if name == "author":  # unsigned news have a day, or state what they are in
        return dialect == "biblatex" and ("entrysubtype" in entry or len(entry.text("date")) >= _DAY)
    if name == "institution" and (entry.text("author").startswith("{") or _names_its_issuer(entry.text("type"))):
        return True
    if name == "title" and entry.type == "article" and not entry.get("author") and entry.get("volume", "number"):
        return True  # a whole issue of a journal
    if name == "publisher" and entry.year is not None and entry.year < _PUBLISHERS_NAMED:
        return True
    if name in ("date", "year") and (
        ("url" in entry and "urldate" in entry) or entry.text("entrysubtype") == "classic"
    ):
        return True
    return any(name in names and entry.get(known) for known, names in ALIASES.items())


def _names_its_issuer(kind: str) -> bool:
    """Whether the kind of a report names its publisher: ``NACA Report``, ``Preprint of the Institute for Queues``."""
    words = [word for word in re.findall(r"[^\W\d_]+", kind) if word.lower() not in _KINDS]
    return any(word[0].isupper() for word in words)


_WINDOWS = re.compile(r"(?:[^:;]{2,}:|:)?(?P<path>[A-Za-z]\\?:[\\/][^:;]*)(?::[A-Za-z/+.-]*)?")
_JABREF = re.compile(r"(?:[^:;]*:)?(?P<path>[^:;]+)(?::[A-Za-z/+.-]*)?")


@rule("field", "note", profile="strict", fields="file")
def missing_file(entry: CheckedEntry, part: CheckedField, context: Context) -> Findings:
    """The file that an entry names is not there, or is named by a path of one machine."""
    found = []
    for piece in filter(None, (piece.strip() for piece in part.text.split(";"))):
        match = _WINDOWS.fullmatch(piece) or _JABREF.fullmatch(piece)
        path = match["path"] if match else piece
        if _WINDOWS.fullmatch(piece) or path.startswith(("/", "~", "\\")):
            found.append(at_field(part, f"{path} is a place on one machine", "name it from here", part.find(path)))
        elif not os.path.exists(Path(entry.source.name).parent / path):
            found.append(at_field(part, f"there is no file {path}", "correct the path, or remove it", part.find(path)))
    return found


@rule(
    "entry",
    "note",
    profile="",
    languages="bibtex csl",
    options={"fields": (["doi|url|eprint|isbn"], "What every entry should have; `a|b` is one of several.")},
)
def recommended_field(entry: CheckedEntry, context: Context) -> Findings:
    """An entry lacks a field that helps readers to find the work."""
    found = []
    for need in context.options["fields"]:
        names = str(need).split("|")
        if not any(name in entry for name in names):
            found.append(at_key(entry, f"{entry.shown} has no {' or '.join(names)}", "add one"))
    return found


@rule(
    "bibliography",
    "note",
    profile="",
    languages="bibtex csl",
    options={
        "share": (80, "Percentage of the entries that must have a field for it to be reported as missing."),
        "least": (5, "Types with fewer entries are left alone."),
    },
    of="missing-field",
)
def uneven_fields(bibliography: CheckedBibliography, context: Context) -> Findings:
    """An entry lacks a field that nearly all entries of its type in the file have."""
    by_type: dict[str, list[CheckedEntry]] = {}
    for entry in bibliography.entries:
        by_type.setdefault(entry.type, []).append(entry)
    for kind, entries in by_type.items():
        if len(entries) < context.options["least"]:
            continue
        counts = Counter(name for entry in entries for name in entry.by_name)
        usual = [
            n
            for n, count in counts.items()
            if context.options["share"] * len(entries) <= 100 * count < 100 * len(entries)
        ]
        for entry in entries:
            for name in usual:
                if name not in entry:
                    share = 100 * counts[name] // len(entries)
                    yield at_key(
                        entry, f"{entry.shown} has no {name}; {share} % of the {kind} entries here have one", "add it"
                    )


_SHORT = 4  # in a name of up to four letters one wrong letter makes another word: "note", "type"
# The fields that styles print or use: only a typo in the name of one of these has an effect.
_PRINTED = listed("fields that styles print")


@rule("entry", "warning")
def unknown_field(entry: CheckedEntry, context: Context) -> Findings:
    """A field has a name that no one knows and that is nearly the name of one that exists."""
    if KNOWN_FIELDS.issuperset(entry.by_name):
        return ()
    found = []
    for part in entry.fields:
        suggested = _meant(part.name)
        if suggested and suggested not in entry:
            fix = Fix(f"rename it to {suggested}", (Edit(part.source, part.name_span, suggested),))
            found.append(
                at_field(part, f"there is no field '{part.name}'", f"did you mean {suggested}?", part.name_span, fix)
            )
    return found


@cache
def _meant(name: str) -> str:
    if name in KNOWN_FIELDS or not name.isalpha() or (name[-1] in "abc" and name[:-1] in KNOWN_FIELDS):
        return ""  # editora, editorb: that is how fields are multiplied
    return next((field for field in _PRINTED if _is_slip_of(field, name)), "")


def _is_slip_of(field: str, name: str) -> bool:
    """Whether a name is a field's with one letter too many, missing or wrong, or two swapped; short ones only swapped."""
    if abs(len(field) - len(name)) > 1 or field[0] != name[0]:
        return False
    start = next((at for at, (a, b) in enumerate(zip(field, name, strict=False)) if a != b), min(len(field), len(name)))
    rest, other = field[start:], name[start:]
    if rest[1:2] + rest[:1] + rest[2:] == other and len(rest) > 1:
        return True
    return len(field) > _SHORT and (rest[1:] == other or rest == other[1:] or rest[1:] == other[1:])
