r"""People are named with "et al.", and nothing by them is cited though the bibliography has it.

Why: who is discussed is usually meant to be cited. It may be meant as it stands.

Example:

    --- refs.bib
    @misc{doe2020, author = {Jane Doe and Rita Roe and Paul Poe}, title = {Lazy Queues}, year = 2020}
    @misc{poe2021, author = {Paul Poe}, title = {Eager Queues}, year = 2021}
    --- paper.md
    The queues of Doe et al. are lazy; others are not [@poe2021].

Use instead:

    --- refs.bib
    @misc{doe2020, author = {Jane Doe and Rita Roe and Paul Poe}, title = {Lazy Queues}, year = 2020}
    @misc{poe2021, author = {Paul Poe}, title = {Eager Queues}, year = 2021}
    --- paper.md
    The queues of @doe2020 are lazy; others are not [@poe2021].
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings
from citekit.checks.reading.project import Manuscript
from citekit.checks.reading.prose import by_first_author, mentions
from citekit.works.identity.fold import fold

SEVERITY = "note"


def check_manuscript(manuscript: Manuscript, context: Context) -> Findings:
    """What is wrong in a manuscript."""
    if manuscript.everything:
        return
    known = by_first_author(manuscript, context.project)
    cited = {cite.key for _, cite in manuscript.citations()}
    told: set[str] = set()
    for part in manuscript.parts if known else ():
        for mention in mentions(part):
            family = fold(mention.family)
            theirs = known.get(family, ())
            if mention.year or mention.beside or family in told or not theirs:
                continue
            if any(entry.key in cited for entry in theirs) or not any(len(entry.authors) > 2 for entry in theirs):
                continue
            told.add(family)
            message = f"{mention.family} and others are named, and nothing by them is cited"
            yield Diagnostic(message, part.source, mention.span, f"cite {theirs[0].key}", theirs[0].key)
