"""``citekit check --cache``: kept results are used as long as nothing changes that they depend on, and never else."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, Answer

from citekit.lint.reporting import result_cache as kept

Run = Callable[..., Answer]

CLEAN = "@misc{doe2020, author = {Jane Doe}, title = {Lazy Queues}, year = 2020}\n"
ODD_YEAR = "@misc{roe2019, author = {Richard Roe}, title = {Eager Stacks}, year = {20019}}\n"


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    Path("refs.bib").write_text(CLEAN, encoding="utf-8")
    Path("paper.tex").write_text("\\cite{doe2020}\\bibliography{refs}\n\\input{part}\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def is_kept(citekit: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., bool]:
    """Whether a run is answered from the cache; the answer is the same as without one."""

    def call(*arguments: str) -> bool:
        checked = []
        from citekit.commands import check

        run = check.check_files
        monkeypatch.setattr(check, "check_files", lambda *given: checked.append(1) or run(*given))
        answer = citekit("check", "--cache", "kept", "--to", "concise", *arguments)
        monkeypatch.setattr(check, "check_files", run)
        assert answer == citekit("check", "--to", "concise", *arguments)
        return not checked

    return call


def test_a_second_run_is_kept(is_kept: Callable[..., bool]) -> None:
    assert [is_kept("paper.tex"), is_kept("paper.tex")] == [False, True]
    assert is_kept("paper.tex", "--fail-on", "error") is False
    assert is_kept("paper.tex", "--ignore", "bad-year") is False
    assert is_kept("paper.tex") is True


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("paper.tex", "\\cite{doe2020}\n\\bibliography{refs}\n"),
        ("refs.bib", CLEAN.replace("doe2020", "doe2021")),
        ("part.tex", "\\cite{nokey}\n"),
        ("conf.py", 'bibtex_bibfiles = ["refs.bib"]\n'),
    ],
)
def test_another_document_is_a_change(is_kept: Callable[..., bool], name: str, text: str) -> None:
    Path("main.md").write_text("[@doe2020]\n", encoding="utf-8")
    arguments = ("paper.tex", "main.md", "refs.bib")
    assert [is_kept(*arguments), is_kept(*arguments)] == [False, True]
    Path(name).write_text(text, encoding="utf-8")
    assert is_kept(*arguments) is False


def test_a_new_file_in_a_folder_is_a_change(is_kept: Callable[..., bool]) -> None:
    assert [is_kept("."), is_kept(".")] == [False, True]
    Path("more.bib").write_text(ODD_YEAR, encoding="utf-8")
    assert is_kept(".") is False


def test_settings_and_baselines_are_part_of_it(is_kept: Callable[..., bool], citekit: Run) -> None:
    Path("refs.bib").write_text(ODD_YEAR, encoding="utf-8")
    citekit("check", "refs.bib", "--write-baseline", "known.json")
    baseline = ("refs.bib", "--baseline", "known.json")
    assert [is_kept(*baseline), is_kept(*baseline)] == [False, True]
    Path("known.json").write_text('{"findings": []}', encoding="utf-8")
    assert is_kept(*baseline) is False
    assert [is_kept("refs.bib"), is_kept("refs.bib")] == [False, True]
    Path("citekit.toml").write_text("[check]\nseverity = { bad-year = 'note' }\n", encoding="utf-8")
    assert is_kept("refs.bib") is False


def test_another_version_or_program_forgets(is_kept: Callable[..., bool], monkeypatch: pytest.MonkeyPatch) -> None:
    assert [is_kept("refs.bib"), is_kept("refs.bib")] == [False, True]
    assert (kept._PROGRAM / "model" / "identity").is_dir()  # what other rooms know counts as well
    monkeypatch.setattr(kept, "_rules", lambda: "another program")
    assert is_kept("refs.bib") is False


def test_a_file_that_changes_during_a_run_is_checked_again(
    is_kept: Callable[..., bool], citekit: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from citekit.commands import check

    run = check.check_files

    def checked_while_somebody_writes(*given: object) -> object:
        done = run(*given)  # type: ignore[arg-type]
        Path("refs.bib").write_text(ODD_YEAR, encoding="utf-8")
        return done

    monkeypatch.setattr(check, "check_files", checked_while_somebody_writes)
    assert citekit("check", "--cache", "kept", "--to", "concise", "refs.bib").code == 0
    monkeypatch.setattr(check, "check_files", run)
    assert is_kept("refs.bib") is False


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[]", b"\xff\x00", b'{"files": 3, "folders": [], "kept": 1}', b"[" * 9999]
)
def test_damaged_results_are_thrown_away(is_kept: Callable[..., bool], damage: bytes) -> None:
    assert is_kept("refs.bib") is False
    (path,) = Path("kept").glob("*.json")
    path.write_bytes(damage)
    assert is_kept("refs.bib") is False
    assert is_kept("refs.bib") is True


def test_what_could_not_be_read_is_not_kept(is_kept: Callable[..., bool]) -> None:
    assert [is_kept("refs.bib", "nowhere.bib") for _ in range(2)] == [False, False]


def test_no_cache_neither_uses_nor_keeps(
    citekit: Run, is_kept: Callable[..., bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("citekit.runtime.settings_files.user_settings_path", lambda: Path("mine/citekit.toml"))
    Path("mine").mkdir()
    Path("mine/citekit.toml").write_text("[check]\ncache = '../kept'\n", encoding="utf-8")
    citekit("check", "refs.bib", "--no-cache")
    assert not Path("kept").exists()
    citekit("check", "refs.bib")
    assert Path("kept").is_dir()
    assert is_kept("refs.bib", "--no-cache") is False


def test_a_folder_that_cannot_be_written_to_keeps_nothing(citekit: Run) -> None:
    Path("kept").write_text("a file", encoding="utf-8")
    answer = citekit("check", "refs.bib", "--cache", "kept")
    assert (answer.code, Path("kept").read_text(encoding="utf-8")) == (0, "a file")


def test_the_cache_is_ignored_by_git_and_bounded(citekit: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "_MOST", 3)
    for number in range(6):
        citekit("check", "refs.bib", "--cache", "kept", "--owner", f"Jane Doe {number}")
    assert (Path("kept") / ".gitignore").read_text(encoding="utf-8") == "*\n"
    assert len(list(Path("kept").glob("*.json"))) == 3
    monkeypatch.setattr(kept, "_LARGEST", 10)
    citekit("check", "refs.bib", "--cache", "kept")
    assert len(list(Path("kept").glob("*.json"))) == 1


def test_runs_at_the_same_time_do_not_disturb_one_another(desk: Path) -> None:
    command = (sys.executable, "-m", "citekit.cli.main", "check", "--cache", "kept", "--to", "concise")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    Path("refs.bib").write_text(ODD_YEAR, encoding="utf-8")
    runs = [
        subprocess.Popen(
            (*command, "refs.bib"), cwd=desk, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for _ in range(3)
    ]
    said = {run.communicate()[0] for run in runs}
    assert {run.returncode for run in runs} == {1}
    assert len(said) == 1
    assert not list(Path("kept").glob("*.tmp"))
