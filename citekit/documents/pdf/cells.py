"""Dates, labels and short notes that are in columns of their own next to the text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from citekit.documents.pdf.body import BodyLine, chunks, length
from citekit.documents.pdf.lines import PdfLine
from citekit.documents.pdf.page import Segment
from citekit.runtime.records import dataclass

_CELL_GAP = 0.85
_WIDE_GAP = 1.8
_LONGEST_CELL = 26


@dataclass(frozen=True, slots=True)
class Cells:
    """Where cells are in the columns of a document: the starts of the text to their right, and their own places."""

    left: frozenset[tuple[str, int]] = frozenset()
    right: frozenset[tuple[str, int]] = frozenset()


def find_cells(flow: list[PdfLine]) -> Cells:
    """Return the columns of a flow that hold dates, labels and short notes."""
    return Cells(_columns_left(flow), _columns_right(flow))


def cut_left_cells(found: list[BodyLine], columns: frozenset[tuple[str, int]]) -> None:
    """Dates and labels that are in a column of their own to the left of the text."""
    cells: Counter[int] = Counter()
    starts: Counter[int] = Counter()
    for body in found:
        if body.marker:
            continue
        starts[round((body.segments[0].x0 - body.left) / 2)] += 1
        groups = _left_cell(body.line, body.segments)
        if groups:
            cells[round((groups[1][0].x0 - body.left) / 2)] += 1
    if not cells:
        return
    total = {place: cells[place] + cells[place + 1] + cells[place - 1] for place in cells}
    place = max(total, key=lambda at: (total[at], at))
    beside = sum(starts[place + near] for near in (-1, 0, 1))
    known = any((found[0].line.column, place + near) in columns for near in (-1, 0, 1))
    if not known and (total[place] < 2 or total[place] + beside < 0.5 * len(found)):
        return
    for body in found:
        groups = [] if body.marker else _left_cell(body.line, body.segments)
        if groups and abs((groups[1][0].x0 - body.left) / 2 - place) <= 1.6:
            body.cell = groups[0]
            body.segments = body.segments[body.segments.index(groups[1][0]) :]


def _left_cell(line: PdfLine, segments: list[Segment]) -> list[list[Segment]]:
    """Return what precedes the first gap, where that is short and at the left, and what follows; else nothing."""
    groups = chunks(segments, _CELL_GAP)
    if len(groups) < 2 or length(groups[0]) > _LONGEST_CELL:
        return []
    at_left = groups[0][0].x0 - line.left < 3 * segments[0].size
    return groups if at_left and groups[1][0].x0 - line.left < 0.45 * (line.right - line.left) else []


def _columns_left(flow: list[PdfLine]) -> frozenset[tuple[str, int]]:
    """Return where in the columns of a document text begins that has dates or labels to its left, three times or more."""
    places: Counter[tuple[str, int]] = Counter()
    for line in flow:
        groups = _left_cell(line, line.segments)
        if groups:
            places[line.column, round((groups[1][0].x0 - line.left) / 2)] += 1
    return frozenset(place for place, count in places.items() if count > 2)


def cut_right_cell(body: BodyLine, beside: frozenset[tuple[str, int]]) -> None:
    """Take a date or short note on the right off a line: at the edge, or in a column with others."""
    cell = _right_cell(body.segments)
    at_edge = cell and abs(body.line.right - cell[-1].x1) < 0.4 * body.line.size
    if not at_edge and (not cell or beside.isdisjoint(_cell_places(body.line, cell))):
        groups = chunks(body.segments, _CELL_GAP)  # text may come close to where the other cells are
        near = len(groups) > 1 and length(groups[-1]) <= _LONGEST_CELL
        cell = groups[-1] if near and not beside.isdisjoint(_starts(body.line, groups[-1])) else []
    if cell:
        body.beside = cell
        body.segments = body.segments[: body.segments.index(cell[0])]


def _right_cell(segments: list[Segment]) -> list[Segment]:
    """Return what follows the last and by far widest gap."""
    groups = chunks(segments, _WIDE_GAP)
    if len(groups) < 2 or length(groups[-1]) > 2 * _LONGEST_CELL:
        return []
    spacings = [after[0].x0 - group[-1].x1 for group, after in pairwise(groups)]
    return groups[-1] if spacings[-1] >= 2 * max(spacings[:-1], default=0) else []


def _columns_right(flow: list[PdfLine]) -> frozenset[tuple[str, int]]:
    """Return where in the columns of a document dates and short notes are far to the right of the text, more than once."""
    places: Counter[tuple[str, int]] = Counter()
    for line in flow:
        cell = _right_cell(line.segments)
        if cell:
            places.update(_cell_places(line, cell))
    return frozenset(place for place, count in places.items() if count > 1)


def _starts(line: PdfLine, cell: list[Segment]) -> list[tuple[str, int]]:
    return [place for place in _cell_places(line, cell) if place[0].endswith("start")]


def _cell_places(line: PdfLine, cell: list[Segment]) -> Iterator[tuple[str, int]]:
    """Yield the cell's start and centre in steps of a few points.

    Each is counted for its step and the next one, because positions may lie between.
    """
    start, centre = (cell[0].x0 - line.left) / 3, (cell[0].x0 + cell[-1].x1 - 2 * line.left) / 8
    for kind, place in (("start", start), ("centre", centre)):
        yield f"{line.column} {kind}", int(place)
        yield f"{line.column} {kind}", round(place) + (0 if round(place) != int(place) else -1)
