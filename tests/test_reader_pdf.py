"""Reading PDF files: pages made here word by word, files that cannot be read, and what holds for any of them."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pdf_maker import COURIER, PageMaker, bitmap_font, glyph_number_font, outline_font, pdf, pdf_of_codes

from citekit.documents.__main__ import shown_block
from citekit.documents.load import read_bytes, read_text
from citekit.documents.pdf.document import read_here
from citekit.documents.pdf.fonts import OT1, T1, character, font_style, is_text
from citekit.documents.pdf.ligatures import FIRST_UNKNOWN, name_unknown
from citekit.documents.pdf.page import PdfPage, Segment
from citekit.documents.runs import Document, TextStyle
from citekit.runtime.errors import MissingExtraError, UnreadableInputError, UsageError


def read(*pages: PageMaker) -> Document:
    return read_bytes(pdf(*pages), "list.pdf")


def shown(*pages: PageMaker) -> list[str]:
    return [shown_block(block).replace("‹code|", "‹").replace("code,", "") for block in read(*pages).blocks]


def texts(*pages: PageMaker) -> list[str]:
    return [f"{block.marker} {block.text}".strip() for block in read(*pages).blocks]


FULL = "a line that is as wide as its column so that it does not end early"
"""Sixty-six characters, as wide as the columns of these pages."""


def test_styles_links_and_superscripts() -> None:
    page = PageMaker().text(50, 100, "A. Doe", "b").text(81, 96, "2", size=6).text(90, 100, "Lazy queues", "i")
    page.text(150, 100, "pdf", colour="0 0 1").link(148, 100, 20, "http://a.example/x.pdf")
    page.text(50, 130, "Nothing but plain words in the usual size of this page, so that it is known.")
    assert shown(page)[0] == (
        "paragraph -  ‹bold|A. Doe›‹superscript|2› ‹italic|Lazy queues› ‹colour|pdf → http://a.example/x.pdf›"
    )


def test_words_are_told_apart_by_gaps_and_doubled_print_is_read_once() -> None:
    page = PageMaker().text(50, 100, "Lazy", "c").text(50 + 4.4 * 6, 100, "queues", "c").text(50.2, 100, "Lazy", "c")
    assert texts(page) == ["Lazy queues"]


def test_accents_drawn_over_letters_become_part_of_them() -> None:
    page = PageMaker().text(50, 100, "Caf", "c").text(68, 100, "´", "c").text(68, 100, "e", "c").text(76, 100, "¨", "c")
    page.text(80, 100, "u", "c").text(86, 100, "ber", "c")
    assert texts(page) == ["Café ¨uber"]
    page = PageMaker().text(50, 100, "¨", "c").text(50, 100, "u", "c").text(56, 100, "ber", "c")
    assert texts(page) == ["über"]


def test_words_broken_at_line_ends_are_joined() -> None:
    page = PageMaker().lines(
        50, 100, f"{FULL}\n{FULL[:60]} order-\ning of sparse ledgers and other lists that are quite long"
    )
    assert "ordering of sparse" in texts(page)[0]


def test_headings_by_size_by_rule_and_by_weight() -> None:
    page = PageMaker().text(50, 60, "Jane Doe", size=20).text(50, 100, "Papers", "b", 14)
    page.lines(50, 125, f"{FULL}\n{FULL}")
    page.text(50, 165, "Talks", "b").rule(50, 168, 400).lines(50, 185, FULL)
    assert shown(page) == [
        "heading1 -  Jane Doe",
        "heading2 -  ‹bold|Papers›",
        f"paragraph -  ‹{FULL} {FULL}›",
        "heading3 -  ‹bold|Talks›",
        f"paragraph -  ‹{FULL}›",
    ]


def test_numbered_items_go_over_pages_and_page_numbers_go() -> None:
    first = PageMaker().lines(50, 700, f"[1] {FULL}\n    and goes on\n[2] {FULL}").text(290, 815, "1")
    second = PageMaker().lines(50, 60, f"    and ends there\n[3] {FULL}").text(290, 815, "2")
    assert texts(first, second) == [f"[1] {FULL} and goes on", f"[2] {FULL} and ends there", f"[3] {FULL}"]


def test_running_heads_go() -> None:
    pages = [
        PageMaker().text(50, 30, f"J. Doe: list of papers, page {n} of 3").lines(50, 80, f"{word} {FULL}.")
        for n, word in enumerate(("One", "Two", "Three"), 1)
    ]
    assert texts(*pages) == [f"{word} {FULL}." for word in ("One", "Two", "Three")]


def test_hanging_indents_make_items() -> None:
    page = PageMaker()
    for number in range(4):
        page.lines(50, 100 + 24 * number, f"Item {number} {FULL}").lines(70, 112 + 24 * number, "goes on.")
    assert texts(page) == [f"Item {number} {FULL} goes on." for number in range(4)]


def test_first_lines_that_are_indented_make_paragraphs() -> None:
    page = PageMaker()
    for number in range(4):
        page.lines(62, 100 + 24 * number, FULL).lines(50, 112 + 24 * number, f"{FULL} {number}")
    assert texts(page) == [f"{FULL} {FULL} {number}" for number in range(4)]


def test_gaps_make_paragraphs_and_short_lines_are_breaks() -> None:
    page = PageMaker()
    for number in range(3):
        page.lines(50, 100 + 45 * number, f"Title {number}\n{FULL}\ngoes on")
    assert shown(page) == [f"paragraph -  ‹Title {n}↵{FULL} goes on›" for n in range(3)]


def test_two_columns_are_read_one_after_the_other() -> None:
    page = PageMaker().text(60, 50, "A title over both of the columns of this page", "b", 16)
    narrow = FULL[:36]
    for number in range(8):
        page.lines(50, 100 + 12.3 * number, f"L{number} {narrow}").lines(310, 104 + 13 * number, f"R{number} {narrow}")
    joined = " ".join(texts(page))
    places = [joined.index(f"L{n}") for n in range(8)] + [joined.index(f"R{n}") for n in range(8)]
    assert places == sorted(places)


def test_dates_beside_their_entries_stay_with_them() -> None:
    page = PageMaker()
    for number, year in enumerate(("2019 - 2021", "2017", "2011 - 2015")):
        page.lines(50, 100 + 40 * number, year).lines(150, 100 + 40 * number, f"Entry {number} {FULL[:50]}\ngoes on")
    assert [block.text for block in read(page).blocks] == [
        f"{year}\tEntry {number} {FULL[:50]} goes on"
        for number, year in enumerate(("2019 - 2021", "2017", "2011 - 2015"))
    ]


def test_years_that_hold_for_several_items_are_headings() -> None:
    page = PageMaker()
    for number in range(6):
        page.lines(100, 100 + 30 * number, f"Item {number} {FULL[:56]}")
        if number % 2 == 0:
            page.lines(50, 100 + 30 * number, str(2024 - number))
    blocks = read(page).blocks
    assert [(block.kind, block.text[:6]) for block in blocks[:3]] == [
        ("heading", "2024"),
        ("paragraph", "Item 0"),
        ("paragraph", "Item 1"),
    ]


def test_dates_on_the_right_come_after_their_paragraph() -> None:
    page = PageMaker().lines(50, 60, FULL)
    for number in range(3):
        page.lines(50, 100 + 40 * number, f"Title {number}\nVenue").lines(
            470 - 4 * 6, 100 + 40 * number, f"202{number}"
        )
    assert [block.text for block in read(page).blocks[1:]] == [f"Title {n}\nVenue\t202{n}" for n in range(3)]


def test_items_of_several_paragraphs_are_found_by_their_looks() -> None:
    page = PageMaker().lines(50, 60, FULL).text(50, 85, "Papers", size=18)
    for number in range(4):
        page.text(50, 110 + 80 * number, f"A title in bold letters, number {number}", "b")
        page.lines(50, 122 + 80 * number, "Journal of Lists")
        page.lines(50, 142 + 80 * number, "A. Doe, B. Roe, and others")
    items = [block.path for block in read(page).blocks if block.path]
    assert len(items) == 8
    assert len(set(items)) == 4


def test_an_address_goes_on_over_a_line_end() -> None:
    page = PageMaker().lines(50, 100, f"{FULL[:45]} https://a.example/b/\nc-d/e1 and {FULL[:40]}")
    assert "https://a.example/b/c-d/e1 and" in texts(page)[0]


def test_turned_text_goes_and_turned_pages_are_read() -> None:
    page = PageMaker().lines(50, 100, FULL).matrix("0 1 -1 0 20 300", "stamp")
    assert texts(page) == [FULL]
    page = PageMaker(turn=90)
    for number in range(3):
        page.matrix(f"0 1 -1 0 {100 + 12 * number} 50", f"{FULL[:-1]}{number}", "c")
    assert texts(page) == [" ".join(f"{FULL[:-1]}{number}" for number in range(3))]


def test_bullets_of_symbol_fonts_are_markers() -> None:
    page = PageMaker()
    for number in range(3):
        page.text(50, 100 + 12 * number, "\xb7", "s").lines(60, 100 + 12 * number, f"Item {number}")
    assert shown(page)[1] == "paragraph list:1/li:3 «•»  ‹Item 1›"


def test_places_are_told_by_page_and_line() -> None:
    document = read(PageMaker().lines(50, 100, FULL), PageMaker().lines(50, 100, f"{FULL[::-1]}\n\nA. Doe", step=20))
    last = document.blocks[-1]
    assert document.source.place(last.span) == "list.pdf:page 2 line 2"
    assert document.source.text[last.span.start : last.span.end] == "A. Doe"
    assert document.source.text.count("\f") == 1


def test_the_title_of_the_file_is_known() -> None:
    assert read_bytes(pdf(PageMaker().lines(50, 100, FULL), title="My list"), "list.pdf").meta == (
        ("title", "My list"),
    )


@pytest.mark.parametrize(
    ("name", "style"),
    [
        ("ABCDEF+CMBX12", TextStyle.BOLD),
        ("CMTI10", TextStyle.ITALIC),
        ("CMR10", TextStyle.PLAIN),
        ("CMCSC10", TextStyle.SMALL_CAPS),
        ("NimbusRomNo9L-MediItal", TextStyle.BOLD | TextStyle.ITALIC),
        ("NimbusRomNo9L-Regu", TextStyle.PLAIN),
        ("SFRM1000", TextStyle.PLAIN),
        ("SFTI1000", TextStyle.ITALIC),
        ("LMRoman10-Bold", TextStyle.BOLD),
        ("Arial,BoldItalic", TextStyle.BOLD | TextStyle.ITALIC),
        ("Raleway-SemiBold", TextStyle.BOLD),
        ("Minion-It", TextStyle.ITALIC),
        ("LMMono10-Regular", TextStyle.CODE),
        ("Gill Sans", TextStyle.PLAIN),
    ],
)
def test_styles_by_the_names_of_fonts(name: str, style: TextStyle) -> None:
    assert font_style(name, 0, 400) == style


def test_characters_that_a_file_does_not_map() -> None:
    assert character(0x03, "CMSY10", True) == "∗"
    assert character(ord("y"), "CMSY7", True) == "†"
    assert character(0xF0B7, "Symbol", False) == "•"
    assert character(0x02, "Helvetica", False) == "-"
    assert character(0xFFFE, "Helvetica", True) == ""


MANY_PAGES = pdf(*(PageMaker() for _ in range(2001)))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"%PDF-1.7\n", "broken PDF"),
        (pdf(PageMaker().lines(50, 100, FULL))[:200], "broken PDF"),
        (pdf(), "broken PDF|holds no text"),
        (pdf(PageMaker().rule(50, 50, 400)), "holds no text; it is probably scanned"),
        (pdf(PageMaker().lines(50, 100, FULL), encrypt=True), "locked with a password"),
        (MANY_PAGES, "more than 2000 pages"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_sentence(data: bytes, message: str) -> None:
    with pytest.raises(UnreadableInputError, match=message):
        read_bytes(data, "list.pdf")


def test_without_the_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    with pytest.raises(MissingExtraError, match='reading PDF needs the extra "pdf"') as caught:
        read_here(pdf(PageMaker().lines(50, 100, FULL)), "list.pdf")
    assert ".[pdf]" in caught.value.problem.hint


def test_a_text_is_no_pdf() -> None:
    with pytest.raises(UsageError, match="pdf is not a text format"):
        read_text("A. Doe. Lazy queues.", "list.txt", "pdf")
    with pytest.raises(UnreadableInputError, match="broken PDF"):
        read_bytes(b"A. Doe. Lazy queues.", "list.txt", "pdf")


WORDS = st.text("abcdefg", min_size=1, max_size=9)
PLACED = st.tuples(
    st.integers(20, 500), st.integers(2, 60), st.lists(WORDS, min_size=1, max_size=5), st.sampled_from("cbit")
)


@settings(max_examples=80, deadline=None)
@given(st.lists(PLACED, min_size=1, max_size=20))
def test_every_letter_is_read_wherever_it_stands(placed: list[tuple[int, int, list[str], str]]) -> None:
    page = PageMaker()
    rows: dict[int, float] = {}
    expected: Counter[str] = Counter()
    for x, row, words, font in placed:
        start = max(float(x), rows.get(row, 0.0))
        if start + 10 * sum(len(word) + 1 for word in words) * COURIER * 1.2 > 590:
            continue
        page.text(start, row * 13, " ".join(words), font)
        rows[row] = start + 10 * sum(len(word) + 1 for word in words) * COURIER * 1.2 + 5
        expected.update("".join(words))
    if not expected:
        return
    document = read(page)
    found = Counter(c for block in document.blocks for c in block.text + block.marker if c.isalpha())
    assert found == expected
    for block in document.blocks:
        for run in block.runs:
            assert run.text
            assert 0 <= run.span.start <= run.span.end <= len(document.source.text)


SAMPLE = pdf(
    PageMaker()
    .text(50, 60, "Papers", "b", 16)
    .lines(50, 100, f"[1] {FULL}\n    goes on")
    .link(50, 100, 40, "http://a.example"),
    PageMaker().lines(50, 60, f"[2] {FULL}").rule(50, 70, 300),
)


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_damaged_files_never_crash(data: st.DataObject) -> None:
    damaged = bytearray(SAMPLE)
    for _ in range(data.draw(st.integers(0, 20))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(damaged)) | st.just(len(damaged)))
    with suppress(UnreadableInputError):
        read_bytes(bytes(damaged[:cut]), "list.pdf", "pdf")


def test_thousands_of_words_at_one_place_are_read() -> None:
    page = PageMaker()
    for number in range(4000):
        page.text(50 + number % 7 * 0.3, 400, "word")
    page.link(0, 400, 500, "http://a.example")
    assert "word" in texts(page)[0]


# --- ligatures that the file does not name ---------------------------------------------------------------------------


def named(text: str, *codes: tuple[str, int]) -> str:
    """A page's text after its unknown characters, in the order of ``codes``, got their names."""
    page = PdfPage(0, 0, 0, 600, 800, [Segment(text, 0, 100, 700, 10)])
    name_unknown([page], {code: chr(FIRST_UNKNOWN + at) for at, code in enumerate(codes)})
    return " ".join(segment.text for segment in page.segments)


