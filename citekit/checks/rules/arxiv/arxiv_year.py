r"""The year of an entry is before the month in which its arXiv identifier was given.

Why: the identifier is another paper's, or the year is wrong. A paper of December may get an identifier of January.

Example:

    @misc{doe2012, author = {J. Doe}, title = {A}, year = 2012, eprint = {2403.11421}, archiveprefix = {arXiv}}

Use instead:

    @misc{doe2012, author = {J. Doe}, title = {A}, year = 2024, eprint = {2403.11421}, archiveprefix = {arXiv}}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field
from citekit.checks.reading.entry import Entry
from citekit.works.ids import arxiv_year_month

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl", "list")


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    if not entry.arxiv or entry.year is None:
        return ()
    given = arxiv_year_month(entry.arxiv)
    part = entry.year_field
    if given is None or part is None:
        return ()
    year, month = given
    if entry.year >= year - (month == 1) or _is_published(entry):
        return ()
    return (
        at_field(
            part, f"arXiv:{entry.arxiv} is of {month:02}/{year}, the entry of {entry.year}", "correct one of them"
        ),
    )


_PUBLISHED = ("publisher", "school", "institution", "isbn", "volume", "pages")


def _is_published(entry: Entry) -> bool:
    """Whether a published work was put on arXiv later: its authors may do that for years, translators for centuries."""
    venue = entry.venue_field
    if entry.doi:
        return True
    if venue is not None:
        return "arxiv" not in venue.text.lower()
    return any(name in entry and "arxiv" not in entry.text(name).lower() for name in _PUBLISHED)
