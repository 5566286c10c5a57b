"""Ask catalogues whether references exist, what became of them, and whether they are right."""

from __future__ import annotations

from pathlib import Path

import click

from citekit.cli._grammar import Verb, files
from citekit.cli._options import options_of
from citekit.cli._output import refuse_to_overwrite, write
from citekit.cli._terminal import give, say, say_hint, say_problem
from citekit.cli.main import FAILED, FINDINGS, FINE
from citekit.config import VerifySettings, setting
from citekit.errors import counted
from citekit.records import dataclass

_VERDICTS = {
    "verified": "verified", "differs": "different", "another-work": "with another work’s identifier",
    "not-found": "not found", "unsure": "not verifiable",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Answer:
    """What the command gives back, and how much it says."""

    to_format: str = setting("full", "Write the findings in this form.", "FORMAT", ("--to",))
    out: str = setting("", "Write the findings to this file.", "OUT", ("-o", "--out"), path=True, power="writes")
    overwrite: bool = setting(False, "Replace OUT where it exists.", "", ("-f", "--overwrite"), power="writes")
    fix: bool = setting(False, "Put in, in place, what two catalogues agree on.", power="repairs")
    quiet: bool = setting(False, "Say nothing but errors.", "", ("-q", "--quiet"))
    verbose: bool = setting(False, "Also say of every entry what was found.", "", ("-v", "--verbose"))


@click.command("verify", cls=Verb)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, shell_complete=files)
@options_of(settings=VerifySettings, answer=_Answer)
def command(files: tuple[str, ...], settings: VerifySettings, answer: _Answer) -> int:
    """Ask catalogues whether references exist, what became of them, and whether they are right.

    FILE is a .bib file or CSL-JSON. Of every entry it is said whether it is verified, differs in a field, has the identifier
    of another work, was published, retracted or withdrawn since, or was not found, and by which catalogue. Titles and
    identifiers leave this machine: --services chooses who is asked, --offline asks nobody. The exit code is 1 where a field
    or an identifier is wrong, and 2 where something could not be read.
    """
    from citekit.checking import verify_files
    from citekit.checks.reporters import known_reporter, render
    from citekit.cli._repairs import put_in, say_repairs

    known_reporter(answer.to_format)
    if answer.out:
        refuse_to_overwrite(answer.out, answer.overwrite)
    paths = [Path(file) for file in files]
    told = (lambda _: None) if answer.quiet else say_hint
    checked, outcomes = verify_files(paths, settings, told)
    if answer.fix:
        done = put_in(checked, True, lambda: verify_files(paths, settings, lambda _: None)[0])
        checked = done.checked
        for problem in done.problems:
            say_problem(problem)
        if not answer.quiet:
            say_repairs(done)
    text = render(checked.report, answer.to_format)
    if answer.out:
        write(text, answer.out, overwrite=answer.overwrite)
    elif text:
        give(text)
    for problem in checked.report.unreadable:
        say_problem(problem)
    if answer.verbose:
        for outcome in outcomes:
            why = f" ({outcome.why})" if outcome.why else f" ({outcome.record.catalogue})" if outcome.record else ""
            say(f"{outcome.work.id}: {_VERDICTS[outcome.state]}{why}")
    if not answer.quiet:
        counts = {state: sum(o.state == state for o in outcomes) for state in _VERDICTS}
        parts = [f"{counts[s]} {word}" for s, word in _VERDICTS.items() if counts[s] or s == "verified"]
        say(f"{counted(len(outcomes), 'entry')}: {', '.join(parts)}")
    if checked.report.failed:
        return FAILED
    return FINDINGS if any(o.state in ("differs", "another-work") or o.fate for o in outcomes) else FINE
