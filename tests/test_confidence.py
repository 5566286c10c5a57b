"""How likely an entry is right: a probability that falls with what makes a reading doubtful."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citekit.api import Conversion, NamedBytes, is_doubtful
from citekit.config import ConvertSettings
from citekit.publications.build import line_item
from citekit.publications.confidence import LINE_POWER, confidence
from citekit.publications.items import Section
from citekit.publications.lists import read_lines
from citekit.publications.reading import make_record
from citekit.publications.record import Record
from citekit.publications.vocabulary import Vocabulary
from citekit.works.trace import Trace

CLEAN = "Amari, Y., & Ito, D. (2021). Sorting lazy queues under memory pressure. Journal of Queues, 4(2), 11-29."
ODD = "see also Amari; and of the; 4.2 notes (in; Ito D, manuscript) pp. lazy: 1999/2003 vol"


def record_of(line: str) -> Record:
    item = line_item(line, 0, Section(()))
    labelled, _ = read_lines([item], Vocabulary.of([line]))
    return make_record(item, labelled[0])


def traces(text: str, each_line: bool = False) -> tuple[Trace, ...]:
    settings = ConvertSettings(each_line=each_line)
    return Conversion.of([NamedBytes("list.md", text.encode())], settings).library.traces


def test_a_clean_reference_is_likelier_right_than_a_muddle() -> None:
    assert confidence(record_of(CLEAN)) > 0.8 > 0.4 > confidence(record_of(ODD))


def test_the_record_and_the_trace_carry_it() -> None:
    record = record_of(CLEAN)
    assert record.confidence == confidence(record) == pytest.approx(record.labelled.probability**LINE_POWER)
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
    assert 0.0 <= confidence(record_of(" ".join(line.split()) or "x")) <= 1.0
