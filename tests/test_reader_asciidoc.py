"""Reading AsciiDoc: its elements one by one, and what holds for any text."""

from __future__ import annotations

from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citekit.documents.load import choose_reader, read_text
from citekit.documents.runs import Document, TextStyle
from citekit.extraction.pipeline import convert_document
from citekit.runtime.config import ConvertSettings


def read(text: str) -> Document:
    return read_text(dedent(text), "papers.adoc", "asciidoc")


def test_headings_paragraphs_and_attributes() -> None:
    document = read(
        """\
        = Ada Lind
        :jcm: Journal of Coastal Measurement

        == Papers

        Ada Lind. _Tides_.
        {jcm}, 2023.
        // a remark of the author
        """
    )
    assert document.format == "asciidoc"
    assert document.meta == (("title", "Ada Lind"),)
    assert [(block.kind, block.level, block.text) for block in document.blocks] == [
        ("heading", 1, "Ada Lind"),
        ("heading", 2, "Papers"),
        ("paragraph", 0, "Ada Lind. Tides.\vJournal of Coastal Measurement, 2023."),
    ]


def test_lists_nest_and_a_plus_breaks_the_line() -> None:
    blocks = read("* One +\nline\n** Inner\n* Two\n\n//\n\n. First\n. Second\n\nBehind.\n").blocks
    assert [(block.marker, block.text) for block in blocks] == [
        ("•", "One\nline"), ("•", "Inner"), ("•", "Two"), ("1.", "First"), ("1.", "Second"), ("", "Behind."),
    ]  # fmt: skip
    depths = [sum(step.startswith("li:") for step in block.path) for block in blocks]
    assert depths == [1, 2, 1, 1, 1, 0]


@pytest.mark.parametrize(
    ("text", "shown", "style", "href"),
    [
        ("*Tides*, 2*3*4", "Tides", TextStyle.BOLD, ""),
        ("__Tid__es", "Tid", TextStyle.ITALIC, ""),
        ("*_Tides_*", "Tides", TextStyle.BOLD | TextStyle.ITALIC, ""),
        ("link:papers/x.pdf[pdf,role=button]", "pdf", TextStyle.PLAIN, "papers/x.pdf"),
        ("https://tides.example/a[Tides^]", "Tides", TextStyle.PLAIN, "https://tides.example/a"),
        ("https://tides.example/a", "https://tides.example/a", TextStyle.PLAIN, "https://tides.example/a"),
        ("<<tides,the paper>>", "the paper", TextStyle.PLAIN, ""),
        ("image:face.png[Ada] {nothing}", "{nothing}", TextStyle.PLAIN, ""),
    ],
)
def test_what_a_line_shows(text: str, shown: str, style: TextStyle, href: str) -> None:
    (block,) = read(f"{text}\n").blocks if text[0] != "*" else read(f"x {text}\n").blocks
    assert (shown, style, href) in [(run.text.strip(), run.style, run.href) for run in block.runs]


@pytest.mark.parametrize("rows", ["|2023|Tides\n|2022|Salt\n", "|2023\n|Tides\n\n|2022\n|Salt\n"])
def test_rows_of_tables(rows: str) -> None:
    blocks = read(f"[cols=2]\n|===\n{rows}|===\n\nBehind.\n").blocks
    assert [block.text for block in blocks] == ["2023", "Tides", "2022", "Salt", "Behind."]
    assert [len({block.path[1] for block in blocks[n : n + 2]}) for n in (0, 2)] == [1, 1]
    assert blocks[1].path[1] != blocks[2].path[1]
    assert blocks[-1].path == ()


def test_passed_through_html_and_listings() -> None:
    blocks = read("++++\n<p>Shown <b>so</b></p>\n++++\n\n----\nnot shown\n----\n\n////\nhidden\n////\n").blocks
    assert [(block.text, block.hidden) for block in blocks] == [("Shown so", False), ("hidden", True)]


def test_the_reader_is_chosen_by_content() -> None:
    text = "= Ada Lind\n:toc:\n\n== Papers\n\n* Ada Lind. https://tides.example[Tides]. 2023.\n"
    assert choose_reader(text, "papers.txt").NAME == "asciidoc"
    assert choose_reader("== Papers ==\n\nAda Lind. Tides. 2023.\n", "papers.txt").NAME == "text"


def test_a_list_of_publications() -> None:
    text = """\
        = Ada Lind

        == Journal papers

        . Ada Lind, Bo Kern +
        __Tide gauges and the shape of small harbours__ +
        Journal of Coastal Measurement, 2023. link:papers/x.pdf[pdf,role=button]

        . Bo Kern, Ada Lind +
        __Reading salt: how marshes remember storms__ +
        Annals of Wetland Science, 2021. link:papers/y.pdf[pdf,role=button]
        """
    works = convert_document(read(text), ConvertSettings()).library.works
    assert [(str(work.title), len(work.author), work.year) for work in works] == [
        ("Tide gauges and the shape of small harbours", 2, 2023),
        ("Reading salt: how marshes remember storms", 2, 2021),
    ]


@given(st.text(alphabet="=*_`#^~|[]{}<>+.-:/ \nabc", max_size=200))
def test_any_text_is_read_and_spans_point_into_it(text: str) -> None:
    document = read_text(text, "x.adoc", "asciidoc")
    assert all(
        0 <= run.span.start <= run.span.end <= len(document.source.text) for b in document.blocks for run in b.runs
    )


def test_a_cell_goes_on_in_the_next_line() -> None:
    blocks = read("|===\n|2023 |Ada Lind. Tides.\nJournal of Coasts.\n|===\n").blocks
    assert [" ".join(block.text.split()) for block in blocks] == ["2023", "Ada Lind. Tides. Journal of Coasts."]


@pytest.mark.parametrize("piece", ["*a", "_", "{a", "|", "* ", "link:a[", "<<a", "|===\n", "++++\n", "[[a"])
def test_hostile_text_is_read(piece: str) -> None:
    read_text(piece * 20_000, "x.adoc", "asciidoc")
