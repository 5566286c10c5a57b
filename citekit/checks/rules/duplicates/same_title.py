r"""Two entries of a file are one work by title, people, venue and year, or likely so; then the finding says what is in doubt.

Why: it is listed twice. Entries whose DOIs, venues, editions, volumes or languages differ are left alone: they may be two
versions. So are entries that name one another (``related``). The page on identity says what counts as one work.

Example:

    @article{a, author = {Jane Doe}, title = {Lazy Queues in Practice}, journal = {J. Queues}, year = 2020}
    @article{b, author = {J. Doe}, title = {Lazy queues in practice}, journal = {J. Queues}, year = 2020}

Use instead:

    @article{a, author = {Jane Doe}, title = {Lazy Queues in Practice}, journal = {J. Queues}, year = 2020}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_key, place_of, related
from citekit.checks.reading.bibliography import Bibliography
from citekit.works.identity import Relation

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")

_ASKED = 0.75
"""The degree from which on a person is asked whether two entries are one work."""


def check_bibliography(bibliography: Bibliography, context: Context) -> Findings:
    """What is wrong in a bibliography."""
    told: set[int] = set()
    for first, entry, found in bibliography.related:
        if found.relation is not Relation.SAME or found.degree < _ASKED or first.key == entry.key:
            continue
        if first.text("pubstate") != entry.text("pubstate"):
            continue  # a draft or a preprint, kept beside what came of it
        if any(value.startswith(("doi:", "arxiv:")) for value in found.shared):
            continue  # other rules tell of those
        if id(entry) not in told:
            told.add(id(entry))
            doubt = "" if found.one else f", but for {found.doubt}"
            message = f"{entry.shown} is the same work as {first.shown} in {place_of(first)}{doubt}"
            hint = "remove one of them" if found.one else "compare them, and remove one if they are one"
            yield at_key(entry, message, hint, related=(related(first, "the other entry", "title"),))
