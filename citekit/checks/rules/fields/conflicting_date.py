r"""``date`` and ``year`` of an entry disagree.

Why: BibLaTeX takes ``date``, BibTeX takes ``year``.

Example:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, date = {2020-05}, year = 2019}

Use instead:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, date = {2020-05}}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, short
from citekit.checks.reading.entry import Entry
from citekit.formats.bibtex.dates import MONTH_NAMES

SEVERITY = "warning"

_MONTH = re.compile(r"\d{4}-(\d\d)")


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    if "date" not in entry.by_name or "year" not in entry.by_name:
        return ()
    date, year = entry.text("date"), entry.text("year").strip("{}")
    if not date[:4].isdecimal() or not year.isdecimal():
        return ()
    if year not in date:
        part = entry.by_name["year"]
        return (at_field(part, f"the year is {year}, the date {date}", "remove the wrong one"),)
    month, given = entry.get("month"), _MONTH.match(date)
    if month is None or given is None or "/" in date or int(given[1]) > len(MONTH_NAMES):
        return ()
    told = _month(month.text)
    if not told or told == int(given[1]):
        return ()
    return (at_field(month, f"the month is {short(month.text)}, the date {date}", "remove the wrong one"),)


def _month(text: str) -> int:
    """The number of a month that is written as a number or as its English name or the beginning of it; 0 otherwise."""
    text = text.strip("{}. ").lower()
    if text.isdecimal():
        return int(text) if len(text) <= len("12") else 0
    return next(
        (n for n, name in enumerate(MONTH_NAMES, 1) if len(text) > len("ma") and name.lower().startswith(text)), 0
    )
