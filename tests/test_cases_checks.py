"""Runs ``tests/cases/checks/*.md``: a bibliography, and the lines that the usual rules say about it.

Each case runs through the Python interface and the command line; "(strict)" in its title is the profile. A run with ``CITEKIT_UPDATE_CASES=1`` puts what is said
now in place of the last blocks.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from case_files import cases_of
from conftest import Answer

from citekit.commands.check import check_files
from citekit.runtime.config import CheckSettings

FOLDER = Path(__file__).parent / "cases" / "checks"
CASE = re.compile(
    r"^## (?P<title>.+)\n\n(?:(?!```|## ).+\n)*\n*```bibtex\n(?P<given>(?:.*\n)*?)```\n\n```text\n(?P<said>(?:.*\n)*?)```\n",
    re.MULTILINE,
)


@pytest.mark.parametrize(
    ("path", "case"), cases_of(FOLDER, CASE), ids=lambda value: value["title"] if isinstance(value, re.Match) else ""
)
def test_case(path: Path, case: re.Match[str], citekit: Callable[..., Answer], tmp_path: Path) -> None:
    file = tmp_path / "refs.bib"
    file.write_text(case["given"], encoding="utf-8")
    profile = "strict" if "(strict)" in case["title"] else "default"
    found = check_files([file], CheckSettings(profile=profile)).report.diagnostics
    lines = [f"{d.source.line_column(d.span.start)[0]} {d.severity}[{d.rule}] {d.message}\n" for d in found]
    said = "".join(lines).replace(str(file), "refs.bib")
    if os.environ.get("CITEKIT_UPDATE_CASES"):
        text = path.read_text(encoding="utf-8")
        new = case[0].replace(f"```text\n{case['said']}```", f"```text\n{said}```")
        path.write_text(text.replace(case[0], new), encoding="utf-8")
        return
    assert said == case["said"]
    answer = citekit("check", file, "--to", "concise", "-q", "--profile", profile)
    assert len(answer.out.splitlines()) == len(lines)
