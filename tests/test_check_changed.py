"""``citekit check --changed-from``: what a change is answerable for, in git as people use it."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Answer

Run = Callable[..., Answer]

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")

CLEAN = "@misc{{{key}, author = {{Jane Doe}}, title = {{Lazy {key} Queues}}, year = 2020}}\n"
ODD = "@misc{{{key}, author = {{Richard Roe}}, title = {{Eager {key} Stacks}}, year = {{20019}}}}\n"


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(name, os.devnull)
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "n")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "n@example.org")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    folder = tmp_path / "repository"
    folder.mkdir()
    monkeypatch.chdir(folder)
    git("init", "-q", "-b", "main")
    return folder


def git(*arguments: str) -> str:
    return subprocess.run(("git", *arguments), check=True, capture_output=True, text=True).stdout


def commit(**files: str) -> None:
    for name, text in files.items():
        write(name.replace("__", "."), text)
    git("add", "-A")
    git("commit", "-qm", "x")


def write(name: str, text: str) -> None:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")


def found(citekit: Run, *arguments: str, since: str = "HEAD") -> list[str]:
    answer = citekit("check", "-q", "--to", "concise", "--changed-from", since, *arguments)
    assert answer.code in (0, 1), answer.err
    return [line.split("] ")[0].partition(": ")[0].rpartition(":")[0] for line in answer.out.splitlines()]


def test_it_is_what_changed_since_the_branch_began(citekit: Run) -> None:
    commit(a__bib=ODD.format(key="old"))
    git("switch", "-qc", "topic")
    commit(a__bib=ODD.format(key="old") + ODD.format(key="new"))
    git("switch", "-q", "main")
    commit(a__bib=ODD.format(key="older") + CLEAN.format(key="moved") + ODD.format(key="old"))
    git("switch", "-q", "topic")
    assert found(citekit, "a.bib", since="main") == ["a.bib:2"]


@pytest.mark.parametrize("name", ["a b.bib", "Bücher.bib", "a\tb.bib", 'a"b\\.bib', "日本 語.bib", "sub/a.bib"])
def test_names_with_blanks_quotes_and_letters(citekit: Run, name: str) -> None:
    try:
        write(name, CLEAN.format(key="one") + "\n\n")
    except OSError:
        pytest.skip("the file system has no such names")
    git("add", "-A")
    git("commit", "-qm", "x")
    write(name, CLEAN.format(key="one") + "\n\n" + ODD.format(key="two"))
    assert len(found(citekit, name)) == 1
    git("add", "-A")
    assert len(found(citekit, name)) == 1


def test_a_renamed_file_has_changed_where_it_differs(citekit: Run) -> None:
    entries = "".join(CLEAN.format(key=f"k{number}") for number in range(20))
    commit(a__bib=ODD.format(key="old") + entries)
    git("mv", "a.bib", "b.bib")
    assert found(citekit, "b.bib") == []
    write("b.bib", ODD.format(key="old") + entries + ODD.format(key="new"))
    assert found(citekit, "b.bib") == ["b.bib:22"]


def test_lines_that_look_like_a_patch_are_lines(citekit: Run) -> None:
    commit(a__bib=CLEAN.format(key="one"), b__bib=ODD.format(key="two"))
    write("a.bib", CLEAN.format(key="one") + "++ b/b.bib\n@@ -1 +1 @@\n")
    assert found(citekit, "a.bib", "b.bib", "--select", "bad-year") == []


def test_settings_of_git_change_nothing(citekit: Run) -> None:
    commit(**{"sub/a__bib": CLEAN.format(key="one")})
    for name, value in (("diff.noprefix", "true"), ("diff.mnemonicPrefix", "true"), ("diff.relative", "true")):
        git("config", name, value)
    git("config", "color.ui", "always")
    write("sub/a.bib", CLEAN.format(key="one") + ODD.format(key="two"))
    assert found(citekit, "sub/a.bib") == ["sub/a.bib:2"]


def test_from_a_folder_of_the_repository(citekit: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(**{"sub/x__md": "x\n", "a__bib": CLEAN.format(key="one")})
    write("a.bib", CLEAN.format(key="one") + ODD.format(key="two"))
    write("new.bib", ODD.format(key="three"))
    monkeypatch.chdir("sub")
    assert len(found(citekit, "../a.bib", "../new.bib")) == 2


def test_a_change_of_a_bibliography_is_answerable_for_citations(citekit: Run) -> None:
    commit(
        a__bib=CLEAN.format(key="one") + CLEAN.format(key="two"),
        paper__tex="\\cite{one}\\cite{missing}\n\\cite{two}\n\\bibliography{a}\n",
    )
    assert found(citekit) == []
    write("a.bib", CLEAN.format(key="one") + CLEAN.format(key="other"))
    assert found(citekit) == ["paper.tex:2"]


def test_a_deleted_bibliography_is_missed_where_it_is_named(citekit: Run) -> None:
    commit(refs__bib=CLEAN.format(key="one"), paper__tex="\n\\cite{one}\n\\bibliography{refs}\n")
    Path("refs.bib").unlink()
    assert found(citekit, "--select", "missing-bib-file", "paper.tex") == ["paper.tex:3"]


def test_an_entry_beside_a_removed_one_has_not_changed(citekit: Run) -> None:
    commit(a__bib=ODD.format(key="one") + CLEAN.format(key="two") + ODD.format(key="three"))
    write("a.bib", ODD.format(key="one") + ODD.format(key="three"))
    assert found(citekit, "a.bib") == []


def test_a_line_taken_out_of_an_entry_changes_it(citekit: Run) -> None:
    text = ODD.format(key="one").replace(", title", ",\n note = {x},\n title")
    commit(a__bib=text)
    write("a.bib", text.replace(" note = {x},\n", ""))
    assert found(citekit, "a.bib") == ["a.bib:2"]


def test_a_shallow_clone_knows_what_it_has(citekit: Run, desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(a__bib=ODD.format(key="one"))
    first = git("rev-parse", "HEAD").strip()
    commit(a__bib=ODD.format(key="one") + ODD.format(key="two"))
    git("clone", "-q", "--depth", "1", desk.as_uri(), str(desk.parent / "shallow"))
    monkeypatch.chdir(desk.parent / "shallow")
    answer = citekit("check", "a.bib", "--changed-from", first)
    assert (answer.code, answer.out) == (2, "")
    assert f"git knows no commit '{first}' here" in answer.err
    assert "fetch-depth" in answer.err
    git("fetch", "-q", "--depth", "1", "origin", first)
    assert found(citekit, "a.bib", since=first) == ["a.bib:2"]


@pytest.mark.parametrize("reference", ["nosuchref", "--output=x", "HEAD~9", "a b", "$(touch x)", "HEAD:a.bib"])
def test_a_commit_that_is_not_there_is_said(citekit: Run, reference: str) -> None:
    commit(a__bib=ODD.format(key="one"))
    answer = citekit("check", "a.bib", f"--changed-from={reference}")
    assert (answer.code, answer.out) == (2, "")
    assert "git knows no commit" in answer.err
    assert not Path("x").exists()


def test_outside_a_repository_it_is_said(
    citekit: Run, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("plain")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(folder.parent))
    monkeypatch.chdir(folder)
    write("a.bib", ODD.format(key="one"))
    answer = citekit("check", "a.bib", "--changed-from", "HEAD")
    assert answer.code == 2
    assert "changed lines are known in a git repository only" in answer.err


def test_without_git_it_is_said(citekit: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write("a.bib", ODD.format(key="one"))
    monkeypatch.setenv("PATH", str(tmp_path))
    answer = citekit("check", "a.bib", "--changed-from", "HEAD")
    assert answer.code == 2
    assert "git could not be run" in answer.err
