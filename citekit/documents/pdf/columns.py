"""Where a page has columns: vertical white gutters over several lines, and the order in which the columns are read.

A gutter divides columns only where the text on both sides continues by itself: baselines that do not agree, a line
drawn between them, or full lines of text on both sides. Dates or labels next to their entries share baselines with
them; they stay in the line.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from dataclasses import field, replace

from citekit.documents.pdf.page import PdfPage, RuledLine, Segment
from citekit.runtime.records import dataclass

_GUTTER = 0.9
"""The narrowest gutter in font sizes."""
_MOST_CANDIDATES = 16
"""Places that are tried for a gutter, where most text begins first: with 3 two of 30 CVs are read otherwise."""
_DEEPEST = 5
"""Divisions of a page within one another, at most: a bound, few pages have more than two."""
_CLEAR = 8
"""A gutter next to this many lines is beyond doubt."""
_MOST_KNOWN = 8
"""Gutters of other pages that a page is compared with; bounds the time for a document that is set in many ways."""
_SIDEBAR = 0.62
"""A column narrower than this share of its neighbour goes next to the text, not before it."""


@dataclass(slots=True)
class Region:
    """A part of a page that is read from top to bottom; ``flow`` 1 is a sidebar, read after all of flow 0.

    ``column`` is similar for regions of several pages that are in the same place.
    """

    segments: list[Segment]
    flow: int = 0
    column: str = ""


@dataclass(slots=True)
class _ColumnRow:
    """The segments of one baseline; ``seen`` are those of them that are not blank, from left to right."""

    y: float
    segments: list[Segment] = field(default_factory=list)
    seen: list[Segment] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Gutter:
    """A gutter at ``x`` next to ``rows`` lines; ``left`` and ``right`` are the widths of the columns."""

    x: float
    first: int
    last: int
    rows: int
    left: float
    right: float

    @property
    def sidebar(self) -> str:
        """Which side, ``l`` or ``r``, is no more than a sidebar; empty if both are columns of text."""
        if min(self.left, self.right) >= _SIDEBAR * max(self.left, self.right):
            return ""
        return "l" if self.left < self.right else "r"


def regions(pages: list[PdfPage]) -> list[list[Region]]:
    """Return the regions of every page in reading order; a gutter seen clearly on one page is trusted on the others."""
    known: list[Gutter] = []
    for page in pages:
        gutter = _best(_rows(page.segments), page, [])
        if gutter and gutter.rows >= _CLEAR and len(known) < _MOST_KNOWN and not _known(gutter.x, known):
            known.append(gutter)
    return [_divided(page.segments, page, known, Region([]), 0) for page in pages]


def _known(x: float, known: list[Gutter]) -> Gutter | None:
    # Points: columns of two pages begin a little apart, as letters do. No CV of 30 needs more than 1.5.
    return next((gutter for gutter in known if abs(gutter.x - x) < 4), None)


def _divided(segments: list[Segment], page: PdfPage, known: list[Gutter], inside: Region, depth: int) -> list[Region]:
    if not segments:
        return []
    rows = _rows(segments)
    gutter = _best(rows, page, known) if depth < _DEEPEST else None
    if gutter is None:
        return [Region(segments, inside.flow, inside.column)]
    above = [segment for row in rows[: gutter.first] for segment in row.segments]
    below = [segment for row in rows[gutter.last + 1 :] for segment in row.segments]
    middle = [segment for row in rows[gutter.first : gutter.last + 1] for segment in row.segments]
    left = [segment for segment in middle if (segment.x0 + segment.x1) / 2 < gutter.x]
    right = [segment for segment in middle if (segment.x0 + segment.x1) / 2 >= gutter.x]
    model = _known(gutter.x, known) or gutter
    sidebar = model.sidebar if model.rows >= _CLEAR else ""
    parts = (
        (above, inside.flow, inside.column),
        (left, 1 if sidebar == "l" else inside.flow, f"{inside.column}l"),
        (right, 1 if sidebar == "r" else inside.flow, f"{inside.column}r"),
        (below, inside.flow, inside.column),
    )
    return [
        region
        for part, flow, column in parts
        for region in _divided(part, page, known, Region([], flow, column), depth + 1)
    ]


def _rows(segments: Iterable[Segment]) -> list[_ColumnRow]:
    """Segments by baseline from top to bottom."""
    rows: list[_ColumnRow] = []
    for segment in sorted(segments, key=lambda one: (-one.y, one.x0)):
        if not rows or rows[-1].y - segment.y > 0.3 * segment.size:
            rows.append(_ColumnRow(segment.y))
        rows[-1].segments.append(segment)
    for row in rows:
        row.seen = sorted((one for one in row.segments if one.text.strip()), key=lambda one: one.x0)
    return rows


def _best(rows: list[_ColumnRow], page: PdfPage, known: list[Gutter]) -> Gutter | None:
    """Return the gutter next to the most lines that divides columns, if any."""
    starts: Counter[int] = Counter()
    for row in rows:
        starts.update(round(chunk.x0 / 3) for chunk in row.seen)
    both = Counter({place: count + starts.get(place + 1, 0) for place, count in starts.items()})
    # Two starts at one place may be chance.
    places = [3.0 * place - 1.5 for place, count in both.most_common(_MOST_CANDIDATES) if count >= 3]
    places += [gutter.x for gutter in known]
    best: Gutter | None = None
    for place in places:
        for first, last in _clear_stretches(rows, place):
            gutter = _judged(rows, first, last, place, page, known)
            if gutter and (best is None or gutter.rows > best.rows):
                best = gutter
    return best


def _clear_stretches(rows: list[_ColumnRow], x: float) -> list[tuple[int, int]]:
    """Return the longest spans of rows in which nothing crosses ``x`` or comes too close to its left."""
    found: list[tuple[int, int]] = []
    first = -1
    for number, row in enumerate(rows):
        crossed = any(chunk.x0 < x - 1 and chunk.x1 > x - 0.5 * _GUTTER * chunk.size for chunk in row.seen)
        if crossed:
            if first >= 0:
                found.append((first, number - 1))
            first = -1
        elif first < 0:
            first = number
    if first >= 0:
        found.append((first, len(rows) - 1))
    return [(first, last) for first, last in found if last - first >= 1]


def _judged(
    rows: list[_ColumnRow], first: int, last: int, x: float, page: PdfPage, known: list[Gutter]
) -> Gutter | None:
    """Return the gutter at ``x`` next to these rows where it divides columns."""
    left = [(number, chunk) for number in range(first, last + 1) for chunk in rows[number].seen if chunk.x0 < x - 1]
    right = [(number, chunk) for number in range(first, last + 1) for chunk in rows[number].seen if chunk.x0 >= x - 1]
    if not left or not right:
        return None
    top = max(left[0][0], right[0][0])
    bottom = min(left[-1][0], right[-1][0])
    shared_left = _line_extents([pair for pair in left if top <= pair[0] <= bottom])
    shared_right = _line_extents([pair for pair in right if top <= pair[0] <= bottom])
    count = min(len(shared_left), len(shared_right))
    if count < 1:
        return None
    width_left = max(c.x1 for _, c in left) - min(c.x0 for _, c in left)
    width_right = max(c.x1 for _, c in right) - min(c.x0 for _, c in right)
    found = Gutter(x, first, last, count, width_left, width_right)
    aligned = _aligned(shared_left, shared_right) / count
    # Lines side by side at one height are rows of a table or dates, and no columns; a gutter of other pages needs the
    # least proof.
    trusted = _known(x, known) is not None and aligned < 0.9
    # A drawn line between them counts for more than their heights.
    walled = count >= 2 and aligned < 0.7 and _has_wall(page.walls, x, rows[last].y, rows[first].y)
    wide = min(width_left, width_right) > 0.22 * page.width
    # Two columns of text are full of text, for some lines: with two lines two of 1,012 titles in 30 CVs are lost.
    full = wide and count >= 5 and min(_fullness(shared_left, width_left), _fullness(shared_right, width_right)) > 0.45
    # Where fewer than half of the lines are at one height, each side has its own lines, however short they are.
    own_lines = count >= 5 and aligned < 0.5 and min(width_left, width_right) > 0.1 * page.width
    return found if trusted or walled or full or own_lines else None


def _line_extents(pairs: list[tuple[int, Segment]]) -> list[Segment]:
    """Return one segment a row, from the first to the last."""
    found: dict[int, Segment] = {}
    for number, one in pairs:
        known = found.get(number, one)
        found[number] = replace(known, x0=min(known.x0, one.x0), x1=max(known.x1, one.x1))
    return list(found.values())


def _aligned(left: list[Segment], right: list[Segment]) -> int:
    """Return how many lines of the shorter side are at one constant offset from a line of the other side."""
    few, many = (left, right) if len(left) <= len(right) else (right, left)
    heights = sorted(chunk.y for chunk in many)
    offsets: Counter[int] = Counter()
    for chunk in few:
        at = bisect_right(heights, chunk.y)
        nearest = min(heights[max(0, at - 1) : at + 1], key=lambda y: abs(y - chunk.y))
        offset = (nearest - chunk.y) / chunk.size
        # Farther away it is next to another line.
        if abs(offset) < 0.5:
            offsets[round(offset * 8)] += 1
    return max((count + offsets.get(place + 1, 0) for place, count in offsets.items()), default=0)


def _fullness(lines: list[Segment], width: float) -> float:
    return sum(1 for chunk in lines if chunk.x1 - chunk.x0 > 0.75 * width) / len(lines)


def _has_wall(walls: list[RuledLine], x: float, low: float, high: float) -> bool:
    """Whether a vertical line is in the gutter next to most of the rows."""
    covered = sum(
        max(0.0, min(high, wall.end) - max(low, wall.start)) for wall in walls[:400] if x - 40 < wall.at < x + 2
    )
    return covered > 0.6 * (high - low) > 0
