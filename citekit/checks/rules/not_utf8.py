r"""A file is not in UTF-8 and does not say which encoding it has.

Why: every program guesses on its own, and letters beyond ASCII come out wrong.

Example: a file in Windows-1252 without a line ``% Encoding: windows-1252``.

Use instead: save the file as UTF-8.
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.checks.bibliography import Bibliography
from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.span import Span

FAMILY = "structure"
SEVERITY = "error"
LANGUAGES = ("bibtex", "csl")


def check_bibliography(bibliography: Bibliography, context: Context) -> Iterable[Diagnostic]:
    """What is wrong in a bibliography."""
    for problem in bibliography.problems:
        if problem.kind == "encoding":
            yield Diagnostic(problem.message, bibliography.source, problem.span or Span(0, 0), problem.hint)
