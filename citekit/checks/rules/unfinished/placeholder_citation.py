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
        text = prose(part)
        for match in _HOLE.finditer(text):
            if any(sign in text[match.end() : match.end() + 1] for sign in "(:{") and match.end() < len(text):
                continue
            yield Diagnostic(
                f"'{match[0]}' stands for a citation", part.source, Span(*match.span()), "cite the work", match[0]
            )
