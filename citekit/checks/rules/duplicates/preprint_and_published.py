r"""A file has both the preprint of a work and its published version.

Why: a reference list that cites both counts one work twice; cite the published version, whose entry can name the preprint.

Example:

    @misc{doe2020pre, author = {Jane Doe}, title = {Lazy Queues in Practice}, year = 2020, eprint = {2001.00001}, archiveprefix = {arXiv}}
    @article{doe2021, author = {Jane Doe}, title = {Lazy Queues in Practice}, journal = {J. Queues}, year = 2021}

Use instead:

    @article{doe2021, author = {Jane Doe}, title = {Lazy Queues in Practice}, journal = {J. Queues}, year = 2021, eprint = {2001.00001}, archiveprefix = {arXiv}}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_key, place_of, related
from citekit.checks.reading.bibliography import Bibliography
from citekit.checks.reading.entry import Entry
from citekit.works.identity import LIKELY, Relation

SEVERITY = "note"
LANGUAGES = ("bibtex", "csl")


def check_bibliography(bibliography: Bibliography, context: Context) -> Findings:
    """What is wrong in a bibliography."""
    told: set[int] = set()
    for first, second, found in bibliography.related:
        if found.relation is Relation.PREPRINT and found.degree >= LIKELY and first.key != second.key:
            entry, other = (first, second) if first.described.is_preprint else (second, first)
            if id(entry) not in told and _is_published(other):
                told.add(id(entry))
                message = f"{entry.shown} is the preprint of {other.shown} in {place_of(other)}"
                hint = "remove it: the other one names it as well" if found.one else "cite the published version"
                yield at_key(entry, message, hint, related=(related(other, "the published version"),))


def _is_published(entry: Entry) -> bool:
    """Whether it says where it appeared; another page with the text is no published version."""
    return bool(entry.venue_field or entry.get("publisher")) or entry.type not in ("misc", "online", "unpublished")
