"""Reading reStructuredText: its elements one by one, and what holds for any text."""

from __future__ import annotations

from collections import Counter
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citekit.documents.__main__ import shown_block
from citekit.documents.load import choose_reader, read_text
from citekit.documents.runs import Document


def read(text: str) -> Document:
    return read_text(dedent(text), "papers.rst", "rst")


def shown(text: str) -> list[str]:
    return [shown_block(block).rstrip() for block in read(text).blocks]


def test_sections_by_their_lines() -> None:
    assert shown("""
        ====
        Jane
        ====

        Papers
        ======
        Journals
        --------
        Books
        ======

        ----------
        """) == ["heading1 -  Jane", "heading2 -  Papers", "heading3 -  Journals", "heading2 -  Books", "rule -"]


def test_lists_nest_and_items_have_paragraphs() -> None:
    assert shown("""
        * one
          goes on

          second paragraph

          #. inner
        * two

        (a) first
        (b) second
        """) == [
        "paragraph list:1/li:2 «*»  one⏎goes on",
        "paragraph list:1/li:2  second paragraph",
        "paragraph list:1/li:2/list:3/li:4 «#.»  inner",
        "paragraph list:1/li:5 «*»  two",
        "paragraph list:6/li:7 «(a)»  first",
        "paragraph list:6/li:8 «(b)»  second",
    ]


def test_an_initial_begins_no_list() -> None:
    assert shown("A. Doe wrote lazy queues\nand B. Roe.\n") == ["paragraph -  A. Doe wrote lazy queues⏎and B. Roe."]


def test_definitions_and_hanging_indents_are_one_item() -> None:
    assert shown("""
        A. Doe. Lazy queues.
          Journal of Lists, 2021.
        B. Roe. Sparse ledgers.
          2022.
        """) == [
        "paragraph dl:1/li:2  A. Doe. Lazy queues.",
        "paragraph dl:1/li:2  Journal of Lists, 2021.",
        "paragraph dl:1/li:3  B. Roe. Sparse ledgers.",
        "paragraph dl:1/li:3  2022.",
    ]


def test_fields_at_the_top_describe_the_document() -> None:
    document = read("Papers\n======\n\n:Author: Jane Doe\n:Date: 2024\n")
    assert document.meta == (("author", "Jane Doe"),)
    assert [block.text for block in document.blocks] == ["Papers", "Author", "Jane Doe", "Date", "2024"]


def test_inline_markup() -> None:
    (line,) = shown(r"**A. Doe**, *Lazy* ``x*y`` 2\ :sup:`nd` `Title`:title: \*star\* a*b 2*3*4 *open :code:`q`")
    assert line == (
        "paragraph -  ‹bold|A. Doe›, ‹italic|Lazy› ‹code|x*y› 2‹superscript|nd› ‹italic|Title› *star* a*b 2*3*4 *open"
        " ‹code|q›"
    )


def test_links_and_what_they_lead_to() -> None:
    assert shown("""
        `pdf <http://a.example/x.pdf>`_ code_ `the page`_ `this`__ `named <code_>`_ http://b.example/a_b. nobody_

        .. _code: http://c.example
        .. _the page:
        .. _alias: http://d.example/
           long
        __ http://e.example
        """) == [
        (
            "paragraph -  ‹pdf → http://a.example/x.pdf› ‹code → http://c.example› ‹the page → http://d.example/long›"
            " ‹this → http://e.example› ‹named → http://c.example› ‹http://b.example/a_b → http://b.example/a_b›. nobody_"
        )
    ]


def test_citations_are_items_and_comments_are_hidden() -> None:
    assert shown("""
        .. [Doe20] A. Doe. Lazy queues.
           2020.
        .. [1] B. Roe.
        .. not shown
           at all
        """) == [
        "paragraph list:1/li:2 «[Doe20]»  A. Doe. Lazy queues.⏎2020.",
        "paragraph list:3/li:4 «[1]»  B. Roe.",
        "(paragraph) comment:5  not shown⏎at all",
    ]


def test_directives() -> None:
    assert shown("""
        .. note:: Take care
           of it.
        .. image:: x.png
           :alt: nothing
        .. raw:: html

           <p>Some <b>bold</b></p>
        .. code-block:: python

           x = 1
        .. |v| replace:: two
        .. rubric:: Older papers

        Version |v|::

            literal
        """) == [
        "paragraph div:1 #note  Take care⏎of it.",
        "paragraph -  Some ‹bold|bold›",
        "code -  ‹code|x = 1›",
        "heading1 -  Older papers",
        "paragraph -  Version two:",
        "code -  ‹code|literal›",
    ]


