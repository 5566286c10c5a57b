r"""A citation stands behind the full stop of its sentence.

Why: it belongs to no sentence. Citations in footnotes and raised numbers follow the stop, and so does the one behind a block quotation
with a page; they are left alone.

Example:

    --- refs.bib
    @misc{doe2020, author = {Jane Doe}, title = {Lazy Queues}, year = 2020}
    --- paper.md
    Queues are always lazy. [@doe2020] Stacks are not.

Use instead:

    --- refs.bib
    @misc{doe2020, author = {Jane Doe}, title = {Lazy Queues}, year = 2020}
    --- paper.md
    Queues are always lazy [@doe2020]. Stacks are not.
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings
from citekit.checks.reading.project import Manuscript
from citekit.checks.reading.prose import prose
from citekit.manuscripts.citation import Citation
from citekit.manuscripts.document import Part
from citekit.records import known_while_alive

SEVERITY = "warning"
PROFILE = "submission"

_STOP = re.compile(r"[^\W\d_A-Z]{4}\.[ ~]\Z")
_NEXT = re.compile(r"\s{1,3}[A-ZÀ-Þ]|\s*\n\s*\n|\s*\Z")
_RAISED = re.compile(r"super|autocite|footcite|achemso|\\documentclass[^\n]{0,80}\{nature", re.IGNORECASE)
_ABBREVIATIONS = ("resp. ", "vols. ", "figs. ", "secs. ")


def check_manuscript(manuscript: Manuscript, context: Context) -> Findings:
    """What is wrong in a manuscript."""
    if any(_raises(part) for part in manuscript.parts):
        return
    message = "the citation stands behind the full stop of its sentence"
    for part in manuscript.parts:
        for citation in _behind_stops(part):
            yield Diagnostic(message, part.source, citation.span, "put it before the stop", citation.cites[0].key)


@known_while_alive
def _raises(part: Part) -> bool:
    """Whether citations may be raised numbers, which stand behind the stop."""
    return bool(part.cited.csl) or _RAISED.search(part.source.text) is not None


@known_while_alive
def _behind_stops(part: Part) -> tuple[Citation, ...]:
    text, found = prose(part), []
    for citation in part.cited.citations:
        span = citation.span
        plain = citation.mode == "parenthetical" and not citation.is_note and citation.footnote < 0
        if not plain or any(cite.locator for cite in citation.cites) or span.end > len(text):
            continue
        before = text[max(0, span.start - 6) : span.start]
        if _STOP.search(before) and _NEXT.match(text, span.end) and not before.endswith(_ABBREVIATIONS):
            found.append(citation)
    return tuple(found)
