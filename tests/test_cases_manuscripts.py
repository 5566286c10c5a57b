"""Runs ``tests/cases/manuscripts/*.md``: a text in one language, and the same with its citations filled in.

The file's name is that of the language. A block of ``problems`` after the two lists what was said of it. The works are
those of ``WORKS``. A style may stand stands behind the language; else the text
names it, or it is APA's. A run with ``CITEKIT_UPDATE_CASES=1`` puts what comes out
now in place of the expected blocks.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from citekit.commands.format import filled, manuscript
from citekit.manuscripts.document import LANGUAGES
from citekit.runtime.config import FormatSettings
from citekit.runtime.registry import unit_names
from citekit.runtime.span import Source

FOLDER = Path(__file__).parent / "cases" / "manuscripts"
SECTION = re.compile(
    r"^## (?P<title>.+)\n\n(?:[^`#\n].*\n+)*(?P<fence>`{3,})(?P<suffix>[\w.]+)(?: (?P<style>[\w-]+))?\n(?P<given>(?:.*\n)*?)(?P=fence)\n\n"
    r"(?P=fence)filled\n(?P<expected>(?:.*\n)*?)(?P=fence)\n(?:\n(?P=fence)problems\n(?P<problems>(?:.*\n)*?)(?P=fence)\n)?",
    re.MULTILINE,
)
WORKS = r"""
@article{doe, author={Doe, Jane and Roe, Richard}, title={On Things & {Others}}, journal={Journal of Things}, volume=3, year=2020}
@book{lee, author={Lee, Ann}, title={A Book_of Notes}, publisher={Press}, year=2001}
@inproceedings{kim, author={Kim, Bo and Oh, Cy and Park, Di}, title={Some words}, booktitle={Proceedings of It}, year=2019}
@book{eve, author={Eve, E.}, title={Unseen}, publisher={Press}, year=1999}
"""


@dataclass(frozen=True)
class Case:
    """A heading with its blocks."""

    path: Path
    title: str
    fence: str
    suffix: str
    style: str
    given: str
    expected: str
    problems: str
    whole: str


def cases() -> list[Case]:
    found = []
    for path in sorted(FOLDER.glob("*.md")):
        for match in SECTION.finditer(path.read_text(encoding="utf-8")):
            found.append(Case(path, whole=match[0], **match.groupdict(default="")))
    return found


def made_of(case: Case, folder: Path) -> tuple[str, str]:
    (folder / "refs.bib").write_text(WORKS, encoding="utf-8")
    path = folder / f"paper.{case.suffix}"
    path.write_text(case.given, encoding="utf-8")
    text = manuscript(path, Source(path.name, case.given))
    made = filled(
        text,
        FormatSettings(style=(case.style,) if case.style else ()),
        "" if text.bibliographies else str(folder / "refs.bib"),
    )
    return made.text, "".join(f"{problem}\n" for problem in made.problems)


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case.path.stem}: {case.title}")
def test_case(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text, problems = made_of(case, tmp_path)
    text += "" if text.endswith("\n") else "\n"
    if os.environ.get("CITEKIT_UPDATE_CASES"):
        fence = case.fence
        head = case.whole[: case.whole.index(f"{fence}filled\n")]
        said = f"\n{fence}problems\n{problems}{fence}\n" if problems else ""
        new = f"{head}{fence}filled\n{text}{fence}\n{said}"
        case.path.write_text(case.path.read_text(encoding="utf-8").replace(case.whole, new), encoding="utf-8")
        return
    assert (text, problems) == (case.expected, case.problems)
    assert manuscript(tmp_path / f"paper.{case.suffix}", Source("paper", text)).language.NAME


def test_every_language_has_cases() -> None:
    assert {case.path.stem for case in cases()} == set(unit_names(LANGUAGES))
