r"""A character that means something to LaTeX stands in a value as it is: ``&``, ``%``, ``#``, ``_``.

Why: LaTeX stops at ``&``, ``#`` and ``_``, and ``%`` swallows the rest of the line. ``--fix`` puts a backslash before it.

Example:

    @misc{doe2020, author = {J. Doe}, title = {Stacks & queues}, year = 2020}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {Stacks \& queues}, year = 2020}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Edit, Findings, Fix, at_field
from citekit.checks.reading.entry import Entry, Field

SEVERITY = "warning"
FIELDS = (
    "title", "booktitle", "journal", "journaltitle", "series", "publisher", "author", "editor", "school", "institution", "organization", "subtitle", "address", "edition", "note", "howpublished",
)  # fmt: skip

_HINT = re.compile(r"[&%#_]")
_SIGN = re.compile(
    r"\\url\{[^{}]*\}|\\href\{[^{}]*\}|\\.|(?<!\\)\$[^$]{0,2000}\$|&(?:[a-zA-Z]{2,8}|#\d{1,6});|(?P<bare>[&%#]|(?<=\w)_(?=\w))",
    re.DOTALL,
)


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    if part.inside < 0 or not _HINT.search(part.text):
        return ()
    if "ensuremath" in part.text or "\\(" in part.text or "://" in part.text:
        return ()  # formulas and addresses of other kinds
    bare = [match for match in _SIGN.finditer(part.text) if match["bare"]]
    if not bare:
        return ()
    edits = tuple(Edit(part.source, part.part(*match.span()), f"\\{match[0]}") for match in bare)
    fix = Fix("put a backslash before it", edits, safe=True)
    first = bare[0]
    return (
        at_field(
            part,
            f"'{first[0]}' stands in {part.name} without a backslash",
            f"write \\{first[0]}",
            part.part(*first.span()),
            fix,
        ),
    )
