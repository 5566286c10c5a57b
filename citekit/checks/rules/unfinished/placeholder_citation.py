r"""A citation is still to be put in: ``[?]``, ``[CITE]``, "citation needed".

Why: it is printed as it stands.

Example:

    --- refs.bib
    @misc{doe2020, author = {Jane Doe}, title = {Lazy Queues}, year = 2020}
    --- paper.md
    Queues are lazy [?], and stacks are not [@doe2020].

Use instead:

    --- refs.bib
    @misc{doe2020, author = {Jane Doe}, title = {Lazy Queues}, year = 2020}
    --- paper.md
    Queues are lazy [@doe2020], and stacks are not.
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings
from citekit.checks.reading.project import Manuscript
from citekit.checks.reading.prose import prose
from citekit.manuscripts.document import Part
from citekit.records import known_while_alive
from citekit.span import Span

SEVERITY = "warning"

_HOLE = re.compile(
    r"(?<=[\s~.,}])(?:\[\?{1,3}\]|\(\?\?{1,2}\)|[\[(](?:CITE|REF|CITATION|TODO:? ?(?i:cite|ref|citation))[^\])\n]{0,40}[\])]"
    r"|[\[(](?i:citation needed|add (?:a )?(?:citation|reference)s?|cite ?\?|ref\? ?|quelle\??|quelle fehlt|citation manquante|réf(?:érence)? à ajouter"
    r"|falta cita|cita requerida)[\])])(?![(:\w])"
    r"|\\(?:todo|TODO|fixme)(?:\[[^\]\n]{0,40}\])?\{[^{}\n]{0,60}?\b(?i:cite|citation|ref(?:erence)?s?|cita|zitat)\b[^{}\n]{0,60}\}"
)


def check_manuscript(manuscript: Manuscript, context: Context) -> Findings:
    """What is wrong in a manuscript."""
    for part in manuscript.parts:
        for hole, span in _holes(part):
            yield Diagnostic(f"'{hole}' stands for a citation", part.source, span, "cite the work", hole)


@known_while_alive
def _holes(part: Part) -> tuple[tuple[str, Span], ...]:
    text = prose(part)
    found = (match for match in _HOLE.finditer(text) if text[match.end() : match.end() + 1] not in ("(", ":", "{"))
    return tuple((match[0], Span(*match.span())) for match in found)
