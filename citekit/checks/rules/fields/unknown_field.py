r"""A field has a name that nobody knows and that is nearly the name of one that exists.

Why: BibTeX passes over fields that it does not know, so a slip of the pen loses the value in silence. Only slips in the
names of fields that styles print are told; other names are somebody's own notes.

Example:

    @misc{doe2020, author = {J. Doe}, title = {A}, yaer = 2020}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020}
"""

from __future__ import annotations

from functools import cache

from citekit.checks.context import Context
from citekit.checks.data_model import KNOWN_FIELDS
from citekit.checks.finding import Edit, Findings, Fix, at_field
from citekit.checks.reading.entry import Entry

SEVERITY = "warning"

_SHORT = 4
_PRINTED = (
    "author editor translator title subtitle booktitle booksubtitle maintitle journal journaltitle year date month volume number "
    "pages publisher address location edition series school institution organization howpublished note chapter eprint crossref "
    "urldate shorttitle entrysubtype titleaddon booktitleaddon eventtitle"
).split()
"""The fields that styles print, or act on: only a slip in the name of one of these costs anything."""


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    if KNOWN_FIELDS.issuperset(entry.by_name):
        return ()
    found = []
    for part in entry.fields:
        meant = _meant(part.name)
        if meant and meant not in entry:
            fix = Fix(f"rename it to {meant}", (Edit(part.source, part.name_span, meant),))
            found.append(
                at_field(part, f"there is no field '{part.name}'", f"did you mean {meant}?", part.name_span, fix)
            )
    return found


@cache
def _meant(name: str) -> str:
    if name in KNOWN_FIELDS or not name.isalpha() or (name[-1] in "abc" and name[:-1] in KNOWN_FIELDS):
        return ""  # editora, editorb: that is how fields are multiplied
    return next((field for field in _PRINTED if _is_slip_of(field, name)), "")


def _is_slip_of(field: str, name: str) -> bool:
    """Whether a name is a field's with one letter too many, missing or wrong, or two swapped; short ones only swapped."""
    if abs(len(field) - len(name)) > 1 or field[0] != name[0]:
        return False
    start = next((at for at, (a, b) in enumerate(zip(field, name, strict=False)) if a != b), min(len(field), len(name)))
    rest, other = field[start:], name[start:]
    if rest[1:2] + rest[:1] + rest[2:] == other and len(rest) > 1:
        return True
    return len(field) > _SHORT and (rest[1:] == other or rest == other[1:] or rest[1:] == other[1:])
