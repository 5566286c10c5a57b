r"""People are divided by commas instead of ``and``.

Why: BibTeX takes the list for one person with an odd name.

Example:

    @misc{doe2020, author = {Jane Doe, Richard Roe, Paul Poe, Mary Moe}, title = {A}, year = 2020}

Use instead:

    @misc{doe2020, author = {Jane Doe and Richard Roe and Paul Poe and Mary Moe}, title = {A}, year = 2020}
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry, Field
from citekit.checks.finding import at_field, rewritten
from citekit.checks.name_list import divided_by_commas

FAMILY = "names"
SEVERITY = "error"
FIELDS = ("author", "editor")


def check_field(entry: Entry, part: Field, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with one of :data:`FIELDS`."""
    people = divided_by_commas(part.text)
    if not people:
        return ()
    fix = rewritten(part, " and ".join(people), "put and between them", safe=False)
    return (at_field(part, f"{part.name} divides people by commas", "put ' and ' between them", fix=fix),)
