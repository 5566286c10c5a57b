r"""The name of the proceedings carries pages, a publisher or a place with it.

Why: they have fields of their own, and are printed twice where those are filled as well.

Example:

    @inproceedings{doe2020, author = {J. Doe}, title = {A}, booktitle = {Proceedings of SIGMOD, pp. 12--24}, year = 2020}

Use instead:

    @inproceedings{doe2020, author = {J. Doe}, title = {A}, booktitle = {Proceedings of SIGMOD}, pages = {12--24}, year = 2020}
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry, Field
from citekit.checks.finding import at_field

FAMILY = "venues"
SEVERITY = "note"
DEFAULT = False
LANGUAGES = ("bibtex", "csl")
FIELDS = ("booktitle", "journal")

_NOISE = re.compile(
    r"(?:\bpp?\.?\s?\d+|\bpages\s\d+|\b(?:IEEE Press|ACM Press|Springer(?:-Verlag)?|Elsevier)\s*$|,\s(?:USA|UK|Germany|France|China|Japan|Canada|Italy|Spain)\b)"
)


def check_field(entry: Entry, part: Field, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with one of :data:`FIELDS`."""
    match = _NOISE.search(part.text[:1000])
    if match is None:
        return ()
    return (
        at_field(
            part,
            f"'{match[0].strip(', ')}' is no part of the name of a venue",
            "put it into its own field",
            part.part(*match.span()),
        ),
    )
