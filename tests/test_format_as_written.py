"""What people write in BibTeX and in texts, printed as they meant it: one test for each kind of report of other tools."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Answer

BIB = """\
@book{holm, author={Holm, Mia}, title={Calm Lakes}, publisher={Reed}, year={2011}}
@article{vega, author={Vega, Ines}, title={Weighing Fog}, journal={Journal of Fog}, volume={12}, pages={101--119}, year={2008}}
@article{sato, author={Sato, Kei and Blum, Lea}, title={Sand and Time}, journal={Journal of Fog}, year={2015}}
"""
Run = Callable[..., Answer]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, citekit: Run) -> Run:
    """Formats texts by their names, beside ``refs.bib``: the names of files and their texts, then arguments."""
    monkeypatch.chdir(tmp_path)
    Path("refs.bib").write_text(BIB, encoding="utf-8")

    def format_(*arguments: str, **files: str) -> Answer:
        for name, text in files.items():
            path = Path(name.replace("__", "/").replace("_dot_", "."))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return citekit("format", *arguments)

    return format_


def printed(run: Run, entry: str, style: str, *more: str) -> str:
    """What a list of these entries prints."""
    return run("own.bib", "--style", style, "--quiet", *more, own_dot_bib=entry).out


# A text and what it is written to


@pytest.mark.parametrize("out", ["paper.docx", "paper.html", "paper.odt", "paper.pdf", "paper.tex", "paper.json"])
def test_a_text_is_not_written_in_the_name_of_another_format(run: Run, out: str) -> None:
    answer = run("a.md", "-o", out, a_dot_md="---\nbibliography: refs.bib\n---\nA [@holm].\n")
    assert answer.code == 2
    assert "filled in in its own format" in answer.err
    assert ".md, .markdown" in answer.err
    assert not Path(out).exists()


def test_a_text_keeps_its_format(run: Run) -> None:
    text = "---\nbibliography: refs.bib\n---\nA [@holm].\n"
    answer = run("a.md", "--to", "html", a_dot_md=text)
    assert (answer.code, answer.out) == (2, "")
    assert "cannot be written as html" in answer.err
    assert run("a.md", "-o", "b.markdown").code == 0
    assert "(Holm, 2011)" in Path("b.markdown").read_text(encoding="utf-8")
    assert "(Holm, 2011)" in run("a.md", "--to", "markdown").out


def test_a_text_that_cites_from_nowhere_is_told_so(run: Run) -> None:
    answer = run("a.md", a_dot_md="Lakes [@holm] and fog [@vega, 12].\n")
    assert answer.code == 2
    assert "a.md has citations, but no bibliography" in answer.err
    assert "--bib" in answer.err


def test_notes_of_a_word_document_are_filled_in(run: Run, citekit: Run) -> None:
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"
    run("refs.bib")
    parts = {
        "word/document.xml": f"<w:document {space}><w:body><w:p><w:r><w:t>A [@holm].</w:t></w:r></w:p></w:body></w:document>",
        "word/footnotes.xml": f'<w:footnotes {space}><w:footnote w:id="2"><w:p><w:r><w:t>So [@vega, 12].</w:t></w:r></w:p>'
        "</w:footnote></w:footnotes>",
        "word/_rels/document.xml.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f'<Relationship Id="r1" Type="{kind}" Target="footnotes.xml"/></Relationships>',
    }
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    Path("a.docx").write_bytes(kept.getvalue())
    answer = citekit("format", "a.docx", "--bib", "refs.bib", "-o", "out.docx")
    assert answer.code == 0
    with zipfile.ZipFile("out.docx") as archive:
        assert "(Vega, 2008, p. 12)" in archive.read("word/footnotes.xml").decode()
        body = archive.read("word/document.xml").decode()
    assert "(Holm, 2011)" in body
    assert "Weighing fog" in body


# The files of one document


MAIN = r"""\documentclass{book}
\begin{document}
Intro \cite{holm}.
\input{one}
\include{two}
\bibliography{refs}
\end{document}
"""
ONE, TWO = "\\chapter{One}\nOne \\cite{vega}.\n", "\\chapter{Two}\nTwo \\cite{sato} and \\cite{holm}.\n"


def test_files_of_one_document_have_the_numbers_of_its_list(run: Run) -> None:
    Path("filled").mkdir()
    names = ("main.tex", "one.tex", "two.tex")
    answer = run(*names, "--style", "ieee", "-o", "filled", main_dot_tex=MAIN, one_dot_tex=ONE, two_dot_tex=TWO)
    assert answer.code == 0
    filled = [Path("filled", name).read_text(encoding="utf-8") for name in names]
    assert ["[1]." in filled[0], "One [2]." in filled[1], "Two [3] and [1]." in filled[2]] == [True, True, True]
    assert filled[0].count(r"\bibitem") == 3
    again = run(*names, "--style", "ieee", "-o", "filled")
    assert again.code == 2  # nothing is replaced unasked


@pytest.mark.parametrize("said", ["", "% !TeX root = main.tex\n"])
def test_a_chapter_alone_has_the_numbers_of_its_book(run: Run, said: str) -> None:
    files = {"main_dot_tex": MAIN, "one_dot_tex": ONE, "two_dot_tex": said + TWO}
    answer = run("two.tex", "--style", "ieee", **files)
    assert answer.code == 0
    assert answer.out == f"{said}\\chapter{{Two}}\nTwo [3] and [1].\n"
    assert "a file of" in answer.err


# The style and the language of the project


def test_style_and_language_of_a_quarto_project(run: Run) -> None:
    files = {"_quarto_dot_yml": "project:\n  type: book\nlang: de\nbibliography: refs.bib\ncsl: ieee\n"}
    assert "[1, S. 5]" in run("one.qmd", one_dot_qmd="Seen [@holm, p. 5].\n", **files).out.replace("\\", "")


def test_settings_of_jekyll_scholar(run: Run) -> None:
    settings = "title: A site\nscholar:\n  style: ieee\n  source: ./bibs\n  bibliography: own.bib\n"
    answer = run("a.md", _config_dot_yml=settings, bibs__own_dot_bib=BIB, a_dot_md="Seen {% cite holm %}.\n")
    assert answer.out.startswith("Seen \\[1\\].")


def test_a_style_of_latex_that_nobody_knows_is_named(run: Run) -> None:
    text = "\\cite{holm}\\bibliographystyle{ourown}\\bibliography{refs}\n"
    answer = run("a.tex", a_dot_tex=text)
    assert "(Holm, 2011)" in answer.out
    assert "a.tex:1:31: the text names the style 'ourown'" in answer.err
    assert "using apa instead" in answer.err


# What a list prints


@pytest.mark.parametrize(
    ("title", "style", "shown"),
    [
        ("Coding in D for Pilots", "chicago-author-date", "Coding in D for Pilots"),
        ("Vitamin C in Group A Children", "chicago-author-date", "Vitamin C in Group A Children"),
        ("Notes from A to V in the Von Berg Archive", "mla", "Notes from A to V in the Von Berg Archive"),
        ("Portrait Of A Lake", "mla", "Portrait of a Lake"),
        ("Die Farbe des Nebels und der Seen", "chicago-author-date", "Die Farbe des Nebels und der Seen"),
        ("The fate of trout in Los Angeles", "chicago-author-date", "The Fate of Trout in Los Angeles"),
        ("Food Webs in the United States and New Zealand", "apa", "Food webs in the United States and New Zealand"),
        (r"The Diet of \emph{Salmo trutta} in Cold Lakes", "apa", "The diet of Salmo trutta in cold lakes"),
        ("The Joy of Fog", "apa", "The joy of fog"),
        ("The Uptake of Mg$^{2+}$ by Young Reeds", "apa", "The uptake of Mg²⁺ by young reeds"),
        (r"Parsing with \texttt{awk} and \underline{care}", "apa", "Parsing with awk and care"),
        (r"A \ensuremath{x^2} rule for {\tt sed} and \uppercase{rna}", "apa", "A x² rule for sed and RNA"),
        ("The `Calm' Lakes: A `Late' View", "mla", "The ‘Calm’ Lakes: A ‘Late’ View"),
        ("Fish 'n' Chips", "mla", "Fish ’n’ Chips"),
        (r"The Ponds of ``So-Called `Tribes'\,''", "mla", "The Ponds of ‘So-Called “Tribes.”’"),
        ("Rationing Fish During the Second World War", "apa", "Rationing fish during the Second World War"),
        (r"Groups of $\mathrm{SU}(2)\times\mathrm{U}(1)$", "apa", "Groups of SU(2)×U(1)"),
    ],
)
def test_titles(run: Run, title: str, style: str, shown: str) -> None:
    entry = f"@article{{a, author={{Roe, Ann}}, title={{{title}}}, journal={{J}}, year=2001}}"
    assert shown in printed(run, entry, style)


@pytest.mark.parametrize(
    ("edition", "shown"),
    [
        ("Second", "2nd ed."),
        ("third", "3rd ed."),
        ("2. Auflage", "2nd ed."),
        ("4th edition", "4th ed."),
        ("Revised", "Revised"),
    ],
)
def test_editions(run: Run, edition: str, shown: str) -> None:
    entry = f"@book{{a, author={{Roe, Ann}}, title={{Soils}}, publisher={{P}}, year=2001, edition={{{edition}}}}}"
    assert f"({shown})" in printed(run, entry, "apa")


@pytest.mark.parametrize(
    ("year", "style", "shown"),
    [
        ("in press", "chicago-author-date", "Roe, Ann. in press. “Lakes.” J."),
        ("2003a", "chicago-author-date", "Roe, Ann. 2003a. “Lakes.” J."),
        ("forthcoming", "apa", "Roe, A. (forthcoming). Lakes. J."),
    ],
)
def test_a_date_in_words_stands_once(run: Run, year: str, style: str, shown: str) -> None:
    entry = f"@article{{a, author={{Roe, Ann}}, title={{Lakes}}, journal={{J}}, year={{{year}}}}}"
    assert printed(run, entry, style).strip() == shown


@pytest.mark.parametrize(
    ("month", "shown"), [("1-2", "Jan.–Feb. 2001"), ("Spring/Summer", "Spring/Summer 2001"), ("März", "März 2001")]
)
def test_months_that_are_none(run: Run, month: str, shown: str) -> None:
    entry = f"@article{{a, author={{Roe, Ann}}, title={{Lakes}}, journal={{J}}, year=2001, month={{{month}}}}}"
    assert shown in printed(run, entry, "ieee")


@pytest.mark.parametrize(
    ("pages", "shown"), [("297--297", "p. 297,"), ("12:1--12:30", "pp. 12:1–12:30,"), ("1--5; 17", "pp. 1–5; 17,")]
)
def test_pages(run: Run, pages: str, shown: str) -> None:
    entry = f"@article{{a, author={{Roe, Ann}}, title={{Lakes}}, journal={{J}}, year=2001, pages={{{pages}}}}}"
    assert shown in printed(run, entry, "ieee").replace("\xa0", " ")


@pytest.mark.parametrize(
    ("kind", "fields", "shown"),
    [
        ("article", "eprint={2401.01234}, archivePrefix={arXiv}", "arXiv:2401.01234"),
        ("techreport", "eprint={hep-th/9801001}, archivePrefix={arXiv}", "10.48550/arXiv.hep-th/9801001"),
        ("phdthesis", "eprint={2401.01234}, archivePrefix={arXiv}, school={U}", "10.48550/arXiv.2401.01234"),
        ("online", "eprint={hal-01234567}, eprinttype={hal}", "https://hal.science/hal-01234567"),
        ("misc", "eprint={10.1101/2020.01.01.123}, eprinttype={medrxiv}", "10.1101/2020.01.01.123"),
    ],
)
def test_what_lies_on_a_server_alone_leads_there(run: Run, kind: str, fields: str, shown: str) -> None:
    entry = f"@{kind}{{a, author={{Roe, Ann}}, title={{Slow Lakes}}, year=2024, {fields}}}"
    assert shown in printed(run, entry, "apa")


def test_editors_in_the_authors_place_are_told_from_authors(run: Run) -> None:
    entries = (
        "@article{a, author={Lund, John}, title={One}, journal={J}, year=2003}"
        "@book{b, editor={Lund, Eva}, title={All}, publisher={P}, year=2003}"
    )
    said = run("own.bib", "--style", "apa", "--cite", "[@a] [@b]", own_dot_bib=entries).out
    assert said == "(J. Lund, 2003)\n(E. Lund, 2003)\n"


def test_a_question_ends_a_sentence_also_within_quotation_marks(run: Run) -> None:
    entry = "@article{a, author={Roe, Ann}, title={Is It Calm?}, journal={J}, year=2001}"
    assert "‘Is It Calm?’ J" in printed(run, entry, "chicago-author-date", "--lang", "en-GB")


def test_what_a_style_does_not_list_is_named(run: Run) -> None:
    entries = "@letter{a, author={Roe, Ann}, title={To Bo}, date={1901-02-03}} @book{b, author={Roe, Ann}, title={Lakes}, year=2001}"
    answer = run("own.bib", "--style", "apa", own_dot_bib=entries)
    assert answer.code == 0
    assert "'a' is not listed: the style has no entry for its type, personal communication" in answer.err
    assert answer.out == "Roe, A. (2001). Lakes.\n"


def test_paragraphs_of_an_annotation_stay_apart(run: Run) -> None:
    entry = "@book{a, author={Roe, Ann}, title={Lakes}, publisher={P}, year=2001, annote={Good maps.\n\n  Chapter 3 is old.}}"
    expected = "Roe, A. (2001). Lakes. P. Good maps.\n    Chapter 3 is old.\n"
    assert printed(run, entry, "apa", "--with", "annotation") == expected
    assert printed(run, entry, "apa-annotated-bibliography") == expected
    assert '<div class="csl-block"> Chapter 3 is old.</div>' in printed(
        run, entry, "apa", "--with", "annotation", "--to", "html"
    )


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("papers/Roe 2001.pdf", "papers/Roe%202001.pdf"),
        ("papers/Roe (final).pdf", "papers/Roe%20(final).pdf"),
        ("https://files.example/my talk.pdf", "https://files.example/my%20talk.pdf"),
        ("papiere/Möwe.pdf", "papiere/M%C3%B6we.pdf"),
        ("papers/50%.pdf", "papers/50%25.pdf"),
        ("papers/a%20b.pdf", "papers/a%20b.pdf"),
    ],
)
def test_links_to_files_lead_there(run: Run, given: str, address: str) -> None:
    entry = f"@article{{a, author={{Roe, Ann}}, title={{Lakes}}, journal={{J}}, year=2001, pdf={{{given}}}}}"
    assert f'href="{address}"' in printed(run, entry, "apa", "--to", "page")


@pytest.mark.parametrize("given", ["javascript:alert(1)", "../../secret.pdf", "//evil.example/x"])
def test_unsafe_links_are_left_out(run: Run, given: str) -> None:
    entry = f"@article{{a, author={{Roe, Ann}}, title={{Lakes}}, journal={{J}}, year=2001, pdf={{{given}}}}}"
    assert "PDF</a>" not in printed(run, entry, "apa", "--to", "page")


def test_files_of_word_processors_hold_the_text_of_links(run: Run) -> None:
    entry = "@article{a, author={Roe, Ann}, title={Lakes}, journal={J}, year=2001, doi={10.5555/abc}}"
    printed(run, entry, "apa", "-o", "out.docx")
    printed(run, entry, "apa", "-o", "out.odt")
    with zipfile.ZipFile("out.docx") as archive:
        assert (
            '<w:t xml:space="preserve">https://doi.org/10.5555/abc</w:t>' in archive.read("word/document.xml").decode()
        )
    with zipfile.ZipFile("out.odt") as archive:
        assert "styles.xml" in archive.namelist()


def test_a_bibliography_in_csl_yaml(run: Run) -> None:
    works = "---\nreferences:\n- id: brook\n  type: book\n  author:\n  - family: Brook\n    given: Ada\n  title: Cold Springs\n"
    works += "  issued:\n    year: 2019\n    month: 5\n  publisher: Reed\n"
    assert run("own.yaml", "--quiet", own_dot_yaml=works).out == "Brook, A. (2019). Cold Springs. Reed.\n"


def test_commands_of_a_bibliography_are_not_written_into_a_text(run: Run) -> None:
    """Only the author's own text is written as it is: characters that stand for source code elsewhere stay characters."""
    hidden = "".join(chr(0xF0000 + ord(c)) for c in r"\input{secret}")
    entry = f"@book{{evil, author={{Roe, Ann}}, title={{Lakes {hidden}}}, year=2001}}"
    text = "\\cite[\\ref{a}][]{evil}\\fullcite{evil}\\bibliography{own}\n"
    assert "\\input" not in run("a.tex", "--style", "apa", own_dot_bib=entry, a_dot_tex=text).out
