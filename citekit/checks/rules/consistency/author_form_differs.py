r"""Two documents write one author of a publication in different forms: an initial is lost, or a name cut to one.

Why: readers and search engines take the forms for two people. A document that writes all given names as initials may do
so; a second initial must not get lost in it: ``Po-An Tsai`` is ``P.-A. Tsai``. What is lost in many works of one person
is told once, what is misspelt every time.

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

from citekit.checks.comparing.authors import compared, habit, habit_in
from citekit.checks.comparing.matching import Pair, at_copy, matching
from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings
from citekit.checks.reading.project import Project
from citekit.works.identity.people import TRANSLITERATED, family, given_words, has_initials_only, same_person
from citekit.works.name import Name

SEVERITY = "note"


def check_project(project: Project, context: Context) -> Findings:
    """What is wrong in a project."""
    told: set[tuple[str, str, str, str]] = set()
    for pair in matching(project).pairs():
        result = compared(pair.entry, pair.other)
        full: list[tuple[int, int]] = []
        for number, other in result.same + result.respelt:
            one, two = pair.entry.authors[number], pair.other.authors[other]
            once = (pair.holder.name, pair.other_holder.name, str(one), str(two))
            found = list(_lost(pair, one, two) if (number, other) in result.same else _respelt(pair, one, two))
            if found and ((number, other) in result.respelt or once not in told):
                told.add(once)
                yield from found
            elif not found and _is_cut(pair, number, other):
                full.append((number, other))
        if full:
            yield _cut(pair, full)


def _respelt(pair: Pair, one: Name, two: Name) -> Findings:
    if same_person(one, two).reason != TRANSLITERATED or family(one) == family(two):
        message = f"an author is {one} here, {two} in {{place}}"
        yield at_copy(pair, "author", message, "compare with the printed paper", one.family)


def _lost(pair: Pair, one: Name, two: Name) -> Findings:
    """A given name or an initial that one document leaves out: told once for a person and two documents."""
    mine, theirs = given_words(one.given), given_words(two.given)
    if not mine or not theirs or len(mine) == len(theirs) or "".join(mine) == "".join(theirs):
        return
    shorter, longer = (one, two) if len(mine) < len(theirs) else (two, one)
    if family(one) == family(two):
        lost = (
            "an initial is lost"
            if has_initials_only(shorter) or _is_initial_lost(shorter, longer)
            else "a name is lost"
        )
        message = f"{shorter} here is {longer} in {{place}}: {lost}"
        yield at_copy(pair, "author", message, f"write {longer}", shorter.family, swap=shorter is not one)


def _is_initial_lost(shorter: Name, longer: Name) -> bool:
    return any(len(word) == 1 for word in given_words(longer.given)[len(given_words(shorter.given)) :])


def _is_cut(pair: Pair, number: int, other: int) -> bool:
    """Whether a name is cut to initials in a document, and in an entry, that writes most names in full."""
    one, two = pair.entry.authors[number], pair.other.authors[other]
    if family(one) != family(two) or not given_words(one.given) or not given_words(two.given):
        return False
    if has_initials_only(one) == has_initials_only(two):
        return False
    holder, entry = (pair.holder, pair.entry) if has_initials_only(one) else (pair.other_holder, pair.other)
    return habit(holder) == "full" and habit_in((entry,)) != "initials"


def _cut(pair: Pair, numbers: list[tuple[int, int]]) -> Diagnostic:
    """One finding for all names of a publication that are cut to initials."""
    here = has_initials_only(pair.entry.authors[numbers[0][0]])
    names = [(pair.entry.authors[number], pair.other.authors[other]) for number, other in numbers]
    short, long = names[0] if here else names[0][::-1]
    more = f" (and {len(names) - 1} more)" if len(names) > 1 else ""
    message = f"{short} here is {long} in {{place}}{more}, and most names here are written in full"
    return at_copy(pair, "author", message, f"write {long}", short.family, swap=not here)
