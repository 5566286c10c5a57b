r"""Files that a LaTeX document includes: which are taken in, how many, and how deep."""

from __future__ import annotations

from pathlib import Path

import pytest

from citekit.documents.latex import includes
from citekit.documents.load import read_path
from citekit.documents.runs import Document


def texts(document: Document) -> list[str]:
    return [block.text for block in document.blocks if not block.hidden]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "outside.tex").write_text("OUTSIDE", "utf-8")
    desk = tmp_path / "desk"
    (desk / "parts").mkdir(parents=True)
    (desk / "parts" / "journals.tex").write_text("\\item One\n\\endinput not read", "utf-8")
    (desk / "books.tex").write_text("\\item Two \\input{deeper}", "utf-8")
    (desk / "deeper.tex").write_text("\\emph{deep} \\input{books}", "utf-8")
    return desk


def test_files_beside_a_document_are_taken_in(folder: Path) -> None:
    path = folder / "cv.tex"
    path.write_text(
        "\\begin{itemize}\n\\input{parts/journals}\n% \\input{missing}\n\\include{books.tex}\n\\end{itemize}", "utf-8"
    )
    document = read_path(path)
    assert texts(document) == ["One", "Two deep"]
    (run,) = (run for block in document.blocks for run in block.runs if run.text == "deep")
    assert document.source.text[run.span.start : run.span.end] == "deep"


def test_files_are_taken_in_as_check_finds_them(folder: Path) -> None:
    path = folder / "cv.tex"
    path.write_text(
        "\\newif\\ifbooks\n\\import{parts}{journals}\\ifbooks\\input{books}\\fi\n"
        "\\InputIfFileExists{parts/journals}{}{}\n\\begin{verbatim}\\input{books}\\end{verbatim}", "utf-8"
    )  # fmt: skip
    assert read_path(path).source.text == (
        "\\newif\\ifbooks\n\\item One\n\\ifbooks\\input{books}\\fi\n\\item One\n\n"
        "\\begin{verbatim}\\input{books}\\end{verbatim}"
    )


@pytest.mark.parametrize(
    "name", ["../outside", "parts/../../outside", "/etc/hostname", "C:\\x", "link", "data.csv", "."]
)
def test_files_elsewhere_are_not_taken_in(folder: Path, name: str) -> None:
    (folder / "link.tex").symlink_to(folder.parent / "outside.tex")
    (folder / "data.csv").write_text("DATA", "utf-8")
    path = folder / "cv.tex"
    path.write_text(f"\\section{{x}}\\input{{{name}}}", "utf-8")
    assert texts(read_path(path)) == ["x"]


def test_taking_in_has_limits(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "x.tex").write_text("x", "utf-8")
    path = folder / "cv.tex"
    monkeypatch.setattr(includes, "MOST_FILES", 3)
    assert includes.splice("\\input{x}" * 5, path) == "xxx" + "\\input{x}" * 2
    monkeypatch.setattr(includes, "LONGEST", 20)
    assert includes.splice("\\input{x} \\input{x} ", path) == "\\input{x} \\input{x} "


def test_the_limits_are_these() -> None:
    limits = (includes.MOST_FILES, includes.DEEPEST, includes.LONGEST, includes.MOST_REPEATED)
    assert limits == (100, 8, 20_000_000, 200_000)


def test_files_are_taken_in_so_deep(folder: Path) -> None:
    for depth in range(12):
        (folder / f"d{depth}.tex").write_text(f"{depth} \\input{{d{depth + 1}}}", "utf-8")
    assert includes.splice("\\input{d0}", folder / "cv.tex") == "0 1 2 3 4 5 6 7 \\input{d8}"


def test_files_with_zero_bytes_are_not_taken_in(folder: Path) -> None:
    (folder / "x.tex").write_bytes(b"x\0y")
    assert includes.splice("\\input{x}", folder / "cv.tex") == "\\input{x}"


def test_a_document_that_takes_itself_in_stays(folder: Path) -> None:
    (folder / "cv.tex").write_text("\\input{cv}", "utf-8")
    assert includes.splice("a \\input{cv}", folder / "cv.tex") == "a \\input{cv}"


def test_files_come_again_until_so_many_characters(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "x.tex").write_text("12345", "utf-8")
    monkeypatch.setattr(includes, "MOST_REPEATED", 12)
    assert includes.splice("\\input{x} " * 5, folder / "cv.tex") == "12345 12345 12345 \\input{x} \\input{x} "
    monkeypatch.setattr(includes, "MOST_REPEATED", 10)
    assert includes.splice("\\input{x} " * 4, folder / "cv.tex") == "12345 12345 12345 \\input{x} "


def test_the_end_of_input_ends_only_the_file_that_it_is_in(folder: Path) -> None:
    (folder / "x.tex").write_text("x\\endinput y", "utf-8")
    (folder / "y.tex").write_text("a \\input{x} b\\def\\stop{\\endinput}\\stop c", "utf-8")
    assert includes.splice("\\input{x} z \\endinput u", folder / "cv.tex") == "x z \\endinput u"
    assert includes.splice("\\input{y}", folder / "cv.tex").startswith("a x b")


def test_files_that_are_missing_are_named(folder: Path) -> None:
    missing: list[str] = []
    text = "\\input{parts/none}\\input{deeper}\\InputIfFileExists{local}{}{}\\input{xypic}\\input{\\unknown}\\def\\x#1{\\input{#1}}"
    made = includes.splice(text, folder / "cv.tex", missing)
    assert missing == ["parts/none"]
    assert made.startswith("\\input{parts/none}\\emph{deep} \\item Two \\input{deeper}\\Input")
    assert includes.splice(text, folder / "cv.tex") == made
