"""Which record an entry is: titles, authors, years, companions, identifiers that entries name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from arxiv_records import RECORDS, index_of, record, work

from citekit.model.arxiv_paper import ArxivPaper
from citekit.model.identity.people import compare_people, name_of, people_of, same_person
from citekit.model.identity.titles import title_of
from citekit.model.work import Work
from citekit.services.arxiv.claims import claims_of
from citekit.services.arxiv.compare import ArxivQuery, chance, compare, weights
from citekit.services.arxiv.index import ArxivIndex
from citekit.services.arxiv.match import MATCH, UNCONFIRMED, find, is_sure, search
from citekit.text.similar import ratio


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArxivIndex]:
    filler = [
        record(f"1701.{n:05d}", f"{word} {other} of systems {n}", f"{word} {other}", "2017-01-01")
        for n, (word, other) in enumerate(
            (
                (a, b)
                for a in "Lazy Sorting Bounded Weak Learning Queues Time".split()
                for b in "ledgers archives maps".split()
            ),
            1,
        )
    ]
    with ArxivIndex(index_of(tmp_path_factory.mktemp("index"), [*RECORDS, *filler])) as index:
        yield index


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (r"Weak $\omega$-categories", "Weak ω-categories"),
        ("Re<sup>2</sup>TAL: <u>Re</u>wiring", "Re^2TAL: Rewiring"),
        (r"{S}chr{\"o}dinger's {C}at", "Schrödinger’s cat"),
        ("Pre-training of large nets", "Pretraining of Large Nets"),
        ("stratiﬁed ﬂuid", "stratified fluid"),
        ("Lang- uage models", "Language models"),
        (r"The \texttt{deal.II} library", "The deal.II Library"),
        (r"A survey of $(\infty,1)$-categories", "A SURVEY OF (∞, 1)-CATEGORIES"),
    ],
)
def test_titles_that_are_one(one: str, other: str) -> None:
    assert title_of(one).key == title_of(other).key


@pytest.mark.parametrize(
    ("title", "numbers"),
    [
        ("Ledgers II: Dynamics", {"2"}),
        ("Scientific ledgers. III. Paths", {"3"}),
        ("Ledgers, part 4", {"4"}),
        ("I, Robot", set()),
        ("Mix of x and v variables", set()),
        ("LedgerNet3: an archive", {"3"}),
    ],
)
def test_numbers_of_titles(title: str, numbers: set[str]) -> None:
    assert title_of(title).numbers == numbers


def test_parts_of_titles() -> None:
    title = title_of("QueueFrost: Lazy Queues - a survey (extended version)")
    assert title.main == "queuefrost"
    assert title.tail == "lazyqueuesasurvey"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Tove Lindqvist", "T. Lindqvist"),
        ("Tove Lindqvist", "Lindqvist, T."),
        ("Qiu Ruihong", "Ruihong Qiu"),
        ("Lindqvist T", "Tove Lindqvist"),
        ("Schwartz MD", "Matthew D. Schwartz"),
        ("Salles MAV", "Marcos Antonio Vaz Salles"),
        ("Ulrich Rüde", "Ulrich Ruede"),
        ("Juan C. Araújo", "Juan Carlos Araujo Cabarcas"),
        ("Jan van der Berg", "J. Vanderberg"),
        ("Søren Ærø", "Soren Aero"),
    ],
)
def test_names_of_one_person(one: str, other: str) -> None:
    assert same_person(name_of(one), name_of(other)).degree >= 0.9


@pytest.mark.parametrize(
    ("one", "other"), [("Wei Chen", "Yu Chen"), ("T. Lindqvist", "M. Lindqvist"), ("A. Li", "B. Liu")]
)
def test_names_of_two_persons(one: str, other: str) -> None:
    assert same_person(name_of(one), name_of(other)).degree == 0


def test_collaborations_are_no_persons() -> None:
    assert people_of([name_of("MicroBooNE Collaboration")]) == ()


def test_lists_that_are_cut_short_agree() -> None:
    ours, theirs = people_of([name_of("T. Lindqvist")]), people_of([name_of("Tove Lindqvist"), name_of("Mira Okafor")])
    assert compare_people(ours, theirs, cut=True).overlap == 1
    assert compare_people(ours, theirs).overlap == 0.5


@pytest.mark.parametrize(
    "entry",
    [
        work("Sorting sparse ledgers in linear time", "M. Okafor; T. Lindqvist", 2021),
        work("SORTING SPARSE LEDGERS IN LINEAR TIME", "Okafor M; Lindqvist T", 2022),
        work("Sorting Sparse Ledegrs in Linear Time", "Mira Okafor; Tove Lindqvist", 2021),
        work("Sorting Sparse Ledgers in Linear Time", "Mira Okafor; others", 2021),
        work("Sorting Sparse Ledgers", "Mira Okafor; Tove Lindqvist", 2021, DOI="10.5555/LEDGER.1"),
        work("Sorting sparse ledgers in linear time: a study", "Mira Okafor; Tove Lindqvist", 2021),
    ],
    ids=["case", "capitals", "typo", "et al", "doi", "subtitle"],
)
def test_an_entry_is_found(index: ArxivIndex, entry: Work) -> None:
    answer = find(entry, index)
    assert answer.verdict == "match"
    assert answer.record
    assert answer.record.id == "2101.00001"


def test_a_prefix_may_be_missing(index: ArxivIndex) -> None:
    answer = find(work("Lazy Queues Without Global Clocks", "T. Lindqvist; M. Okafor; Y. Amari", 2023), index)
    assert answer.record
    assert answer.record.id == "2302.00002"


def test_formulas_and_accents(index: ArxivIndex) -> None:
    answer = find(work("Weak ω-ledgers and their Schrödinger groupoids", "S. Dvorak", 2004), index)
    assert answer.record
    assert answer.record.id == "math/0309004"


def test_the_same_title_of_other_authors_is_refused(index: ArxivIndex) -> None:
    assert find(work("Gradient descent", "Ivan Petrov", 2015), index).verdict == "none"
    rossi = find(work("Gradient descent", "M. Rossi; A. Bianchi", 2015), index)
    assert rossi.record
    assert rossi.record.id == "1502.00006"


def test_the_same_title_without_authors_is_no_match(index: ArxivIndex) -> None:
    assert find(work("Gradient descent", "", 2015), index).verdict != "match"


@pytest.mark.parametrize(
    "title", ["Bounded archives for surveys I: Statics", "Bounded archives for surveys III: Dynamics"]
)
def test_companions_are_told_apart(index: ArxivIndex, title: str) -> None:
    assert find(work(title, "Y. Amari; S. Dvořák", 2019), index).verdict != "match"


def test_a_comment_is_not_the_paper(index: ArxivIndex) -> None:
    entry = work("Comment on Sorting sparse ledgers in linear time", "M. Okafor; T. Lindqvist", 2021)
    assert find(entry, index).verdict != "match"


def test_a_thesis_with_the_title_of_a_paper_is_not_the_paper(index: ArxivIndex) -> None:
    entry = work("Sorting Sparse Ledgers in Linear Time", "Mira Okafor", 2021, "thesis")
    assert find(entry, index).verdict != "match"


def test_an_entry_that_arxiv_does_not_have(index: ArxivIndex) -> None:
    assert find(work("Compilers for violins", "Ada Smith", 2020), index).verdict == "none"
    assert find(work("", "Ada Smith", 2020), index).verdict == "none"


def test_two_records_that_fit_alike_are_doubtful(tmp_path: Path) -> None:
    twins = [
        record(f"180{n}.0000{n}", "Hidden ledgers of the north", "Ada Smith; Bo Berg", "2018-02-01") for n in (1, 2)
    ]
    with ArxivIndex(index_of(tmp_path, twins)) as index:
        answer = find(work("Hidden ledgers of the north", "A. Smith; B. Berg", 2018), index)
    assert answer.verdict == "doubtful"
    assert len(answer.others) == 1


@pytest.mark.parametrize(
    ("more", "ids"),
    [
        ({"eprint": "2101.00001v3", "archiveprefix": "arXiv"}, ["2101.00001"]),
        ({"eprint": "arXiv:math.GT/0309136"}, ["math/0309136"]),
        ({"eprint": "q-alg/9709040"}, ["q-alg/9709040"]),
        ({"eprint": "hal-01234567", "archiveprefix": "hal"}, []),
        ({"container_title": "arXiv.org preprint 1312.2266v4"}, ["1312.2266"]),
        ({"container_title": "CoRR", "volume": "abs/1906.00003"}, ["1906.00003"]),
        ({"DOI": "10.48550/arXiv.2101.00001"}, ["2101.00001"]),
        ({"DOI": "10.48550/ARXIV.cs/0001002"}, ["cs/0001002"]),
        ({"URL": "https://arxiv.org/pdf/2101.00001v2.pdf"}, ["2101.00001"]),
        ({"URL": "http://export.arxiv.org/abs/hep-th/9901001"}, ["hep-th/9901001"]),
        ({"URL": "https://ar5iv.labs.arxiv.org/html/2101.00001"}, ["2101.00001"]),
        ({"URL": "https://www.alphaxiv.org/abs/2101.00001"}, ["2101.00001"]),
        ({"note": "Preprint arXiv:2101.00001, under review"}, ["2101.00001"]),
        ({"abstract": "We answer arXiv:2101.00001."}, []),
        ({"container_title": "PsyArXiv", "note": "2101.0001x"}, []),
        ({"eprint": "2113.00001"}, []),
        ({"eprint": "0110034", "archiveprefix": "gr-qc"}, ["gr-qc/0110034"]),
        ({"eprint": "{0110034v2}", "archiveprefix": "{GR-QC}"}, ["gr-qc/0110034"]),
        ({"eprint": "0309004", "archiveprefix": "arXiv", "primaryclass": "math.CT"}, ["math/0309004"]),
        ({"eprint": "0309004", "archiveprefix": "math.CT"}, ["math/0309004"]),
        ({"eprint": "2101.00001", "archiveprefix": "hep-th"}, ["2101.00001"]),
        ({"eprint": "0110034", "archiveprefix": "hal"}, []),
        ({"eprint": "0110034"}, []),
        ({"page": "1234.5678"}, []),
    ],
)
def test_identifiers_in_any_field(more: dict[str, str], ids: list[str]) -> None:
    assert [claim.id for claim in claims_of(work("A title", **more))] == ids


def test_a_claimed_identifier_is_verified(index: ArxivIndex) -> None:
    answer = find(work("Sorting sparse ledgers", "M. Okafor; T. Lindqvist", 2021, eprint="2101.00001v1"), index)
    assert answer.verdict == "match"
    assert answer.claim
    assert answer.claim.version == "1"


def test_a_copied_identifier_is_refuted_and_the_right_one_found(index: ArxivIndex) -> None:
    answer = find(
        work("Sorting sparse ledgers in linear time", "M. Okafor; T. Lindqvist", 2021, eprint="1906.00003"), index
    )
    assert [refuted.claim.id for refuted in answer.refuted] == ["1906.00003"]
    assert answer.record
    assert answer.record.id == "2101.00001"


def test_a_mistyped_identifier_is_refuted(index: ArxivIndex) -> None:
    answer = find(work("Something that is not there at all", "N. Nobody", 2021, eprint="2101.99999"), index)
    assert answer.verdict == "none"
    assert answer.refuted[0].reason == "arXiv has no paper 2101.99999"
    assert answer.refuted[0].certain


def test_an_index_of_some_papers_does_not_speak_for_arxiv(index: ArxivIndex) -> None:
    assert not index.is_complete_about("1906.00009")
    assert not index.is_complete_about("0704.0001")
    assert index.is_complete_about("1701.00099")
    answer = find(work("Something that is not there at all", "N. Nobody", 2019, eprint="1906.00009"), index)
    assert answer.refuted[0].reason == "nothing is known of 1906.00009 here"


def test_the_same_group_does_not_excuse_another_title(index: ArxivIndex) -> None:
    entry = work("An atlas of violins", "Tove Lindqvist; Mira Okafor; Yuki Amari", 2023, eprint="2302.00002")
    assert find(entry, index).verdict != "match"


def probability(entry: Work, there: ArxivPaper) -> float:
    """How probably a record is an entry's where it stands alone and all words are as rare."""
    return chance(compare(ArxivQuery.of(entry), there, lambda _: 7.0).odds)


