"""Entries as a stream of JSON Lines, one CSL item a line: in at one end, out at the other, in the same order.

A line comes out as it was unless something is added to it. What is written is always whole lines; a run that was killed
continues after the last of them.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, Any

from citekit.formats.csljson import loads
from citekit.model.work import Work
from citekit.runtime import cluster
from citekit.runtime.cluster import ResultParts, lines_within, shared_out, workers_of
from citekit.runtime.errors import Problem, UnreadableInputError, UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import refuse_link, sync_folder
from citekit.runtime.span import Source
from citekit.runtime.workers import in_order
from citekit.services.arxiv.client import Arxiv
from citekit.services.arxiv.enrich import FieldChange, Outcome, enrich_work, explanation
from citekit.services.arxiv.index import ArxivIndex
from citekit.services.arxiv.match import RecordSource

CHUNK = 100
"""Lines that are handed to a process at a time."""
LONGEST_LINE = 2_000_000
"""Characters of a line that is looked into; a longer one comes out as it was."""


@dataclass(frozen=True, slots=True)
class StreamLine:
    """A line on its way out, the outcome for its entry (empty if it holds none), and what to know."""

    text: str
    verdict: str = ""
    changes: tuple[FieldChange, ...] = ()
    problems: tuple[Problem, ...] = ()
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class StreamJob:
    """What is to be done with every entry; ``index`` is the path of an index, empty for arXiv's interface."""

    add: frozenset[str] = frozenset({"ids"})
    overwrite: bool = False
    index: str = ""
    explain: bool = False


_OPEN: dict[tuple[int, str], ArxivIndex] = {}


def index_at(path: str) -> ArxivIndex:
    """Return the index at a path, opened once in every process."""
    place = (os.getpid(), path)
    if place not in _OPEN:
        _OPEN[place] = ArxivIndex(Path(path))
    return _OPEN[place]


def enrich_lines(lines: Sequence[str], how: StreamJob, catalogue: RecordSource | None = None) -> tuple[StreamLine, ...]:
    """Return some lines, completed. Without a catalogue the index that ``how`` names is opened in this process."""
    source = catalogue or index_at(how.index)
    parsed = [(line, *_work(line)) for line in lines]
    works = [work for _, _, work in parsed if work]
    if isinstance(source, Arxiv):
        # request many entries at once. A failure occurs again, entry by entry, when they are looked up.
        with suppress(UnreadableInputError):
            source.prepare(works)
    elif isinstance(source, ArxivIndex):
        source.prepare(works)
    return tuple(_line(line, item, work, how, source) for line, item, work in parsed)


def enrich_works(works: Sequence[Work], how: StreamJob) -> tuple[Outcome, ...]:
    """Return some works, completed from the index that ``how`` names."""
    return tuple(enrich_work(work, index_at(how.index), how.add, how.overwrite) for work in works)


def _work(line: str) -> tuple[dict[str, Any] | None, Work | None]:
    """Return the item in a line and its work; None without one."""
    if not line.strip() or len(line) > LONGEST_LINE:
        return None, None
    try:
        item = json.loads(line)
    except (ValueError, RecursionError):
        return None, None
    if not isinstance(item, dict) or not ("title" in item or isinstance(item.get("type"), str)):
        return None, None
    works = loads(Source("line", line)).works
    return (item, works[0]) if len(works) == 1 else (None, None)


def _line(
    line: str, item: dict[str, Any] | None, work: Work | None, how: StreamJob, catalogue: RecordSource
) -> StreamLine:
    if item is None or work is None:
        blank = not line.strip()
        problem = Problem(
            "a line holds no CSL item; it was left as it is", "one JSON object a line", severity="warning"
        )
        return StreamLine(line) if blank else StreamLine(line, "unread", (), (problem,))
    outcome = enrich_work(work, catalogue, how.add, how.overwrite)
    explained = explanation(outcome) if how.explain else ""
    text = line if not outcome.changes else json.dumps(with_changes(item, outcome.changes), ensure_ascii=False)
    return StreamLine(text, outcome.verdict, outcome.changes, outcome.problems, explained)


