"""A library: works in order, with the traces and problems of how they were read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from citekit.model.trace import Trace
from citekit.model.work import Work
from citekit.runtime.errors import Problem
from citekit.runtime.records import dataclass


@dataclass(frozen=True, slots=True)
class Works(Sequence[Work]):
    """An immutable sequence of works.

    ``traces`` is empty or as long as ``works`` and parallel to it. ``problems`` is what the reader noticed.

    >>> import citekit
    >>> library = citekit.loads("@book{doe2020, title={Green Meadows}, author={Doe, Jane}, year=2020}")
    >>> [work.id for work in library]
    ['doe2020']
    """

    works: tuple[Work, ...] = ()
    traces: tuple[Trace, ...] = ()
    problems: tuple[Problem, ...] = ()

    def __eq__(self, other: object) -> bool:
        """Whether the same works are in both under the same keys, with the same traces and problems."""
        if not isinstance(other, Works):
            return NotImplemented
        mine, theirs = (([work.id for work in one], one.works, one.traces, one.problems) for one in (self, other))
        return mine == theirs

    __hash__ = None  # type: ignore[assignment]  # the works have none

    def __len__(self) -> int:
        return len(self.works)

    def __iter__(self) -> Iterator[Work]:
        return iter(self.works)

    @overload
    def __getitem__(self, index: int) -> Work: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Work, ...]: ...
    def __getitem__(self, index: int | slice) -> Work | tuple[Work, ...]:
        return self.works[index]

    def find(self, key: str) -> Work | None:
        """Return the first work whose citation key is ``key``, or None."""
        return next((work for work in self.works if work.id == key), None)