TEAM = "Mira Okafor; Tove Lindqvist; Yuki Amari; Anna Bianchi"


def test_companion_papers_of_one_team_are_told_apart() -> None:
    """Four authors and half a title are no match where each title says something that the other does not."""
    companion = record("2101.00001", "The multiobjective knapsack problem: benchmark instances", TEAM, "2021-01-01")
    entry = work("Multiobjective salesman routes: lower bounds by column generation", TEAM, 2021)
    assert probability(entry, companion) < MATCH
    renamed = work("Multiobjective knapsack problems: new instances", TEAM, 2021)
    assert probability(renamed, companion) >= MATCH


@pytest.mark.parametrize(
    ("title", "there", "probability", "sure"),
    [
        ("Sorting of dense ledgers", TEAM, MATCH, True),
        ("Sorting of dense ledgers", "", MATCH, False),
        ("Sorting of dense ledgers", "", UNCONFIRMED, True),
        ("Sorting of sparse ledgers", "", MATCH, True),
    ],
)
def test_another_title_without_authors_must_be_more_probable(
    title: str, there: str, probability: float, sure: bool
) -> None:
    """Authors would tell companions and strangers apart; a record that names none leaves the title alone to speak."""
    found = record("2101.00001", "Sorting of sparse ledgers", there, "2021-01-01")
    assert is_sure(compare(ArxivQuery.of(work(title, TEAM, 2021)), found, lambda _: 7.0), probability) is sure


