r"""Some authors of an entry have full given names, others initials only.

Why: the reference looks unfinished, and it often is.

Example:

    @misc{doe2020, author = {Jane Doe and R. Roe}, title = {A}, year = 2020}

Use instead:

    @misc{doe2020, author = {Jane Doe and Richard Roe}, title = {A}, year = 2020}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field
from citekit.checks.reading.entry import Entry
from citekit.works.identity.people import given_words, has_initials_only

SEVERITY = "note"
PROFILE = "submission"
LANGUAGES = ("bibtex", "csl", "list")


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    part = entry.get("author")
    if part is None:
        return ()
    short = [n for n in entry.authors if has_initials_only(n)]
    full = [n for n in entry.authors if n.given and len((given_words(n.given) or ("full",))[0]) > 1]
    if not short or not full:
        return ()
    return (at_field(part, f"{short[0]} has initials only, {full[0]} a full name", "write all of them alike"),)
