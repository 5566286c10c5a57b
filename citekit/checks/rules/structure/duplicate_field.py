r"""An entry has a field more than once.

Why: BibTeX takes the first one, biber the last one. A second field that says the same is taken out by ``--fix``.

Example:

    @misc{doe2020, title = {A}, title = {B}}

Use instead:

    @misc{doe2020, title = {A}}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings, Fix, at_field, without_field
from citekit.checks.reading.entry import Entry, Field

SEVERITY = "warning"


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry: one finding for each name that stands there more than once, however often."""
    if len(entry.by_name) == len(entry.fields):
        return ()
    more: dict[str, list[Field]] = {}
    for part in entry.fields:
        if part is not entry.by_name[part.name]:
            more.setdefault(part.name, []).append(part)
    return [_finding(entry, name, parts) for name, parts in more.items()]


def _finding(entry: Entry, name: str, parts: list[Field]) -> Diagnostic:
    first = " ".join(entry.by_name[name].text.split())
    same = [part for part in parts if " ".join(part.text.split()) == first]
    differs = len(same) < len(parts)
    times = "twice" if len(parts) == 1 else f"{len(parts) + 1} times"
    message = f"{name} is there {times}{', with another value' if differs else ''}"
    fixes = [fix for part in same if (fix := without_field(entry, part, ""))]
    words = f"remove the second {name}" if len(parts) == 1 else f"remove what repeats the first {name}"
    fix = Fix(words, tuple(edit for one in fixes for edit in one.edits), safe=True) if fixes else None
    hint = "keep the right one" if differs else "remove one of them"
    return at_field(parts[0], message, hint, parts[0].name_span, fix)
