r"""A word that a line end cut in two: ``Ar- chitecture``.

Why: text copied out of a page keeps the hyphen of its line end, with the line end or with a blank in its place.
``pre- and post-training`` is right, and so is ``GPU- based`` but for its blank.

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

_BREAK = re.compile(
    r"(?P<left>[^\W\d_]{2,40})(?:[-\u2010\u2011](?P<end>[ \t\xa0]*\r?\n[ \t]*|[ \t\xa0]{1,3})|(?P<sign>\u00ac)\s{0,3})"
    r"(?P<right>[^\W\d_]{2,40})"
)
_HINT = re.compile(r"[-\u2010\u2011][ \t\r\n\xa0]|\u00ac")
_SMALL = frozenset(
    "and or nor to of in on for from with by as at an the is are und oder bzw et ou ed en of och og eller ja tai als bis im in "
    "der die das des du de la le les una un per con oraz lub plus versus vs via not but how what why when who sowie inkl"
    " resp respectively towards into between et al".split()
)
"""What goes on after a hyphen that was meant as a dash, or after the first half of two compounds."""


def check_entry(entry: Entry, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with an entry."""
    found: list[Diagnostic] = []
    for part in entry.fields[:1] if entry.language == "list" else entry.texts():
        if _HINT.search(part.text):
            found += _in_field(part)
    return found


def _in_field(part: Field) -> Iterable[Diagnostic]:
    for match in _BREAK.finditer(part.text):
        if match["right"].lower() in _SMALL or not (match["sign"] or _is_broken(part.text, match)):
            continue
        word = f"{match['left']}{match['right']}"
        edit = Edit(part.source, part.part(match.end("left"), match.start("right")), "")
        fix = Fix(f"write {word}", (edit,), safe=False) if part.inside >= 0 else None
        span = part.part(*match.span())
        yield at_field(part, f"a line end cut '{short(word)}' in two", f"write {word}", span, fix)


def _is_broken(text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - 40) : match.end("left")]
    return joins_hyphen(f"{before}-", text[match.start("right") : match.end() + 20])
