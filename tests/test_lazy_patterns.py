"""Patterns that are compiled when they are used, and repeats that old versions of Python get wrong."""

from __future__ import annotations

import re
from typing import Any

import pytest

from citekit.runtime import patterns

CASES = [
    (r"(?:[^'-]|-(?!-)|'(?!'))++", "ab--c", "ab"),
    (r"(?:[^'-]|-(?!-)|'(?!'))++", "a-b'c''", "a-b'c"),
    (r"(?P<all>(?:a|b(?!b)){1,9}+)b", "aabb", "aab"),
    (r"\((?:[^\\)]|\\.)++\)", r"(a\)b)", r"(a\)b)"),
    (r"[a-z]++\d?+x", "abc1x", "abc1x"),
]


@pytest.mark.parametrize(("source", "text", "expected"), CASES)
def test_possessive_repeats_as_atomic_groups(source: str, text: str, expected: str | None) -> None:
    compiled: Any = patterns.without_possessive(source)
    found = compiled.match(text)
    assert (found and found.group()) == expected


def test_a_pattern_of_a_module_is_compiled_when_it_is_used() -> None:
    made: dict[str, Any] = {}
    exec("from citekit.runtime import patterns as re\nP = re.compile(r'(?P<year>\\d{4})')", {"__name__": "m"}, made)
    assert not isinstance(made["P"], re.Pattern)
    assert made["P"].pattern == r"(?P<year>\d{4})"
    assert made["P"].search("in 2020")["year"] == "2020"
