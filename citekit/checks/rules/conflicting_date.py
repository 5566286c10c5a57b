r"""``date`` and ``year`` of an entry disagree.

Why: BibLaTeX takes ``date``, BibTeX takes ``year``.

Example:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, date = {2020-05}, year = 2019}

Use instead:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, date = {2020-05}}
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry
from citekit.checks.finding import at_field

FAMILY = "fields"
SEVERITY = "warning"


def check_entry(entry: Entry, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with an entry."""
    if "date" not in entry.by_name or "year" not in entry.by_name:
        return ()
    date, year = entry.text("date"), entry.text("year").strip("{}")
    if not date[:4].isdigit() or not year.isdigit() or year in date:
        return ()
    part = entry.by_name["year"]
    return (at_field(part, f"the year is {year}, the date {date}", "remove the wrong one"),)
