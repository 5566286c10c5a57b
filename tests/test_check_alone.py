"""A file that is checked alone, as hooks do it: what counts as checked, and with which exit code the run ends."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Answer

from citekit.commands.check import check_files
from citekit.runtime.config import CheckSettings

Citekit = Callable[..., Answer]

THESIS = {
    "thesis.tex": "\\documentclass{book}\\usepackage{natbib}\\newcommand{\\see}[1]{\\citep[see][]{#1}}\n"
    "\\begin{document}\\include{text/one}\\include{text/two}\\bibliographystyle{plainnat}\\bibliography{lib/refs}\\end{document}\n",
    "text/one.tex": "\\chapter{One}\\see{able2001}\n",
    "text/two.tex": "\\chapter{Two} Nothing is cited.\n",
    "lib/refs.bib": "@book{able2001, author = {A. Able}, title = {T}, publisher = {P}, year = 2001}\n",
}


@pytest.fixture
def thesis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in THESIS.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "names", [*([name] for name in THESIS), list(THESIS), ["text/one.tex", "lib/refs.bib"]], ids=str
)
def test_a_hook_on_a_thesis_passes(citekit: Citekit, thesis: Path, names: list[str]) -> None:
    answer = citekit("check", "--allow-nothing", *names)
    assert (answer.code, answer.out) == (0, "")
    assert "checked nothing" not in answer.err


def test_from_within_a_folder_of_the_project(citekit: Citekit, thesis: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (thesis / "text" / "one.tex").write_text("\\see{able2001}\\see{mistyped}\n", encoding="utf-8")
    monkeypatch.chdir(thesis / "text")
    answer = citekit("check", "one.tex")
    assert answer.code == 1
    assert answer.out.startswith("one.tex:1:")
    assert "'mistyped'" in answer.out
    assert "2 citations in 1 document" in answer.err


def test_a_part_without_its_document_is_not_checked_and_that_is_said(
    citekit: Citekit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lone.tex").write_text("\\section{A}\\cite{able2001}\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    answer = citekit("check", "lone.tex")
    assert answer.code == 2
    assert "part-not-looked-up" in answer.out
    assert "checked 0 of 1 citation in 1 document" in answer.err
    assert citekit("check", "--allow-nothing", "lone.tex").code == 0


def test_findings_in_files_that_nobody_named_are_not_told(citekit: Citekit, thesis: Path) -> None:
    (thesis / "lib" / "refs.bib").write_text(THESIS["lib/refs.bib"] * 2, encoding="utf-8")
    (thesis / "text" / "two.tex").write_text("\\see{mistyped}\n", encoding="utf-8")
    answer = citekit("check", "text/one.tex")
    assert (answer.code, answer.out) == (0, "")
    assert citekit("check", "text/two.tex").code == 1


def test_a_chapter_that_two_documents_take_in_is_told_of_once(citekit: Citekit, thesis: Path) -> None:
    (thesis / "text" / "two.tex").write_text("\\cite{mistyped}\n", encoding="utf-8")
    (thesis / "draft.tex").write_text(THESIS["thesis.tex"], encoding="utf-8")
    assert citekit("check", "text/two.tex").out.count("is cited and not defined") == 1


def test_what_cited_entries_use_is_not_uncited(
    citekit: Callable[..., Answer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "paper.tex").write_text(
        "\\documentclass{article}\n\\usepackage{biblatex}\n\\addbibresource{refs.bib}\n"
        "\\begin{document}\\cite{stones,ash2003}\\printbibliography\\end{document}\n",
        encoding="utf-8",
    )
    entry = (
        "@article{{{}, author = {{Ann Reed}}, title = {{Stones of {}}}, journaltitle = {{Moss}}, date = {{2001}}{}}}\n"
    )
    (tmp_path / "refs.bib").write_text(
        "@set{stones, entryset = {reed2001,fern2002}}\n"
        + "".join(entry.format(key, key, "") for key in ("reed2001", "fern2002", "elm2004", "lonely2005"))
        + entry.format("ash2003", "ash", ", related = {elm2004}"),
        encoding="utf-8",
    )
    answer = citekit("check", "--extend-select", "uncited-entry", "--select", "uncited-entry")
    assert "lonely2005" in answer.out
    assert not any(key in answer.out for key in ("reed2001", "fern2002", "elm2004"))


def test_what_is_cited_by_a_former_key_is_cited_with_what_it_takes_single_values_from(tmp_path: Path) -> None:
    """Members, former keys, and ``xdata=people-author-1`` all lead to entries that are read."""
    (tmp_path / "refs.bib").write_text(
        "@book{able2001, ids = {oldkey, older}, author = {xdata=people-author-1}, title = {T}, xdata = {house}, year = 2001}\n"
        "@xdata{people, author = {Ann Able}}\n@xdata{house, publisher = {P}}\n"
        "@book{lonely, author = {B. Bee}, title = {U}, publisher = {P}, year = 2001}\n",
        encoding="utf-8",
    )
    text = "\\documentclass{article}\\usepackage{biblatex}\\addbibresource{refs.bib}\\begin{document}\\cite{oldkey}\\end{document}\n"
    (tmp_path / "paper.tex").write_text(text, encoding="utf-8")
    found = check_files([tmp_path], CheckSettings(select=("uncited-entry",))).report.diagnostics
    assert [one.message for one in found] == ["'lonely' is never cited"]
