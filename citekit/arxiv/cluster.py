"""JSON Lines on a Dask cluster: workers read ranges of bytes of the file and write their own parts of the result.

The process that asks for it carries no line: it names ranges, hears what is to be told about them, and joins the parts
when all are there. Every worker needs the file, the index and the folder of the result at the paths that it was given:
on a shared disk. A worker that dies costs nothing but time, for its ranges are given to another one; a part is there
whole or not at all, so that a run that was ended goes on with those that are missing.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

from citekit.arxiv.stream import How, Line, enrich_lines, task_of
from citekit.disk import open_file, refuse_link, sync_folder
from citekit.errors import MissingExtraError, UsageError
from citekit.records import dataclass

RANGE = 1 << 18
"""Bytes of a range: a second or two of work."""
_AHEAD = 4
"""Ranges for each thread of the workers that are on the cluster at a time."""


@dataclass(frozen=True, slots=True)
class Told:
    """What is to be told about a range: how many lines came to which verdict, and the lines with a problem or a reason."""

    verdicts: Counter[str]
    lines: tuple[Line, ...] = ()


def run_on(
    scheduler: str, path: Path, target: Path, how: How, left: Callable[[int], None] = lambda _: None
) -> Iterator[Told]:
    """Completes a file on the workers of a scheduler into ``target``; yields what is to be told, range by range in order.

    ``scheduler`` is an address (``tcp://host:8786``) or the path of a scheduler file; ``left`` is told how many parts an
    earlier run has left. Raises :class:`~citekit.errors.MissingExtraError` without the extra ``dask`` and
    :class:`~citekit.errors.UsageError` where the scheduler cannot be reached or the result cannot be written.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise MissingExtraError("--dask needs Dask", "install the extra: citekit-bib[dask]") from None
    try:
        known = {"scheduler_file": scheduler} if Path(scheduler).is_file() else {"address": scheduler, "timeout": 20}
        client = distributed.Client(**known)
    except (OSError, ValueError) as error:
        raise UsageError(
            f"the scheduler {scheduler} cannot be reached: {error}", "start it, or check its address"
        ) from None
    with client:
        folder = _folder(target, f"{task_of(path, how)} {RANGE}")
        parts = [folder / f"{number:09}" for number in range(-(-path.stat().st_size // RANGE))]
        missing = [number for number, part in enumerate(parts) if not part.exists()]
        if len(missing) < len(parts):
            left(len(parts) - len(missing))
        task = partial(complete, path=str(path.absolute()), folder=str(folder.absolute()), how=how)
        waiting = iter(missing)
        ahead = _AHEAD * max(1, sum(client.nthreads().values()))
        numbers = {client.submit(task, number, pure=False, retries=5): number for number in islice(waiting, ahead)}
        running, told, due = distributed.as_completed(numbers, with_results=True), dict[int, Told](), iter(missing)
        following = next(due, -1)
        for future, said in running:
            told[numbers.pop(future)] = said
            future.release()
            for number in islice(waiting, 1):
                numbers[another := client.submit(task, number, pure=False, retries=5)] = number
                running.add(another)
            while following in told:
                yield told.pop(following)
                following = next(due, -1)
    _join(parts, folder, target)


def complete(number: int, path: str, folder: str, how: How) -> Told:
    """Completes the lines that begin in a range of a file, on a worker, and writes them as a part."""
    part = Path(folder) / f"{number:09}"
    verdicts: Counter[str] = Counter()
    worth_telling: list[Line] = []
    unfinished = part.with_name(f"{part.name}.{os.getpid()}")
    done = enrich_lines(tuple(lines_within(Path(path), number * RANGE, (number + 1) * RANGE)), how)
    with unfinished.open("wb") as out:
        out.write("".join(f"{line.text}\n" for line in done).encode("utf-8", "replace"))
        verdicts.update(line.verdict for line in done if line.verdict)
        worth_telling += [
            Line("", line.verdict, (), line.problems, line.explanation)
            for line in done
            if line.problems or line.explanation
        ]
        out.flush()
        os.fsync(out.fileno())
    os.replace(unfinished, part)
    return Told(verdicts, tuple(worth_telling))


def lines_within(path: Path, start: int, end: int) -> Iterator[str]:
    """The lines that begin at ``start`` or behind it and before ``end``, without their ends."""
    with open_file(path) as source:
        at = max(0, start - 1)
        source.seek(at)
        if start:  # what is left of the line before, or the end of it alone
            at += len(source.readline())
        while at < end and (line := source.readline()):
            at += len(line)
            yield line.decode("utf-8", "replace").rstrip("\r\n")


def _folder(target: Path, task: str) -> Path:
    """The folder of the parts; what an earlier run has left for the same task stays in it."""
    folder = target.with_name(f"{target.name}.parts")
    refuse_link(folder)
    known = folder / "task"
    try:
        if not known.is_file() or known.read_text("utf-8") != task:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            known.write_text(task, "utf-8")
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror or error}", "check the place") from None
    return folder


def _join(parts: list[Path], folder: Path, target: Path) -> None:
    """Puts the parts in a row into the place of the result."""
    whole = folder / "whole"
    with whole.open("wb") as out:
        for part in parts:
            with part.open("rb") as source:
                shutil.copyfileobj(source, out, 1 << 20)
        out.flush()
        os.fsync(out.fileno())
    os.replace(whole, target)
    sync_folder(target.parent)
    shutil.rmtree(folder)
