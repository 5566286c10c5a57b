r"""A catalogue says that a work was retracted or withdrawn, or that there is concern about it.

Why: its results may not stand. Corrections and new versions do not count.

Example: an entry whose DOI has a notice of retraction at Crossref.

Use instead: another source, or the same one named as retracted.
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings
from citekit.checks.reading.project import Project

SEVERITY = "error"
LANGUAGES = ("bibtex", "csl")
NEEDS = ("online",)


def check_project(project: Project, context: Context) -> Findings:
    """What catalogues say of the entries of a project."""
    known = context.knowledge.catalogued
    return known(project, "fate") if known else ()
