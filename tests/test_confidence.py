"""How likely an entry is right: a probability that falls with what makes a reading doubtful."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citekit.commands.convert import Conversion, NamedBytes, is_doubtful
from citekit.extraction.items import Section
from citekit.extraction.list_features import read_lines
from citekit.extraction.pipeline import line_item
from citekit.extraction.provenance import rate, signals, weights
from citekit.extraction.reading import make_record
from citekit.extraction.record import ParsedItem
from citekit.model.work import Trace
from citekit.runtime.config import ConvertSettings

CLEAN = "Amari, Y., & Ito, D. (2021). Sorting lazy queues under memory pressure. Journal of Queues, 4(2), 11-29."
ODD = "see also Amari; and of the; 4.2 notes (in; Ito D, manuscript) pp. lazy: 1999/2003 vol"


def record_of(line: str) -> ParsedItem:
    item = line_item(line, 0, Section(()))
    labelled, _ = read_lines([item])
    record = make_record(item, labelled[0])
    rate([record])
    return record


def traces(text: str, each_line: bool = False) -> tuple[Trace, ...]:
    settings = ConvertSettings(each_line=each_line)
    return Conversion.of([NamedBytes("list.md", text.encode())], settings).library.traces


def test_a_clean_reference_is_likelier_right_than_a_muddle() -> None:
    assert record_of(CLEAN).confidence > 0.8 > 0.4 > record_of(ODD).confidence


def test_the_record_and_the_trace_carry_it() -> None:
    record = record_of(CLEAN)
    (told,) = signals([record])
    known = weights("line")
    score = known["bias"] + sum(known.get(name, 0.0) * value for name, value in told.items())
    assert record.confidence == pytest.approx(1 / (1 + math.exp(-score)))
    (trace,) = traces(CLEAN + "\n", each_line=True)
    assert trace.score == round(record.confidence, 2)


def test_every_field_has_the_sureness_of_its_least_sure_word() -> None:
    record = record_of(CLEAN)
    (trace,) = traces(CLEAN + "\n", each_line=True)
    words = record.labelled.words
    assert record.title is not None
    inside = record.labelled.sure[words.first_from(record.title.start) : words.first_from(record.title.end)]
    assert trace.evidence["title"].score == round(min(inside), 2)


def test_a_clean_list_has_no_doubtful_entry() -> None:
    entries = "".join(
        f"- Yuki Amari and Dana Ito. **{title}**. *Journal of Machine Learning Research*, {year}.\n"
        for year, title in enumerate(
            ("Sorting lazy queues under pressure", "Eager stacks for small machines", "Learning to wait in line"), 2019
        )
    )
    found = traces(f"# Publications\n\n{entries}")
    assert len(found) == 3
    assert not any(map(is_doubtful, found))


def test_co_authors_alone_are_doubtful_where_nobody_is_known() -> None:
    (trace,) = traces(
        "# Publications\n\n- Sorting lazy queues under pressure (with Dana Ito), Journal of Algebra, 2019.\n"
    )
    assert any("co-authors" in doubt for doubt in trace.doubts)


@settings(max_examples=50, deadline=None)
@given(st.text(min_size=1, max_size=200).filter(lambda text: bool(text.strip())))
def test_it_is_a_probability_whatever_was_read(line: str) -> None:
    assert 0.0 <= record_of(" ".join(line.split()) or "x").confidence <= 1.0


def test_an_item_unlike_its_list_is_less_sure() -> None:
    lines = [
        f"Amari, Y., & Ito, D. ({year}). {title}. Journal of Queues, 4(2), 11-29."
        for year, title in ((2019, "Sorting lazy queues"), (2020, "Eager stacks"), (2021, "Learning to wait in line"))
    ]
    records = [record_of(line) for line in lines]
    for record in records:
        record.item.list_key = "body"
    alike = next(iter(signals(records)))
    records[0].authors = None
    unlike = next(iter(signals(records)))
    assert alike["no authors, unlike others"] == 0.0
    assert unlike["no authors, unlike others"] == 1.0
