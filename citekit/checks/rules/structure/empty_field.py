r"""A field has no value.

Why: styles print its punctuation, and programs take it for known. ``--fix`` takes it out. Where the entry's type
needs the field, ``missing-field`` tells that.

Example:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J}, volume = {}, year = 2020}

Use instead:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J}, year = 2020}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.data_model import KNOWN_FIELDS, required
from citekit.checks.finding import Findings, at_field, without_field
from citekit.checks.reading.entry import Entry, Field

SEVERITY = "note"
PROFILE = "strict"


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    needed = {name for need in required(entry.type, context.dialect_of(entry)) for name in need}
    return [
        at_field(
            part,
            f"{part.name} is empty",
            "fill it in, or remove it",
            fix=without_field(entry, part, f"remove the empty {part.name}", safe=True),
        )
        for part in entry.fields
        if _is_empty(part) and _is_used(part.name) and part.name not in needed
    ]


def _is_empty(part: Field) -> bool:
    """Whether a value is made of blanks; that of several pieces only if all are, for macros may be undefined."""
    return not part.text.strip("{} \t\r\n~\xa0\\") and (part.inside >= 0 or not part.raw.strip('{}" \t\r\n~#'))


def _is_used(name: str) -> bool:
    """Whether a field is none of those that Emacs puts into new entries with ``OPT`` or ``ALT`` before their names."""
    return name[:3] not in ("opt", "alt") or name[3:] not in KNOWN_FIELDS
