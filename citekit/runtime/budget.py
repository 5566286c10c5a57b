"""What one input and one entry may cost: processor time, and objects that are counted while they are made.

Whoever reads an input does so inside :func:`budget`; whoever makes many objects of it states this with :func:`spend`. What costs
too much ends there with an :class:`OverBudgetError` and costs its neighbours nothing. Time is looked at whenever something
is spent and, where the platform has such a timer and this is the main thread, by a signal besides, which interrupts a
regular expression as well. The process stays alive; for what no signal interrupts there is :mod:`citekit.runtime.workers`.
"""

from __future__ import annotations

import gc
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import field
from types import FrameType

from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.records import dataclass

DOCUMENT_SECONDS = 60.0
"""Seconds of the processor that every document and every bibliography has, however short."""
SECONDS_PER_MB = 120.0
"""Further seconds for each million bytes or letters of it; some five times what they take."""
ENTRY_SECONDS = 10.0
"""Seconds of the processor for one entry of a bibliography."""
LETTERS_OF_A_WORK = 2000
"""What a work counts for in the time that formatting may take."""
LARGEST_INPUT = 200_000_000
"""Bytes of an input at most."""
LARGEST_ANSWER = 20_000_000
"""Bytes of what a URL gives at most."""
MOST = {
    "XML elements": 1_000_000,
    "blocks": 1_000_000,
    "runs": 5_000_000,
    "entries": 1_000_000,
    "fields": 5_000_000,
}
"""How many objects of a kind are made of one input at most."""
_LOOKS = 64
"""The clock is looked at once in this many objects."""
_AGAIN = 0.2
"""Seconds after which the signal comes again, where the first one was lost in code that ends such exceptions."""


class OverBudgetError(UnreadableInputError):
    """An input was skipped because it took too long, or because too much is in it."""


class _Over(BaseException):
    """Raised where a budget is used up; no error of the code it is in, and not for its handlers to catch."""

    def __init__(self, budget: Budget, reason: str, hint: str) -> None:
        super().__init__(reason)
        self.budget, self.reason, self.hint = budget, reason, hint


@dataclass(slots=True)
class Budget:
    """What is left for one input: until when it may take, and how many objects of each kind were made of it."""

    name: str
    seconds: float
    outer: Budget | None
    deadline: float
    spent: dict[str, int] = field(default_factory=dict)
    checks: int = 0
    closed: bool = False

    def check_time(self) -> None:
        """Raise if the time of this budget, or of one around it, is over."""
        if self.outer:
            self.outer.check_time()
        if not self.closed and time.process_time() > self.deadline:
            hint = "split it, or remove what is not text"
            raise _Over(self, f"it took longer than {self.seconds:.0f} s", hint)

    def spend(self, kind: str, amount: int) -> None:
        """Count objects of a kind of :data:`MOST`; raises if there are too many."""
        count = self.spent[kind] = self.spent.get(kind, 0) + amount
        if count > MOST[kind]:
            raise _Over(self, f"it has more than {MOST[kind]:,} {kind}", "split it")
        self.checks += 1
        if self.checks % _LOOKS == 0:
            self.check_time()


_CURRENT: ContextVar[Budget | None] = ContextVar("budget", default=None)


def seconds_for(size: int) -> float:
    """Return how long an input of ``size`` bytes or letters may take."""
    return DOCUMENT_SECONDS + SECONDS_PER_MB * size / 1_000_000


def spend(kind: str, amount: int = 1) -> None:
    """Count objects that are made of an input: ``kind`` is one of :data:`MOST`. Without a budget nothing is counted."""
    current = _CURRENT.get()
    if current:
        current.spend(kind, amount)


@contextmanager
def budget(name: str, seconds: float) -> Iterator[None]:
    """What is done inside may take this many seconds of the processor, and the objects of :data:`MOST`.

    ``name`` is what the user calls the input. Raises :class:`OverBudgetError` if it takes more. Budgets are inside
    each other; an entry's has its own time, its objects are those of the input.

    >>> with budget("list.md", 60.0):
    ...     spend("blocks")
    """
    outer = _CURRENT.get()
    mine = Budget(name, seconds, outer, time.process_time() + seconds)
    if outer:
        mine.spent = outer.spent
    token = _CURRENT.set(mine)
    try:
        with _timer(mine):
            yield
    except _Over as over:
        if over.budget is not mine:
            raise
        raise OverBudgetError(f"{name} is skipped: {over.reason}", over.hint) from None
    finally:
        _CURRENT.reset(token)


@contextmanager
def _timer(mine: Budget) -> Iterator[None]:
    """A signal when the time of a budget is over, for what spends nothing; on leaving, that of the budget around it."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        try:
            yield
        finally:
            mine.closed = True
        return
    before = signal.signal(signal.SIGVTALRM, _ring) if mine.outer is None else None
    _set_timer(mine)
    try:
        yield
    finally:
        mine.closed = True
        if mine.outer:
            _set_timer(mine.outer)
        else:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, before or signal.SIG_DFL)


def _set_timer(mine: Budget) -> None:
    end = mine.deadline
    outer = mine.outer
    while outer:
        end, outer = min(end, outer.deadline), outer.outer
    signal.setitimer(signal.ITIMER_VIRTUAL, max(end - time.process_time(), 0.001), _AGAIN)


def _ring(_signal: int, _frame: FrameType | None) -> None:
    current = _CURRENT.get()
    if current:
        current.check_time()


@contextmanager
def without_collection() -> Iterator[None]:
    """No search for cyclic garbage meanwhile: entries and readings are many, live to the end, and have no cycles.

    On large files the search takes as long as some rules.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
