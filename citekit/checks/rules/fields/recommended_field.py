r"""An entry lacks a field that helps readers to find the work.

Why: a DOI or an address takes the reader there, pages tell the place in a volume.

The option ``fields`` lists what every entry should have; ``a|b`` is one of several.

Example:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, year = 2020}

Use instead:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, year = 2020, doi = {10.1000/182}}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_key
from citekit.checks.reading.entry import Entry

SEVERITY = "note"
PROFILE = ""
LANGUAGES = ("bibtex", "csl")
OPTIONS = {"fields": (["doi|url|eprint|isbn"], "What every entry should have; `a|b` is one of several.")}


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    found = []
    for need in context.options["fields"]:
        names = str(need).split("|")
        if not any(name in entry for name in names):
            found.append(at_key(entry, f"{entry.shown} has no {' or '.join(names)}", "add one"))
    return found
