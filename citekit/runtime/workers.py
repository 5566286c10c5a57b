"""One function over many items in several processes, so that an item that kills or blocks its process costs no other.

It knows nothing of what the function does. Results come in the order of the items, whatever order they are done in.
"""

from __future__ import annotations

import ctypes
import faulthandler
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from typing import Generic, TypeVar

from citekit.runtime.records import dataclass

Item = TypeVar("Item")
Result = TypeVar("Result")

_PR_SET_PDEATHSIG = 1
"""See prctl(2): the signal that a process gets when the one that began it ends."""
_GRACE = 10.0
"""Seconds that an interrupted item has to end before its process is killed."""


@dataclass(frozen=True, slots=True)
class TaskFailure:
    """What is in place of a result: the exception that the function raised, or why its process ended.

    ``late`` states that its time was over.
    """

    reason: str
    error: Exception | None = None
    late: bool = False


def processors() -> int:
    """Return how many processors this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def each(
    function: Callable[[Item], Result],
    items: Sequence[Item],
    jobs: int,
    seconds: Callable[[Item], float],
    done: Callable[[Item], None] = lambda _item: None,
) -> list[Result | TaskFailure]:
    """``function`` of every item, in order, computed in ``jobs`` processes.

    ``function``, the items and the results must be picklable. ``seconds`` states how long an item may take; ``done`` is
    called after each item, in the order in which they are done. An exception, a process that ends and time that is over
    become a :class:`TaskFailure`. Items that were in work when a process ended are computed once more, one process each, so
    that only the one to blame is lost.
    """
    results: dict[int, Result | TaskFailure] = {}
    waiting = list(range(len(items)))
    while waiting:
        for number, result in _together(function, items, waiting, jobs, seconds):
            results[number] = result
            done(items[number])
        waiting = [number for number in waiting if number not in results]
        suspects = waiting[: 2 * jobs + 1]  # items are begun in order: one for each process, and the next few
        for number in suspects:
            alone = dict(_together(function, items, [number], 1, seconds))
            results[number] = alone.get(number, TaskFailure("its process came to a sudden end"))
            done(items[number])
        waiting = waiting[len(suspects) :]
    return [results[number] for number in range(len(items))]


def in_order(
    function: Callable[[Item], Result],
    items: Iterable[Item],
    jobs: int,
    begin: Callable[[], None] | None = None,
) -> Iterator[Result]:
    """``function`` of every item of a stream, in order, computed in ``jobs`` processes with few items in memory.

    With one job it is computed here. ``begin`` is called once in each process first. An exception of the function, and
    the end of a process, are raised here.
    """
    if jobs <= 1:
        if begin:
            begin()
        yield from map(function, items)
        return
    with ProcessPoolExecutor(jobs, initializer=_begin, initargs=(begin,)) as pool:
        waiting: deque[Future[Result]] = deque()
        try:
            for item in items:
                waiting.append(pool.submit(function, item))
                if len(waiting) > 2 * jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


@dataclass(frozen=True)
class _Task(Generic[Item, Result]):
    """One item on its way into another process."""

    function: Callable[[Item], Result]
    item: Item
    seconds: float

    def __call__(self) -> Result | TaskFailure:
        try:
            with _at_most(self.seconds):
                return self.function(self.item)
        except _TimeIsOver:
            return TaskFailure(f"it took longer than {self.seconds:.0f} s", late=True)
        except Exception as error:
            import pickle

            reason = f"{type(error).__name__}: {error}"
            try:  # an exception that cannot be sent to another process and back is dropped; its text remains
                pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
            except Exception:
                return TaskFailure(reason)
            return TaskFailure(reason, error)


def _together(
    function: Callable[[Item], Result],
    items: Sequence[Item],
    numbers: Sequence[int],
    jobs: int,
    seconds: Callable[[Item], float],
) -> Iterator[tuple[int, Result | TaskFailure]]:
    """Yield the numbers of items and their results as they are done; none for those that a dying process took with it."""
    with ProcessPoolExecutor(min(jobs, len(numbers)), initializer=_begin) as pool:
        futures: dict[Future[Result | TaskFailure], int] = {}
        try:
            for number in numbers:
                task = _Task(function, items[number], seconds(items[number]))
                futures[pool.submit(task)] = number
        except BrokenProcessPool:
            pass
        try:
            for future in as_completed(futures):
                try:
                    yield futures[future], future.result()
                except BrokenProcessPool:
                    continue
                except Exception as error:  # the item or its result cannot be sent from process to process
                    yield futures[future], TaskFailure(f"{type(error).__name__}: {error}", error)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _begin(begin: Callable[[], None] | None = None) -> None:
    """What a worker does first.

    Ctrl-C ends it at once and in silence; the process that requested the work states what there is to report. It ends with
    that process, however that one ends.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    end_with_parent()
    if begin:
        begin()


def end_with_parent() -> None:
    """End this process when the one that began it ends: a thread waits for that, and on Linux the system sees to it."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True, name="end with parent").start()
    if sys.platform == "linux":
        with suppress(
            OSError, AttributeError
        ):  # also while a long search holds the interpreter, so that no thread runs
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


class _TimeIsOver(BaseException):
    """Raised within the function when its time is over; no error of the function, and not for its handlers to catch."""


def _ring(_signal: int, _frame: object) -> None:
    raise _TimeIsOver


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Interrupts what runs inside after ``seconds``; ends the process where it does not let itself be interrupted."""
    timer = getattr(signal, "setitimer", None)
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        faulthandler.dump_traceback_later(seconds + _GRACE if timer else seconds, exit=True, file=nowhere)
        if timer:
            signal.signal(signal.SIGALRM, _ring)
            timer(signal.ITIMER_REAL, seconds)
        try:
            yield
        finally:
            if timer:
                timer(signal.ITIMER_REAL, 0)
            faulthandler.cancel_dump_traceback_later()
