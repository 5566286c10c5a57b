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
from citekit.checks.fold import family, given_words
from citekit.checks.matching import Pair, matching
from citekit.checks.people import compared, habit, habit_in, has_initials_only, transliterated
from citekit.checks.project import Project

FAMILY = "consistency"
SEVERITY = "note"
LANGUAGES = ("bibtex", "csl", "list")


def check_project(project: Project, context: Context) -> Iterable[Diagnostic]:
    """What is wrong in a project."""
    told: set[tuple[str, str, str, str]] = set()
    for pair in matching(project).pairs():
        result = compared(pair.entry, pair.other)
        for number, other in result.same + result.respelt:
            one, two = str(pair.entry.authors[number]), str(pair.other.authors[other])
            found = list(_one(pair, number, other) if (number, other) in result.same else _respelt(pair, number, other))
            if found and (pair.holder.name, pair.other_holder.name, one, two) not in told:
                told.add((pair.holder.name, pair.other_holder.name, one, two))
                yield from found


def _respelt(pair: Pair, number: int, other: int) -> Iterable[Diagnostic]:
    one, two = pair.entry.authors[number], pair.other.authors[other]
    if not transliterated(one, two):
        message = f"an author is spelt {one} here, {two} in {{place}}"
        yield at_copy(pair, "author", message, "compare with the printed paper", one.family)


def _one(pair: Pair, number: int, other: int) -> Iterable[Diagnostic]:
    one, two = pair.entry.authors[number], pair.other.authors[other]
    mine, theirs = given_words(one), given_words(two)
    if family(one) != family(two) or not mine or not theirs or "".join(mine) == "".join(theirs):
        return
    shorter, longer = (
        ((one, two) if len(mine) < len(theirs) else (two, one)) if len(mine) != len(theirs) else (one, two)
    )
    if len(mine) != len(theirs):
        here = shorter is one
        message = f"{shorter} here is {longer} in {{place}}: an initial is lost"
        yield at_copy(pair, "author", message, f"write {longer}", shorter.family, swap=not here)
    elif has_initials_only(one) != has_initials_only(two):
        swap = has_initials_only(two)
        short, long = (two, one) if swap else (one, two)
        holder = pair.other_holder if swap else pair.holder
        if habit(holder) == "full" and habit_in((pair.other if swap else pair.entry,)) != "initials":
            message = f"{short} here is {long} in {{place}}, and most names here are written in full"
            yield at_copy(pair, "author", message, f"write {long}", short.family, swap=swap)
