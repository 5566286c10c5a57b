r"""Two documents disagree on who wrote a publication.

Why: somebody was added or left out. Lists that end in "et al." say nothing about the rest, and nobody is said to be
absent whose name stands anywhere in the item. Where a document leaves out one person everywhere ("with A and B"), that
is its owner.

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

from dataclasses import replace

from citekit.checks.comparing.authors import Comparison, compared, left_out_owners
from citekit.checks.comparing.matching import Pair, at_copy, matching
from citekit.checks.comparing.mentions import says_name
from citekit.checks.context import Context
from citekit.checks.finding import Findings
from citekit.checks.reading.entry import Entry
from citekit.checks.reading.project import Project
from citekit.works.identity.fold import words
from citekit.works.identity.people import family, given_words, same_person
from citekit.works.name import Name

SEVERITY = "error"
_MOST_GIVEN = 3


def check_project(project: Project, context: Context) -> Findings:
    """What is wrong in a project."""
    matched = matching(project)
    owners = left_out_owners(matched)
    for pair in matched.pairs():
        result = compared(pair.entry, pair.other)
        if not pair.entry.authors or not pair.other.authors or result.cut or _is_misread(pair, result):
            continue
        here, there = _absent(pair, result, owners)
        said = []
        if here:
            said.append(f"{_names(here)} {_is(here)} here and not in {{place}}")
        if there:
            said.append(f"{_names(there)} {_is(there)} in {{place}} and not here")
        if said:
            found = at_copy(pair, "author", f"the authors differ: {', '.join(said)}", "compare with the printed paper")
            yield replace(found, sureness=0.0) if _are_joined(pair) else found


def _are_joined(pair: Pair) -> bool:
    """Whether a name of one document has the families of two people of the other: a list of families read as one name."""
    return any(
        sum(bool(theirs) and theirs <= set(words(str(name))) for theirs in families) > 1
        for one, other in ((pair.entry, pair.other), (pair.other, pair.entry))
        for families in [[set(words(author.family)) for author in other.authors]]
        for name in one.authors
    )


def _absent(
    pair: Pair, result: Comparison, owners: dict[tuple[int, int], frozenset[str]]
) -> tuple[list[Name], list[Name]]:
    """The people that one document names and the other does not.

    Where an entry has a name that was not read as an author, its own odd names are misread as well.
    """
    implied = owners.get((id(pair.other_holder), id(pair.holder)), frozenset())
    implied_here = owners.get((id(pair.holder), id(pair.other_holder)), frozenset())
    here = [name for name in map(pair.entry.authors.__getitem__, result.only) if family(name) not in implied]
    there = [
        name for name in map(pair.other.authors.__getitem__, result.only_other) if family(name) not in implied_here
    ]
    lacks, lacks_here = _lacking(here, pair.other, there), _lacking(there, pair.entry, here)
    return (lacks if len(lacks_here) == len(there) else [], lacks_here if len(lacks) == len(here) else [])


def _lacking(names: list[Name], entry: Entry, odd: list[Name]) -> list[Name]:
    """Those of the names that an entry does not have anywhere in its text.

    ``odd`` are the entry's own names without a counterpart: one of them may be the same person, badly read.
    """
    return [
        name
        for name in names
        if not says_name(entry, name, [a for a in entry.authors if a not in odd or _is_namesake(a, name)])
    ]


def _is_misread(pair: Pair, result: Comparison) -> bool:
    """Whether two names were read as one, or nobody is in both lists, so that nobody can say who is there."""
    if not (result.same or result.reversed or result.respelt):
        return True
    return any(
        len(short) > 1 and short < set(words(str(authors[number])))
        for authors, numbers, others in (
            (pair.entry.authors, result.only, pair.other.authors),
            (pair.other.authors, result.only_other, pair.entry.authors),
        )
        for number in numbers
        for short in ({word for word in words(str(name)) if len(word) > 1} for name in others)
    )


def _is_namesake(one: Name, other: Name) -> bool:
    """Whether two people share a family name only."""
    return family(one) == family(other) and not same_person(one, other) and len(given_words(one.given)) <= _MOST_GIVEN


def _is(names: list[Name]) -> str:
    return "is" if len(names) == 1 else "are"


def _names(names: list[Name]) -> str:
    shown = [str(name) for name in names[:4]]
    more = f" and {len(names) - 4} more" if len(names) > 4 else ""
    return f"{', '.join(shown)}{more}"
