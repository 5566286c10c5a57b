r"""Two documents disagree on who wrote a publication.

Why: somebody was added or left out. Lists that end in "et al." say nothing about the rest.

Example:

    --- a.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}
    --- b.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}

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
from citekit.checks.people import compared
from citekit.checks.project import Project

FAMILY = "consistency"
SEVERITY = "error"
LANGUAGES = ("bibtex", "csl", "list")


def check_project(project: Project, context: Context) -> Iterable[Diagnostic]:
    """What is wrong in a project."""
    for pair in matching(project).pairs():
        result = compared(pair.entry, pair.other)
        if not pair.entry.authors or not pair.other.authors or result.cut:
            continue
        said = []
        if result.only:
            said.append(f"{_names(pair.entry.authors, result.only)} only here")
        if result.only_other:
            said.append(f"{_names(pair.other.authors, result.only_other)} only in {{place}}")
        if said:
            yield at_copy(pair, "author", f"the authors differ: {', '.join(said)}", "compare with the printed paper")


def _names(authors: tuple[object, ...], numbers: list[int]) -> str:
    shown = [str(authors[number]) for number in numbers[:4]]
    more = f" and {len(numbers) - 4} more" if len(numbers) > 4 else ""
    return f"{', '.join(shown)}{more}"
