"""How likely an entry is right: a probability that falls with what makes a reading doubtful."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citekit.api import Conversion, NamedBytes, is_doubtful
from citekit.config import ConvertSettings
from citekit.publications.build import _line_item, read_lines
from citekit.publications.confidence import BASE, confidence, confidence_signals
from citekit.publications.fields.collect import make_record
from citekit.publications.items import Section
from citekit.publications.record import Record
from citekit.publications.signals import fitted_weights
from citekit.publications.vocabulary import Vocabulary
from citekit.works.trace import Trace

CLEAN = "Amari, Y., & Ito, D. (2021). Sorting lazy queues under memory pressure. Journal of Queues, 4(2), 11-29."
ODD = "see also Amari; and of the; 4.2 notes (in; Ito D, manuscript) pp. lazy: 1999/2003 vol"


def record_of(line: str) -> Record:
    item = _line_item(line, 0, Section(()))
    labelled, _ = read_lines([item], Vocabulary.of([line]))
    return make_record(item, labelled[0])


def traces(text: str, each_line: bool = False) -> tuple[Trace, ...]:
    settings = ConvertSettings(each_line=each_line)
    return Conversion.of([NamedBytes("list.md", text.encode())], settings).library.traces


def test_a_clean_reference_is_likelier_right_than_a_muddle() -> None:
    assert confidence(record_of(CLEAN)) > 0.7 > 0.4 > confidence(record_of(ODD))


def test_the_record_and_the_trace_carry_it() -> None:
    record = record_of(CLEAN)
    assert record.confidence == confidence(record)
    (trace,) = traces(CLEAN + "\n", each_line=True)
    assert trace.score == round(record.confidence, 2)


@pytest.mark.parametrize(
    ("line", "signal"),
    [
        ("Amari, Y. (2021). and queues. Journal of Queues, 4(2), 11-29.", "title: joining word first"),
        (CLEAN, "volume"),
        (CLEAN, "pages"),
        ("Sorting lazy queues under memory pressure.", "no authors"),
        ("Sorting lazy queues under memory pressure.", "no container"),
    ],
)
def test_signals_name_what_they_see(line: str, signal: str) -> None:
    assert signal in confidence_signals(record_of(line))


def test_every_kind_has_fitted_weights() -> None:
    tables = fitted_weights("confidence")
    assert set(tables) == {"document", "line"}
    assert all(BASE in table for table in tables.values())


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


@given(st.text(min_size=1, max_size=200).filter(lambda text: bool(text.strip())))
def test_it_is_a_probability_whatever_was_read(line: str) -> None:
    record = record_of(" ".join(line.split()) or "x")
    assert 0.0 <= confidence(record) <= 1.0
    assert len(set(confidence_signals(record))) == len(confidence_signals(record))
