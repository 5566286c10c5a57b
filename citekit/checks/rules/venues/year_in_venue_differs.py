r"""The year in the name of a conference is not the year of the entry.

Why: one of them was copied from another entry. Proceedings may appear up to three years after the conference, and later where
the name says on which day it began.

Example:

    @inproceedings{doe2020, author = {J. Doe}, title = {A}, booktitle = {Proceedings of SIGMOD 2012}, year = 2020}

Use instead:

    @inproceedings{doe2020, author = {J. Doe}, title = {A}, booktitle = {Proceedings of SIGMOD 2020}, year = 2020}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field
from citekit.checks.reading.entry import Entry, Field

SEVERITY = "note"
LANGUAGES = ("bibtex", "csl")
FIELDS = ("booktitle",)

_YEAR = re.compile(r"(?<![\d/–-])(?:19[5-9]\d|20[0-4]\d)(?![\d/–-]|\s?[-–])")
_FAR = 30
"""Two digits so many years away are more likely no year."""
_SHORT = re.compile(
    r"(?<=[A-Za-z}])(?:\s?['’‘]|-(?=[089])|\s?\{?\\text(?:quoteright|quotesingle)\s?(?:\{\})?\}?)(?P<year>\d\d)(?!\d)"
)
"""``ICML'12``, ``ICFP-05``: the year that is meant is the one of that century next to the entry's."""
_PRINTED_WITHIN = 3
_DAY = re.compile(
    r"\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\b\.?[\s~]*\d",
    re.IGNORECASE,
)
_CONFERENCES = frozenset({"inproceedings", "conference", "proceedings"})


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    year = entry.year
    if year is None or entry.type not in _CONFERENCES or len(part.text) > 1000:
        return ()
    years = list(_YEAR.finditer(part.text))
    told = {int(match[0]) for match in years}
    if not years:
        years = [match for match in _SHORT.finditer(part.text) if part.text[: match.start()][-2:].isupper()]
        told = {_nearest(int(match["year"]), year) for match in years}
        told = {held for held in told if held <= context.year + 1 and abs(held - year) < _FAR}
    if len(told) != 1:
        return ()
    match, held = years[0], told.pop()
    later = year - held
    if -1 <= later <= _PRINTED_WITHIN or (later > 0 and _DAY.search(part.text)):
        return ()
    return (
        at_field(
            part,
            f"the conference is of {held}, the entry of {year}",
            "correct one of them",
            part.part(*match.span()),
        ),
    )


def _nearest(short: int, year: int) -> int:
    """The year that ends in these two digits and is nearest to another one."""
    return min((year // 100 * 100 + century + short for century in (-100, 0, 100)), key=lambda full: abs(full - year))