def with_changes(item: dict[str, Any], changes: Iterable[FieldChange]) -> dict[str, Any]:
    """Return a CSL item with changes made; everything else in it stays, also what citekit does not know."""
    custom = item.get("custom")
    fields: dict[str, Any] = dict(custom) if isinstance(custom, dict) else {}
    made = dict(item)
    for change in changes:
        (made if change.is_variable else fields)[change.name] = change.new
    if fields:
        made["custom"] = fields
    return made


# --- files ---------------------------------------------------------------------------------------------------------


def run(
    lines: Iterable[str], how: StreamJob, jobs: int = 1, catalogue: RecordSource | None = None
) -> Iterator[tuple[StreamLine, ...]]:
    """Chunks of lines, completed, in order; in ``jobs`` processes where the records come from an index."""
    source = iter(lines)
    chunks = iter(lambda: tuple(islice(source, CHUNK)), ())
    if catalogue is not None:
        yield from (enrich_lines(chunk, how, catalogue) for chunk in chunks)
    else:
        yield from in_order(partial(enrich_lines, how=how), chunks, jobs)


class Output:
    """A file that grows line by line under another name, and can be taken up again.

    ``done`` is how many lines an earlier run has left in it for the same ``task`` (what is read, and how).
    """

    def __init__(self, target: Path, task: str) -> None:
        self.target = target
        self._part = target.with_name(f"{target.name}.part")
        self._task = target.with_name(f"{target.name}.part.task")
        for name in (self._part, self._task):
            refuse_link(name)
        try:
            self.done = self._left() if self._known() == task else 0
            self._stream: IO[bytes] = self._part.open("r+b" if self.done else "wb")
            self._stream.seek(0, os.SEEK_END)
            self._task.write_text(task, encoding="utf-8")
        except OSError as error:
            raise UsageError(f"{target} cannot be written: {error.strerror or error}", "check the place") from None

    def write(self, lines: Iterable[str]) -> None:
        """Append lines; they are written to disk when this returns."""
        self._stream.write("".join(f"{line}\n" for line in lines).encode("utf-8", "replace"))
        self._stream.flush()

    def finish(self) -> None:
        """Put the file in its place."""
        os.fsync(self._stream.fileno())
        self._stream.close()
        # first, because a run that finds the target refuses to begin and would leave this file for ever
        self._task.unlink(missing_ok=True)
        os.replace(self._part, self.target)
        sync_folder(self.target.parent)

    def close(self) -> None:
        """Close the file and keep its lines for the next run."""
        self._stream.close()

    def _known(self) -> str:
        try:
            return self._task.read_text(encoding="utf-8")
        except OSError:
            return ""

    def _left(self) -> int:
        """Return the whole lines that are in the file; a piece of one after them is cut off."""
        if not self._part.is_file():
            return 0
        lines = end = 0
        with self._part.open("r+b") as stream:
            while piece := stream.read(1 << 20):
                lines += piece.count(b"\n")
                last = piece.rfind(b"\n")
                end = stream.tell() - len(piece) + last + 1 if last >= 0 else end
            stream.truncate(end)
        return lines


def task_of(path: Path, how: StreamJob) -> str:
    """Return what is read and how, in a line: a run is taken up again only for the same."""
    facts = path.stat()
    index = Path(how.index)
    stamp = index.stat().st_mtime_ns if how.index and index.exists() else 0
    return f"{path.name} {facts.st_size} {facts.st_mtime_ns} {sorted(how.add)} {how.overwrite} {how.index} {stamp}"


def lines_of(stream: Iterable[bytes]) -> Iterator[str]:
    """Yield the lines of a stream without their ends; what is not UTF-8 is replaced."""
    for line in stream:
        yield line.decode("utf-8", "replace").rstrip("\r\n")


def to_output(chunks: Iterable[tuple[StreamLine, ...]], output: Output, done: Callable[[StreamLine], None]) -> None:
    """Write what comes out, chunk by chunk; ``done`` is called for every line. What was written before a failure stays."""
    try:
        for chunk in chunks:
            output.write(line.text for line in chunk)
            for line in chunk:
                done(line)
    except BaseException:
        output.close()
        raise
    output.finish()


# JSON Lines on a Dask cluster: workers complete ranges of bytes of the file (see `cluster`).
#
# A run that was interrupted continues with the parts that are missing.


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
