"""Texts with citations: the same texts with citations and list filled in, and nothing else changed."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from conftest import Answer
from hypothesis import given, settings
from hypothesis import strategies as st

from citekit.csl.fill import Filled, fill
from citekit.csl.styles import load
from citekit.manuscripts.citation import Cited, ReadingContext
from citekit.manuscripts.document import language_of
from citekit.model.date import Date
from citekit.model.name import Name
from citekit.model.work import Work
from citekit.runtime.span import Source

DOE = Work(
    "article-journal",
    "doe",
    {
        "author": (Name("Doe", "Jane"), Name("Roe", "Richard")),
        "title": "On things",
        "container-title": "Journal of Things",
        "issued": Date.of(2020),
    },
)
LEE = Work("book", "lee", {"author": (Name("Lee", "Ann"),), "title": "A book", "issued": Date.of(2001)})
EVE = Work("book", "eve", {"author": (Name("Eve", "E."),), "title": "Unseen", "issued": Date.of(1999)})


def cited(text: str, suffix: str) -> Cited:
    source = Source(f"paper{suffix}", text)
    return language_of(source, Path(source.name)).read(source, ReadingContext())


def filled(text: str, suffix: str = ".md", style: str = "apa") -> Filled:
    source = Source(f"paper{suffix}", text)
    writing = language_of(source, Path(source.name)).WRITING
    return fill(source, cited(text, suffix), writing, load(style), [LEE, DOE, EVE])


def body(text: str, suffix: str = ".md", style: str = "apa") -> str:
    """The text without the list at its end."""
    return filled(text, suffix, style).text.split("\n\n", maxsplit=1)[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A [@doe].", "A (Doe \\& Roe, 2020)."),
        ("A [see @doe, p. 3; @lee].", "A (see Doe \\& Roe, 2020, p. 3; Lee, 2001)."),
        ("@doe say", "Doe \\& Roe (2020) say"),
        ("@doe [p. 3] say", "Doe \\& Roe (2020, p. 3) say"),
        ("@lee [p. 3; see @doe] say", "Lee (2001, p. 3; see Doe \\& Roe, 2020) say"),
        ("@lee [see *also* @doe]", "Lee (2001; see *also* Doe \\& Roe, 2020)"),
        ("[@lee, {}18.]", "(Lee, 2001, 18.)"),
        ("[@lee, {§ 3} and **passim**]", "(Lee, 2001, Section 3 and **passim**)"),
        ("He [-@lee] says", "He (2001) says"),
        ("See [@doe,\np. 3].", "See (Doe \\& Roe, 2020, p. 3)."),
        ("[a link of @lee](x)", "[a link of Lee (2001)](x)"),
        ("A[^1] word [@lee]", "A[^1] word (Lee, 2001)"),
    ],
)
def test_citations_in_markdown(text: str, expected: str) -> None:
    assert body(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "me@doe.org",
        r"\@doe and `@doe` and ``a ` @doe``",
        "```\n@doe\n[@lee]\n```\n",
        "~~~ {.python}\n@doe\n~~~\n",
        "Text\n\n    @doe\n",
        "<https://x.org/@doe> [a](http://x.org/@doe)",
        "<!-- @doe\n@lee -->",
        '<a href="@doe">x</a>',
        "no citation [at all]",
    ],
)
def test_what_is_no_citation_stays(text: str) -> None:
    assert filled(text) == Filled(text)


def test_the_list_stands_at_the_end_or_in_its_place() -> None:
    entry = "Lee, A. (2001). *A book*."
    assert filled("A [@lee].\n\n# References\n").text == f"A (Lee, 2001).\n\n# References\n\n{entry}\n"
    assert filled("A [@lee].").text == f"A (Lee, 2001).\n\n{entry}\n"
    placed = "::: {#refs}\n:::\n\nA [@lee].\n"
    assert filled(placed).text == f"::: {{#refs}}\n{entry}\n:::\n\nA (Lee, 2001).\n"
    none = "---\nsuppress-bibliography: true\n---\nA [@lee].\n"
    assert filled(none).text == none.replace("[@lee]", "(Lee, 2001)")


def test_works_that_are_only_listed() -> None:
    assert "Unseen" in filled("---\nnocite: |\n  @eve\n---\nA [@lee].\n").text
    assert "On things" not in filled("---\nnocite: |\n  @eve\n---\nA [@lee].\n").text
    assert "On things" in filled('---\nnocite: "@*"\n---\nA.\n').text


def test_line_ends_and_byte_order_marks_stay() -> None:
    assert filled("\ufeffA [@lee].\r\n").text == "\ufeffA (Lee, 2001).\r\n\r\nLee, A. (2001). *A book*.\r\n"


def test_unknown_keys_stay_and_are_told_with_their_place() -> None:
    made = filled("One [@doe; @nobody, p. 3]\nand @nothing, [@lee].", style="ieee")
    assert made.text.startswith("One [@doe; @nobody, p. 3]\nand @nothing, \\[1\\].")
    assert [str(problem).split(" (")[0] for problem in made.problems] == [
        "paper.md:1:13: there is no work 'nobody'",
        "paper.md:2:6: there is no work 'nothing'",
    ]


def test_a_style_of_notes_makes_notes() -> None:
    style = "chicago-notes-bibliography"
    assert body("Seen [@lee]. Lees", style=style) == "Seen.^[Ann Lee, *A Book* (2001).] Lees"
    assert body("As @lee says.", style=style) == "As Lee^[Ann Lee, *A Book* (2001).] says."
    assert body("A[^1]\n[^1]: See [@lee].", style=style) == "A[^1]\n[^1]: See Ann Lee, *A Book* (2001)."
    made = body("Seen~\\cite{lee}, \\footnote{See \\cite{lee}.}", ".tex", style)
    assert made.startswith("Seen,\\footnote{Ann Lee, \\textit{A Book} (2001).} \\footnote{See ")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"\cite{doe,lee}", r"(Doe \& Roe, 2020; Lee, 2001)"),
        (r"\citet*{doe}", r"Doe \& Roe (2020)"),
        (r"\Textcite[p.~3]{doe}", r"Doe \& Roe (2020, p. 3)"),
        (r"\parencite[see][pp. 4--5]{lee}", "(see Lee, 2001, pp. 4--5)"),
        (r"\citep[see][]{lee}", "(see Lee, 2001)"),
        (r"\citeauthor{doe} \citeyearpar{doe}", r"Doe \& Roe (2020)"),
        (r"a\nocite{doe}b", "ab"),
        (r"\footcite{lee}", r"\footnote{Lee, 2001}"),
        ("% \\cite{doe}\n50\\% \\verb|\\cite{doe}|", "% \\cite{doe}\n50\\% \\verb|\\cite{doe}|"),
        ("\\begin{verbatim}\n\\cite{doe}\n\\end{verbatim}", "\\begin{verbatim}\n\\cite{doe}\n\\end{verbatim}"),
        (r"\newcommand{\my}[1]{\cite{#1}}", r"\newcommand{\my}[1]{\cite{#1}}"),
    ],
)
def test_citations_in_latex(text: str, expected: str) -> None:
    assert filled(text, ".tex").text == expected


@pytest.mark.parametrize(
    "command", [r"\bibliography{refs}", r"\printbibliography[heading=none]", r"\printbibliography"]
)
def test_the_list_of_a_latex_text(command: str) -> None:
    made = filled(f"\\cite{{lee}}\n{command}\nEnd", ".tex", "ieee").text
    assert made.startswith("[1]\n\\begingroup")
    assert "\\bibitem[{[1]}]{lee} A. Lee, \\textit{A book}. 2001.\n\\end{thebibliography}\n\\endgroup\nEnd" in made
    assert "\\bibitem[{Lee(2001)}]{lee} Lee, A." in filled(f"\\cite{{lee}}\n{command}\nEnd", ".tex").text


@pytest.mark.parametrize(
    ("text", "suffix", "why"),
    [
        (r"\textcquote{lee}{Words}", ".tex", "it is part of a quotation"),
        (r"\citetalias{lee}", ".tex", "it prints something else than a citation"),
        (
            r"\newcommand{\my}[1]{Indeed \citep{#1}!}\my{lee}",
            ".tex",
            "it is in a command that the document defines",
        ),
        (r"\citep[\citealp{doe}][]{lee}", ".tex", "there is a citation in its text"),
        ("---\ntitle: As @lee says\n---\nText", ".md", "it is in the metadata"),
        ("#let key = <lee>\n#cite(key)", ".typ", "it is made by code"),
    ],
)
def test_citations_that_cannot_be_filled_in_are_told(text: str, suffix: str, why: str) -> None:
    made = filled(text, suffix)
    assert [problem.kind for problem in made.problems if why in problem.message] == ["unknown-command"]
    assert "lee" in made.text


def test_from_the_command_line(citekit: Callable[..., Answer], tmp_path: Path) -> None:
    (tmp_path / "refs.bib").write_text("@book{lee, author={Lee, Ann}, title={A Book}, year=2001}", encoding="utf-8")
    paper, out = tmp_path / "paper.md", tmp_path / "out.md"
    paper.write_bytes(b"A [@lee].\r\n")
    bib = ("--bib", tmp_path / "refs.bib")
    assert citekit("format", paper, *bib, "-o", out).code == 0
    assert out.read_bytes() == b"A (Lee, 2001).\r\n\r\nLee, A. (2001). *A book*.\r\n"
    answer = citekit("format", "-", *bib, stdin=b"A [@nobody].\n")
    assert (answer.code, answer.out) == (1, "A [@nobody].\n")
    assert "<stdin>:1:5: there is no work 'nobody'" in answer.err
    assert citekit("format", paper, *bib, "--to", "html").code == 2
    assert citekit("format", tmp_path / "paper.docx", *bib).code == 2
    assert citekit("format", paper, "--bib", tmp_path / "none.bib").code == 2


PIECES = st.sampled_from(
    ["@doe", "[@lee]", "[-@doe, p. 3]", "`", "```\n", "\n", "\n\n", "    ", "[", "](", ")", "<!--", "-->", "^[", "[^1]: ", "]",
     "\\", "---\n", "::: {#refs}\n", "a ", "$", "\\cite{doe}", "\\footnote{", "}", "%", "\\verb|", "{", "[@nobody]"]
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.one_of(PIECES, st.text(max_size=4)), max_size=20).map("".join),
    st.sampled_from([".md", ".tex", ".qmd", ".rst", ".org", ".typ", ".adoc", ".myst", ".liquid"]),
)
def test_any_text_is_filled_and_the_rest_stays(text: str, suffix: str) -> None:
    made = filled(text, suffix)
    found = cited(text, suffix)
    if not found.citations:
        assert made.text == text
    spans = [citation.span for citation in found.citations if citation.mode != "nocite"]
    kept = [text[a.end : b.start] for a, b in pairwise(spans)]
    assert all(piece.strip(". ") in made.text or re.search(r"refs|nocite|bibliography", piece) for piece in kept)
