r"""What an entry says does not fit its type.

Why: an ``@article`` whose journal is "Proceedings of the ... Conference" is printed like a journal article, with volume
and number missing.

Example:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {Proceedings of the International Conference on Machine Learning}, year = 2020}

Use instead:

    @inproceedings{doe2020, author = {J. Doe}, title = {A}, booktitle = {Proceedings of the International Conference on Machine Learning}, year = 2020}
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry
from citekit.checks.finding import at_field
from citekit.checks.fold import plain
from citekit.works.venues import find

FAMILY = "fields"
SEVERITY = "note"

_MEETING = re.compile(
    r"\b(?:proceedings of|proc\.? of|international conference on|annual conference|workshop on)\b", re.IGNORECASE
)
_SERIAL = re.compile(
    r"proceedings of the (?:royal|national|american|london|edinburgh|cambridge|steklov|indian|japan|institution|ieee\b|acm on|vldb|entomological"
    r"|linnean|zoological|physical|geologists|aristotelian|british|prehistoric|nutrition|biological|academy|american)"
    r"|\b(?:society|academy|institute|transactions|journal|series|lecture notes)\b",
    re.IGNORECASE,
)


def check_entry(entry: Entry, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with an entry."""
    if entry.type != "article" or "volume" in entry or "number" in entry or "issn" in entry:
        return ()
    part = entry.get("journal", "journaltitle")
    if part is None:
        return ()
    text = plain(part.text)
    if not _MEETING.search(text) or _SERIAL.search(text):
        return ()
    known = find(text)
    if known is not None and known.kind not in ("conference", "workshop"):
        return ()
    return (at_field(part, "the journal of this article is a conference", "make it an inproceedings with a booktitle"),)
