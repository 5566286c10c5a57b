"""What holds for every reader and any text: it never raises, loses nothing that is seen, and points into the source."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citekit.documents.load import read_text, text_format_names
from citekit.documents.runs import Block, Document

FRAGMENTS = st.sampled_from(
    [
        *("# ", "## ", "\n", "\n\n", "- ", "* ", "1. ", "> ", "    ", "\t", "**", "*", "_", "__", "~~", "`", "\n```\n"),
        *(
            "[",
            "](",
            "](x)",
            "]",
            ")",
            "[a]: b\n",
            "![",
            "\\",
            "{%",
            "%}",
            "{{ x }}",
            "|",
            "|---",
            "|\n",
            "===\n",
            "\n---\n",
        ),
        *("<b>", "</b>", "<br>", "<li>", "<ul>", "</ul>", "<div>", "</div>", "<p>", "<table>", "<tr>", "<td>", "<h2>"),
        *("<!--", "-->", "&amp;", "&", "<", ">", "$", "<a href='u'>", "</a>", "<span hidden>", "<pre>", "<title>"),
        *("x", "y z", "Body", "ä", "’", "\r\n", "\r", "\f", "\0", "•", "[1]", "(2)", "J12.", "Ã©", "ab-\ncd"),
        *(
            "#+begin_export latex\n",
            "\n#+end_export\n",
            "\\textbf{",
            "\\item ",
            "\\\\",
            "}",
            "[[http://a.example][",
            "]]",
        ),
        *("/", "=", ":END:", "\n| a | b |\n", "\\begin{tabular}{ll}", "\\end{tabular}", "\\section{"),
    ]
)
MARKUP = st.lists(st.one_of(FRAGMENTS, st.text(max_size=6)), max_size=40).map("".join)
WORDS = st.lists(st.text("abcdeäöü", min_size=1, max_size=6), min_size=1, max_size=12)


def letters(text: str) -> Counter[str]:
    return Counter(character for character in text if character.isalnum())


def all_text(document: Document) -> str:
    return "\n".join(block.text + block.marker for block in document.blocks)


def ascends(block: Block) -> Iterator[bool]:
    for before, after in zip(block.runs, block.runs[1:], strict=False):
        yield before.span.start <= after.span.start and before.span.end <= after.span.start


@pytest.mark.parametrize("reader", text_format_names())
@settings(deadline=None, max_examples=150)
@given(text=MARKUP)
def test_any_text_is_read_and_spans_point_into_it(reader: str, text: str) -> None:
    document = read_text(text, "x", reader)
    for block in document.blocks:
        assert 0 <= block.span.start <= block.span.end <= len(text)
        assert block.runs or block.kind == "rule"
        assert all(ascends(block))
        for run in block.runs:
            assert run.text
            assert block.span.start <= run.span.start <= run.span.end <= block.span.end


@pytest.mark.parametrize("reader", text_format_names())
@settings(deadline=None, max_examples=60)
@given(text=MARKUP)
def test_a_format_that_is_found_is_the_format_that_reads(reader: str, text: str) -> None:
    assert read_text(text, f"x.{reader}").format in text_format_names()


@settings(deadline=None, max_examples=150)
@given(text=st.text(st.characters(codec="ascii") | st.sampled_from("αβγ中文яŁő\n\n\t -"), max_size=200))
def test_plain_text_keeps_every_letter(text: str) -> None:
    document = read_text(text, "x", "text")
    assert letters(all_text(document)) == letters(text)


@pytest.mark.parametrize("reader", text_format_names())
@settings(deadline=None, max_examples=100)
@given(
    words=WORDS,
    signs=st.lists(st.sampled_from(["*", "_", "**", "[", "]", "(", ")", "<", "~", "!", ".", ","]), max_size=12),
)
def test_words_between_signs_are_never_lost(reader: str, words: list[str], signs: list[str]) -> None:
    text = "".join(f"{word} {sign}" for word, sign in zip(words, [*signs, *[""] * len(words)], strict=False))
    if re.search(r"<[^\s]|\]\(|!\[", text):
        return  # a tag, a link's target, an image: not all of it is seen
    assert letters(all_text(read_text(text, "x", reader))) == letters(text)


@pytest.mark.parametrize("reader", text_format_names())
@settings(deadline=None, max_examples=50)
@given(words=WORDS)
def test_words_survive_in_every_kind_of_block(reader: str, words: list[str]) -> None:
    joined = " ".join(words)
    text = {
        "html": f"<h2>{joined}</h2><ul><li>{joined}<li><b>{joined}</b></ul><!-- {joined} --><table><td>{joined}",
        "markdown": f"## {joined}\n\n- {joined}\n- **{joined}**\n\n<!-- {joined} -->\n\n| {joined} |",
        "org": f"* {joined}\n- {joined}\n- *{joined}*\n# {joined}\n#+begin_export latex\n\\emph{{{joined}}}\n",
        "text": f"{joined}\n\n- {joined}\n- {joined}\n\n1. {joined}\n\n{joined}",
    }.get(reader, f"{joined}\n\n" * 5)
    assert letters(all_text(read_text(text, "x", reader)).replace("1", "")) == letters(joined * 5)
