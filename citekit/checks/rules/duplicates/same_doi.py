r"""Two entries of a file have the same DOI.

Why: the work is there twice under two keys, and is listed twice; or one of the DOIs was copied from another entry. Chapters may share the DOI of their book.

Example:

    @misc{doe2020, author = {J. Doe}, title = {Lazy Queues}, year = 2024, doi = {10.1000/182}}
    @misc{doe2020lazy, author = {J. Doe}, title = {Lazy Queues}, year = 2024, doi = {10.1000/182}}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {Lazy Queues}, year = 2024, doi = {10.1000/182}}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_key, place_of, related
from citekit.checks.reading.bibliography import Bibliography
from citekit.checks.reading.entry import Entry
from citekit.works.identity import Relation

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")


def check_bibliography(bibliography: Bibliography, context: Context) -> Findings:
    """What is wrong in a bibliography."""
    told: set[int] = set()
    for first, entry, found in bibliography.related:
        if f"doi:{entry.doi}" not in found.shared or first.key == entry.key or id(entry) in told:
            continue
        told.add(id(entry))
        if found.relation is Relation.PART or _are_chapters(first, entry):
            continue  # chapters have the DOI of their book
        message = f"{entry.shown} has the DOI of {first.shown} in {place_of(first)}"
        hint = "remove one of them" if found.one else "one of the two has the wrong DOI"
        yield at_key(entry, message, hint, related=(related(first, "the other entry", "doi"),))


def _are_chapters(first: Entry, second: Entry) -> bool:
    """Whether both are parts of one book and have titles of their own."""
    books = {entry.text("booktitle").lower() for entry in (first, second)}
    return (
        {first.type, second.type} <= {"incollection", "inbook"}
        and len(books) == 1
        and first.title_key != second.title_key
    )
