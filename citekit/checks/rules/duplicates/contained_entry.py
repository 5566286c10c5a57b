r"""An entry says nothing that another entry does not say as well.

Why: it is a copy without the details. Both have the same title and authors, and every field of one is a field of the
other with the same value.

Example:

    @article{a, author = {Jane Doe}, title = {Lazy Queues in Practice}, journal = {J. Queues}, year = 2020, pages = {1--9}}
    @article{b, author = {Jane Doe}, title = {Lazy Queues in Practice}, journal = {J. Queues}, year = 2020}

Use instead:

    @article{a, author = {Jane Doe}, title = {Lazy Queues in Practice}, journal = {J. Queues}, year = 2020, pages = {1--9}}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_key, place_of, related
from citekit.checks.reading.bibliography import Bibliography
from citekit.checks.reading.entry import Entry
from citekit.works.identity.fold import fold

SEVERITY = "note"
PROFILE = "strict"
LANGUAGES = ("bibtex", "csl")

_MOST = 20


def check_bibliography(bibliography: Bibliography, context: Context) -> Findings:
    """What is wrong in a bibliography."""
    by_title: dict[str, list[Entry]] = {}
    for entry in bibliography.entries:
        if entry.title_key:
            by_title.setdefault(entry.title_key, []).append(entry)
    for entries in by_title.values():
        for number, entry in enumerate(entries[:_MOST]):
            for place, other in enumerate(entries[:_MOST]):
                if other is not entry and _says_less(entry, other) and (not _says_less(other, entry) or place < number):
                    message = f"{entry.shown} says nothing that {other.shown} in {place_of(other)} does not say"
                    yield at_key(entry, message, "remove it", related=(related(other, "the fuller entry"),))
                    break


def _says_less(entry: Entry, other: Entry) -> bool:
    return all(fold(part.text) == fold(other.text(part.name)) for part in entry.fields)
