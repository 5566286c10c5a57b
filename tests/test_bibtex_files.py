"""Reading BibTeX with its faults, and writing what every other reader reads."""

from __future__ import annotations

import bibtexparser
import pytest
from pylatexenc.latex2text import LatexNodes2Text

from citekit.formats.files import dumps, loads
from citekit.model import kinds
from citekit.model.date import Date
from citekit.model.name import EQUAL, OTHERS, SELF, Name
from citekit.model.work import Work, Works
from citekit.runtime.config import BibtexSettings


def written(work: Work, **settings: bool) -> dict[str, str]:
    """The fields of one work as bibtexparser reads them."""
    text = dumps(Works((work,)), settings=BibtexSettings(**settings))
    library = bibtexparser.parse_string(text)
    assert not library.failed_blocks
    return {field.key: field.value for field in library.entries[0].fields}


def kinds_of(text: str) -> list[str]:
    return [problem.kind for problem in loads(text, "bibtex").problems]


def test_duplicates_are_kept_and_reported() -> None:
    text = "@misc{a, title={One}}\n@misc{a, title={Two}}\n@misc{b, title={X}, title={Y}}\n"
    library = loads(text)
    assert [work.title for work in library] == ["One", "Two", "X"]
    assert [p.kind for p in library.problems] == ["duplicate-key", "duplicate-field"]
    assert str(library.problems[0]).startswith("<string>:2:7: ")


def test_undefined_macros_and_unknown_types_are_reported() -> None:
    assert kinds_of("@misc{a, title = nowhere}") == ["undefined-macro"]
    assert kinds_of("@misc{a, month = jan, year = 2020}") == []
    assert kinds_of("@opera{a, title = {X}}") == ["unknown-entry-type"]
    assert kinds_of("@misc{a, title = {X}\n@misc{b, title = {Y}}") == ["unclosed-entry"]


def test_a_broken_entry_costs_no_other() -> None:
    library = loads("@misc{a, title = {A}}\n@misc{b, year = 2020, title = {B\n@misc{c, title = {C}}\n")
    assert [(work.id, work.title, work.year) for work in library] == [
        ("a", "A", None),
        ("b", "", 2020),
        ("c", "C", None),
    ]
    assert [problem.kind for problem in library.problems] == ["unclosed-value"]


def test_traces_say_where_entries_stand() -> None:
    text = "% a comment\n@misc{a, title={A}}\n\n@misc{b, title={B}}"
    library = loads(text)
    assert [text[t.span.start : t.span.end] for t in library.traces] == ["@misc{a, title={A}}", "@misc{b, title={B}}"]


def test_marks_of_names() -> None:
    names = (Name("Doe", "J.", marks=(EQUAL,)), Name("Roe", "R.", marks=(EQUAL, SELF)), Name("Poe", "E."), OTHERS)
    fields = written(Work("book", "k", {"author": names, "editor": names[2:]}))
    assert fields["author"] == "Doe, J. and Roe, R. and Poe, E. and others"
    assert fields["author+an"] == "1=equal; 2=equal,self"
    assert "editor+an" not in fields


@pytest.mark.parametrize("dialect", ["bibtex", "biblatex"])
@pytest.mark.parametrize("kind", sorted(kinds.ENTRY_TYPES))
def test_every_type_is_written_and_stable(kind: str, dialect: str) -> None:
    variables = {v: f"{v} 1" for v in sorted(kinds.TEXT_VARIABLES)} | {"issued": Date.of(2020, 1, 2)}
    text = dumps(Works((Work(kind, "k", variables),)), dialect)
    library = loads(text)
    assert dumps(library, dialect) == text
    assert set(map(str, library.works[0].variables.values())) >= {f"{v} 1" for v in variables if v in ("title", "note")}


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        (Date.of(2020, 3, 1), {"year": "2020", "month": "mar", "day": "1"}),
        (Date(((2019,), (2020,))), {"year": "2019--2020"}),
        (Date(((2020,),), season=3), {"year": "2020", "month": "Autumn"}),
        (Date(((-44,),)), {"year": "-44", "date": "-0043"}),
        (Date(((1850,),), circa=True), {"year": "ca. 1850"}),
        (Date(literal="to appear"), {"year": "to appear"}),
        (Date(literal="the fifties"), {"year": "the fifties"}),
        (Date(), {}),
        (Date(((),)), {}),
        (Date(((2020, 14),)), {"year": "2020"}),
    ],
)
def test_dates(date: Date, expected: dict[str, str]) -> None:
    fields = written(Work("book", "k", {"issued": date}))
    assert fields == expected
    if "pubstate" not in expected and date.year and date.month != 14:
        assert loads(dumps(Works((Work("book", "k", {"issued": date}),)))).works[0].issued == date


