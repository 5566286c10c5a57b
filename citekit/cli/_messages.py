"""Messages about a conversion on standard error: failures, problems, summary, and what a format or style omits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from citekit.cli._io import (
    STDOUT,
    print_error,
    print_first_problems,
    print_message,
    print_next_step,
    print_problem,
)
from citekit.runtime.errors import counted

if TYPE_CHECKING:
    from citekit.commands.api import Conversion
    from citekit.commands.distributed import PartReport
    from citekit.runtime.errors import Problem

_PROBLEMS_SHOWN = 10  # half a screen; -v prints all
_LOSSES_SHOWN = 5  # fields in one line; -v prints all


def report_conversion(conversion: Conversion, quiet: bool, verbose: bool, out: str = "") -> None:
    """Print the failures; unless ``quiet`` the problems and the summary; if ``verbose`` each uncertain or skipped item.

    The suggested next command explains the first uncertain entry, or checks the file ``out`` if no entry is uncertain.
    """
    from citekit.cli import _reports

    report_problems(conversion.failures, conversion.problems, quiet, verbose)
    if quiet:
        return
    if verbose:
        for line in _reports.details(conversion):
            print_message(line)
        if conversion.skipped:
            print_message(f"skipped in directories: {counted(conversion.skipped, 'hidden, empty or binary file')}")
    if conversion.read_any:
        for line in _reports.summary(conversion):
            print_message(line)
        if conversion.not_kept:
            print_message(
                f"{len(conversion.library)} of {len(conversion.library) + conversion.not_kept} entries match the query"
            )
        elif not conversion.library:
            print_error(_none_found(conversion), _where_else(conversion))
        if location := _reports.first_doubt(conversion):
            print_next_step(f"citekit explain {location}")
        elif conversion.library and out not in ("", STDOUT):
            print_next_step(f"citekit check {out}")


def report_known(conversion: Conversion) -> None:
    """Print how many known entries are in the documents, whose lists are read like them."""
    count = len({work.title for reading in conversion.readings for work in reading.known})
    print_message(f"{count or 'none'} of the known entries {'are' if count > 1 else 'is'} in the documents")


def _none_found(conversion: Conversion) -> str:
    """Return the message that no publications were found, and in which files."""
    empty = [part.name for part in conversion.parts if part.format and not part.library and not part.library.problems]
    if empty and len(empty) == len(conversion.parts):
        return f"no publications found: {', '.join(empty)} {'has' if len(empty) == 1 else 'have'} no entries"
    return "no publications found"


def _where_else(conversion: Conversion) -> str:
    from citekit.cli._elsewhere import elsewhere

    if sentences := list(elsewhere(conversion)):
        return "; ".join(sentences)
    return (
        "run citekit convert -v to list the items and why they were skipped"
        if conversion.readings
        else "check the file"
    )


def report_parts(report: PartReport, name: str, quiet: bool, verbose: bool) -> None:
    """Print the same messages for a conversion on a cluster into the format ``name``, as counts."""
    from citekit.cli import _reports

    report_problems(report.failures, report.problems, quiet, verbose)
    if quiet:
        return
    matching, works = report.numbers["kept"], report.numbers["kept"] + report.numbers["not kept"]
    if report.numbers["read"]:
        print_message(_reports.total(report.numbers, works))
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
