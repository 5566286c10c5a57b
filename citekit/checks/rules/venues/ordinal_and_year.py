r"""The number of a conference does not fit its year: the other entries of the series say so.

Why: "56th" belongs to one year only. At least three entries of the series must agree with each other.

Example:

    @inproceedings{a, author = {A. A}, title = {A}, booktitle = {53rd International Symposium on Microarchitecture}, year = 2020}
    @inproceedings{b, author = {B. B}, title = {B}, booktitle = {54th International Symposium on Microarchitecture}, year = 2021}
    @inproceedings{c, author = {C. C}, title = {C}, booktitle = {55th International Symposium on Microarchitecture}, year = 2022}
    @inproceedings{d, author = {D. D}, title = {D}, booktitle = {54th International Symposium on Microarchitecture}, year = 2023}

Use instead:

    @inproceedings{a, author = {A. A}, title = {A}, booktitle = {53rd International Symposium on Microarchitecture}, year = 2020}
    @inproceedings{b, author = {B. B}, title = {B}, booktitle = {54th International Symposium on Microarchitecture}, year = 2021}
    @inproceedings{c, author = {C. C}, title = {C}, booktitle = {55th International Symposium on Microarchitecture}, year = 2022}
    @inproceedings{d, author = {D. D}, title = {D}, booktitle = {56th International Symposium on Microarchitecture}, year = 2023}
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings
from citekit.checks.reading.entry import Entry, Field
from citekit.checks.reading.project import Project
from citekit.works.identity.fold import words

SEVERITY = "warning"

_ONES = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth".split()  # fmt: skip
_TENS = {"twent": 20, "thirt": 30, "fort": 40, "fift": 50, "sixt": 60, "sevent": 70, "eight": 80, "ninet": 90}
_ORDINAL = re.compile(
    rf"\b(?:(?P<number>\d{{1,3}})(?:st|nd|rd|th)|(?:(?P<tens>{'|'.join(_TENS)})y[- ])?(?P<ones>{'|'.join(_ONES)})|(?P<round>{'|'.join(_TENS)})ieth)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_LEAST = 3
_SMALL = frozenset("the of on in for and to annual proceedings proc".split())


def check_project(project: Project, context: Context) -> Findings:
    """What is wrong in a project."""
    series: dict[str, list[tuple[int, Entry, Field, re.Match[str]]]] = {}
    groups = [b.entries for b in project.checked_bibliographies] + [listing.entries for listing in project.listings]
    for entry in (entry for entries in groups for entry in entries):
        part = entry.venue_field
        if part is None or entry.year is None or len(part.text) > 400:
            continue
        found = _numbered(part.text)
        if found is not None:
            match, year, key = found
            series.setdefault(key, []).append(((year or entry.year) - _number(match), entry, part, match))
    for members in series.values():
        counts = Counter(offset for offset, *_ in members)
        offset, usual = counts.most_common(1)[0]
        if (
            usual < _LEAST
            or usual * 4 < len(members) * 3
            or len({entry.year for o, entry, *_ in members if o == offset}) < _LEAST
        ):
            continue
        for own, entry, part, match in members:
            if own != offset and abs(own - offset) > 0:
                if _number(match) + own - offset < 1:
                    continue
                right = _spelled(_number(match) + own - offset)
                message = f"the {match[0]} of this conference was not in {_number(match) + own}; the others make it the {right}"
                yield Diagnostic(
                    message,
                    part.source,
                    part.part(*match.span()),
                    "correct the number or the year",
                    entry.key or entry.title,
                    whole=entry.span,
                )


@lru_cache(maxsize=4096)
def _numbered(text: str) -> tuple[re.Match[str], int, str] | None:
    """The only ordinal of a venue, its year (0 where there is none), and the words by which its series is known."""
    found = list(_ORDINAL.finditer(text))
    if len(found) != 1:
        return None
    year = _YEAR.search(text)
    key = " ".join(word for word in words(_YEAR.sub(" ", _ORDINAL.sub(" ", text))) if word not in _SMALL)
    return found[0], int(year[0]) if year else 0, key


def _number(match: re.Match[str]) -> int:
    """The number of an ordinal in digits or words: ``32nd``, ``Thirty-Second``, ``Thirtieth``."""
    if match["number"]:
        return int(match["number"])
    ones = _ONES.index(match["ones"].lower()) + 1 if match["ones"] else 0
    return _TENS.get((match["tens"] or match["round"] or "").lower(), 0) + ones


def _spelled(number: int) -> str:
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
