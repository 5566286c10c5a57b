r"""A publication is "to appear" or a preprint in one document and published in another.

Why: the first document was not brought up to date.

Example:

    --- a.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}
    --- b.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}, note = {To appear}}

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
from citekit.checks.matching import matching
from citekit.checks.project import Project
from citekit.checks.venue_names import is_preprint, status

FAMILY = "consistency"
SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl", "list")


def check_project(project: Project, context: Context) -> Iterable[Diagnostic]:
    """What is wrong in a project."""
    for pair in matching(project).pairs():
        mine, theirs = status(pair.entry), status(pair.other)
        if bool(mine) != bool(theirs):
            message = (
                f"it is “{mine}” here and published in {{place}}"
                if mine
                else f"it is published here and “{theirs}” in {{place}}"
            )
            yield at_copy(pair, "note" if mine else "title", message, "bring both up to date")
        elif is_preprint(pair.entry) and not is_preprint(pair.other) and pair.other.venue_field:
            yield at_copy(pair, "title", "it is a preprint here and published in {place}", "say where it appeared")
        elif is_preprint(pair.other) and not is_preprint(pair.entry) and pair.entry.venue_field:
            yield at_copy(
                pair, "title", "it is published here and a preprint in {place}", "say there where it appeared"
            )
