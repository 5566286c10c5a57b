r"""Two entries of a file have the same arXiv identifier.

Why: the work is there twice under two keys, and is listed twice; or one of the identifiers was copied from another entry. Versions do not count.

Example:

    @misc{doe2020, author = {J. Doe}, title = {Lazy Queues}, year = 2024, eprint = {2403.11421}, archiveprefix = {arXiv}}
    @misc{doe2020lazy, author = {J. Doe}, title = {Lazy Queues}, year = 2024, eprint = {2403.11421}, archiveprefix = {arXiv}}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {Lazy Queues}, year = 2024, eprint = {2403.11421}, archiveprefix = {arXiv}}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_key, place_of, related
from citekit.checks.reading.bibliography import Bibliography
from citekit.works.identity import Relation

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")


def check_bibliography(bibliography: Bibliography, context: Context) -> Findings:
    """What is wrong in a bibliography."""
    told: set[int] = set()
    for first, entry, found in bibliography.related:
        if f"arxiv:{entry.arxiv}" not in found.shared or first.key == entry.key or id(entry) in told:
            continue
        told.add(id(entry))
        if found.relation in (Relation.PREPRINT, Relation.VERSION) or (entry.doi and entry.doi == first.doi):
            continue  # both may name the preprint; of one that is listed beside the paper another rule tells
        message = f"{entry.shown} has the arXiv identifier of {first.shown} in {place_of(first)}"
        hint = "remove one of them" if found.one else "one of the two has the wrong arXiv identifier"
        yield at_key(entry, message, hint, related=(related(first, "the other entry", "eprint"),))
