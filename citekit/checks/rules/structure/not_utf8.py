r"""A file is not in UTF-8 and does not say which encoding it has.

Why: every program guesses on its own, and letters beyond ASCII come out wrong.

Example: a file in Windows-1252 without a line ``% Encoding: windows-1252``.

Use instead: save the file as UTF-8.
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings
from citekit.checks.reading.bibliography import Bibliography
from citekit.span import Span

SEVERITY = "error"
LANGUAGES = ("bibtex", "csl")


def check_bibliography(bibliography: Bibliography, context: Context) -> Findings:
    """What is wrong in a bibliography."""
    for problem in bibliography.problems:
        if problem.kind == "encoding":
            yield Diagnostic(problem.message, bibliography.source, problem.span or Span(0, 0), problem.hint)
