r"""Two documents mark different authors of a publication as having contributed equally.

Why: a mark was forgotten or put to the wrong person. Documents that mark nobody at all are left alone. In BibTeX the
marks are ``author+an = {1=equal; 2=equal}``.

Example:

    --- cv.txt
    Publications

    Jane Doe*, Richard Roe*, Paul Poe. Lazy Queues for Everyone. ICML 2021.

    Jane Doe*, Mary Moe*. Eager Stacks Considered Harmful. ICML 2022.
    --- homepage.txt
    Publications

    Jane Doe*, Richard Roe, Paul Poe*. Lazy Queues for Everyone. ICML 2021.

    Jane Doe*, Mary Moe*. Eager Stacks Considered Harmful. ICML 2022.

Use instead:

    --- cv.txt
    Publications

    Jane Doe*, Richard Roe*, Paul Poe. Lazy Queues for Everyone. ICML 2021.

    Jane Doe*, Mary Moe*. Eager Stacks Considered Harmful. ICML 2022.
    --- homepage.txt
    Publications

    Jane Doe*, Richard Roe*, Paul Poe. Lazy Queues for Everyone. ICML 2021.

    Jane Doe*, Mary Moe*. Eager Stacks Considered Harmful. ICML 2022.
"""

from __future__ import annotations

from citekit.checks.comparing.authors import compared
from citekit.checks.comparing.matching import Pair, at_copy, matching
from citekit.checks.comparing.mentions import has_mark
from citekit.checks.context import Context
from citekit.checks.finding import Findings
from citekit.checks.reading.entry import Entry
from citekit.checks.reading.project import Project
from citekit.works.name import EQUAL, Name

SEVERITY = "warning"


def check_project(project: Project, context: Context) -> Findings:
    """What is wrong in a project."""
    matched = matching(project)
    if not matched.groups:
        return
    marking = {id(h) for h in matched.holders if any(EQUAL in n.marks for e in h.entries for n in e.authors)}
    for pair in matched.pairs():
        if id(pair.holder) not in marking or id(pair.other_holder) not in marking:
            continue
        result = compared(pair.entry, pair.other)
        differ = [
            (number, other)
            for number, other in result.same + result.reversed
            if _is_marked(pair.entry, number) != _is_marked(pair.other, other)
        ]
        if differ and not any(has_mark(*_unmarked(pair, *numbers)) for numbers in differ):
            here = [str(n) for n in pair.entry.authors if EQUAL in n.marks]
            there = [str(n) for n in pair.other.authors if EQUAL in n.marks]
            message = f"marked as equal contributors: {', '.join(here) or 'nobody'} here, {', '.join(there) or 'nobody'} in {{place}}"
            yield at_copy(pair, "author", message, "compare with the printed paper")


def _is_marked(entry: Entry, number: int) -> bool:
    return EQUAL in entry.authors[number].marks


def _unmarked(pair: Pair, number: int, other: int) -> tuple[Entry, Name]:
    """The entry in which a person has no mark, and the person's name there."""
    if _is_marked(pair.entry, number):
        return pair.other, pair.other.authors[other]
    return pair.entry, pair.entry.authors[number]
