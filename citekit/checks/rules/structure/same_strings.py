r"""Two macros have the same value.

Why: one of them is enough, and whoever changes one forgets the other.

Example:

    @string{tods = {Transactions on Database Systems}}
    @string{acmtods = {Transactions on Database Systems}}
    @article{doe2020, author = {J. Doe}, title = {A}, journal = tods, year = 2020}

Use instead:

    @string{tods = {Transactions on Database Systems}}
    @article{doe2020, author = {J. Doe}, title = {A}, journal = tods, year = 2020}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings, Related
from citekit.checks.reading.bibliography import Bibliography, Macro

SEVERITY = "note"
PROFILE = "strict"


def check_bibliography(bibliography: Bibliography, context: Context) -> Findings:
    """What is wrong in a bibliography."""
    seen: dict[str, Macro] = {}
    for macro in bibliography.macros:
        known = seen.setdefault(macro.value.strip('{}" '), macro)
        if known is not macro and known.name.lower() != macro.name.lower():
            related = (Related("the same value", bibliography.source, known.name_span),)
            yield Diagnostic(
                f"'{macro.name}' and '{known.name}' stand for the same",
                bibliography.source,
                macro.name_span,
                "keep one of them",
                macro.name,
                related,
            )
