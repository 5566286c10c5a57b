r"""An entry is cited by no document of the project.

Why: it is left over. A bibliography that is a collection has many such entries, so the rule must be asked for; a document
that cites everything (``\nocite{*}``) silences it.

Example:

    --- refs.bib
    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020}
    @misc{roe2019, author = {R. Roe}, title = {B}, year = 2019}
    --- paper.tex
    \cite{doe2020}
    \bibliography{refs}

Use instead:

    --- refs.bib
    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020}
    --- paper.tex
    \cite{doe2020}
    \bibliography{refs}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_key
from citekit.checks.reading.project import Project

SEVERITY = "note"
PROFILE = "strict"


def check_project(project: Project, context: Context) -> Findings:
    """What is wrong in a project."""
    cited: set[str] = set()
    used: set[str] = set()
    for manuscript in project.manuscripts:
        names = {bibliography.name for bibliography in project.of(manuscript)}
        if manuscript.everything:
            cited |= {key.lower() for name in names for key in project.by_name[name].keys}
        used |= names
        cited |= {citation.key.lower() for _, citation in manuscript.citations()}
    for bibliography in project.checked_bibliographies:
        if bibliography.name not in used:
            continue
        parents = {
            e.text(name).lower() for e in bibliography.entries for name in ("crossref", "xdata", "xref") if name in e
        }
        for entry in bibliography.entries:
            if entry.key and entry.key.lower() not in cited and entry.key.lower() not in parents:
                yield at_key(entry, f"'{entry.key}' is never cited", "remove it, or cite it")
