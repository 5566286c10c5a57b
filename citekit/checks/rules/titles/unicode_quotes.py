r"""Quotation marks of a word processor in a value for LaTeX, or straight ones.

Why: ``` ``…'' ``` prints right everywhere; of straight ones LaTeX makes two closing marks. The option ``unicode`` is for
bibliographies that no LaTeX reads: it wants typographic marks in place of LaTeX's.

Example:

    @misc{doe2020, author = {J. Doe}, title = {On “lazy” queues}, year = 2020}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {On ``lazy'' queues}, year = 2020}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Edit, Findings, Fix, at_field
from citekit.checks.reading.entry import Entry, Field

SEVERITY = "note"
PROFILE = ""
FIELDS = ("title", "booktitle", "note")

_QUOTES = {"“": "``", "”": "''", "‘": "`", "’": "'"}
_QUOTE = re.compile("[“”‘’]")
_STRAIGHT = re.compile(r'(?<![\w\\{])"(?=\w)(?P<inside>[^"{}]{1,200})(?<=[\w.,!?])"(?!\w)')
_TEX = re.compile(r"``(?P<inside>[^`'{}]{1,200})''")
OPTIONS = {"unicode": (False, "Want typographic marks, and none of LaTeX's.")}


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    if context.options["unicode"]:
        return _pairs(part, _TEX, ("“", "”"), "LaTeX's quotation marks") if "``" in part.text else ()
    if '"' in part.text:
        return _pairs(part, _STRAIGHT, ("``", "''"), "straight quotation marks")
    found = list(_QUOTE.finditer(part.text)) if not part.text.isascii() else []
    if not found:
        return ()
    edits = tuple(Edit(part.source, part.part(*match.span()), _QUOTES[match[0]]) for match in found)
    fix = Fix("write LaTeX's quotation marks", edits) if part.inside >= 0 else None
    message = f"{part.name} has typographic quotation marks"
    return (at_field(part, message, "write `` and ''", part.part(*found[0].span()), fix),)


def _pairs(part: Field, pattern: re.Pattern[str], marks: tuple[str, str], what: str) -> Findings:
    """A finding for the pairs of marks of one kind, with other ones in their place."""
    found = list(pattern.finditer(part.text))
    if not found:
        return ()
    places = [
        (span, mark)
        for match in found
        for span, mark in zip(
            ((match.start(), match.start("inside")), (match.end("inside"), match.end())), marks, strict=True
        )
    ]
    edits = tuple(Edit(part.source, part.part(*span), mark) for span, mark in places)
    fix = Fix(f"write {marks[0]} and {marks[1]}", edits) if part.inside >= 0 else None
    return (
        at_field(part, f"{part.name} has {what}", f"write {marks[0]} and {marks[1]}", part.part(*found[0].span()), fix),
    )
