"""BibTeX name lists: how names are divided, and that what is written reads back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from citekit import convert, dumps, loads
from citekit.model.name import OTHERS, Name, NameDialect, format_names, parse_names, read_names
from citekit.model.work import Work


def parts(value: str) -> list[tuple[str, str, str, str]]:
    return [(n.given, n.non_dropping_particle, n.family or n.literal, n.suffix) for n in parse_names(value)]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("AA BB", ("AA", "", "BB", "")),
        ("AA", ("", "", "AA", "")),
        ("AA bb CC", ("AA", "bb", "CC", "")),
        ("AA bb CC dd EE", ("AA", "bb CC dd", "EE", "")),
        ("aa bb", ("", "aa", "bb", "")),
        ("AA {bb} CC", ("AA bb", "", "CC", "")),
        ("bb CC, AA", ("AA", "bb", "CC", "")),
        ("bb CC, XX, AA", ("AA", "bb", "CC", "XX")),
        ("BB, AA", ("AA", "", "BB", "")),
        ("{\\'E}mile Zola", ("Émile", "", "Zola", "")),
        ("al-Sample, M.", ("M.", "al-", "Sample", "")),
        ("Min-jun Sample", ("Min-jun", "", "Sample", "")),
        ("Abd-el-Sample, M.", ("M.", "", "Abd-el-Sample", "")),
        ("\\'{E}mile Zola", ("Émile", "", "Zola", "")),
        ("J.\\,R. Sample", ("J. R.", "", "Sample", "")),
        ("\\c Cetin, N.\\ M.", ("N. M.", "", "Çetin", "")),
        ("Jane~Mary Doe", ("Jane Mary", "", "Doe", "")),
        ("毛 泽东", ("毛", "", "泽东", "")),
    ],
)
def test_bibtex_divides_names(value: str, expected: tuple[str, str, str, str]) -> None:
    assert parts(value) == [expected]


def test_lists() -> None:
    assert len(parse_names("A B and C, D\nAND {E and F}")) == 3
    assert parse_names("A B and others")[-1] == OTHERS
    assert parse_names("{Sample and Sons}") == (Name(literal="Sample and Sons"),)
    assert parse_names("") == parse_names(" and ") == parse_names("{}") == ()


def test_what_joins_a_list() -> None:
    assert [str(n) for n in parse_names("A B\tAND\nC D and {E and F} and G~and~H")] == [
        "A B",
        "C D",
        "E and F",
        "G and H",
    ]
    assert [str(n) for n in parse_names("Anders And and Ole And")] == ["Anders", "Ole And"]


def test_biber_divides_otherwise() -> None:
    assert parse_names("AA bb CC dd EE", "biblatex") == (Name("CC dd EE", "AA", non_dropping_particle="bb"),)
    assert parse_names("al-Sample, M.", "biblatex") == (Name("al-Sample", "M."),)
    assert parse_names("A B and Others", "biblatex")[-1] == OTHERS


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("family=Sample, given=Otto, prefix=von, useprefix=false", Name("Sample", "Otto", dropping_particle="von")),
        ("family=Sample, given=Otto, prefix=von", Name("Sample", "Otto", non_dropping_particle="von")),
        ("given = Otto, family = {Sample, and Sons}", Name("Sample, and Sons", "Otto")),
        ('"family=Sample, Sons", given="Otto, A."', Name("Sample, Sons", "Otto, A.")),
        ("family=Sample, suffix=Jr., useprefix=true", Name("Sample", suffix="Jr.")),
        ("given=Otto", Name(given="Otto")),
    ],
)
def test_extended_names(value: str, name: Name) -> None:
    assert parse_names(value) == parse_names(value, "biblatex") == (name,)


@pytest.mark.parametrize(
    ("value", "kind", "names"),
    [
        ("A, B, C, D", "too-many-commas", (Name(literal="A, B, C, D"),)),
        ("A and and B", "empty-name", (Name("A"), Name("B"))),
        ("A and", "empty-name", (Name("A"),)),
        ("Sample, Jr.,", "comma-at-end", (Name("Sample", "Jr."),)),
        ("A } B", "unbalanced-name", (Name(literal="A } B"),)),
        ("Min-jun Sample", "hyphen-divides-name", (Name("Sample", "Min-jun"),)),
        ("\\'{E}mile Zola", "accent-outside-braces", (Name("Zola", "Émile"),)),
        ("family=Sample, mood=good", "unknown-name-part", (Name("Sample"),)),
    ],
)
def test_problems(value: str, kind: str, names: tuple[Name, ...]) -> None:
    found = read_names(value)
    assert found.names == names
    assert [problem.kind for problem in found.problems] == [kind]
    assert found.problems[0].hint


def test_names_without_problems_say_nothing() -> None:
    assert read_names("van Gogh, Vincent and {The Team} and Ada Example and others").problems == ()


@pytest.mark.parametrize(
    ("name", "written"),
    [
        (Name("Doe", "Jane"), "Doe, Jane"),
        (Name("Sample", "Otto", non_dropping_particle="von"), "von Sample, Otto"),
        (Name("Sample", "Otto", suffix="Jr."), "Sample, Jr., Otto"),
        (Name("von Sample", "Otto"), "{von Sample}, Otto"),
        (Name("Sample and Sons", "The"), "{Sample and Sons}, The"),
        (Name("Doe", "Jane, M.D."), "Doe, {Jane, M.D.}"),
        (Name(literal="The Sample Team"), "{The Sample Team}"),
        (Name(literal="A & B"), "{A \\& B}"),
        (Name("Plato"), "Plato"),
        (Name("The Sample Team"), "{The Sample Team}{}"),
        (Name("others"), "{others}{}"),
        (Name("", "Otto"), "{}, Otto"),
        (Name("Sample", suffix="Jr."), "Sample, Jr., {}"),
        (Name("Sample", "Mary and Otto"), "Sample, {Mary and Otto}"),
        (Name("Khwarizmi", "M.", non_dropping_particle="al-"), "al-Khwarizmi, M."),
        (Name("al-Sample", "M."), "{al-Sample}, M."),
        (Name("Dyke", "A.", non_dropping_particle="Van"), "{\\relax\\relax}Van Dyke, A."),
        (OTHERS, "others"),
    ],
)
def test_writing(name: Name, written: str) -> None:
    assert format_names([name]) == written
    assert parse_names(written) == (name,)


def test_others_stand_where_the_list_has_its_gap() -> None:
    names = (Name("Cai", "W."), OTHERS, Name("Zhong", "W."))
    assert format_names(names) == "Cai, W. and others and Zhong, W."
    assert parse_names("Cai, W. and others and Zhong, W.") == names


def test_biblatex_has_particles_that_drop() -> None:
    names = (Name("Sample", "Otto", "von"), Name("Fontaine", "Jean", "de", "La"), Name("Dyke", "A.", "", "Van"))
    written = format_names(names, dialect="biblatex")
    assert written.split(" and ") == [
        "family=Sample, given=Otto, prefix=von, useprefix=false",
        "family=La Fontaine, given=Jean, prefix=de, useprefix=false",
        "family=Dyke, given=A., prefix=Van",
    ]
    assert parse_names(written, "biblatex") == (names[0], Name("La Fontaine", "Jean", "de"), names[2])
    assert format_names(names[:2]) == "von Sample, Otto and de {\\relax\\relax}La Fontaine, Jean"


def settled(text: str) -> str:
    """The text as it is read back: composed, its blanks and macros in one spelling."""
    for _ in range(3):
        found = parse_names(format_names([Name(literal=text)]))
        text = str(found[0]) if found else ""
    return text


PIECES = ["A", "Bb", "von", "de", "and", "others", ",", " ", " ", "-", "al-", "d'", "É", "é", "ő", "中", "Ж", "{", "}"]
PIECES += ["~", "\u00a0", "$", "&", "%", "=", "family=", '"', "Jr.", "1", ";", "Ⅻ", "ǅ", "#", "(", "useprefix=false"]
PART = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), min_size=1, max_size=4).map("".join).map(settled)
OPTIONAL = st.just("") | PART
PEOPLE = st.builds(Name, OPTIONAL, OPTIONAL, st.just(""), OPTIONAL, OPTIONAL) | st.builds(
    Name, OPTIONAL, OPTIONAL, PART, st.just(""), OPTIONAL
)
NAMES = st.lists(PEOPLE | st.builds(Name, literal=PART) | st.just(OTHERS), max_size=4).map(
    lambda names: tuple(name for name in names if name != Name())
)


@settings(deadline=None)
@example((Name(given="”", family="Lamm"),), True, "bibtex")
@given(NAMES, st.booleans(), st.sampled_from(["bibtex", "biblatex"]))
def test_names_come_back(names: tuple[Name, ...], ascii_only: bool, dialect: NameDialect) -> None:
    written = format_names(names, ascii_only, dialect)
    if dialect == "bibtex":  # which has one particle
        names = tuple(
            replace(n, dropping_particle="", non_dropping_particle=n.dropping_particle or n.non_dropping_particle)
            for n in names
        )
    assert read_names(written, dialect) == (names, ())
    assert format_names(names, ascii_only, dialect) == written


@settings(deadline=None)
@given(st.lists(st.sampled_from([*PIECES, "\\'", "\\foo", "\\", " and "]) | st.text(max_size=3)).map("".join))
@example("\\\x1bA")
@example("{" * 5000)
@example(", " * 5000)
@example("a-" * 5000)
@example(" and" * 5000)
@example("{a} \\'" * 3000)
@example("family=" * 3000)
@example('family="' * 3000 + "," * 3000)
def test_any_list_is_read_and_settles(value: str) -> None:
    for dialect in ("bibtex", "biblatex"):
        once = format_names(parse_names(value, dialect), dialect=dialect)
        assert format_names(parse_names(once, dialect), dialect=dialect) == once


def test_particles_of_read_names_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(
        "von Roth, M., & de la Cruz, A. (2001). Tides of paper. In V. van Moss & D. Kern (Eds.), Rivers of rain (pp. 3–9). Oslo: Fenn.\n"
    )
    (work,) = convert(path, each_line=True)
    people = [*work.author, *(work.variables["editor"] or ())]
    assert [(n.non_dropping_particle, n.family) for n in people] == [
        ("von", "Roth"),
        ("de la", "Cruz"),
        ("van", "Moss"),
        ("", "Kern"),
    ]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Wei Zhao 0012", Name("Zhao", "Wei", marks=("homonym-0012",))),
        ("Ben van den Moss 0003", Name("Moss", "Ben", non_dropping_particle="van den", marks=("homonym-0003",))),
        ("Moss, Ada 0003", Name("Moss", "Ada", marks=("homonym-0003",))),
        ("Team 2019", Name("2019", "Team")),  # dblp's numbers begin with a zero
    ],
)
def test_the_number_that_dblp_tells_people_apart_by_is_a_mark(text: str, name: Name) -> None:
    assert parse_names(text) == (name,)


def test_the_number_of_dblp_is_kept_as_an_annotation() -> None:
    names = parse_names("Ada Lind and Wei Zhao 0012")
    written = dumps([Work("book", "a", {"author": names, "title": "Slow tides"})])
    assert "Zhao, Wei}" in written
    assert "{2=homonym-0012}" in written
    assert loads(written)[0].author == names
