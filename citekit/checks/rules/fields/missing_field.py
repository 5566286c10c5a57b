r"""An entry lacks a field that its type needs.

Why: BibTeX warns and prints a reference with a hole. Which fields a type needs is what BibTeXing and the BibLaTeX manual
say; ``year`` and ``date``, ``journal`` and ``journaltitle`` stand for each other, a preprint's number stands for its
journal, a place for its publisher, and what a parent entry (``crossref``, ``xdata``) has counts. What a third of the entries
of a type lack in a bibliography is told once, and titles, publishers and years not at all where an eighth lacks them, for
there are styles that do without: physicists' articles have no titles, ancient works no years.

Example:

    @article{doe2020, author = {J. Doe}, title = {Lazy Queues}, year = 2020}

Use instead:

    @article{doe2020, author = {J. Doe}, title = {Lazy Queues}, journal = {J. Queues}, year = 2020}
"""

from __future__ import annotations

import re
from collections import Counter

from citekit.checks.context import Context
from citekit.checks.data_model import ALIASES, required
from citekit.checks.finding import Diagnostic, Findings, at_key
from citekit.checks.reading.bibliography import Bibliography
from citekit.checks.reading.entry import Entry

SEVERITY = "warning"
LANGUAGES = ("bibtex",)

_STAND_FOR = {
    "year": ("date", "pubstate", "eventdate", "origdate", "shorthand"),
    "journal": ("journaltitle", "eprint", "shortjournal"),
    "publisher": (
        "organization",
        "institution",
        "school",
        "howpublished",
        "series",
        "url",
        "doi",
        "address",
        "location",
    ),
    "school": ("institution", "publisher"),
    "institution": ("school", "publisher", "organization"),
    "author": (
        "editor",
        "collaboration",
        "organization",
        "realauthor",
        "realeditor",
        "translator",
        "shortauthor",
        "shorteditor",
        "shorthand",
        "key",
        "label",
    ),
    "title": ("maintitle", "issuetitle", "shorthand", "label", "relatedtype", "relatedstring"),
    "note": ("howpublished", "url", "eprint", "date", "year"),
    "type": ("note", "number"),
    "url": ("related", "howpublished"),
    "chapter": ("booktitle",),
    "booktitle": ("eventtitle", "maintitle", "relatedtype", "journal", "series"),
}


_KINDS = frozenset(
    "a the of technical tech research internal report rep rept note memo memorandum working paper".split()
)
_PUBLISHERS_NAMED = 1900
_DAY = len("2020-12-05")
_NOT_PRINTED = ("skipbib", "dataonly")
_DISPENSABLE = frozenset({"title", "publisher", "year", "note"})
"""What a style can do without where a whole bibliography does."""
_FEW = 3
_OFTEN = 3
_SOMETIMES = 8
"""Where a third, or an eighth, of the entries of a type lack a field, that is how the bibliography is."""


def check_bibliography(bibliography: Bibliography, context: Context) -> Findings:
    """What is wrong in a bibliography."""
    dialect = context.dialect or bibliography.dialect
    named = {key.strip() for entry in bibliography.entries for key in entry.text("related").split(",")}
    checked = [entry for entry in bibliography.entries if _is_whole(entry) and entry.key not in named]
    missing = [(entry, _missing(entry, dialect)) for entry in checked]
    lacking = Counter((entry.type, need) for entry, needs in missing for need in needs)
    of_type = Counter(entry.type for entry in checked)
    often = {pair for pair, n in lacking.items() if n >= _FEW and _times(pair[1]) * n > of_type[pair[0]]}
    told = {pair for pair in often if _is_dispensable(pair[1])}
    for entry, needs in missing:
        new = [need for need in needs if (entry.type, need) not in often]
        for need in needs:
            if (entry.type, need) in often - told:
                told.add((entry.type, need))
                yield _told(entry, need, f", as {lacking[entry.type, need]} of {of_type[entry.type]} have none")
        if new:
            yield _told(entry, ", ".join(new))


def _is_dispensable(need: str) -> bool:
    return need.partition(" ")[0] in _DISPENSABLE


def _times(need: str) -> int:
    return _SOMETIMES if _is_dispensable(need) else _OFTEN


def _told(entry: Entry, listed: str, more: str = "") -> Diagnostic:
    message = f"{entry.shown} is of type {entry.type} and has no {listed}{more}"
    return at_key(entry, message, "add it, or choose another type")


def _is_whole(entry: Entry) -> bool:
    """Whether all that an entry says stands in it, and it is to be printed."""
    if "crossref" in entry or "xdata" in entry or not entry.sound:
        return False
    return not any(option in entry.text("options") for option in _NOT_PRINTED)


def _missing(entry: Entry, dialect: str) -> tuple[str, ...]:
    return tuple(
        " or ".join(need)
        for need in required(entry.type, dialect)
        if not any(entry.get(name) or _is_told_otherwise(entry, name, dialect) for name in need)
    )


def _is_told_otherwise(entry: Entry, name: str, dialect: str) -> bool:
    if entry.get(*ALIASES.get(name, ()), *_STAND_FOR.get(name, ())):
        return True
    if name == "author":  # unsigned news have a day, or say what they are in
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
    """Whether the kind of a report says whose it is: ``NACA Report``, ``Preprint of the Institute for Queues``."""
    words = [word for word in re.findall(r"[^\W\d_]+", kind) if word.lower() not in _KINDS]
    return any(word[0].isupper() for word in words)
