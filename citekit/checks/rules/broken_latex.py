r"""LaTeX in a value that ends too early: a backslash at its end, an accent without a letter.

Why: LaTeX stops at it, or prints something else.

Example:

    @misc{doe2020, author = {J. Doe}, title = {Queues and stacks\}, year = 2020}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {Queues and stacks}, year = 2020}
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry, Field
from citekit.checks.finding import at_field

FAMILY = "titles"
SEVERITY = "warning"
FIELDS = ("title", "booktitle", "journal", "author", "editor", "publisher", "series")

_BROKEN = re.compile(r"\\[\"'`=.](?:\{\s*\}|\s*\}|\s*$)|\\\s*$|\\[uvHckrbdt]\{\s*\}")


def check_field(entry: Entry, part: Field, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with one of :data:`FIELDS`."""
    if "\\" not in part.text:
        return ()
    return [
        at_field(
            part,
            f"the LaTeX command '{match[0].strip()}' has nothing to work on",
            "complete it, or take it out",
            part.part(*match.span()),
        )
        for match in _BROKEN.finditer(part.text)
        if not part.text[: match.start()].endswith("\\")
    ]
