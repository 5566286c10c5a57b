"""Check bibliographies, the documents that cite them, and publication lists."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from citekit.cli._grammar import GroupedOptionsCommand, files
from citekit.cli._io import colourful, give, print_hint, print_message, print_problem, refuse_to_overwrite, write
from citekit.cli._options import options_of
from citekit.cli.main import FAILED, FINDINGS, FINE
from citekit.lint.reporters import known_reporter
from citekit.runtime import patterns as re
from citekit.runtime.budget import without_collection
from citekit.runtime.config import CheckSettings, setting
from citekit.runtime.errors import UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import write_file
from citekit.text.unicode import counted

if TYPE_CHECKING:
    from citekit.commands.check import Checked
    from citekit.lint.reporting.result_cache import Cache, CachedRun

_MANY = 20
"""With more findings than this, a hint suggests a baseline."""


@dataclass(frozen=True, slots=True)
class _CheckArguments:
    """What the command gives back and changes."""

    to_format: str = setting("full", "Output format of the findings.", "FORMAT", ("--to",))
    out: str = setting("", "Write the findings to this file.", "OUT", ("-o", "--out"), path=True, power="writes")
    overwrite: bool = setting(False, "Replace OUT if it exists.", "", ("-f", "--overwrite"), power="writes")
    fix: bool = setting(False, "Apply the safe fixes to the files.", power="repairs")
    unsafe_fixes: bool = setting(False, "Also apply fixes that change the printed entry; review them.", power="repairs")
    diff: bool = setting(False, "Print what the fixes would change; write nothing.")
    write_baseline: str = setting("", "Write all findings to this baseline file.", "FILE", path=True, power="writes")
    changed_from: str = setting(
        "", "Report only findings caused by changes since this git commit.", "REF", power="runs"
    )
    cache: str = setting(
        "", "Cache results in this directory and reuse them while nothing changes.", "FOLDER", path=True, power="writes"
    )
    no_cache: bool = setting(False, "Neither read nor write the cache.")
    watch: bool = setting(False, "Check again whenever a file changes; Ctrl-C ends it.", power="runs")
    allow_nothing: bool = setting(False, "Exit with 0 if there is nothing to check.")
    statistics: bool = setting(False, "Print the number of findings per rule instead of the findings.")
    verbose: bool = setting(False, "Show every finding, also of a group of equal ones.", "", ("-v", "--verbose"))
    quiet: bool = setting(False, "Print only errors.", "", ("-q", "--quiet"))


@click.command(
    "check",
    cls=GroupedOptionsCommand,
    examples=(
        "citekit check paper.md references.bib",
        "citekit check cv.md selected.md --to concise",
        "citekit check references.txt --style apa",
    ),
)
@click.argument("files", metavar="[FILE]...", nargs=-1, shell_complete=files)
@options_of(settings=CheckSettings, answer=_CheckArguments)
def command(files: tuple[str, ...], settings: CheckSettings, answer: _CheckArguments) -> int:
    """Check bibliographies, the documents that cite them, and publication lists.

    FILE is a bibliography (.bib, CSL-JSON), a document with citations (LaTeX, .aux, .bcf, Markdown, Quarto, R Markdown, MyST,
    Sphinx, Typst, Org, AsciiDoc, a notebook), a publication list that citekit convert can read, or a directory (default: the
    working directory). Each finding is printed with its location. The exit code is 1 if there are findings, and 2 if a file
    could not be read. Files are changed only with --fix or --unsafe-fixes.
    """
    known_reporter(answer.to_format)
    if answer.out:
        refuse_to_overwrite(answer.out, answer.overwrite or answer.watch)
    from citekit.commands.check import refuse_unknown

    refuse_unknown(settings)
    if answer.write_baseline and answer.changed_from:
        raise UsageError("--write-baseline cannot be used with --changed-from", "omit --changed-from")
    paths = [Path(file) for file in files] or [Path()]
    if answer.watch:
        from citekit.cli._watch import watch

        own = (answer.out, answer.cache)
        repairs = answer.fix or answer.unsafe_fixes
        return watch(paths, own, lambda read: _once(paths, settings, answer, read), repairs, answer.quiet)
    with without_collection():
        return _once(paths, settings, answer)


def _once(paths: list[Path], settings: CheckSettings, answer: _CheckArguments, read: set[str] | None = None) -> int:
    """Check once and return the exit code. The names of the files that the result depends on are added to ``read``."""
    changes = answer.fix or answer.unsafe_fixes or answer.diff or answer.write_baseline
    if answer.cache and not (answer.no_cache or changes or settings.online or read is not None):
        cached = _cache(paths, settings, answer).recall()
        if cached is not None:
            _publish(cached.output, answer)
            _end(cached, answer)
            return cached.code
    if answer.changed_from:
        from citekit.lint.reporting.changed_lines import changes_since

        changes_since(answer.changed_from)  # raises for an unknown commit before the check begins
    from citekit.commands.check import check_files

    checked = check_files(paths, settings)
    if answer.diff:
        from citekit.commands.repairs import differences, told_preview

        shown = differences(checked, answer.unsafe_fixes)
        _publish(shown, answer)
        for problem in checked.report.unreadable:
            print_problem(problem)
        for line in () if answer.quiet else told_preview(checked, shown, answer.unsafe_fixes):
            print_message(line)
        return FAILED if checked.report.failed else FINDINGS if shown else FINE
    blocked = False
    if answer.fix or answer.unsafe_fixes:
        from citekit.commands.repairs import put_in, told_fixes

        done = put_in(checked, answer.unsafe_fixes, lambda: check_files(paths, settings))
        for problem in done.problems:
            print_problem(problem)
        if not answer.quiet:
            for line in told_fixes(done):
                print_message(line)
        checked, blocked = done.checked, bool(done.problems)
    if answer.write_baseline:
        from citekit.lint.reporting.report import baseline_text

        report = checked.report
        data = baseline_text(report.diagnostics).encode("utf-8", "replace")
        write_file(Path(answer.write_baseline), data, overwrite=True)
        if not answer.quiet:
            print_message(f"{answer.write_baseline}: {len(report.diagnostics)} findings; {report.coverage}")
        return FAILED if report.failed else FINE
    if answer.changed_from:
        from citekit.lint.reporting.changed_lines import only_changed

        checked = replace(checked, report=only_changed(checked.report, answer.changed_from))
    reported = _report(checked, settings, answer)
    files = checked.project
    if read is not None:
        read |= files.read.keys() | files.looked_for
    with_step_summary = answer.to_format == "github" and "GITHUB_STEP_SUMMARY" in os.environ
    is_whole = not (checked.report.unreadable or answer.changed_from or with_step_summary)
    if answer.cache and not answer.no_cache and is_whole:
        _cache(paths, settings, answer).keep(reported, files.read, files.looked_for, files.searched)
    return FAILED if blocked else reported.code


def _report(checked: Checked, settings: CheckSettings, answer: _CheckArguments) -> CachedRun:
    """Print the findings and what there is to report of the run, and return both with the exit code."""
    from citekit.commands.check import STATISTICS
    from citekit.lint.reporting.result_cache import CachedRun

    report = checked.report
    on_terminal = answer.to_format == "full" and not answer.out  # unreadable files are listed on standard error then
    text = checked.text(STATISTICS if answer.statistics else answer.to_format, answer.verbose, not on_terminal)
    if answer.verbose and checked.project.skipped:
        print_message(
            f"skipped in directories: {counted(len(checked.project.skipped), 'file')} that are hidden or binary"
        )
    is_nothing = report.coverage.is_nothing and not report.unreadable
    code = FINE if answer.allow_nothing and is_nothing else report.exit_code(settings.fail_on)
    shown = CachedRun(text, report.summary(), code, checked.empty)
    _publish(text, answer)
    summary_file = os.environ.get("GITHUB_STEP_SUMMARY", "")
    if answer.to_format == "github" and summary_file:
        from citekit.lint.reporters import github

        with Path(summary_file).open("a", encoding="utf-8", errors="replace") as stream:
            stream.write(github.summary(report))
    for problem in report.unreadable:
        print_problem(problem)
    _end(shown, answer)
    if len(report.diagnostics) > _MANY and not (settings.baseline or answer.quiet or answer.changed_from):
        print_hint("use --write-baseline FILE to store these findings, then --baseline FILE to report only new ones")
    return shown


def _publish(text: str, answer: _CheckArguments) -> None:
    if answer.out:
        write(text, answer.out, overwrite=True)
    elif text:
        coloured = answer.to_format == "full" and not answer.statistics and colourful(sys.stdout)

        def styled(head: re.Match[str]) -> str:
            level = click.style(head["level"] + head["rule"], fg=_COLOURS[head["level"]], bold=True)
            return f"{click.style(head['place'], bold=True)}{level}"

        give(_HEAD.sub(styled, text) if coloured else text, coloured)


_HEAD = re.compile(
    r"^(?P<place>\S.{0,400}?:\d+:\d+: )(?P<level>error|warning|note)(?P<rule>\[[\w-]{1,60}\])", re.MULTILINE
)
_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}


def _end(run: CachedRun, answer: _CheckArguments) -> None:
    if not answer.quiet:
        for name in run.empty:
            # Zotero and EndNote keep their citations in fields
            notation = " of the form [@key]" if name.lower().endswith(".docx") else ""
            print_message(f"{name}: no citations{notation} and no publications found")
        print_message(run.summary)
        if run.summary.startswith("checked nothing"):
            print_hint("specify bibliographies, documents with citations, or publication lists")
        elif run.summary.startswith("checked 0 of 0 ") and not answer.allow_nothing:
            print_hint("there is nothing to check; --allow-nothing exits with 0")


def _cache(paths: list[Path], settings: CheckSettings, answer: _CheckArguments) -> Cache:
    from citekit.lint.reporting.result_cache import Cache

    shown = (answer.to_format, answer.statistics, answer.allow_nothing, answer.changed_from, answer.verbose)
    return Cache(Path(answer.cache), paths, settings, " ".join(map(str, shown)))
