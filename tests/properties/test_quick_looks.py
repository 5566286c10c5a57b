"""A quick look spares a search, and never a find: with it finders see what their patterns see."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from citekit.documents.model import Run
from citekit.publications.build import _line_item
from citekit.publications.chunks import chunk_item
from citekit.publications.decode import best_reading
from citekit.publications.evidence import weigh
from citekit.publications.features import chunk_features
from citekit.publications.items import Section
from citekit.publications.parts import accessed, dates, editions, locators, reports, status
from citekit.publications.people import Legend
from citekit.publications.shape import ListShape
from citekit.publications.signals import Weights, chunk_signals, fitted_weights
from citekit.publications.styled import StyledText
from citekit.publications.vocabulary import Vocabulary
from citekit.span import Span

PIECES = (
    *"()[],.:;/-–",
    *(
        "12",
        "7",
        "2019",
        "1987",
        "(1769)",
        "20195",
        "3/2021",
        "12/5/23",
        "March",
        "Sep.",
        "mai",
        "Spring",
        "Summary",
        "1st",
        "of",
    ),
    *(
        "vol. ",
        "no. ",
        "pp. ",
        "S. ",
        "Heft ",
        "Article ",
        "e2021",
        "A7",
        "XIV",
        "45-67",
        "Journal",
        "the",
        " ",
        "\xa0",
    ),
)
stretches = st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join) | st.lists(
    st.sampled_from(PIECES), max_size=14
).map("".join)


def styled(text: str) -> StyledText:
    return StyledText.of([Run(text, Span(0, len(text)))])


@given(stretches)
@settings(max_examples=150)
def test_dates_are_those_that_the_whole_pattern_finds(text: str) -> None:
    assert [m.span() for m in dates._matches(text)] == [m.span() for m in dates._PATTERN.finditer(text)]


@given(stretches)
@settings(max_examples=150)
def test_locators_do_not_depend_on_what_stands_long_before(text: str) -> None:
    before = "Queues and lanterns under the northern lights, again. "
    near, far = f"again. {text}", f"{before}{text}"
    shift = len(before) - len("again. ")
    found = [(a.start + shift, a.end + shift, a.kind, a.values) for a in locators.find(styled(near))]
    assert found == [(a.start, a.end, a.kind, a.values) for a in locators.find(styled(far))]


@pytest.mark.parametrize(
    ("pattern", "find"),
    [
        (status._STATUS, status.find),
        (accessed._ACCESSED, accessed.find),
        (editions._EDITION, editions.find),
    ],
    ids=["states", "dates of access", "editions"],
)
def test_every_phrase_passes_the_quick_look(pattern: re.Pattern[str], find: object) -> None:
    @given(st.from_regex(pattern, alphabet=st.characters(max_codepoint=0x17E)))
    @settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
    def passes(text: str) -> None:
        item = styled(text)
        assert bool(list(find(item))) or not pattern.search(item.text)  # type: ignore[operator]

    passes()


@pytest.mark.parametrize(
    "text",
    [
        *("Working Paper No. 5888", "Technical report, 12", "Tech. Rep. CS-12", "Policy Paper #7", "3 VOLUMES"),
        *("2 vols.", "two volumes", "3 Bde.", "4 Bände", "2 tomes"),
    ],
)
def test_reports_and_volumes_pass_the_quick_look(text: str) -> None:
    assert list(reports.find(styled(f"{text}. 1999")))


REFERENCES = (
    "Amari, Y., & Ito, D. (2021). Sorting lazy queues under memory pressure. Journal of Queues, 4(2), 11-29.",
    "[3] J. Brandt and T. Okafor, “Tracing lanterns,” in Proc. 5th Symp. on Lanterns, 2019, pp. 3–9, to appear.",
    "Lindqvist T: Lazy meshes (with an appendix). Heidelberg: Springer, 1998. https://doi.org/10.5555/1998.3",
)


@pytest.mark.parametrize("line", REFERENCES)
def test_what_fitted_weights_remember_changes_no_score(line: str) -> None:
    vocabulary = Vocabulary(single_references=True)
    chunked = chunk_item(_line_item(line, 0, Section(())).text, vocabulary)
    features = chunk_features(chunked, vocabulary)
    fitted = fitted_weights("line")
    plain: Weights = dict(fitted)
    once, again = (weigh(chunked, features, vocabulary, fitted) for _ in range(2))
    fresh = weigh(chunked, features, vocabulary, plain)
    assert once.gains == again.gains == fresh.gains
    assert best_reading(again, ListShape()) == best_reading(fresh, ListShape())


@pytest.mark.parametrize("line", REFERENCES)
def test_scores_are_the_signals_weights(line: str) -> None:
    vocabulary = Vocabulary(single_references=True)
    chunked = chunk_item(_line_item(line, 0, Section(())).text, vocabulary)
    features = chunk_features(chunked, vocabulary)
    fitted = fitted_weights("line")
    weighed = weigh(chunked, features, vocabulary, fitted).gains
    unweighed = weigh(chunked, features, vocabulary, {}).gains
    for signals, before, after in zip(chunk_signals(features, chunked), unweighed, weighed, strict=True):
        for part, score in before.items():
            total = score + sum(fitted.get(signal, {}).get(part, 0.0) for signal in signals)
            assert after[part] == pytest.approx(total)


@pytest.mark.parametrize(
    ("text", "meanings"),
    [
        ("* denotes equal contribution", {"*": "equal"}),
        ("equal contribution is marked by †", {"†": "equal"}),
        ("(= corresponding author)", {"=": "corresponding"}),
        ("a student of equal contribution", {}),
    ],
)
def test_legends_are_read_where_there_is_a_mark(text: str, meanings: dict[str, str]) -> None:
    assert Legend.of([text]).meanings == meanings
