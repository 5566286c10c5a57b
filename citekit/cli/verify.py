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
from citekit.runtime import patterns as re
from citekit.runtime.config import VerifySettings, setting
from citekit.runtime.errors import counted
from citekit.runtime.records import dataclass

_VERDICTS = {
    "verified": "verified", "differs": "different", "another-work": "with another work’s identifier",
    "not-found": "not found", "unsure": "not verifiable",
}  # fmt: skip


_QUESTION = re.compile(r"(?<=\w)/[^\s?]{0,400}\?\S{0,9000}")
"""The path and query of a URL in a reason, which may contain whole lists of identifiers."""


@dataclass(frozen=True, slots=True)
class _VerifyArguments:
    """What the command gives back, and how much it says."""

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
    from citekit.cli._repairs import put_in, report_changes, report_fixes
    from citekit.commands.check import verify_files
    from citekit.lint.reporters import known_reporter, render

    known_reporter(answer.to_format)
    if answer.out:
        refuse_to_overwrite(answer.out, answer.overwrite)
    paths = [Path(file) for file in files]
    notify = (lambda _: None) if answer.quiet else print_hint
    stdin = read_input(STDIN) if STDIN in files else b""
    verified = verify_files(paths, settings, notify, stdin)
    checked, outcomes = verified.checked, verified.outcomes
    if answer.fix:
        done = put_in(checked, True, lambda: verify_files(paths, settings, lambda _: None, stdin).checked)
        checked = done.checked
        for problem in done.problems:
            print_problem(problem)
        if not answer.quiet:
            report_fixes(done)
            report_changes(done)
    text = render(replace(checked.report, verbose=True), answer.to_format)
    if answer.out:
        write(text, answer.out, overwrite=answer.overwrite)
    elif text:
        give(text)
    for problem in checked.report.unreadable:
        print_problem(problem)
    if answer.verbose:
        for outcome in outcomes:
            why = ": ".join(filter(None, (outcome.record.catalogue if outcome.record else "", outcome.why)))
            print_message(
                f"{outcome.work.id or outcome.work.title}: {_VERDICTS[outcome.state]}{f' ({why})' if why else ''}"
            )
    for name, reason in verified.silences:
        print_message(f"no response from {name}: {_QUESTION.sub('', reason)}")
    if not answer.quiet and (outcomes or not checked.report.failed):
        counts = {state: sum(o.state == state for o in outcomes) for state in _VERDICTS}
        parts = [f"{counts[s]} {word}" for s, word in _VERDICTS.items() if counts[s] or s == "verified"]
        incomplete = "; incomplete: not all services responded" if verified.silences else ""
        print_message(f"{counted(len(outcomes), 'entry')}: {', '.join(parts)}{incomplete}")
    if checked.report.failed or (verified.silences and not verified.heard):
        return FAILED
    wrong = any(o.state in ("differs", "another-work") or o.fate for o in outcomes)
    return FINDINGS if wrong or verified.silences else FINE
