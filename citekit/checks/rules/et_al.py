r"""A list of names is cut short with "et al." instead of ``and others``.

Why: BibTeX takes "et al." for a person or a part of a name. ``--fix`` writes ``and others``.

Example:

    @misc{doe2020, author = {Jane Doe and Richard Roe et al.}, title = {A}, year = 2020}

Use instead:

    @misc{doe2020, author = {Jane Doe and Richard Roe and others}, title = {A}, year = 2020}
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry, Field
from citekit.checks.finding import at_field, replaced

FAMILY = "names"
SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")
FIELDS = ("author", "editor")

_ET_AL = re.compile(
    r"(?:\s*(?:,|\band\b))*\s*(?:\bet\.?[\s~]*al\b\.?|\{et al\.?\}|(?<=\s)(?:\.\.\.|…))(?=\s*(?:$|\band\b|\}))",
    re.IGNORECASE,
)


def check_field(entry: Entry, part: Field, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with one of :data:`FIELDS`."""
    low = part.text.lower()
    if not ("et al" in low or "et. al" in low or "et~al" in low or "..." in low or "…" in low):
        return ()
    match = _ET_AL.search(part.text)
    if match is None:
        return ()
    span = part.part(*match.span())
    ends = not part.text[match.end() :].strip() and match.start() > 0
    fix = replaced(part, span, " and others", "write and others") if ends and entry.language == "bibtex" else None
    return (at_field(part, f"'{match[0].strip()}' is no name", "write ' and others'", span, fix),)
