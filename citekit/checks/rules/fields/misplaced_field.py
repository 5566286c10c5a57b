r"""A field that its entry type does not print, and the one that it prints instead is missing.

Why: an ``@inproceedings`` with ``journal`` and without ``booktitle`` is printed without its venue.

Example:

    @inproceedings{doe2020, author = {J. Doe}, title = {A}, journal = {Proceedings of SIGMOD}, year = 2020}

Use instead:

    @inproceedings{doe2020, author = {J. Doe}, title = {A}, booktitle = {Proceedings of SIGMOD}, year = 2020}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Edit, Findings, Fix, at_field
from citekit.checks.reading.entry import Entry

SEVERITY = "warning"

_JOURNAL = frozenset({"journal", "journaltitle"})
_WANTED = {
    "article": ({"booktitle"}, _JOURNAL | {"eprint"}, "journal"),
    "inproceedings": (_JOURNAL, {"booktitle", "eventtitle", "series"}, "booktitle"),
    "conference": (_JOURNAL, {"booktitle", "eventtitle", "series"}, "booktitle"),
    "incollection": (_JOURNAL, {"booktitle"}, "booktitle"),
    "phdthesis": ({"publisher", "organization"}, {"school", "institution"}, "school"),
    "mastersthesis": ({"publisher", "organization"}, {"school", "institution"}, "school"),
    "techreport": ({"school", "organization"}, {"institution", "publisher"}, "institution"),
}


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    if entry.type == "misc":
        return _of_misc(entry) if context.dialect_of(entry) == "bibtex" else ()
    if entry.type not in _WANTED:
        return ()
    wrong, right, name = _WANTED[entry.type]
    if any(known in entry.by_name for known in right) or "crossref" in entry:
        return ()
    part = entry.get(*sorted(wrong))
    if part is None or (part.name == "organization" and "author" not in entry):
        return ()  # it is the author then
    fix = Fix(f"rename it to {name}", (Edit(part.source, part.name_span, name),))
    return (
        at_field(
            part,
            f"{entry.type} does not print {part.name}",
            f"call it {name}, or choose another type",
            part.name_span,
            fix,
        ),
    )


def _of_misc(entry: Entry) -> Findings:
    """An article or a chapter that some program took for something else."""
    part = entry.get("journal", "journaltitle", "booktitle")
    if part is None or "howpublished" in entry or entry.get("volume", "pages") is None:
        return ()
    hint = "make it an inproceedings" if part.name == "booktitle" else "make it an article"
    return (at_field(part, f"misc does not print {part.name}", hint, part.name_span),)
