"""Enriching on a Dask cluster: a local one of two worker processes, one of which is killed in the middle."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from arxiv_records import index_of
from conftest import Answer

pytest.importorskip("dask", reason="Dask is not installed (the extra dask)")
distributed = pytest.importorskip("distributed", reason="Dask's distributed is not installed (the extra dask)")

ITEM = '{"type": "book", "id": "s%d", "title": "Sorting Sparse Ledgers in Linear Time", "author": [{"family": "Okafor"}, {"family": "Lindqvist"}]}'
LINES = 40_000


def test_a_killed_worker_changes_nothing(tmp_path: Path, citekit: Callable[..., Answer]) -> None:
    index, source = index_of(tmp_path), tmp_path / "in.jsonl"
    lines = ((ITEM if number % 2 else '{"id": "v%d", "title": "Violins"}') % number for number in range(LINES))
    source.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    one, many = tmp_path / "one.jsonl", tmp_path / "many.jsonl"
    assert citekit("enrich", source, "--index", index, "-o", one, "-q").code == 0
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        victim = next(iter(cluster.workers.values())).pid
        part = many.with_name("many.jsonl.part")
        killed: list[int] = []

        def kill() -> None:
            for _ in range(3000):
                if part.exists() and part.stat().st_size > 100_000:
                    os.kill(victim, getattr(signal, "SIGKILL", signal.SIGTERM))
                    killed.append(part.stat().st_size)
                    return
                time.sleep(0.01)

        killer = threading.Thread(target=kill)
        killer.start()
        answer = citekit("enrich", source, "--index", index, "-o", many, "-q", "--dask", cluster.scheduler_address)
        killer.join()
    assert answer.code == 0
    assert killed
    assert killed[0] < one.stat().st_size
    assert many.read_bytes() == one.read_bytes()


def test_a_scheduler_that_is_not_there(tmp_path: Path, citekit: Callable[..., Answer]) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(ITEM % 1 + "\n", encoding="utf-8")
    answer = citekit(
        "enrich", source, "--index", index_of(tmp_path), "--dask", "tcp://127.0.0.1:9", "-o", tmp_path / "o.jsonl"
    )
    assert answer.code == 2
    assert "scheduler" in answer.err
