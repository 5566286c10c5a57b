"""Tidy .bib files: layout, order, keys, duplicates."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from citekit.cli._grammar import GroupedOptionsCommand, files
from citekit.cli._io import (
    STDIN,
    give,
    print_first_problems,
    print_message,
    print_problem,
    read_input,
    refuse_to_overwrite,
    shown_name,
    write_data,
)
from citekit.cli._options import options_of
from citekit.cli.main import FAILED, FINDINGS, FINE
from citekit.runtime.config import TidySettings, setting
from citekit.runtime.errors import CitekitError, Problem, UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import Replacement, fingerprint, replace_files
from citekit.text.unicode import counted

if TYPE_CHECKING:
    from citekit.commands.tidy import TidiedFile

_PROBLEMS_SHOWN = 20  # a screen; -v prints all


@dataclass(frozen=True, slots=True)
class _TidyArguments:
    """What the command gives back, and how much it reports."""

    out: str = setting(
        "", "Write to this file (default: standard output).", "OUT", ("-o", "--out"), path=True, power="writes"
    )
    overwrite: bool = setting(False, "Replace OUT if it exists.", "", ("-f", "--overwrite"), power="writes")
    in_place: bool = setting(False, "Rewrite the files themselves.", "", ("-i", "--in-place"), power="writes")
    check: bool = setting(False, "Write nothing; exit with 1 if a file is not tidy.")
    diff: bool = setting(False, "Print what would change; write nothing.")
    quiet: bool = setting(False, "Print only errors.", "", ("-q", "--quiet"))
    verbose: bool = setting(False, "Print all messages.", "", ("-v", "--verbose"))


@click.command(
    "tidy",
    cls=GroupedOptionsCommand,
    examples=(
        "citekit tidy grown.bib --diff",
        "citekit tidy grown.bib --sort=-year --months -o tidied.bib",
        "citekit tidy grown.bib --in-place",
    ),
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, shell_complete=files)
@options_of(settings=TidySettings, answer=_TidyArguments)
def command(files: tuple[str, ...], settings: TidySettings, answer: _TidyArguments) -> int:
    """Tidy .bib files: layout, order, keys, duplicates.

    FILE is a .bib file, or - for standard input. The result is written to OUT or to standard output; with --in-place, the files
    are rewritten. Comments, text between entries and damaged entries are not changed. The exit code is 1 if an entry is
    damaged, and with --check or --diff if a file is not tidy.
    """
    is_preview = answer.check or answer.diff
    if answer.in_place and (is_preview or answer.out):
        raise UsageError("--in-place cannot be used with --check, --diff or --out", "choose one of them")
    if is_preview and answer.out:
        raise UsageError("--check and --diff do not write a file", "omit --out")
    if answer.in_place and STDIN in files:
        raise UsageError("standard input cannot be written in place", "omit --in-place")
    if len(files) > 1 and not (answer.in_place or is_preview):
        raise UsageError(
            "several files cannot be written to one output",
            "use --in-place to rewrite each file, or --check or --diff to preview",
        )
    if answer.out:
        refuse_to_overwrite(answer.out, answer.overwrite)
    from citekit.commands.tidy import tidy_file
    from citekit.formats.bibtex.tidying.run import check

    check(settings)
    results: list[TidiedFile] = []
    failed = False
    for file in files:
        try:
            result = tidy_file(read_input(file), shown_name(file), settings)
            if answer.diff:
                give(result.diff())
            elif answer.in_place and result.changed:
                replace_files([Replacement(Path(file), result.data, fingerprint(result.read))])
            elif not answer.in_place and not answer.check:
                write_data(result.data, answer.out, answer.overwrite, read={result.name: result.read})
            report_problems(result.problems, answer.quiet, answer.verbose)
            results.append(result)
        except CitekitError as error:
            print_problem(error.problem)
            failed = True
    changed = [result.name for result in results if result.changed]
    if (answer.in_place or answer.check) and not answer.quiet:
        word, already = ("tidied", " already") if answer.in_place else ("not tidy", "")
        for name in changed:
            print_message(f"{name}: {word}")
        if results:
            tidy = len(results) - len(changed)
            print_message(f"{counted(len(results), 'file')}: {len(changed)} {word}, {tidy} tidy{already}")
    if failed:
        return FAILED
    return FINDINGS if (is_preview and changed) or any(result.damaged for result in results) else FINE


def report_problems(problems: Iterable[Problem], quiet: bool, verbose: bool) -> None:
    """Print all errors and all values that merging dropped, and unless ``quiet`` the first of the warnings."""
    lost, others = [], []
    for problem in problems:
        if problem.kind == "merge-difference":
            lost.append(problem)  # reported even if quiet: nothing else states what the file no longer has
        elif verbose or problem.severity == "error" or (problem.severity == "warning" and not quiet):
            others.append(problem)
    print_first_problems(others, _PROBLEMS_SHOWN, verbose)
    for problem in lost:
        print_problem(problem)
