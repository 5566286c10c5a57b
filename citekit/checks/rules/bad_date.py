r"""A date is not in the form that BibLaTeX reads (ISO 8601, EDTF).

Why: biber leaves the date out.

Example:

    @misc{doe2020, author = {J. Doe}, title = {A}, date = {2020-13-05}}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {A}, date = {2020-12-05}}
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry, Field
from citekit.checks.finding import at_field, short

FAMILY = "values"
SEVERITY = "warning"
FIELDS = ("date", "urldate", "eventdate", "origdate")

_DATE = re.compile(r"(-?\d{4}|\d{2}XX|\d{3}X)(?:-(\d\d|XX)(?:-(\d\d|XX)(?:T[\d:.Z+-]+)?)?)?[?~%]?")


def check_field(entry: Entry, part: Field, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with one of :data:`FIELDS`."""
    if part.name == "date" and "journaltitle" not in entry and "year" in entry:
        return ()  # somebody's note beside the year that counts
    text = part.text.strip("{} \t\r\n")
    if text in ("", "/", "..") or all(_is_date(piece) for piece in text.split("/")):
        return ()
    return (
        at_field(
            part, f"'{short(text)}' is not a date", "write 2020, 2020-12, 2020-12-05, or two of them with / between"
        ),
    )


def _is_date(text: str) -> bool:
    if text in ("", ".."):
        return True
    match = _DATE.fullmatch(text[:40])
    if match is None:
        return False
    year, month, day = match.groups()
    if not month or "X" in month:
        return True
    number = int(month)
    if 21 <= number <= 24 and not day:
        return True
    if not 1 <= number <= 12:
        return False
    if not day or "X" in day:
        return True
    full = int(year) if year.isdigit() and int(year) > 0 else 2000
    return 1 <= int(day) <= monthrange(full, number)[1]
