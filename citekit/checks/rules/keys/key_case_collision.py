r"""Keys differ only in capital and small letters.

Why: BibTeX takes them for one key and stops, biber for two.

Example:

    @misc{Doe2020, author = {J. Doe}, title = {A}, year = 2020}
    @misc{doe2020, author = {J. Doe}, title = {B}, year = 2020}

Use instead:

    @misc{doe2020a, author = {J. Doe}, title = {A}, year = 2020}
    @misc{doe2020b, author = {J. Doe}, title = {B}, year = 2020}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.data_model import is_settings
from citekit.checks.finding import Findings, at_key, place_of, related
from citekit.checks.reading.bibliography import Bibliography

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")


def check_bibliography(bibliography: Bibliography, context: Context) -> Findings:
    """What is wrong in a bibliography."""
    for entry in bibliography.entries:
        first = bibliography.by_key.get(entry.key.lower())
        if first is not None and first.key != entry.key and not is_settings(entry.type):
            message = f"the key '{entry.key}' differs only in case from '{first.key}' in {place_of(first)}"
            yield at_key(entry, message, "rename one of them", related=(related(first, "the other key"),))
