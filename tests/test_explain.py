"""citekit explain FILE:LINE, and the manual pages."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, Answer

from citekit.cli._io import divided
from citekit.cli.main import commands

LIST = """# Jane Doe

## Publications

- J. Doe, R. Roe. *Lazy Queues for Busy People*. NeurIPS 2021.
- J. Doe. *Sparse Graphs*. Journal of Graphs 3(2), 2020, pp. 1-9.
- Talk at the museum
"""


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "list.md").write_text(LIST, encoding="utf-8")
    bib = "@misc{b, author={Doe, Jane}, title={B}, year={2020}}\n\n@misc{a, author={Doe, Jane},\n title={T},\n year={2o19}}\n"
    (tmp_path / "refs.bib").write_text(bib, encoding="utf-8")
    (tmp_path / "paper.md").write_text("---\nbibliography: refs.bib\n---\n\nSee [@a] and\n[@c].\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize(
    ("place", "said", "unsaid"),
    [
        ("list.md:5", "    5 | - J. Doe, R. Roe. *Lazy Queues", "Sparse"),
        ("list.md:5", "  reads like a title here", "Sparse"),
        ("list.md:6:3", "@article{doe2020sparse,", "Lazy"),
        ("list.md:7", "skipped: does not read like a publication", "Doe"),
        ("refs.bib:3", "refs.bib:5:7: warning[bad-year] '2o19' is not a year", "nothing"),
        ("refs.bib:5:1", "bad-year: A year is not a year.\nWhy: styles sort by it", "nothing"),
        ("paper.md:6", "paper.md:6:3: error[undefined-citation] 'c' is cited and not defined", "bad-year"),
    ],
)
def test_a_line_is_explained(citekit: Callable[..., Answer], place: str, said: str, unsaid: str) -> None:
    answer = citekit("explain", place)
    assert answer.code == 0
    assert said in answer.out
    assert unsaid not in answer.out


@pytest.mark.usefixtures("desk")
def test_where_there_is_nothing_it_is_said(citekit: Callable[..., Answer]) -> None:
    assert citekit("explain", "list.md:2").code == 1
    assert "list.md:2: there is nothing to explain" in citekit("explain", "list.md:2").err
    assert citekit("explain", "gone.md:2").code == 2
    assert "'list.md' has no line number" in citekit("explain", "list.md").err


def test_drives_and_columns_are_no_lines() -> None:
    assert divided("C:\\home\\list.md:12") == ("C:\\home\\list.md", 12)
    assert divided("list.md:12:7") == ("list.md", 12)
    assert divided("a:b.md:3") == ("a:b.md", 3)


@pytest.mark.parametrize("wrong", ["list.md", "12", ":12", "C:\\list.md", "list.md:0"])
def test_a_place_has_a_line(citekit: Callable[..., Answer], wrong: str) -> None:
    answer = citekit("explain", wrong)
    assert answer.code == 2
    assert "has no line number" in answer.err


def test_every_command_has_a_manual_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    from man_pages import write_man_pages

    pages = write_man_pages(tmp_path)
    assert len(pages) == 1 + len(list(commands()))
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert [line for line in text.splitlines() if line.startswith((".TH", ".SH NAME"))][1:] == [".SH NAME"]
        assert "\n\n" not in text
    if shutil.which("groff"):
        done = subprocess.run(
            ["groff", "-man", "-ww", "-z", "-Tutf8", *map(str, pages)],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (done.stderr, done.returncode) == ("", 0)
