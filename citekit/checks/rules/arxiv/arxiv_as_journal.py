r"""A preprint's identifier stands in ``journal`` or ``note`` and not in ``eprint``.

Why: no style can make a link of it, and no program finds the paper by it. ``--unsafe-fixes`` adds ``eprint`` and
``archiveprefix``; styles that print both then print the number twice, so look whether the other field can go.

Example:

    @article{doe2024, author = {J. Doe}, title = {A}, journal = {arXiv preprint arXiv:2403.11421}, year = 2024}

Use instead:

    @article{doe2024, author = {J. Doe}, title = {A}, journal = {arXiv preprint arXiv:2403.11421}, year = 2024, eprint = {2403.11421}, archiveprefix = {arXiv}}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Edit, Findings, Fix, at_field
from citekit.checks.reading.entry import Entry
from citekit.span import Span
from citekit.works.ids import normal_arxiv

SEVERITY = "note"
PROFILE = "strict"

_FIELDS = ("journal", "journaltitle", "booktitle", "note", "howpublished", "volume", "number", "pages", "publisher")


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    if "eprint" in entry.by_name or "arxiv" in entry.by_name:
        return ()
    for name in _FIELDS:
        part = entry.by_name.get(name)
        if part is None or not ("arxiv" in part.text.lower() or "corr abs/" in part.text.lower()):
            continue
        found = normal_arxiv(part.text)
        if not found or (name == "note" and entry.venue_field is not None):
            continue
        at = Span(part.span.end, part.span.end)
        line = part.source.text.rfind("\n", 0, part.name_span.start) + 1
        before = part.source.text[line : part.name_span.start]
        between = f",\n{before}" if not before.strip() else ", "
        text = f"{between}eprint = {{{found}}}{between}archiveprefix = {{arXiv}}"
        fix = Fix("add eprint and archiveprefix", (Edit(part.source, at, text),))
        return (at_field(part, f"{name} holds the arXiv identifier {found}", "put it into eprint as well", fix=fix),)
    return ()
