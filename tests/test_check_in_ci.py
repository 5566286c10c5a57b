"""The ways into CI, run as CI runs them: the action's steps, the hooks of pre-commit, the documented job of GitLab."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

yaml = pytest.importorskip("yaml", reason="needs PyYAML")

pytestmark = [
    pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash"),
    pytest.mark.skipif(shutil.which("git") is None, reason="needs git"),
]

CLEAN = "@misc{doe2020, author = {Jane Doe}, title = {Lazy Queues}, year = 2020}\n"
ODD_YEAR = "@misc{roe2019, author = {Richard Roe}, title = {Eager Stacks}, year = {20019}}\n"
PAPER = "\\cite{doe2020}\n\\bibliography{refs}\n"


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A repository of git with a bibliography and a paper that are in order."""
    folder = tmp_path / "paper of mine"
    folder.mkdir()
    (folder / "refs.bib").write_text(CLEAN, encoding="utf-8")
    (folder / "paper.tex").write_text(PAPER, encoding="utf-8")
    git(folder, "init", "-q", "-b", "main")
    commit(folder)
    return folder


def environment(**more: str) -> dict[str, str]:
    """The variables of a runner: none of this process's git or GitHub, and nobody's settings of git."""
    kept = {n: v for n, v in os.environ.items() if not n.startswith(("GIT_", "GITHUB_", "PRE_COMMIT"))}
    names = {f"GIT_{role}_{what}": "n@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    nobody = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    return {**kept, **names, **nobody, "PYTHONPATH": str(ROOT), **more}


def git(folder: Path, *arguments: str) -> str:
    command = ("git", *arguments)
    return subprocess.run(
        command, cwd=folder, check=True, capture_output=True, text=True, env=environment()
    ).stdout.strip()


def commit(folder: Path) -> str:
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "x")
    return git(folder, "rev-parse", "HEAD")


def command_in(folder: Path) -> Path:
    """A ``citekit`` command of this source tree, in a folder of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "citekit"
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m citekit.cli.main "$@"\n', encoding="utf-8")
    path.chmod(0o755)
    return path


# --- GitHub's action --------------------------------------------------------------------------------------------------

ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS: list[dict[str, Any]] = ACTION["runs"]["steps"]


@dataclass
class Job:
    """What a run of the action gave."""

    code: int = 0
    out: str = ""
    err: str = ""
    summary: str = ""
    outputs: dict[str, str] = field(default_factory=dict)
    uploaded: str = ""


def run_action(folder: Path, base: str = "", event: str = "push", **inputs: str) -> Job:
    """Runs the action's steps as a runner does; the installed command is that of this source tree."""
    temporary = folder.parent / "runner temp"
    values = {name: str(given["default"]) for name, given in ACTION["inputs"].items()}
    values |= {name.replace("_", "-"): value for name, value in inputs.items()}
    known = {f"inputs.{name}": value for name, value in values.items()} | {"github.event.pull_request.base.sha": base}
    known["github.event_name"] = event
    known["steps.install.outputs.command"] = str(command_in(temporary))
    job = Job()
    for step in STEPS:
        if step.get("id") == "check":
            _run_step(step, folder, temporary, known, job)
        elif "upload-sarif" in step.get("uses", ""):
            assert step["if"] == "always() && steps.check.outputs.sarif != ''"
            assert step["with"]["sarif_file"] == "${{ steps.check.outputs.sarif }}"
            job.uploaded = job.outputs.get("sarif", "")
    return job


def _run_step(step: dict[str, Any], folder: Path, temporary: Path, known: dict[str, str], job: Job) -> None:
    script, output, summary = (temporary / name for name in ("step.sh", "output", "summary"))
    script.write_text(step["run"], encoding="utf-8")
    for path in (output, summary):
        path.write_text("", encoding="utf-8")
    given = {name: _evaluated(value, known) for name, value in step["env"].items()}
    files = {"GITHUB_OUTPUT": str(output), "GITHUB_STEP_SUMMARY": str(summary)}
    places = {"GITHUB_WORKSPACE": str(folder), "RUNNER_TEMP": str(temporary)}
    command = ("bash", "--noprofile", "--norc", "-eo", "pipefail", str(script))
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, env=environment(**given, **files, **places)
    )
    job.code, job.out, job.err = done.returncode, done.stdout, done.stderr
    job.summary = summary.read_text(encoding="utf-8")
    job.outputs = dict(line.split("=", 1) for line in output.read_text(encoding="utf-8").splitlines())


def _evaluated(value: str, known: dict[str, str]) -> str:
    return re.sub(r"\$\{\{ (.*?) \}\}", lambda match: known[match[1]], value)


