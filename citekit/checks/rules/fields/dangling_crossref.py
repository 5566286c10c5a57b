r"""An entry refers to another one that is not there.

Why: what it should inherit is missing in print; BibTeX and biber both complain. A missing entry is told once, however many
name it: where a bibliography is divided into several files, check them together.

Example:

    @inproceedings{doe2020, author = {J. Doe}, title = {A}, crossref = {sigmod2020}}

Use instead:

    @inproceedings{doe2020, author = {J. Doe}, title = {A}, crossref = {sigmod2020}}
    @proceedings{sigmod2020, title = {Proceedings of SIGMOD}, year = 2020}
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field
from citekit.checks.reading.entry import Entry, Field
from citekit.checks.reading.project import Project

SEVERITY = "error"

_ONE = ("crossref", "xref")
_SEVERAL = ("xdata", "related", "entryset")


def check_project(project: Project, context: Context) -> Findings:
    """What is wrong in a project."""
    keys = {key.lower() for bibliography in project.bibliographies for key in bibliography.keys}
    for bibliography in project.checked_bibliographies:
        missing: dict[str, list[tuple[Entry, Field, str]]] = {}
        for entry in bibliography.entries:
            for part, target in _targets(entry):
                if target.lower() not in keys:
                    missing.setdefault(target.lower(), []).append((entry, part, target))
        for (entry, part, target), *others in missing.values():
            more = f"; {len(others)} more name{'s' if len(others) == 1 else ''} it" if others else ""
            message = f"{part.name} names '{target}', which is not defined{more}"
            found = at_field(part, message, "define it, correct the name, or check the file that has it too")
            yield replace(found, span=part.find(target), key=entry.key, whole=entry.span)


def _targets(entry: Entry) -> Iterator[tuple[Field, str]]:
    for name in (*_ONE, *_SEVERAL):
        part = entry.by_name.get(name)
        if part is not None:
            for target in part.text.split(",") if name in _SEVERAL else (part.text,):
                if target.strip():
                    yield part, target.strip()
