"""Entries through bibutils and pandoc and back: what each route must bring back (``benchmarks/roundtrips.py`` has 500)."""

from __future__ import annotations

import sys

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "benchmarks"))
from roundtrips import FIELDS, ROUTES, Route, compared, entries, facts, sent

COUNT = 60
LEAST = {"refer": 0.75, "csljson": 0.75, "endnotexml": 0.9}
"""The share of values that must come back, by what citekit writes; pandoc puts titles into sentence case."""


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_what_other_programs_read_and_write(route: Route) -> None:
    if route.missing:
        pytest.skip(f"{route.missing} is not installed (Debian: apt-get install bibutils pandoc)")
    library = entries(count=COUNT)
    again = sent(library, route)
    assert len(again) == COUNT
    _, found = compared(library, again)
    values = sum(bool(facts(work)[name]) for work in library for name in FIELDS)
    least = LEAST.get(route.given, 0.75 if route.program == "pandoc" else 0.9)
    assert sum(found.values()) <= values * (1 - least), found.most_common()
