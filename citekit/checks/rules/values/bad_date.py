r"""A date is not in the form that BibLaTeX reads (ISO 8601, EDTF).

Why: biber leaves the date out. In a bibliography for BibTeX, whose styles print ``urldate`` as it is, that one may also
be written for people: ``12 October 2020``.

Example:

    @misc{doe2020, author = {J. Doe}, title = {A}, date = {2020-13-05}}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {A}, date = {2020-12-05}}
"""

from __future__ import annotations

from calendar import monthrange

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, short
from citekit.checks.reading.entry import Entry, Field

SEVERITY = "warning"
FIELDS = ("date", "urldate", "eventdate", "origdate")

_DATE = re.compile(r"(-?\d{4}|\d{2}XX|\d{3}X|Y-?\d{5,9})(?:-(\d\d|XX)(?:-(\d\d|XX)(?:T[\d:.Z+-]+)?)?)?[?~%]?")
_MEANT = re.compile(r"-?\d{4}-\d")
_FREE = re.compile(r"[^\W\d_]{3}.{0,3}\d|\d.{0,3}[^\W\d_]{3}|\b\d{1,4}[./]\s?\d{1,2}[./]\s?\d{1,4}\b")


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    if part.name == "date" and "journaltitle" not in entry and "year" in entry:
        return ()  # somebody's note beside the year that counts
    text = part.text.strip("{} \t\r\n")
    if part.name == "date" and context.dialect_of(entry) == "bibtex" and not _MEANT.match(text):
        return ()  # a field of somebody's own, for BibTeX has none of this name
    if text in ("", "/", "..") or all(_is_date(piece) for piece in text.split("/")):
        return ()
    if part.name in ("urldate", "eventdate") and context.dialect_of(entry) == "bibtex" and _FREE.search(text[:80]):
        return ()  # the styles of BibTeX that know it print it as it is
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
