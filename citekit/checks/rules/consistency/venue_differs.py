r"""Two documents say that a publication appeared at different venues.

Why: one of them is wrong. Forms of one name do not count, nor does a preprint beside its published version, the name of
a book series, or a later version in a journal. Where a document has several versions of a work, the most alike are
compared.

Example:

    --- a.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}
    --- b.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {Conference on Neural Information Processing Systems}, year = {2021}}

Use instead:

    --- a.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}
    --- b.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}
"""

from __future__ import annotations

from citekit.checks.comparing.matching import Pair, at_copy
from citekit.checks.comparing.mentions import says_venue
from citekit.checks.comparing.venue_and_status import are_versions, relation, venue
from citekit.checks.context import Context
from citekit.checks.finding import Findings, short

SEVERITY = "error"


def check_pair(pair: Pair, context: Context) -> Findings:
    """What two copies of a publication say differently."""
    if relation(pair.entry, pair.other) != "different" or are_versions(pair.entry, pair.other):
        return
    one, two = venue(pair.entry), venue(pair.other)
    if not says_venue(pair.entry, two, pair.other.title) and not says_venue(pair.other, one, pair.entry.title):
        message = f"the venue is “{short(one)}” here, “{short(two)}” in {{place}}"
        yield at_copy(pair, "booktitle", message, "compare with the printed paper")
