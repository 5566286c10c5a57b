"""Every regular expression of the package takes linear time on every text: what waits in a stranger's file cannot stop it."""

from __future__ import annotations

import hashlib
import json
import re
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pattern_pumps import (
    QUIET,
    Pumps,
    begins_with_repeat,
    nested_repeats,
    possessive_groups,
    superlinear,
    texts,
    tree_of,
)

TRIED = Path(__file__).parent / "data" / "linear_patterns.txt"
"""The marks of the patterns that were found to take linear time."""
needs_timer = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="this platform has no timer to stop a pattern"
)


@cache
def census() -> dict[str, Any]:
    script = Path(__file__).with_name("pattern_census.py")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True, timeout=300)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_no_pattern_escapes() -> None:
    assert census()["missing"] == []
    assert len(census()["patterns"]) > 900


def test_no_variable_repeat_stands_within_another_that_can_give_back() -> None:
    nested = [f"{place}: {sorted(set(found))}" for text, flags, place, _ in census()["patterns"]
              if (found := list(nested_repeats(tree_of(text, flags))))]  # fmt: skip
    assert nested == [], "make the inner repeat possessive (a++, a*+, a{2,9}+) or the group atomic (?>…)"


def test_no_group_is_repeated_possessively() -> None:
    found = [place for text, flags, place, _ in census()["patterns"] if any(possessive_groups(tree_of(text, flags)))]
    assert found == [], "Python before 3.11.5 reads (?:ab|a(?!c))++ wrongly; write (?>(?:ab|a(?!c))+)"


def test_no_search_begins_with_an_unbounded_repeat() -> None:
    begin = [
        place
        for text, flags, place, methods in census()["patterns"]
        if set(methods) & {"search", "finditer", "findall", "sub", "subn", "split"}
        and begins_with_repeat(tree_of(text, flags))
    ]
    assert begin == [], r"put a look-behind before it: (?<!\s)\s++and"


def mark(text: str, flags: int, methods: list[str]) -> str:
    """What tells a pattern from all others, and from itself in the hands of another version of Python."""
    told = json.dumps([list(sys.version_info[:2]), text, flags, sorted(methods)])
    return hashlib.sha256(told.encode()).hexdigest()[:16]


@needs_timer
def test_patterns_take_linear_time_on_their_own_pumps(request: pytest.FixtureRequest) -> None:
    """Patterns that were found linear before are listed by their marks; all others are tried, new ones and changed ones.

    Trying all takes more than a minute. ``--update-golden`` lists those of today.
    """
    tried = set(TRIED.read_text(encoding="utf-8").split())
    marks = {
        mark(text, flags, methods): (text, flags, place, methods)
        for text, flags, place, methods in census()["patterns"]
    }
    slow = [f"{place}: {fault}" for name, (text, flags, place, methods) in marks.items()
            if name not in tried and (fault := superlinear(text, flags, methods))]  # fmt: skip
    assert slow == []
    if request.config.getoption("--update-golden"):
        TRIED.write_text("".join(f"{name}\n" for name in sorted(marks)), encoding="utf-8")


def test_a_changed_pattern_has_another_mark() -> None:
    marks = [mark("a+", 0, ["match"]), mark("a++", 0, ["match"]), mark("a+", 2, ["match"]), mark("a+", 0, ["search"])]
    assert len(set(marks)) == len(marks)


@needs_timer
@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"(?:a+)+b", "match"),
        (r"(?:a|a)*b", "match"),
        (r"\s+and\s+", "search"),
        (r"\s*,?\s*x", "match"),
        (r"[a-z]+-$", "search"),
        (r"<[^>]*>", "finditer"),
        (r"\w+@\w+", "sub"),
        (r"^[ \t]*(.+?)[ \t]*$", "fullmatch"),
        (r"(?:[^()]{3,300}|\([^()]{0,80}\)){1,8}\)", "match"),
    ],
)
def test_the_gate_sees_slow_patterns(pattern: str, method: str) -> None:
    """On a busy machine one measurement may be blurred."""
    assert any(superlinear(pattern, re.compile(pattern).flags, [method]) for _ in range(4))


@needs_timer
@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"(?:a++)+b", "match"),
        (r"(?<!\s)\s++and\s++", "search"),
        (r"\s*+(?:,\s*+)?x", "match"),
        (r"<[^<>]*+>", "finditer"),
        (r"\[[^\]]{0,200}\]", "finditer"),
        (r"\w+", "findall"),
    ],
)
def test_the_gate_lets_linear_patterns_pass(pattern: str, method: str) -> None:
    assert superlinear(pattern, re.compile(pattern).flags, [method]) == ""


def test_nested_repeats_are_seen_where_they_can_give_back() -> None:
    seen = {
        p: bool(list(nested_repeats(tree_of(p, 0))))
        for p in ("(?:a+)+", "(?:a{1,3}b)*", "(?:a++)+", "(?>a+)*", "(?:a?)*")
    }
    assert seen == {"(?:a+)+": True, "(?:a{1,3}b)*": True, "(?:a++)+": False, "(?>a+)*": False, "(?:a?)*": False}


def test_pumps_are_made_of_what_the_pattern_takes() -> None:
    units = set(Pumps(r"\[(?:ab|c)+,\s*x", 0).units())
    assert {("[", "ab"), ("[", "c"), ("", "["), ("[ab,", " ")} <= units
    assert all(len(text) <= 3_010 for text in texts("[", "ab", 3_000))
    assert QUIET > 0
