"""Tidy .bib files: layout, order, keys, duplicates."""

from __future__ import annotations

from pathlib import Path

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
from citekit.runtime import patterns as re
from citekit.runtime.config import TidySettings, setting
from citekit.runtime.errors import CitekitError, Problem, UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import Replacement, fingerprint, replace_files

_PROBLEMS_SHOWN = 20  # a screen; -v prints all


@dataclass(frozen=True, slots=True)
class _TidyArguments:
    """What the command gives back, and how much it says."""

    out: str = setting(
        "", "Write to this file (default: standard output).", "OUT", ("-o", "--out"), path=True, power="writes"
    )
    overwrite: bool = setting(False, "Replace OUT if it exists.", "", ("-f", "--overwrite"), power="writes")
    in_place: bool = setting(False, "Rewrite the files themselves.", "", ("-i", "--in-place"), power="writes")
    check: bool = setting(False, "Write nothing; exit with 1 if a file is not tidy.")
    diff: bool = setting(False, "Print what would change; write nothing.")
    quiet: bool = setting(False, "Print only errors.", "", ("-q", "--quiet"))
    verbose: bool = setting(False, "Print all messages.", "", ("-v", "--verbose"))


@dataclass(frozen=True, slots=True)
class _Result:
    """One file: its bytes and text before and after, the problems found, and whether an entry is damaged."""

    name: str
    read: bytes
    old: str
    text: str
    data: bytes
    problems: tuple[Problem, ...]
    damaged: bool

    @property
    def changed(self) -> bool:
        return self.old != self.text


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
    _check_usage(files, answer)
    from citekit.formats.bibtex.tidying.run import check

    check(settings)
    results: list[_Result] = []
    failed = False
    for file in files:
        try:
            result = _tidied(file, settings)
            _write(result, answer)
            _report(result, answer)
            results.append(result)
        except CitekitError as error:
            print_problem(error.problem)
            failed = True
    _summary(results, answer)
    if failed:
        return FAILED
    untidy = (answer.check or answer.diff) and any(result.changed for result in results)
    return FINDINGS if untidy or any(result.damaged for result in results) else FINE


def _check_usage(files: tuple[str, ...], answer: _TidyArguments) -> None:
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


_ENTRY = re.compile(r"@\w++\s*+[{(]")


def _tidied(file: str, settings: TidySettings) -> _Result:
    from citekit.formats.bibtex import SUFFIXES
    from citekit.formats.bibtex.tidying import tidy
    from citekit.formats.encoding import decode
    from citekit.runtime.budget import budget, seconds_for

    name = shown_name(file)
    read = read_input(file)
    decoded = decode(read, name)
    if file != STDIN and Path(file).suffix.lower() not in ("", *SUFFIXES) and not _ENTRY.search(decoded.text):
        raise UsageError(f"{name} contains no BibTeX", f"run citekit convert {name} to convert a document to BibTeX")
    with budget(name, seconds_for(len(decoded.text))):
        tidied = tidy(decoded.text, settings, name)
    try:
        data = decoded.encoding.encode(tidied.text)
    except UsageError as error:
        raise UsageError(f"{name}: {error.problem.message}", error.problem.hint) from None
    problems = (*decoded.problems, *tidied.problems)
    return _Result(name, read, decoded.text, tidied.text, data, problems, tidied.damaged > 0)


def _report(result: _Result, answer: _TidyArguments) -> None:
    """Print all errors and values dropped by merging, and unless quiet the first of the other problems."""
    lost = [p for p in result.problems if p.kind == "merge-difference"]
    others = [p for p in result.problems if p.kind != "merge-difference" and _is_reported(p, answer)]
    print_first_problems(others, _PROBLEMS_SHOWN, answer.verbose)
    for problem in lost:
        print_problem(problem)


def _is_reported(problem: Problem, answer: _TidyArguments) -> bool:
    if problem.severity == "error" or answer.verbose:
        return True
    return problem.severity == "warning" and not answer.quiet


def _write(result: _Result, answer: _TidyArguments) -> None:
    if answer.diff:
        give(_diff(result))
    elif answer.in_place:
        if result.changed:
            replace_files([Replacement(Path(result.name), result.data, fingerprint(result.read))])
    elif not answer.check:
        write_data(result.data, answer.out, answer.overwrite, read={result.name: result.read})


def _diff(result: _Result) -> str:
    from citekit.formats.bibtex.tidying.differences import unified

    return unified(result.old, result.text, result.name)


def _summary(results: list[_Result], answer: _TidyArguments) -> None:
    if answer.quiet or not (answer.in_place or answer.check):
        return
    word = "tidied" if answer.in_place else "not tidy"
    changed = [result.name for result in results if result.changed]
    for name in changed:
        print_message(f"{name}: {word}")
    if results:
        files = "1 file" if len(results) == 1 else f"{len(results)} files"
        print_message(
            f"{files}: {len(changed)} {word}, {len(results) - len(changed)} tidy{' already' if answer.in_place else ''}"
        )
