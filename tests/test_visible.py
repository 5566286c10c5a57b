"""Characters that act on a terminal: out of files they are shown as escapes, wherever people read; data stays as it is."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Answer
from hypothesis import given
from hypothesis import strategies as st

from citekit.lint.reporters import reporter_names
from citekit.text.unicode import one_line, visible

Citekit = Callable[..., Answer]
ACTING = [*map(chr, range(9)), "\x0b", "\x0c", "\r", *map(chr, range(14, 32)), *map(chr, range(127, 160))]
ACTING += [*map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A)), "\u2028", "\u2029", "\udc80", "\ud800"]
TITLE = "Lazy \x1b]0;owned\x07\x1b[2J \x9b31m Queues \u202eseueuQ"
ENTRY = f"@article{{doe2020,\n  author = {{Doe, Jane}},\n  title = {{{TITLE}}},\n  pages = {{1-9}},\n  year = {{20\x1b[2J201}},\n}}\n"


@pytest.mark.parametrize("character", ACTING, ids=ascii)
def test_what_acts_is_an_escape(character: str) -> None:
    shown = visible(f"a{character}b")
    assert shown.startswith("a\\")
    assert shown.endswith("b")
    assert shown.isprintable()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\x9b2J", "\\x9b2J"),
        ("a\u202ecod.exe", "a\\u202ecod.exe"),
        ("file\udcff.bib", "file\\xff.bib"),
        ("over\rwritten", "over\\x0dwritten"),
        ("lines\r\nof\n\ttext", "lines\r\nof\n\ttext"),
        ("می\u200cخواهم, Ełżbieta, 李, e\u0301, \u200fעברית", "می\u200cخواهم, Ełżbieta, 李, e\u0301, \u200fעברית"),
    ],
)
def test_cases(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(st.text())
def test_nothing_acts_any_more_and_nothing_else_changes(text: str) -> None:
    shown = visible(text)
    assert not set(shown) & set(ACTING) - {"\r"}
    assert "\r" not in shown.replace("\r\n", "")
    if not set(text) & set(ACTING):
        assert shown == text
    assert visible(shown) == shown
    assert "\n" not in one_line(text)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "refs.bib").write_text(ENTRY, encoding="utf-8")
    return tmp_path


def acts(text: str) -> bool:
    return any(character in text for character in "\x1b\x07\x9b\u202e")


@pytest.mark.parametrize("form", reporter_names())
def test_reports(citekit: Citekit, desk: Path, form: str) -> None:
    answer = citekit("check", "refs.bib", "--select", "all", "--to", form)
    assert answer.code == 1
    assert not acts(answer.err)
    if form in ("full", "concise", "github"):
        assert not acts(answer.out)
        assert "\\x1b" in answer.out


def test_carets_stand_below_the_escapes(citekit: Citekit, desk: Path) -> None:
    Path("refs.bib").write_text("@misc{a, title = {\x1b[2J}, year = {20201}}\n", encoding="utf-8")
    lines = citekit("check", "refs.bib", "--select", "bad-year").out.splitlines()
    at = lines[2].index("^")
    assert lines[1][at:].startswith("{20201}")


def test_the_summary_of_a_job(citekit: Citekit, desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(desk / "summary.md"))
    citekit("check", "refs.bib", "--select", "all", "--to", "github")
    assert not acts((desk / "summary.md").read_text(encoding="utf-8"))


@pytest.mark.skipif(os.name != "posix", reason="such names are those of POSIX")
@pytest.mark.parametrize(
    "command", [("check",), ("tidy", "--check"), ("convert",), ("format",), ("enrich", "--offline")]
)
def test_names_of_files(citekit: Citekit, desk: Path, command: tuple[str, ...]) -> None:
    name = "\x1b[2J\u202ebib.bib"
    Path(name).write_text(f"{ENTRY}@misc{{broken, title = \x1b[2J", encoding="utf-8")
    answer = citekit(*command, name)
    assert not acts(answer.err)
    gone = citekit(*command, f"{name}.gone")
    assert not acts(gone.err)
    assert "\\x1b[2J\\u202ebib.bib.gone" in gone.err


def test_doubts_explanations_and_differences(citekit: Citekit, desk: Path) -> None:
    Path("page.txt").write_text(f"J. Doe. {TITLE}. Annals of Parsing, 2020.\n", encoding="utf-8")
    answer = citekit("convert", "page.txt", "--explain", "--each-line", "-v")
    assert not acts(answer.out + answer.err)


def test_data_keeps_what_its_format_allows(citekit: Citekit, desk: Path) -> None:
    assert TITLE in citekit("tidy", "refs.bib").out
    assert citekit("tidy", "refs.bib", "-o", "out.bib").code == 0
    assert TITLE in Path("out.bib").read_text(encoding="utf-8")


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal")
@pytest.mark.parametrize(
    "command", [("tidy", "refs.bib"), ("tidy", "--diff", "refs.bib"), ("convert", "refs.bib"), ("format", "refs.bib")]
)
def test_on_a_terminal(desk: Path, command: tuple[str, ...]) -> None:
    shown = on_terminal(*command)
    assert not acts(shown)
    assert "Queues" in shown
    assert "\\x" in shown or "\\u202e" in shown


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal")
def test_what_is_styled_for_terminals(desk: Path) -> None:
    shown = on_terminal("format", "refs.bib", "--to", "terminal")
    assert "\x1b[3m" in shown
    assert "\x1b[2J" not in shown


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal")
def test_colours_say_what_is_what(desk: Path) -> None:
    Path("lazy.bib").write_text("@article{doe:1,\n title={A key = value}, year=2020}\n", encoding="utf-8")
    shown = on_terminal("tidy", "lazy.bib", NO_COLOR="", TERM="xterm").replace("\r", "")
    assert "\x1b[36m@article\x1b[0m{\x1b[33mdoe:1\x1b[0m,\n  \x1b[34mtitle\x1b[0m" in shown
    assert "{A key = value}" in shown
    shown = on_terminal("tidy", "--diff", "lazy.bib", NO_COLOR="", TERM="xterm")
    assert "\x1b[31m- title={A key = value}, year=2020}" in shown
    assert "\x1b[32m+  title" in shown
    for variables in ({"NO_COLOR": "1"}, {"NO_COLOR": "", "TERM": "dumb"}):
        assert "\x1b" not in on_terminal("tidy", "lazy.bib", **variables)


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal")
def test_the_next_command_is_named_on_a_terminal(citekit: Citekit, desk: Path) -> None:
    Path("list.md").write_text(
        "# Publications\n\n"
        + "".join(f"- J. Doe. Lazy Queues {n}. Journal of Queues, 20{n}.\n" for n in range(10, 16)),
        encoding="utf-8",
    )
    assert "next: citekit check out.bib" in on_terminal("convert", "list.md", "-o", "out.bib")
    assert "next:" not in citekit("convert", "list.md", "-o", "out.bib", "--overwrite").err
    Path("lines.txt").write_text("Doe, 2020\n", encoding="utf-8")
    assert "next: citekit explain lines.txt:1" in on_terminal("convert", "lines.txt", "--each-line")


def on_terminal(*command: str, **variables: str) -> str:
    """What a terminal is sent by a run."""
    ours, theirs = os.openpty()
    variables = {**os.environ, "NO_COLOR": "1", **variables}
    with subprocess.Popen(
        [sys.executable, "-m", "citekit.cli.main", *command], stdout=theirs, stderr=theirs, env=variables
    ) as process:
        os.close(theirs)
        found = bytearray()
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not piece:
                break
            found += piece
        process.wait(60)
    os.close(ours)
    return found.decode("utf-8")
