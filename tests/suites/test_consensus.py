"""Real styles: citekit prints what citeproc-js and Pandoc agree on, and the share of it only rises.

``benchmarks/consensus.py --record`` keeps what the other two agree on; neither of them is needed here. A style that
has changed since then is left out. A change that makes the share larger raises the number below.
"""

from __future__ import annotations

import importlib
import json
import lzma
from hashlib import sha256
from typing import Any

import pytest
from conftest import ROOT

from citekit.csl.item import initials
from citekit.csl.pack import opened
from citekit.formats.files import loads

BENCHMARKS = ROOT / "benchmarks"
LEAST = {"consensus_record": 99.9, "east_asian_record": 100.0}
"""The least share, in per cent, of citations and entries that are printed alike."""


@pytest.fixture
def consensus(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return importlib.import_module("consensus")


def printed_alike(consensus: Any, name: str) -> tuple[list[str], int]:
    """What is not printed as the two others do, of the styles that are still the same, and how much was compared."""
    record = json.loads(lzma.decompress((BENCHMARKS / f"{name}.json.xz").read_bytes()))
    works = tuple(loads(json.dumps(record["works"]), "csljson"))
    groups = consensus.groups_of([work.id for work in works])
    same = consensus.without_stops if name == "east_asian_record" else dict
    different, count, styles = [], 0, 0
    for kept in record["styles"]:
        source = opened().text(f"styles/{kept['style']}") or ""
        if sha256(source.encode()).hexdigest()[:16] != kept["source"]:
            continue
        ours, styles = same(consensus.by_citekit(kept["style"], works, groups)), styles + 1
        count += len(kept["agreed"])
        different += [
            f"{kept['style']} {key}\n  ours   {ours.get(key)}\n  theirs {said}"
            for key, said in kept["agreed"].items()
            if ours.get(key) != said
        ]
    assert styles >= len(record["styles"]) / 2, "most styles have changed: run benchmarks/consensus.py --record"
    return different, count


@pytest.mark.parametrize("name", LEAST)
def test_real_styles_are_printed_as_two_other_processors_do(consensus: Any, name: str) -> None:
    different, count = printed_alike(consensus, name)
    share = 100 * (1 - len(different) / count)
    assert share >= LEAST[name], "\n".join(different[:40])
    assert share < LEAST[name] + 0.05 or LEAST[name] > 99.95, f"better than before: raise LEAST to {share:.2f}"


def test_no_east_asian_name_is_shortened() -> None:
    record = json.loads(lzma.decompress((BENCHMARKS / "east_asian_record.json.xz").read_bytes()))
    people = [person for work in record["works"] for person in work["author"] if not person["family"].isascii()]
    assert len(record["works"]) >= 200
    assert any("multi" in person for person in people)
    east_asian = [person for person in people if ord(person["family"][0]) > 0x2E80]
    assert len(east_asian) > 300
    assert {initials(person["given"], ". ") for person in east_asian} == {person["given"] for person in east_asian}