FIRST, SECOND = chr(FIRST_UNKNOWN), chr(FIRST_UNKNOWN + 1)


@pytest.mark.parametrize(
    ("damaged", "code", "meant"),
    [
        ("Citi# and Resourc# of the Scienc#, Advanc# in Citi#", 0x978, "es"),
        ("Hydrolo# and Meteorolo#, Biolo#, Technolo#", 0x97D, "gy"),
        ("e#ects of di#erent e#orts", 0x1B, "ff"),
        ("the #rst de#nition of scienti#c #elds", 0x1C, "fi"),
    ],
)
def test_an_unnamed_ligature_is_the_one_that_makes_words_of_its_words(damaged: str, code: int, meant: str) -> None:
    assert named(damaged.replace("#", FIRST), ("Garamond", code)) == damaged.replace("#", meant)


def test_each_font_has_its_own_ligatures() -> None:
    text = f"Citi{FIRST} and Resourc{FIRST}, Hydrolo{SECOND} and Meteorolo{SECOND}"
    expected = "Cities and Resources, Hydrology and Meteorology"
    assert named(text, ("Serif", 0x18), ("Sans", 0x18)) == expected


def test_signs_that_stand_alone_are_no_ligatures() -> None:
    assert named(f"{FIRST} 12 Main Street {FIRST} Springfield", ("Icons", 0x978)) == "ॸ 12 Main Street ॸ Springfield"
    assert named(f"{FIRST} 12 Main Street", ("Icons", 0x07)).strip() == "12 Main Street"


