r"""A value changes the font with a switch of old LaTeX: ``{\it …}``, ``\bf``.

Why: the classes of many publishers no longer have these commands, and LaTeX stops. ``--unsafe-fixes`` writes the command
of today.

Example:

    @misc{doe2020, author = {J. Doe}, title = {Genes of {\it Drosophila}}, year = 2020}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {Genes of \textit{Drosophila}}, year = 2020}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, replaced
from citekit.checks.reading.entry import Entry, Field

SEVERITY = "note"
PROFILE = "submission"
FIELDS = ("title", "booktitle", "journal", "series", "note", "author")

_SWITCH = re.compile(
    r"\{\s*\\(?P<name>it|bf|em|sc|tt|rm|sf|sl)(?![A-Za-z])\s*(?P<text>[^{}\\$]{0,200})\}|\\(?P<bare>it|bf|sc|tt|rm|sf|sl)(?![A-Za-z])"
)
_TODAY = {"em": "emph"}


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    if "\\" not in part.text or "$" in part.text:
        return ()
    found = []
    for match in _SWITCH.finditer(part.text):
        name = match["name"] or match["bare"]
        today = "\\" + _TODAY.get(name, f"text{name}")
        span = part.part(*match.span())
        fix = replaced(part, span, f"{today}{{{match['text']}}}", f"write {today}") if match["name"] else None
        found.append(at_field(part, f"'\\{name}' is a switch of old LaTeX", f"write {today}{{…}}", span, fix))
    return found
