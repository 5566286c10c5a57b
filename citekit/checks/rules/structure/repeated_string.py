r"""A macro is defined more than once.

Why: the later definition wins from there on, so entries before and behind it say different things.

Example:

    @string{acm = {ACM}}
    @string{acm = {Association for Computing Machinery}}
    @misc{doe2020, title = {A}, publisher = acm, year = 2020}

Use instead:

    @string{acm = {ACM}}
    @misc{doe2020, title = {A}, publisher = acm, year = 2020}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings, Related
from citekit.checks.reading.bibliography import Bibliography

SEVERITY = "warning"


def check_bibliography(bibliography: Bibliography, context: Context) -> Findings:
    """What is wrong in a bibliography."""
    first = {macro.name.lower(): macro for macro in reversed(bibliography.macros)}
    for macro in bibliography.macros:
        known = first[macro.name.lower()]
        if known is not macro:
            related = (Related("it is defined here first", bibliography.source, known.name_span),)
            yield Diagnostic(
                f"the macro '{macro.name}' is defined more than once",
                bibliography.source,
                macro.name_span,
                "keep one of the definitions",
                macro.name,
                related,
            )
