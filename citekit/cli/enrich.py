"""Add arXiv identifiers to the entries of a bibliography."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Set
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from citekit.cli._grammar import GroupedOptionsCommand, files
from citekit.cli._io import (
    STDOUT,
    give,
    print_hint,
    print_message,
    print_problem,
    progress,
    read_input,
    refuse_to_overwrite,
    shown_name,
    write_data,
)
from citekit.cli._options import options_of
from citekit.cli.main import FAILED, FINDINGS, FINE
from citekit.runtime.config import EnrichSettings, setting
from citekit.runtime.errors import UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import check_file

if TYPE_CHECKING:
    from citekit.runtime.errors import Problem
    from citekit.services.arxiv.stream import RangeReport, StreamJob, StreamLine


@dataclass(frozen=True, slots=True)
class _EnrichArguments:
    """What the command gives back, and how much it reports."""

    out: str = setting(
        "", "Write to this file (default: standard output).", "OUT", ("-o", "--out"), path=True, power="writes"
    )
    overwrite: bool = setting(
        False, "Replace OUT if it exists; OUT may be FILE.", "", ("-f", "--overwrite"), power="writes"
    )
    diff: bool = setting(False, "Print the changes instead of the bibliography.")
    explain: bool = setting(False, "Print the match of every entry, with the reasons and other candidates.")
    strict: bool = setting(False, "Exit with 1 if an identifier is wrong or a match is uncertain.")
    quiet: bool = setting(False, "Print only errors.", "", ("-q", "--quiet"))
    verbose: bool = setting(False, "Also list every uncertain match.", "", ("-v", "--verbose"))


@click.command(
    "enrich",
    cls=GroupedOptionsCommand,
    examples=(
        "citekit enrich references.bib --index arxiv.index --diff",
        "citekit enrich references.bib --index arxiv.index -o enriched.bib",
        "citekit enrich references.bib --index arxiv.index --explain",
    ),
)
@click.argument("file", metavar="FILE", shell_complete=files)
@options_of(settings=EnrichSettings, answer=_EnrichArguments)
def command(file: str, settings: EnrichSettings, answer: _EnrichArguments) -> int:
    """Add arXiv identifiers to the entries of a bibliography.

    FILE is a .bib file, CSL-JSON, JSON Lines (.jsonl, one CSL item per line), or - for standard input. Records come from an
    index (--index, see citekit index build) or from the arXiv API, one request per three seconds. Existing fields are changed
    only with --replace. citekit reports identifiers that belong to another paper.
    """
    from citekit.cli._io import report_enrichment
    from citekit.commands.enrich import LINES, complete_preprints, enrich_file, wrong_in
    from citekit.services.arxiv.run import check

    check(settings)
    if answer.out:
        refuse_to_overwrite(answer.out, answer.overwrite)
    if not settings.publish and Path(file).suffix.lower() in LINES:
        return _stream(Path(file), settings, answer)
    data, name = read_input(file), shown_name(file)
    if settings.publish:
        completed = complete_preprints(data, name, settings, lambda text: None if answer.quiet else print_hint(text))
        _report_reading(completed.problems, answer.verbose)
        if answer.out or not answer.diff:
            write_data(completed.data, answer.out, answer.overwrite, read={file: data})
        if answer.diff:
            give("\n".join(map(str, completed.accounts)))
        if answer.quiet:
            return FINE
        for account in () if answer.diff else completed.accounts:
            print_message(str(account))
        for silent in completed.silent:
            print_hint(f"{silent} did not respond to all requests; run the command again to send the rest")
        done_count = sum(account.done for account in completed.accounts)
        print_message(f"{len(completed.accounts)} of {completed.entries} entries published, {done_count} completed")
        return FINE
    with progress(not answer.quiet) as done:
        found = enrich_file(data, name, settings, done, lambda text: None if answer.quiet else print_hint(text))
    _report_reading(found.library.problems, answer.verbose)
    if answer.out or not (answer.explain or answer.diff):
        enriched_data, unwritten = found.written()
        write_data(enriched_data, answer.out, answer.overwrite, read={file: data})
        for problem in unwritten:
            print_problem(problem)
    if answer.explain:
        give(found.explanation())
    if answer.diff:
        give(found.changes())
    result = found.result
    report_enrichment(result, answer.quiet, answer.verbose)
    return _exit_code({outcome.verdict for outcome in result.outcomes}, wrong_in(result.problems), answer.strict)


def _report_reading(problems: Iterable[Problem], verbose: bool) -> None:
    for problem in problems:
        if problem.severity == "error" or verbose:
            print_problem(problem)


def _exit_code(verdicts: Set[str], wrong: int, strict: bool) -> int:
    if "failed" in verdicts:
        return FAILED
    return FINDINGS if strict and (wrong or "doubtful" in verdicts) else FINE


def _stream(file: Path, settings: EnrichSettings, answer: _EnrichArguments) -> int:
    """Enrich JSON Lines line by line; a run that writes to a file can be resumed. Return the exit code."""
    from citekit.cli._io import ProblemReporter
    from citekit.commands.enrich import enriched_lines, wrong_in
    from citekit.services.arxiv.run import how_of
    from citekit.services.arxiv.stream import Output, task_of, to_output

    check_file(file)
    if answer.diff:
        raise UsageError("--diff cannot be used with JSON Lines", "omit --diff, and compare FILE and OUT")
    verdicts: Counter[str] = Counter()
    wrong = 0
    reporter = ProblemReporter(answer.quiet, answer.verbose)

    def done(line: StreamLine) -> None:
        nonlocal wrong
        verdicts.update([line.verdict] if line.verdict else [])
        wrong += wrong_in(line.problems)
        for problem in line.problems:
            reporter.problem(problem)
        if line.explanation:
            give(f"{line.explanation}\n")

    how = how_of(settings, answer.explain)
    if settings.dask:
        for report in _on_cluster(file, settings, answer, how):
            verdicts.update(report.verdicts)
            for line in report.lines:
                done(replace(line, verdict=""))
        reporter.end(verdicts)
        return _exit_code(verdicts.keys(), wrong, answer.strict)
    output = Output(Path(answer.out), task_of(file, how)) if answer.out not in ("", STDOUT) else None
    if output and output.done and not answer.quiet:
        print_hint(f"{output.done} lines were already done; this run continues after them")
    with closing(enriched_lines(file, output.done if output else 0, how, settings)) as chunks:
        if output:
            to_output(chunks, output, done)
        else:
            for chunk in chunks:
                if not answer.explain:
                    give("".join(f"{line.text}\n" for line in chunk))
                for line in chunk:
                    done(line)
    reporter.end(verdicts)
    return _exit_code(verdicts.keys(), wrong, answer.strict)


def _on_cluster(
    file: Path, settings: EnrichSettings, answer: _EnrichArguments, how: StreamJob
) -> Iterator[RangeReport]:
    """Enrich a file on a cluster, and yield the report of each of its ranges."""
    from citekit.services.arxiv.stream import run_on

    if answer.out in ("", STDOUT):
        raise UsageError(
            "--dask requires -o: the workers write the result themselves", "specify a file on a shared disk"
        )

    def left(parts: int) -> None:
        if not answer.quiet:
            print_hint(f"{parts} parts were already done; this run continues with the others")

    return run_on(settings.dask, file, Path(answer.out), how, left)
