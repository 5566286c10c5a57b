r"""Two documents give a publication different DOIs or arXiv identifiers.

Why: one of the links leads to another work.

Example:

    --- a.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}, doi = {10.1000/182}}
    --- b.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}, doi = {10.1000/183}}

Use instead:

    --- a.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}, doi = {10.1000/182}}
    --- b.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}, doi = {10.1000/182}}
"""

from __future__ import annotations

from citekit.checks.comparing.matching import Pair, at_copy
from citekit.checks.context import Context
from citekit.checks.finding import Findings

SEVERITY = "error"


def check_pair(pair: Pair, context: Context) -> Findings:
    """What two copies of a publication say differently."""
    for what, field, one, two in (
        ("DOI", "doi", pair.entry.doi, pair.other.doi),
        ("arXiv identifier", "eprint", pair.entry.arxiv, pair.other.arxiv),
    ):
        if one and two and one != two and not (one.startswith(two) or two.startswith(one)):
            yield at_copy(
                pair,
                field,
                f"the {what} is {one} here, {two} in {{place}}",
                "follow both and correct the wrong one",
            )
