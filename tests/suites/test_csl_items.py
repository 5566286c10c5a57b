"""Reads the items of the CSL test suite, which is kept outside the project: every one, without complaint, and whole.

The data is the folder that ``CITEKIT_BENCH`` names, else ``../shared/bench`` beside the project; without it the test is
skipped.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from citekit.formats.files import dumps, loads

BENCH = Path(os.environ.get("CITEKIT_BENCH") or Path(__file__).parents[3] / "shared" / "bench")
FIXTURES = BENCH / "csl" / "fixtures"
INPUT = re.compile(r">>=+ INPUT =+>>\n(.*?)\n<<=+ INPUT =+<<", re.DOTALL)
AT_LEAST = 845

pytestmark = [
    pytest.mark.bench_data,
    pytest.mark.skipif(not FIXTURES.is_dir(), reason="the CSL test suite is not here"),
]


def test_all_items_are_read_and_come_back() -> None:
    read = 0
    for path in sorted(FIXTURES.glob("*.txt")):
        match = INPUT.search(path.read_text(encoding="utf-8"))
        assert match, path.name
        library = loads(match[1], "csljson", path.name)
        assert len(library) == len(json.loads(match[1])), path.name
        assert not library.problems, path.name
        again = loads(dumps(library, "csljson"), "csljson")
        assert [(work.id, work) for work in again] == [(work.id, work) for work in library], path.name
        read += 1
    assert read >= AT_LEAST
