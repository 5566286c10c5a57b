r"""A work is named by author and year in words, and not cited.

Why: what is written by hand is not in the list of references, and does not change with the style. Names with "et al." or a
second author are told of even where the bibliography has no such work.

Example:

    --- refs.bib
    @misc{doe2020, author = {Jane Doe}, title = {Lazy Queues}, year = 2020}
    @misc{roe2021, author = {Rita Roe}, title = {Eager Queues}, year = 2021}
    --- paper.md
    Queues may be lazy (Doe, 2020) or not [@roe2021].

Use instead:

    --- refs.bib
    @misc{doe2020, author = {Jane Doe}, title = {Lazy Queues}, year = 2020}
    @misc{roe2021, author = {Rita Roe}, title = {Eager Queues}, year = 2021}
    --- paper.md
    Queues may be lazy [@doe2020] or not [@roe2021].
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings, short
from citekit.checks.reading.project import Manuscript
from citekit.checks.reading.prose import by_first_author, mentions
from citekit.works.identity.fold import fold

SEVERITY = "warning"


def check_manuscript(manuscript: Manuscript, context: Context) -> Findings:
    """What is wrong in a manuscript."""
    known = by_first_author(manuscript, context.project)
    for part in manuscript.parts if known else ():
        for mention in mentions(part):
            if not mention.year or mention.beside is not None:
                continue
            meant = [entry for entry in known.get(fold(mention.family), ()) if entry.year == mention.year]
            said = short(part.source.text[mention.span.start : mention.span.end])
            if meant:
                hint = f"cite {meant[0].key}"
            elif mention.more and not manuscript.uncertain:
                hint = "no entry is of them; add one and cite it"
            else:
                continue
            yield Diagnostic(
                f"'{said}' is written by hand", part.source, mention.span, hint, meant[0].key if meant else said
            )
