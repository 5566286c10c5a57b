r"""The family and the given name of an author are swapped in one of two documents: ``W. Yu`` is Yu Wang.

Why: the person is sorted, cited and searched for under another name. It happens to names whose order differs between
languages, and to names that a program took apart.

Example:

    --- a.bib
    @inproceedings{doe2021, author = {Yu Wang and Richard Roe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}
    --- b.bib
    @inproceedings{doe2021, author = {W. Yu and Richard Roe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}

Use instead:

    --- a.bib
    @inproceedings{doe2021, author = {Yu Wang and Richard Roe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}
    --- b.bib
    @inproceedings{doe2021, author = {Y. Wang and Richard Roe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}
"""

from __future__ import annotations

from citekit.checks.comparing.authors import compared, spelled_elsewhere
from citekit.checks.comparing.matching import at_copy, matching
from citekit.checks.comparing.mentions import says_text
from citekit.checks.context import Context
from citekit.checks.finding import Findings
from citekit.checks.reading.project import Project

SEVERITY = "warning"


def check_project(project: Project, context: Context) -> Findings:
    """What is wrong in a project."""
    matched = matching(project)
    for pair in matched.pairs():
        for number, other in compared(pair.entry, pair.other).reversed:
            one, two = pair.entry.authors[number], pair.other.authors[other]
            if says_text(pair.entry, str(two)) or says_text(pair.other, str(one)):
                continue  # both are written alike, and one was divided wrongly
            mine = spelled_elsewhere(matched, pair, one)
            theirs = spelled_elsewhere(matched, pair, two)
            why = f"; {two if theirs > mine else one} is in {max(mine, theirs)} more" if mine != theirs else ""
            if mine > theirs:
                message = f"family and given name are swapped: {two} here, {one} in {{place}}{why}"
                yield at_copy(pair, "author", message, "swap them", two.family, swap=True)
            else:
                message = f"family and given name are swapped: {one} here, {two} in {{place}}{why}"
                yield at_copy(pair, "author", message, "swap them, or correct the other document", one.family)
