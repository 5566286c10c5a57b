"""Real lists broken in the ways that copying, editing and converting break them: still BibTeX, never a traceback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import bibtexparser
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citekit.documents.load import read_bytes, read_text, text_format_names
from citekit.extraction.pipeline import Reading, convert_document
from citekit.formats.files import dumps
from citekit.runtime.config import BibtexSettings, ConvertSettings
from citekit.runtime.errors import CitekitError

PROFILES = sorted((Path(__file__).parents[1] / "data" / "profiles").glob("*.*"))
TEXTS = {path.name: path.read_text(encoding="utf-8") for path in PROFILES}
LONGEST = 3000
"""Characters of a profile that are broken at a time."""

STRAY = (
    *"(){}[]<>\"'*_`$#|\\&%^~",
    "<li>", "</ul>", "<!--", "<td>", "**", "```", "\\begin{itemize}", "\\item ", "{{", "}}", "@misc{a,",
    "\0", "\x0c", "\x1b", "\u200f", "\u202e", "\u2028", "\ud800", "\ufeff", "\U0010ffff", "\r", "\u0301",
)  # fmt: skip
WRAPPINGS = (
    ("{", "}"),
    ("<div>", "</div>"),
    ("> ", ""),
    ("**", "**"),
    ("\\textbf{", "}"),
    ("<ul><li>", ""),
    ("- ", ""),
)
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-32-be", "cp1252", "latin-1")

Mutation = Callable[[str, int, int], str]
"""A text, a place in it, and a number that says how; gives the broken text."""


def without_a_part(text: str, place: int, number: int) -> str:
    return text[:place] + text[place + number :]


def with_a_part_twice(text: str, place: int, number: int) -> str:
    return text[: place + number] + text[place:]


def with_something_stray(text: str, place: int, number: int) -> str:
    return text[:place] + STRAY[number % len(STRAY)] * (1 + number % 3 * 20) + text[place:]


def without_one_character(text: str, place: int, _number: int) -> str:
    return text.replace(text[place : place + 1] or "\n", "")


def cut_off(text: str, place: int, number: int) -> str:
    return text[:place] if number % 2 else text[place:]


def wrapped_deeply(text: str, place: int, number: int) -> str:
    opening, closing = WRAPPINGS[number % len(WRAPPINGS)]
    return text[:place] + opening * number + text[place : place + 200] + closing * number + text[place + 200 :]


def with_a_line_repeated(text: str, place: int, number: int) -> str:
    line = text[place : place + 12].partition("\n")[0] + "\n"
    return text[:place] + line * number + text[place:]


def with_a_long_word(text: str, place: int, number: int) -> str:
    return text[:place] + (text[place : place + 1 + number % 3] or "a") * 1000 + text[place:]


def shouted(text: str, _place: int, number: int) -> str:
    return (text.upper, text.lower, text.title, text.swapcase)[number % 4]()


MUTATIONS: tuple[Mutation, ...] = (
    without_a_part,
    with_a_part_twice,
    with_something_stray,
    without_one_character,
    cut_off,
    wrapped_deeply,
    with_a_line_repeated,
    with_a_long_word,
    shouted,
)


@st.composite
def broken_profiles(draw: st.DrawFn) -> tuple[str, str]:
    """The name of a profile, and a window of it that was broken in one to three ways."""
    name = draw(st.sampled_from(sorted(TEXTS)))
    start = draw(st.integers(0, max(0, len(TEXTS[name]) - LONGEST)))
    text = TEXTS[name][start : start + LONGEST]
    for mutation in draw(st.lists(st.sampled_from(MUTATIONS), min_size=1, max_size=3)):
        text = mutation(text, draw(st.integers(0, len(text))), draw(st.integers(1, 120)))
    return name, text


def assert_sound(reading: Reading) -> None:
    """Every span lies in the source, and what is written is BibTeX."""
    length = len(reading.source.text)
    for trace in reading.library.traces:
        spans = [trace.span, *(e.span for e in trace.evidence.values() if e.span is not None)]
        assert all(0 <= span.start <= span.end <= length for span in spans)
    for entry in reading.left_out:
        assert 0 <= entry.span.start <= entry.span.end <= length
    written = bibtexparser.parse_string(dumps(reading.library, "bibtex", BibtexSettings()))
    assert not written.failed_blocks
    assert len(written.entries) == len(reading.library.works)


@settings(max_examples=30, deadline=None)
@given(broken=broken_profiles(), encoding=st.sampled_from(ENCODINGS))
def test_broken_profiles_are_converted_or_refused(broken: tuple[str, str], encoding: str) -> None:
    name, text = broken
    data = text.encode(encoding, "surrogatepass" if encoding.startswith("utf") else "replace")
    try:
        document = read_bytes(data, name)
    except CitekitError:
        return
    assert_sound(convert_document(document, ConvertSettings()))


@settings(max_examples=30, deadline=None)
@given(broken=broken_profiles(), format_name=st.sampled_from(text_format_names()))
def test_broken_profiles_are_read_in_any_format(broken: tuple[str, str], format_name: str) -> None:
    assert_sound(convert_document(read_text(broken[1], "broken", format_name), ConvertSettings()))


def test_html_left_open_in_an_item_ends_with_the_item() -> None:
    document = read_text("- <div>Lanterns\n- Pebbles\n", "list.md", "markdown")
    assert [(block.text, block.path[:2]) for block in document.blocks] == [
        ("Lanterns", ("list:1", "li:2")),
        ("Pebbles", ("list:1", "li:4")),
    ]


@pytest.mark.parametrize("text", ["-\t<p\n-", "8. <div>\n8.", "- ```\n  a\n- b", "> - <p\n> - b"])
def test_items_with_open_markup_are_read(text: str) -> None:
    assert_sound(convert_document(read_text(text, "list.md", "markdown"), ConvertSettings()))


def test_a_thousand_glued_names_are_read() -> None:
    text = "E. Brandt and B. Okafor. Lanterns, 2020.\n\n" + "E. BrandtLantern " * 1500
    assert_sound(convert_document(read_text(text, "list.txt", "text"), ConvertSettings()))


def test_a_long_run_of_blanks_behind_a_body_is_read() -> None:
    text = "World Health" + " " * 20_000 + "report\n\nA. Brandt. Lanterns. Journal of Systems, 2020.\n"
    assert_sound(convert_document(read_text(text, "list.txt", "text"), ConvertSettings()))


@pytest.mark.parametrize("name", text_format_names())
def test_blocks_of_invisible_characters_are_left_out(name: str) -> None:
    document = read_text("\u00ad\n\n\u200b\n\nLanterns\n", "list", name)
    assert [block.text.strip() for block in document.blocks] == ["Lanterns"]
