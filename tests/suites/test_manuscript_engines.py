"""Compares filled manuscripts with what the engines of their languages make of them; a test of an engine skips without it.

Pandoc (``pypandoc_binary``) fills in the same texts by itself, and both must read alike; Typst, docutils and pdfLaTeX set
what citekit has filled in, and the page must say what it should.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from citekit.commands.format import filled, manuscript
from citekit.csl.pack import opened
from citekit.runtime.config import FormatSettings
from citekit.runtime.span import Source

WORKS = """
@article{doe, author={Doe, Jane and Roe, Richard}, title={On things & others}, journal={Journal of Things}, volume=3, year=2020}
@book{lee, author={Lee, Ann}, title={A book of notes}, publisher={Press}, year=2001}
@article{kim, author={Kim, Bo and Oh, Cy and Park, Di}, title={Some words}, journal={Words}, year=2019}
"""
SAID = "Known (see Doe & Roe, 2020, p. 3; Lee, 2001), and Kim et al. (2019) disagree"
TEXTS = {
    "md": "Known [see @doe, p. 3; @lee], and @kim disagree.\n",
    "Rmd": "Known [see @doe, p. 3; @lee], and @kim disagree.\n",
    "tex": "\\begin{document}\nKnown \\citep[see][p.~3]{doe}\\citetext{} and \\citet{kim} disagree.\n\\end{document}\n",
    "org": "Known [cite:see @doe p. 3; @lee], and [cite/t:@kim] disagree.\n",
    "rst": "Known :cite:p:`{see}doe{p. 3},lee`, and :cite:t:`kim` disagree.\n",
    "typ": 'Known @doe @lee, and #cite(<kim>, form: "prose") disagree.\n\n#bibliography("refs.bib")\n',
    "adoc": "Known cite:[doe(p. 3),lee], and citenp:[kim] disagree.\n\nbibliography::[]\n",
}
READERS = {"md": "markdown", "Rmd": "markdown", "tex": "latex", "org": "org", "rst": "rst"}


def fill(suffix: str, text: str, folder_: Path, style: str = "") -> str:
    (folder_ / "refs.bib").write_text(WORKS, encoding="utf-8")
    path = folder_ / f"paper.{suffix}"
    path.write_text(text, encoding="utf-8")
    made = filled(manuscript(path, Source(str(path), text)), FormatSettings(style=(style,)), str(folder_ / "refs.bib"))
    assert made.problems == ()
    return made.text


@pytest.fixture(scope="module")
def pandoc() -> ModuleType:
    return pytest.importorskip("pypandoc", reason="Pandoc is not installed (pypandoc_binary)")


def plain(pandoc: ModuleType, text: str, reader: str, *options: str) -> str:
    made = pandoc.convert_text(text, "plain", format=reader, extra_args=["--wrap=none", *options])
    return " ".join(made.replace("\u00a0", " ").split())


@pytest.mark.parametrize("style", ["apa", "chicago-author-date"])
@pytest.mark.parametrize("suffix", sorted(READERS))
def test_pandoc_fills_in_the_same(pandoc: ModuleType, suffix: str, style: str, tmp_path: Path) -> None:
    text = TEXTS[suffix].replace("\\citetext{}", "")
    ours = plain(pandoc, fill(suffix, text, tmp_path, style), READERS[suffix])
    (tmp_path / "style.csl").write_text(opened().text(f"styles/{style}") or "", encoding="utf-8")
    options = ("--citeproc", f"--bibliography={tmp_path / 'refs.bib'}", f"--csl={tmp_path / 'style.csl'}")
    theirs = plain(pandoc, text, READERS[suffix], *options)
    assert ours == (theirs if suffix in ("md", "Rmd") else theirs[: theirs.index(" Doe, J")])


@pytest.mark.parametrize("suffix", ["typ", "adoc"])
def test_pandoc_reads_what_was_filled_in(pandoc: ModuleType, suffix: str, tmp_path: Path) -> None:
    reader = {"typ": "typst", "adoc": "asciidoc"}[suffix]
    if reader not in pandoc.get_pandoc_formats()[0]:
        pytest.skip(f"this Pandoc does not read {reader}")
    made = plain(pandoc, fill(suffix, TEXTS[suffix], tmp_path), reader)
    assert made.startswith(
        SAID.replace("see ", "") if suffix == "adoc" else "Known (Doe & Roe, 2020; Lee, 2001), and Kim"
    )
    assert "Lee, A. (2001). A book of notes. Press." in made


def page(pdf: bytes) -> str:
    pdfium = pytest.importorskip("pypdfium2", reason="pypdfium2, which reads PDFs, is not installed")
    text = pdfium.PdfDocument(pdf)[0].get_textpage().get_text_bounded()
    return " ".join(text.replace("\ufffe", "").split())


def test_typst_sets_what_was_filled_in(tmp_path: Path) -> None:
    typst = pytest.importorskip("typst", reason="Typst is not installed (the distribution typst)")
    path = tmp_path / "filled.typ"
    path.write_text(fill("typ", TEXTS["typ"], tmp_path), encoding="utf-8")
    text = page(typst.compile(str(path)))
    assert text.startswith("Known (Doe & Roe, 2020; Lee, 2001), and Kim et al. (2019) disagree.")
    assert "Lee, A. (2001). A book of notes. Press." in text


def test_docutils_reads_what_was_filled_in(tmp_path: Path) -> None:
    core = pytest.importorskip("docutils.core", reason="docutils is not installed")
    text = TEXTS["rst"] + "\nNoted :footcite:p:`kim`.\n\n.. bibliography::\n\n.. footbibliography::\n"
    made = core.publish_string(
        fill("rst", text, tmp_path), writer="pseudoxml", settings_overrides={"halt_level": 2, "report_level": 2}
    ).decode()
    said = " ".join(re.sub(r"<[^<>]*>", "", made).split())
    assert SAID in said
    assert "Lee, A. (2001). A book of notes . Press." in said
    assert made.count("<footnote_reference") == made.count("<footnote auto=") == 1


@pytest.mark.parametrize(
    "cite", [r"\usepackage{natbib}", r"\usepackage{hyperref}"], ids=["with natbib", "without a package for citing"]
)
def test_latex_sets_what_was_filled_in(cite: str, tmp_path: Path) -> None:
    if not shutil.which("pdflatex"):
        pytest.skip("pdfLaTeX is not installed")
    body = r"Known \citep[see][p.~3]{doe}, \footcite{lee} and \citet{kim} disagree." + "\n\n" + r"\bibliography{refs}"
    text = "\\documentclass{article}" + cite + "\n\\begin{document}\n" + body + "\n\\end{document}\n"
    (tmp_path / "filled.tex").write_text(fill("tex", text, tmp_path), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "filled.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=120, check=False)
    if b"File `" in done.stdout and b"not found" in done.stdout:
        pytest.skip("this TeX lacks a package")
    assert done.returncode == 0, done.stdout[-2000:]
    made = page((tmp_path / "filled.pdf").read_bytes())
    assert made.startswith("Known (see Doe & Roe, 2020, p. 3),1 and Kim et al. (2019) disagree.")
    assert "Lee, A. (2001). A book of notes. Press." in made
