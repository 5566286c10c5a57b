r"""A field of an entry is not what a catalogue has for its work.

Why: readers look a work up by these fields. Title, authors, year, journal or proceedings, volume and pages are compared;
other forms of a name, years a year apart, and what a catalogue does not say are no differences. A value that two
catalogues agree on can be put in with ``--unsafe-fixes``.

Example: an entry of 1993 whose DOI is registered for a paper of 1989.

Use instead: what the work itself says; the finding names the catalogue that says otherwise.
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings
from citekit.checks.reading.project import Project

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")
NEEDS = ("online",)


def check_project(project: Project, context: Context) -> Findings:
    """What catalogues say of the entries of a project."""
    known = context.knowledge.catalogued
    return known(project, "difference") if known else ()
