r"""People are divided by commas instead of ``and``.

Why: BibTeX takes the list for one person with an odd name.

Example:

    @misc{doe2020, author = {Jane Doe, Richard Roe, Paul Poe, Mary Moe}, title = {A}, year = 2020}

Use instead:

    @misc{doe2020, author = {Jane Doe and Richard Roe and Paul Poe and Mary Moe}, title = {A}, year = 2020}
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry, Field
from citekit.checks.finding import at_field, rewritten

FAMILY = "names"
SEVERITY = "error"
FIELDS = ("author", "editor")

_AND = re.compile(r"\sand\s", re.IGNORECASE)
_FULL = re.compile(r"[^\W\d_][\w.'’-]*(?:\s+[^\W\d_][\w.'’-]*){1,3}")


def check_field(entry: Entry, part: Field, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with one of :data:`FIELDS`."""
    text = part.text.strip()
    if "," not in text or "{" in text or "=" in text or len(text) > 20000:
        return ()
    lists = [name.strip() for name in text.split(",") if name.strip()]
    last = _AND.split(lists[-1]) if lists else []
    if len(last) == 2:
        lists[-1:] = [piece.strip().removeprefix("and ") for piece in last]
    people = [name.removeprefix("and ").strip() for name in lists]
    if len(people) < (3 if len(last) == 2 else 4) or _AND.search(", ".join(lists[:-2])):
        return ()
    if not all(_FULL.fullmatch(name) for name in people[:-1]) or any(len(n.split()) < 2 for n in people[:3]):
        return ()
    fix = rewritten(part, " and ".join(people), "put and between them", safe=False)
    return (at_field(part, f"{part.name} divides people by commas", "put ' and ' between them", fix=fix),)
