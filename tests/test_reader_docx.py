"""Reading Word documents: cases made here part by part, hostile archives, and what holds for any bytes."""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citekit.documents.__main__ import shown_block
from citekit.documents.load import read_bytes
from citekit.documents.runs import Document
from citekit.runtime.errors import UnreadableInputError

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
SPACES = (
    f'xmlns:w="{WORD}" xmlns:r="{OFFICE}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    ' xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:v="urn:schemas-microsoft-com:vml"'
)
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
STYLES = """
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style>
<w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/></w:style>
<w:style w:type="paragraph" w:styleId="Kapitel"><w:name w:val="Kapitel"/><w:basedOn w:val="Normal"/>
  <w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Loop"><w:name w:val="Loop"/><w:basedOn w:val="Loop"/></w:style>
<w:style w:type="paragraph" w:styleId="ListParagraph"><w:name w:val="List Paragraph"/></w:style>
<w:style w:type="character" w:styleId="Strong"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style>
"""
NUMBERING = """
<w:abstractNum w:abstractNumId="7">
  <w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/><w:lvlText w:val="[%1]"/></w:lvl>
  <w:lvl w:ilvl="1"><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="8"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="&#xF0B7;"/></w:lvl></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num>
"""


def p(content: str, properties: str = "") -> str:
    return f"<w:p><w:pPr>{properties}</w:pPr>{content}</w:p>"


