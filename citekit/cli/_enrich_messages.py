"""What ``enrich`` and ``convert --enrich`` say about entries."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from citekit.cli._terminal import say, say_hint, say_problem
from citekit.runtime.errors import counted

if TYPE_CHECKING:
    from citekit.runtime.errors import Problem
    from citekit.services.arxiv.enrich import Enriched

_SHOWN = 20
_WORDS = (
    ("match", "found"),
    ("doubtful", "doubtful"),
    ("none", "without a record"),
    ("failed", "not looked up"),
    ("unread", "unreadable"),
)


class Talk:
    """Says problems as they come: errors always, warnings unless quiet, the rest up to a number unless all are wanted."""

    def __init__(self, quiet: bool, verbose: bool) -> None:
        self._quiet, self._verbose = quiet, verbose
        self._shown = self._left = 0

    def problem(self, problem: Problem) -> None:
        """Says a problem, or counts it among those that are left out."""
        asked = not self._quiet and (self._verbose or self._shown < _SHOWN)
        if problem.severity == "error" or asked:
            self._shown += 1
            say_problem(problem)
        else:
            self._left += 1

    def end(self, verdicts: Counter[str]) -> None:
        """Says how many problems were left out, and how many entries came to which verdict."""
        if self._quiet:
            return
        if self._left:
            say_hint(f"{self._left} more like these; -v shows them")
        say(summary(verdicts))


def tell(result: Enriched, quiet: bool, verbose: bool) -> None:
    """Says what was noticed about all entries, and the summary."""
    talk = Talk(quiet, verbose)
    for problem in result.problems:
        talk.problem(problem)
    talk.end(Counter(outcome.verdict for outcome in result.outcomes))


def summary(verdicts: Counter[str]) -> str:
    """``12 entries: 8 found, 1 doubtful, 3 without a record``."""
    counts = [f"{verdicts[verdict]} {word}" for verdict, word in _WORDS if verdicts[verdict] or verdict == "match"]
    return f"{counted(verdicts.total(), 'entry')}: {', '.join(counts)}"
