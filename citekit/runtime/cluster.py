"""Work that is shared out on a Dask cluster: workers read their parts and write their own parts of a result.

The process that requests it carries no line: it names what is to be read, receives what is to be reported about it, and joins the
parts when all are there. Every worker needs what is read and the folder of the result at the paths that it was given: on a
shared disk. A worker that dies costs nothing but time, for what it was at is given to another one; a part is there whole or
not at all.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

from citekit.runtime.errors import MissingExtraError, UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import open_file, refuse_link, sync_folder

Item = TypeVar("Item")
Result = TypeVar("Result")

RANGE = 1 << 18
"""Bytes of a range of a file: a second or two of work."""
_AHEAD = 4
"""Parts for each thread of the workers that are on the cluster at a time."""


@contextmanager
def workers_of(scheduler: str) -> Iterator[Any]:
    """A client of a scheduler, which is an address (``tcp://host:8786``) or the path of a scheduler file.

    Raises :class:`~citekit.runtime.errors.MissingExtraError` without the extra ``dask`` and
    :class:`~citekit.runtime.errors.UsageError` where the scheduler cannot be reached.
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
        yield client


@dataclass(frozen=True, slots=True)
class ResultParts:
    """The numbered parts of a result, in a folder next to it."""

    folder: Path

    @classmethod
    def of(cls, target: Path, task: str) -> ResultParts:
        """Return the parts of ``target``; what an earlier run has left for the same ``task`` is still there.

        Raises :class:`~citekit.runtime.errors.UsageError` if the folder cannot be written.
        """
        folder = target.absolute().with_name(f"{target.name}.parts")
        refuse_link(folder)
        known = folder / "task"
        try:
            if not known.is_file() or known.read_text("utf-8") != task:
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir()
                known.write_text(task, "utf-8")
        except OSError as error:
            raise UsageError(f"{folder} cannot be written: {error.strerror or error}", "check the place") from None
        return cls(folder)

    def path(self, number: int, kind: str = "") -> Path:
        """Return where a part is; of one that others are made of, the ``kind`` is the end of its name."""
        return self.folder / f"{number:09}{kind}"

    def put(self, number: int, data: bytes, kind: str = "") -> None:
        """Write a part, whole or not at all, whoever writes it as well."""
        part = self.path(number, kind)
        unfinished = part.with_name(f"{part.name}.{uuid4().hex}")
        with unfinished.open("wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        os.replace(unfinished, part)

    def join(self, count: int, target: Path, between: bytes = b"") -> None:
        """Put this many parts in a row into the place of the result, with ``between`` those that are not empty."""
        whole = self.folder / "whole"
        with whole.open("wb") as out:
            for part in map(self.path, range(count)):
                with part.open("rb") as source:
                    if out.tell() and os.fstat(source.fileno()).st_size:
                        out.write(between)
                    shutil.copyfileobj(source, out, 1 << 20)
            out.flush()
            os.fsync(out.fileno())
        os.replace(whole, target)
        sync_folder(target.absolute().parent)
        self.remove()

    def remove(self) -> None:
        """Remove the folder with all that is in it."""
        shutil.rmtree(self.folder, ignore_errors=True)


Make = Callable[[int, Item, ResultParts], tuple[bytes, Result]]
"""What makes a part on a worker, given its number, the item, and the parts: the content, and what is to be reported of it."""


def shared_out(
    workers: Any, make: Make[Item, Result], items: Iterable[tuple[int, Item]], parts: ResultParts, kind: str = ""
) -> Iterator[Result]:
    """Let a part made of every numbered item; yields what is to be reported of them in the order of the items.

    ``make`` and the items are sent to the workers. What ``make`` raises is raised here, after six attempts.
    """
    task = partial(_made, make=make, parts=parts, kind=kind)
    waiting = enumerate(items)
    ahead = _AHEAD * max(1, sum(workers.nthreads().values()))
    places = {workers.submit(task, item, pure=False, retries=5): at for at, item in islice(waiting, ahead)}
    running, done, following = (
        import_module("distributed").as_completed(places, with_results=True),
        dict[int, Result](),
        0,
    )
    for future, result in running:
        done[places.pop(future)] = result
        future.release()
        for at, item in islice(waiting, 1):
            places[another := workers.submit(task, item, pure=False, retries=5)] = at
            running.add(another)
        while following in done:
            yield done.pop(following)
            following += 1


def _made(numbered: tuple[int, Item], make: Make[Item, Result], parts: ResultParts, kind: str) -> Result:
    """Create a part on a worker and writes it."""
    number, item = numbered
    data, result = make(number, item, parts)
    parts.put(number, data, kind)
    return result


def lines_within(path: Path, start: int, end: int) -> Iterator[bytes]:
    """Yield the lines, with their ends, that begin at ``start`` or after it and before ``end``."""
    with open_file(path) as source:
        at = max(0, start - 1)
        source.seek(at)
        if start:  # what is left of the line before, or the end of it alone
            at += len(source.readline())
        while at < end and (line := source.readline()):
            at += len(line)
            yield line
