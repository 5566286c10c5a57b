r"""A character beyond ASCII, for those who run an old BibTeX.

Why: BibTeX sorts and shortens names byte by byte. biber and every other program read Unicode well, so the rule must be
asked for. ``--unsafe-fixes`` writes LaTeX's commands.

Example:

    @misc{doe2020, author = {José Doe}, title = {Queues}, year = 2020}

Use instead:

    @misc{doe2020, author = {Jos{\'e} Doe}, title = {Queues}, year = 2020}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Edit, Findings, Fix, at_field
from citekit.checks.reading.entry import Entry
from citekit.text.tex import encode

SEVERITY = "note"
PROFILE = ""

_BEYOND = re.compile(r"[^\x00-\x7f]")


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    found = []
    for part in entry.texts():
        signs = list(_BEYOND.finditer(part.text)) if not part.text.isascii() else []
        if signs:
            codes = [(match, encode(match[0])) for match in signs]
            edits = tuple(Edit(part.source, part.part(*match.span()), code) for match, code in codes if code.isascii())
            fix = Fix("write LaTeX commands", edits) if part.inside >= 0 and edits else None
            message = f"'{signs[0][0]}' in {part.name} is not ASCII"
            found.append(at_field(part, message, "write it as a LaTeX command", part.part(*signs[0].span()), fix))
    return found
