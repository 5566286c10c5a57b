"""Where one publication ends and another begins: each threshold of ``same_work`` from both sides, with the least that crosses it.

Each of these cases fails if the number beside it moves either way past the next value that can occur.
"""

from __future__ import annotations

import pytest

from citekit.model.identity import MatchDecision, Relation, same_work
from citekit.model.identity.people import compare_people, people_of
from citekit.model.identity.venue import same_venue
from citekit.model.name import Name
from citekit.model.work import Work

FAMILIES = "Able Baker Clay Dunn Ekman Frost Gray Hill Ingram Jarvis Kemp Lowe Moss Nash".split()
STRANGERS = "Quist Rowan Stone Tully Upton Vance Wolff Xanthos Yates Zell".split()
HARBOUR, LIGHTHOUSE = "A short history of harbour towns", "How lighthouses are kept clean"


def people(shared: int, of: int) -> tuple[tuple[Name, ...], tuple[Name, ...]]:
    """Two lists of as many people, of whom the first ones are in both."""
    ours = [Name(family, "Ann") for family in FAMILIES[:of]]
    return tuple(ours), (*ours[:shared], *(Name(family, "Zoe") for family in STRANGERS[: of - shared]))


def work(title: str, author: tuple[Name, ...], doi: str = "", **variables: str) -> Work:
    more = {"DOI": doi} if doi else {}
    return Work("article-journal", "", {"title": title, "author": author, **more, **variables})


def test_the_shares_of_people_are_those_that_are_meant() -> None:
    def share(shared: int, of: int) -> float:
        ours, theirs = people(shared, of)
        return compare_people(people_of(ours), people_of(theirs)).share

    assert [round(share(*one), 3) for one in ((2, 5), (3, 8), (4, 9), (5, 11), (6, 13), (1, 2), (6, 7))] == [
        0.4, 0.375, 0.444, 0.455, 0.462, 0.5, 0.857,
    ]  # fmt: skip


class TestOneIdentifier:
    """Both have one DOI: it is in one of them by mistake if nothing else fits."""

    @pytest.mark.parametrize(
        ("theirs", "relation"),
        [
            ((Name("Able", "Ann"), Name("Baker", "Bo")), Relation.SAME),
            ((Name("Able", "A."), Name("Baker", "B. C.")), Relation.SAME),  # as far as printed, the same people
            ((Name("Able", "Ann"), Name("Baker")), Relation.DIFFERENT),  # 0.95: a name without a given name is no proof
            ((Name("Able", "Ann"), Name("Baker", "Zoe")), Relation.DIFFERENT),
        ],
    )  # fmt: skip
    def test_another_title_needs_the_very_same_people(self, theirs: tuple[Name, ...], relation: Relation) -> None:
        """0.99: of another title, only all people of two and more show that the identifier is right."""
        ours = (Name("Able", "Ann"), Name("Baker", "Bo"))
        found = same_work(work(HARBOUR, ours, "10.5555/1"), work(LIGHTHOUSE, theirs, "10.5555/1"))
        assert found.relation == relation

    def test_one_person_is_no_proof(self) -> None:
        alone = (Name("Able", "Ann"),)
        found = same_work(work(HARBOUR, alone, "10.5555/1"), work(LIGHTHOUSE, alone, "10.5555/1"))
        assert found.relation == Relation.DIFFERENT

    @pytest.mark.parametrize(
        ("shared", "of", "relation"),
        [(2, 5, Relation.SAME), (3, 8, Relation.DIFFERENT), (5, 12, Relation.SAME), (0, 2, Relation.DIFFERENT)],
    )
    def test_a_similar_title_needs_two_of_five_people(self, shared: int, of: int, relation: Relation) -> None:
        """0.4: two of five are enough, three of eight (0.375) are not."""
        ours, theirs = people(shared, of)
        short, long = "Towns at the harbour", "Towns at the harbour: a history of their walls"
        found = same_work(work(short, ours, "10.5555/1"), work(long, theirs, "10.5555/1"))
        assert found.relation == relation


class TestOneTitle:
    """Nothing but title and people."""

    @pytest.mark.parametrize(
        ("shared", "of", "degree", "relation"),
        [
            (4, 9, 0.95, Relation.DIFFERENT),  # 0.444
            (5, 11, 0.7, Relation.SAME),  # 0.455
            (6, 13, 0.7, Relation.SAME),  # 0.462
            (1, 2, 0.9, Relation.SAME),  # half of them
            (5, 6, 0.9, Relation.SAME),  # 0.833
            (6, 7, 1.0, Relation.SAME),  # 0.857
        ],
    )
    def test_people_in_common(self, shared: int, of: int, degree: float, relation: Relation) -> None:
        """0.45 (other people below it), 0.5 (some other people), 0.85 (all of them)."""
        ours, theirs = people(shared, of)
        found = same_work(work(HARBOUR, ours), work(HARBOUR, theirs))
        assert (found.relation, found.degree) == (relation, degree)

    @pytest.mark.parametrize(
        ("given", "relation", "degree"),
        [
            ("Robert", Relation.SAME, 1.0),
            ("J. Robert", Relation.SAME, 1.0),  # called by the middle name: 0.85, which is all
            ("Roberto", Relation.SAME, 1.0),
            ("Rupert", Relation.SAME, 0.7),  # another name of one initial: 0.45, a doubt
            ("Hubert", Relation.DIFFERENT, 0.95),
        ],
    )
    def test_one_author(self, given: str, relation: Relation, degree: float) -> None:
        found = same_work(work(HARBOUR, (Name("Baker", "Robert"),)), work(HARBOUR, (Name("Baker", given),)))
        assert (found.relation, found.degree) == (relation, degree)


JOURNAL = "Journal of Harbours"
VENUES = [
    ("", 0.5, Relation.SAME),  # says nothing; with an arXiv identifier alone, it is the preprint
    ("Lecture Notes in Computer Science", 0.5, Relation.SAME),  # a series says nothing either
    ("Harbours and Towns Journal of Studies", 0.7, Relation.SAME),
    ("Annals of Lighthouses", 0.0, Relation.VERSION),
]


@pytest.mark.parametrize(("venue", "degree", "relation"), VENUES)
def test_a_venue_contradicts_only_if_it_is_another_one(venue: str, degree: float, relation: Relation) -> None:
    """0.5 is neutral: a venue that is missing or a series does not make two publications, nor does one that is similar."""
    assert same_venue(JOURNAL, venue).degree == degree
    author = (Name("Able", "Ann"), Name("Baker", "Bo"))
    one = work(HARBOUR, author, **{"container-title": JOURNAL})
    other = work(HARBOUR, author, **{"container-title": venue} if venue else {})
    assert same_work(one, other).relation == relation
    assert same_arxiv(one, other).relation == (relation if venue else Relation.PREPRINT)


def same_arxiv(one: Work, other: Work) -> MatchDecision:
    """Compare the two with one arXiv identifier, which a preprint and what is made of it share."""
    return same_work(
        *(Work(w.type, "", w.variables, {"eprint": "2001.00001", "archiveprefix": "arXiv"}) for w in (one, other))
    )
