"""Runs ``tests/cases/tidy/*.md``: a file, the settings (TOML, where there are any), the tidy file, and what was said.

Each case runs through the Python interface and the command line, with either line end, and twice: what is tidy stays.
A run with ``CITEKIT_UPDATE_CASES=1`` puts what is found now in place of the last blocks.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest
from case_files import cases_of
from conftest import Answer

from citekit.formats.bibtex.tidying import Tidied, tidy
from citekit.runtime.config import TidySettings
from citekit.runtime.settings_files import user_settings_path

FOLDER = Path(__file__).parent / "cases" / "tidy"
CASE = re.compile(
    r"^## (?P<title>.+)\n\n(?:(?!```|## ).+\n)*\n*```bibtex\n(?P<given>(?:.*\n)*?)```\n\n(?:```toml\n(?P<settings>(?:.*\n)*?)```\n\n)?"
    r"```bibtex\n(?P<expected>(?:.*\n)*?)```\n(?:\n```text\n(?P<said>(?:.*\n)*?)```\n)?",
    re.MULTILINE,
)


def settings_of(case: re.Match[str]) -> TidySettings:
    return TidySettings(
        **{name.replace("-", "_"): value for name, value in tomllib.loads(case["settings"] or "").items()}
    )


def said(tidied: Tidied) -> str:
    lines = []
    for problem in tidied.problems:
        place = problem.source.place(problem.span).removeprefix("<string>").removeprefix(":") if problem.source else ""
        lines.append(f"{place} {problem.kind}: {problem.message}".strip())
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize(
    ("path", "case"), cases_of(FOLDER, CASE, 3), ids=lambda value: value["title"] if isinstance(value, re.Match) else ""
)
def test_case(
    path: Path,
    case: re.Match[str],
    citekit: Callable[..., Answer],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings = settings_of(case)
    tidied = tidy(case["given"], settings)
    if os.environ.get("CITEKIT_UPDATE_CASES"):
        update(path, case, tidied)
        return
    assert tidied.text == case["expected"]
    assert said(tidied) == (case["said"] or "")
    assert tidied.changed == (case["given"] != case["expected"])
    assert tidy(tidied.text, settings).text == tidied.text
    on_windows = tidy(case["given"].replace("\n", "\r\n"), settings)
    assert on_windows.text == case["expected"].replace("\n", "\r\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "own"))
    own = "rewrite" in (case["settings"] or "")  # which the settings of a project cannot say
    file = user_settings_path() if own else tmp_path / "citekit.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"[tidy]\n{case['settings'] or ''}", encoding="utf-8")
    answer = citekit("tidy", "-", stdin=case["given"].encode())
    assert answer.out == case["expected"]
    assert answer.code == (1 if tidied.damaged else 0)


def update(path: Path, case: re.Match[str], tidied: Tidied) -> None:
    text = path.read_text(encoding="utf-8")
    start = case.start("expected") - case.start()
    found = said(tidied)
    new = case[0][:start] + tidied.text + "```\n" + (f"\n```text\n{found}```\n" if found else "")
    path.write_text(text.replace(case[0], new, 1), encoding="utf-8")


def test_every_setting_has_a_case() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md"))
    for of in fields(TidySettings):
        if of.metadata["path"]:
            continue  # the cases have no files; the tests of the command line have
        assert re.search(rf"^{of.name.replace('_', '-')} = ", text, re.MULTILINE), of.name
