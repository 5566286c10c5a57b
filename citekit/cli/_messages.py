"""Messages on standard error about a conversion (failures, problems, summary, what a format or style omits) and about
identifiers that were looked up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from citekit.cli._io import (
    STDOUT,
    print_error,
    print_first_problems,
    print_hint,
    print_message,
    print_next_step,
    print_problem,
)
from citekit.runtime.errors import counted

if TYPE_CHECKING:
    from citekit.commands.api import Conversion
    from citekit.commands.distributed import PartReport
    from citekit.runtime.errors import Problem
    from citekit.services.arxiv.enrich import Enriched

_PROBLEMS_SHOWN = 10  # half a screen; -v prints all
_LOSSES_SHOWN = 5  # fields in one line; -v prints all
_ENTRIES_SHOWN = 20  # entries reported one by one, a screen; -v reports all
_WORDS = (
    ("match", "found"),
    ("doubtful", "doubtful"),
    ("none", "without a record"),
    ("failed", "not looked up"),
    ("unread", "unreadable"),
)


def report_conversion(conversion: Conversion, quiet: bool, verbose: bool, out: str = "") -> None:
    """Print the failures; unless ``quiet`` the problems and the summary; if ``verbose`` each uncertain or skipped item.

    The suggested next command explains the first uncertain entry, or checks the file ``out`` if no entry is uncertain.
    """
    from citekit.commands import conversion_report

    report_problems(conversion.failures, conversion.problems, quiet, verbose)
    if quiet:
        return
    if verbose:
        for line in conversion_report.details(conversion):
            print_message(line)
        if conversion.skipped:
            print_message(f"skipped in directories: {counted(conversion.skipped, 'hidden, empty or binary file')}")
    if conversion.read_any:
        for line in conversion_report.summary(conversion):
            print_message(line)
        if conversion.not_kept:
            print_message(
                f"{len(conversion.library)} of {len(conversion.library) + conversion.not_kept} entries match the query"
            )
        elif not conversion.library:
            empty = [p.name for p in conversion.parts if p.format and not p.library and not p.library.problems]
            where = f": {', '.join(empty)} {'has' if len(empty) == 1 else 'have'} no entries"
            is_all = empty and len(empty) == len(conversion.parts)
            usual = "run citekit convert -v to list the items and why they were skipped"
            hint = "; ".join(conversion_report.elsewhere(conversion)) or (
                usual if conversion.readings else "check the file"
            )
            print_error(f"no publications found{where if is_all else ''}", hint)
        if location := conversion_report.first_doubt(conversion):
            print_next_step(f"citekit explain {location}")
        elif conversion.library and out not in ("", STDOUT):
            print_next_step(f"citekit check {out}")


def report_known(conversion: Conversion) -> None:
    """Print how many known entries are in the documents, whose lists are read like them."""
    count = len({work.title for reading in conversion.readings for work in reading.known})
    print_message(f"{count or 'none'} of the known entries {'are' if count > 1 else 'is'} in the documents")


def report_parts(report: PartReport, name: str, quiet: bool, verbose: bool) -> None:
    """Print the same messages for a conversion on a cluster into the format ``name``, as counts."""
    from citekit.commands import conversion_report

    report_problems(report.failures, report.problems, quiet, verbose)
    if quiet:
        return
    matching, works = report.numbers["kept"], report.numbers["kept"] + report.numbers["not kept"]
    if report.numbers["read"]:
        print_message(conversion_report.total(report.numbers, works))
        if matching < works:
            print_message(f"{matching} of {works} entries match the query")
        elif not matching:
            print_error("no publications found")
    lost = [f"{what} ({count} {'entry' if count == 1 else 'entries'})" for what, count in report.lost.most_common()]
    report_losses(lost, name, verbose)


def report_problems(failures: Iterable[Problem], noticed: Iterable[Problem], quiet: bool, verbose: bool) -> None:
    """Print the failures, and unless ``quiet`` the first errors and warnings; all problems if ``verbose``."""
    for failure in failures:
        print_problem(failure)
    if quiet:
        return
    print_first_problems([p for p in noticed if verbose or p.severity != "info"], _PROBLEMS_SHOWN, verbose)


def report_losses(lost: Sequence[str], name: str, verbose: bool) -> None:
    """Print one line with what a format or style omits; if ``verbose``, one line for each kind of loss."""
    if verbose:
        for message in lost:
            print_message(f"{name}: {message}")
    elif lost:
        more = f"; {len(lost) - _LOSSES_SHOWN} more, -v lists them" if len(lost) > _LOSSES_SHOWN else ""
        print_message(f"{name}: {'; '.join(lost[:_LOSSES_SHOWN])}{more}")


class ProblemReporter:
    """Reporter of problems as they occur: all errors; other problems unless quiet, the first 20 unless verbose."""

    def __init__(self, quiet: bool, verbose: bool) -> None:
        self._quiet, self._verbose = quiet, verbose
        self._shown = self._left = 0

    def problem(self, problem: Problem) -> None:
        """Print a problem, or count it as omitted."""
        is_shown = not self._quiet and (self._verbose or self._shown < _ENTRIES_SHOWN)
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
