r"""Two documents say that a publication appeared at different venues.

Why: one of them is wrong. Forms of one name do not count, nor does a preprint beside its published version, the name of
a book series, or a later version in a journal. Where a document has several versions of a work, the most alike are
compared.

Example:

    --- a.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}
    --- b.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {Conference on Neural Information Processing Systems}, year = {2021}}

Use instead:

    --- a.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}
    --- b.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.cross import at_copy
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.finding import short
from citekit.checks.matching import matching
from citekit.checks.project import Project
from citekit.checks.said import says_venue
from citekit.checks.venue_names import are_versions, relation, venue

FAMILY = "consistency"
SEVERITY = "error"
LANGUAGES = ("bibtex", "csl", "list")


def check_project(project: Project, context: Context) -> Iterable[Diagnostic]:
    """What is wrong in a project."""
    for pair in matching(project).pairs():
        if relation(pair.entry, pair.other) != "different" or are_versions(pair.entry, pair.other):
            continue
        one, two = venue(pair.entry), venue(pair.other)
        if not says_venue(pair.entry, two, pair.other.title) and not says_venue(pair.other, one, pair.entry.title):
            message = f"the venue is “{short(one)}” here, “{short(two)}” in {{place}}"
            yield at_copy(pair, "booktitle", message, "compare with the printed paper")
