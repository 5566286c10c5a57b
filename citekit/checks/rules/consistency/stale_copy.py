r"""A text copy of a page is older than the page.

Why: whoever reads the copy misses the newest works. A copy is a ``.txt`` beside a page of the same name (``cv.txt``
beside ``cv.md``), or what the option ``copies`` says. It is older where it lacks works of the page that are at least as
new as its own newest one; times of files do not count.

Example:

    --- [documents = { "*.md" = "complete", "*.txt" = "complete" }]
    --- cv.md
    # Publications

    - Jane Doe, Richard Roe. "Quiet Trees in Public Places". Journal of Queues, 2023.
    - Jane Doe, Richard Roe. "Eager Stacks Considered Harmful". Journal of Queues, 2021.
    - Jane Doe, Paul Poe. "Lazy Queues for Everyone". Journal of Queues, 2020.
    --- cv.txt
    Publications

    - Jane Doe, Richard Roe. "Eager Stacks Considered Harmful". Journal of Queues, 2021.
    - Jane Doe, Paul Poe. "Lazy Queues for Everyone". Journal of Queues, 2020.

Use instead:

    --- [documents = { "*.md" = "complete", "*.txt" = "complete" }]
    --- cv.md
    # Publications

    - Jane Doe, Richard Roe. "Quiet Trees in Public Places". Journal of Queues, 2023.
    - Jane Doe, Richard Roe. "Eager Stacks Considered Harmful". Journal of Queues, 2021.
    - Jane Doe, Paul Poe. "Lazy Queues for Everyone". Journal of Queues, 2020.
    --- cv.txt
    Publications

    - Jane Doe, Richard Roe. "Quiet Trees in Public Places". Journal of Queues, 2023.
    - Jane Doe, Richard Roe. "Eager Stacks Considered Harmful". Journal of Queues, 2021.
    - Jane Doe, Paul Poe. "Lazy Queues for Everyone". Journal of Queues, 2020.
"""

from __future__ import annotations

from typing import Any

from citekit.checks.comparing.matching import matching
from citekit.checks.comparing.plain_text import stale_copies
from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings, Related, short
from citekit.checks.reading.project import Project
from citekit.span import Span

SEVERITY = "note"
_NO_COPIES: dict[str, Any] = {}
OPTIONS = {"copies": (_NO_COPIES, 'Copies and what they are copies of, such as { "cv.txt" = "index.html" }.')}


def check_project(project: Project, context: Context) -> Findings:
    """What is wrong in a project."""
    for stale in stale_copies(matching(project), context.options["copies"]):
        newest = stale.lacking[0]
        first = stale.copy.entries[0]
        place = first.get("title")
        works = "a work" if len(stale.lacking) == 1 else f"{len(stale.lacking)} works, the newest"
        message = f"this copy is older than {stale.source.name}: it lacks {works} of {newest.year}"
        related = (Related(f"“{short(newest.title)}” is missing in the copy", newest.source, newest.span),)
        yield Diagnostic(
            message,
            first.source,
            place.span if place else Span(first.span.start, first.span.start),
            "make the copy anew",
            stale.copy.name,
            related,
        )
