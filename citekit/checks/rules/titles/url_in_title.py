r"""An address stands in a title or in the name of a venue.

Why: it belongs into ``url``, where styles print it as a link.

Example:

    @misc{doe2020, author = {J. Doe}, title = {Lazy queues, https://example.org/lazy}, year = 2020}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {Lazy queues}, url = {https://example.org/lazy}, year = 2020}
"""

from __future__ import annotations

import re

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, short
from citekit.checks.reading.entry import Entry, Field
from citekit.text.guarded import Guarded

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")
FIELDS = ("title", "booktitle", "journal", "journaltitle")

_ADDRESS = Guarded(
    r"(?:https?|ftp)://[^\s{}]{4,}|\bwww\.[\w-]{2,40}\.[\w./-]{2,}|\b(?:doi\.org|arxiv\.org|git(?:hub|lab)\.com)/[\w./-]{3,}"
    r"|\bdoi:\s?10\.\d{4,9}/\S+|(?<![\w/.])10\.\d{4,9}/[^\s{}]{2,}",
    re.IGNORECASE,
)
_JOURNALS = ("journal", "journaltitle")


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    match = _ADDRESS.search(part.text)
    if match is None or (part.name in _JOURNALS and "arxiv" in part.text.lower()):
        return ()
    return (
        at_field(
            part,
            f"the {part.name} has an address in it: {short(match[0], 40)}",
            "put it into url",
            part.part(*match.span()),
        ),
    )
