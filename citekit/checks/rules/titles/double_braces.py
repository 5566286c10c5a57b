r"""A whole title stands in braces of its own.

Why: no style can set it in its own case, so the reference list mixes both. Titles that are names or not English may mean
it.

Example:

    @misc{doe2020, author = {J. Doe}, title = {{Lazy queues in practice}}, year = 2020}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {Lazy queues in practice}, year = 2020}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, rewritten
from citekit.checks.reading.entry import Entry, Field

SEVERITY = "note"
PROFILE = "strict"
FIELDS = ("title", "booktitle", "journal")


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    text = part.text.strip()
    if not (text.startswith("{") and text.endswith("}")) or " " not in text:
        return ()
    depth = 0
    for at, char in enumerate(text):
        depth += (char == "{") - (char == "}")
        if depth == 0 and at < len(text) - 1:
            return ()
    fix = rewritten(part, text[1:-1], "take the outer braces off")
    return (at_field(part, f"the whole {part.name} is in braces", "brace single words only", fix=fix),)
