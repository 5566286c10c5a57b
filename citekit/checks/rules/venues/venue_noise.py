r"""The name of the proceedings carries pages, a publisher or a place with it.

Why: they have fields of their own, and are printed twice where those are filled as well.

Example:

    @inproceedings{doe2020, author = {J. Doe}, title = {A}, booktitle = {Proceedings of SIGMOD, pp. 12--24}, year = 2020}

Use instead:

    @inproceedings{doe2020, author = {J. Doe}, title = {A}, booktitle = {Proceedings of SIGMOD}, pages = {12--24}, year = 2020}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, Fix, at_field, rewritten, with_field
from citekit.checks.reading.entry import Entry, Field

SEVERITY = "note"
PROFILE = "strict"
LANGUAGES = ("bibtex", "csl")
FIELDS = ("booktitle", "journal")

_NOISE = re.compile(
    r"(?P<pages>\bpp?\.?\s?\d+(?:\s?[-–]{1,2}\s?\d+)?|\bpages\s\d+(?:\s?[-–]{1,2}\s?\d+)?)"
    r"|(?P<publisher>\b(?:IEEE Press|ACM Press|Springer(?:-Verlag)?|Elsevier)\s*$)"
    r"|(?P<address>,\s(?:USA|UK|Germany|France|China|Japan|Canada|Italy|Spain)\b)"
)
_LABEL = re.compile(r"^(?:pp?\.?|pages)\s?")


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    match = _NOISE.search(part.text[:1000])
    if match is None:
        return ()
    noise = match[0].strip(", ")
    message = f"'{noise}' is no part of the name of a venue"
    fix = _moved(entry, part, match, noise)
    return (at_field(part, message, "put it into its own field", part.part(*match.span()), fix),)


def _moved(entry: Entry, part: Field, match: re.Match[str], noise: str) -> Fix | None:
    """A fix that takes pages or a publisher off the end of the name, into a field that is not there yet.

    The name of a country stays, for the town before it has no mark by which it could be told.
    """
    name = match.lastgroup or ""
    rest = part.text[match.end() :].strip(" .,;)")
    before = part.text[: match.start()].rstrip(" ,;(")
    if name == "address" or rest or not before or "{" in noise:
        return None
    taken = rewritten(part, before, f"move it to {name}")
    if name in entry.by_name or taken is None:
        return taken
    added = with_field(entry, name, _LABEL.sub("", noise), taken.message)
    return Fix(taken.message, (*taken.edits, *added.edits)) if added else None
