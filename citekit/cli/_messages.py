"""What is said of a conversion on standard error: failures, problems, the summary, what a format or style leaves out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from citekit.cli._output import STDOUT
from citekit.cli._terminal import say, say_error, say_hint, say_next, say_problem
from citekit.runtime.errors import counted

if TYPE_CHECKING:
    from citekit.commands.api import Conversion
    from citekit.commands.distributed import PartReport
    from citekit.runtime.errors import Problem

_PROBLEMS_SHOWN = 10
_LOSSES_SHOWN = 5


def talk(conversion: Conversion, quiet: bool, verbose: bool, out: str = "") -> None:
    """Failures always; problems and the summary unless ``quiet``; each doubt and each item left out if ``verbose``.

    The command to try next explains the first doubt, or else checks what was written ``out``.
    """
    from citekit.cli import _reports

    talk_of_problems(conversion.failures, conversion.problems, quiet, verbose)
    if quiet:
        return
    if verbose:
        for line in _reports.details(conversion):
            say(line)
        if conversion.skipped:
            say(f"skipped in folders: {counted(conversion.skipped, 'file')} that are hidden, empty or binary")
    if conversion.read_any:
        for line in _reports.summary(conversion):
            say(line)
        if conversion.not_kept:
            say(f"{len(conversion.library)} of {len(conversion.library) + conversion.not_kept} entries fit the query")
        elif not conversion.library:
            say_error(_none_found(conversion), _where_else(conversion))
        if place := _reports.first_doubt(conversion):
            say_next(f"citekit explain {place}")
        elif conversion.library and out not in ("", STDOUT):
            say_next(f"citekit check {out}")


def _none_found(conversion: Conversion) -> str:
    """Say that there are no publications, and in what there are none."""
    empty = [part.name for part in conversion.parts if part.format and not part.library and not part.library.problems]
    if empty and len(empty) == len(conversion.parts):
        return f"no publications found: {', '.join(empty)} {'has' if len(empty) == 1 else 'have'} no entries"
    return "no publications found"


def _where_else(conversion: Conversion) -> str:
    from citekit.cli._elsewhere import elsewhere

    if found := list(elsewhere(conversion)):
        return "; ".join(found)
    return "citekit convert -v lists what was seen and why it was left out" if conversion.readings else "check the file"


def talk_of_parts(told: PartReport, name: str, quiet: bool, verbose: bool) -> None:
    """The same, in numbers, of a conversion on a cluster into a format of this name."""
    from citekit.cli import _reports

    talk_of_problems(told.failures, told.problems, quiet, verbose)
    if quiet:
        return
    kept, works = told.numbers["kept"], told.numbers["kept"] + told.numbers["not kept"]
    if told.numbers["read"]:
        say(_reports.total(told.numbers, works))
        if kept < works:
            say(f"{kept} of {works} entries fit the query")
        elif not kept:
            say_error("no publications found")
    lost = [f"{what} ({count} {'entry' if count == 1 else 'entries'})" for what, count in told.lost.most_common()]
    talk_of_losses(lost, name, verbose)


def talk_of_problems(failures: Iterable[Problem], noticed: Iterable[Problem], quiet: bool, verbose: bool) -> None:
    """Failures always; unless ``quiet`` the first problems that are more than remarks, all of them if ``verbose``."""
    for failure in failures:
        say_problem(failure)
    if quiet:
        return
    say_first([p for p in noticed if verbose or p.severity != "info"], _PROBLEMS_SHOWN, verbose)


def say_first(problems: Sequence[Problem], most: int, verbose: bool) -> None:
    """Says problems, at most so many unless ``verbose``, and how many more there are."""
    shown = problems if verbose else problems[:most]
    for problem in shown:
        say_problem(problem)
    if len(problems) > len(shown):
        say_hint(f"{len(problems) - len(shown)} more like these; -v shows them")


def talk_of_losses(lost: Sequence[str], name: str, verbose: bool) -> None:
    """One line of what a format or a style leaves out; one for each thing if ``verbose``."""
    if verbose:
        for message in lost:
            say(f"{name}: {message}")
    elif lost:
        more = f"; {len(lost) - _LOSSES_SHOWN} more, -v lists them" if len(lost) > _LOSSES_SHOWN else ""
        say(f"{name}: {'; '.join(lost[:_LOSSES_SHOWN])}{more}")
