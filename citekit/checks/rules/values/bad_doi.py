r"""A DOI is none, or is written as an address.

Why: styles put ``https://doi.org/`` before it, so an address becomes a broken link. ``--unsafe-fixes`` leaves the bare DOI.

Example:

    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020, doi = {https://doi.org/10.1000/182}}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020, doi = {10.1000/182}}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, rewritten, short
from citekit.checks.reading.entry import Entry, Field

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")
FIELDS = ("doi",)

_DOI = re.compile(r"10\.\d{4,9}(?:\.\d{1,9}+)*/\S+|10/[a-z0-9]{3,12}")
_BEFORE = re.compile(
    r"(?:https?://(?:[\w.-]{1,60}\.)?(?:doi\.org|doi\.acm\.org)/|https?://[\w.-]{1,60}/doi/(?:(?:abs|full|pdf|epdf)/)?"
    r"|doi:?\s*(?:https?://(?:dx\.)?doi\.org/)?)",
    re.IGNORECASE,
)


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    text = part.text.strip("{} \t\r\n")
    if not text or (text.startswith("10") and _DOI.fullmatch(text) and text[-1] not in ".,;"):
        return ()
    if part.inside < 0:
        return ()
    bare = _BEFORE.sub("", text, count=1)
    if bare.startswith("\\url{") or "\\" in bare:
        bare = bare.removeprefix("\\url{").rstrip("}").replace("\\_", "_").replace("\\", "")
        bare = _BEFORE.sub("", bare, count=1)
        if _DOI.fullmatch(bare):
            return ()
    if _DOI.fullmatch(bare) and bare != text:
        fix = rewritten(part, bare, "leave the bare DOI")
        return (at_field(part, "the DOI is written as an address or with a label", f"write {short(bare)}", fix=fix),)
    if _DOI.fullmatch(bare):
        clean = bare.rstrip(".,;")
        fix = rewritten(part, clean, "take the punctuation off")
        return (at_field(part, f"the DOI ends in '{bare[-1]}'", f"write {short(clean)}", fix=fix),)
    return (at_field(part, f"'{short(text)}' is not a DOI", "a DOI begins with 10. and has a /"),)
