"""Set up checking for a project: settings, baseline, pre-commit hook, CI job."""

from __future__ import annotations

from pathlib import Path

import click

from citekit.cli._grammar import GroupedOptionsCommand
from citekit.cli._io import give, print_hint, print_message
from citekit.cli._options import options_of
from citekit.cli.main import FINDINGS, FINE
from citekit.runtime.config import setting
from citekit.runtime.errors import UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import Replacement, fingerprint, is_within, read_file, replace_files


@dataclass(frozen=True, slots=True)
class _InitArguments:
    """What is set up."""

    source: str = setting(
        "",
        "Repository of citekit for the hook and the job, such as https://HOST/NAME/citekit@v0.2.0.",
        "URL",
        power="installs",
    )
    host: str = setting(
        "",
        "Write the CI job for github, gitlab or none (default: the host of the repository).",
        "HOST",
        power="installs",
    )
    profile: str = setting("default", "Set of rules: default, submission or strict.", "PROFILE")
    overwrite: bool = setting(False, "Replace existing files.", "", ("-f", "--overwrite"), power="writes")
    diff: bool = setting(False, "Print what would be written; write nothing.")


@click.command(
    "init",
    cls=GroupedOptionsCommand,
    examples=("citekit init --diff", "citekit init --source https://github.com/NAME/citekit@v0.2.0"),
)
@options_of(answer=_InitArguments)
def command(answer: _InitArguments) -> int:
    """Set up checking for a project: settings, baseline, pre-commit hook, CI job.

    citekit checks the working directory once. It writes citekit.toml with the rules and, if there are many findings,
    citekit-baseline.json, so that later runs report only new findings. With --source, it also writes the pre-commit hook and
    the CI job of the repository's host. Existing files are not changed; their expected content is printed.
    """
    from citekit.commands.init import JOBS, WORKFLOW, project_setup

    setup = project_setup(answer.profile, answer.source, answer.host)
    print_message(setup.summary)
    written = [_written(Path(name), setup.texts[name], answer) for name in sorted(setup.texts)]
    if not answer.source:
        print_hint("specify the URL of citekit's repository with --source URL to also write the hook and the CI job")
    elif not {WORKFLOW, JOBS} & setup.texts.keys() and not answer.host:
        print_hint("the host of this repository is not known; --host github or --host gitlab also writes the CI job")
    print_message("next: citekit check")
    return FINE if all(written) else FINDINGS


def _written(path: Path, text: str, answer: _InitArguments) -> bool:
    """Write a file unless it exists. Return whether it contains ``text`` now; if not, print ``text``."""
    if not is_within(path, [Path.cwd()]):
        raise UsageError(f"{path} is a link to a file outside the project", "remove the link")
    held = read_file(path) if path.is_file() else None
    known = None if held is None else held.decode("utf-8", "replace")
    if known == text:
        print_message(f"{path} is up to date")
        return True
    if answer.diff:
        give(f"# {path}\n{text}")
        return True
    if known is not None and not answer.overwrite:
        print_message(f"{path} already exists and was not changed; use --overwrite to replace it by this:")
        give(text)
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_files([Replacement(path, text.encode(), None if held is None else fingerprint(held))])
    print_message(f"wrote {path}")
    return True
