r"""An entry has a field more than once.

Why: BibTeX takes the first one, biber the last one. A second field that says the same is taken out by ``--fix``.

Example:

    @misc{doe2020, title = {A}, title = {B}}

Use instead:

    @misc{doe2020, title = {A}}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, without_field
from citekit.checks.reading.entry import Entry

SEVERITY = "warning"


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    if len(entry.by_name) == len(entry.fields):
        return ()
    found = []
    for part in entry.fields:
        first = entry.by_name[part.name]
        if part is not first:
            same = " ".join(first.text.split()) == " ".join(part.text.split())
            hint = "remove one of them" if same else "keep the right one"
            fix = without_field(entry, part, f"remove the second {part.name}") if same else None
            span = part.name_span
            found.append(
                at_field(part, f"{part.name} is there twice{'' if same else ', with another value'}", hint, span, fix)
            )
    return found
