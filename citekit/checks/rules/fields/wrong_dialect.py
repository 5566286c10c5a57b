r"""A type or field that BibLaTeX has and BibTeX has not, in a bibliography for BibTeX; or BibTeX's name for one of BibLaTeX's.

Why: BibTeX's styles print nothing of the first. BibLaTeX understands the second, but a file with both kinds of names
shows now this and now that one. The setting ``dialect`` says what a bibliography is for; without it, what most of its
entries look like decides.

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

from collections.abc import Iterator
from dataclasses import replace

from citekit.checks.context import Context
from citekit.checks.data_model import BIBLATEX_FIELDS, BIBTEX_TYPES, KNOWN_TYPES
from citekit.checks.finding import Diagnostic, Edit, Findings, Fix, at_field, at_type
from citekit.checks.reading.bibliography import Bibliography
from citekit.checks.reading.entry import Entry

SEVERITY = "note"
PROFILE = ""

_TOLERATED = frozenset({"software", "dataset", "langid", "urldate", "pagetotal"})


_NEW_NAMES = {
    "journal": "journaltitle",
    "address": "location",
    "school": "institution",
    "annote": "annotation",
    "archiveprefix": "eprinttype",
    "primaryclass": "eprintclass",
}
_NEW_TYPES = {"conference": "inproceedings", "electronic": "online", "www": "online", "techreport": "report"}


def check_bibliography(bibliography: Bibliography, context: Context) -> Findings:
    """What is wrong in a bibliography."""
    check = _for_bibtex if (context.dialect or bibliography.dialect) == "bibtex" else _for_biblatex
    for entry in bibliography.entries:
        for found in check(entry):
            yield replace(found, key=entry.key, whole=entry.span)


def _for_bibtex(entry: Entry) -> Iterator[Diagnostic]:
    if entry.type in KNOWN_TYPES and entry.type not in BIBTEX_TYPES and entry.type not in _TOLERATED:
        yield at_type(entry, f"BibTeX has no entry type '{entry.type}'", "use one of BibTeX's, such as misc")
    for part in entry.fields:
        if part.name in BIBLATEX_FIELDS and part.name not in _TOLERATED:
            yield at_field(part, f"BibTeX has no field '{part.name}'", "use one of BibTeX's", part.name_span)


def _for_biblatex(entry: Entry) -> Iterator[Diagnostic]:
    if entry.type in _NEW_TYPES:
        name = _NEW_TYPES[entry.type]
        yield at_type(entry, f"BibLaTeX calls '{entry.type}' '{name}'", f"write {name}")
    for part in entry.fields:
        name = _NEW_NAMES.get(part.name, "")
        if name and name not in entry.by_name:
            fix = Fix(f"call it {name}", (Edit(part.source, part.name_span, name),))
            yield at_field(part, f"BibLaTeX calls '{part.name}' '{name}'", f"write {name}", part.name_span, fix)
