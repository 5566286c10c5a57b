r"""A preprint of arXiv has no ``archiveprefix``, or no ``primaryclass``.

Why: without the first nobody knows whose number ``eprint`` is; the second is what arXiv prints beside it. Identifiers
from before April 2007 have their class in them.

Example:

    @misc{doe2024, author = {J. Doe}, title = {A}, year = 2024, eprint = {2403.11421}}

Use instead:

    @misc{doe2024, author = {J. Doe}, title = {A}, year = 2024, eprint = {2403.11421}, archiveprefix = {arXiv}, primaryclass = {cs.DS}}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, with_field
from citekit.checks.reading.entry import Entry, Field
from citekit.works.ids import normal_arxiv

SEVERITY = "note"
PROFILE = "strict"
FIELDS = ("eprint",)


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    found = normal_arxiv(part.text)
    if not found:
        return
    if not entry.get("archiveprefix", "eprinttype"):
        fix = with_field(entry, "archiveprefix", "arXiv", "add archiveprefix")
        yield at_field(part, "the eprint has no archiveprefix", "add archiveprefix = {arXiv}", part.name_span, fix)
    if "/" not in found and not entry.get("primaryclass", "eprintclass"):
        yield at_field(part, "the eprint has no primaryclass", "citekit enrich adds it")
