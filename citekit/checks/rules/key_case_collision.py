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

from collections.abc import Iterable

from citekit.checks.bibliography import Bibliography
from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.finding import at_key, place_of, related
from citekit.checks.models import is_settings

FAMILY = "keys"
SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")


def check_bibliography(bibliography: Bibliography, context: Context) -> Iterable[Diagnostic]:
    """What is wrong in a bibliography."""
    for entry in bibliography.entries:
        first = bibliography.by_key.get(entry.key.lower())
        if first is not None and first.key != entry.key and not is_settings(entry.type):
            message = f"the key '{entry.key}' differs only in case from '{first.key}' in {place_of(first)}"
            yield at_key(entry, message, "rename one of them", related=(related(first, "the other key"),))
