"""Runs over folders: files that nobody named and nobody can read cost nothing, those that were named are reported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Answer

Citekit = Callable[..., Answer]
APPLE_DOUBLE = b"\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X        \x00\x02\x00\x00\x00\x09"
"""How the files begin that macOS puts beside others where the disk has no place for what it knows of them."""
NOISE = bytes((at * 7919 + at // 251) % 256 for at in range(3000))
ENTRY = "@misc{a, title={Lazy Queues}, author={Doe, Jane}, year=2020, howpublished={Print}}\n"
PAGE = "# Publications\n\n- J. Doe. Lazy Queues. Journal of Queues, 2020.\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page and a bibliography among files that are none."""
    (tmp_path / "sub").mkdir()
    for name in ("._page.md", "._refs.bib", "sub/._paper.tex", ".#draft.md"):
        (tmp_path / name).write_bytes(APPLE_DOUBLE)
    for name in ("noise.bib", "noise.md", "noise.tex", "sub/core.txt", "page.rst", "nb.ipynb", "x.html"):
        (tmp_path / name).write_bytes(NOISE)
    (tmp_path / "picture.md").write_bytes(b"\x89PNG\r\n\x1a\n" + NOISE)
    (tmp_path / "empty.txt").write_bytes(b"\n")
    (tmp_path / "refs.bib").write_text(ENTRY)
    (tmp_path / "page.md").write_text(PAGE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_check_skips_them_and_counts_them(citekit: Citekit) -> None:
    answer = citekit("check", ".", "--select", "bad-year")
    assert (answer.code, answer.out) == (0, "")
    assert "noise" not in answer.err
    assert "._" not in answer.err
    assert "skipped in directories: " in citekit("check", ".", "--select", "bad-year", "-v").err


@pytest.mark.usefixtures("folder")
def test_convert_skips_them_and_counts_them(citekit: Citekit) -> None:
    answer = citekit("convert", ".")
    assert answer.code == 0
    assert "Lazy Queues" in answer.out
    assert "noise" not in answer.err
    assert "empty.txt" not in answer.err
    told = citekit("convert", ".", "-v").err
    assert "skipped in directories: 11 hidden, empty or binary files" in told


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", [["select", "title:Queues", "."], ["lab", ".", "-o", "../lab"]], ids=lambda c: c[0])
def test_other_commands_skip_them(citekit: Citekit, command: list[str]) -> None:
    answer = citekit(*command)
    assert answer.code == 0
    assert "noise" not in answer.err


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", ["noise.md", "._page.md", "empty.txt", "picture.md", "sub/core.txt"])
def test_what_is_named_is_reported(citekit: Citekit, name: str) -> None:
    answer = citekit("convert", name, "page.md")
    assert answer.code == 2
    assert f"citekit: error: {name} " in answer.err
    assert citekit("check", name).code == 2


@pytest.mark.usefixtures("folder")
def test_a_damaged_document_is_no_binary_file_of_somebody_else(folder: Path, citekit: Citekit) -> None:
    """A PDF or Word file should be one that can be read, so that it cannot is told, with its name."""
    (folder / "cv.pdf").write_bytes(NOISE)
    answer = citekit("convert", ".")
    assert answer.code == 2
    assert "cv.pdf " in answer.err


def test_a_folder_of_nothing_else_has_no_document(tmp_path: Path, citekit: Citekit) -> None:
    (tmp_path / "noise.md").write_bytes(NOISE)
    answer = citekit("convert", tmp_path)
    assert answer.code == 2
    assert f"{tmp_path} contains no documents" in answer.err


def test_utf_16_is_text(tmp_path: Path, citekit: Citekit) -> None:
    for number, encoding in enumerate(("utf-16", "utf-16-le", "utf-16-be")):
        (tmp_path / f"{number}.md").write_bytes(PAGE.replace("Lazy", f"Lazy {number}").encode(encoding))
    answer = citekit("convert", tmp_path)
    assert answer.code == 0
    assert answer.out.count("@") == 3