def test_an_unnamed_ligature_of_a_file() -> None:
    page = PageMaker().text(50, 100, "The e\x18ects of di\x18erent e\x18orts on o\x18ers, measured in the field.", "t")
    assert "The effects of different efforts on offers" in " ".join(texts(page))


# --- fonts without a table of characters -------------------------------------------------------------------------------

CORK = b"P. Do\xa3ekal and \x92. Nov\xe1k. E\x1bects of \x1celd \x1dows \x15 an o\x1ece view."
CORK_READ = "P. Dočekal and Š. Novák. Effects of field flows – an office view."
KNUTH = b"Stra\x19e and \x5ce\x0bects of \x0celd \x0dows\x22 { an o\x0ece view by A. \x1crsted."
KNUTH_READ = "Straße and “effects of field flows” – an office view by A. ørsted."


def test_the_encodings_have_all_codes() -> None:
    assert (len(T1), len(OT1)) == (256, 128)
    assert "".join(T1[code] for code in (0x80, 0xBF, 0xA3, 0xDF, 0xFF, 0x27, 0x60, 0x7F, 0x1E)) == "Ă£čSSß’‘-ffi"
    assert "".join(OT1[code] for code in (0x00, 0x0F, 0x1F, 0x19, 0x3C, 0x3E, 0x5C, 0x60, 0x7F)) == "ΓfflØß¡¿“‘¨"


