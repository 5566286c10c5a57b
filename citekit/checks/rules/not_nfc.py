r"""A letter and its accent are two characters where Unicode has one for them.

Why: searching, sorting and comparing take them for different letters. ``--fix`` composes them.

Example:

    @misc{doe2020, author = {José Doe}, title = {Queues}, year = 2020}

Use instead:

    @misc{doe2020, author = {José Doe}, title = {Queues}, year = 2020}
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry
from citekit.checks.finding import at_field, rewritten

FAMILY = "damage"
SEVERITY = "note"
LANGUAGES = ("bibtex", "csl")


def check_entry(entry: Entry, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with an entry."""
    found = []
    for part in entry.not_ascii:
        if not unicodedata.is_normalized("NFC", part.text):
            composed = unicodedata.normalize("NFC", part.text)
            if len(composed) < len(part.text):  # else only other signs for the same letters, as in polytonic Greek
                message = f"accents in {part.name} are characters of their own"
                fix = rewritten(part, composed, "compose them")
                found.append(at_field(part, message, "compose them (Unicode NFC)", fix=fix))
    return found
