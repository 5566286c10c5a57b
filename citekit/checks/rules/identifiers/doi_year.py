r"""The year is not the one that the DOI is made from.

Why: one of them was copied from another entry. Some publishers put the year into their DOIs; a journal may print a paper up to
three years after it got one.

Example:

    @inproceedings{doe2012, author = {J. Doe}, title = {Lazy Queues}, booktitle = {CVPR}, year = 2012, doi = {10.1109/CVPR.2016.90}}

Use instead:

    @inproceedings{doe2016, author = {J. Doe}, title = {Lazy Queues}, booktitle = {CVPR}, year = 2016, doi = {10.1109/CVPR.2016.90}}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field
from citekit.checks.reading.entry import Entry

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")

_YEAR = r"(?P<year>(?:19|20)\d\d)"
_FORMS = (
    (re.compile(rf"10\.1109/[a-z0-9-]{{2,20}}\.{_YEAR}\.\d", re.IGNORECASE), 1, 3),
    (re.compile(rf"10\.1016/j\.[a-z]{{3,12}}\.{_YEAR}\.\d\d\.\d{{3}}", re.IGNORECASE), 1, 3),
    (re.compile(rf"10\.1111/j\.\d{{4}}-\d{{3}}[\dx]\.{_YEAR}\.\d", re.IGNORECASE), 1, 3),
    (re.compile(rf"10\.18653/v1/{_YEAR}\.[a-z]", re.IGNORECASE), 1, 1),
    (re.compile(r"10\.1038/s\d{5}-0(?P<short>\d\d)-\d{4,5}-[\dxyzw]"), 1, 2),
)
"""A publisher's form of DOIs; by how many years the paper may be dated before and after the DOI."""

_OF_MEETINGS = frozenset({"inproceedings", "conference", "proceedings"})


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    doi, year, part = entry.doi, entry.year, entry.year_field
    if not doi or year is None or part is None:
        return ()
    for form, before, after in _FORMS:
        match = form.match(doi)
        if match is None:
            continue
        found = match.groupdict()
        told = int(found["year"]) if found.get("year") else 2000 + int(found["short"]) if found.get("short") else year
        latest = told + (1 if entry.type in _OF_MEETINGS else after)
        if not told - before <= year <= latest:
            return (
                at_field(part, f"the year is {year}, and the DOI {doi} is of {told}", "compare both with the paper"),
            )
    return ()
