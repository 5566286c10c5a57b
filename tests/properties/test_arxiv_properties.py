"""Properties of matching: nothing upsets it, and it is the same whichever way it is asked."""

from __future__ import annotations

from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from citekit.model.arxiv_paper import ArxivPaper
from citekit.model.identity.people import compare_people, name_of, people_of
from citekit.model.identity.titles import title_of
from citekit.model.work import Work
from citekit.services.arxiv.claims import claims_of
from citekit.services.arxiv.compare import ArxivQuery, compare
from citekit.services.arxiv.snapshot import record_of_item
from citekit.services.arxiv.xml_records import FeedError, parse_feed
from citekit.text.similar import ratio

WORDS = st.text("ab {}\\$<>&;:-'\"^_~IVx2é中\u00ad", max_size=60)
NAMES = st.lists(st.text("AB ab.,-'é", max_size=15), max_size=5)


@settings(max_examples=60, deadline=None)
@given(WORDS, NAMES, st.text(max_size=60))
def test_any_entry_can_be_compared(title: str, names: list[str], other: str) -> None:
    work = Work("book", "", {"title": title, "author": tuple(map(name_of, names)), "note": other})
    claims_of(work)
    record = ArxivPaper("2101.00001", other, tuple(map(name_of, names[::-1])))
    comparison = compare(ArxivQuery.of(work), record, lambda _: 5.0)
    assert 0 <= comparison.title_similarity <= 1
    assert str(comparison)


@settings(max_examples=60, deadline=None)
@given(WORDS)
def test_a_title_is_like_itself_in_any_case(text: str) -> None:
    assert title_of(text).key == title_of(text).key.lower()
    assert ratio(title_of(text).key, title_of(f" {text} ").key) == 1


@settings(max_examples=40, deadline=None)
@given(NAMES)
def test_a_list_of_authors_agrees_with_itself(names: list[str]) -> None:
    people = people_of(tuple(map(name_of, names)))
    agreement = compare_people(people, people)
    assert agreement.ours == agreement.theirs
    assert not people or agreement.share > 0.85


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=30), st.text(max_size=30))
def test_likeness_does_not_depend_on_the_order(one: str, other: str) -> None:
    assert ratio(one, other) == ratio(other, one)
    assert 0 <= ratio(one, other) <= 1


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_a_record_or_none_and_a_feed_or_an_error(data: bytes) -> None:
    record_of_item(data)
    with suppress(FeedError):
        parse_feed(data)
