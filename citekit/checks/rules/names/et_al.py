r"""A list of names is cut short with "et al." instead of ``and others``.

Why: BibTeX takes "et al." for a person or a part of a name. ``--unsafe-fixes`` writes ``and others``.

Example:

    @misc{doe2020, author = {Jane Doe and Richard Roe et al.}, title = {A}, year = 2020}

Use instead:

    @misc{doe2020, author = {Jane Doe and Richard Roe and others}, title = {A}, year = 2020}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, replaced
from citekit.checks.reading.entry import Entry, Field
from citekit.text.guarded import Guarded

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")
FIELDS = ("author", "editor")

_ET_AL = Guarded(
    r"(?<!\s)(?>(?:\s*+(?:,|\band\b)){0,20})\s*+(?:\bet\.?[\s~]*al(?:ii|\b)\.?|\{et al\.?\}|(?:(?<=\s)|(?<=,))(?:\.\.\.|…|\\l?dots\b)"
    r"|\bet\s+coll\b\.?|(?<=\s)(?:u\.\s?a\.|i\s+in\.|y\s+otros|e\s+outros|et\s+autres))(?=[\s,]*(?:$|\band\b|\}))",
    re.IGNORECASE,
)
_REST = Guarded(
    r"(?:,\s*+|(?<!\s)\s++)(?:and\s++|&\s++)?(?P<rest>(?:(?:\d{1,4}+|many|the|several)\s++){0,9}"
    r"(?:others|(?-i:other|more)|colleagues|co-?workers|collaborators|co-?authors))\s*+(?:\.\s*+)?$",
    re.IGNORECASE,
)
_RIGHT = re.compile(r"\s+(?i:and)\s+others\s*")
_TAIL = 80


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    match = _ET_AL.search(part.text) or _rest(part.text)
    if match is None:
        return ()
    span = part.part(*match.span())
    ends = not part.text[match.end() :].strip() and match.start() > 0
    fix = replaced(part, span, " and others", "write and others") if ends and entry.language == "bibtex" else None
    return (at_field(part, f"'{match[0].strip()}' is no name", "write ' and others'", span, fix),)


def _rest(text: str) -> re.Match[str] | None:
    """Words such as "and many more" at the end of a list; BibTeX reads ``and others`` only if it is written so."""
    match = _REST.search(text, max(0, len(text) - _TAIL))
    return None if match is None or _RIGHT.fullmatch(match[0]) else match
