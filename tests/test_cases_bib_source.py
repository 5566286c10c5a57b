"""Runs ``tests/cases/bib_source/*.md``: what a file's reading reports, and what changes to a file leave behind.

In ``problems.md``, a block of input is followed by the problems found in it and by the entries with their fields, damaged
ones in brackets. In ``edits.md``, the input is followed by lines of Python (``bib`` is the document) and the lines that
differ afterwards. A run with ``CITEKIT_UPDATE_CASES=1`` puts what is found now in place of the last blocks.
"""

from __future__ import annotations

import difflib
import os
import re
from pathlib import Path

import pytest

import citekit.formats.bibtex
from citekit.formats.bibtex.blocks import FAULTS, scan
from citekit.formats.bibtex.read import loads
from citekit.formats.library import Library
from citekit.runtime import safe_files
from citekit.runtime.errors import UsageError
from citekit.runtime.span import Source

FOLDER = Path(__file__).parent / "cases" / "bib_source"
BLOCK = r"```{}\n(?P<{}>(?:.*\n)*?)```\n\n"
PROBLEMS = re.compile(
    r"^## (?P<title>.+)\n\n" + BLOCK.format("bibtex", "given") + r"```text\n(?P<expected>(?:.*\n)*?)```\n", re.MULTILINE
)
EDITS = re.compile(
    r"^## (?P<title>.+)\n\n"
    + BLOCK.format("bibtex", "given")
    + BLOCK.format("python", "code")
    + r"```diff\n(?P<expected>(?:.*\n)*?)```\n",
    re.MULTILINE,
)


def cases(name: str, pattern: re.Pattern[str]) -> list[re.Match[str]]:
    text = (FOLDER / name).read_text(encoding="utf-8")
    found = list(pattern.finditer(text))
    assert len(found) == text.count("\n## ") > 10, f"a heading of {name} has not the blocks of a case"
    return found


def compared(name: str, case: re.Match[str], found: str) -> None:
    if os.environ.get("CITEKIT_UPDATE_CASES") and found != case["expected"]:
        path = FOLDER / name
        text = path.read_text(encoding="utf-8")
        new = case[0][: case.start("expected") - case.start()] + found + "```\n"
        path.write_text(text.replace(case[0], new, 1), encoding="utf-8")
        return
    assert found == case["expected"]


@pytest.mark.parametrize("case", cases("problems.md", PROBLEMS), ids=lambda case: case["title"])
def test_problems(case: re.Match[str]) -> None:
    source = Source("", case["given"])
    lines = [
        f"{problem.source.place(problem.span)[1:]} {problem.kind}: {problem.message}"
        for problem in loads(source).problems
        if problem.source and problem.kind != "unknown-entry-type"
    ]
    for entry in scan(source).entries:
        names = ", ".join(field.name for field in entry.fields)
        lines.append(f"{entry.key}: {names}" if entry.sound else f"[{entry.key}: {names}]")
    compared("problems.md", case, "".join(f"{line}\n" for line in lines))


@pytest.mark.parametrize("case", cases("edits.md", EDITS), ids=lambda case: case["title"])
def test_edits(case: re.Match[str]) -> None:
    bib = Library.of(case["given"])
    try:
        exec(case["code"], {"bib": bib})
        refused = []
    except UsageError as error:
        refused = [f"! {error}\n"]
    before, after = case["given"].splitlines(keepends=True), bib.text.splitlines(keepends=True)
    changed = [line for line in difflib.ndiff(before, after) if line[0] in "+-"]
    compared("edits.md", case, "".join(refused + changed))


def test_every_kind_of_problem_has_a_case_and_an_example_that_gives_it() -> None:
    shown = (FOLDER / "problems.md").read_text(encoding="utf-8")
    for kind, fault in FAULTS.items():
        if fault.example and kind != "unknown-entry-type":
            assert f" {kind}: " in shown, kind
        if fault.example:
            assert kind in {problem.kind for problem in loads(Source("", fault.example)).problems}, kind


def test_the_table_of_problems_is_complete() -> None:
    room = Path(citekit.formats.bibtex.__file__).parent
    named = re.compile(
        r'kind="([a-z-]+)"|"(?:error|warning|info)", "([a-z-]+)"\)|(?:wrong|problem|Wrong)\(\s*"([a-z-]+)"'
    )
    found = set()
    reading = [path for path in room.glob("*.py") if path.name != "exchange.py"]  # which writes into files
    for path in (*reading, Path(safe_files.__file__)):
        found |= {next(filter(None, groups)) for groups in named.findall(path.read_text(encoding="utf-8"))}
    assert len(found) > 15
    assert found <= set(FAULTS)
