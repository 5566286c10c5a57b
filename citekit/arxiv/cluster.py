"""JSON Lines on a Dask cluster: the same pure functions over a bag of the file's lines, one partition a piece of it.

Every worker opens the index at the path that it was given: on a shared disk, or a copy in the same place of each
machine. A worker that dies costs nothing but time, for its pieces are given to another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from citekit.arxiv.stream import CHUNK, How, Line, enrich_lines, lines_of
from citekit.disk import open_file
from citekit.errors import MissingExtraError, UsageError

PIECES = 32
"""Pieces of a file that are on the cluster at a time: what bounds the memory here."""
PIECE = 5 * CHUNK
"""Lines of a piece."""


def run_on(scheduler: str, path: Path, skip: int, how: How) -> Iterator[tuple[Line, ...]]:
    """The lines of a file behind ``skip``, completed on the workers of a scheduler, in order.

    ``scheduler`` is an address (``tcp://host:8786``) or the path of a scheduler file. Raises
    :class:`~citekit.errors.MissingExtraError` without the extra ``dask`` and :class:`~citekit.errors.UsageError` where
    the scheduler cannot be reached.
    """
    try:
        from dask import bag
        from distributed import Client
    except ImportError:
        raise MissingExtraError("--dask needs Dask", "install the extra: citekit-bib[dask]") from None
    try:
        client = Client(scheduler_file=scheduler) if Path(scheduler).is_file() else Client(scheduler, timeout=20)
    except (OSError, ValueError) as error:
        raise UsageError(
            f"the scheduler {scheduler} cannot be reached: {error}", "start it, or check its address"
        ) from None
    with client, open_file(path) as source:
        for pieces in _several(_pieces(source, skip)):
            lines = bag.from_sequence(pieces, partition_size=1).map(partial(_completed, how=how))
            futures = [client.compute(part, retries=5) for part in lines.to_delayed()]
            for future in futures:
                yield from future.result()


def _completed(piece: tuple[str, ...], how: How) -> tuple[Line, ...]:
    return enrich_lines(piece, how)


def _pieces(source: Any, skip: int) -> Iterator[tuple[str, ...]]:
    piece: list[str] = []
    for number, line in enumerate(lines_of(source)):
        if number >= skip:
            piece.append(line)
        if len(piece) == PIECE:
            yield tuple(piece)
            piece = []
    if piece:
        yield tuple(piece)


def _several(pieces: Iterable[tuple[str, ...]]) -> Iterator[list[tuple[str, ...]]]:
    several: list[tuple[str, ...]] = []
    for piece in pieces:
        several.append(piece)
        if len(several) == PIECES:
            yield several
            several = []
    if several:
        yield several
