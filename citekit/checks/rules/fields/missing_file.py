r"""The file that an entry names is not there, or is named by a path of one machine.

Why: a link to it leads nowhere, here or elsewhere. Programs such as JabRef and Zotero keep files in places of their own; the rule is for
projects that keep them beside the bibliography.

Example:

    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020, file = {papers/not-there.pdf}}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020}
"""

from __future__ import annotations

from pathlib import Path

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field
from citekit.checks.reading.entry import Entry, Field

SEVERITY = "note"
PROFILE = "strict"
FIELDS = ("file",)

_WINDOWS = re.compile(r"(?:[^:;]{2,}:|:)?(?P<path>[A-Za-z]\\?:[\\/][^:;]*)(?::[A-Za-z/+.-]*)?")
_JABREF = re.compile(r"(?:[^:;]*:)?(?P<path>[^:;]+)(?::[A-Za-z/+.-]*)?")


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    found = []
    for piece in filter(None, (piece.strip() for piece in part.text.split(";"))):
        match = _WINDOWS.fullmatch(piece) or _JABREF.fullmatch(piece)
        path = match["path"] if match else piece
        if _WINDOWS.fullmatch(piece) or path.startswith(("/", "~", "\\")):
            found.append(at_field(part, f"{path} is a place on one machine", "name it from here", part.find(path)))
        elif not _is_there(Path(entry.source.name).parent / path):
            found.append(at_field(part, f"there is no file {path}", "correct the path, or remove it", part.find(path)))
    return found


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
