r"""A year is not a year.

Why: styles sort by it, and labels such as "Doe (2020)" are made of it. Words such as "in press", ranges and BibLaTeX's
dates are years for this rule.

Example:

    @misc{doe2020, author = {J. Doe}, title = {A}, year = {20020}}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {A}, year = {2020}}
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry, Field
from citekit.checks.finding import at_field, short

FAMILY = "values"
SEVERITY = "warning"
FIELDS = ("year",)

_YEAR = re.compile(
    r"(?:c(?:a|irca)?\.?\s?|approx\.?\s?|[\[(])*-?(?:\d{4}[a-z]?|\d{3})\s?(?:[?~%])?[\])]*"
    r"(?:\s?(?:-{1,3}|–|/|,|and|&)\s?(?:\d{1,4}|present)?[a-z]?[\])]*)?(?:\s?(?:BC|BCE|AD|CE))?|\d{4}(?:-\d\d){1,2}(?:/\d{4}(?:-\d\d){0,2})?",
    re.IGNORECASE,
)
_WORDS = re.compile(
    r"(?:n\.?\s?d\.?|no date|undated|s\.?\s?a\.?|(?:to (?:appear|be published)|in (?:press|print|preparation|progress|review|revision)|forth\s?coming|under (?:review|revision)|accepted|"
    r"submitted|unpublished|preprint|ongoing|present|online|online first|early access|ahead of print)\b.*|(?:spring|summer|fall|autumn|winter)\s\d{4})",
    re.IGNORECASE,
)


def check_field(entry: Entry, part: Field, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with one of :data:`FIELDS`."""
    text = part.text.strip("{}()[] \t\r\n.,")
    if len(text) == 4 and text.isdigit() and "1400" <= text <= "2099":
        return ()
    if not text or _WORDS.fullmatch(text[:80]):
        return ()
    clean = text.replace("{", "").replace("}", "").replace("\\", "")
    if "crossref" in clean or _WORDS.search(clean[:80]):
        return ()
    if _YEAR.fullmatch(clean[:40]) and not (clean.isdigit() and len(clean) == 4 and int(clean) > 2100):
        return ()
    return (at_field(part, f"'{short(text)}' is not a year", "write four digits"),)