@pytest.mark.parametrize(
    "title",
    [
        "Half { a brace",
        "a } b { c",
        "$x_{1$ and {",
        r"back\ slash \\ and \{ more \}",
        "ends with \\",
        "@misc{k,",
        'a "quote" = {x}, # 5%',
        "$\\{a$",
        "<i>a<b>c</i>d</b>",
        '<span class="nocase">a } b</span>',
    ],
)
def test_odd_titles_never_break_an_entry(title: str) -> None:
    for settings in ({}, {"ascii": True}):
        fields = written(Work("book", "k", {"title": title, "note": "N"}, {"url2": title, "file": title}), **settings)
        assert fields["note"] == "N"
    library = Works((Work("book", "k", {"title": title, "URL": title}),))
    once = dumps(loads(dumps(library)))
    assert dumps(loads(once)) == once


def test_odd_braces_read_back_equal() -> None:
    for title in ("Half { a brace", "a } b { c", "sets {a, b}"):
        library = loads(dumps(Works((Work("book", "k", {"title": title}),))))
        assert library.works[0].title == title


def test_addresses() -> None:
    work = Work("book", "k", {"URL": "https://a.b/{x}_y%20z", "DOI": "10.1/a_b"}, {"slides": "https://a.b/s_1#2"})
    fields = written(work, ascii=True)
    assert fields["url"] == "https://a.b/%7Bx%7D_y%20z"
    assert fields["doi"] == "10.1/a_b"
    assert fields["slides"] == "https://a.b/s_1#2"


def test_other_latex_readers_see_the_same_text() -> None:
    title = "Émile’s 50% of A & B_c: ű, ß, Ł and č in {3D} for $5"
    for settings in ({}, {"ascii": True}):
        coded = written(Work("book", "k", {"title": title}), **settings)["title"]
        assert LatexNodes2Text(math_mode="verbatim", keep_comments=True).latex_to_text(coded) == title


def test_keys_are_made_and_made_safe() -> None:
    works = (Work("book", "a b{,}c"), Work("book", "", {"title": "Samples"}), Work("book", "")) * 2
    library = bibtexparser.parse_string(dumps(Works(works)))
    assert not library.failed_blocks
    assert [e.key for e in library.entries][:2] == ["abc", "samplesa"]


def test_fields_that_are_taken_lose_nothing() -> None:
    library = loads("@article{k, journaltitle = {A}, journal = {B}, langid = {de}, language = {fr}}")
    for dialect in ("bibtex", "biblatex"):
        text = dumps(library, dialect)
        assert all(f"{{{value}}}" in text for value in ("A", "B", "de", "fr"))
        assert dumps(loads(text), dialect) == text


def test_the_table_is_its_own_inverse() -> None:
    for entry in {*kinds.CSL_TYPES, "misc"}:
        for row in kinds.FIELDS:
            for dialect in ("bibtex", "biblatex"):
                field = kinds.field_of(row.variable, entry, dialect)
                back = kinds.variable_of(field, entry)
                assert back == row.variable or {back, row.variable} <= {"number", "issue", "collection-number"}
    for both in kinds.ENTRY_TYPES.values():
        for dialect, entry in zip(("bibtex", "biblatex"), both, strict=True):
            assert kinds.entry_type(kinds.csl_type(entry), dialect, entry) == entry
