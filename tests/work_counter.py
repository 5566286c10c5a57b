"""How much a call does, in steps of Python: calls of functions, and elements that are gone through.

Seconds depend on the machine and on what else it does. Calls do not: twice the input may take about twice as many.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Sequence
from typing import Any


def calls(run: Callable[[], Any]) -> int:
    """How many functions are called, Python's and C's, while something runs."""
    count = 0

    def note(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        if event in ("call", "c_call"):
            count += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(before)
    return count


def growth(run: Callable[[Any], Any], inputs: Sequence[Any]) -> list[float]:
    """How many times the work of the input before each input takes; the first is run once more, to fill the caches."""
    run(inputs[0])
    counts = [calls(lambda given=given: run(given)) for given in inputs]  # type: ignore[misc]
    return [after / before for before, after in itertools.pairwise(counts)]
