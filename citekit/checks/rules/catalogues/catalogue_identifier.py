r"""The DOI, arXiv identifier or PubMed number of an entry belongs to another work in a catalogue.

Why: it was copied from a neighbour, mistyped or invented, and leads readers astray. Catalogues are asked only with
``--online`` or by ``citekit verify``; titles and authors decide, and a work that was renamed is still itself.

Example: an entry whose DOI is that of the paper before it in the journal.

Use instead: the identifier of the work itself, which the finding names where a catalogue has it.
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
    return known(project, "identifier") if known else ()
