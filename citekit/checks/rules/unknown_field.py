r"""A field has a name that nobody knows and that is nearly the name of one that exists.

Why: BibTeX passes over fields that it does not know, so a slip of the pen loses the value in silence. Names that resemble
no field are left alone: they are somebody's own notes.

Example:

    @misc{doe2020, author = {J. Doe}, title = {A}, yaer = 2020}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020}
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic, Edit, Fix
from citekit.checks.entry import Entry
from citekit.checks.finding import at_field
from citekit.checks.models import KNOWN_FIELDS

FAMILY = "fields"
SEVERITY = "warning"

_CLOSE = 0.75


def check_entry(entry: Entry, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with an entry."""
    if KNOWN_FIELDS.issuperset(entry.by_name):
        return ()
    found = []
    for part in entry.fields:
        meant = _meant(part.name)
        if meant and meant not in entry:
            fix = Fix(f"rename it to {meant}", (Edit(part.source, part.name_span, meant),), safe=False)
            found.append(
                at_field(part, f"there is no field '{part.name}'", f"did you mean {meant}?", part.name_span, fix)
            )
    return found


@cache
def _meant(name: str) -> str:
    if name in KNOWN_FIELDS or len(name) < 4 or not name.isalpha():
        return ""
    close = get_close_matches(name, KNOWN_FIELDS, 1, _CLOSE)
    if not close or (name.rstrip("s") == close[0].rstrip("s") and close[0] in ("note", "keywords", "file", "code")):
        return ""
    return close[0] if abs(len(close[0]) - len(name)) <= 1 and close[0][0] == name[0] else ""
