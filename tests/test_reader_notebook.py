"""Reading Jupyter notebooks: cells in order, spans into the JSON, and texts that are no notebook."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citekit.documents.__main__ import shown_block
from citekit.documents.load import choose_reader, read_text
from citekit.documents.runs import Document
from citekit.markup.json import JsonError, PlacedString, read_json


def notebook(*cells: tuple[str, str | list[str]], **metadata: object) -> str:
    made = [{"cell_type": kind, "metadata": {}, "source": source} for kind, source in cells]
    return json.dumps({"cells": made, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5})


def shown(text: str) -> list[str]:
    return [shown_block(block) for block in read_text(text, "papers.ipynb").blocks]


def test_cells_in_order() -> None:
    text = notebook(
        ("markdown", ["# Papers\n", "\n", "- A. Doe, *Lazy “queues”*, 2021, [pdf][p]\n"]),
        ("code", "import queues\nqueues.plot()"),
        ("raw", "left alone"),
        ("markdown", "[p]: http://a.example/x.pdf"),
    )
    assert shown(text) == [
        "heading1 -  Papers",
        "paragraph list:1/li:2 «-»  A. Doe, ‹italic|Lazy “queues”›, 2021, ‹pdf → http://a.example/x.pdf›",
        "code -  ‹code|import queues›⏎‹code|queues.plot()›",
        "paragraph -  left alone",
    ]


def test_the_older_format_is_read() -> None:
    cells = [{"cell_type": "code", "input": "x = 1"}, {"cell_type": "markdown", "source": "*Lists*"}]
    assert shown(json.dumps({"worksheets": [{"cells": cells}], "nbformat": 3})) == [
        "code -  ‹code|x = 1›",
        "paragraph -  ‹italic|Lists›",
    ]


def test_spans_point_into_the_notebook() -> None:
    text = notebook(("markdown", 'A. Dö\u00e9, "**Lazy queues**"'))
    document = read_text(text, "papers.ipynb")
    (bold,) = [run for run in document.blocks[0].runs if run.style]
    assert text[bold.span.start : bold.span.end] == "Lazy queues"
    assert document.source.place(bold.span) == f"papers.ipynb:1:{text.index('Lazy') + 1}"


def test_title_and_authors_come_from_the_metadata() -> None:
    document = read_text(notebook(title="My list", authors=[{"name": "A. Doe"}, {"name": "B. Roe"}]), "papers.ipynb")
    assert document.meta == (("title", "My list"), ("author", "A. Doe"), ("author", "B. Roe"))


@pytest.mark.parametrize(
    "text", ["", "- A. Doe", '{"cells": [', '{"a": 1}', "[1, 2]", "{" * 5000, '"' * 999, "[" * 9999]
)
def test_what_is_no_notebook_is_read_as_markdown(text: str) -> None:
    document = read_text(text, "papers.ipynb", "notebook")
    assert [problem.kind for problem in document.problems] == ["no-notebook"]
    assert letters(document) == Counter(c for c in text if c.isalnum())


def test_the_reader_is_chosen_by_content() -> None:
    assert choose_reader(notebook(("markdown", "# Papers")), "papers.txt").NAME == "notebook"
    assert choose_reader('{"title": "A title"}', "papers.txt").NAME != "notebook"


@settings(max_examples=100, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(), lambda v: st.lists(v) | st.dictionaries(st.text(), v)
    )
)
def test_json_is_read_as_the_standard_reads_it(value: object) -> None:
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False, indent=1)):
        assert strings(read_json(text)) == strings(json.loads(text))


def strings(value: object) -> object:
    """The value with everything but strings as None."""
    if isinstance(value, dict):
        return {key: strings(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [strings(inner) for inner in value]
    if isinstance(value, PlacedString):
        return value.text
    return value if isinstance(value, str) else None


@pytest.mark.parametrize("text", ["", "{", "[1", "}", '{"a"', "{1: 2}", "[] []", '["a]', ":", "[,]]", '{"a": "b"} c'])
def test_broken_json_is_told(text: str) -> None:
    with pytest.raises(JsonError):
        read_json(text)


CELLS = st.lists(
    st.tuples(st.sampled_from(["markdown", "code", "raw", "other"]), st.text("ab ä\n\"\\'😀1", max_size=20)), max_size=6
)


@settings(max_examples=80, deadline=None)
@given(CELLS)
def test_words_survive_and_spans_hold(cells: list[tuple[str, str]]) -> None:
    text = notebook(*cells)
    document = read_text(text, "papers.ipynb", "notebook")
    assert letters(document) == Counter(c for _, source in cells for c in source if c.isalnum())
    for block in document.blocks:
        for run in block.runs:
            assert block.span.start <= run.span.start <= run.span.end <= block.span.end <= len(text)


def letters(document: Document) -> Counter[str]:
    return Counter(c for block in document.blocks for c in block.text + block.marker if c.isalnum())
