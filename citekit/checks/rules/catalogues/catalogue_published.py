r"""A preprint is cited that a catalogue knows as published since.

Why: readers should find the version that was reviewed. ``citekit enrich --publish`` completes such entries.

Example: an entry of an arXiv preprint whose record at arXiv names the DOI of a journal.

Use instead: the published version, with the arXiv identifier kept beside it.
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
    return known(project, "published") if known else ()
