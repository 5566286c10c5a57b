r"""An arXiv identifier cannot be one: a month above 12, or the wrong number of digits for its date.

Why: nobody finds the paper by it. From 2015 on the number behind the dot has five digits, before it four.

Example:

    @misc{doe2024, author = {J. Doe}, title = {A}, year = 2024, eprint = {2413.11421}, archiveprefix = {arXiv}}

Use instead:

    @misc{doe2024, author = {J. Doe}, title = {A}, year = 2024, eprint = {2403.11421}, archiveprefix = {arXiv}}
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry, Field
from citekit.checks.finding import at_field, short
from citekit.works.ids import normal_arxiv

FAMILY = "arxiv"
SEVERITY = "error"
FIELDS = ("eprint", "arxiv", "arxivid")

_LIKE = re.compile(r"(?:arxiv:)?\s*\d{4}\.\d{1,7}(?:v\d+)?", re.IGNORECASE)


def check_field(entry: Entry, part: Field, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with one of :data:`FIELDS`."""
    text = part.text.strip("{} \n\t")
    kind = entry.text("archiveprefix", "eprinttype").lower()
    if not text or kind not in ("", "arxiv") or normal_arxiv(text):
        return ()
    if kind != "arxiv" and not _LIKE.fullmatch(text[:60]):
        return ()
    if part.name != "eprint" and text == entry.text("eprint").strip("{} \n\t"):
        return ()  # told of there
    return (
        at_field(part, f"'{short(text, 40)}' is not an arXiv identifier", "write it as in 2403.11421 or math/0309136"),
    )