@pytest.mark.parametrize(("doi", "is_match"), [("10.5555/ours", False), ("10.5555/theirs", True), ("", True)])
def test_another_doi_and_another_title_are_another_paper(doi: str, is_match: bool) -> None:
    there = record("2101.00001", "Knapsack problems with several objectives", TEAM, "2021-01-01", doi="10.5555/theirs")
    entry = work("Knapsack problems with objectives of several kinds", TEAM, 2021, DOI=doi)
    assert (probability(entry, there) >= MATCH) is is_match
    same = work(there.title, TEAM, 2021, DOI="10.5555/ours")
    assert probability(same, there) >= MATCH


def test_most_of_the_authors_are_enough_where_the_title_is_the_same() -> None:
    there = record(
        "2101.00001", "Univalent ledgers and their completion", "Mira Okafor; Tove Lindqvist; Yuki Amari", "2021-01-01"
    )
    entry = work(there.title, "Mira Okafor; Kristof Lindgren; Yuki Amari", 2021)
    assert probability(entry, there) >= MATCH
    other = work(there.title, "Mira Okafor; Kristof Lindgren; Ada Smith", 2021)
    assert probability(other, there) < MATCH


def test_what_a_record_says_of_its_printing_counts() -> None:
    entry = work("Sorting of ledgers", "Ada Smith", 2021, container_title="J. Synth. Syst.")
    conference = work(
        "Sorting of ledgers", "Ada Smith", 2021, container_title="Conference on Computer Vision and Pattern Recognition"
    )
    for query, more in (
        (entry, {"journal": "Journal of Synthetic Systems 3 (2021)"}),
        (conference, {"comment": "CVPR 2021, 8 pages"}),
    ):
        bare = compare(
            ArxivQuery.of(query), record("2101.00001", "Ledgers, sorted", "Ada Smith", "2021-01-01"), lambda _: 5.0
        )
        told = compare(
            ArxivQuery.of(query),
            record("2101.00001", "Ledgers, sorted", "Ada Smith", "2021-01-01", **more),
            lambda _: 5.0,
        )
        said = weights()[f"venue.{next(iter(more))}"]
        assert told.odds == pytest.approx(bare.odds + said)
        assert said > 0


