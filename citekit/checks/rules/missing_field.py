r"""An entry lacks a field that its type needs.

Why: BibTeX warns and prints a reference with a hole. Which fields a type needs is what BibTeXing and the BibLaTeX manual
say; ``year`` and ``date``, ``journal`` and ``journaltitle`` stand for each other, a preprint's number stands for its
journal, and what a parent entry (``crossref``, ``xdata``) has counts.

Example:

    @article{doe2020, author = {J. Doe}, title = {Lazy Queues}, year = 2020}

Use instead:

    @article{doe2020, author = {J. Doe}, title = {Lazy Queues}, journal = {J. Queues}, year = 2020}
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry
from citekit.checks.finding import at_key
from citekit.checks.models import ALIASES, required

FAMILY = "fields"
SEVERITY = "warning"
LANGUAGES = ("bibtex",)

_STAND_FOR = {
    "year": ("date", "pubstate"),
    "journal": ("journaltitle", "eprint", "shortjournal"),
    "publisher": ("organization", "institution", "school", "howpublished", "series", "url", "doi"),
    "school": ("institution", "publisher"),
    "institution": ("school", "publisher", "organization"),
    "author": ("editor", "collaboration", "translator", "shortauthor", "shorteditor", "shorthand", "key", "label"),
    "note": ("howpublished", "url", "eprint", "date", "year"),
    "type": ("note", "number"),
    "chapter": ("booktitle",),
    "booktitle": ("eventtitle", "journal", "series"),
}


def check_entry(entry: Entry, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with an entry."""
    if "crossref" in entry or "xdata" in entry or not entry.sound:
        return ()
    missing = []
    for need in required(entry.type, context.dialect_of(entry)):
        if not any(name in entry.by_name or _is_told_otherwise(entry, name) for name in need):
            missing.append(" or ".join(need))
    if not missing:
        return ()
    listed = ", ".join(missing)
    return (
        at_key(entry, f"{entry.shown} is of type {entry.type} and has no {listed}", "add it, or choose another type"),
    )


def _is_told_otherwise(entry: Entry, name: str) -> bool:
    if any(other in entry.by_name for other in (*ALIASES.get(name, ()), *_STAND_FOR.get(name, ()))):
        return True
    return any(name in names and any(other in entry.by_name for other in (known,)) for known, names in ALIASES.items())
