r"""Two documents write the venue of a publication in different forms: "DAC'22" and "59th Design Automation Conference".

Why: one form is easier to read and to search for. Every document has its own habits, so the rule must be asked for.

Example:

    --- a.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}
    --- b.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {ICML}, year = {2021}}

Use instead:

    --- a.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}
    --- b.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues for Everyone}, booktitle = {International Conference on Machine Learning}, year = {2021}}
"""

from __future__ import annotations

from citekit.checks.comparing.matching import Pair, at_copy
from citekit.checks.comparing.venue_and_status import relation
from citekit.checks.context import Context
from citekit.checks.finding import Findings, short

SEVERITY = "note"
PROFILE = "strict"


def check_pair(pair: Pair, context: Context) -> Findings:
    """What two copies of a publication say differently."""
    if relation(pair.entry, pair.other) == "other form":
        other = pair.other.venue_field
        message = f"the venue is written '{short(other.text if other else '')}' in {{place}}"
        yield at_copy(pair, "booktitle", message, "write it alike")
