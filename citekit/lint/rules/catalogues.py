"""Entries compared with the records of catalogues on the web: Crossref, DataCite, arXiv, DBLP, OpenAlex, PubMed, Semantic Scholar."""

from __future__ import annotations

from citekit.lint.finding import Findings, Severity
from citekit.lint.loading.project import Project
from citekit.lint.rule import Context, RulePart, rule


def _of_kind(kind: str, name: str, severity: Severity) -> RulePart:
    """Return the rule that reports one kind of remark."""

    def check(project: Project, context: Context) -> Findings:
        known = context.knowledge.catalogued
        return known(project, kind) if known else ()

    check.__name__ = name
    return rule("project", severity, languages="bibtex csl", needs="online")(check)


catalogue_differs = _of_kind("difference", "catalogue_differs", "warning")
catalogue_identifier = _of_kind("identifier", "catalogue_identifier", "error")
catalogue_published = _of_kind("published", "catalogue_published", "note")
catalogue_retracted = _of_kind("fate", "catalogue_retracted", "error")
catalogue_unknown = _of_kind("absence", "catalogue_unknown", "note")
