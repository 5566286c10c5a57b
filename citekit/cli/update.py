"""Update a bibliography from its sources and keep your changes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from citekit.cli._grammar import GroupedOptionsCommand, files
from citekit.cli._io import give, is_directory, print_hint, print_message, print_problem, progress
from citekit.cli._options import options_of
from citekit.cli.main import FAILED, FINDINGS, FINE
from citekit.runtime.config import ConvertSettings, setting
from citekit.runtime.errors import FileChangedError, UsageError
from citekit.runtime.records import dataclass

if TYPE_CHECKING:
    from citekit.commands.update import Step

_MOST_TRIES = 20
"""Maximum number of retries if another process has written the file. Each retry means that one other process is done."""


@dataclass(frozen=True, slots=True)
class _UpdateArguments:
    """What the command does with what it finds, and how much it reports."""

    to_format: str = setting("", "Format of FILE, if it cannot be inferred.", "FORMAT", ("--to",))
    check: bool = setting(False, "Write nothing; exit with 1 if FILE is out of date.")
    diff: bool = setting(False, "Print what would change; write nothing.")
    interactive: bool = setting(False, "Prompt for every change.", "", ("--interactive",))
    quiet: bool = setting(False, "Print only errors.", "", ("-q", "--quiet"))
    verbose: bool = setting(False, "Also list what is already in FILE.", "", ("-v", "--verbose"))


@click.command(
    "update",
    cls=GroupedOptionsCommand,
    examples=(
        "citekit update me.bib homepage.md",
        "citekit update me.bib homepage.md --diff",
        "citekit update me.bib --check",
    ),
)
@click.argument("file", metavar="FILE", shell_complete=files)
@click.argument("sources", metavar="[SOURCE]...", nargs=-1, shell_complete=files)
@options_of(settings=ConvertSettings, answer=_UpdateArguments)
def command(file: str, sources: tuple[str, ...], settings: ConvertSettings, answer: _UpdateArguments) -> int:
    """Update a bibliography from its sources and keep your changes.

    FILE is a bibliography or list in any format that citekit writes, or a directory (Hugo, academicpages); it is created if
    missing. SOURCE is a document that citekit convert reads. The state of the sources is stored in citekit.lock next to FILE;
    without SOURCE, the sources named there are read again. What you changed, added or removed is not touched; citekit reports
    later changes of the source. New works are appended. Works that are no longer in a source are reported and stay.
    """
    from citekit.commands.update import update
    from citekit.commands.update.merging import usual
    from citekit.commands.update.report import report
    from citekit.formats.files import is_folder

    if answer.interactive and (answer.check or answer.diff):
        raise UsageError(
            "--interactive cannot be used with --check or --diff", "remove --interactive to preview the changes"
        )
    if is_directory(file) and not Path(file).exists() and not (answer.to_format and is_folder(answer.to_format)):
        raise UsageError(f"{file} is a directory", "specify a file, or the format of the directory: --to hugo")
    choose = _confirmed if answer.interactive else usual
    is_preview = answer.check or answer.diff
    for rest in reversed(range(1 if answer.interactive else _MOST_TRIES)):
        with progress(not answer.quiet and not answer.interactive) as _:
            found = update(file, sources, settings, answer.to_format, choose)
        try:
            if not found.failures and not is_preview:
                found.write()
            break
        except FileChangedError:
            if not rest:
                raise
    for problem in found.failures:
        print_problem(problem)
    if answer.diff:
        from citekit.lint.reporting.repairs import diff

        give("".join(diff(str(path), found.before.get(path, ""), found.after[path], 3) for path in found.changed))
    if found.failures:
        print_hint("nothing was written")
        return FAILED
    if not answer.quiet:
        for line in report(found, answer.verbose):
            print_message(line)
        if found.changed and is_preview:
            print_hint("run citekit update without --check and --diff to write the changes")
    if is_preview:
        return FINDINGS if found.changed else FINE
    return FINDINGS if settings.strict and found.conversion.findings else FINE


def _confirmed(step: Step) -> bool:
    from citekit.commands.update.report import line_of

    if step.kind == "new":
        return click.confirm(f"{step.key} is new: {step.title}. Add it?", default=True, err=True)
    question = "Apply it?" if step.kind == "changed" else "You changed it. Use the value of the source?"
    return click.confirm(f"{line_of(step)} {question}", default=step.kind == "changed", err=True)
