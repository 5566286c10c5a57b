r"""The DOI of an entry and its address at a DOI resolver name different works.

Why: one of them leads to somebody else's work.

Example:

    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020, doi = {10.1000/182}, url = {https://doi.org/10.1000/183}}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020, doi = {10.1000/182}, url = {https://doi.org/10.1000/182}}
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry
from citekit.checks.finding import at_field
from citekit.works.ids import normal_doi

FAMILY = "values"
SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")


def check_entry(entry: Entry, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with an entry."""
    part = entry.by_name.get("url")
    if part is None or "doi" not in entry.by_name or "doi.org/" not in part.text:
        return ()
    own, other = (normal_doi(_bare(text)) for text in (entry.text("doi"), part.text))
    if not own or not other or own == other or own.startswith(other) or other.startswith(own):
        return ()
    return (at_field(part, f"the address is that of {other}, the DOI is {own}", "correct the wrong one"),)


def _bare(text: str) -> str:
    return text.replace("\\_", "_").replace("\\", "").replace("{", "").replace("}", "")
