r"""A published work leads to its preprint only.

Why: readers should find the version that was reviewed.

Example:

    @article{doe2024, author = {J. Doe}, title = {A}, journal = {J. Queues}, year = 2024, url = {https://arxiv.org/abs/2403.11421}}

Use instead:

    @article{doe2024, author = {J. Doe}, title = {A}, journal = {J. Queues}, year = 2024, doi = {10.1000/182}}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field
from citekit.checks.reading.entry import Entry, Field

SEVERITY = "note"
PROFILE = "submission"
LANGUAGES = ("bibtex", "csl")
FIELDS = ("url",)


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    venue = entry.venue_field
    if "arxiv.org/" not in part.text or entry.doi or venue is None or "arxiv" in venue.text.lower():
        return ()
    return (at_field(part, "the only link of this published work is its preprint", "add its DOI"),)