@pytest.mark.parametrize(
    ("font", "codes", "meant"),
    [
        (bitmap_font(), CORK, CORK_READ),
        (bitmap_font(), KNUTH, KNUTH_READ),
        (outline_font("SFRM1000", b"/Encoding /WinAnsiEncoding"), CORK, CORK_READ),
        (outline_font("ABCDEF+ecrm1000", b"/Encoding /WinAnsiEncoding"), CORK, CORK_READ),
        (outline_font("CMBX12"), KNUTH, KNUTH_READ),
    ],
    ids=["bitmap, T1", "bitmap, OT1", "SFRM1000", "ecrm1000", "CMBX12"],
)
def test_codes_of_the_fonts_of_tex_are_decoded_and_reported(font: bytes, codes: bytes, meant: str) -> None:
    document = read_here(pdf_of_codes(font, codes), "cv.pdf")
    assert document.source.text.strip() == meant
    assert [problem.kind for problem in document.problems] == ["damaged-text"]
    assert "the text layer of cv.pdf is damaged: " in document.problems[0].message


def test_an_accent_that_tex_draws_over_a_letter_is_part_of_it() -> None:
    accent = b"BT /F 10 Tf 50 700 Td [(The o\x0ece in M) (\x7f) 500 (uller)] TJ ET"
    assert "The office in Müller" in read_here(pdf_of_codes(bitmap_font(), b"", more=accent), "cv.pdf").source.text


