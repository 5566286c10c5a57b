"""Measures matching against labelled entries and real records that are kept outside the project.

The data is the folder that ``CITEKIT_BENCH`` names, else ``../shared/bench`` beside the project; without it every test
here is skipped.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from citekit.services.arxiv.build import build
from citekit.services.arxiv.enrich import WRONG_KINDS, enrich_work
from citekit.services.arxiv.index import ArxivIndex

BENCH = Path(os.environ.get("CITEKIT_BENCH") or Path(__file__).parents[3] / "shared" / "bench") / "arxiv"

FLOORS = {"precision": 99.5, "recall": 93.0}
"""Per cent over all strata. Only ever raised."""
RECALLS = {"pos-exact": 99.0, "pos-decoy": 98.0, "pos-changed": 63.0, "derived-subtitle-dropped": 86.0}
"""Per cent found of strata that are hard, or ought to be easy. Only ever raised."""
MOST_WRONG_OF_ABSENT = 1
"""Entries without a record that may be given one."""

pytestmark = [
    pytest.mark.bench_data,
    pytest.mark.skipif(
        not (BENCH / "catalog.jsonl.xz").is_file(),
        reason=f"no measuring data in {BENCH}; CITEKIT_BENCH names the folder that holds arxiv/catalog.jsonl.xz",
    ),
]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArxivIndex]:
    path = tmp_path_factory.mktemp("catalogue") / "arxiv.index"
    build(BENCH / "catalog.jsonl.xz", path)
    with ArxivIndex(path) as index:
        yield index


@pytest.fixture
def works(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The benchmark's way from a labelled entry to a work."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "benchmarks"))
    monkeypatch.delitem(sys.modules, "arxiv", raising=False)
    import arxiv

    return arxiv


def labelled(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (BENCH / name).read_text(encoding="utf-8").splitlines()]


def test_precision_and_recall_by_stratum(index: ArxivIndex, works: Any) -> None:
    entries = labelled("gold.jsonl")
    rows = works.table([(entry, works.work_of(entry)) for entry in entries], works.citekit, index)
    total = rows["all"]
    assert 100 * total["right"] / total["given"] >= FLOORS["precision"]
    assert 100 * total["right"] / total["exist"] >= FLOORS["recall"]
    assert all(100 * rows[stratum]["right"] / rows[stratum]["exist"] >= floor for stratum, floor in RECALLS.items())
    assert rows["neg-sametitle"]["given"] == 0
    assert sum(row["given"] for stratum, row in rows.items() if stratum.startswith("neg-")) <= MOST_WRONG_OF_ABSENT


def test_every_wrong_identifier_is_reported(index: ArxivIndex, works: Any) -> None:
    for entry in labelled("wrong-ids.jsonl"):
        work = works.work_of(entry)
        claiming = type(work)(work.type, "k", work.variables, {"eprint": entry["claimed"], "archiveprefix": "arXiv"})
        outcome = enrich_work(claiming, index, frozenset({"ids"}))
        assert [p.kind for p in outcome.problems if p.kind in WRONG_KINDS], entry["title"]
        assert outcome.work == claiming
