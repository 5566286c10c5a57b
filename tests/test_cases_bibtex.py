"""Runs ``tests/cases/bibtex/*.md``: under each heading a block of input and the block it must be written as.

A run with ``CITEKIT_UPDATE_CASES=1`` puts what is written now in place of the expected blocks.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from citekit.formats.files import dumps, loads

FOLDER = Path(__file__).parent / "cases" / "bibtex"
SECTION = re.compile(r"^## (?P<title>.+)\n\n```bibtex\n(?P<given>(?:.*\n)*?)```\n\n```(?P<format>\w+)\n", re.MULTILINE)


@dataclass(frozen=True)
class Case:
    """A heading with its two blocks."""

    path: Path
    title: str
    given: str
    format: str
    expected: str
    place: tuple[int, int]


def cases() -> list[Case]:
    found = []
    for path in sorted(FOLDER.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        for match in SECTION.finditer(text):
            end = text.index("```", match.end())
            place = (match.end(), end)
            found.append(Case(path, match["title"], match["given"], match["format"], text[match.end() : end], place))
    return found


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case.path.stem}: {case.title}")
def test_case(case: Case) -> None:
    written = dumps(loads(case.given, "bibtex"), case.format)
    if os.environ.get("CITEKIT_UPDATE_CASES") and written != case.expected:
        text = case.path.read_text(encoding="utf-8")
        case.path.write_text(text.replace(f"{case.expected}```", f"{written}```", 1), encoding="utf-8")
    assert written == case.expected
    assert dumps(loads(written, "bibtex"), case.format) == written


def test_every_heading_is_a_case() -> None:
    headings = sum(path.read_text(encoding="utf-8").count("\n## ") for path in FOLDER.glob("*.md"))
    assert headings == len(cases()) > 15
