"""Settings that somebody put into a project: what they try is refused, with its place, and nothing has changed."""

from __future__ import annotations

import re
import shlex
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from case_files import cases_of
from conftest import Answer

CASE = re.compile(
    r"^## (?P<title>.+)\n\n`citekit (?P<command>.+)`\n\n```toml(?: (?P<file>\S+))?\n(?P<settings>(?:(?!```).*\n)*)```\n\n> (?P<told>.+)",
    re.MULTILINE,
)
FOUND = [match for _, match in cases_of(Path(__file__).parent / "cases" / "trust", CASE)]
REFS = "@article{doe2020, author = {Doe, J}, title = {{A Title}}, pages = {1-9}, year = 2020, url = {http://127.0.0.1:9}}\n"
PAGE = "## Publications\n\n- J. Doe. A title of things. *Annals of Parsing*, 2020.\n- J. Doe. Another one. *Annals of Parsing*, 2019.\n"


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with a project in it and files beside it that are none of the project's; no server can be asked."""
    home = tmp_path / "home"
    project = home / "project"
    (project / ".git").mkdir(parents=True)
    for name, content in {"refs.bib": REFS, "page.md": PAGE, "list.jsonl": "{}\n", "records.index": ""}.items():
        (project / name).write_text(content, encoding="utf-8")
    for name in ("victim.txt", "victim.csl", "victim.csv"):
        (home / name).write_text("of somebody else\n", encoding="utf-8")
    (project / "link.csv").symlink_to(home / "victim.csv")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / ".config"))
    monkeypatch.setattr(socket.socket, "connect", lambda *_: pytest.fail("a server was asked"))
    monkeypatch.setattr("citekit.cli._watch.watch", lambda *_: pytest.fail("it watches"), raising=False)
    monkeypatch.chdir(project)
    return home


def state(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() if path.is_file() else b"folder" for path in folder.rglob("*")}


@pytest.mark.parametrize("case", FOUND, ids=lambda case: case["title"])
def test_attempt(citekit: Callable[..., Answer], world: Path, case: re.Match[str]) -> None:
    Path(case["file"] or "citekit.toml").write_text(case["settings"], encoding="utf-8")
    before = state(world)
    answer = citekit(*shlex.split(case["command"]))
    assert state(world) == before
    assert (answer.code, answer.out) == (2, "")
    assert f"error: {world / 'project'}/{case['told']}\n" in answer.err
    assert "citekit: hint: " in answer.err


def test_there_are_at_least_twelve_attempts() -> None:
    assert len(FOUND) >= 12


def test_the_same_is_allowed_on_the_command_line(citekit: Callable[..., Answer], world: Path) -> None:
    answer = citekit("check", "refs.bib", "--out", world / "report.txt")
    assert answer.code == 1
    assert "refs.bib" in (world / "report.txt").read_text(encoding="utf-8")


def test_settings_behind_a_link_out_of_the_project(citekit: Callable[..., Answer], world: Path) -> None:
    (world / "elsewhere.toml").write_text("[check]\nselect = ['bad-doi']\n", encoding="utf-8")
    Path("citekit.toml").symlink_to(world / "elsewhere.toml")
    answer = citekit("check", "refs.bib")
    assert answer.code == 2
    assert "citekit.toml cannot be read: it is outside the project" in answer.err
    assert citekit("check", "--isolated", "refs.bib").code == 1


def test_settings_without_end(citekit: Callable[..., Answer], world: Path) -> None:
    Path("citekit.toml").write_text("# x\n" * 300_000, encoding="utf-8")
    answer = citekit("check", "refs.bib")
    assert (answer.code, "citekit.toml cannot be read: it has more than 1 MB" in answer.err) == (2, True)
