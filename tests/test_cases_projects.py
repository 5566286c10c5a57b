"""Runs ``tests/cases/projects/*.md``: the files of a project, and the lines that the usual rules say about it.

Where files stand behind "files", these alone are checked, as a hook does.

A run with ``CITEKIT_UPDATE_CASES=1`` puts what is said now in place of the last blocks.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from citekit.commands.check import check_files
from citekit.runtime.config import CheckSettings

FOLDER = Path(__file__).parent / "cases" / "projects"
CASE = re.compile(
    r"^## (?P<title>.+)\n\n(?:(?!````|## ).+\n)*\n*````files(?P<named>(?: \S+)*)\n(?P<given>(?:.*\n)*?)````\n\n```text\n(?P<said>(?:.*\n)*?)```\n",
    re.MULTILINE,
)
FILE = re.compile(r"^=== (?P<name>\S.*)\n", re.MULTILINE)


def cases() -> list[tuple[Path, re.Match[str]]]:
    found = []
    for path in sorted(FOLDER.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        here = [(path, case) for case in CASE.finditer(text)]
        assert len(here) == len(re.findall(r"^## ", FILE.sub("", text), re.MULTILINE)) > 0, (
            f"{path.name} is not complete"
        )
        found += here
    return found


@pytest.mark.parametrize(
    ("path", "case"), cases(), ids=lambda value: value["title"] if isinstance(value, re.Match) else ""
)
def test_case(path: Path, case: re.Match[str], tmp_path: Path) -> None:
    _, *pieces = FILE.split(case["given"])
    for name, text in zip(pieces[::2], pieces[1::2], strict=True):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    named = [tmp_path / name for name in case["named"].split()]
    found = check_files(named or [tmp_path], CheckSettings()).report.diagnostics
    lines = [
        f"{d.source.name}:{d.source.line_column(d.span.start)[0]} {d.severity}[{d.rule}] {d.message}\n" for d in found
    ]
    said = "".join(lines).replace(f"{tmp_path}/", "")
    if os.environ.get("CITEKIT_UPDATE_CASES"):
        text = path.read_text(encoding="utf-8")
        new = case[0].replace(f"```text\n{case['said']}```", f"```text\n{said}```")
        path.write_text(text.replace(case[0], new), encoding="utf-8")
        return
    assert said == case["said"]
