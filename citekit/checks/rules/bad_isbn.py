r"""An ISBN has the wrong number of digits or a wrong check digit.

Why: a digit is wrong or missing, so nobody finds the book by it.

Example:

    @book{doe2020, author = {J. Doe}, title = {A}, publisher = {P}, year = 2020, isbn = {0-306-40615-3}}

Use instead:

    @book{doe2020, author = {J. Doe}, title = {A}, publisher = {P}, year = 2020, isbn = {0-306-40615-2}}
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry, Field
from citekit.checks.finding import at_field, short
from citekit.works.ids import valid_isbn

FAMILY = "values"
SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")
FIELDS = ("isbn",)

_PIECE = re.compile(r"[\dXx](?:[\s\u2010-\u2015-]?[\dXx])+")


def check_field(entry: Entry, part: Field, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with one of :data:`FIELDS`."""
    text = part.text[:400]
    pieces = [match for match in _PIECE.finditer(text) if sum(c.isalnum() for c in match[0]) > 5]
    if not pieces and text.strip("{} "):
        return (at_field(part, f"'{short(text)}' is not an ISBN", "an ISBN has 10 or 13 digits"),)
    return [
        at_field(
            part, f"the ISBN {match[0]} {_fault(match[0])}", "compare it with the printed one", part.part(*match.span())
        )
        for match in pieces
        if not _is_valid(match[0])
    ]


def _is_valid(text: str) -> bool:
    digits = re.sub(r"[^0-9Xx]", "", text)
    if valid_isbn(digits):
        return True
    # two numbers with only a blank between them
    size = next((n for n in (10, 13) if len(digits) % n == 0 and len(digits) > n), 0)
    return bool(size) and all(valid_isbn(digits[at : at + size]) for at in range(0, len(digits), size))


def _fault(text: str) -> str:
    count = sum(c.isalnum() for c in text)
    return "has a wrong check digit" if count in (10, 13) else f"has {count} digits"
