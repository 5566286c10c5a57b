r"""Two publications of a list run together without a blank between them.

Why: a line end was lost when the text was copied, and readers and programs take the last author of one and the title of
the next for one word.

Example:

    --- cv.txt
    Publications
    Lazy Queues for Everyone
    ICML 2021
    J. Doe, M. Moe, R. RoeEager Stacks: Considered Harmful by Many
    NeurIPS 2022
    J. Doe, R. RoePatient Heaps: Growing Old in Practice
    MLSys 2023
    J. Doe, P. Poe, R. Roe

Use instead:

    --- cv.txt
    Publications
    Lazy Queues for Everyone
    ICML 2021
    J. Doe, M. Moe, R. Roe
    Eager Stacks: Considered Harmful by Many
    NeurIPS 2022
    J. Doe, R. Roe
    Patient Heaps: Growing Old in Practice
    MLSys 2023
    J. Doe, P. Poe, R. Roe
"""

from __future__ import annotations

from itertools import pairwise

from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings
from citekit.checks.reading.project import Project
from citekit.span import Span

SEVERITY = "warning"


def check_project(project: Project, context: Context) -> Findings:
    """What is wrong in a project."""
    for listing in project.listings:
        text = listing.source.text
        items = sorted(listing.entries, key=lambda entry: entry.span.start)
        for entry, after in pairwise(items):
            at = after.span.start
            if entry.span.end == at and text[at - 1 : at].isalpha() and text[at : at + 1].isalpha():
                start = max(text.rfind(" ", entry.span.start, at), text.rfind("\n", entry.span.start, at)) + 1
                end = text.find(" ", at, after.span.end)
                span = Span(start, end if end > 0 else at + 1)
                yield Diagnostic(
                    f"two publications run together: '{text[span.start : span.end]}'",
                    listing.source,
                    span,
                    "put a line end between them",
                    after.title,
                    whole=after.span,
                )
