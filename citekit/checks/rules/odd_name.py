r"""A family name that cannot be one: a digit in it, an academic degree, an address, "(Ed.)".

Why: something else came with the name when it was copied.

Example:

    @misc{doe2020, author = {Jane Doe1 and Richard Roe}, title = {A}, year = 2020}

Use instead:

    @misc{doe2020, author = {Jane Doe and Richard Roe}, title = {A}, year = 2020}
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry, Field
from citekit.checks.finding import at_field, short
from citekit.checks.name_list import pieces

FAMILY = "names"
SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")
FIELDS = ("author", "editor")

_ODD = re.compile(r"[^\W\d_]{2,}\d{1,3}(?:,\d)*$|\b(?:Ph\.?\s?D\.?|M\.?\s?Sc\.?|Prof\.|Dr\.)(?=$|[\s,])|\S@\S+\.\S")
_ROLE = re.compile(r"\((?:eds?|editors?|hrsg|hgg?|coords?|orgs?|dirs?|comps?|trans|ed\. by)\.?\)", re.IGNORECASE)
_HINT = re.compile(r"\d|@|\(|Ph\.?\s?D|M\.?\s?Sc|Prof\.|Dr\.")


def check_field(entry: Entry, part: Field, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with one of :data:`FIELDS`."""
    if not _HINT.search(part.text):
        return ()
    found = []
    for name, start in pieces(part.text):
        match = _ROLE.search(name) or (None if name.startswith("{") or "\\" in name else _ODD.search(name))
        if match and " " in name.strip():
            message = f"'{short(match[0], 30)}' in '{short(name, 40)}' is no part of a name"
            found.append(at_field(part, message, "take it out", part.part(start + match.start(), start + match.end())))
    return found
