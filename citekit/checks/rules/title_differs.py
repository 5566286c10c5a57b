r"""Two documents give a publication different titles.

Why: the title changed before printing, or was misspelt. Case, punctuation and a subtitle that one of them leaves out do
not count.

Example:

    --- a.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}
    --- b.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everybody}, booktitle = {International Conference on Machine Learning}, year = {2021}}

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
from citekit.checks.said import says_title

FAMILY = "consistency"
SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl", "list")


def check_project(project: Project, context: Context) -> Iterable[Diagnostic]:
    """What is wrong in a project."""
    for pair in matching(project).pairs():
        one, two = pair.entry.title_key, pair.other.title_key
        if one == two or one.startswith(two) or two.startswith(one):
            continue
        if says_title(pair.entry, pair.other.title) or says_title(pair.other, pair.entry.title):
            continue
        message = f"the title is “{short(pair.entry.title)}” here, “{short(pair.other.title)}” in {{place}}"
        yield at_copy(pair, "title", message, "compare with the printed paper")
