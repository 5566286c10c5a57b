"""``citekit check --watch``: a check at the start and after each change, until it is interrupted."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Answer

from citekit.cli.main import run

Run = Callable[..., Answer]

CLEAN = "@misc{doe2020, author = {Jane Doe}, title = {Lazy Queues}, year = 2020}\n"
ODD_YEAR = CLEAN.replace("2020}", "{20020}}")
WITHOUT_KEY = CLEAN.replace("doe2020", "").replace("Lazy", "Eager")


def runs(answer: Answer) -> int:
    """How often the files were checked."""
    return sum(line.startswith("checked ") for line in answer.err.splitlines())


def at_each_look(monkeypatch: pytest.MonkeyPatch, *changes: Callable[[], object]) -> None:
    """Makes one change each time the watch rests between two looks, and interrupts it after the last one."""
    left = iter(changes)

    def rest(_: float) -> None:
        change = next(left, None)
        if change is None:
            raise KeyboardInterrupt
        change()

    monkeypatch.setattr(time, "sleep", rest)


def test_each_change_is_checked_and_nothing_else(citekit: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.bib"
    path.write_text(CLEAN)
    at_each_look(
        monkeypatch,
        lambda: path.write_text(ODD_YEAR),
        lambda: None,
        lambda: path.write_text(WITHOUT_KEY + CLEAN),
    )
    answer = citekit("check", "--watch", "--to", "concise", path)
    rules = [line.partition("[")[2].partition("]")[0] for line in answer.out.splitlines()]
    assert rules == ["bad-year", "missing-key"]
    assert runs(answer) == 3
    assert answer.code == 1
    assert "Traceback" not in answer.err


def test_files_that_come_and_go_in_a_folder_are_seen(
    citekit: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.bib").write_text(CLEAN)
    second = tmp_path / "later" / "b.bib"
    at_each_look(
        monkeypatch,
        second.parent.mkdir,
        lambda: second.write_text(ODD_YEAR.replace("doe2020", "roe2020")),
        second.unlink,
    )
    answer = citekit("check", "--watch", "--to", "concise", tmp_path)
    assert "b.bib:1:" in answer.out
    assert answer.err.count("checked 1 of 1") == 2
    assert answer.code == 0


def test_repairs_are_no_changes_to_look_at_again(citekit: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.bib"
    path.write_text(CLEAN.replace("year", "doi = {doi:10.1000/182}, year"))
    at_each_look(monkeypatch, lambda: None, lambda: None)
    answer = citekit("check", "--watch", "--unsafe-fixes", path)
    assert "doi = {10.1000/182}" in path.read_text()
    assert runs(answer) == 1


def test_what_a_look_finds_is_there_before_the_next_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bibliography, answers = tmp_path / "a.bib", tmp_path / "answers.txt"
    bibliography.write_text(ODD_YEAR)
    seen: list[str] = []
    at_each_look(monkeypatch, lambda: seen.append(answers.read_text(encoding="utf-8")))
    with answers.open("w", encoding="utf-8") as kept_back:  # as a pipe is, until it is flushed
        monkeypatch.setattr(sys, "stdout", kept_back)
        assert run(["check", "--watch", "--to", "concise", str(bibliography)]) == 1
        assert len(seen) == 1
        assert "bad-year" in seen[0]
