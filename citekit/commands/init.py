"""Set up checking for a project: the texts of its settings, baseline, pre-commit hook and CI job."""

from __future__ import annotations

from collections.abc import Iterator
from configparser import ConfigParser
from configparser import Error as ConfigError
from pathlib import Path
from pkgutil import get_data
from urllib.parse import urlsplit

from citekit.commands.check import check_files
from citekit.lint.reporting.report import baseline_text
from citekit.lint.rule import PROFILES
from citekit.runtime import patterns as re
from citekit.runtime.config import CheckSettings
from citekit.runtime.errors import CitekitError, UsageError, check_choice
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import read_file
from citekit.runtime.settings_files import OWN_FILE, settings_file

BASELINE = "citekit-baseline.json"
WORKFLOW = ".github/workflows/citekit.yml"
JOBS = ".gitlab-ci.yml"
HOOKS = ".pre-commit-config.yaml"
MANY = 20
"""A project with more findings than this begins with a baseline."""
_HOSTS = ("github", "gitlab", "none")
_SOURCE = re.compile(r"(https://[\w.-]{1,200}(?::\d{1,5})?/[\w./~-]{1,300}?)(?:\.git)?(?:@([\w./-]{1,100}))?")
"""A repository's URL, and the revision after an ``@``."""


@dataclass(frozen=True, slots=True)
class ProjectSetup:
    """The summary of a check of the project as it is, and the texts of the files to write, by their names."""

    summary: str
    texts: dict[str, str]


def project_setup(profile: str = "default", source: str = "", host: str = "") -> ProjectSetup:
    """Check the working directory, and return what sets up checking for it; nothing is written.

    ``source`` is the repository of citekit for the hook and the CI job, ``host`` the host of the job, by default that of the
    project. Raises :class:`~citekit.runtime.errors.UsageError` for a profile, a host or a repository that does not exist.
    """
    check_choice("profile", profile, PROFILES)
    check_choice("host", host, _HOSTS)
    runs = dict(_runs(source, host)) if source else {}
    report = check_files([Path()], CheckSettings(profile=profile)).report
    known = settings_file(Path.cwd())
    name = Path(known.source.name).name if known and known.folder == Path.cwd() else OWN_FILE
    has_baseline = len(report.diagnostics) > MANY
    lines = ["[check]" if name == OWN_FILE else "[tool.citekit.check]", f'profile = "{profile}"']
    lines += [f'baseline = "{BASELINE}"'] if has_baseline else []
    texts = {**runs, name: "\n".join([*lines, ""])}
    if has_baseline:
        texts[BASELINE] = baseline_text(report.diagnostics)
    return ProjectSetup(report.summary(), texts)


def _runs(source: str, wanted_host: str) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of the files that run the check: the hook of pre-commit and the CI job."""
    given = _SOURCE.fullmatch(source)
    if not given:
        raise UsageError(f"'{source}' is not a repository", "write https://HOST/NAME/citekit@REVISION")
    url, revision = given[1], given[2] or "main"

    def template(name: str, place: str) -> str:
        text = (get_data("citekit.commands", f"templates/{name}.yml") or b"").decode("utf-8")
        return text.format(source=place, revision=revision)

    yield HOOKS, template("hook", url)
    host, place = wanted_host or _host(), urlsplit(url)
    if host == "gitlab":
        yield JOBS, template("gitlab", url)
    elif host == "github":
        if place.hostname != "github.com":
            raise UsageError(
                f"{url} is not on GitHub, and GitHub runs only actions that are",
                "copy citekit to GitHub, or use --host none",
            )
        yield WORKFLOW, template("github", place.path.strip("/"))


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
