"""A quick look spares a search, and never a find: with it finders see what their patterns see."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from citekit.documents.runs import Run
from citekit.extraction.people import legend_of
from citekit.extraction.recognizers import dates, numbers, status
from citekit.extraction.styled import StyledText
from citekit.runtime.span import Span


def styled(text: str) -> StyledText:
    return StyledText.of([Run(text, Span(0, len(text)))])


@pytest.mark.parametrize(
    ("pattern", "find"),
    [
        (status._STATUS, status.find),
        (dates._ACCESSED, dates.other_dates),
        (numbers._EDITION, numbers.editions),
    ],
    ids=["states", "dates of access", "editions"],
)
def test_every_phrase_passes_the_quick_look(pattern: re.Pattern[str], find: object) -> None:
    @given(st.from_regex(re.compile(pattern.pattern, pattern.flags), alphabet=st.characters(max_codepoint=0x17E)))
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
    assert list(numbers.reports_and_extents(styled(f"{text}. 1999")))


@pytest.mark.parametrize(
    ("text", "meanings"),
    [
        ("* denotes equal contribution", {"*": "equal"}),
        ("(= corresponding author)", {"=": "corresponding"}),
        ("a student of equal contribution", {}),
    ],
)
def test_legends_are_read_where_there_is_a_mark(text: str, meanings: dict[str, str]) -> None:
    assert legend_of([text]) == meanings
