"""Messages name the file, what it is, and what to do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Answer

Citekit = Callable[..., Answer]
NOISE = bytes((at * 7919 + at // 251) % 256 for at in range(4000))
REFS = "@misc{doe2020, title={Lazy Queues}, author={Doe, Jane}, year=2020, howpublished={Print}}\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "refs.bib").write_text(REFS)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("cv.pdf", NOISE, "cv.pdf is not a valid PDF file"),
        ("CV.PDF", b"\x00" * 50, "CV.PDF is not a valid PDF file"),
        ("cv.docx", NOISE, "cv.docx is not a valid Word document"),
        ("cv.docx", b"PK\x03\x04 nothing", "cv.docx is not a valid Word document"),
        ("cv.pdf", b"%PDF-1.4 nothing", "cv.pdf is a broken PDF file"),
    ],
)
def test_a_damaged_document_is_named_as_what_it_should_be(
    citekit: Citekit, name: str, content: bytes, told: str
) -> None:
    Path(name).write_bytes(content)
    for arguments in (["convert", name], ["convert", "."], ["convert", "refs.bib", name]):
        answer = citekit(*arguments)
        assert answer.code == 2
        assert answer.err.count(told) == 1, arguments
    Path("people").mkdir()
    Path(name).rename(Path("people", name))
    assert f"people/{told}" in citekit("check", f"people/{name}").err


def test_a_text_with_the_suffix_of_a_pdf_is_read(citekit: Citekit) -> None:
    Path("list.pdf").write_text("# Publications\n\n- J. Doe. Lazy Queues. Journal of Queues, 2020.\n")
    assert "Lazy Queues" in citekit("convert", "list.pdf").out


@pytest.mark.parametrize("name", ["missing.tex", "missing.bib", "no/such.md"])
def test_a_missing_file_is_told_once(citekit: Citekit, name: str) -> None:
    answer = citekit("check", name)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.count("No such file or directory") == 1
    assert answer.err.count(name) == 1
    assert "no findings" not in answer.err
    assert citekit("check", name, "--out", "report.txt").code == 2
    assert name in Path("report.txt").read_text(), "a report in a file names it as well"


def test_a_missing_file_does_not_take_the_findings_of_others(citekit: Citekit) -> None:
    answer = citekit("check", "missing.tex", "refs.bib", "--select", "bad-year")
    assert answer.code == 2
    assert "checked 1 of 1 entry in 1 bibliography: no findings" in answer.err


@pytest.mark.parametrize("content", [b"", b"\n", b"% nothing yet\n"])
def test_an_empty_bibliography_is_named_as_one(citekit: Citekit, content: bytes) -> None:
    Path("empty.bib").write_bytes(content)
    answer = citekit("convert", "empty.bib")
    assert answer.code == 1
    assert "no publications found: empty.bib has no entries" in answer.err
    assert "convert -v" not in answer.err


@pytest.mark.parametrize("content", ['{"a": 1}', '{"a": "b", "c": [1, 2]}', '{"name": null}'])
def test_other_json_is_named_as_no_csl_json(citekit: Citekit, content: str) -> None:
    Path("a.json").write_text(content)
    for arguments in (["convert", "a.json"], ["convert", "--from", "csljson", "a.json"]):
        answer = citekit(*arguments)
        assert answer.code != 0
        assert "a.json is not CSL-JSON: it has no items" in answer.err, arguments


def test_help_is_a_command_too(citekit: Citekit) -> None:
    assert citekit("help").out == citekit("--help").out
    assert citekit("help").code == 0
    assert citekit("help", "convert").out == citekit("convert", "--help").out
    wrong = citekit("help", "convrt")
    assert wrong.code == 2
    assert "did you mean 'convert'" in wrong.err or "convert" in wrong.err


@pytest.mark.parametrize(
    ("command", "option", "told"),
    [
        ("convert", "--formt", "use --to instead of --format"),
        ("convert", "--format", "use --to instead of --format"),
        ("check", "--formt", "use --to instead of --format"),
        ("convert", "--output", "use --out instead of --output"),
        ("format", "--ouput", "use --out instead of --output"),
    ],
)
def test_options_of_other_programs_are_known(citekit: Citekit, command: str, option: str, told: str) -> None:
    answer = citekit(command, option, "ris", "refs.bib")
    assert answer.code == 2
    assert told in answer.err
    assert "mean one of" not in answer.err


@pytest.mark.parametrize("text", ["[@doe2020", "@doe2020]", "[@doe2020, p. 3; @doe2020", "[[@doe2020]"])
def test_a_citation_whose_bracket_is_not_closed_is_refused(citekit: Citekit, text: str) -> None:
    answer = citekit("format", "--cite", text, "refs.bib")
    assert (answer.code, answer.out) == (2, "")
    assert f"a bracket is not closed, or not opened, in '{text}'" in answer.err
    assert citekit("format", "--cite", "[@doe2020]", "refs.bib").code == 0


def test_lab_without_a_person_says_so(citekit: Citekit) -> None:
    assert "convert one page per person" in citekit("lab", "refs.bib").err


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("{% for p in site.data.papers %}\n- {{ p.title }}, {{ p.year }}\n{% endfor %}\n", "_data/papers.yml"),
        ("{{ range .Site.Data.papers }}\n- {{ .title }}, {{ .year }}\n{{ end }}\n", "data/papers.json"),
        ("{% for p in site.data.papers %}\n- {{ p.title }}\n{% endfor %}\n", ""),
    ],
)
def test_a_page_that_a_template_fills_names_the_data(citekit: Citekit, text: str, data: str) -> None:
    Path("site").mkdir()
    Path("site/page.md").write_text(f"# Publications\n\n{text}")
    if data:
        Path(data).parent.mkdir()
        Path(data).write_text("[]")
    answer = citekit("convert", "site/page.md")
    assert answer.code == 1
    assert f"the list of site/page.md is in {data or '_data/papers'}: give that instead" in answer.err


@pytest.mark.parametrize(
    ("tag", "files", "named"),
    [
        (
            "{% bibliography %}",
            ["papers.bib", "talks.bib"],
            "site/_bibliography/papers.bib and site/_bibliography/talks.bib",
        ),
        ("{% bibliography -f talks %}", ["papers.bib", "talks.bib"], "site/_bibliography/talks.bib"),
        ("{% bibliography --query @*[year=2020]* --file talks.bib %}", ["talks.bib"], "site/_bibliography/talks.bib"),
        ("{%- bibliography %}", [], "_bibliography/*.bib"),
        ("{% bibliography --file talks %}", [], "_bibliography/talks"),
    ],
)
def test_a_page_of_jekyll_scholar_names_its_bibliographies(
    citekit: Citekit, tag: str, files: list[str], named: str
) -> None:
    Path("site/_bibliography").mkdir(parents=True)
    Path("site/page.md").write_text(f"# Publications\n\n{tag}\n")
    for name in files:
        Path("site/_bibliography", name).write_text(REFS)
    assert f"the list of site/page.md is in {named}: give that instead" in citekit("convert", "site/page.md").err


@pytest.mark.parametrize(
    "command", [r"\bibliography{refs,old}", "\\addbibresource{refs.bib}\n\\addbibresource{old.bib}"]
)
def test_a_cv_whose_list_is_a_bibliography_names_it(citekit: Citekit, command: str) -> None:
    text = f"\\documentclass{{article}}\n{command}\n\\begin{{document}}\n\\section{{Publications}}\\nocite{{*}}\\end{{document}}\n"
    Path("cv.tex").write_text(
        text.replace(r"\nocite{*}", rf"\nocite{{*}}{command}") if "bibliography{" in command else text
    )
    answer = citekit("convert", "cv.tex")
    assert answer.code == 1
    assert "the list of cv.tex is in refs.bib and old.bib: give that instead" in answer.err


def test_a_cv_with_a_part_of_its_list_in_a_bibliography_names_it(citekit: Citekit) -> None:
    item = "Fern, I. (2001). Sorting reeds. Journal of Ponds, 3(2), 1--9."
    Path("cv.tex").write_text(
        "\\documentclass{article}\\addbibresource{refs.bib}\\begin{document}\\section{Publications}\\nocite{*}\\printbibliography\n"
        f"\\section{{Other publications}}\\begin{{itemize}}\\item {item}\\end{{itemize}}\\end{{document}}\n"
    )
    Path("refs.bib").write_text("@book{fern, author={Fern, Ida}, title={Ferns}, publisher={Moss}, year=2001}\n")
    assert "a part of the list of cv.tex is in refs.bib: give that too\n" in citekit("convert", "cv.tex").err
    assert "give that" not in citekit("convert", "cv.tex", "refs.bib").err


def test_a_text_that_cites_with_keys_says_so(citekit: Citekit) -> None:
    Path("essay.md").write_text("As @holt2011 says, rivers are quiet. Mail @jane.\n", encoding="utf-8")
    assert "cites with keys (@holt2011): fill it in with citekit format --bib" in citekit("format", "essay.md").err


def test_a_missing_input_is_named(citekit: Citekit) -> None:
    Path("there.tex").write_text("Doe, J. Lazy Queues. Journal of Queues, 2020.\n\n\\input{deeper}\n")
    Path("cv.tex").write_text(
        "\\documentclass{article}\n\\input{glyphtounicode}\n\\begin{document}\n\\section{Publications}\n"
        "\\input{there}\n\\include{papers}\n\\InputIfFileExists{local}{}{}\n\\end{document}\n"
    )
    told = citekit("convert", "cv.tex").err
    assert "cv.tex takes in papers, which is not there" in told
    assert "cv.tex takes in deeper, which is not there" in told
    for name in ("there,", "glyphtounicode", "local"):
        assert f"takes in {name}" not in told
