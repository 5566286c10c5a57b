"""What holds for every document: nothing raises, lines stay in order, spans lie in the source, no letter is lost."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citekit.documents.load import read_text, text_format_names
from citekit.extraction.pipeline import Reading, convert_document, convert_lines
from citekit.model.work import Trace, Work
from citekit.runtime.config import ConvertSettings
from citekit.runtime.span import Source

SETTINGS = ConvertSettings()
MARKUP = (
    *"*_`~#|<>[](){}&;.,:-–—'\"“”†‡§^=+!?/\\%$\n\t",
    "\n\n", "\n- ", "\n1. ", "\n# ", "<li>", "</li>", "<br>", "<p>", "<b>", "</b>", "<div>", "</div>",
    "<table><tr><td>", "<!--", "-->", "~~", "**", "https://", "doi:10.", "arXiv:",
    "et al.", " and ", " with ", "in ", "pp. ", "vol. ",
)  # fmt: skip
WORDS = (
    "Ada", "Brandt", "Okafor", "B.", "van der", "Jr.", "张三", "Zoë", "lantern", "Sorting", "Pebbles", "tracing",
    "OSDI", "Proceedings", "Journal of Invented Systems", "2024", "'23", "12(3)", "45–67", "2401.01234", "10.5555/x.1",
    "PhD thesis", "to appear", "Best Paper Award", "Publications", "Talks", "É", "ﬁ", "٣", "🙂", "\u200b", "\u0301",
)  # fmt: skip

anything = st.one_of(
    st.text(max_size=200),
    st.lists(st.sampled_from(MARKUP + WORDS), max_size=60).map("".join),
    st.lists(st.sampled_from(MARKUP + WORDS), max_size=60).map(" ".join),
)

GIVEN = st.sampled_from(("Ada", "Ben", "Carla", "Dora", "Jean-Luc", "A.", "B. C."))
FAMILY = st.sampled_from(("Brandt", "Okafor", "Nowak", "Lindqvist", "van der Berg", "Échantillon"))
NAMES = st.lists(st.builds(lambda first, last: f"{first} {last}", GIVEN, FAMILY), min_size=1, max_size=4, unique=True)
PHRASES = st.lists(
    st.sampled_from(
        ("lantern", "tracing", "pebbles", "for", "under", "pressure", "caches", "of", "theory", "GPU", "24/7")
    ),
    min_size=2,
    max_size=8,
).map(lambda words: " ".join(words).capitalize())
VENUES = st.sampled_from(
    (
        "OSDI",
        "Journal of Invented Systems",
        "In Proceedings of the Workshop on Pebbles",
        "PhD thesis, University of Nowhere",
    )
)
EXTRAS = st.sampled_from(
    (
        "",
        "12(3), 45-67",
        "pp. 1-9",
        "to appear",
        "(Best Paper Award)",
        "arXiv:2401.01234",
        "[see our page]",
        "42 citations",
    )
)
SEPARATORS = st.sampled_from((". ", ", ", "; ", "\n", " - "))


@st.composite
def references(draw: st.DrawFn) -> str:
    """A line that reads like a reference, its parts in any order."""
    names = draw(st.sampled_from((", ", "; ", " and "))).join(draw(NAMES))
    parts = [names, draw(PHRASES), draw(VENUES), draw(st.sampled_from(("2024", "(2023)", ""))), draw(EXTRAS)]
    parts = [part for part in draw(st.permutations(parts)) if part]
    return parts[0] + "".join(draw(SEPARATORS.filter(lambda s: s != "\n")) + part for part in parts[1:])


def spans_of(trace: Trace) -> Iterator[tuple[int, int]]:
    """The item's own span and those of its fields."""
    yield trace.span.start, trace.span.end
    for evidence in trace.evidence.values():
        if evidence.span is not None:
            yield evidence.span.start, evidence.span.end


def assert_sound(reading: Reading) -> None:
    """Every place that a reading names lies in its source, and it counts all that it saw."""
    length = len(reading.source.text)
    for trace in reading.library.traces:
        assert all(0 <= start <= end <= length for start, end in spans_of(trace))
        assert 0.0 <= trace.score <= 1.0
    assert all(0 <= entry.span.start <= entry.span.end <= length for entry in reading.left_out)
    assert len(reading.library.works) == len(reading.library.traces)
    assert len(reading.library.works) + len(reading.left_out) <= reading.seen


@pytest.mark.parametrize("format_name", text_format_names())
@settings(max_examples=80, deadline=None)
@given(text=anything)
def test_any_text_can_be_read(format_name: str, text: str) -> None:
    assert_sound(convert_document(read_text(text, "any", format_name), SETTINGS))


@pytest.mark.parametrize("format_name", text_format_names())
@settings(max_examples=25, deadline=None)
@given(items=st.lists(references(), min_size=1, max_size=6))
def test_lists_can_be_read(format_name: str, items: list[str]) -> None:
    text = "Publications\n\n" + "\n\n".join(items)
    assert_sound(convert_document(read_text(text, "list", format_name), SETTINGS))


