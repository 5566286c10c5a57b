r"""A title says that the work was retracted, withdrawn, or is under an expression of concern.

Why: publishers put the word before the title when it happens; a work that is cited all the same should say so on purpose.
The notice itself ("Retraction of …", "Retraction: …") is another publication.

Example:

    @article{doe2020, author = {J. Doe}, title = {RETRACTED: Lazy Queues}, journal = {J. Queues}, year = 2020}

Use instead:

    @article{roe2021, author = {R. Roe}, title = {Eager Queues}, journal = {J. Queues}, year = 2021}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field
from citekit.checks.reading.entry import Entry, Field

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")
FIELDS = ("title",)

_NOTICE = re.compile(
    r"[\s{\[(*]*+(?P<word>retracted(?:\s(?:article|paper|chapter))?|(?-i:WITHDRAWN)|expression of concern)[\])}*]*\s*(?::|\]|\)|—|-\s)"
    r"|.{0,600}[\[(](?P<behind>retracted(?:\s(?:article|paper|chapter))?)[\])]",
    re.IGNORECASE | re.DOTALL,
)


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    match = _NOTICE.match(part.text) if "note" not in entry or "etract" not in entry.text("note") else None
    if match is None:
        return ()
    word = (match["word"] or match["behind"]).lower()
    return (at_field(part, f"the title says that the work is {word}", "cite another work, or say so in note"),)
