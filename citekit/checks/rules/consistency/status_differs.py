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

from citekit.checks.comparing.matching import Pair, at_copy
from citekit.checks.comparing.mentions import says_venue
from citekit.checks.comparing.venue_and_status import (
    is_printed,
    is_published,
    says_status,
    speaks_of_preprint,
    status,
    venue,
)
from citekit.checks.context import Context
from citekit.checks.finding import Findings
from citekit.checks.reading.entry import Entry
from citekit.works.venues import kind_of

SEVERITY = "warning"


def check_pair(pair: Pair, context: Context) -> Findings:
    """What two copies of a publication say differently."""
    mine, theirs = status(pair.entry), status(pair.other)
    if bool(mine) != bool(theirs):
        if not is_published(pair.other if mine else pair.entry) or says_status(pair.other if mine else pair.entry):
            return
        message = (
            f"it is “{mine}” here and published in {{place}}"
            if mine
            else f"it is published here and “{theirs}” in {{place}}"
        )
        yield at_copy(pair, "note" if mine else "title", message, "bring both up to date")
    elif _is_only_preprint(pair.entry, pair.other):
        yield at_copy(pair, "title", "it is a preprint here and published in {place}", "say where it appeared")
    elif _is_only_preprint(pair.other, pair.entry):
        yield at_copy(pair, "title", "it is published here and a preprint in {place}", "say there where it appeared")


def _is_only_preprint(entry: Entry, other: Entry) -> bool:
    """Whether one entry speaks of a preprint only, and the other one of the venue where it was published."""
    return (
        entry.described.is_preprint
        and not other.described.is_preprint
        and is_published(other)
        and bool(other.venue_field)
        and not says_venue(entry, venue(other))
        and not (speaks_of_preprint(other) and not is_printed(other) and not kind_of(venue(other)))
    )
