r"""Two entries of a file have the same DOI.

Why: the work is there twice under two keys, and is listed twice; or one of the DOIs was copied from another entry. Chapters may share the DOI of their book.

Example:

    @misc{doe2020, author = {J. Doe}, title = {Lazy Queues}, year = 2024, doi = {10.1000/182}}
    @misc{doe2020lazy, author = {J. Doe}, title = {Lazy Queues}, year = 2024, doi = {10.1000/182}}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {Lazy Queues}, year = 2024, doi = {10.1000/182}}
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.checks.bibliography import Bibliography
from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry
from citekit.checks.finding import at_key, place_of, related

FAMILY = "duplicates"
SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")

_PARTS = frozenset({"inbook", "incollection", "inreference", "bookinbook", "suppbook"})


def check_bibliography(bibliography: Bibliography, context: Context) -> Iterable[Diagnostic]:
    """What is wrong in a bibliography."""
    seen: dict[str, Entry] = {}
    for entry in bibliography.entries:
        if not entry.doi:
            continue
        first = seen.setdefault(entry.doi, entry)
        if first is entry or first.key == entry.key:
            continue
        same = first.title_key == entry.title_key
        if (entry.type in _PARTS or first.type in _PARTS) and not (same and _are_one_part(first, entry)):
            continue
        message = f"{entry.shown} has the DOI of {first.shown} in {place_of(first)}"
        hint = "remove one of them" if same else "one of the two has the wrong DOI"
        yield at_key(entry, message, hint, related=(related(first, "the other entry", "doi"),))


def _are_one_part(one: Entry, other: Entry) -> bool:
    """Whether two entries with one title are of the same part of a book: BibTeX gives chapters the title of their book."""
    return one.type == other.type and all(one.text(name) == other.text(name) for name in ("chapter", "pages"))