def test_line_blocks_and_quotes() -> None:
    assert shown("""
        | Lazy queues
        | A. Doe,
          B. Roe

            quoted
        """) == ["paragraph -  Lazy queues↵A. Doe,⏎B. Roe", "paragraph quote:1  quoted"]


def test_tables() -> None:
    assert shown("""
        +------+---------+
        | Year | Title   |
        +======+=========+
        | 2021 | Lazy    |
        |      | queues  |
        +------+---------+

        ====  ======
        2020  First
        2021  Second
              part
        ====  ======
        """) == [
        "paragraph table:1/tr:2/td:3  Year",
        "paragraph table:1/tr:2/td:4  Title",
        "paragraph table:1/tr:5/td:6  2021",
        "paragraph table:1/tr:5/td:7  Lazy⏎queues",
        "paragraph table:8/tr:9/td:10  2020",
        "paragraph table:8/tr:9/td:11  First",
        "paragraph table:8/tr:12/td:13  2021",
        "paragraph table:8/tr:12/td:14  Second⏎part",
    ]


def test_the_reader_is_chosen_by_content() -> None:
    text = "Papers\n======\n\n* `Lazy queues <http://a.example>`_, 2021\n\n.. _home: http://b.example\n"
    assert choose_reader(text, "papers.txt").NAME == "rst"
    assert choose_reader("# Papers\n\n- [One](http://a.example) ``code``\n", "papers.txt").NAME == "markdown"
    assert choose_reader("Papers\n======\n\nA. Doe. One. 2021.\n", "papers.rst").NAME == "rst"


FRAGMENTS = st.sampled_from(
    [
        *(
            "\n",
            "\n\n",
            "\n  ",
            "\n    ",
            ".. ",
            "::",
            ":: ",
            "* ",
            "1. ",
            "#. ",
            "| ",
            ":a: ",
            "====\n",
            "----\n",
            "\\",
        ),
        *(
            "`",
            "``",
            "*",
            "**",
            "`_",
            "`__",
            "_",
            "<",
            ">",
            "|",
            "[a]_",
            ".. [1] ",
            ".. _a: ",
            "__ ",
            "+--+--+\n",
            "\t",
        ),
        *("====  ====\n", ":sup:`", "x", "word ", "ä", ".. note:: ", ".. raw:: html\n\n  <b>", "http://a.b/c", ">>> "),
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(FRAGMENTS, max_size=40).map("".join))
def test_any_text_is_read_and_spans_point_into_it(text: str) -> None:
    document = read_text(text, "x.rst", "rst")
    for block in document.blocks:
        for run in block.runs:
            assert run.text
            assert 0 <= block.span.start <= run.span.start <= run.span.end <= block.span.end <= len(text)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["", "* ", "  ", "1. ", "| "]), st.text("abc ä", max_size=12).map("w{}".format)),
        max_size=12,
    )
)
def test_every_letter_is_read(rows: list[tuple[str, str]]) -> None:
    text = "\n".join(marker + words for marker, words in rows)
    document = read_text(text, "x.rst", "rst")
    assert letters("".join(block.text + block.marker for block in document.blocks)) == letters(text)


def letters(text: str) -> Counter[str]:
    return Counter(character for character in text if character.isalnum())


@pytest.mark.parametrize(
    "text",
    [
        "\n".join("  " * depth + "* x" for depth in range(3000)),
        "\n\n".join(" " * depth + "q" for depth in range(2000)),
        "`" * 50_000,
        "*a " * 30_000,
        "`a <" * 30_000,
        "|a" * 30_000,
        ".. _a: b_\n.. _b: a_\n\na_ b_\n" * 2000,
        "====  ====\n" * 5000,
        "+--+\n| x\n" * 5000,
        "a_ " * 50_000,
        ":a:" * 50_000,
        "=" * 100_000 + "\nx\n" + "=" * 100_000,
        ".. _" + "a\\" * 50_000,
    ],
)
def test_hostile_text_is_read(text: str) -> None:
    document = read_text(text, "x.rst", "rst")
    assert sum(len(block.path) for block in document.blocks) < 100 * (len(document.blocks) + 1)
