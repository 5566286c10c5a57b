r"""A document names a bibliography that is not there, or cites and has none.

Why: all its citations stay open, and no check can tell which of them are right.

Example:

    --- paper.tex
    \cite{doe2020}
    \bibliography{not-there}

Use instead:

    --- refs.bib
    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020}
    --- paper.tex
    \cite{doe2020}
    \bibliography{refs}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings
from citekit.checks.reading.project import Manuscript
from citekit.span import Span

SEVERITY = "error"


def check_manuscript(manuscript: Manuscript, context: Context) -> Findings:
    """What is wrong in a manuscript."""
    for part, named in manuscript.missing:
        message, hint = f"there is no bibliography {named.name}", "correct its name, or add the file"
        if named.name in manuscript.outside:
            message = f"the bibliography {named.name} leads out of the project, and was not read"
            hint = "name it on the command line as well, or put it into the project"
        yield Diagnostic(message, part.source, named.span, hint, named.name)
    count = sum(1 for _ in manuscript.citations())
    own = any(part.cited.defined for part in manuscript.parts)
    if count and not manuscript.missing and not manuscript.uncertain and not own and not context.project.of(manuscript):
        first = next(manuscript.citations())
        message = f"the document cites {count} {'key' if count == 1 else 'keys'}, and no bibliography is known"
        hint = "name the bibliography in the document, or on the command line"
        yield Diagnostic(message, first[0].source, first[1].span or Span(0, 0), hint)
