"""Entries varied at random: every verb takes two of them for one, or none does; and nothing depends on their order."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from citekit.formats.files import loads
from citekit.model.identity import same_person, same_venue, same_work
from citekit.model.name import Name

sys.path.insert(0, str(Path(__file__).parents[1]))

from test_identity import answers_of_verbs

TITLES = (
    "Lazy Queues in Practice: A Survey of Forty Years",
    "Lazy queues in practice",
    "Lazy Qu{\\'e}ues in Practise",
    "Lazy Queues in Practice, Part II",
    "Erratum to: Lazy Queues in Practice",
    "Introduction",
    "",
)
PEOPLE = (
    "Bo Sørensen and Ann Able",
    "B. Sorensen and others",
    "Robert Baker",
    "Baker, Bob",
    "{LEDGER Collaboration}",
    "",
)
VENUES = ("NIPS", "Advances in Neural Information Processing Systems", "Journal of Queues", "J. Queues", "arXiv", "")
FIELDS = st.fixed_dictionaries(
    {"title": st.sampled_from(TITLES), "author": st.sampled_from(PEOPLE), "journal": st.sampled_from(VENUES)},
    optional={
        "year": st.sampled_from(["2019", "2020", "2025"]),
        "doi": st.sampled_from(["10.1000/a", "https://doi.org/10.1000/A", "10.1000/b", "10.5281/zenodo.1"]),
        "eprint": st.sampled_from(["2001.00001", "2001.00001v2", "2001.00002"]),
        "volume": st.sampled_from(["3", "4"]),
        "pages": st.sampled_from(["1--9", "1-20", "30--40"]),
        "edition": st.sampled_from(["First", "Second"]),
    },
)
TYPES = st.sampled_from(["article", "inproceedings", "misc", "phdthesis", "book", "techreport", "software"])


def entry(key: str, kind: str, fields: dict[str, str]) -> str:
    return f"@{kind}{{{key}, {', '.join(f'{name} = {{{value}}}' for name, value in fields.items() if value)}}}"


@settings(max_examples=120, deadline=None)
@given(TYPES, FIELDS, TYPES, FIELDS)
def test_all_verbs_agree(kind: str, fields: dict[str, str], other_kind: str, other: dict[str, str]) -> None:
    one, two = entry("a", kind, fields), entry("b", other_kind, other)
    mine, theirs = (loads(text, "bibtex").works[0] for text in (one, two))
    found = same_work(mine, theirs)
    with TemporaryDirectory() as folder:
        assert set(answers_of_verbs(one, two, Path(folder)).values()) == {found.one}, found


@given(TYPES, FIELDS, TYPES, FIELDS)
def test_the_order_of_two_works_does_not_matter(
    kind: str, fields: dict[str, str], other_kind: str, other: dict[str, str]
) -> None:
    mine, theirs = (loads(entry("a", k, f), "bibtex").works[0] for k, f in ((kind, fields), (other_kind, other)))
    one, two = same_work(mine, theirs), same_work(theirs, mine)
    assert (one.relation, one.degree) == (two.relation, two.degree)
    assert same_work(mine, mine).one or not mine.author or mine.title in ("", "Introduction")


NAMES = st.builds(
    Name,
    st.sampled_from(
        ["Able", "Sørensen", "Sorensen", "Müller", "Mueller", "Li", "LI", "van der Berg", "Araújo Cabarcas"]
    ),
    st.sampled_from(["", "A.", "Ann", "Bob", "Robert", "R. J.", "Po-An", "Poan", "AM"]),
    suffix=st.sampled_from(["", "Jr.", "Sr."]),
)


@given(NAMES, NAMES)
def test_the_order_of_two_names_does_not_matter(one: Name, other: Name) -> None:
    assert same_person(one, other).degree == same_person(other, one).degree
    assert same_person(one, one).degree >= 0.9


@given(st.sampled_from(VENUES), st.sampled_from(VENUES))
def test_the_order_of_two_venues_does_not_matter(one: str, other: str) -> None:
    assert same_venue(one, other).degree == same_venue(other, one).degree
