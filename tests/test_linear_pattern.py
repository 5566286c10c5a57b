"""Patterns of a project's settings: the same as with ``re``, but never more steps than states times letters."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Answer
from hypothesis import given
from hypothesis import strategies as st

from citekit.text.linear_pattern import MOST_STATES, LinearPattern

PIECES = ["a", "b", "[ab]", "[^a]", ".", r"\d", r"\w", "1", "-", "(?i:A)", "^", "$", "(?:a|b)", "(a|)", "()"]
repeats = st.sampled_from(["", "*", "+", "?", "{2}", "{1,3}", "{2,}", "*?", "+?"])
patterns = st.recursive(
    st.builds(lambda piece, repeat: piece if piece in "^$" else piece + repeat, st.sampled_from(PIECES), repeats),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=4).map("".join),
        st.builds("({}|{}){}".format, inner, inner, repeats),
        st.builds("({}){}".format, inner, repeats),
    ),
    max_leaves=6,
)


@given(patterns, st.text("ab1-A", max_size=8))
def test_it_matches_what_re_matches(pattern: str, text: str) -> None:
    assert LinearPattern(pattern).fullmatch(text) == bool(re.fullmatch(pattern, text)), (pattern, text)


@pytest.mark.parametrize("pattern", ["(a+)+b", "(a|a)*b", "a*a*a*a*a*a*a*a*b", "(a?){30}a{30}b", "((a*)*)*b", "(.*)*x"])
def test_what_takes_for_ever_elsewhere_does_not_match(pattern: str) -> None:
    assert not LinearPattern(pattern).fullmatch("a" * 300)


@pytest.mark.parametrize("pattern", [r"(a)\1", "(?=a)a", "(?<!a)b", r"\bdoe", "(?>a+)b", "a++b", "(a)?(?(1)b|c)"])
def test_what_no_automaton_has_is_refused(pattern: str) -> None:
    with pytest.raises(re.error, match="not supported here"):
        LinearPattern(pattern)


@pytest.mark.parametrize("pattern", ["a{1001}", "(a{40}){40}", "(((a{10}){10}){10}){10}"])
def test_what_is_too_long_is_refused(pattern: str) -> None:
    with pytest.raises(re.error, match=f"{MOST_STATES} states are the most"):
        LinearPattern(pattern)


def test_keys_are_checked_with_it(
    tmp_path: Path, citekit: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("refs.bib").write_text(f"@misc{{{'a' * 200}, title={{T}}}}\n@misc{{roe-doe2020, title={{U}}}}\n")
    settings = "[check]\nselect = [\"key-pattern\"]\nrules.key-pattern.pattern = '%s'\n"
    Path("citekit.toml").write_text(settings % r"(([a-z]+-?)+)+\d{4}")
    answer = citekit("check", "refs.bib")
    assert (answer.code, answer.out.count("key-pattern]")) == (1, 1)
    Path("citekit.toml").write_text(settings % r"(?=x)y")
    answer = citekit("check", "refs.bib")
    assert (answer.code, "rules.key-pattern: '(?=x)y' is not a regular expression" in answer.err) == (2, True)
