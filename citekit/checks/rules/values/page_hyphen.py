r"""A range of pages is written with one hyphen, or with blanks or a typographic dash.

Why: LaTeX prints one hyphen as a hyphen; two become the dash of a range. ``--fix`` puts two hyphens. Some styles do so
themselves, others print what stands there. BibLaTeX reads either, so nothing is said of bibliographies for it.

Example:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, pages = {1-46}, year = 2020}

Use instead:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, pages = {1--46}, year = 2020}
"""

from __future__ import annotations

import re

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, rewritten, short
from citekit.checks.reading.entry import Entry, Field

SEVERITY = "note"
FIELDS = ("pages",)

_LONGEST = 200

_RANGE = re.compile(
    r"(?P<first>(?:[A-Za-z]?\d{1,30}|[ivxlc]{1,30}))[ ]*+(?P<dash>---?|[-\u2010-\u2015\u2212])[ ]*+(?P<last>(?:[A-Za-z]?\d+|[ivxlc]+))"
)


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    text = part.text.strip()
    if (
        not text
        or context.dialect_of(entry) == "biblatex"
        or (text.isascii() and "--" in text and " -" not in text and "- " not in text and "---" not in text)
        or text.isdigit()
    ):
        return ()
    if len(part.text) > _LONGEST or not _is_plain(text):
        return ()
    better = _RANGE.sub(r"\g<first>--\g<last>", part.text)
    if better == part.text:
        return ()
    return (
        at_field(
            part,
            f"the range '{short(text)}' is not written with two hyphens",
            f"write {better.strip()}",
            fix=rewritten(part, better, "write two hyphens"),
        ),
    )


def _is_plain(text: str) -> bool:
    return all(_RANGE.fullmatch(piece.strip()) or piece.strip().isalnum() for piece in text.split(","))
