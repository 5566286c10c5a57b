r"""One citation names a key twice.

Why: it is printed twice, or hides that another work was meant. ``--unsafe-fixes`` takes the second one out of a list with commas.

Example:

    --- refs.bib
    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020}
    --- paper.tex
    \cite{doe2020, doe2020}
    \bibliography{refs}

Use instead:

    --- refs.bib
    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020}
    --- paper.tex
    \cite{doe2020}
    \bibliography{refs}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Edit, Findings, Fix, Related
from citekit.checks.reading.project import Manuscript
from citekit.manuscripts.citation import Cite
from citekit.span import Source, Span

SEVERITY = "warning"

_COMMA = re.compile(r",\s*\Z")


def check_manuscript(manuscript: Manuscript, context: Context) -> Findings:
    """What is wrong in a manuscript."""
    if manuscript.name.endswith((".aux", ".bcf")):
        return
    for part in manuscript.parts:
        seen: dict[tuple[int, int, str], Cite] = {}
        for number, citation in ((n, cite) for n, one in enumerate(part.cited.citations) for cite in one.cites):
            first = seen.setdefault((number, citation.group, citation.key), citation)
            if first.span != citation.span and citation.group != citation.span.start:
                related = (Related("the first time", part.source, first.span),)
                fix = _fix(part.source, citation)
                yield Diagnostic(
                    f"'{citation.key}' is cited twice here",
                    part.source,
                    citation.span,
                    "name it once",
                    citation.key,
                    related,
                    fix,
                )


def _fix(source: Source, citation: Cite) -> Fix | None:
    before = _COMMA.search(source.text[max(0, citation.span.start - 200) : citation.span.start])
    if before is None:
        return None
    start = citation.span.start - len(before[0])
    return Fix("name it once", (Edit(source, Span(start, citation.span.end), ""),))
