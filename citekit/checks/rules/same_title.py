r"""Two entries of a file are one work: the same title, an author in common, the same year or the next.

Why: it is listed twice. Entries whose DOIs, or whose venues and pages, differ are left alone: they may be two versions.

Example:

    @article{a, author = {Jane Doe}, title = {Lazy Queues in Practice}, journal = {J. Queues}, year = 2020}
    @article{b, author = {J. Doe}, title = {Lazy queues in practice}, journal = {J. Queues}, year = 2020}

Use instead:

    @article{a, author = {Jane Doe}, title = {Lazy Queues in Practice}, journal = {J. Queues}, year = 2020}
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.checks.bibliography import Bibliography
from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry
from citekit.checks.finding import at_key, place_of, related
from citekit.checks.fold import family, letters

FAMILY = "duplicates"
SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")

_SHORTEST = 12
_MOST = 20
_PARTS = frozenset({"inbook", "incollection", "bookinbook", "suppbook", "inreference"})


def check_bibliography(bibliography: Bibliography, context: Context) -> Iterable[Diagnostic]:
    """What is wrong in a bibliography."""
    by_title: dict[str, list[Entry]] = {}
    for entry in bibliography.entries:
        if len(entry.title_key) < _SHORTEST:
            continue
        others = by_title.setdefault(entry.title_key, [])
        first = next((other for other in others[:_MOST] if _is_same(other, entry)), None)
        if first is not None and first.key != entry.key:
            message = f"{entry.shown} is the same work as {first.shown} in {place_of(first)}"
            yield at_key(entry, message, "remove one of them", related=(related(first, "the other entry", "title"),))
        others.append(entry)


def _is_same(one: Entry, other: Entry) -> bool:
    if one.year and other.year and abs(one.year - other.year) > 1:
        return False
    if one.doi and other.doi:
        return False  # of equal ones another rule tells
    if one.arxiv and one.arxiv == other.arxiv:
        return False
    if bool(one.arxiv and not one.venue_field) != bool(other.arxiv and not other.venue_field):
        return False  # a preprint and its published version
    if one.type != other.type and {one.type, other.type} & {
        "phdthesis",
        "mastersthesis",
        "thesis",
        "techreport",
        "report",
        "proceedings",
        "software",
        "dataset",
        "patent",
    }:
        return False
    if (one.type in _PARTS) != (other.type in _PARTS):
        return False
    for name in ("volume", "number", "pages", "edition", "part", "chapter", "isbn", "date"):
        if one.text(name) and other.text(name) and letters(one.text(name)) != letters(other.text(name)):
            return False
    venue, second = (
        letters(e.text("journal", "journaltitle", "booktitle", "school", "howpublished", "publisher"))
        for e in (one, other)
    )
    if venue and second and venue[:6] != second[:6] and one.type != other.type:
        return False
    if venue and second and venue not in second and second not in venue and venue[:6] != second[:6]:
        return False
    return bool({family(name) for name in one.authors} & {family(name) for name in other.authors})
