"""Publication venues: the table and how it is asked."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citekit.model.venues import KINDS, acronym_of, all_venues, expand, find, find_all, fold, kind_of, near_miss


@pytest.mark.parametrize(
    ("text", "acronym"),
    [
        ("ISCA", "ISCA"),
        ("SC24", "SC"),
        ("SC '24", "SC"),
        ("PPoPP'24", "PPoPP"),
        ("MICRO-56", "MICRO"),
        ("ICML 2025", "ICML"),
        ("CVPR2024", "CVPR"),
        ("NIPS", "NeurIPS"),
        ("NeurIPS’23", "NeurIPS"),
        ("IEEE S&P", "S&P"),
        ("USENIX-Security", "USENIX Security"),
        ("Proc. of ISSTA", "ISSTA"),
        ("Proceedings of the 51st Annual International Symposium on Computer Architecture (ISCA)", "ISCA"),
        ("2023 IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)", "CVPR"),
        ("In Proceedings of the ACM SIGPLAN Symposium on Principles and Practice of Parallel Programming", "PPoPP"),
        ("The Thirty-Ninth AAAI Conference on Artificial Intelligence", "AAAI"),
        ("Advances in Neural Information Processing Systems 36", "NeurIPS"),
        ("IEEE Transactions on Parallel and Distributed Systems", "TPDS"),
        ("IEEE Trans. Parallel Distrib. Syst.", "TPDS"),
        ("IEEE/ACM Trans. Netw.", "ToN"),
        ("J. Comput. Phys.", "JCP"),
        ("Phys. Rev. Lett.", "PRL"),
        ("Phys Rev Lett", "PRL"),
        ("J. ACM", "JACM"),
        ("Commun. ACM", "CACM"),
        ("Proc. Natl. Acad. Sci. U.S.A.", "PNAS"),
        ("Proc. ACM Program. Lang.", "PACMPL"),
        ("Proc. VLDB Endow.", "PVLDB"),
        ("Proceedings of the IEEE", "Proc. IEEE"),
        ("ICS '24: Proceedings of the 38th ACM International Conference on Supercomputing", "ICS"),
        ("Findings of the Association for Computational Linguistics: EMNLP 2023", "Findings"),
    ],
)
def test_a_venue_is_found_by_any_of_its_names(text: str, acronym: str) -> None:
    assert acronym_of(text) == acronym


@pytest.mark.parametrize(
    "text", ["Pa. Co.", "", "IEEE", "ACM", "Programming Languages", "2024", "(((", "no venue at all", "x" * 5000]
)
def test_what_names_no_venue(text: str) -> None:
    assert find(text) is None
    assert find_all(text) == ()
    assert acronym_of(text) == ""


def test_an_acronym_of_several_venues_gives_them_all_and_expands_to_none() -> None:
    kinds = [venue.kind for venue in find_all("EC")]
    assert kinds == ["conference", "journal"]
    assert expand("EC") == ""
    assert expand("PLDI 2024") == "Conference on Programming Language Design and Implementation"
    assert expand("Appl. Phys. Lett.") == "Applied Physics Letters"
    assert expand("J. Stat. Soft.") == "Journal of Statistical Software", (
        "three words, shortened in a way that no table has"
    )


@pytest.mark.parametrize("text", ["J. Comput.", "J. Chem.", "Trans. Comput.", "Nat. Commun.", "J. Small Syst."])
def test_a_short_name_that_others_have_as_well_is_not_expanded(text: str) -> None:
    assert expand(text) == ""


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("ISCA 2024", "conference"),
        ("ISCA 2024, Buenos Aires", "conference"),
        ("TPDS", "journal"),
        ("Communications of the ACM", "journal"),
        ("arXiv preprint arXiv:2401.00001", "preprint-server"),
        ("CoRR", "preprint-server"),
        ("Lecture Notes in Computer Science", "book"),
        ("Journal of Imaginary Results", "journal"),
        ("Transactions on Unheard Systems", "journal"),
        ("Zeitschrift für Unsinn", "journal"),
        ("Revista de Cosas", "journal"),
        ("Rivista di Cose", "journal"),
        ("J. Imag. Res. Lett.", "journal"),
        ("Proceedings of the Symposium on Nothing", "conference"),
        ("Conférence sur les Choses", "conference"),
        ("Congreso de Cosas", "conference"),
        ("Fachtagung Dinge", "conference"),
        ("Konferencja Rzeczy", "conference"),
        ("Proceedings of the Workshop on Sparse Things at ICML", "workshop"),
        ("NeurIPS Datasets and Benchmarks Track", "conference"),
        ("PhD thesis, University of Somewhere", "thesis"),
        ("Technical Report 42", "report"),
        ("US Patent 1234567", "patent"),
        ("an ordinary phrase", ""),
        ("in press", ""),
        ("Under review", ""),
        ("", ""),
    ],
)
def test_the_kind_comes_from_the_table_and_then_from_the_words(text: str, kind: str) -> None:
    assert kind_of(text) == kind


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("ITPDS", "TPDS"), ("PPPoP", "PPoPP"), ("NeuIPS", "NeurIPS"), ("EMLNP", "EMNLP"), ("ASPLSO'24", "ASPLOS")],
)
def test_one_slip_in_an_acronym_is_noticed(typed: str, meant: str) -> None:
    venue = near_miss(typed)
    assert venue is not None
    assert venue.acronym == meant


@pytest.mark.parametrize("text", ["HPA", "", "TPDS", "HELLO", "Table", "ISC", "an ITPDS", "XQZWV"])
def test_what_is_no_slip(text: str) -> None:
    assert near_miss(text) is None


def test_the_table_is_large_and_well_formed() -> None:
    venues = all_venues()
    assert len(venues) >= 350
    assert {venue.kind for venue in venues} == set(KINDS)
    for venue in venues:
        for text in (venue.acronym, venue.name, venue.publisher, *venue.aliases):
            assert text == " ".join(text.split())


def test_every_name_finds_its_venue() -> None:
    for venue in all_venues():
        for text in (venue.name, venue.acronym, *venue.aliases):
            assert not text or venue in find_all(text), text


def test_names_carry_no_year_and_no_ordinal() -> None:
    for venue in all_venues():
        assert not re.search(r"\b(?:19|20)\d\d\b|\b\d+(?:st|nd|rd|th)\b", venue.name), venue.name


def test_no_two_venues_of_a_kind_share_a_name() -> None:
    owners: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for venue in all_venues():
        for text in (venue.name, *venue.aliases):
            owners[venue.kind, fold(text)].add(f"{venue.acronym}: {venue.name}")
    assert {key: names for key, names in owners.items() if len(names) > 1} == {}


def test_no_alias_says_what_is_known_already() -> None:
    for venue in all_venues():
        assert len({venue.name, venue.acronym, *venue.aliases}) >= 1 + len(venue.aliases), venue


@given(st.one_of(st.text(max_size=400), st.text("ABC abc.'-&(20)24", max_size=60)))
def test_any_text_can_be_asked_about(text: str) -> None:
    assert kind_of(text) in {
        "journal",
        "conference",
        "workshop",
        "preprint-server",
        "thesis",
        "book",
        "report",
        "patent",
        "",
    }
    assert (find(text) is None) == (find_all(text) == ())
    near_miss(text)
    expand(text)


@given(st.sampled_from(all_venues()), st.integers(1, 99), st.integers(1950, 2049))
def test_number_year_and_case_around_a_name_do_not_matter(venue: object, number: int, year: int) -> None:
    name = getattr(venue, "name")  # noqa: B009
    assert venue in find_all(f"Proceedings of the {number}th {name} {year}".upper()) + find_all(f"{name} ({year})")
