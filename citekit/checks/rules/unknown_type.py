r"""An entry has a type that nobody knows.

Why: BibTeX prints it as ``misc`` or not at all.

Example:

    @artcle{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, year = 2020}

Use instead:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, year = 2020}
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic, Edit, Fix
from citekit.checks.entry import Entry
from citekit.checks.finding import at_type
from citekit.checks.models import KNOWN_TYPES

FAMILY = "fields"
SEVERITY = "warning"


def check_entry(entry: Entry, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with an entry."""
    if entry.type in KNOWN_TYPES:
        return ()
    close = get_close_matches(entry.type, KNOWN_TYPES, 1, 0.75)
    fix = Fix(f"make it {close[0]}", (Edit(entry.source, entry.type_span, close[0]),), safe=False) if close else None
    hint = f"did you mean {close[0]}?" if close else "choose a type of BibTeX or BibLaTeX, misc where none fits"
    return (at_type(entry, f"there is no entry type '{entry.type}'", hint, fix),)
