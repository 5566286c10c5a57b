r"""An ISBN has the wrong number of digits or a wrong check digit.

Why: a digit is wrong or missing, so nobody finds the book by it.

Example:

    @book{doe2020, author = {J. Doe}, title = {A}, publisher = {P}, year = 2020, isbn = {0-306-40615-3}}

Use instead:

    @book{doe2020, author = {J. Doe}, title = {A}, publisher = {P}, year = 2020, isbn = {0-306-40615-2}}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, short
from citekit.checks.isbn_issn import digits_of, is_made_of, is_number_free, numbers
from citekit.checks.reading.entry import Entry, Field
from citekit.works.ids import valid_isbn, valid_issn

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")
FIELDS = ("isbn",)

_SIZES = (9, 10, 13)


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    if is_number_free(part.text):
        return ()
    pieces = numbers(part.text, longer_than=5)
    if not pieces:
        hint = "an ISBN has 10 or 13 digits"
        return (at_field(part, f"'{short(part.text)}' is not an ISBN", hint),)
    return [
        at_field(part, f"the ISBN {piece} {_fault(piece)}", _hint(piece), part.part(start, start + len(piece)))
        for piece, start in pieces
        if not is_made_of(piece, _SIZES, _is_valid)
    ]


def _is_valid(digits: str) -> bool:
    """Whether this is an ISBN, or one of the nine digits that books had before 1970."""
    return valid_isbn(digits) if len(digits) > 9 else valid_isbn(f"0{digits}")


def _fault(piece: str) -> str:
    if valid_issn(digits_of(piece)):
        return "is the ISSN of a series or a journal"
    count = len(digits_of(piece))
    return "has a wrong check digit" if count in (10, 13) else f"has {count} digits"


def _hint(piece: str) -> str:
    return "put it into issn" if valid_issn(digits_of(piece)) else "compare it with the printed one"
