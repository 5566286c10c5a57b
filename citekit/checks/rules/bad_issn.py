r"""An ISSN has the wrong number of digits or a wrong check digit.

Why: a digit is wrong or missing, so nobody finds the journal by it.

Example:

    @book{doe2020, author = {J. Doe}, title = {A}, publisher = {P}, year = 2020, issn = {0018-9210}}

Use instead:

    @book{doe2020, author = {J. Doe}, title = {A}, publisher = {P}, year = 2020, issn = {0018-9219}}
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry, Field
from citekit.checks.finding import at_field, short
from citekit.works.ids import valid_issn

FAMILY = "values"
SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")
FIELDS = ("issn",)

_PIECE = re.compile(r"[\dXx](?:[\s\u2010-\u2015-]?[\dXx])+")


def check_field(entry: Entry, part: Field, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with one of :data:`FIELDS`."""
    text = part.text[:400]
    pieces = [match for match in _PIECE.finditer(text) if sum(c.isalnum() for c in match[0]) > 4]
    if not pieces and text.strip("{} "):
        return (at_field(part, f"'{short(text)}' is not an ISSN", "an ISSN has 8 digits"),)
    return [
        at_field(
            part, f"the ISSN {match[0]} {_fault(match[0])}", "compare it with the printed one", part.part(*match.span())
        )
        for match in pieces
        if not _is_valid(match[0])
    ]


def _is_valid(text: str) -> bool:
    digits = re.sub(r"[^0-9Xx]", "", text)
    if valid_issn(digits):
        return True
    # two numbers with only a blank between them
    size = next((n for n in (8,) if len(digits) % n == 0 and len(digits) > n), 0)
    return bool(size) and all(valid_issn(digits[at : at + size]) for at in range(0, len(digits), size))


def _fault(text: str) -> str:
    count = sum(c.isalnum() for c in text)
    return "has a wrong check digit" if count in (8,) else f"has {count} digits"
