"""Verify that references exist and are correct."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from citekit.cli._grammar import GroupedOptionsCommand, files
from citekit.cli._io import (
    STDIN,
    give,
    print_hint,
    print_message,
    print_problem,
    read_input,
    refuse_to_overwrite,
    write,
)
from citekit.cli._options import options_of
from citekit.cli.main import FAILED, FINDINGS, FINE
from citekit.runtime.config import VerifySettings, setting
from citekit.runtime.records import dataclass


@dataclass(frozen=True, slots=True)
class _VerifyArguments:
    """What the command gives back, and how much it reports."""

    to_format: str = setting("full", "Output format of the findings.", "FORMAT", ("--to",))
    out: str = setting("", "Write the findings to this file.", "OUT", ("-o", "--out"), path=True, power="writes")
    overwrite: bool = setting(False, "Replace OUT if it exists.", "", ("-f", "--overwrite"), power="writes")
    fix: bool = setting(False, "Apply corrections on which two independent services agree, in place.", power="repairs")
    quiet: bool = setting(False, "Print only errors.", "", ("-q", "--quiet"))
    verbose: bool = setting(False, "Also print the status of every entry.", "", ("-v", "--verbose"))


@click.command(
    "verify",
    cls=GroupedOptionsCommand,
    examples=(
        "citekit verify references.bib",
        "citekit verify references.bib --services crossref,pubmed --verbose",
        "citekit verify references.bib --offline --index arxiv.index",
    ),
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, shell_complete=files)
@options_of(settings=VerifySettings, answer=_VerifyArguments)
def command(files: tuple[str, ...], settings: VerifySettings, answer: _VerifyArguments) -> int:
    """Verify that references exist and are correct.

    FILE is a bibliography in any format, a publication list, or - for standard input; --fix works for BibTeX and CSL-JSON.
    citekit looks up each entry in bibliographic metadata services (Crossref, DataCite, arXiv, DBLP, OpenAlex) and reports its
    status: verified, differs in a field, identifier of another work, published since, retracted, withdrawn, or not found.

    Titles and identifiers are sent to the services. --services selects them; --offline sends no requests. The exit code is 1
    if a field or an identifier is wrong or a service did not respond, and 2 if a file could not be read or no service
    responded.
    """
    from citekit.commands.repairs import put_in, told_changes, told_fixes
    from citekit.commands.verify import verify_files
    from citekit.lint.reporters import known_reporter, render

    known_reporter(answer.to_format)
    if answer.out:
        refuse_to_overwrite(answer.out, answer.overwrite)
    paths = [Path(file) for file in files]
    notify = (lambda _: None) if answer.quiet else print_hint
    stdin = read_input(STDIN) if STDIN in files else b""
    found = verify_files(paths, settings, notify, stdin)
    if answer.fix:
        done = put_in(found.checked, True, lambda: verify_files(paths, settings, lambda _: None, stdin).checked)
        found = replace(found, checked=done.checked)
        for problem in done.problems:
            print_problem(problem)
        for line in () if answer.quiet else (*told_fixes(done), *told_changes(done)):
            print_message(line)
    report = found.checked.report
    text = render(replace(report, verbose=True), answer.to_format)
    if answer.out:
        write(text, answer.out, overwrite=answer.overwrite)
    elif text:
        give(text)
    for problem in report.unreadable:
        print_problem(problem)
    for line in found.statuses() if answer.verbose else ():
        print_message(line)
    for line in (*found.silent(), *(() if answer.quiet else found.summary())):
        print_message(line)
    if found.failed:
        return FAILED
    return FINDINGS if found.is_wrong or found.silences else FINE
