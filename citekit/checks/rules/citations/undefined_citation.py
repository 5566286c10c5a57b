r"""A document cites a key that its bibliographies do not have.

Why: LaTeX prints a question mark in its place, Pandoc the key in bold.

Example:

    --- refs.bib
    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020}
    --- paper.tex
    \cite{dow2020}
    \bibliography{refs}

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

SEVERITY = "error"

_MOST = 4000
_FEW = 4


def check_manuscript(manuscript: Manuscript, context: Context) -> Findings:
    """What is wrong in a manuscript."""
    from difflib import get_close_matches  # here, for few texts ever need it

    bibliographies = context.project.of(manuscript)
    if not bibliographies or manuscript.missing or manuscript.uncertain:
        return  # nobody can tell what the missing file defines
    known = frozenset().union(*(b.keys for b in bibliographies)) | {
        own.key for part in manuscript.parts for own in part.cited.defined
    }
    folded = {key.lower() for key in known}
    if not manuscript.bibliographies and _is_of_another(manuscript, folded):
        return
    for part, citation in manuscript.citations():
        if citation.key in known or citation.key.lower() in folded:
            continue
        meant = get_close_matches(citation.key, known, 1, 0.8) if len(known) <= _MOST else []
        hint = f"did you mean {meant[0]}?" if meant else f"add an entry to {bibliographies[0].name}"
        yield Diagnostic(f"'{citation.key}' is cited and not defined", part.source, citation.span, hint, citation.key)


def _is_of_another(manuscript: Manuscript, known: set[str]) -> bool:
    """Whether a part of a document that is not there, which names no bibliography, cites from another than those given."""
    cited = {citation.key.lower() for _, citation in manuscript.citations()}
    return len(cited) >= _FEW and len(cited & known) * 2 < len(cited)
