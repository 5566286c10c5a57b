r"""Two documents give the authors of one publication in different orders.

Why: the order says who did what. One of the documents is wrong; the printed paper tells which.

Example:

    --- a.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}
    --- b.bib
    @inproceedings{doe2021, author = {Jane Doe and Paul Poe and Richard Roe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}

Use instead:

    --- a.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}
    --- b.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}
"""

from __future__ import annotations

from citekit.checks.comparing.authors import compared
from citekit.checks.comparing.matching import Pair, at_copy
from citekit.checks.comparing.mentions import says_name
from citekit.checks.context import Context
from citekit.checks.finding import Findings

SEVERITY = "error"


def check_pair(pair: Pair, context: Context) -> Findings:
    """What two copies of a publication say differently."""
    result = compared(pair.entry, pair.other)
    moved = result.out_of_order
    if not moved or not all(_is_said(pair, *numbers) for numbers in moved):
        return
    mine = ", ".join(pair.entry.authors[number].family for number, _ in moved)
    theirs = ", ".join(pair.other.authors[number].family for number in sorted(other for _, other in moved))
    message = f"the order of the authors differs: {mine} here, {theirs} in {{place}}"
    same_people = not (result.only or result.only_other)
    yield at_copy(pair, "author", message, "compare with the printed paper", confirmed=same_people)


def _is_said(pair: Pair, number: int, other: int) -> bool:
    """Whether both documents name a person: in a list of the form "Title, with A and B" nobody says where the owner stands."""
    return says_name(pair.entry, pair.entry.authors[number]) and says_name(pair.other, pair.other.authors[other])
