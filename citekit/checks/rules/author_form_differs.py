r"""Two documents write one author of a publication in different forms: an initial is lost, or a name cut to one.

Why: readers and search engines take the forms for two people. A document that writes all given names as initials may do
so; a second initial must not get lost in it: ``Po-An Tsai`` is ``P.-A. Tsai``.

Example:

    --- a.bib
    @inproceedings{doe2021, author = {Po-An Tsai and Richard Roe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}
    --- b.bib
    @inproceedings{doe2021, author = {P. Tsai and Richard Roe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}

Use instead:

    --- a.bib
    @inproceedings{doe2021, author = {Po-An Tsai and Richard Roe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}
    --- b.bib
    @inproceedings{doe2021, author = {Po-An Tsai and Richard Roe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.cross import at_copy
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.fold import given_words
from citekit.checks.matching import Pair, matching
from citekit.checks.people import compared, habit, has_initials_only
from citekit.checks.project import Project

FAMILY = "consistency"
SEVERITY = "note"
LANGUAGES = ("bibtex", "csl", "list")


def check_project(project: Project, context: Context) -> Iterable[Diagnostic]:
    """What is wrong in a project."""
    for pair in matching(project).pairs():
        result = compared(pair.entry, pair.other)
        for number, other in result.same:
            yield from _one(pair, number, other)


def _one(pair: Pair, number: int, other: int) -> Iterable[Diagnostic]:
    one, two = pair.entry.authors[number], pair.other.authors[other]
    mine, theirs = given_words(one), given_words(two)
    if mine == theirs or not mine or not theirs or "".join(mine) == "".join(theirs):
        return
    shorter, longer = (
        ((one, two) if len(mine) < len(theirs) else (two, one)) if len(mine) != len(theirs) else (one, two)
    )
    if len(mine) != len(theirs):
        here = shorter is one
        message = f"{shorter} here is {longer} in {{place}}: an initial is lost"
        yield at_copy(pair, "author", message, f"write {longer}", shorter.family, swap=not here)
    elif has_initials_only(one) != has_initials_only(two) and (
        habit(pair.holder.entries) == habit(pair.other_holder.entries)
    ):
        yield at_copy(pair, "author", f"{one} here is {two} in {{place}}", "write the name alike", one.family)
