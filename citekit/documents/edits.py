"""Changing the text of styled runs without losing where each character is in the source."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from citekit.documents.model import Block, Run
from citekit.runtime.span import Span

Change = tuple[int, int, str]
"""``text[start:end]`` of a block becomes another text."""


def edited_runs(runs: Sequence[Run], changes: Iterable[Change]) -> tuple[Run, ...]:
    """Return the runs with some spans of their joined text replaced; changes are in order and do not overlap.

    New text has the style of what it replaces and is where that was.

    >>> from citekit.documents.model import Run
    >>> from citekit.runtime.span import Span
    >>> "".join(run.text for run in edited_runs([Run("10.1/a b", Span(0, 8))], [(6, 7, "")]))
    '10.1/ab'
    """
    waiting = list(changes)
    made: list[Run] = []
    at = 0
    for run in runs:
        inside, stop = at, at + len(run.text)
        while waiting and waiting[0][0] < stop:
            start, end, text = waiting[0]
            made.append(_piece(run, at, inside, max(start, inside)))
            if start >= at and text:
                made.append(replace(_piece(run, at, start, min(end, stop)), text=text))
            inside = min(end, stop)
            if end > stop:
                break  # it continues in the next run
            waiting.pop(0)
        made.append(_piece(run, at, inside, stop))
        at = stop
    if waiting and made and waiting[0][0] == at:  # after the last run
        end = made[-1].span.end
        made.append(replace(made[-1], text="".join(text for _, _, text in waiting), span=Span(end, end)))
    return tuple(run for run in made if run.text)


def edited(block: Block, changes: Iterable[Change]) -> Block:
    """Return the block with some spans of its text replaced, as :func:`edited_runs` does."""
    return replace(block, runs=edited_runs(block.runs, changes))


def _piece(run: Run, at: int, start: int, end: int) -> Run:
    """Return the part of a run that begins at ``at`` from ``start`` to ``end``."""
    span = run.span
    if len(run.text) == len(span):
        span = Span(span.start + start - at, span.start + end - at)
    return replace(run, text=run.text[start - at : end - at], span=span)
