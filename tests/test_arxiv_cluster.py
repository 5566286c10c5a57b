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

from citekit.runtime.cluster import RANGE, lines_within
from citekit.services.arxiv.stream import StreamJob, lines_of, run_on, task_of

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
        folder = many.with_name("many.jsonl.parts")
        killed: list[int] = []

        def kill() -> None:
            for _ in range(3000):
                if parts := len(list(folder.glob("0*"))):
                    os.kill(victim, getattr(signal, "SIGKILL", signal.SIGTERM))
                    killed.append(parts)
                    return
                time.sleep(0.01)

        killer = threading.Thread(target=kill)
        killer.start()
        answer = citekit("enrich", source, "--index", index, "-o", many, "-q", "--dask", cluster.scheduler_address)
        killer.join()
    assert answer.code == 0
    assert killed
    assert killed[0] < source.stat().st_size / RANGE
    assert not folder.exists()
    assert many.read_bytes() == one.read_bytes()


@pytest.mark.parametrize("size", [1, 7, 20, 21, 64, 1000])
def test_ranges_share_the_lines_out(tmp_path: Path, size: int) -> None:
    path = tmp_path / "in.jsonl"
    path.write_bytes(b"first line\r\n\n" + b"x" * 20 + b"\nab\ncut \xff\nthe last one has no end")
    found = [list(lines_of(lines_within(path, at, at + size))) for at in range(0, path.stat().st_size, size)]
    assert [line for lines in found for line in lines] == [
        "first line", "", "x" * 20, "ab", "cut \ufffd", "the last one has no end",
    ]  # fmt: skip


def test_parts_that_an_earlier_run_has_left_are_not_made_again(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(ITEM % 1 + "\n" + "{broken\n", encoding="utf-8")
    how = StreamJob(index=str(index_of(tmp_path)))
    with distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=None) as cluster:
        (told,) = run_on(cluster.scheduler_address, source, tmp_path / "out.jsonl", how)
        assert told.verdicts == {"match": 1, "unread": 1}
        assert [line.verdict for line in told.lines] == ["unread"]
        made = (tmp_path / "out.jsonl").read_bytes()
        (tmp_path / "out.jsonl.parts").mkdir()
        (tmp_path / "out.jsonl.parts" / "task").write_text(f"{task_of(source, how)} {RANGE}", encoding="utf-8")
        (tmp_path / "out.jsonl.parts" / f"{0:09}").write_bytes(b"left\n")
        left: list[int] = []
        assert not list(run_on(cluster.scheduler_address, source, tmp_path / "out.jsonl", how, left.append))
        assert (left, (tmp_path / "out.jsonl").read_bytes()) == ([1], b"left\n")
        source.write_text(source.read_text("utf-8") + "\n", encoding="utf-8")
        (tmp_path / "out.jsonl.parts").mkdir()
        assert len(list(run_on(cluster.scheduler_address, source, tmp_path / "out.jsonl", how))) == 1
    assert (tmp_path / "out.jsonl").read_bytes() == made + b"\n"


def test_the_result_goes_into_a_file(tmp_path: Path, citekit: Callable[..., Answer]) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(ITEM % 1 + "\n", encoding="utf-8")
    answer = citekit("enrich", source, "--index", index_of(tmp_path), "--dask", "tcp://127.0.0.1:9")
    assert (answer.code, "--dask requires -o" in answer.err) == (2, True)


def test_a_scheduler_that_is_not_there(tmp_path: Path, citekit: Callable[..., Answer]) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(ITEM % 1 + "\n", encoding="utf-8")
    answer = citekit(
        "enrich", source, "--index", index_of(tmp_path), "--dask", "tcp://127.0.0.1:9", "-o", tmp_path / "o.jsonl"
    )
    assert answer.code == 2
    assert "scheduler" in answer.err
