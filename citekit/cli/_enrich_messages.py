"""Messages of ``enrich`` and ``convert --enrich`` about entries."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from citekit.cli._io import print_hint, print_message, print_problem
from citekit.runtime.errors import counted

if TYPE_CHECKING:
    from citekit.runtime.errors import Problem
    from citekit.services.arxiv.enrich import Enriched

_SHOWN = 20  # entries reported one by one, a screen; -v reports all
_WORDS = (
    ("match", "found"),
    ("doubtful", "doubtful"),
    ("none", "without a record"),
    ("failed", "not looked up"),
    ("unread", "unreadable"),
)


class ProblemReporter:
    """Reporter of problems as they occur: all errors; other problems unless quiet, the first 20 unless verbose."""

    def __init__(self, quiet: bool, verbose: bool) -> None:
        self._quiet, self._verbose = quiet, verbose
        self._shown = self._left = 0

    def problem(self, problem: Problem) -> None:
        """Print a problem, or count it as omitted."""
        is_shown = not self._quiet and (self._verbose or self._shown < _SHOWN)
        if problem.severity == "error" or is_shown:
            self._shown += 1
            print_problem(problem)
        else:
            self._left += 1

    def end(self, verdicts: Counter[str]) -> None:
        """Print how many problems were omitted, and how many entries have each verdict."""
        if self._quiet:
            return
        if self._left:
            print_hint(f"{self._left} more like these; -v shows them")
        print_message(summary(verdicts))


def report_enrichment(result: Enriched, quiet: bool, verbose: bool) -> None:
    """Print the problems of all entries, and the summary."""
    reporter = ProblemReporter(quiet, verbose)
    for problem in result.problems:
        reporter.problem(problem)
    reporter.end(Counter(outcome.verdict for outcome in result.outcomes))


def summary(verdicts: Counter[str]) -> str:
    """Return the counts of entries by verdict: ``12 entries: 8 found, 1 doubtful, 3 without a record``."""
    counts = [f"{verdicts[verdict]} {word}" for verdict, word in _WORDS if verdicts[verdict] or verdict == "match"]
    return f"{counted(verdicts.total(), 'entry')}: {', '.join(counts)}"
