"""Set up checking for a project: settings, baseline, pre-commit hook, CI job."""

from __future__ import annotations

from collections.abc import Iterator
from configparser import ConfigParser
from configparser import Error as ConfigError
from pathlib import Path
from pkgutil import get_data
from urllib.parse import urlsplit

import click

from citekit.cli._grammar import GroupedOptionsCommand
from citekit.cli._io import give, print_hint, print_message
from citekit.cli._options import options_of
from citekit.cli.main import FINDINGS, FINE
from citekit.lint.rule import PROFILES
from citekit.runtime import patterns as re
from citekit.runtime.config import CheckSettings, setting
from citekit.runtime.errors import CitekitError, UsageError, check_choice
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import Replacement, fingerprint, is_within, read_file, replace_files
from citekit.runtime.settings_files import OWN_FILE, settings_file

BASELINE = "citekit-baseline.json"
WORKFLOW = ".github/workflows/citekit.yml"
JOBS = ".gitlab-ci.yml"
HOOKS = ".pre-commit-config.yaml"
MANY = 20
"""A project with more findings than this begins with a baseline."""
_HOSTS = ("github", "gitlab", "none")
_SOURCE = re.compile(r"(https://[\w.-]{1,200}(?::\d{1,5})?/[\w./~-]{1,300}?)(?:\.git)?(?:@([\w./-]{1,100}))?")


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
    examples=(
        "citekit init --diff",
        "citekit init --source https://github.com/NAME/citekit@v0.2.0",
    ),
)
@options_of(answer=_InitArguments)
def command(answer: _InitArguments) -> int:
    """Set up checking for a project: settings, baseline, pre-commit hook, CI job.

    citekit checks the working directory once. It writes citekit.toml with the rules and, if there are many findings,
    citekit-baseline.json, so that later runs report only new findings. With --source, it also writes the pre-commit hook and
    the CI job of the repository's host. Existing files are not changed; their expected content is printed.
    """
    check_choice("profile", answer.profile, PROFILES)
    check_choice("host", answer.host, _HOSTS)
    texts = {**dict(_runs(answer)), **_checked(answer)}
    written = [_written(Path(name), texts[name], answer) for name in sorted(texts)]
    if not answer.source:
        print_hint("specify the URL of citekit's repository with --source URL to also write the hook and the CI job")
    print_message("next: citekit check")
    return FINE if all(written) else FINDINGS


def _checked(answer: _InitArguments) -> dict[str, str]:
    """Check the project, and return the texts of its settings file and its baseline by file name."""
    from citekit.commands.check import check_files
    from citekit.lint.reporting.baseline import baseline_text

    report = check_files([Path()], CheckSettings(profile=answer.profile)).report
    count = len(report.diagnostics)
    print_message(report.summary())
    lines = ["[check]", f'profile = "{answer.profile}"', *([f'baseline = "{BASELINE}"'] if count > MANY else []), ""]
    known = settings_file(Path.cwd())
    name = Path(known.source.name).name if known and known.folder == Path.cwd() else OWN_FILE
    if name != OWN_FILE:
        lines[0] = "[tool.citekit.check]"
    made = {name: "\n".join(lines)}
    return {**made, **({BASELINE: baseline_text(report.diagnostics)} if count > MANY else {})}


def _runs(answer: _InitArguments) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of the files that run the check: the hook of pre-commit and the CI job."""
    if not answer.source:
        return
    given = _SOURCE.fullmatch(answer.source)
    if not given:
        raise UsageError(f"'{answer.source}' is not a repository", "write https://HOST/NAME/citekit@REVISION")
    url, revision = given[1], given[2] or "main"
    yield HOOKS, _template("hook", url, revision)
    host, place = answer.host or _host(), urlsplit(url)
    if host == "gitlab":
        yield JOBS, _template("gitlab", url, revision)
    elif host == "github":
        if place.hostname != "github.com":
            raise UsageError(
                f"{url} is not on GitHub, and GitHub runs only actions that are",
                "copy citekit to GitHub, or use --host none",
            )
        yield WORKFLOW, _template("github", place.path.strip("/"), revision)


def _template(name: str, source: str, revision: str) -> str:
    text = (get_data("citekit.cli", f"templates/{name}.yml") or b"").decode("utf-8")
    return text.format(source=source, revision=revision)


def _host() -> str:
    """Return the host of the repository in the working directory, from its files and the URLs of its remotes."""
    if Path(".github").is_dir():
        return "github"
    if Path(JOBS).is_file():
        return "gitlab"
    config = ConfigParser(strict=False, interpolation=None)
    try:
        config.read_string(read_file(Path(".git/config")).decode("utf-8", "replace"))
    except (CitekitError, ConfigError):
        return "none"
    urls = " ".join(config[part].get("url", "") for part in config.sections() if part.startswith("remote"))
    return next((host for host in ("github", "gitlab") if host in urls), "none")


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
