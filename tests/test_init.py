"""``citekit init``: what it writes, what it leaves, and whether those who read it can."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Answer

SOURCE = "https://github.com/someone/citekit@v0.2.0"
ENTRY = "@article{{doe{n}, author = {{Doe, Jane}}, title = {{Lazy Queues {n}}}, journal = {{J. Queues}}, year = {{2o{n}}}}}\n"

Run = Callable[..., Answer]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a bibliography of one entry, which is fine."""
    (tmp_path / "refs.bib").write_text(
        "@misc{doe2020, author = {Doe, Jane}, title = {Lazy Queues}, year = 2020, url = {https://example.org/q}}\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_settings_alone_without_a_source(project: Path, citekit: Run) -> None:
    answer = citekit("init", "--profile", "submission")
    assert answer.code == 0
    assert names(project) == ["citekit.toml", "refs.bib"]
    assert (project / "citekit.toml").read_text() == '[check]\nprofile = "submission"\n'
    assert "specify the URL of citekit's repository with --source URL" in answer.err
    assert citekit("check").code == 0


def test_many_findings_become_a_baseline(project: Path, citekit: Run) -> None:
    (project / "refs.bib").write_text("".join(ENTRY.format(n=n) for n in range(10, 35)), encoding="utf-8")
    assert citekit("check").code == 1
    assert citekit("init").code == 0
    assert 'baseline = "citekit-baseline.json"' in (project / "citekit.toml").read_text()
    assert citekit("check").code == 0
    with (project / "refs.bib").open("a") as file:
        file.write(ENTRY.format(n=99))
    assert citekit("check").code == 1


def test_nothing_is_replaced_unless_asked(project: Path, citekit: Run) -> None:
    (project / "citekit.toml").write_text('[check]\nprofile = "strict"\n')
    answer = citekit("init")
    assert answer.code == 1
    assert "citekit.toml already exists and was not changed" in answer.err
    assert 'profile = "default"' in answer.out
    assert "strict" in (project / "citekit.toml").read_text()
    assert citekit("init", "--overwrite").code == 0
    assert "default" in (project / "citekit.toml").read_text()
    assert "citekit.toml is up to date" in citekit("init").err


def test_settings_in_pyproject_are_told_of(project: Path, citekit: Run) -> None:
    (project / "pyproject.toml").write_text('[tool.citekit.check]\nprofile = "strict"\n')
    answer = citekit("init")
    assert "[tool.citekit.check]" in answer.out
    assert names(project) == ["pyproject.toml", "refs.bib"]


def test_diff_writes_nothing(project: Path, citekit: Run) -> None:
    answer = citekit("init", "--diff", "--host", "gitlab", "--source", SOURCE)
    assert answer.code == 0
    assert "# .gitlab-ci.yml\ncitekit:\n" in answer.out
    assert names(project) == ["refs.bib"]


@pytest.mark.parametrize(
    ("host", "written", "schema"),
    [("github", ".github/workflows/citekit.yml", "github-workflows"), ("gitlab", ".gitlab-ci.yml", "gitlab-ci")],
)
def test_hosts_and_pre_commit_can_read_it(project: Path, citekit: Run, host: str, written: str, schema: str) -> None:
    pytest.importorskip("check_jsonschema", reason="check-jsonschema, which holds the schemas, is not installed")
    pytest.importorskip("pre_commit", reason="pre-commit is not installed")
    assert citekit("init", "--host", host, "--source", SOURCE).code == 0
    assert names(project) == sorted([".pre-commit-config.yaml", written, "citekit.toml", "refs.bib"])
    checker = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", written]
    for command in (checker, [sys.executable, "-m", "pre_commit", "validate-config"]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")
@pytest.mark.parametrize(
    ("address", "host"), [("git@gitlab.com:a/b.git", "gitlab"), ("https://github.com/a/b", "github")]
)
def test_the_host_is_that_of_the_repository(project: Path, citekit: Run, address: str, host: str) -> None:
    subprocess.run(["git", "init", "-q", "."], check=True)
    subprocess.run(["git", "remote", "add", "origin", address], check=True)
    citekit("init", "--source", SOURCE)
    assert (project / ".gitlab-ci.yml").is_file() == (host == "gitlab")
    assert (project / ".github/workflows/citekit.yml").is_file() == (host == "github")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--host", "gitlap"], "did you mean 'gitlab'?"),
        (["--profile", "strickt"], "did you mean 'strict'?"),
        (["--source", "citekit; rm"], "write https://HOST/NAME/citekit@REVISION"),
        (["--host", "github", "--source", "https://example.org/citekit"], "copy citekit to GitHub"),
    ],
)
def test_mistakes_are_named(project: Path, citekit: Run, options: list[str], said: str) -> None:
    answer = citekit("init", *options)
    assert answer.code == 2
    assert said in answer.err
    assert names(project) == ["refs.bib"]


def test_a_job_that_is_not_written_is_told(project: Path, citekit: Run) -> None:
    assert "--host github or --host gitlab" in citekit("init", "--source", SOURCE).err
    assert "--host" not in citekit("init", "--source", SOURCE, "--host", "none").err
