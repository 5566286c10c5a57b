"""Entries against what catalogues say over the web: Crossref, DataCite, arXiv, DBLP, OpenAlex, PubMed, Semantic Scholar."""

from __future__ import annotations

from citekit.checks.finding import Findings
from citekit.checks.reading.project import Project
from citekit.checks.rule import Context, rule


@rule("project", "warning", languages="bibtex csl", needs="online")
def catalogue_differs(project: Project, context: Context) -> Findings:
    """A field of an entry is not what a catalogue has for its work."""
    known = context.knowledge.catalogued
    return known(project, "difference") if known else ()


@rule("project", "error", languages="bibtex csl", needs="online")
def catalogue_identifier(project: Project, context: Context) -> Findings:
    """The DOI, arXiv identifier or PubMed number of an entry belongs to another work in a catalogue."""
    known = context.knowledge.catalogued
    return known(project, "identifier") if known else ()


@rule("project", "note", languages="bibtex csl", needs="online")
def catalogue_published(project: Project, context: Context) -> Findings:
    """A preprint is cited that a catalogue knows as published since."""
    known = context.knowledge.catalogued
    return known(project, "published") if known else ()


@rule("project", "error", languages="bibtex csl", needs="online")
def catalogue_retracted(project: Project, context: Context) -> Findings:
    """A catalogue says that a work was retracted or withdrawn, or that there is concern about it."""
    known = context.knowledge.catalogued
    return known(project, "fate") if known else ()


@rule("project", "note", languages="bibtex csl", needs="online")
def catalogue_unknown(project: Project, context: Context) -> Findings:
    """A work is in none of the catalogues that should know it."""
    known = context.knowledge.catalogued
    return known(project, "absence") if known else ()
