r"""An ISSN has the wrong number of digits or a wrong check digit.

Why: a digit is wrong or missing, so nobody finds the journal by it.

Example:

    @book{doe2020, author = {J. Doe}, title = {A}, publisher = {P}, year = 2020, issn = {0018-9210}}

Use instead:

    @book{doe2020, author = {J. Doe}, title = {A}, publisher = {P}, year = 2020, issn = {0018-9219}}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings
from citekit.checks.isbn_issn import ISSN, faults
from citekit.checks.reading.entry import Entry, Field

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")
FIELDS = ("issn",)


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    return faults(part, ISSN)
