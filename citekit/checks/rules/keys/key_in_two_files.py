r"""Two bibliographies of one project have one key for different works.

Why: a document that reads both gets one of them, and not always the one that was meant.

Example:

    --- a.bib
    @misc{doe2020, author = {J. Doe}, title = {Lazy Queues}, year = 2020}
    --- b.bib
    @misc{doe2020, author = {J. Doe}, title = {Eager Stacks}, year = 2020}

Use instead:

    --- a.bib
    @misc{doe2020lazy, author = {J. Doe}, title = {Lazy Queues}, year = 2020}
    --- b.bib
    @misc{doe2020eager, author = {J. Doe}, title = {Eager Stacks}, year = 2020}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_key, place_of, related
from citekit.checks.reading.entry import Entry
from citekit.checks.reading.project import Project
from citekit.works.identity import same_work

SEVERITY = "error"


def check_project(project: Project, context: Context) -> Findings:
    """What is wrong in a project."""
    seen: dict[str, Entry] = {}
    for bibliography in project.bibliographies:
        for entry in bibliography.by_key.values():
            first = seen.setdefault(entry.key, entry)
            if first is entry or bibliography.context_only or not (first.title_key and entry.title_key):
                continue
            found = same_work(first.described, entry.described)
            if not found.one_work and not found.shared:
                message = f"the key '{entry.key}' is another work in {place_of(first)}"
                yield at_key(entry, message, "rename one of them", related=(related(first, "the other work"),))
