"""Titles in sentence case, as styles such as APA's expect them of BibTeX files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Answer
from hypothesis import given
from hypothesis import strategies as st

import citekit as package
from citekit.model.as_printed import with_sentence_case
from citekit.model.work import Work
from citekit.text.case import sentence_case
from citekit.text.rich import in_sentence_case


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("The Long Road to Better Bread", "The long road to better bread"),
        ("What Is in a Name? A Study of Two Villages", "What is in a name? A study of two villages"),
        ("Small Models, Large Worlds: An Account", "Small models, large worlds: An account"),
        ("Fast GPU Kernels for PyTorch in 3D", "Fast GPU kernels for PyTorch in 3D"),
        ("A Proof of the Knaster-Tarski Theorem", "A proof of the Knaster-Tarski theorem"),
        ("Non-Bayesian Learning in New York and London", "Non-Bayesian learning in New York and London"),
        ("Parkinson's Disease among Chinese Women", "Parkinson's disease among Chinese women"),
        ("On-Line Search with X-Ray Images", "On-line search with X-ray images"),
        ("Part I and Part II of the Study", "Part I and part II of the study"),
        ("The $K$-Theory of <i>Small Rings</i>", "The $K$-theory of <i>small rings</i>"),
        (
            'The <span class="nocase">Open Door</span> to Better Bread',
            'The <span class="nocase">Open Door</span> to better bread',
        ),
    ],
)
def test_title_case_becomes_sentence_case(title: str, expected: str) -> None:
    assert in_sentence_case(title) == expected


@pytest.mark.parametrize(
    "title",
    [
        "The road from Aleppo to better bread",
        "Die Grosse Geschichte der Kleinen Leute",
        "Le Rouge et le Noir dans les Villes",
        "A LONG ROAD TO BETTER BREAD",
        "",
        "$x$",
    ],
)
def test_what_is_in_no_title_case_or_no_english_stays(title: str) -> None:
    assert in_sentence_case(title) == title


def test_names_of_journals_and_proceedings_keep_their_capitals() -> None:
    paper = Work("paper-conference", "", {"title": "Better Bread", "container-title": "Proceedings of Good Things"})
    assert with_sentence_case(paper).text("container-title") == "Proceedings of Good Things"
    chapter = Work("chapter", "", {"title": "Better Bread", "container-title": "The Book of Good Things"})
    assert with_sentence_case(chapter).text("container-title") == "The book of good things"


def test_works_in_other_languages_stay() -> None:
    work = Work("book", "", {"title": "Geschichten Kleiner Leute", "language": "de"})
    assert with_sentence_case(work) is work


BIB = "@book{a, author = {Doe, Jane}, title = {The Long Road to {Better Bread}}, publisher = {Press}, year = 2020}\n"


@pytest.mark.parametrize(
    ("options", "title"),
    [
        ([], "The long road to Better Bread"),
        (["--titles", "given"], "The Long Road to Better Bread"),
        (["--titles", "sentence"], "The long road to Better Bread"),
    ],
)
def test_format_sets_titles_of_bibtex_in_sentence_case(
    citekit: Callable[..., Answer], tmp_path: Path, options: list[str], title: str
) -> None:
    (tmp_path / "a.bib").write_text(BIB, encoding="utf-8")
    assert title in citekit("format", str(tmp_path / "a.bib"), *options).out


def test_format_leaves_titles_of_other_sources(citekit: Callable[..., Answer], tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('[{"id": "a", "type": "book", "title": "The Long Road"}]', encoding="utf-8")
    assert "The Long Road" in citekit("format", str(tmp_path / "a.json")).out
    assert "The long road" in package.bibliography(package.load(tmp_path / "a.json"), titles="sentence")


def test_unknown_letter_cases_are_said(citekit: Callable[..., Answer], tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text(BIB, encoding="utf-8")
    answer = citekit("format", str(tmp_path / "a.bib"), "--titles", "upper")
    assert answer.code == 2
    assert "auto, sentence, given" in answer.err


@given(
    st.text(max_size=60),
    st.lists(st.sampled_from(["The ", "Big ", "of ", "$x$ ", "<i>", "</i>", "Cat: ", "\0"]), max_size=8),
)
def test_only_the_case_of_letters_changes(text: str, words: list[str]) -> None:
    title = "".join(words) + text
    made = sentence_case(title)
    assert len(made) == len(title)
    assert all(a == b or a.lower() == b for a, b in zip(title, made, strict=True))
    assert in_sentence_case(made) == in_sentence_case(in_sentence_case(made))
