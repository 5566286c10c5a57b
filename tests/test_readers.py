"""Reading documents: the readable cases of ``tests/cases/readers``, and what cannot be shown in them."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from citekit.documents.__main__ import main, shown_block
from citekit.documents.load import (
    choose_reader,
    decode,
    read_bytes,
    read_path,
    read_stream,
    read_text,
    text_format_names,
)
from citekit.documents.runs import Document, TextStyle
from citekit.runtime.errors import UnreadableInputError, UsageError

CASES = Path(__file__).parent / "cases" / "readers"
CASE = re.compile(
    r"^## (?P<name>.+?)\n.*?^~{4,} input\n(?P<input>.*?)^~{4,}\n+^~{4,} blocks\n(?P<blocks>.*?)^~{4,}$", re.M | re.S
)


def cases() -> list[tuple[str, str, str, str]]:
    """Format, name, input and expected blocks of every case."""
    return [
        (path.stem, match["name"], match["input"], match["blocks"])
        for path in sorted(CASES.glob("*.md"))
        for match in CASE.finditer(path.read_text("utf-8"))
    ]


def shown(document: Document) -> str:
    """A document's blocks as the cases show them."""
    meta = "".join(f"@{key} {value}\n" for key, value in document.meta)
    return meta + "".join(shown_block(block).rstrip() + "\n" for block in document.blocks)


@pytest.mark.parametrize(
    ("reader", "name", "text", "expected"), [pytest.param(*case, id=f"{case[0]}: {case[1]}") for case in cases()]
)
def test_case(reader: str, name: str, text: str, expected: str, update_golden: bool) -> None:
    document = read_text(text, "case.txt", reader)
    if update_golden:
        path = CASES / f"{reader}.md"
        whole = path.read_text("utf-8")
        match = next(m for m in CASE.finditer(whole) if m["name"] == name)
        path.write_text(whole[: match.start("blocks")] + shown(document) + whole[match.end("blocks") :], "utf-8")
    else:
        assert shown(document) == expected


def text_of(data: bytes) -> str:
    return " / ".join(block.text for block in read_bytes(data, "list.txt").blocks)


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"]
)
def test_every_unicode_encoding_is_read(encoding: str) -> None:
    text = "Übungen in Graphentheorie, Teil 1.\n\nErdős-Zahlen, gezählt.\n"
    document = read_bytes(text.encode(encoding), "list.txt")
    assert [block.text for block in document.blocks] == ["Übungen in Graphentheorie, Teil 1.", "Erdős-Zahlen, gezählt."]
    assert not document.problems


def test_windows_1252_is_read_with_a_warning() -> None:
    document = read_bytes("Über “Bäume”".encode("cp1252"), "list.txt")
    assert document.blocks[0].text == "Über “Bäume”"
    (problem,) = document.problems
    assert (problem.severity, problem.kind) == ("warning", "wrong-encoding")
    assert problem.source is document.source


def test_one_wrong_byte_does_not_cost_the_others() -> None:
    assert text_of("Über Bäume ".encode() + b"\x96 1. Teil") == "Über Bäume – 1. Teil"


def test_a_page_may_declare_its_encoding() -> None:
    page = '<html><meta charset="iso-8859-2"><p>Łódź i Kraków</html>'
    assert text_of(page.encode("iso-8859-2")) == "Łódź i Kraków"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "list.txt is empty"),
        (b" \n\t\r\n ", "list.txt is empty"),
        ("\ufeff \n".encode("utf-16"), "list.txt is empty"),
        (b"%PDF-1.7\n%...", "list.txt is a broken PDF file"),
        (b"PK\x03\x04....", "list.txt looks like a zip archive or an office document"),
        (b"\x89PNG\r\n\x1a\n....", "list.txt looks like a PNG image"),
        (b"{\\rtf1 text}", "list.txt looks like an RTF document"),
        (bytes(range(32)) * 40, "list.txt is not text: it is full of control characters"),
    ],
)
def test_what_is_no_text_is_refused_in_one_sentence(data: bytes, message: str) -> None:
    with pytest.raises(UnreadableInputError) as caught:
        read_bytes(data, "list.txt")
    assert caught.value.problem.message == message


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInputError, match="cannot be read: No such file"):
        read_path(tmp_path / "none.md")
    with pytest.raises(UnreadableInputError, match="it is a directory"):
        read_path(tmp_path)


def test_an_unknown_format_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match="html, "):
        read_bytes(b"x", "x.txt", "wordstar")


def test_paths_and_streams_read_alike(tmp_path: Path) -> None:
    path = tmp_path / "list.md"
    path.write_bytes(b"# Papers\n")
    assert read_path(path).blocks == read_stream(io.BytesIO(b"# Papers\n"), "list.md").blocks


def test_decoding_keeps_line_ends() -> None:
    assert decode(b"a\r\nb\rc\n", "x") == ("a\r\nb\rc\n", [])


