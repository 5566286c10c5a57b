"""Many items in several processes: what one of them does to its process costs no other."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from citekit.runtime.workers import TaskFailure, each, processors


def work(item: object) -> object:
    """Gives the item back, or does to its process what the item says."""
    if item == "end":
        os._exit(3)
    if item == "raise":
        raise ValueError("no such thing")
    if item == "recurse":
        return work_deeper()
    if item == "sleep":
        time.sleep(60)
    if item == "swallow":
        return swallow()
    if item == "odd error":
        raise OddError(1, 2)
    if item == "odd result":
        return lambda: None
    return item


def work_deeper() -> object:
    return work_deeper()


def swallow() -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            time.sleep(60)
        except Exception:  # what a handler that catches all errors does
            continue


class OddError(Exception):
    """An error that cannot be sent to another process."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(one + two)


def results(items: list[object], jobs: int = 2, seconds: float = 30.0) -> list[object]:
    return each(work, items, jobs, lambda _item: seconds)


def test_results_come_in_the_order_of_the_items() -> None:
    assert results(list(range(20))) == list(range(20))


def test_nothing_to_do() -> None:
    assert results([]) == []


def test_more_jobs_than_items() -> None:
    assert results([1, 2], jobs=9) == [1, 2]


def test_done_is_told_of_every_item_once() -> None:
    told: list[object] = []
    each(work, [1, "end", 2, "raise", 3], 2, lambda _item: 30.0, told.append)
    assert sorted(map(str, told)) == ["1", "2", "3", "end", "raise"]


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ("raise", "ValueError: no such thing"),
        ("recurse", "RecursionError"),
        ("end", "sudden end"),
        ("odd error", "OddError: 3"),
        ("odd result", "rror: "),
    ],
)
def test_one_bad_item_costs_no_other(bad: str, words: str) -> None:
    items: list[object] = [1, 2, 3, bad, 4, 5, 6, 7, 8, 9]
    found = results(items)
    assert [item for item, result in zip(items, found, strict=True) if item != result] == [bad]
    lost = found[3]
    assert isinstance(lost, TaskFailure)
    assert words in lost.reason


def test_several_that_end_their_process() -> None:
    found = results(["end", 1, "end", 2, 3, 4, 5, 6, 7, "end", 8, 9])
    assert [result for result in found if not isinstance(result, TaskFailure)] == list(range(1, 10))
    assert sum(isinstance(result, TaskFailure) for result in found) == 3


@pytest.mark.parametrize("bad", ["sleep", "swallow"])
def test_time_is_over(bad: str) -> None:
    found = results([1, bad, 2], seconds=1.0)
    assert (found[0], found[2]) == (1, 2)
    assert found[1] == TaskFailure("it took longer than 1 s", late=True)


def test_errors_come_along() -> None:
    (lost,) = results(["raise"])
    assert isinstance(lost, TaskFailure)
    assert isinstance(lost.error, ValueError)


def test_partial_functions_are_taken() -> None:
    assert each(partial(int, base=2), ["10", "11"], 2, lambda _item: 9.0) == [2, 3]


def test_there_is_a_processor() -> None:
    assert processors() >= 1


_PARENT = """
import sys, time
from citekit.runtime.workers import each, in_order
from orphans import stay
if sys.argv[1] == "each":
    each(stay, [1, 2], 2, lambda _item: 600.0)
else:
    list(in_order(stay, [1, 2], 2))
"""
_STAY = """
import os, re, sys
def stay(_item):
    os.write(1, b"%d\\n" % os.getpid())
    re.match(r"(?:a|a)*b", "a" * 40)  # nothing interrupts it: no thread runs and no signal of Python's is seen
"""


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.parametrize("how", ["each", "in_order"])
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGKILL], ids=lambda sign: sign.name)
def test_workers_end_with_the_process_that_began_them(tmp_path: Path, how: str, sign: signal.Signals) -> None:
    (tmp_path / "orphans.py").write_text(_STAY, encoding="utf-8")
    (tmp_path / "parent.py").write_text(f"{_PARENT}", encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "parent.py", how], cwd=tmp_path, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        try:
            workers = [int(parent.stdout.readline()) for _ in range(2)]
            assert all(map(is_running, workers))
            parent.send_signal(sign)
            parent.wait(60)
        finally:
            parent.kill()
        end = time.monotonic() + 60
        while any(map(is_running, workers)) and time.monotonic() < end:
            time.sleep(0.05)
        left = [worker for worker in workers if is_running(worker)]
        for worker in left:
            os.kill(worker, signal.SIGKILL)
        assert left == []


def is_running(number: int) -> bool:
    """Whether a process is there and no mere entry that nobody has asked for its exit code."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{number}/stat")
    try:
        return not stat.parent.parent.exists() or stat.read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
