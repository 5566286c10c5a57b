r"""A publication of years ago is still "to appear", "in press" or "submitted".

Why: it has appeared by now, or never will.

The option ``years`` says how many years that may take.

Example:

    @article{doe2012, author = {J. Doe}, title = {A}, journal = {J. Queues}, year = 2012, note = {To appear}}

Use instead:

    @article{doe2012, author = {J. Doe}, title = {A}, journal = {J. Queues}, year = 2012, volume = 3}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field
from citekit.checks.reading.entry import Entry, Field

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl", "list")
OPTIONS = {"years": (1, "So many years a publication may take to appear.")}

_STATUS = re.compile(
    r"\b(?:to appear|in press|in print|forthcoming|submitted (?:to|for publication)|under (?:review|revision)|to be published"
    r"|accepted (?:for publication|at|by|to)|just accepted|early access|ahead of print|advance(?:d)? online publication"
    r"|(?:manuscript |work )?in (?:preparation|progress)|im (?:druck|erscheinen)|erscheint|en prensa|in corso di stampa"
    r"|no prelo|à paraître)\b",
    re.IGNORECASE,
)
_ANYTHING = re.compile(r"\S+")
_STATES = frozenset({"inpress", "forthcoming", "submitted", "inpreparation"})
"""What BibLaTeX's ``pubstate`` may say; ``prepublished`` may stay so."""
_SHORT_NOTE = 80
_HOW_OFTEN = ("quarterly", "monthly", "annually", "twice", "every", "weekly")
_FIELDS = (
    "note", "pubstate", "journal", "booktitle", "howpublished", "pages", "volume", "number", "addendum", "status", "item",
)  # fmt: skip


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    for name in _FIELDS:
        part = entry.by_name.get(name)
        if part is None or len(part.text) < 6:
            continue
        match = _STATUS.search(part.text) or _state(part)
        if match is None or (entry.language != "list" and not _is_remark(part.text, match)):
            continue
        year = entry.year
        if (
            year is None
            or year >= context.year - context.options["years"]
            or (entry.language == "list" and not _is_status(entry, part, match))
        ):
            return ()
        message = f"it is of {year} and still “{match[0]}”"
        return (at_field(part, message, "say where it appeared, or take it out", part.part(*match.span())),)
    return ()


def _state(part: Field) -> re.Match[str] | None:
    known = part.name == "pubstate" and part.text.strip().lower() in _STATES
    return _ANYTHING.search(part.text) if known else None


def _is_remark(text: str, match: re.Match[str]) -> bool:
    """Whether the words say how far the publication is, and not something in a long note."""
    before, after = text[: match.start()].rstrip(), text[match.end() :].lstrip()
    begins = not before or before[-1] in ".;:({["
    return (len(text) <= _SHORT_NOTE or begins) and not after.lower().startswith(_HOW_OFTEN)


def _is_status(entry: Entry, part: Field, match: re.Match[str]) -> bool:
    """Whether the words in an item of a list are no part of its title."""
    title = entry.by_name.get("title")
    at = part.part(*match.span()).start
    return title is None or not title.span.start <= at < title.span.end
