r"""A value has an odd number of dollar signs, so a formula in it does not end.

Why: LaTeX reads the rest of the reference as a formula, and stops.

Example:

    @misc{doe2020, author = {J. Doe}, title = {On $k-means}, year = 2020}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {On $k$-means}, year = 2020}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field
from citekit.checks.reading.entry import Entry, Field

SEVERITY = "error"
FIELDS = ("title", "booktitle", "journal", "series", "publisher", "author", "editor", "note", "subtitle")

_DOLLAR = re.compile(r"\\.|\$", re.DOTALL)


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    if "$" not in part.text:
        return ()
    if sum(match[0] == "$" for match in _DOLLAR.finditer(part.text)) % 2 == 0:
        return ()
    at = part.text.index("$")
    return (
        at_field(
            part, f"{part.name} has a $ without a partner", "close the formula, or write \\$", part.part(at, at + 1)
        ),
    )
