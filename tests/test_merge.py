"""One publication in several libraries is one work; works of one library are never merged."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citekit.formats.files import dumps, loads
from citekit.model.date import Date
from citekit.model.identity import ComparisonRecord, MatchDecision, same_work
from citekit.model.merge import merged
from citekit.model.name import OTHERS, Name
from citekit.model.work import Evidence, Trace, Value, Work, Works
from citekit.runtime.span import Source, Span

AMARI, ITO = Name("Amari", "Yuki"), Name("Ito", "D.")


def work(title: str = "Lazy Queues", *names: Name, year: int = 2023, kind: str = "article", **more: Value) -> Work:
    variables: dict[str, Value] = {"title": title, "author": names or (AMARI,), **more}
    if year:
        variables["issued"] = Date.of(year)
    return Work(kind, "", variables)


def both(one: Work, other: Work) -> tuple[Work, ...]:
    return merged([Works((one,)), Works((other,))]).works


def test_same_letters_same_year_shared_author() -> None:
    assert len(both(work("Lazy Queues"), work("<i>Lazy</i> queues.", ITO, AMARI))) == 1


def test_accents_and_letter_case_do_not_matter() -> None:
    assert len(both(work("Ökologie der Warteschlangen"), work("OKOLOGIE DER WARTESCHLANGEN"))) == 1


def test_other_years_types_authors_and_titles_are_other_works() -> None:
    for other in (work(year=2022), work(kind="book"), work("Lazy Queues", ITO), work("Lazy Queues II")):
        assert len(both(work(), other)) == 2


def test_titles_in_other_scripts_are_compared_whole() -> None:
    assert len(both(work("GPU 上的稀疏训练"), work("GPU 上的稠密训练"))) == 2
    assert len(both(work("GPU 上的稀疏训练"), work("GPU 上的稀疏训练"))) == 1


def test_an_unknown_year_fits_any() -> None:
    (found,) = both(work(year=0), work(year=2021))
    assert found.year == 2021


def test_the_fuller_keeps_its_values_and_gets_those_it_lacks() -> None:
    (found,) = both(work(publisher="Four", issue="1"), work(publisher="Five", DOI="10.1234/5", page="1-9"))
    assert [found.text(name) for name in ("publisher", "issue", "DOI", "page")] == ["Five", "1", "10.1234/5", "1-9"]


def test_of_two_as_full_the_first_keeps_its_values() -> None:
    (found,) = both(work(publisher="Four", issue="1"), work(publisher="Five", DOI="10.1234/5"))
    assert [found.text(name) for name in ("publisher", "issue", "DOI")] == ["Four", "1", "10.1234/5"]


def test_the_first_gives_place_and_key() -> None:
    one, other = work().with_id("amari2023"), work(publisher="Five").with_id("x")
    found = merged([Works((one, work("Sorting"))), Works((other,))])
    assert [w.title for w in found] == ["Lazy Queues", "Sorting"]
    assert (found[0].id, found[0].text("publisher")) == ("amari2023", "Five")


def test_a_list_of_names_that_was_cut_short_is_completed() -> None:
    (found,) = both(work("Lazy Queues", AMARI, OTHERS), work("Lazy Queues", AMARI, ITO))
    assert found.author == (AMARI, ITO)


def test_the_trace_names_the_other_place() -> None:
    here, there = Source("a.md", "x" * 9), Source("b.md", "x" * 9)
    one = Works((work(),), (Trace(here, Span(0, 1)),))
    two = Works((work(), work("Others")), (Trace(there, Span(2, 3)), Trace(there, Span(4, 5))))
    result = merged([one, two])
    assert result.traces[0].also == ((there, Span(2, 3)),)
    assert [trace.source.name for trace in result.traces] == ["a.md", "b.md"]


HERE, THERE = Source("a.md", "first\nsecond\n"), Source("b.md", "first\nsecond\n")


def traced(source: Source, work: Work, **spans: Span) -> Works:
    evidence = {name.replace("_", "-"): Evidence(span, 0.9, "a printed locator") for name, span in spans.items()}
    return Works((work,), (Trace(source, Span(6, 12), evidence),))


def test_both_places_stay_when_the_second_is_fuller() -> None:
    (trace,) = merged([traced(HERE, work()), traced(THERE, work(publisher="Five"))]).traces
    assert (trace.source, trace.also) == (THERE, ((HERE, Span(6, 12)),))


def test_what_was_filled_in_says_where_it_comes_from() -> None:
    one = traced(HERE, work(publisher="Four", DOI="10.1234/5"), title=Span(0, 3), publisher=Span(3, 5), doi=Span(6, 8))
    other = traced(THERE, work(publisher="Five", page="1-9", issue="2"), title=Span(6, 9), publisher=Span(9, 12))
    (trace,) = merged([one, other]).traces
    assert trace.evidence["title"].span == Span(6, 9)
    assert trace.evidence["publisher"] == Evidence(Span(9, 12), 0.9, "a printed locator")
    assert trace.evidence["doi"] == Evidence(None, 0.9, "a printed locator; from a.md:2:1")


def test_what_was_filled_in_keeps_its_place_when_it_moves_on() -> None:
    third = traced(Source("c.md", "x"), work(page="1-9", issue="2", publisher="House", note="7"))
    one = traced(HERE, work(publisher="Four"), publisher=Span(0, 1))
    other = traced(THERE, work(DOI="10.1234/5"), doi=Span(6, 8))
    (trace,) = merged([one, other, third]).traces
    assert trace.evidence["doi"] == Evidence(None, 0.9, "a printed locator; from b.md:2:1")
    assert [source.name for source, _ in trace.also] == ["a.md", "b.md"]


def test_names_that_complete_a_list_bring_their_evidence() -> None:
    one = traced(HERE, work("Lazy Queues", AMARI, OTHERS, publisher="Four"), author=Span(0, 3))
    other = traced(THERE, work("Lazy Queues", AMARI, ITO), author=Span(0, 4))
    (trace,) = merged([one, other]).traces
    assert trace.evidence["author"] == Evidence(None, 0.9, "a printed locator; from b.md:1:1")


def test_works_without_a_title_stay_apart() -> None:
    assert len(both(work(""), work(""))) == 2


WORKS = st.builds(
    work,
    st.sampled_from(["Lazy Queues", "lazy queues", "Sorting", ""]),
    st.sampled_from([AMARI, ITO]),
    year=st.sampled_from([0, 2020, 2021]),
)
LIBRARIES = st.lists(WORKS, max_size=6).map(lambda works: Works(tuple(works)))


@given(LIBRARIES)
def test_one_library_stays_as_it_is(library: Works) -> None:
    assert merged([library]).works == library.works


@given(st.lists(LIBRARIES, max_size=4))
def test_nothing_is_lost(libraries: list[Works]) -> None:
    result = merged(libraries)
    assert len(result) + sum(len(trace.also) for trace in result.traces) == sum(map(len, libraries))
    assert {w.title.casefold() for w in result} == {w.title.casefold() for library in libraries for w in library}


@given(LIBRARIES)
def test_a_library_merged_with_itself_gains_nothing(library: Works) -> None:
    titled = Works(tuple(w for w in library if w.title))
    assert len(merged([titled, titled])) == len(titled)


def test_equal_titles_are_compared_a_few_times_each(monkeypatch: pytest.MonkeyPatch) -> None:
    times = 0

    def counted(one: ComparisonRecord, other: ComparisonRecord) -> MatchDecision:
        nonlocal times
        times += 1
        return same_work(one, other)

    monkeypatch.setattr("citekit.model.merge.same_work", counted)
    many = 600
    libraries = [
        Works(tuple(work("Editorial Matters of the Queue", year=2020, volume=str(n), page=f"{n}") for n in range(many)))
        for _ in range(2)
    ]
    assert len(merged(libraries)) == many
    assert times < 60 * many


FIRST = (
    "@proceedings{days, title = {Queue Days}, year = 2021}\n@inproceedings{kid, title = {Fast}, crossref = {days}}\n"
)


@pytest.mark.parametrize("field", ["crossref", "xref", "related", "xdata", "entryset"])
def test_fields_that_hold_keys_follow_a_key_that_changes(field: str) -> None:
    """What an entry names is an entry of its own file."""
    second = f"@inproceedings{{sol, title = {{Slow}}, {field} = {{days}}}}\n@proceedings{{days, title = {{Jelly}}, year = 2021}}\n"
    whole = merged([loads(FIRST), loads(second)])
    assert [work.id for work in whole] == ["days", "kid", "sol", "days-2"]
    assert whole[1].fields.get("crossref") == "days"
    assert whole[2].fields[field] == "days-2"
    assert [problem.message for problem in whole.problems if problem.kind == "key-changed"] == [
        "the key 'days' is 'days-2' now, for another work before it has it"
    ]


def test_a_free_key_is_one_that_neither_library_has() -> None:
    second = "@book{days, title = {Jelly}}\n@book{days-2, title = {Ants}}\n"
    assert [work.id for work in merged([loads(FIRST), loads(second)])] == ["days", "kid", "days-3", "days-2"]


def test_what_names_a_work_that_is_merged_names_it_under_its_one_key() -> None:
    second = (
        "@misc{sol, title = {Slow}, related = {queues, kid}}\n@proceedings{queues, title = {Queue Days}, year = 2021}\n"
    )
    whole = merged([loads(FIRST), loads(second)])
    named = next(work for work in whole if work.id == "sol").fields["related"]
    assert named in ("days,kid", "queues, kid")  # merged, or not one work
    assert (named == "days,kid") == (len(whole) == 3)


def test_citations_in_notes_follow_a_key_that_changes() -> None:
    second = (
        r"@misc{sol, title = {Slow}, note = {See \citet[p.~3]{days,kid} and \cite{days}}}"
        "\n@book{days, title = {Jelly}}\n"
    )
    whole = merged([loads(FIRST), loads(second)])
    assert whole[2].text("note") == r"See \citet[p.~3]{days-2,kid} and \cite{days-2}"


def test_a_set_has_no_field_of_its_member_twice() -> None:
    text = "@set{s, entryset = {a}}\n@article{a, title = {Ants}, journal = {Moss}}\n"
    assert "entryset" in dumps(loads(text), "biblatex")
    assert dumps(loads(text), "biblatex").count("Moss") == 1
