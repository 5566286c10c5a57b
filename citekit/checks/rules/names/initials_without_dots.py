r"""Initials are written together, as BibTeX cannot divide them: ``JM Doe``.

Why: BibTeX takes ``JM`` for one given name and prints "J. Doe" for it.

Example:

    @misc{doe2020, author = {JM Doe and R. Roe}, title = {A}, year = 2020}

Use instead:

    @misc{doe2020, author = {J. M. Doe and R. Roe}, title = {A}, year = 2020}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, replaced, short
from citekit.checks.reading.entry import Entry, Field
from citekit.checks.reading.written_names import pieces

SEVERITY = "note"
PROFILE = "strict"
FIELDS = ("author", "editor")

_TOGETHER = re.compile(r"^(?P<initials>[A-Z]{2,3})(?=\s+[A-Z][a-z])|,\s*(?P<after>[A-Z]{2,3})$")


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    found = []
    for name, start in pieces(part.text):
        match = _TOGETHER.search(name.strip())
        if match:
            kind = "initials" if match["initials"] else "after"
            at = start + name.index(name.strip())
            span = part.part(at + match.start(kind), at + match.end(kind))
            better = " ".join(f"{letter}." for letter in match[kind])
            fix = replaced(part, span, better, "put dots and blanks")
            found.append(
                at_field(part, f"the initials of '{short(name, 40)}' run together", f"write {better}", span, fix)
            )
    return found
