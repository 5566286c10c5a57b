r"""Capitals in a title that styles would make small: an acronym or a name without braces.

Why: styles with titles in sentence case print "Dna and gpus". Ask for the rule where such a style is used.

Example:

    @article{doe2020, author = {J. Doe}, title = {Sorting DNA on GPUs}, journal = {J. Queues}, year = 2020}

Use instead:

    @article{doe2020, author = {J. Doe}, title = {Sorting {DNA} on {GPUs}}, journal = {J. Queues}, year = 2020}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Edit, Findings, Fix, at_field, short
from citekit.checks.reading.entry import Entry, Field
from citekit.text.case import keeps_case

SEVERITY = "warning"
PROFILE = "submission"
FIELDS = ("title",)

_WORD = re.compile(r"[^\W_][\w'’-]*")


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    if part.text.startswith("{") and part.text.endswith("}") and part.text.count("{") == 1:
        return ()
    bare = [match for match in _WORD.finditer(_outside_braces(part.text)) if match.start() and keeps_case(match[0])]
    if not bare or sum(map(len, (m[0] for m in bare))) * 2 > len(part.text):
        return ()
    edits = tuple(Edit(part.source, part.part(*m.span()), f"{{{m[0]}}}") for m in bare)
    fix = Fix("put them in braces", edits) if part.inside >= 0 else None
    listed = short(", ".join(match[0] for match in bare))
    return (at_field(part, f"capitals without braces: {listed}", "put the words in braces", fix=fix),)


def _outside_braces(text: str) -> str:
    kept, depth = [], 0
    for char in text:
        depth += (char == "{") - (char == "}")
        kept.append(char if depth == 0 and char not in "{}" else " ")
    return re.sub(r"\\[A-Za-z]+", lambda command: " " * len(command[0]), "".join(kept))
