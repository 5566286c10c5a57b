r"""Two entries of a file have the same key.

Why: BibTeX reports it and takes the first entry, biber too; the second cannot be cited.

Example:

    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020}
    @misc{doe2020, author = {J. Doe}, title = {B}, year = 2020}

Use instead:

    @misc{doe2020a, author = {J. Doe}, title = {A}, year = 2020}
    @misc{doe2020b, author = {J. Doe}, title = {B}, year = 2020}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_key, place_of, related
from citekit.checks.reading.bibliography import Bibliography
from citekit.checks.reading.entry import Entry

SEVERITY = "error"
LANGUAGES = ("bibtex", "csl")


def check_bibliography(bibliography: Bibliography, context: Context) -> Findings:
    """What is wrong in a bibliography."""
    seen: dict[str, Entry] = {}
    for entry in bibliography.entries:
        first = seen.setdefault(entry.key, entry)
        if entry.key and first is not entry:
            same = "the same work" if first.title_key == entry.title_key and entry.title_key else "another work"
            message = f"the key '{entry.key}' is taken by {same} in {place_of(first)}"
            hint = "remove one of them" if same == "the same work" else "rename one of them"
            yield at_key(entry, message, hint, related=(related(first, "the first entry with this key"),))
