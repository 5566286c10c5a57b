"""Add arXiv identifiers to the entries of a bibliography."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Set
from contextlib import closing
from dataclasses import replace
from itertools import islice
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
from citekit.runtime.config import EnrichSettings, VerifySettings, setting
from citekit.runtime.errors import UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import check_file, open_file

if TYPE_CHECKING:
    from citekit.services.arxiv.cluster import RangeReport
    from citekit.services.arxiv.enrich import Enriched
    from citekit.services.arxiv.stream import StreamJob, StreamLine

_LINES = (".jsonl", ".ndjson")


@dataclass(frozen=True, slots=True)
class _EnrichArguments:
    """What the command gives back, and how much it says."""

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
    from citekit.services.arxiv.run import check

    check(settings)
    if answer.out:
        refuse_to_overwrite(answer.out, answer.overwrite)
    if settings.publish:
        return _publish(file, settings, answer)
    if Path(file).suffix.lower() in _LINES:
        return _stream(Path(file), settings, answer)
    return _library(file, settings, answer)


def _publish(file: str, settings: EnrichSettings, answer: _EnrichArguments) -> int:
    """Complete the published preprints of a ``.bib`` file, and report the source of each field. Return the exit code."""
    from citekit.formats.files import read_text
    from citekit.services.lookup import catalogues_of
    from citekit.services.publish import published

    data, name = read_input(file), shown_name(file)
    _, format_name, library = read_text(data, name)
    if format_name not in ("bibtex", "biblatex"):
        raise UsageError("--publish requires a .bib file", f"convert it first: citekit convert {name} -o refs.bib")
    for problem in library.problems:
        if problem.severity == "error" or answer.verbose:
            print_problem(problem)
    lookup = VerifySettings(
        index=settings.index, offline=settings.offline, refresh=settings.refresh, at_most=settings.at_most
    )
    with catalogues_of(
        lookup, lambda text: None if answer.quiet else print_hint(text), find_printed=True
    ) as catalogues:
        outcomes = catalogues.verify(library.works)
    completed, accounts = published(data, name, library, outcomes, settings.replace)
    if answer.out or not answer.diff:
        write_data(completed, answer.out, answer.overwrite, read={file: data})
    if answer.diff:
        give("\n".join(map(str, accounts)))
    elif not answer.quiet:
        for account in accounts:
            print_message(str(account))
    if not answer.quiet:
        for silent in sorted({name for outcome in outcomes for name in outcome.silent}):
            print_hint(f"{silent} did not respond to all requests; run the command again to send the rest")
        print_message(
            f"{len(accounts)} of {len(outcomes)} entries published, {sum(a.done for a in accounts)} completed"
        )
    return FINE


def _library(file: str, settings: EnrichSettings, answer: _EnrichArguments) -> int:
    from citekit.cli._enrich_messages import report_enrichment
    from citekit.commands.api import enriched
    from citekit.formats.files import read_text
    from citekit.services.arxiv.enrich import WRONG_KINDS
    from citekit.services.arxiv.rewrite import rewritten

    if settings.dask:
        raise UsageError("--dask requires JSON Lines", "write one CSL item per line to a .jsonl file")
    data, name = read_input(file), shown_name(file)
    _, format_name, library = read_text(data, name)
    for problem in library.problems:
        if problem.severity == "error" or answer.verbose:
            print_problem(problem)
    with progress(not answer.quiet) as done:
        result = enriched(library, settings, done, lambda text: None if answer.quiet else print_hint(text))
    reports = list(_reports(result, answer))
    if answer.out or not reports:
        enriched_data, unwritten = rewritten(data, name, format_name, library, result)
        write_data(enriched_data, answer.out, answer.overwrite, read={file: data})
        for problem in unwritten:
            print_problem(problem)
    for report in reports:
        give(report)
    report_enrichment(result, answer.quiet, answer.verbose)
    wrong = sum(problem.kind in WRONG_KINDS for problem in result.problems)
    return _exit_code({outcome.verdict for outcome in result.outcomes}, wrong, answer.strict)


def _reports(result: Enriched, answer: _EnrichArguments) -> Iterator[str]:
    from citekit.services.arxiv.enrich import change_line, explanation

    if answer.explain:
        yield "\n\n".join(explanation(outcome) for outcome in result.outcomes)
    if answer.diff:
        changed = (outcome for outcome in result.outcomes if outcome.changes)
        blocks = ("\n".join((o.work.id, *(f"  {change_line(change)}" for change in o.changes))) for o in changed)
        yield "\n".join(blocks)


def _exit_code(verdicts: Set[str], wrong: int, strict: bool) -> int:
    if "failed" in verdicts:
        return FAILED
    return FINDINGS if strict and (wrong or "doubtful" in verdicts) else FINE


def _stream(file: Path, settings: EnrichSettings, answer: _EnrichArguments) -> int:
    """Enrich JSON Lines line by line; a run that writes to a file can be resumed. Return the exit code."""
    from citekit.cli._enrich_messages import ProblemReporter
    from citekit.services.arxiv.enrich import WRONG_KINDS
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
        wrong += sum(problem.kind in WRONG_KINDS for problem in line.problems)
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
    with closing(_chunks(file, output.done if output else 0, how, settings)) as chunks:
        if output:
            to_output(chunks, output, done)
        else:
            _give(chunks, done, not answer.explain)
    reporter.end(verdicts)
    return _exit_code(verdicts.keys(), wrong, answer.strict)


def _on_cluster(
    file: Path, settings: EnrichSettings, answer: _EnrichArguments, how: StreamJob
) -> Iterator[RangeReport]:
    """Enrich a file on a cluster, and yield the report of each of its ranges."""
    from citekit.services.arxiv.cluster import run_on

    if answer.out in ("", STDOUT):
        raise UsageError(
            "--dask requires -o: the workers write the result themselves", "specify a file on a shared disk"
        )

    def left(parts: int) -> None:
        if not answer.quiet:
            print_hint(f"{parts} parts were already done; this run continues with the others")

    return run_on(settings.dask, file, Path(answer.out), how, left)


def _give(chunks: Iterable[tuple[StreamLine, ...]], done: Callable[[StreamLine], None], wanted: bool) -> None:
    for chunk in chunks:
        if wanted:
            give("".join(f"{line.text}\n" for line in chunk))
        for line in chunk:
            done(line)


def _chunks(
    file: Path, skip: int, how: StreamJob, settings: EnrichSettings
) -> Generator[tuple[StreamLine, ...], None, None]:
    """Yield the results for the lines after the first ``skip``: from worker processes, or from arXiv one by one."""
    from citekit.runtime.workers import processors
    from citekit.services.arxiv.client import Arxiv
    from citekit.services.arxiv.stream import lines_of, run

    with open_file(file) as source:
        rest = islice(lines_of(source), skip, None)
        if settings.index:
            yield from run(rest, how, settings.jobs or processors())
            return
        with Arxiv(settings.offline, settings.refresh, at_most=settings.at_most) as catalogue:
            yield from run(rest, how, 1, catalogue)
