"""Faults and traps of ``tests/cases/check`` in clean projects of five languages, and how many of them are told."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from truth import LANGUAGES, Change, Project, changes

from citekit.commands.check import check_files
from citekit.runtime.config import CheckSettings

FAULTS, TRAPS = changes("faults"), changes("traps")
NOT_FOUND = "—"
TOLD = [fault for fault in FAULTS if fault.rule != NOT_FOUND and fault.profile == "default"]


def said(project: Project, folder: Path, profile: str) -> list[str]:
    """The rules that tell of something in a project."""
    project.write(folder)
    report = check_files([folder], CheckSettings(profile=profile)).report
    assert not report.unreadable
    return [found.rule for found in report.diagnostics]


def after(change: Change, language: str, folder: Path, profile: str) -> list[str]:
    """The rules that tell of something after a change."""
    project = Project(language)
    project.change(change)
    return said(project, folder, profile)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(3))
def test_projects_are_clean(language: str, seed: int, tmp_path: Path) -> None:
    assert said(Project(language, seed), tmp_path, "submission") == []


def test_as_many_as_the_page_says() -> None:
    assert (len(FAULTS), len(TRAPS)) == (60, 40)
    assert sum(fault.rule != NOT_FOUND for fault in FAULTS) == 55
    assert sum(fault.rule != NOT_FOUND and fault.profile == "default" for fault in FAULTS) == 52


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.what)
def test_faults_are_told(fault: Change, tmp_path: Path) -> None:
    for language in fault.languages:
        folder = tmp_path / language
        folder.mkdir()
        rules = after(fault, language, folder, fault.profile)
        if fault.rule == NOT_FOUND:
            assert not rules, f"{language}: this one is told now; say so in the table"
        else:
            assert fault.rule in rules, language


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.what)
def test_traps_are_not(trap: Change, tmp_path: Path) -> None:
    for language in trap.languages:
        folder = tmp_path / language
        folder.mkdir()
        assert after(trap, language, folder, "submission") == [], language


@pytest.mark.parametrize("number", range(30))
def test_nothing_is_told_but_the_faults(number: int, tmp_path: Path) -> None:
    language, dice = LANGUAGES[number % len(LANGUAGES)], random.Random(1000 + number)
    project, taken = Project(language, 100 + number), {""}
    rules = set()
    for rows, number_of in ((TOLD, 5), (TRAPS, 3)):
        left = number_of
        fit = [row for row in dice.sample(rows, len(rows)) if language in row.languages]
        for row in fit:
            if left and row.where not in taken:
                left -= 1
                taken |= {row.where} - {"text", "bib"}
                project.change(row)
                rules |= {row.rule} if rows is TOLD else set()
    consequences = {"missing-field"} if {"unknown-field", "odd-character"} & rules else set()
    found = set(said(project, tmp_path, "default"))
    assert rules <= found <= rules | consequences