def test_inputs_reach_the_shell_as_variables_only() -> None:
    scripts = [step for step in STEPS if "run" in step]
    assert [step["id"] for step in scripts] == ["install", "check"]
    assert all("${{" not in step["run"] and step["shell"] == "bash" for step in scripts)


def test_what_the_action_uses_is_pinned_to_a_commit() -> None:
    used = [step["uses"] for step in STEPS if "uses" in step]
    assert all(re.fullmatch(r"(?:actions|github)/[\w/-]+@[0-9a-f]{40}", name) for name in used)
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    assert len(re.findall(r"@[0-9a-f]{40} # v\d+\.\d+\.\d+\n", text)) == len(used) == 2


def test_files_of_the_repository_are_no_modules_of_the_installer() -> None:
    install = next(step for step in STEPS if step.get("id") == "install")
    assert install["working-directory"] == "${{ runner.temp }}"
    assert re.findall(r"python\S* (-\S+) -m", install["run"]) == ["-I", "-I"]


@pytest.mark.parametrize(
    ("event", "isolated", "code"),
    [
        ("push", "false", 0),
        ("pull_request", "false", 0),
        ("pull_request", "true", 1),
        ("pull_request_target", "false", 1),
        ("workflow_run", "false", 1),
    ],
)
def test_settings_of_others_are_not_read_with_the_rights_of_the_repository(
    desk: Path, event: str, isolated: str, code: int
) -> None:
    (desk / "refs.bib").write_text(CLEAN + ODD_YEAR, encoding="utf-8")
    (desk / "citekit.toml").write_text("[check]\nselect = ['duplicate-key']\n", encoding="utf-8")
    assert run_action(desk, event=event, isolated=isolated).code == code


def test_settings_that_write_fail_the_job(desk: Path) -> None:
    (desk / "citekit.toml").write_text("[check]\nfix = true\n", encoding="utf-8")
    job = run_action(desk)
    assert job.code == 2
    assert "citekit.toml:2:1: 'fix' is not allowed in the settings of a project" in job.err


def test_a_clean_repository_passes(desk: Path) -> None:
    job = run_action(desk)
    assert (job.code, job.out, job.outputs) == (0, "", {"exit-code": "0"})
    assert "no findings" in job.summary
    assert job.uploaded == ""


def test_findings_are_annotated_and_uploaded(desk: Path) -> None:
    (desk / "refs.bib").write_text(CLEAN + ODD_YEAR, encoding="utf-8")
    job = run_action(desk, sarif="true")
    assert job.code == 1
    assert job.out.startswith("::warning title=citekit%3A bad-year,file=refs.bib,line=2,")
    assert "refs.bib:2" in job.summary
    assert job.outputs["exit-code"] == "1"
    log = json.loads(Path(job.uploaded).read_text(encoding="utf-8"))
    assert [result["ruleId"] for result in log["runs"][0]["results"]] == ["bad-year"]
    assert run_action(desk, args="--fail-on error").code == 0


def test_what_cannot_be_read_fails(desk: Path) -> None:
    job = run_action(desk, files="nowhere.bib", sarif="true")
    assert job.code == 2
    assert "::error title=citekit,file=nowhere.bib::" in job.out
    assert Path(job.uploaded).is_file()
    wrong = run_action(desk, args="--no-such-option", sarif="true")
    assert (wrong.code, wrong.uploaded) == (2, "")


def test_a_pull_request_hears_of_its_own_lines(desk: Path) -> None:
    (desk / "refs.bib").write_text(ODD_YEAR + CLEAN, encoding="utf-8")
    base = commit(desk)
    (desk / "refs.bib").write_text(
        ODD_YEAR + CLEAN + ODD_YEAR.replace("roe", "poe").replace("Eager", "Patient"), encoding="utf-8"
    )
    commit(desk)
    job = run_action(desk, base, changed_from="base")
    assert job.code == 1
    assert [line.partition("line=")[2].partition(",")[0] for line in job.out.splitlines()] == ["3"]
    assert len(run_action(desk, "", changed_from="base").out.splitlines()) == 2  # a push has no base


def test_a_pull_request_without_its_base_is_told_what_to_do(desk: Path) -> None:
    job = run_action(desk, "0" * 40, changed_from="base")
    assert job.code == 2
    assert "fetch-depth: 0" in job.err


def test_files_stand_on_lines_or_between_blanks(desk: Path) -> None:
    (desk / "my refs.bib").write_text(ODD_YEAR, encoding="utf-8")
    (desk / "more.bib").write_text(ODD_YEAR, encoding="utf-8")
    assert len(run_action(desk, files="my refs.bib\nmore.bib\n").out.splitlines()) == 2
    assert len(run_action(desk, files="refs.bib more.bib").out.splitlines()) == 1