def test_a_table_of_characters_has_the_last_word() -> None:
    font = outline_font("SFRM1000", b"/ToUnicode 8 0 R")
    document = read_here(pdf_of_codes(font, b"It costs \xa3 5 and more"), "cv.pdf")
    assert (document.source.text.strip(), document.problems) == ("It costs £ 5 and more", ())


def test_typewriter_is_ascii() -> None:
    document = read_here(pdf_of_codes(bitmap_font(typewriter=True), b"http://a.b/~lazy_queues o\x0eice"), "cv.pdf")
    assert document.source.text.startswith("http://a.b/~lazy_queues")


def test_a_dollar_of_a_font_of_its_own_is_one() -> None:
    words = b"BT /G 10 Tf 55 780 Td (500 for lazy queues) Tj ET"
    assert "$500 for" in read_here(pdf_of_codes(bitmap_font(), b"$", more=words), "cv.pdf").source.text


def test_a_lone_code_of_a_font_without_a_name_is_an_icon() -> None:
    words = b"BT /G 10 Tf 80 780 Td (Lazy queues for everyone) Tj ET"
    document = read_here(pdf_of_codes(bitmap_font(), b"\x88", more=words), "cv.pdf")
    assert (document.source.text.strip(), document.problems) == ("Lazy queues for everyone", ())


class TestNumbersOfGlyphs:
    """Codes that are numbers of glyphs; those of most fonts are 29 less than the code of the letter."""

    codes = "".join(chr(ord(letter) - 29) for letter in "Lazy queues for everyone").encode("utf-16-be")

    def test_a_text_that_nobody_can_know_is_refused(self) -> None:
        with pytest.raises(UnreadableInputError, match="its fonts carry no table of characters") as caught:
            read_here(pdf_of_codes(glyph_number_font(), self.codes), "cv.pdf")
        assert "run OCR" in caught.value.problem.hint
        assert "its source" in caught.value.problem.hint

    @pytest.mark.parametrize(("letters", "reported"), [(200, ["damaged: 11%"]), (600, [])])
    def test_a_part_of_it_is_reported(self, letters: int, reported: list[str]) -> None:
        words = b"BT /G 4 Tf 20 700 Td " + b"(stack) Tj 0 -5 Td " * (letters // 5) + b" ET"
        pages = pdf_of_codes(glyph_number_font(), self.codes, more=words)
        found = [problem.message for problem in read_here(pages, "cv.pdf").problems]
        assert [message.split(" is ")[1].split(" of ")[0] for message in found] == reported


def test_codes_that_are_ascii_are_text() -> None:
    assert is_text(Counter(map(ord, "Lazy queues for everyone, and other stories")))
    assert not is_text(Counter(ord(letter) - 29 for letter in "Lazy queues for everyone"))
    assert not is_text(Counter(map(ord, "xkcd thr brrr pst")))
    assert not is_text(Counter(map(ord, "aei oua eio")))
    assert not is_text(Counter(map(ord, "ORDER 12-34")))
