r"""Two documents give a publication different years.

Why: one of them is wrong. A preprint may be up to three years older than the published version; editions of books and
versions of manuscripts have years of their own, and so has a journal's version of a conference paper. A year that stands
anywhere in the other item is no difference.

Example:

    --- a.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}
    --- b.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2020}}

Use instead:

    --- a.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}
    --- b.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}
"""

from __future__ import annotations

from citekit.checks.comparing.matching import Pair, at_copy
from citekit.checks.comparing.mentions import says_year
from citekit.checks.comparing.venue_and_status import are_versions, venue
from citekit.checks.context import Context
from citekit.checks.finding import Findings
from citekit.checks.reading.entry import Entry

SEVERITY = "error"

_PREPRINT_YEARS = 3
_BOOKS = frozenset(
    {"book", "mvbook", "collection", "booklet", "inbook", "incollection", "chapter", "classic", "software", "dataset"}
)


def check_pair(pair: Pair, context: Context) -> Findings:
    """What two copies of a publication say differently."""
    one, two = pair.entry.year, pair.other.year
    if one is None or two is None or one == two:
        return
    if pair.entry.described.is_preprint != pair.other.described.is_preprint and abs(one - two) <= _PREPRINT_YEARS:
        return
    if says_year(pair.entry, two) or says_year(pair.other, one) or are_versions(pair.entry, pair.other):
        return
    if _has_versions(pair.entry) or _has_versions(pair.other):
        return
    yield at_copy(pair, "year", f"the year is {one} here, {two} in {{place}}", "compare with the printed paper")


def _has_versions(entry: Entry) -> bool:
    """Whether a work may have several years: a book has editions, what appeared nowhere is revised."""
    return entry.type in _BOOKS or (entry.type in ("unpublished", "online", "misc", "manuscript") and not venue(entry))
