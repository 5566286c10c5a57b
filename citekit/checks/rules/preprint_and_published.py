r"""A file has both the preprint of a work and its published version.

Why: a reference list that cites both counts one work twice; cite the published version, whose entry can name the preprint.

Example:

    @misc{doe2020pre, author = {Jane Doe}, title = {Lazy Queues in Practice}, year = 2020, eprint = {2001.00001}, archiveprefix = {arXiv}}
    @article{doe2021, author = {Jane Doe}, title = {Lazy Queues in Practice}, journal = {J. Queues}, year = 2021}

Use instead:

    @article{doe2021, author = {Jane Doe}, title = {Lazy Queues in Practice}, journal = {J. Queues}, year = 2021, eprint = {2001.00001}, archiveprefix = {arXiv}}
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.checks.bibliography import Bibliography
from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry
from citekit.checks.finding import at_key, place_of, related
from citekit.checks.fold import family
from citekit.checks.venue_names import is_only_preprint

FAMILY = "duplicates"
SEVERITY = "note"
LANGUAGES = ("bibtex", "csl")

_SHORTEST = 12
_YEARS = 6


def check_bibliography(bibliography: Bibliography, context: Context) -> Iterable[Diagnostic]:
    """What is wrong in a bibliography."""
    published: dict[str, Entry] = {}
    preprints: list[Entry] = []
    for entry in bibliography.entries:
        if len(entry.title_key) < _SHORTEST:
            continue
        if is_only_preprint(entry):
            preprints.append(entry)
        elif entry.venue_field is not None:
            published.setdefault(entry.title_key, entry)
    for entry in preprints:
        other = published.get(entry.title_key)
        if other is None or not {family(n) for n in entry.authors} & {family(n) for n in other.authors}:
            continue
        if not (entry.year and other.year and not -1 <= other.year - entry.year <= _YEARS):
            message = f"{entry.shown} is the preprint of {other.shown} in {place_of(other)}"
            yield at_key(
                entry, message, "cite the published version", related=(related(other, "the published version"),)
            )
