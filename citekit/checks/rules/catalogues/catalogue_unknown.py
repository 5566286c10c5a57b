r"""A work is in none of the catalogues that should know it.

Why: its title or its authors may be wrong. That a work is not found does not say that there is none: books, theses,
reports, old works, workshops and works in many languages are not counted as missing, and neither is a work about which a
catalogue was silent.

Example: an article whose title neither Crossref nor OpenAlex nor DBLP has.

Use instead: the title and the authors as they are printed, with an identifier where the work has one.
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings
from citekit.checks.reading.project import Project

SEVERITY = "note"
LANGUAGES = ("bibtex", "csl")
NEEDS = ("online",)


def check_project(project: Project, context: Context) -> Findings:
    """What catalogues say of the entries of a project."""
    known = context.knowledge.catalogued
    return known(project, "absence") if known else ()
