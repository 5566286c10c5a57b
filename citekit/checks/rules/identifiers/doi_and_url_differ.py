r"""The DOI of an entry and its address at a DOI resolver name different works.

Why: one of them leads to somebody else's work.

Example:

    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020, doi = {10.1000/182}, url = {https://doi.org/10.1000/183}}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020, doi = {10.1000/182}, url = {https://doi.org/10.1000/182}}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field
from citekit.checks.reading.entry import Entry, Field
from citekit.works.ids import normal_doi

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")

_OTHERS = ("url", "note", "howpublished")
_ADDRESS = re.compile(
    r"(?:(?:https?://)?(?:[\w.-]{1,60}\.)?doi\.org/|doi:\s?"
    r"|https?://[\w.-]{1,60}/(?:doi|article|chapter|book|content/pdf)/(?:(?:abs|full|pdf|epdf)/)?)"
    r"(?P<doi>10\.\d{4,9}(?:/|%2F)[^\s?#]{1,300})(?:[?#]\S*)?",
    re.IGNORECASE,
)


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    if "doi" not in entry.by_name:
        return ()
    others = [part for name in _OTHERS if (part := entry.by_name.get(name)) and "10." in part.text]
    own = normal_doi(_bare(entry.text("doi"))) if others else ""
    return [found for part in others for found in _compared(own, part)]


def _compared(own: str, part: Field) -> Findings:
    if not own:
        return
    match = _ADDRESS.fullmatch(_bare(part.text))
    other = normal_doi(match["doi"].removesuffix(".pdf").replace("%2F", "/").replace("%2f", "/")) if match else ""
    if other and own != other and not own.startswith(other) and not other.startswith(own):
        yield at_field(part, f"the address is that of {other}, the DOI is {own}", "correct the wrong one")


def _bare(text: str) -> str:
    return text.replace("\\url{", "").replace("\\_", "_").replace("\\", "").replace("{", "").replace("}", "").strip()
