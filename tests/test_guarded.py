"""What a text must contain is derived from the pattern, and spares no search that would find something."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import citekit
from citekit.text import guarded
from citekit.text.guarded import DIGIT, Guarded, required

PACKAGE = Path(citekit.__file__).parent


def all_guarded() -> dict[str, Guarded]:
    """Every guarded pattern of the package, by its module and name."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        if "Guarded(" in path.read_text(encoding="utf-8") and path.name != "guarded.py":
            name = ".".join(("citekit", *path.relative_to(PACKAGE).with_suffix("").parts))
            module = importlib.import_module(name)
            found |= {f"{name}.{key}": value for key, value in vars(module).items() if isinstance(value, Guarded)}
    return found


@pytest.mark.parametrize(
    ("pattern", "flags", "expected"),
    [
        (r"(?:https?|ftp)://\S+", 0, {"http://", "https://", "ftp://"}),
        (r"[a-z]{2,9}://\S+", 0, {"://"}),
        (r"\bet\.?\s?al\b", re.IGNORECASE, {"et"}),
        (r"Ph\.?D|MD", 0, {"PhD", "Ph.D", "MD"}),
        (r"PART\s+[IVX]+", re.IGNORECASE, {"part"}),
        (r"(?i:x)yz", 0, {"yz"}),
        (r"\d{4}-[a-z]", 0, {DIGIT}),
        (r"\d{4}\w", 0, {DIGIT}),
        (r"(?:ab)+c?", 0, {"ab"}),
        (r"'{2,3}[a-z]", 0, {"''"}),
        (r"(?:ab)*", 0, set()),
        (r"a|", 0, set()),
        (r"é", re.IGNORECASE, set()),
        (r"[^,]*", 0, set()),
    ],
)
def test_what_every_match_has(pattern: str, flags: int, expected: set[str]) -> None:
    assert required(re.compile(pattern, flags)) == expected


def test_patterns_of_rules_are_guarded() -> None:
    assert len(all_guarded()) > 10
    assert [name for name, one in all_guarded().items() if not required(one.pattern)] == []


@pytest.mark.parametrize("name", sorted(all_guarded()))
def test_a_guard_spares_a_search_and_never_a_find(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarded, "PAYS_FROM", 1)
    known = all_guarded()[name].pattern
    fresh = Guarded(known.pattern, known.flags & ~re.UNICODE)
    fresh.may_match("")
    assert not fresh.may_match("")

    @given(st.from_regex(re.compile(known.pattern, known.flags), alphabet=st.characters(max_codepoint=0x17F)))
    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    def passes(text: str) -> None:
        assert fresh.may_match(text)

    passes()


@pytest.mark.parametrize("text", ["\u0130N PRINT", "ma\u017ftike", "\u212aelvin in print"])
def test_letters_with_two_small_forms_are_searched(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarded, "PAYS_FROM", 1)
    one = Guarded("in print|mastike|kelvin", re.IGNORECASE)
    one.may_match("")
    assert bool(one.search(text)) == bool(one.pattern.search(text)) is True


def test_the_first_searches_are_made_without_a_guard() -> None:
    one = Guarded("needle")
    assert all(one.may_match("hay") for _ in range(guarded.PAYS_FROM))
    assert not one.may_match("hay")
