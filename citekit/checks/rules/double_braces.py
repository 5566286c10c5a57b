r"""A whole title stands in braces of its own.

Why: no style can set it in its own case, so the reference list mixes both. Titles that are names or not English may mean
it.

Example:

    @misc{doe2020, author = {J. Doe}, title = {{Lazy queues in practice}}, year = 2020}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {Lazy queues in practice}, year = 2020}
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry, Field
from citekit.checks.finding import at_field, rewritten

FAMILY = "titles"
SEVERITY = "note"
DEFAULT = False
FIELDS = ("title", "booktitle", "journal")


def check_field(entry: Entry, part: Field, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with one of :data:`FIELDS`."""
    text = part.text.strip()
    if not (text.startswith("{") and text.endswith("}")) or " " not in text:
        return ()
    depth = 0
    for at, char in enumerate(text):
        depth += (char == "{") - (char == "}")
        if depth == 0 and at < len(text) - 1:
            return ()
    fix = rewritten(part, text[1:-1], "take the outer braces off", safe=False)
    return (at_field(part, f"the whole {part.name} is in braces", "brace single words only", fix=fix),)
