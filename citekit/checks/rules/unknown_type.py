r"""An entry has a type that nobody knows.

Why: BibTeX prints it as ``misc`` or not at all. A type that resembles no other is told once, for a style may know it;
settings of styles, such as ``@IEEEtranBSTCTL``, are no entries.

Example:

    @artcle{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, year = 2020}

Use instead:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, year = 2020}
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from difflib import get_close_matches
from functools import cache

from citekit.checks.bibliography import Bibliography
from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic, Edit, Fix
from citekit.checks.entry import Entry
from citekit.checks.finding import at_type
from citekit.checks.models import KNOWN_TYPES, is_settings

FAMILY = "fields"
SEVERITY = "warning"


_THESIS = "thesis"
_LEAST = 3


def check_bibliography(bibliography: Bibliography, context: Context) -> Iterable[Diagnostic]:
    """What is wrong in a bibliography."""
    own: dict[str, list[Entry]] = {}
    for entry in bibliography.entries:
        if entry.type in KNOWN_TYPES or is_settings(entry.type):
            continue
        meant = _meant(entry.type)
        if meant:
            fix = Fix(f"make it {meant}", (Edit(entry.source, entry.type_span, meant),), safe=False)
            yield _told(entry, "", f"did you mean {meant}?", fix)
        else:
            own.setdefault(entry.type, []).append(entry)
    for own_entries in own.values():
        first, *others = own_entries
        if _LEAST <= len(own_entries) and 2 * len(own_entries) > len(bibliography.entries):
            continue  # no bibliography but somebody's list of other things
        more = f"; {len(others)} more {'is' if len(others) == 1 else 'are'} of it" if others else ""
        yield _told(first, more, _hint(first))


def _told(entry: Entry, more: str, hint: str, fix: Fix | None = None) -> Diagnostic:
    found = at_type(entry, f"there is no entry type '{entry.type}'{more}", hint, fix)
    return replace(found, key=entry.key, whole=entry.span)


def _hint(entry: Entry) -> str:
    if entry.type.endswith(_THESIS):
        return "make it thesis (BibLaTeX) or mastersthesis (BibTeX) with a type that says which"
    return "choose a type of BibTeX or BibLaTeX, misc where none fits"


@cache
def _meant(entry_type: str) -> str:
    close = "" if entry_type.endswith(_THESIS) else (*get_close_matches(entry_type, KNOWN_TYPES, 1, 0.8), "")[0]
    return close if abs(len(close) - len(entry_type)) <= 2 else ""
