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
_ELSEWHERE = ("url", "doi", "journal", "note", "howpublished", "volume")
FIELDS = ("eprint", "arxiv", "arxivid", *_ELSEWHERE)

_LIKE = re.compile(r"(?:arxiv:)?\s*\d{4}\.\d{1,7}(?:v\d+)?", re.IGNORECASE)
_CLAIM = re.compile(r"(?:arxiv(?:\.org/(?:abs|pdf)/|[:.])\s?|^abs/)(?P<id>\d{4}\.\d{3,7})(?!\d)", re.IGNORECASE)


def check_field(entry: Entry, part: Field, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with one of :data:`FIELDS`."""
    return _claimed(part) if part.name in _ELSEWHERE else _given(entry, part)


def _claimed(part: Field) -> Iterable[Diagnostic]:
    """An identifier that is said to be arXiv's, in a field that is not made for it."""
    match = _CLAIM.search(part.text) if part.text.isascii() else None
    if match is None or normal_arxiv(f"arXiv:{match['id']}"):
        return ()
    span = part.part(*match.span("id"))
    return (at_field(part, f"'{match['id']}' is not an arXiv identifier", "write it as in 2403.11421", span),)


def _given(entry: Entry, part: Field) -> Iterable[Diagnostic]:
    text = part.text.strip("{} \n\t")
    kind = entry.text("archiveprefix", "eprinttype").lower()
    if not text or kind not in ("", "arxiv") or normal_arxiv(text):
        return ()
    if kind != "arxiv" and not _LIKE.fullmatch(text[:60]):
        return ()
    return (
        at_field(part, f"'{short(text, 40)}' is not an arXiv identifier", "write it as in 2403.11421 or math/0309136"),
    )
