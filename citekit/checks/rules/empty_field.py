r"""A field has no value.

Why: styles print its punctuation, and programs take it for known. ``--fix`` takes it out.

Example:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J}, volume = {}, year = 2020}

Use instead:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J}, year = 2020}
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry
from citekit.checks.finding import at_field, without_field

FAMILY = "structure"
SEVERITY = "warning"


def check_entry(entry: Entry, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with an entry."""
    return [
        at_field(
            part,
            f"{part.name} is empty",
            "fill it in, or remove it",
            fix=without_field(entry, part, f"remove the empty {part.name}"),
        )
        for part in entry.fields
        if not part.text.strip("{} \t\r\n~\xa0\\") and (part.inside >= 0 or _is_blank(part.raw))
    ]


def _is_blank(raw: str) -> bool:
    """Whether a value of several pieces is made of blank ones; macros may be undefined and not blank."""
    return not raw.strip('{}" \t\r\n~#')
