r"""An entry says where it appeared, in a field that its type does not print.

Why: ``@misc`` and ``@phdthesis`` have no journal and no proceedings, ``@book`` has no journal, so the venue is lost. An
``arXiv preprint`` as the journal of a ``@misc`` is left alone, and so is what a book hands on to its chapters.

Example:

    @misc{doe2020, author = {J. Doe}, title = {Lazy Queues}, journal = {Journal of Queues}, volume = 3, year = 2020}

Use instead:

    @article{doe2020, author = {J. Doe}, title = {Lazy Queues}, journal = {Journal of Queues}, volume = 3, year = 2020}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, short
from citekit.checks.reading.entry import Entry

SEVERITY = "note"

_TYPES = frozenset({"misc", "book", "phdthesis", "mastersthesis", "proceedings", "booklet", "manual"})
_PARENTS = frozenset({"book", "proceedings"})
"""Types whose ``booktitle`` is there for the entries that refer to them."""
_MEETING = re.compile(r"proceedings|conference|symposium|workshop|proc\.|congress", re.IGNORECASE)
_NO_VENUE = re.compile(
    r"arxiv|\bcorr\b|rxiv|preprint|ssrn|zenodo|github|gitlab|hal\b|blog|online|website|web|wikipedia|https?:|www\.|unpublished|submitted|thesis"
    r"|dissertation|universit|retrieved|available|accessed|urldate|[a-z]\.(?:com|org|net|io|edu)\b",
    re.IGNORECASE,
)


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    if entry.type not in _TYPES:
        return ()
    part = entry.get("journal", "journaltitle") or (entry.get("booktitle") if entry.type not in _PARENTS else None)
    if part is None or _NO_VENUE.search(part.text) or (entry.type == "misc" and _is_whole(entry)):
        return ()
    wanted = "inproceedings" if part.name == "booktitle" or _MEETING.search(part.text) else "article"
    message = f"{entry.type} does not print its {part.name}, {short(part.text, 40)}"
    return (at_field(part, message, f"make it {'an ' + wanted}, if it is one", part.name_span),)


def _is_whole(entry: Entry) -> bool:
    """Whether an entry has all of a printed paper: then its type is what is wrong, of which another rule tells."""
    return "pages" in entry and ("volume" in entry or "booktitle" in entry)
