r"""An entry refers to another one that is not there.

Why: what it should inherit is missing in print; BibTeX and biber both complain.

Example:

    @inproceedings{doe2020, author = {J. Doe}, title = {A}, crossref = {sigmod2020}}

Use instead:

    @inproceedings{doe2020, author = {J. Doe}, title = {A}, crossref = {sigmod2020}}
    @proceedings{sigmod2020, title = {Proceedings of SIGMOD}, year = 2020}
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.finding import at_field
from citekit.checks.project import Project
from citekit.span import Span

FAMILY = "fields"
SEVERITY = "error"

_ONE = ("crossref", "xref")
_SEVERAL = ("xdata", "related", "entryset")


def check_project(project: Project, context: Context) -> Iterable[Diagnostic]:
    """What is wrong in a project."""
    keys = {key.lower() for bibliography in project.bibliographies for key in bibliography.keys}
    for bibliography in project.checked_bibliographies:
        for entry in bibliography.entries:
            for name in (*_ONE, *_SEVERAL):
                part = entry.by_name.get(name)
                if part is None:
                    continue
                targets = part.text.split(",") if name in _SEVERAL else [part.text]
                for target in targets:
                    if target.strip() and target.strip().lower() not in keys:
                        message = f"{name} names '{target.strip()}', which is not defined"
                        found = at_field(part, message, "define it, or correct the name", part.find(target.strip()))
                        yield Diagnostic(
                            found.message, found.source, found.span, found.hint, entry.key, whole=_whole(entry.span)
                        )


def _whole(span: Span) -> Span:
    return span
