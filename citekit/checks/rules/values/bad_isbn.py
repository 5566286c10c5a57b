r"""An ISBN has the wrong number of digits or a wrong check digit.

Why: a digit is wrong or missing, so nobody finds the book by it.

Example:

    @book{doe2020, author = {J. Doe}, title = {A}, publisher = {P}, year = 2020, isbn = {0-306-40615-3}}

Use instead:

    @book{doe2020, author = {J. Doe}, title = {A}, publisher = {P}, year = 2020, isbn = {0-306-40615-2}}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings
from citekit.checks.isbn_issn import ISBN, faults
from citekit.checks.reading.entry import Entry, Field

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")
FIELDS = ("isbn",)


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    return faults(part, ISBN)
