"""Runs ``tests/cases/formats/*.md``: a block in one format, what it is in another, and the problems it has.

The first block is read, the second is what is written; a block of ``problems`` after it lists what reading and writing
noticed, and there are none where it is missing. Formats of several files show each behind a line ``=== name``. A run
with ``CITEKIT_UPDATE_CASES=1`` puts what comes out now in place of the expected blocks.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from citekit.formats import files
from citekit.model.work import Works

FOLDER = Path(__file__).parent / "cases" / "formats"
SECTION = re.compile(
    r"^## (?P<title>.+)\n\n(?:[^`#\n].*\n+)*```(?P<source>\w+)\n(?P<given>(?:.*\n)*?)```\n\n"
    r"```(?P<target>\w+)\n(?P<expected>(?:.*\n)*?)```\n(?:\n```problems\n(?P<problems>(?:.*\n)*?)```\n)?",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Case:
    """A heading with its blocks, and where the expected ones stand."""

    path: Path
    title: str
    source: str
    given: str
    target: str
    expected: str
    problems: str
    whole: str


def cases() -> list[Case]:
    found = []
    for path in sorted(FOLDER.glob("*.md")):
        for match in SECTION.finditer(path.read_text(encoding="utf-8")):
            parts = match.groupdict(default="")
            found.append(Case(path, whole=match[0], **parts))
    return found


def written(library: Works, target: str) -> str:
    if files.is_folder(target):
        pages = files._formats()[target].pages(library)
        return "".join(f"=== {name}\n{text.rstrip()}\n" for name, text in pages.items())
    return files.dumps(library, target).rstrip("\n") + "\n"


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case.path.stem}: {case.title}")
def test_case(case: Case, tmp_path: Path) -> None:
    library = files.loads(case.given, case.source, f"input.{case.source}")
    text = written(library, case.target)
    told = [f"{p.severity}: {p}" for p in library.problems]
    told += [f"{case.target}: {p.message}" for p in files.losses(library, case.target)]
    problems = "".join(f"{line}\n" for line in told)
    if os.environ.get("CITEKIT_UPDATE_CASES"):
        update(case, text, problems)
    assert text == case.expected
    assert problems == case.problems
    if files.is_folder(case.target):
        files.dump(library, tmp_path / "out", case.target)
        again = files.load(tmp_path / "out", case.target)
        assert sorted(work.id for work in again) == sorted(work.id for work in library)
    elif hasattr(files._formats()[case.target], "loads"):
        assert written(files.loads(text, case.target), case.target) == text


def update(case: Case, text: str, problems: str) -> None:
    head = case.whole[: case.whole.index(f"```\n\n```{case.target}\n") + 5]
    block = f"\n```problems\n{problems}```\n" if problems else ""
    page = case.path.read_text(encoding="utf-8")
    case.path.write_text(page.replace(case.whole, f"{head}```{case.target}\n{text}```\n{block}"), encoding="utf-8")


def test_every_heading_is_a_case() -> None:
    pages = [path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")]
    headings = sum(len(re.findall(r"^## (?!\d{4}$)", page, re.MULTILINE)) for page in pages)
    assert headings == len(cases()) > 30
