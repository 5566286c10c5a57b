"""A distribution with a reader, a format and a rule: installed, they are there like those of citekit."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

PAGES = ("reader.md", "format.md", "rule.md")


def citekit(*words: str, cwd: Path, more: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, with another place of installed modules."""
    places = filter(None, (str(ROOT), str(more or ""), os.environ.get("PYTHONPATH", "")))
    return subprocess.run(
        [sys.executable, "-m", "citekit", *words],
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(places)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def distribution(place: Path) -> Path:
    """Write the files of the pages on extending as those of another distribution, which has no part of citekit."""
    for page in PAGES:
        text = (ROOT / "docs" / "extending" / page).read_text(encoding="utf-8")
        for body in re.findall(r"^```\w+\n((?:# |<!-- )citekit/.*?)^```$", text, re.M | re.S):
            name = re.sub(r"^(?:# |<!-- )citekit/|(?: -->)?\n.*", "", body, flags=re.S)
            file = place / "citekit_plugins" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(re.sub(r"\A<!--.*-->\n", "", body), encoding="utf-8")
    return place


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return distribution(tmp_path_factory.mktemp("site"))


def test_its_units_are_those_of_the_pages(installed: Path) -> None:
    names = sorted(str(path.relative_to(installed)) for path in installed.rglob("*.*"))
    assert names == [
        "citekit_plugins/documents/readers/gemtext.py",
        "citekit_plugins/formats/table.py",
        "citekit_plugins/lint/rules/lengths.md",
        "citekit_plugins/lint/rules/lengths.py",
    ]


def test_they_work_on_the_command_line(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "page.gmi").write_text("# Papers\n\n* Lindqvist, T. (2023). Lazy queues. Meridian Press.\n")
    (tmp_path / "a.bib").write_text("@misc{doe2020, author = {J. Doe}, title = {Queues}, year = 2020}\n")
    converted = citekit("convert", "page.gmi", cwd=tmp_path, more=installed)
    assert "Lazy queues" in converted.stdout.replace("{", "").replace("}", ""), converted.stderr
    checked = citekit("check", "a.bib", "--select", "short-title", "--to", "concise", cwd=tmp_path, more=installed)
    assert "the title is one word" in checked.stdout
    explained = citekit("explain", "short-title", cwd=tmp_path, more=installed)
    assert "it is usually truncated" in explained.stdout
    listed = citekit("list", "formats", cwd=tmp_path, more=installed)
    assert "gemtext" in listed.stdout


def test_what_is_in_a_project_does_not_run(tmp_path: Path) -> None:
    """``python -m`` has the working directory among the places of modules; a folder that came with a project is no plug-in."""
    distribution(tmp_path)
    (tmp_path / "citekit_plugins" / "lint" / "rules" / "lengths.py").write_text("open('ran', 'w')\n")
    (tmp_path / "a.bib").write_text("@misc{doe2020, author = {J. Doe}, title = {Queues}, year = 2020}\n")
    assert citekit("check", "a.bib", cwd=tmp_path).returncode == 0
    assert "gemtext" not in citekit("list", "formats", cwd=tmp_path).stdout
    assert not (tmp_path / "ran").exists()
