r"""A citation is written wrongly: no key in it, a comma too many, a blank within a key.

Why: LaTeX looks for an entry with an empty name, or for one name made of two. ``--unsafe-fixes`` takes superfluous commas out.

Example:

    --- refs.bib
    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020}
    --- paper.tex
    \cite{doe2020,}
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
from citekit.checks.finding import Diagnostic, Edit, Findings, Fix
from citekit.checks.reading.project import Manuscript

SEVERITY = "warning"


def check_manuscript(manuscript: Manuscript, context: Context) -> Findings:
    """What is wrong in a manuscript."""
    for part in manuscript.parts:
        for fault in part.cited.faults:
            fix = (
                None
                if fault.edit is None
                else Fix("correct the citation", (Edit(part.source, fault.span, fault.edit),))
            )
            yield Diagnostic(fault.message, part.source, fault.span, fault.hint, fix=fix)
