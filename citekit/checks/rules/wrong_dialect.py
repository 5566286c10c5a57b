r"""A type or field that BibLaTeX has and BibTeX has not, in a bibliography for BibTeX.

Why: BibTeX's styles print nothing of it. The setting ``dialect`` says what a bibliography is for; without it, what most
of its entries look like decides.

Example:

    @article{roe2019, author = {R. Roe}, title = {B}, journal = {J. Queues}, year = 2019}
    @article{poe2018, author = {P. Poe}, title = {C}, journal = {J. Queues}, year = 2018}
    @online{doe2020, author = {J. Doe}, title = {A}, url = {https://example.org}, year = 2020}

Use instead:

    @article{roe2019, author = {R. Roe}, title = {B}, journal = {J. Queues}, year = 2019}
    @article{poe2018, author = {P. Poe}, title = {C}, journal = {J. Queues}, year = 2018}
    @misc{doe2020, author = {J. Doe}, title = {A}, url = {https://example.org}, year = 2020}
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.checks.bibliography import Bibliography
from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.finding import at_field, at_key
from citekit.checks.models import BIBLATEX_FIELDS, BIBTEX_TYPES, KNOWN_TYPES

FAMILY = "fields"
SEVERITY = "note"
DEFAULT = False

_TOLERATED = frozenset({"software", "dataset", "langid", "urldate", "pagetotal"})


def check_bibliography(bibliography: Bibliography, context: Context) -> Iterable[Diagnostic]:
    """What is wrong in a bibliography."""
    if (context.dialect or bibliography.dialect) != "bibtex":
        return
    for entry in bibliography.entries:
        if entry.type in KNOWN_TYPES and entry.type not in BIBTEX_TYPES and entry.type not in _TOLERATED:
            yield at_key(entry, f"BibTeX has no entry type '{entry.type}'", "use one of BibTeX's, such as misc")
        for part in entry.fields:
            if part.name in BIBLATEX_FIELDS and part.name not in _TOLERATED:
                found = at_field(part, f"BibTeX has no field '{part.name}'", "use one of BibTeX's", part.name_span)
                yield Diagnostic(found.message, found.source, found.span, found.hint, entry.key, whole=entry.span)
