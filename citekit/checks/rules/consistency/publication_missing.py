r"""A publication of one list is missing from another list of the same person.

Why: lists kept by hand drift apart. A list under a heading such as "Selected Publications" may lack what it likes, and so
may a bibliography of what somebody cites; the setting ``documents`` says which document is which. Two lists are one
person's where they share at least three works and a quarter of the shorter one, or half of it.

Nothing is said of what a list does not cover: kinds of works and sections of which it has less than half (talks, theses,
patents, what is under review), the time before its oldest work where three works or more are older, works by others
than the person whose list it is, and everything where it has less than half of the other list. Nor is a work missing
whose title or identifier stands anywhere in the document, whether or not it was read as a publication.

Example:

    --- [documents = { "*.bib" = "complete" }]
    --- a.bib
    @misc{a, author = {Jane Doe}, title = {Lazy Queues for Everyone}, year = 2020}
    @misc{b, author = {Jane Doe}, title = {Eager Stacks Considered Harmful}, year = 2021}
    --- b.bib
    @misc{a, author = {Jane Doe}, title = {Lazy Queues for Everyone}, year = 2020}

Use instead:

    --- [documents = { "*.bib" = "complete" }]
    --- a.bib
    @misc{a, author = {Jane Doe}, title = {Lazy Queues for Everyone}, year = 2020}
    @misc{b, author = {Jane Doe}, title = {Eager Stacks Considered Harmful}, year = 2021}
    --- b.bib
    @misc{a, author = {Jane Doe}, title = {Lazy Queues for Everyone}, year = 2020}
    @misc{b, author = {Jane Doe}, title = {Eager Stacks Considered Harmful}, year = 2021}
"""

from __future__ import annotations

from citekit.checks.comparing.completeness import missing
from citekit.checks.comparing.matching import matching
from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings, Related
from citekit.checks.reading.project import Project

SEVERITY = "warning"


def check_project(project: Project, context: Context) -> Findings:
    """What is wrong in a project."""
    for found in missing(matching(project)):
        entry, lacking = found.entry, found.lacking
        title = entry.get("title")
        near = lacking.entries[0]
        related = (Related("the list without it", near.source, near.span),) if lacking.entries else ()
        message = f"“{entry.title}” is missing from {lacking.name}"
        hint = f"'citekit update {lacking.name} {entry.source.name}' adds it, or say that {lacking.name} is a selection"
        yield Diagnostic(
            message,
            entry.source,
            title.span if title else entry.span,
            hint,
            entry.key or entry.title,
            related,
            whole=entry.span,
            sureness=entry.sureness("title"),
        )
