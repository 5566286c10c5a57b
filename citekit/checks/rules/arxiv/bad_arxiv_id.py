r"""An arXiv identifier cannot be one: a month above 12, or the wrong number of digits for its date.

Why: nobody finds the paper by it. From 2015 on the number behind the dot has five digits, before it four.

Example:

    @misc{doe2024, author = {J. Doe}, title = {A}, year = 2024, eprint = {2413.11421}, archiveprefix = {arXiv}}

Use instead:

    @misc{doe2024, author = {J. Doe}, title = {A}, year = 2024, eprint = {2403.11421}, archiveprefix = {arXiv}}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, short
from citekit.checks.reading.entry import Entry, Field
from citekit.works.ids import normal_arxiv

SEVERITY = "error"
FIELDS = ("eprint", "arxiv", "arxivid", "journal", "journaltitle", "howpublished", "note", "url", "doi", "volume")

_SAID = re.compile(
    r"(?:\barxiv:\s{0,3}(?:arxiv:)?|\barxiv\.org/(?:abs|pdf)/|/arxiv\.|^abs/)"
    r"(?P<id>[a-z]{2,10}(?:[.-][a-z-]{2,8})?/\d{1,12}|\d{3,4}\.\d{1,8})\b",
    re.IGNORECASE,
)

_LIKE = re.compile(r"(?:arxiv:)?\s*\d{4}\.\d{1,7}(?:v\d+)?", re.IGNORECASE)


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    if part.name not in ("eprint", "arxiv", "arxivid"):
        return _in_words(part)
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


def _in_words(part: Field) -> Findings:
    low = part.text[:5000].lower()
    match = _SAID.search(part.text) if "arxiv" in low or low.startswith("abs/") else None
    if match is None or normal_arxiv(match["id"]) or normal_arxiv(part.text):
        return ()
    message = f"'{match['id']}' is not an arXiv identifier"
    return (at_field(part, message, "write it as in 2403.11421 or math/0309136", part.part(*match.span("id"))),)
