r"""Two documents give a publication different titles.

Why: the title changed before printing, or was misspelt. Case, punctuation and a subtitle that one of them leaves out do
not count.

Example:

    --- a.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}
    --- b.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everybody}, booktitle = {International Conference on Machine Learning}, year = {2021}}

Use instead:

    --- a.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}
    --- b.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}
"""

from __future__ import annotations

from citekit.checks.comparing.matching import Pair, at_copy
from citekit.checks.comparing.mentions import says_title
from citekit.checks.context import Context
from citekit.checks.finding import Findings, short

SEVERITY = "warning"


def check_pair(pair: Pair, context: Context) -> Findings:
    """What two copies of a publication say differently."""
    one, two = pair.entry.title_key, pair.other.title_key
    if one == two or one.startswith(two) or two.startswith(one):
        return
    if says_title(pair.entry, pair.other.title) or says_title(pair.other, pair.entry.title):
        return
    message = f"the title is “{short(pair.entry.title)}” here, “{short(pair.other.title)}” in {{place}}"
    yield at_copy(pair, "title", message, "compare with the printed paper")
