r"""A word that a line end cut in two: ``Ar- chitecture``.

Why: text copied out of a page keeps the hyphen of its line end. Only a hyphen before a real line end counts, and
``pre- and post-training`` is right.

Example:

    --- cv.txt
    Publications

    Jane Doe, Paul Poe. Eager Stacks Considered Harmful. International Conference on Machine Learning, 2021.

    Jane Doe, Richard Roe. Lazy Queues for Everyone. Proceedings of the International Symposium on Computer Ar-
    chitecture, 2020.

Use instead:

    --- cv.txt
    Publications

    Jane Doe, Paul Poe. Eager Stacks Considered Harmful. International Conference on Machine Learning, 2021.

    Jane Doe, Richard Roe. Lazy Queues for Everyone. Proceedings of the International Symposium on Computer
    Architecture, 2020.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic, Edit, Fix
from citekit.checks.entry import Entry, Field
from citekit.checks.finding import at_field, short
from citekit.text.repair import joins_hyphen

FAMILY = "damage"
SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl", "list")

_BREAK = re.compile(r"(?P<left>[^\W\d_]{2,40})-(?P<end>[ \t]*\r?\n[ \t]*)(?P<right>[^\W\d_]{2,40})")


def check_entry(entry: Entry, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with an entry."""
    found: list[Diagnostic] = []
    for part in entry.fields[:1] if entry.language == "list" else entry.texts():
        if "-\n" in part.text or "-\r\n" in part.text or "- \n" in part.text:
            found += _in_field(part)
    return found


def _in_field(part: Field) -> Iterable[Diagnostic]:
    for match in _BREAK.finditer(part.text):
        if joins_hyphen(
            part.text[max(0, match.start() - 40) : match.start("end")],
            part.text[match.start("right") : match.end() + 20],
        ):
            span = part.part(*match.span())
            word = f"{match['left']}{match['right']}"
            edit = Edit(part.source, part.part(match.start("end") - 1, match.end("end")), "")
            fix = Fix(f"write {word}", (edit,), safe=False) if part.inside >= 0 else None
            message = f"a line end cut '{short(match['left'])}-{short(match['right'])}' in two"
            yield at_field(part, message, f"write {word}, or keep the hyphen and join the lines", span, fix)
