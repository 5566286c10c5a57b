"""Word documents whose citations are filled in: what is cited in the text of a paragraph, and what becomes of its XML."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Answer
from hypothesis import given
from hypothesis import strategies as st

from citekit.documents.load import read_path
from citekit.manuscripts import word
from citekit.manuscripts.citation import ReadingContext
from citekit.runtime.span import Source
from citekit.text.xml import XmlError, parse

SPACE = "http://schemas.openxmlformats.org"
BIB = """\
@book{doe2020, author={Doe, Jane}, title={Green Meadows & Hills}, publisher={Reed}, year=2020}
@book{roe2019, author={Roe, Jim}, title={Tall Stacks}, publisher={Reed}, year=2019}
"""


def body(*paragraphs: str) -> str:
    inner = "".join(f"<w:p>{runs}</w:p>" for runs in paragraphs)
    return f'<w:document xmlns:w="{SPACE}/wordprocessingml/2006/main"><w:body>{inner}<w:sectPr/></w:body></w:document>'


def run(text: str, look: str = "") -> str:
    return f"<w:r>{f'<w:rPr>{look}</w:rPr>' if look else ''}<w:t>{text}</w:t></w:r>"


def package(xml: str) -> bytes:
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w") as out:
        out.writestr("word/document.xml", xml)
        out.writestr("word/media/picture.bin", bytes(range(256)))
    return kept.getvalue()


@pytest.fixture
def fill(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, citekit: Callable[..., Answer]
) -> Callable[..., tuple[Answer, list[str], str]]:
    """Fills in a document of these paragraphs: what is said, the paragraphs that come out, and the XML."""
    monkeypatch.chdir(tmp_path)
    Path("refs.bib").write_text(BIB, encoding="utf-8")

    def filled(*paragraphs: str, style: str = "apa") -> tuple[Answer, list[str], str]:
        Path("paper.docx").write_bytes(package(body(*paragraphs)))
        answer = citekit("format", "paper.docx", "--bib", "refs.bib", "--style", style, "-o", "out.docx", "-f")
        if not Path("out.docx").exists():
            return answer, [], ""
        with zipfile.ZipFile("out.docx") as made:
            assert made.read("word/media/picture.bin") == bytes(range(256))
            xml = made.read("word/document.xml").decode("utf-8")
        return answer, [block.text for block in read_path(Path("out.docx")).blocks], xml

    return filled


def test_citations_and_list(fill: Callable[..., tuple[Answer, list[str], str]]) -> None:
    answer, texts, _ = fill(
        run("Stacks are tall [@roe2019, p. 3]."), run("@doe2020 differs."), run("References"), run("Appendix")
    )
    assert answer.code == 0
    assert texts == [
        "Stacks are tall (Roe, 2019, p. 3).",
        "Doe (2020) differs.",
        "References",
        "Doe, J. (2020). Green meadows & hills. Reed.",
        "Roe, J. (2019). Tall stacks. Reed.",
        "Appendix",
    ]


def test_a_citation_over_several_runs_is_set_as_its_first(fill: Callable[..., tuple[Answer, list[str], str]]) -> None:
    first = '<w:rFonts w:ascii="Georgia"/><w:sz w:val="20"/>'
    _, texts, xml = fill(run("See [@do", first) + run("e2020; @roe", "<w:i/>") + run("2019], or not.", "<w:b/>"))
    assert texts[0] == "See (Doe, 2020; Roe, 2019), or not."
    assert f'<w:rPr>{first}</w:rPr><w:t xml:space="preserve">(Doe, 2020; Roe, 2019)</w:t>' in xml
    assert "<w:b/></w:rPr><w:t>" not in xml.partition("(Doe")[0]


def test_italics_of_the_style_join_the_look_of_the_text() -> None:
    xml = body(
        '<w:r><w:rPr><w:rStyle w:val="x"/><w:sz w:val="20"/></w:rPr><w:t>a <?citation begin?><w:r><w:rPr><w:i/></w:rPr><w:t>b</w:t></w:r><?citation end?></w:t></w:r>'
    )
    assert '<w:rPr><w:rStyle w:val="x"/><w:i/><w:sz w:val="20"/></w:rPr><w:t>b</w:t>' in word.finished(xml)


def test_without_a_heading_the_list_is_at_the_end(fill: Callable[..., tuple[Answer, list[str], str]]) -> None:
    _, texts, xml = fill(run("[@doe2020]"), run("Last words."))
    assert texts[1:] == ["Last words.", "Doe, J. (2020). Green meadows & hills. Reed."]
    assert xml.endswith("<w:sectPr/></w:body></w:document>")


@pytest.mark.parametrize(
    ("paragraph", "said"),
    [
        ("[@nobody]", "paper.docx:1:3: there is no work 'nobody'"),
        ("plain", "paper.docx:1:1: nothing is cited in it"),
    ],
)
def test_what_cannot_be_filled_in_is_said(
    fill: Callable[..., tuple[Answer, list[str], str]], paragraph: str, said: str
) -> None:
    answer, texts, _ = fill(run(paragraph))
    assert answer.code == 1
    assert said in answer.err
    assert texts[0] == paragraph


def test_a_citation_cut_by_a_link_stays(fill: Callable[..., tuple[Answer, list[str], str]]) -> None:
    answer, texts, _ = fill(run("[@doe") + f"<w:hyperlink>{run('2020]')}</w:hyperlink>")
    assert (answer.code, texts[0]) == (1, "[@doe2020]")
    assert "a link or a change in it is cut" in answer.err


def test_styles_with_footnotes_are_refused(fill: Callable[..., tuple[Answer, list[str], str]]) -> None:
    answer, texts, _ = fill(run("[@doe2020]"), style="chicago-shortened-notes-bibliography")
    assert (answer.code, texts) == (2, [])
    assert "footnotes" in answer.err


def test_it_wants_a_file(tmp_path: Path, citekit: Callable[..., Answer]) -> None:
    (tmp_path / "a.docx").write_bytes(package(body(run("[@doe2020]"))))
    (tmp_path / "a.bib").write_text(BIB, encoding="utf-8")
    answer = citekit("format", tmp_path / "a.docx", "--bib", tmp_path / "a.bib")
    assert answer.code == 2
    assert "-o" in answer.err


def test_text_is_never_xml(fill: Callable[..., tuple[Answer, list[str], str]]) -> None:
    _, texts, xml = fill(run("[see &lt;w:p/&gt; &amp; @doe2020]"))
    parse(xml.encode())
    assert texts[0] == "(see <w:p/> & Doe, 2020)"


@given(
    st.lists(
        st.sampled_from(
            [
                "[",
                "@doe2020",
                "; ",
                "]",
                "x",
                "&amp;",
                " ",
                "</w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t>",
                "</w:t></w:r><w:hyperlink><w:r><w:t>",
                "</w:t></w:r></w:hyperlink><w:r><w:t>",
            ]
        ),
        max_size=14,
    )
)
def test_what_is_taken_out_leaves_sound_xml(pieces: list[str]) -> None:
    xml = body(run("".join(pieces)))
    try:
        parse(xml.encode())
    except XmlError:
        return
    cited = word.read(Source("a.docx", xml), ReadingContext())
    for one in reversed(cited.citations):
        if not one.fixed:
            xml = xml[: one.span.start] + word.WRITING.encode(run("made")) + xml[one.span.end :]
    parse(word.finished(xml).encode())


def test_numbers_are_those_of_the_reader_also_in_notes() -> None:
    notes = Source(
        "notes", "".join(f'<w:footnote w:id="{n}"><w:p>{run(t)}</w:p></w:footnote>' for n, t in NOTES.items())
    )
    main = body(run("One") + '<w:r><w:footnoteReference w:id="3"/></w:r>', run("Two [@doe2020]."))
    cited = word.read_notes(notes, main)
    assert [(one.cites[0].key, one.footnote >= 0) for one in cited.citations] == [("roe2019", True), ("doe2020", True)]
    assert [note.at for note in cited.notes] == [-1, main.index("<w:footnoteReference")]
    assert not cited.lists


NOTES = {2: "Never called [@roe2019].", 3: "Called [@doe2020]."}


def test_a_part_of_notes_without_any_is_read() -> None:
    empty = f'<w:footnotes xmlns:w="{SPACE}/wordprocessingml/2006/main"></w:footnotes>'
    assert word.read_notes(Source("footnotes.xml", empty), body(run("One"))).citations == ()


def test_a_note_before_a_citation_has_the_lower_number(tmp_path: Path, citekit: Callable[..., Answer]) -> None:
    rels = "".join(
        f'<Relationship Id="r{n}" Type="{SPACE}/officeDocument/2006/relationships/{kind}" Target="{target}"/>'
        for n, (kind, target) in enumerate({"footnotes": "footnotes.xml"}.items())
    )
    note = f'<w:footnotes xmlns:w="{SPACE}/wordprocessingml/2006/main"><w:footnote w:id="2"><w:p>{run("See [@doe2020].")}</w:p></w:footnote></w:footnotes>'
    call = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    with zipfile.ZipFile(tmp_path / "a.docx", "w") as out:
        out.writestr("word/document.xml", body(run("One") + call, run("Two [@roe2019].")))
        out.writestr("word/footnotes.xml", note)
        out.writestr(
            "word/_rels/document.xml.rels",
            f'<Relationships xmlns="{SPACE}/package/2006/relationships">{rels}</Relationships>',
        )
    (tmp_path / "refs.bib").write_text(BIB, encoding="utf-8")
    made = tmp_path / "b.docx"
    answer = citekit("format", tmp_path / "a.docx", "--bib", tmp_path / "refs.bib", "--style", "ieee", "-o", made)
    assert answer.code == 0, answer.err
    with zipfile.ZipFile(made) as package_made:
        assert "See [1]." in "".join(re.findall(">([^<]*)<", package_made.read("word/footnotes.xml").decode()))
        assert "Two [2]." in "".join(re.findall(">([^<]*)<", package_made.read("word/document.xml").decode()))


def test_citations_of_word_files_are_checked_and_never_fixed(
    citekit: Callable[..., Answer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("paper.docx").write_bytes(
        package(body(run("Ledgers are sparse, as many people say [@nobody], and small as well.")))
    )
    Path("refs.bib").write_text("@book{fern, title={Ferns}, author={Fern, Ida}, publisher={Moss}, year=2001}")
    answer = citekit("check", "paper.docx", "refs.bib")
    assert answer.code == 1
    assert "paper.docx:1:42: error[undefined-citation] 'nobody' is cited and not defined" in answer.out
    Path("paper.docx").write_bytes(before := package(body(run("One."), run("Ledgers are sparse [@Fern]."))))
    wrong_case = citekit("check", "paper.docx", "refs.bib", "--unsafe-fixes", "--fix")
    assert "paper.docx:2:22: warning[citation-key-case]" in wrong_case.out
    assert "--unsafe-fixes" not in wrong_case.out
    assert Path("paper.docx").read_bytes() == before
    Path("paper.docx").write_bytes(package(body(run("Ledgers are sparse (Fern 2001)."))))
    assert "paper.docx: no citations of the form [@key]" in citekit("check", "paper.docx", "refs.bib").err
    answer = citekit("select", "--cited-in", "paper.docx", "refs.bib")
    assert (answer.code, "save the Word file as Markdown" in answer.err) == (2, True)
