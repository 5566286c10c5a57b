"""JSON Lines on a Dask cluster: workers complete ranges of bytes of the file (see :mod:`citekit.runtime.cluster`).

A run that was interrupted continues with the parts that are missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from citekit.runtime import cluster
from citekit.runtime.cluster import ResultParts, lines_within, shared_out, workers_of
from citekit.runtime.records import dataclass
from citekit.services.arxiv.stream import StreamJob, StreamLine, enrich_lines, lines_of, task_of


@dataclass(frozen=True, slots=True)
class RangeReport:
    """The report on a range: how many lines came to which verdict, and the lines with a problem or a reason."""

    verdicts: Counter[str]
    lines: tuple[StreamLine, ...] = ()


def run_on(
    scheduler: str, path: Path, target: Path, how: StreamJob, left: Callable[[int], None] = lambda _: None
) -> Iterator[RangeReport]:
    """Completes a file on the workers of a scheduler into ``target``.

    Yields the reports, range by range in order.

    ``left`` is called with the number of parts that an earlier run has left. Raises what :func:`~citekit.runtime.cluster.workers_of`
    raises, and :class:`~citekit.runtime.errors.UsageError` where the result cannot be written.
    """
    size = cluster.RANGE
    with workers_of(scheduler) as workers:
        parts = ResultParts.of(target, f"{task_of(path, how)} {size}")
        count = -(-path.stat().st_size // size)
        missing = [number for number in range(count) if not parts.path(number).exists()]
        if len(missing) < count:
            left(count - len(missing))
        make = partial(complete, path=path.absolute(), how=how)
        yield from shared_out(
            workers, make, ((number, (number * size, (number + 1) * size)) for number in missing), parts
        )
    parts.join(count, target)


def complete(
    _number: int, between: tuple[int, int], _parts: ResultParts, path: Path, how: StreamJob
) -> tuple[bytes, RangeReport]:
    """Return the completed lines that begin between two bytes of a file, on a worker, and the report on them."""
    done = enrich_lines(tuple(lines_of(lines_within(path, *between))), how)
    verdicts = Counter(line.verdict for line in done if line.verdict)
    worth_telling = tuple(
        StreamLine("", line.verdict, (), line.problems, line.explanation)
        for line in done
        if line.problems or line.explanation
    )
    return "".join(f"{line.text}\n" for line in done).encode("utf-8", "replace"), RangeReport(verdicts, worth_telling)
