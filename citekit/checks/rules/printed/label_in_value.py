r"""A number has the word that the style prints before or behind it: "vol.", "no.", "pp.", "ed.".

Why: it is printed twice, "vol. vol. 521". ``--unsafe-fixes`` takes it out.

Example:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, volume = {vol. 521}, pages = {pp. 484--489}, year = 2020}

Use instead:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, volume = {521}, pages = {484--489}, year = 2020}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, rewritten, short
from citekit.checks.reading.entry import Entry, Field

SEVERITY = "warning"
FIELDS = ("volume", "number", "pages", "edition")

_NUMBER = r"\s*+(?P<bare>(?:\d|[ivxlcIVXLC])[\w.,/ –-]{0,40})"
_LABELS = {
    "volume": re.compile(rf"(?:vol(?:ume|umen)?|band|bd|tome|tomo|t)(?:\.|\s){_NUMBER}", re.IGNORECASE),
    "number": re.compile(rf"(?:no|nr|num(?:ber)?|issue|iss|heft|n[°º])(?:\.|\s|(?<=[°º])){_NUMBER}", re.IGNORECASE),
    "pages": re.compile(rf"(?:pp?|pages?|pgs?|s|seiten?|págs?)(?:\.|\s){_NUMBER}", re.IGNORECASE),
    "edition": re.compile(
        r"(?P<bare>[\w. ]{1,30}?)[\s.]++(?:ed|edn|edition|aufl|auflage|édition|edición)\.?", re.IGNORECASE
    ),
}
_PERIODICALS = frozenset({"article", "inproceedings", "conference", "incollection", "proceedings", "book"})


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    text = part.text.strip()
    if not text or text.isdecimal() or len(text) > 60:
        return ()
    if part.name == "number" and entry.type not in _PERIODICALS:
        return ()  # reports are numbered in words
    if part.name == "edition" and context.dialect_of(entry) == "biblatex":
        return ()  # printed as it stands
    match = _LABELS[part.name].fullmatch(text)
    if match is None:
        return ()
    bare = match["bare"].strip()
    fix = rewritten(part, bare, f"write {short(bare)}")
    return (at_field(part, f"the style adds the word in '{short(text)}' itself", f"write {short(bare)}", fix=fix),)
