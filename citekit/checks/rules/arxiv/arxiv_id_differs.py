r"""Fields of one entry name different arXiv papers.

Why: an entry was copied and one of its identifiers stayed, so it leads to another paper.

Example:

    @misc{doe2024, author = {J. Doe}, title = {A}, year = 2024, eprint = {2403.11421}, archiveprefix = {arXiv}, url = {https://arxiv.org/abs/2203.14101}}

Use instead:

    @misc{doe2024, author = {J. Doe}, title = {A}, year = 2024, eprint = {2403.11421}, archiveprefix = {arXiv}, url = {https://arxiv.org/abs/2403.11421}}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field
from citekit.checks.reading.entry import Entry
from citekit.works.ids import normal_arxiv

SEVERITY = "error"
LANGUAGES = ("bibtex", "csl")

_FIELDS = (
    "eprint",
    "url",
    "doi",
    "journal",
    "journaltitle",
    "howpublished",
    "arxiv",
    "arxivid",
    "volume",
    "pdf",
    "note",
)
_ONLY = re.compile(
    r"\W*(?:arxiv|preprint|e-?prints?|available at|at|https?://arxiv\.org/abs/|[:,\s{}]|\\url){1,12}[\w./-]{7,30}\W*"
)
"""A note that says nothing but an identifier; others may speak of a second paper."""


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    if not any(name in entry.by_name for name in _FIELDS):
        return ()
    known = []
    for name in _FIELDS:
        part = entry.by_name.get(name)
        if part is None:
            continue
        low = part.text.lower()
        if name == "note" and not _ONLY.fullmatch(low[:200]):
            continue
        own = name in ("eprint", "arxiv", "arxivid") and entry.text("archiveprefix", "eprinttype").lower() in (
            "",
            "arxiv",
        )
        if own or "arxiv" in low or (name == "volume" and low.startswith("abs/")):
            found = normal_arxiv(part.text)
            if found:
                known.append((part, found))
    if len({found for _, found in known}) < 2:
        return ()
    first, given = known[0]
    return [
        at_field(part, f"{part.name} names arXiv:{found}, {first.name} names arXiv:{given}", "correct the wrong one")
        for part, found in known[1:]
        if found != given
    ]