HOSTILE = ["$(touch pwned)", "`touch pwned`", '"; touch pwned; "', "--fix", "a\n$(touch pwned)\n; touch pwned"]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_inputs_are_no_shell(desk: Path, text: str) -> None:
    before = sorted(desk.iterdir())
    for name in ("files", "args", "changed_from"):
        job = run_action(desk, **{name: text})
        assert job.code in (0, 2)
        assert "exit-code=" not in job.out
    run_action(desk, text, changed_from="base")
    assert sorted(desk.iterdir()) == before


@pytest.mark.skipif(os.name != "posix", reason="needs names with any character")
def test_hostile_names_of_files_are_no_shell(desk: Path) -> None:
    for text in ("$(touch pwned).bib", "`touch pwned`.bib", 'a"; touch pwned; ".bib', "b\n::error::pwned\n.bib"):
        (desk / text).write_text(ODD_YEAR, encoding="utf-8")
    base = git(desk, "rev-parse", "HEAD")
    commit(desk)
    job = run_action(desk, base, changed_from="base", sarif="true")
    assert job.code == 1
    assert [line[:11] for line in job.out.splitlines()] == ["::warning t"] * 4
    assert not (desk / "pwned").exists()


# --- pre-commit -------------------------------------------------------------------------------------------------------

HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))


def pre_commit(folder: Path, **hooks: list[str]) -> subprocess.CompletedProcess[str]:
    """Runs hooks on what is staged, with the command of this source tree in place of an installed one."""
    program = shutil.which("pre-commit") or shutil.which("pre-commit", path=str(Path(sys.executable).parent))
    if program is None:
        pytest.skip("needs pre-commit")
    chosen = [{**hook, "language": "system", "args": hooks[hook["id"]]} for hook in HOOKS if hook["id"] in hooks]
    settings = {"repos": [{"repo": "local", "hooks": chosen}]}
    (folder / ".pre-commit-config.yaml").write_text(yaml.safe_dump(settings), encoding="utf-8")
    git(folder, "add", "-A")
    path = f"{command_in(folder.parent / 'bin').parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        (program, "run"),
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env=environment(PATH=path, PRE_COMMIT_HOME=str(folder.parent / "hooks")),
    )


def test_the_hooks_pass_and_fail(desk: Path) -> None:
    project = {"citekit-check": [], "citekit-project": ["refs.bib", "paper.tex"]}
    (desk / "notes.md").write_text("Nothing is cited here.\n", encoding="utf-8")
    done = pre_commit(desk, **project)
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("Passed") == 2
    (desk / "refs.bib").write_text(ODD_YEAR, encoding="utf-8")
    done = pre_commit(desk, **project)
    assert done.returncode == 1
    assert "warning[bad-year]" in done.stdout
    one, _, whole = done.stdout.partition("citekit check, the whole project")
    assert "undefined-citation" not in one
    assert "error[undefined-citation] 'doe2020'" in whole


def test_the_hook_that_repairs(desk: Path) -> None:
    text = CLEAN.replace("year", "publisher = {Doe & Roe}, year")
    (desk / "refs.bib").write_text(text, encoding="utf-8")
    done = pre_commit(desk, **{"citekit-fix": []})
    assert done.returncode == 1
    assert "files were modified by this hook" in done.stdout
    assert (desk / "refs.bib").read_text(encoding="utf-8") == text.replace("&", "\\&")
    assert pre_commit(desk, **{"citekit-fix": []}).returncode == 0


# --- GitLab -----------------------------------------------------------------------------------------------------------


def documented_job() -> dict[str, Any]:
    """The job for GitLab that the guide shows."""
    text = (ROOT / "docs" / "guides" / "ci.md").read_text(encoding="utf-8")
    for block in re.findall(r"^```yaml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        settings = yaml.safe_load(block)
        if "script" in settings.get("citekit", {}):
            return settings["citekit"]
    raise AssertionError("the guide shows no job for GitLab")


@pytest.mark.parametrize(("text", "code"), [(CLEAN, 0), (CLEAN + ODD_YEAR, 1)])
def test_the_job_for_gitlab_writes_its_report(desk: Path, text: str, code: int) -> None:
    (desk / "refs.bib").write_text(text, encoding="utf-8")
    job = documented_job()
    path = f"{command_in(desk.parent / 'bin').parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ("bash", "-e", "-c", job["script"][-1]), cwd=desk, capture_output=True, check=False, env=environment(PATH=path)
    )
    assert done.returncode == code
    issues = json.loads((desk / job["artifacts"]["reports"]["codequality"]).read_text(encoding="utf-8"))
    assert [issue["check_name"] for issue in issues] == ["bad-year"] * code