def t(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def item(number: int, level: int = 0) -> str:
    return f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>'


def archive(parts: dict[str, str | bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    return stream.getvalue()


def docx(body: str, links: dict[str, str] | None = None, notes: str = "", core: str = "") -> bytes:
    kinds = {"styles": "styles.xml", "numbering": "numbering.xml"} | ({"footnotes": "footnotes.xml"} if notes else {})
    inner = "".join(f'<Relationship Id="{k}" Type="{OFFICE}/{k}" Target="{v}"/>' for k, v in kinds.items())
    inner += "".join(
        f'<Relationship Id="{key}" Type="{OFFICE}/hyperlink" Target="{target}" TargetMode="External"/>'
        for key, target in (links or {}).items()
    )
    parts: dict[str, str | bytes] = {
        "_rels/.rels": f'<Relationships xmlns="{RELATIONS}"><Relationship Id="a" Type="{OFFICE}/officeDocument"'
        ' Target="word/document.xml"/></Relationships>',
        "word/document.xml": f"<w:document {SPACES}><w:body>{body}</w:body></w:document>",
        "word/_rels/document.xml.rels": f'<Relationships xmlns="{RELATIONS}">{inner}</Relationships>',
        "word/styles.xml": f"<w:styles {SPACES}>{STYLES}</w:styles>",
        "word/numbering.xml": f"<w:numbering {SPACES}>{NUMBERING}</w:numbering>",
    }
    if notes:
        parts["word/footnotes.xml"] = f"<w:footnotes {SPACES}>{notes}</w:footnotes>"
    if core:
        parts["docProps/core.xml"] = core
    return archive(parts)


def shown(body: str, **more: str) -> list[str]:
    return [shown_block(block) for block in read_bytes(docx(body, **more), "list.docx").blocks]


def test_styles_of_characters() -> None:
    body = p(
        t("A. Doe", "<w:b/>") + t(", ") + t("Lazy Queues", "<w:i/><w:b w:val='0'/>") + t("2", vertical("superscript"))
    )
    body += p(
        t("old", "<w:strike/>") + t(" strong", '<w:rStyle w:val="Strong"/>') + t(" red", '<w:color w:val="FF0000"/>')
    )
    assert shown(body) == [
        "paragraph -  ‹bold|A. Doe›, ‹italic|Lazy Queues›‹superscript|2›",
        "paragraph -  ‹strike|old›‹bold| strong›‹colour| red›",
    ]


def vertical(place: str) -> str:
    return f'<w:vertAlign w:val="{place}"/>'


def test_headings_by_name_outline_level_and_title() -> None:
    body = p(t("Jane"), '<w:pStyle w:val="Titel"/>') + p(t("Papers"), '<w:pStyle w:val="H2"/>')
    body += p(t("Kapitel"), '<w:pStyle w:val="Kapitel"/>') + p(t("Own"), '<w:outlineLvl w:val="0"/>')
    body += p(t("none"), '<w:pStyle w:val="Loop"/>')
    assert shown(body) == [
        "heading1 -  Jane",
        "heading2 -  Papers",
        "heading3 -  Kapitel",
        "heading1 -  Own",
        "paragraph -  none",
    ]


def test_numbers_are_counted_and_lists_nest() -> None:
    body = p(t("three"), item(1)) + p(t("inner"), item(1, 1)) + p(t("inner"), item(1, 1)) + p(t("four"), item(1))
    body += p(t("goes on"), '<w:pStyle w:val="ListParagraph"/>') + p(t("apart")) + p(t("dot"), item(2))
    assert shown(body) == [
        "paragraph list:1/li:2 «[3]»  three",
        "paragraph list:1/li:2/list:3/li:4 «3.i»  inner",
        "paragraph list:1/li:2/list:3/li:5 «3.ii»  inner",
        "paragraph list:1/li:6 «[4]»  four",
        "paragraph list:1/li:6  goes on",
        "paragraph -  apart",
        "paragraph list:7/li:8 «•»  dot",
    ]


def test_links_and_fields() -> None:
    field = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
    body = p(
        f'<w:hyperlink r:id="x">{t("pdf")}</w:hyperlink>{t(" ")}'
        + field.format("begin")
        + '<w:r><w:instrText> HYPERLINK "http://b.example/2" </w:instrText></w:r>'
        + field.format("separate")
        + t("code")
        + field.format("end")
        + t(" ")
        + f'<w:fldSimple w:instr="HYPERLINK &quot;http://c.example&quot;">{t("slides")}</w:fldSimple>'
    )
    links = {"x": "http://a.example/1"}
    blocks = read_bytes(docx(body, links), "list.docx").blocks
    assert [shown_block(block) for block in blocks] == [
        "paragraph -  ‹pdf → http://a.example/1› ‹code → http://b.example/2› ‹slides → http://c.example›"
    ]


def test_changes_are_accepted_and_hidden_text_is_known() -> None:
    body = p(t("kept ") + f"<w:del>{t('gone')}</w:del><w:ins>{t('new')}</w:ins>" + t("secret", "<w:vanish/>"))
    body += p(t("one "), "<w:rPr><w:del/></w:rPr>") + p(t("line"))
    assert shown(body) == ["paragraph -  kept new", "(paragraph) -  secret", "paragraph -  one line"]


def test_breaks_tabs_and_symbols() -> None:
    body = p(t("2021") + "<w:r><w:tab/></w:r>" + t("Title") + "<w:r><w:br/></w:r>" + t("Authors"))
    body += p(
        '<w:r><w:sym w:font="Wingdings" w:char="F0A7"/></w:r>'
        + t(" point")
        + "<w:r><w:noBreakHyphen/></w:r>"
        + t("set")
    )
    assert shown(body) == ["paragraph -  2021⇥Title↵Authors", "paragraph -  • point-set"]


def test_tables_and_text_boxes() -> None:
    cells = "".join(f"<w:tc>{p(t(text))}</w:tc>" for text in ("2020", "One"))
    box = f"<w:r><mc:AlternateContent><mc:Choice><w:drawing><w:txbxContent>{p(t('aside'))}</w:txbxContent></w:drawing>"
    box += f"</mc:Choice><mc:Fallback><w:pict><w:txbxContent>{p(t('aside'))}</w:txbxContent></w:pict></mc:Fallback>"
    body = f"<w:tbl><w:tr>{cells}</w:tr></w:tbl>" + p(t("text") + box + "</mc:AlternateContent></w:r>")
    assert shown(body) == [
        "paragraph table:1/tr:2/td:3  2020",
        "paragraph table:1/tr:2/td:4  One",
        "paragraph -  text",
        "paragraph div:5 #textbox  aside",
    ]


def test_footnotes_stand_behind_the_text_and_properties_name_it() -> None:
    notes = f'<w:footnote w:id="4">{p(t("Equal contribution"))}</w:footnote>'
    core = '<c xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title> My  list </dc:title><dc:creator>J. Doe</dc:creator></c>'
    data = docx(p(t("A. Doe") + '<w:r><w:footnoteReference w:id="4"/></w:r>'), notes=notes, core=core)
    document = read_bytes(data, "list.docx")
    assert [shown_block(block) for block in document.blocks] == [
        "paragraph -  A. Doe‹superscript|1›",
        "paragraph - #footnote  Equal contribution",
    ]
    assert document.meta == (("title", "My list"), ("author", "J. Doe"))


def test_spans_point_into_the_text() -> None:
    document = read_bytes(docx(p(t("A. Doe", "<w:b/>") + t(", Lazy  Queues")) + p(t("x"), item(1))), "list.docx")
    text = document.source.text
    assert [text[run.span.start : run.span.end] for run in document.blocks[0].runs] == ["A. Doe", ", Lazy ", "Queues"]
    assert document.source.place(document.blocks[1].span) == "list.docx:2:1"
    assert text.splitlines()[1] == "[3] x"


BOMB = '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa">' + "".join(
    f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9)
)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (docx(p(t("text")))[:-60], "broken"),
        (docx(p(t("text")))[:300], "broken"),
        (archive({"word/document.xml": "<w:document"}), "broken"),
        (archive({"word/document.xml": BOMB + "]><d>&j;</d>"}), "document type"),
        (archive({"word/document.xml": BOMB.encode("utf-16") + b"\0"}), "broken"),
        (archive({"word/document.xml": "<a>" * 100_000}), "nested too deep"),
        (archive({"word/document.xml": b"<a>" + b" " * 60_000_000 + b"</a>"}), "more than a document can hold"),
        (archive({"word/other.xml": "<a/>"}), "not a Word document"),
        (archive({"word/document.xml": "<a/>"}), "not a Word document"),
        (docx(p("")), "holds no text"),
        (archive({f"word/{n}": "" for n in range(10_001)}), "more than a document can hold"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_sentence(data: bytes, message: str) -> None:
    with pytest.raises(UnreadableInputError, match=message):
        read_bytes(data, "list.docx")


def test_other_archives_are_no_word_documents() -> None:
    with pytest.raises(UnreadableInputError, match="zip archive"):
        read_bytes(archive({"xl/workbook.xml": "<a/>"}), "list.docx")
    with pytest.raises(UnreadableInputError, match="broken Word document"):
        read_bytes(b"no archive at all", "list.docx", "docx")


PIECES = st.recursive(
    st.text("abc de1.", max_size=8).map(t),
    lambda inner: st.tuples(
        st.sampled_from(["w:ins", "w:hyperlink", "w:smartTag", "w:sdt", "w:sdtContent", "w:fldSimple"]),
        st.lists(inner, max_size=3),
    ).map(lambda pair: f"<{pair[0]}>{''.join(pair[1])}</{pair[0]}>"),
    max_leaves=8,
)
PROPERTIES = st.sampled_from(
    ["", item(1), item(1, 1), item(2, 5), item(9), '<w:pStyle w:val="H2"/>', '<w:pStyle w:val="Loop"/>']
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(PROPERTIES, st.lists(PIECES, max_size=4)), max_size=8))
def test_every_letter_is_read_and_spans_hold(paragraphs: list[tuple[str, list[str]]]) -> None:
    body = "".join(p("".join(content), properties) for properties, content in paragraphs)
    try:
        document = read_bytes(docx(body), "list.docx")
    except UnreadableInputError:
        assert not any(c.isalnum() for c in _content(body))
        return
    assert letters("".join(block.text for block in document.blocks)) == letters(_content(body))
    assert_spans(document)


def _content(xml: str) -> str:
    return "".join(part.partition("<")[0] for part in xml.split('preserve">')[1:])


def letters(text: str) -> Counter[str]:
    return Counter(character for character in text if character.isalnum())


def assert_spans(document: Document) -> None:
    for block in document.blocks:
        assert 0 <= block.span.start <= block.span.end <= len(document.source.text)
        for run in block.runs:
            assert run.text
            assert block.span.start <= run.span.start <= run.span.end <= block.span.end


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_damaged_documents_never_crash(data: st.DataObject) -> None:
    whole = bytearray(docx(p(t("A. Doe, Lazy Queues"), item(1)), {"x": "http://a.example"}))
    for _ in range(data.draw(st.integers(0, 12))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(4, len(whole)))
    with suppress(UnreadableInputError):
        read_bytes(bytes(whole[:cut]), "list.docx", "docx")


def test_headings_without_a_table_of_styles() -> None:
    stream = io.BytesIO(docx('<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Papers</w:t></w:r></w:p>'))
    with zipfile.ZipFile(stream) as packed:
        parts = {name: packed.read(name) for name in packed.namelist() if name != "word/styles.xml"}
    (block,) = read_bytes(archive(parts), "list.docx").blocks
    assert (block.kind, block.level) == ("heading", 1)
