"""Mending what copying did: misread bytes, broken words, odd characters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citekit.documents.load import read_text
from citekit.text.repair import joins_hyphen, mend_mojibake
from citekit.text.unicode import expand_ligatures, plain_blanks


def misread(text: str, encoding: str) -> str:
    """UTF-8 as a program sees it that takes it for another encoding."""
    return "".join(bytes((byte,)).decode(encoding, "ignore") or chr(byte) for byte in text.encode())


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1"])
@pytest.mark.parametrize(
    "text",
    [
        "ISCA ’25",
        "“Bäume”",
        "Gödel",
        "Übung",
        "Čapek",
        "Żółć",
        "Ørsted",
        "São",
        "naïve",
        "pp. 1–9",
        "5 °C",
        "…",
        "Fußnote",
        "😀",
    ],
)
def test_text_that_was_misread_is_read_again(text: str, encoding: str) -> None:
    once = misread(text, encoding)
    assert mend_mojibake(once) == text
    assert mend_mojibake(f"In {once}, 2020") == f"In {text}, 2020"


@pytest.mark.parametrize("text", ["Gödel’s", "“naïve”", "São – Łódź"])
def test_text_that_was_misread_twice_is_mended_twice(text: str) -> None:
    assert mend_mojibake(misread(misread(text, "cp1252"), "cp1252")) == text


def test_a_left_over_capital_goes() -> None:
    assert mend_mojibake("Springer.Â  2020") == "Springer.  2020"
    assert mend_mojibake("Â is a letter") == "Â is a letter"


@pytest.mark.parametrize(
    "text",
    [
        "CAFÉ»",
        "«ÉTÉ»",
        "„BMÄ“",
        "Ãngela",
        "SÃO PAULO",
        "A–Ä–Z",
        "É…",
        "Ö”",
        "naïve…",
        "é»…",
        "Å\u00a0gjøre",
        "l’été »",
        "Ñ’s",
        "Â",
    ],
)
def test_right_text_is_never_touched(text: str) -> None:
    assert mend_mojibake(text) == text


@given(st.text())
def test_mending_twice_is_mending_once(text: str) -> None:
    once = mend_mojibake(text)
    assert mend_mojibake(once) == once


@given(st.text(alphabet=st.characters(codec="ascii")))
def test_ascii_is_right_text(text: str) -> None:
    assert mend_mojibake(text) == text


def test_ligatures_blanks_and_invisible_characters() -> None:
    assert expand_ligatures("e\ufb03cient \ufb01eld, œuvre") == "efficient field, œuvre"
    assert plain_blanks("A.\u00a0Body,\u2009pp.\u202f1\u200b2, co\u00adauthor\ufeff") == "A. Body, pp. 12, coauthor"


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Computer Ar-", "chitecture"),
        ("convolu-", "tional nets"),
        ("Rein-", "forcement"),
        ("Optimierungs-", "verfahren"),
    ],
)
def test_one_word_that_a_line_end_broke(left: str, right: str) -> None:
    assert joins_hyphen(left, right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("state-of-the-", "art"),
        ("state-", "of-the-art"),
        ("GPU-", "based"),
        ("attention-", "based"),
        ("self-", "supervised"),
        ("k-", "means"),
        ("Smith-", "Jones"),
        ("pre-", "and post-training"),
        ("3D-", "printed"),
        ("2019-", "present"),
        ("no hyphen", "here"),
    ],
)
def test_a_hyphen_that_stays(left: str, right: str) -> None:
    assert not joins_hyphen(left, right)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("Computer Ar-\nchitecture", "Computer Architecture"),
        ("Attention-\nbased models", "Attention-based models"),
        ("Smith-\nJones", "Smith-Jones"),
        ("pre-\nand post-training", "pre-\vand post-training"),
        ("pages 1-\n9", "pages 1-\v9"),
        ("**Ar**-\n*chitecture*", "Architecture"),
    ],
)
def test_broken_words_of_a_document_are_joined(source: str, text: str) -> None:
    (block,) = read_text(source, "x", "markdown").blocks
    assert block.text == text
    assert all(source[run.span.start : run.span.end] == run.text for run in block.runs if "\v" not in run.text)


def test_a_mended_run_keeps_precise_spans() -> None:
    source = "A. GÃ¶del, Computer Ar-\nchitecture"
    (block,) = read_text(source, "x", "markdown").blocks
    assert block.text == "A. Gödel, Computer Architecture"
    pieces = [(run.text, source[run.span.start : run.span.end]) for run in block.runs]
    assert pieces == [
        ("A. G", "A. G"),
        ("ö", "Ã¶"),
        ("del, Computer Ar", "del, Computer Ar"),
        ("chitecture", "chitecture"),
    ]
