r"""A mark of the printed page is left in a name: an asterisk, a dagger, "(co-first)".

Why: it is printed with the name, and the name sorts and matches as another one. ``--fix`` takes it out.

Example:

    @misc{doe2020, author = {Jane Doe* and Richard Roe}, title = {A}, year = 2020}

Use instead:

    @misc{doe2020, author = {Jane Doe and Richard Roe}, title = {A}, year = 2020}
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry, Field
from citekit.checks.finding import at_field, replaced

FAMILY = "names"
SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")
FIELDS = ("author", "editor")

_MARK = re.compile(
    r"\s*(?:\$\^\{?(?:\*|\\dag(?:ger)?|\\ast|\\ddag(?:ger)?)\}?\$|(?<!\\)(?<![\\{])\*+|[†‡§¶]+|\\(?:dag|ddag|textdagger|textdaggerdbl|textasteriskcentered)(?![A-Za-z])(?:\{\})?"
    r"|\((?:co-?first(?: authors?)?|equal contributions?|corresponding(?: author)?)\))",
    re.IGNORECASE,
)
_HINT = re.compile(r"[*†‡§¶(]|\\(?:dag|ddag|textda|textas|ast)")


def check_field(entry: Entry, part: Field, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with one of :data:`FIELDS`."""
    if not _HINT.search(part.text):
        return ()
    found = []
    for match in _MARK.finditer(part.text):
        if not match.start() and not part.text[match.end() :].strip():
            continue
        span = part.part(*match.span())
        fix = replaced(part, span, "", "take it out") if entry.language == "bibtex" else None
        hint = "take it out; author+an can say who contributed equally"
        found.append(at_field(part, f"'{match[0].strip()}' is left in a name", hint, span, fix))
    return found
