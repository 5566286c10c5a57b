r"""A range of pages ends before it begins, or has no end.

Why: a digit is wrong, or was lost. Short forms such as ``1002--15`` are read as 1002 to 1015.

Example:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, pages = {146--12}, year = 2020}

Use instead:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, pages = {12--146}, year = 2020}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings, at_field
from citekit.checks.reading.entry import Entry, Field

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl", "list")
FIELDS = ("pages",)

_DASH = r"\s{0,3}(?:-{1,3}|[\u2010-\u2015\u2212]|\bto\b)\s{0,3}"
_RANGE = re.compile(rf"(?<![\w:.-])(?P<letter>[A-Za-z]?)(\d{{1,7}}){_DASH}(?P=letter)(\d{{1,7}})(?:pp?)?(?![\w:.-])")
_ARTICLE = re.compile(rf"(?<![\w:.-])(?P<article>\d{{1,4}}):(\d{{1,3}}){_DASH}(?P=article):(\d{{1,3}})(?![\w:.-])")
"""Pages that begin anew in each article: ``12:1--12:23``."""
_ROMAN = re.compile(rf"(?<![\w:.-])([ivxlc]{{1,8}}){_DASH}([ivxlc]{{1,8}})(?![\w:.-])")
_OPEN = re.compile(r"\s*\d{1,7}\s?(?:-{1,3}|[\u2010-\u2015])\s*")
_MOST = 500
"""More pages than that are between the ends of no short form: ``1002--998`` is no ``1002--1998``."""
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    if len(part.text) > 400:
        return ()
    if _OPEN.fullmatch(part.text) and entry.language != "list":
        return (at_field(part, "the range of pages has no end", "put the last page"),)
    found = []
    for match in (*_RANGE.finditer(part.text), *_ARTICLE.finditer(part.text)):
        first, last = match[2], match[3]
        full = first[: len(first) - len(last)] + last if len(last) < len(first) and not match[1].isalpha() else last
        if int(full) < int(first) or (full != last and int(full) - int(first) > _MOST):
            found.append(_found(part, match, first, last))
    for match in _ROMAN.finditer(part.text):
        if _value(match[2]) < _value(match[1]):
            found.append(_found(part, match, match[1], match[2]))
    return found


def _found(part: Field, match: re.Match[str], first: str, last: str) -> Diagnostic:
    span = part.part(*match.span())
    return at_field(part, f"the pages end at {last}, before {first}", "correct one of them", span)


def _value(roman: str) -> int:
    """The number that a Roman numeral of small letters is."""
    values = [_VALUES[letter] for letter in roman]
    return sum(-v if v < after else v for v, after in zip(values, [*values[1:], 0], strict=True))