@settings(max_examples=80, deadline=None)
@given(text=st.lists(st.one_of(anything, references()), max_size=5).map("\n".join))
def test_every_line_is_one_work_in_order(text: str) -> None:
    reading = convert_lines(Source("lines", text), SETTINGS)
    lines = [line for line in text.split("\n") if line.strip()]
    assert_sound(reading)
    assert len(reading.library.works) == len(lines)
    starts = [trace.span.start for trace in reading.library.traces]
    assert starts == sorted(starts)
    for line, trace in zip(lines, reading.library.traces, strict=True):
        assert text[trace.span.start : trace.span.end] in line


@pytest.mark.parametrize(
    "line",
    [
        "Okafor Jr., Ben, and Ada Brandt, III. 1994. Lanterns (in Pebbles). Oxford: Press, pp. 3-",
        "Brandt, A. v. d., LI, XY, van der Berg, J. (Eds.): Tracing; in: Caches 12(3), Springer, Berlin",
    ],
)
def test_a_reference_may_break_off_anywhere(line: str) -> None:
    broken = [line[:end] for end in range(1, len(line) + 1)]
    reading = convert_lines(Source("lines", "\n".join(broken)), SETTINGS)
    assert len(reading.library.works) == len(broken)


# --- no letter is lost ---------------------------------------------------------------------------------------------

JOINING = frozenset("and with in at of by the to appear page pages pp vol no doi arxiv et al eds ed".split())
"""Words between fields that say what follows and are not kept themselves."""


def folded(text: str) -> str:
    """The letters and digits of a text, without case, accents and spaces."""
    return "".join(c for c in unicodedata.normalize("NFKD", text).casefold() if c.isalnum())


def kept_text(work: Work, trace: Trace) -> str:
    """All that a work and its trace hold in words."""
    values = [str(value) for value in (*work.variables.values(), *work.fields.values())]
    return folded(" ".join([*values, *trace.left_over]))


def lost_words(source: Source, work: Work, trace: Trace) -> list[str]:
    """The words of an item that are in no field's place, in no value, and are not reported as left over."""
    spans = [e.span for e in trace.evidence.values() if e.span is not None]
    kept = kept_text(work, trace)
    lost = []
    for word in re.finditer(r"\w+", source.text[trace.span.start : trace.span.end]):
        start, end = word.start() + trace.span.start, word.end() + trace.span.start
        inside = any(span.start <= start and end <= span.end for span in spans)
        if not inside and word.group().casefold() not in JOINING and folded(word.group()) not in kept:
            lost.append(word.group())
    return lost


def assert_nothing_lost(reading: Reading) -> None:
    """Every word of every work's item is somewhere."""
    for work, trace in zip(reading.library.works, reading.library.traces, strict=True):
        item = reading.source.text[trace.span.start : trace.span.end]
        assert lost_words(reading.source, work, trace) == [], f"{item!r} became {work}"


@settings(max_examples=100, deadline=None)
@given(items=st.lists(references(), min_size=1, max_size=6))
def test_no_word_of_a_line_is_lost(items: list[str]) -> None:
    assert_nothing_lost(convert_lines(Source("lines", "\n".join(items)), SETTINGS))


@settings(max_examples=60, deadline=None)
@given(items=st.lists(references(), min_size=1, max_size=6, unique=True))
def test_no_word_of_a_publication_is_lost(items: list[str]) -> None:
    text = "Publications\n\n" + "\n\n".join(items)
    assert_nothing_lost(convert_document(read_text(text, "list", "text"), SETTINGS))


@pytest.mark.parametrize(
    "line",
    [
        "Lantern 24/7. May 2022. Ada Brandt. OSDI",
        "Ada Brandt, Ben Okafor. Sorting Pebbles under Pressure. OSDI 2024. Journal of Invented Systems, 2025.",
        "Ada Brandt, Ben Okafor. Sorting Pebbles under Pressure. OSDI 2024, Springer 2025.",
        "Ada Brandt. Sorting Pebbles under Pressure. PhD thesis, University of Nowhere, ICML'23, 2022.",
        "Ada Brandt. Sorting Pebbles under Pressure. Journal of Invented Systems, 12(3), 45-67, 13(4), 1-9, 2024.",
        "Ada Brandt. Sorting Pebbles under Pressure. OSDI 2024. arXiv:2401.01234. arXiv:2402.05678",
        "Ada Brandt. Sorting Pebbles under Pressure. OSDI 2024. Accepted 2023, presented June 2024, revised 2025.",
    ],
)
def test_no_word_is_lost_where_a_fact_is_printed_twice(line: str) -> None:
    assert_nothing_lost(convert_lines(Source("line", line), SETTINGS))