def test_probabilities_share_one_sum(index: ArxivIndex) -> None:
    """Twins have half of it each, so that neither is chosen; one that stands alone has nearly all."""
    answer = search(
        ArxivQuery.of(work("Sorting sparse ledgers in linear time", "M. Okafor; T. Lindqvist", 2021)), index
    )
    assert answer.best
    assert answer.best.probability + sum(other.probability for other in answer.others) <= 1
    assert answer.best.probability > 0.9


def test_reasons_add_up_to_the_odds() -> None:
    there = record("2101.00001", "Sorting of ledgers II", TEAM, "2021-01-01", doi="10.5555/theirs")
    found = compare(ArxivQuery.of(work("Sorting of ledgers III", TEAM, 2023, DOI="10.5555/ours")), there, lambda _: 7.0)
    assert sum(reason.points for reason in found.reasons) == pytest.approx(found.odds)
    assert {"the numbers in the titles differ", "the record names another DOI"} <= {r.text for r in found.reasons}


def test_every_feature_has_a_weight() -> None:
    """What is compared and what was learned belong together: a feature without a weight would be forgotten."""
    known = weights()
    entries = [
        work("Sorting of ledgers", "Ada Smith", 2021), work("Sorting of ledgers", "", 2021),
        work("Sorting of ledgers: a study", TEAM, 2015), work("Comment on sorting of ledgers 2", TEAM, 2031, "thesis"),
    ]  # fmt: skip
    records = [
        record(f"2101.0000{n}", "Sorting of ledgers", who, "2021-01-01")
        for n, who in enumerate((TEAM, "Ada Smith", ""), 1)
    ]
    for entry in entries:
        for there in records:
            features = compare(ArxivQuery.of(entry), there, lambda _: 7.0).features
            assert {name for name, value in features if value} <= set(known)


def test_likeness_of_texts() -> None:
    assert ratio("ledger", "ledger") == 1
    assert ratio("", "x") == 0
    assert ratio("abcd", "abxd") == 0.75
