r"""Fields of one entry name different arXiv papers.

Why: an entry was copied and one of its identifiers stayed, so it leads to another paper.

Example:

    @misc{doe2024, author = {J. Doe}, title = {A}, year = 2024, eprint = {2403.11421}, archiveprefix = {arXiv}, url = {https://arxiv.org/abs/2203.14101}}

Use instead:

    @misc{doe2024, author = {J. Doe}, title = {A}, year = 2024, eprint = {2403.11421}, archiveprefix = {arXiv}, url = {https://arxiv.org/abs/2403.11421}}
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry
from citekit.checks.finding import at_field
from citekit.works.ids import normal_arxiv

FAMILY = "arxiv"
SEVERITY = "error"
LANGUAGES = ("bibtex", "csl")

_FIELDS = ("eprint", "url", "doi", "journal", "journaltitle", "howpublished", "arxiv", "volume")


def check_entry(entry: Entry, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with an entry."""
    if not any(name in entry.by_name for name in _FIELDS):
        return ()
    known = []
    for name in _FIELDS:
        part = entry.by_name.get(name)
        if part is None:
            continue
        low = part.text.lower()
        own = name in ("eprint", "arxiv") and entry.text("archiveprefix", "eprinttype").lower() in ("", "arxiv")
        if own or "arxiv" in low:
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
