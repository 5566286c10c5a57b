r"""Quotation marks of a word processor in a value for LaTeX, or straight ones.

Why: fonts and styles have their own; ``` ``…'' ``` prints right everywhere.

Example:

    @misc{doe2020, author = {J. Doe}, title = {On “lazy” queues}, year = 2020}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {On ``lazy'' queues}, year = 2020}
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic, Edit, Fix
from citekit.checks.entry import Entry, Field
from citekit.checks.finding import at_field

FAMILY = "titles"
SEVERITY = "note"
DEFAULT = False
FIELDS = ("title", "booktitle", "note")

_QUOTES = {"“": "``", "”": "''", "‘": "`", "’": "'"}
_QUOTE = re.compile("[“”‘’]")


def check_field(entry: Entry, part: Field, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with one of :data:`FIELDS`."""
    found = list(_QUOTE.finditer(part.text)) if not part.text.isascii() else []
    if not found:
        return ()
    edits = tuple(Edit(part.source, part.part(*match.span()), _QUOTES[match[0]]) for match in found)
    fix = Fix("write LaTeX's quotation marks", edits) if part.inside >= 0 else None
    return (
        at_field(
            part, f"{part.name} has typographic quotation marks", "write `` and ''", part.part(*found[0].span()), fix
        ),
    )
