r"""A letter and its accent are two characters where Unicode has one for them.

Why: searching, sorting and comparing take them for different letters. ``--fix`` composes them.

Example:

    @misc{doe2020, author = {José Doe}, title = {Queues}, year = 2020}

Use instead:

    @misc{doe2020, author = {José Doe}, title = {Queues}, year = 2020}
"""

from __future__ import annotations

import unicodedata

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, rewritten
from citekit.checks.reading.entry import Entry

SEVERITY = "note"
LANGUAGES = ("bibtex", "csl")


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    found = []
    for part in entry.not_ascii:
        if not unicodedata.is_normalized("NFC", part.text):
            composed = unicodedata.normalize("NFC", part.text)
            if len(composed) < len(part.text):  # else only other signs for the same letters, as in polytonic Greek
                message = f"accents in {part.name} are characters of their own"
                fix = rewritten(part, composed, "compose them", safe=True)
                found.append(at_field(part, message, "compose them (Unicode NFC)", fix=fix))
    return found
