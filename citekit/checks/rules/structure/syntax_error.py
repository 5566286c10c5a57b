r"""A part of a bibliography cannot be read.

Why: BibTeX skips what it cannot read or stops there, and citations of it stay without an entry. What can be read of the
rest is checked all the same; the run says how many entries of how many it could check, and fails.

Example:

    @misc{doe2020, title = {A}, year 2020}

Use instead:

    @misc{doe2020, title = {A}, year = 2020}
"""

from __future__ import annotations

from dataclasses import replace

from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings
from citekit.checks.reading.bibliography import Bibliography
from citekit.span import Span

SEVERITY = "error"
LANGUAGES = ("bibtex", "csl")

_OTHER_RULES = frozenset({"encoding", "missing-key", "unknown-entry-type"})
_COMMENT = "comment-in-entry"


def check_bibliography(bibliography: Bibliography, context: Context) -> Findings:
    """What is wrong in a bibliography."""
    commented = None
    for problem in bibliography.problems:
        if problem.severity != "error" or problem.kind in _OTHER_RULES:
            continue
        span = problem.span or Span(0, 0)
        entry = bibliography.entry_at(span.start)
        if problem.kind == _COMMENT:
            if entry is not None and entry is commented:
                continue  # what is told of its first line
            commented = entry
        found = Diagnostic(problem.message, bibliography.source, span, problem.hint)
        yield replace(found, key=entry.key, whole=entry.span) if entry else found
