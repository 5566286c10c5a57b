r"""The file that an entry names is not there.

Why: a link to it leads nowhere. Programs such as JabRef and Zotero keep files in places of their own; the rule is for
projects that keep them beside the bibliography.

Example:

    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020, file = {papers/not-there.pdf}}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020}
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry, Field
from citekit.checks.finding import at_field

FAMILY = "fields"
SEVERITY = "note"
DEFAULT = False
FIELDS = ("file",)

_JABREF = re.compile(r"(?:[^:;]*:)?(?P<path>[^:;]+)(?::[A-Za-z/+.-]*)?")


def check_field(entry: Entry, part: Field, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with one of :data:`FIELDS`."""
    found = []
    for piece in part.text.split(";"):
        match = _JABREF.fullmatch(piece.strip())
        path = Path(match["path"] if match else piece.strip())
        try:
            there = path.is_absolute() or (Path(entry.source.name).parent / path).exists()
        except (OSError, ValueError):
            there = False
        if piece.strip() and not there:
            found.append(
                at_field(part, f"there is no file {path}", "correct the path, or remove it", part.find(str(path)))
            )
    return found
