"""The programs of the page for users of bibtexparser and pybtex: both columns print the same, where the library is installed."""

from __future__ import annotations

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from textwrap import dedent

import pytest
from test_docs import desk  # noqa: F401

import citekit

PAGE = Path(__file__).parents[1] / "docs" / "guides" / "from-bibtexparser.md"
ROW = re.compile(r"^\* - ```python\n(.*?)^    ```\n  - ```python\n(.*?)^    ```\n", re.MULTILINE | re.DOTALL)


def programs(heading: str) -> list[tuple[str, str]]:
    """The rows of the table below a heading: the program of the other library, and that of citekit."""
    text = PAGE.read_text(encoding="utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    return [(dedent(theirs), dedent(ours)) for theirs, ours in ROW.findall(text)]


def printed(program: str, names: dict[str, object]) -> str:
    with redirect_stdout(StringIO()) as out:
        exec(compile(program, PAGE.name, "exec"), names)
    return out.getvalue()


@pytest.mark.usefixtures("desk")
def test_programs_with_bibtexparser_print_the_same() -> None:
    theirs: dict[str, object] = {}
    ours: dict[str, object] = {}
    for left, right in programs("bibtexparser"):
        assert printed(right, ours) == printed(left, theirs) != "", right


@pytest.mark.usefixtures("desk")
def test_programs_that_replace_those_with_pybtex_run() -> None:
    names: dict[str, object] = {"citekit": citekit, "text": "@misc{a, title = {Peat}}"}
    text = "".join(printed(right, names) for _, right in programs("pybtex"))
    assert "@misc{peat1," in text
    assert "“Bounded archives,”" in text


def test_there_are_25_programs() -> None:
    assert len(programs("bibtexparser")) + len(programs("pybtex")) == 25