@pytest.mark.parametrize(
    ("text", "reader"),
    [
        ("<!DOCTYPE html><p>Text", "html"),
        ("<ul>\n<li>One paper, 2020\n<li>Another, 2021\n</ul>\n", "html"),
        ("---\ntitle: Papers\n---\n<ul>\n<li>One paper</li>\n</ul>\n", "markdown"),
        ("# Papers\n\n- **One**, 2020\n- **Two**, 2021\n", "markdown"),
        ("- [One](http://a.example) by A. Body\n- [Two](http://b.example)\n- [Three](http://c.example)\n", "markdown"),
        ("Papers\n\n1. A. Body*, One paper, 2020.\n2. B. Body*, Another paper, 2021.\n", "text"),
        ("Papers 2020-2021\n  • One\n  • Two <three@four.example>\n", "text"),
        ("#+TITLE: Papers\n* Journals\n- [[http://a.example][One]], /Journal/\n", "org"),
        ("* A title, 2020.\n* Another title, 2021.\n", "text"),
    ],
)
def test_the_reader_is_chosen_by_content(text: str, reader: str) -> None:
    chosen = choose_reader(text, "anything.txt").NAME
    assert chosen == reader


def test_spans_point_at_the_source() -> None:
    source = "Intro\n\n- **A title** in *Some Journal*,\n  2020 &amp; [pdf](http://x.example/a.pdf)\n"
    document = read_text(source, "list.md", "markdown")
    found = {run.text: source[run.span.start : run.span.end] for block in document.blocks for run in block.runs}
    assert found["A title"] == "A title"
    assert found["Some Journal"] == "Some Journal"
    assert found["&"] == "&amp;"
    assert found["pdf"] == "pdf"
    item = document.blocks[1]
    assert document.source.place(item.span) == "list.md:3:1"
    assert [run.href for run in item.runs if run.href] == ["http://x.example/a.pdf"]
    assert [run.text for run in item.runs if TextStyle.ITALIC in run.style] == ["Some Journal"]


def test_form_feeds_are_page_ends() -> None:
    document = read_text("one\ntwo\f\nthree", "cv.txt", "text")
    assert document.source.pages == (0, 8)
    assert [block.text for block in document.blocks] == ["one\vtwo", "three"]


def test_every_line_end_is_a_line_end() -> None:
    for end in ("\n", "\r\n", "\r"):
        for reader in ("markdown", "text"):
            text = end.join(["- one", "  more", "- two", "", "three"])
            blocks = read_text(text, "x", reader).blocks
            assert [(block.marker, block.text) for block in blocks] == [("-", "one\vmore"), ("-", "two"), ("", "three")]


def test_an_image_in_a_link_is_the_link_s_text() -> None:
    (block,) = read_text("[![Paper](badge.svg)](http://x.example) ![Photo](me.jpg)", "x", "markdown").blocks
    assert [(run.text, run.href) for run in block.runs] == [("Paper", "http://x.example")]


HOSTILE = {
    "one long line": "word (and) *more* " * 10_000,
    "open brackets": "[" * 4_000 + "]" * 4_000,
    "open links": "[a](" * 4_000,
    "quotes": "> " * 4_000 + "x",
    "bullets": "- " * 4_000 + "x",
    "elements": "<div>" * 4_000 + "x" + "</div>" * 4_000,
    "lists never closed": "<ul><li>x" * 4_000,
    "items that look for a list": "<ul>" + "<div>" * 4_000 + "<li>x</li>" * 4_000,
    "styles never closed": "<b>x<i>" * 4_000 + "</u>" * 4_000,
    "emphasis": "**a *b _c " * 4_000,
    "backticks": "".join("`" * count + " " for count in range(1, 200)),
    "tags never closed": '<a href="' * 4_000,
    "comments never closed": "<!--" * 4_000,
    "references": "&amp" * 4_000,
    "dollars": "$a" * 4_000,
    "tables": "|" * 4_000 + "\n" + "|-" * 4_000,
    "template tags": "{% {{ {: " * 4_000,
    "stars": "* " * 4_000,
    "export blocks": "#+begin_export latex\n\\textbf{\\href{" * 2_500,
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("reader", text_format_names())
def test_hostile_input_is_read(reader: str, name: str) -> None:
    document = read_text(HOSTILE[name], "hostile.txt", reader)
    assert sum(len(block.path) for block in document.blocks) < 70 * (len(document.blocks) + 1)


def test_the_blocks_of_a_file_can_be_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "list.txt"
    path.write_text("# Papers\n\n* **One**, [pdf](http://x.example)\n", "utf-8")
    assert main([str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "# markdown: 2 blocks",
        "heading1 -  Papers",
        "paragraph list:1/li:2 «*»  ‹bold|One›, ‹pdf → http://x.example›",
    ]
    assert main([str(tmp_path / "none")]) == 2
    assert "No such file" in capsys.readouterr().err
