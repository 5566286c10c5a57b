r"""People are divided by commas instead of ``and``.

Why: BibTeX takes the list for one person with an odd name.

Example:

    @misc{doe2020, author = {Jane Doe, Richard Roe, Paul Poe, Mary Moe}, title = {A}, year = 2020}

Use instead:

    @misc{doe2020, author = {Jane Doe and Richard Roe and Paul Poe and Mary Moe}, title = {A}, year = 2020}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, rewritten
from citekit.checks.reading.entry import Entry, Field
from citekit.checks.reading.written_names import divided_by_commas

SEVERITY = "error"
FIELDS = ("author", "editor")


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    people = divided_by_commas(part.text)
    if not people:
        return ()
    fix = rewritten(part, " and ".join(people), "put and between them")
    return (at_field(part, f"{part.name} divides people by commas", "put ' and ' between them", fix=fix),)
