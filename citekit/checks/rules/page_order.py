r"""A range of pages ends before it begins.

Why: a digit is wrong. Short forms such as ``1002--15`` are read as 1002 to 1015.

Example:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, pages = {146--12}, year = 2020}

Use instead:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, pages = {12--146}, year = 2020}
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry, Field
from citekit.checks.finding import at_field

FAMILY = "values"
SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl", "list")
FIELDS = ("pages",)

_RANGE = re.compile(r"(?<![\w:.-])(\d{1,7})\s{0,3}(?:-{1,3}|[\u2010-\u2015])\s{0,3}(\d{1,7})(?![\w:.-])")


def check_field(entry: Entry, part: Field, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with one of :data:`FIELDS`."""
    if len(part.text) > 400:
        return ()
    found = []
    for match in _RANGE.finditer(part.text):
        first, last = match[1], match[2]
        full = first[: len(first) - len(last)] + last if len(last) < len(first) else last
        if int(full) < int(first):
            span = part.part(*match.span())
            found.append(at_field(part, f"the pages end at {last}, before {first}", "correct one of them", span))
    return found
