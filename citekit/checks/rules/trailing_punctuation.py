r"""A title or venue ends in a full stop, comma or colon.

Why: styles put their own, so two are printed. ``--fix`` takes it off.

Example:

    @misc{doe2020, author = {J. Doe}, title = {Lazy queues in practice.}, year = 2020}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {Lazy queues in practice}, year = 2020}
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry, Field
from citekit.checks.finding import at_field, replaced

FAMILY = "titles"
SEVERITY = "note"
LANGUAGES = ("bibtex", "csl")
FIELDS = ("title", "booktitle", "journal", "journaltitle")

_END = re.compile(r"(?<![.,;:])(?P<sign>\.(?!\.\.)[.,;:]?|[,;:]\.?|。)\s*(?P<braces>\}*)\s*$")
_ABBREVIATION = re.compile(
    r"(?:\b[A-Za-z]|\b[A-Z][a-z]{0,3}|\b(?i:etc|vol|no|ed|eds|al|pt|ch|jr|sr|inc|ltd|co|corp|dept|univ|ser|suppl|bull|proc|conf|symp|int"
    r"|trans|soc|assoc|sci|res|math|phys|chem|comput|syst|eng|tech|rev|lett|ann|amer|acad|appl|anal|theor|mech|geom|graph|lang))\.\s*$"
)
_SIGNS = (".", ",", ";", ":", "。")
_TAIL = 200


def check_field(entry: Entry, part: Field, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with one of :data:`FIELDS`."""
    if part.text.rstrip("} \t\r\n")[-1:] not in _SIGNS:
        return ()
    match = _END.search(part.text, max(0, len(part.text) - _TAIL))
    if match is None or (match["sign"] == "." and _is_short_form(part.text.rstrip("} \t\r\n"), part.name)):
        return ()
    span = part.part(match.start("sign"), match.end() if not match["braces"] else match.end("sign"))
    fix = replaced(part, span, "", "take it off") if entry.language == "bibtex" else None
    return (
        at_field(
            part, f"the {part.name} ends in '{match['sign']}'", "take it off", part.part(*match.span("sign")), fix
        ),
    )


def _is_short_form(text: str, name: str) -> bool:
    if _ABBREVIATION.search(text) or "\\" in text[-12:]:
        return True
    if name in ("journal", "journaltitle"):
        return True  # "Superlattices Microstruct."
    return name == "booktitle" and len(text.rstrip(". ").rpartition(" ")[2]) < 6
