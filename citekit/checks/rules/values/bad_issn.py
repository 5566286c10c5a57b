r"""An ISSN has the wrong number of digits or a wrong check digit.

Why: a digit is wrong or missing, so nobody finds the journal by it.

Example:

    @book{doe2020, author = {J. Doe}, title = {A}, publisher = {P}, year = 2020, issn = {0018-9210}}

Use instead:

    @book{doe2020, author = {J. Doe}, title = {A}, publisher = {P}, year = 2020, issn = {0018-9219}}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, short
from citekit.checks.isbn_issn import digits_of, is_made_of, is_number_free, numbers
from citekit.checks.reading.entry import Entry, Field
from citekit.works.ids import valid_isbn, valid_issn

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")
FIELDS = ("issn",)

_SIZES = (8,)


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    if is_number_free(part.text):
        return ()
    pieces = numbers(part.text, longer_than=4)
    if not pieces:
        hint = "an ISSN has 8 digits"
        return (at_field(part, f"'{short(part.text)}' is not an ISSN", hint),)
    return [
        at_field(part, f"the ISSN {piece} {_fault(piece)}", _hint(piece), part.part(start, start + len(piece)))
        for piece, start in pieces
        if not is_made_of(piece, _SIZES, valid_issn)
    ]


def _fault(piece: str) -> str:
    if valid_isbn(digits_of(piece)):
        return "is the ISBN of a book"
    count = len(digits_of(piece))
    return "has a wrong check digit" if count == 8 else f"has {count} digits"


def _hint(piece: str) -> str:
    return "put it into isbn" if valid_isbn(digits_of(piece)) else "compare it with the printed one"
