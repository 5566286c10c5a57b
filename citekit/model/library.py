"""A library: works in order, with the traces and problems of how they were read.

A trace tells where each fact of a work was read, and how sure the reader was: kept next to the work, never inside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import overload

from citekit.model.work import Work
from citekit.runtime.errors import Problem
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a field has its value: the place, a score from 0 (guess) to 1 (certain) and the reason in a few words."""

    span: Span | None
    score: float
    reason: str


@dataclass(frozen=True, slots=True)
class Trace:
    """The reading of one work.

    ``span`` is the whole item in ``source``. ``evidence`` maps variables (``"title"``, ``"author"``, …) to where they
    were read. ``doubts`` are sentences for people; ``left_over`` are the pieces of the item that fit no field.
    ``also`` names further places where the same publication is. ``text`` is the item as a person sees it, and
    ``corrected`` what people said about its reading, a sentence each.
    """

    source: Source
    span: Span
    evidence: Mapping[str, Evidence] = field(default_factory=dict)
    doubts: tuple[str, ...] = ()
    left_over: tuple[str, ...] = ()
    section: str = ""
    score: float = 1.0
    also: tuple[tuple[Source, Span], ...] = ()
    text: str = ""
    corrected: tuple[str, ...] = ()


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
