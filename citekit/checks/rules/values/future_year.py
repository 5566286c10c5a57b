r"""A year lies in the future.

Why: proceedings carry next year's number at most; anything later is a slip.

Example:

    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2092}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2019}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, at_key
from citekit.checks.reading.entry import Entry

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl", "list")


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    year = entry.year
    if year is None or year <= context.year + 1:
        return ()
    part = entry.year_field
    message, hint = f"the year {year} is in the future", "correct it"
    return (at_field(part, message, hint) if part else at_key(entry, message, hint),)
