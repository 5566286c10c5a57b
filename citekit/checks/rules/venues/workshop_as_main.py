r"""A paper of a workshop is shown as one of the main conference.

Why: it was not reviewed for the conference, and readers take that for a claim. Either another document names the
workshop, or the entry itself does, and has the conference as its series.

Example:

    --- a.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe}, title = {Lazy Queues for Everyone}, booktitle = {EuroMLSys}, year = {2021}}
    --- b.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe}, title = {Lazy Queues for Everyone}, booktitle = {EuroSys}, year = {2021}}

Use instead:

    --- a.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe}, title = {Lazy Queues for Everyone}, booktitle = {EuroMLSys}, year = {2021}}
    --- b.bib
    @inproceedings{doe2021, author = {Jane Doe and Richard Roe}, title = {Lazy Queues for Everyone}, booktitle = {EuroMLSys}, year = {2021}}
"""

from __future__ import annotations

from citekit.checks.comparing.matching import Pair, at_copy
from citekit.checks.comparing.venue_and_status import venue
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, short
from citekit.checks.reading.entry import Entry
from citekit.works.identity.venue import is_workshop, main_conference

SEVERITY = "note"
LANGUAGES = ("bibtex", "csl", "list")

_HINT = "name the workshop in both"


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    series = entry.by_name.get("series")
    if series is None or "booktitle" not in entry.by_name or not is_workshop(venue(entry)):
        return ()
    main = main_conference(series.text, venue(entry))
    if main is None:
        return ()
    message = f"{main.acronym} is the conference; '{short(venue(entry))}' is a workshop beside it"
    return (at_field(series, message, "put the workshop's own acronym there"),)


def check_pair(pair: Pair, context: Context) -> Findings:
    """What two copies of a publication say differently."""
    mine, theirs = venue(pair.entry), venue(pair.other)
    if main_conference(mine, theirs):
        message = f"the venue here is the conference, and '{short(theirs)}' beside it in {{place}}"
        yield at_copy(pair, "booktitle", message, _HINT)
    elif main_conference(theirs, mine):
        message = f"the venue here is the conference, and '{short(mine)}' beside it in {{place}}"
        yield at_copy(pair, "booktitle", message, _HINT, swap=True)
