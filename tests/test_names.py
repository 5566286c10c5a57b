"""BibTeX name lists: how names are divided, and that what is written reads back."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citekit.works.bibtex_names import format_names, parse_names
from citekit.works.name import OTHERS, Name


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
        ("al-Sample, M.", ("M.", "", "al-Sample", "")),
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


def test_extended_names() -> None:
    assert parse_names("family=Sample, given=Otto, prefix=von, useprefix=false") == (
        Name("Sample", "Otto", dropping_particle="von"),
    )


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


WORD = st.text(alphabet=st.characters(categories=("Lu", "Ll"), max_codepoint=0x24F), min_size=1, max_size=8)
UPPER = WORD.map(lambda w: "X" + w)
LOWER = st.sampled_from(["von", "van der", "de la", "d'"])
FAMILY = st.lists(UPPER, min_size=1, max_size=3).map(" ".join)
NAMES = st.lists(
    st.one_of(
        st.builds(
            Name, family=FAMILY, given=FAMILY, non_dropping_particle=st.just("") | LOWER, suffix=st.just("") | UPPER
        ),
        st.builds(
            Name, literal=st.lists(st.one_of(UPPER, st.sampled_from(["and", ",", "&"])), min_size=2).map(" ".join)
        ),
    ),
    max_size=4,
).map(tuple)


@given(NAMES, st.booleans())
def test_names_come_back(names: tuple[Name, ...], ascii_only: bool) -> None:
    normal = format_names(names, ascii_only)
    back = parse_names(normal)
    assert [unicodedata.normalize("NFC", str(n)) for n in names] == [str(n) for n in back]
    assert format_names(back, ascii_only) == normal


@given(st.text(max_size=60))
def test_anything_is_read(value: str) -> None:
    once = format_names(parse_names(value))
    assert isinstance(once, str)
