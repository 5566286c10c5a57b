"""What is next to the text of an item: dates, labels and short notes in columns of their own, bullets and numbers.

What looks like a marker may be text that happens to be at the beginning of a line, such as the issue in brackets
after a volume. Numbers and letters must continue with the item before or after; labels must be where the others do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from citekit.documents.pdf.lines import BodyLine, PdfLine, chunks, length
from citekit.documents.pdf.page import Segment
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.text.numerals import is_roman, roman_value

_CELL_GAP = 0.85
"""Font sizes between a cell and the text next to it, at least. Spaces of justified lines are wider than usual ones: with 0.5
nine of 1,012 titles in 30 CVs are lost."""
_WIDE_GAP = 1.8
"""The same for a cell to the right, where it ends a line of text: with 1.0 five of these titles are lost."""
_LONGEST_CELL = 26
"""Length of a date or a label next to the text ("September 2019 – June 2021"), at most: with 12, 14 of these CVs
are read otherwise."""


@dataclass(frozen=True, slots=True)
class Cells:
    """Where cells are in the columns of a document: the starts of the text to their right, and their own places."""

    left: frozenset[tuple[str, int]] = frozenset()
    right: frozenset[tuple[str, int]] = frozenset()


def find_cells(flow: list[PdfLine]) -> Cells:
    """Return the columns of a flow that hold dates, labels and short notes."""
    # Where in the columns of a document text begins that has dates or labels to its left, three times or more.
    places: Counter[tuple[str, int]] = Counter()
    for line in flow:
        groups = _left_cell(line, line.segments)
        if groups:
            places[line.column, round((groups[1][0].x0 - line.left) / 2)] += 1
    return Cells(frozenset(place for place, count in places.items() if count > 2), _columns_right(flow))


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
        # Places are counted in steps of two points; text that begins a step and a half away is in the column. With 0.6
        # two of 30 CVs are read otherwise.
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


def cut_right_cell(body: BodyLine, beside: frozenset[tuple[str, int]]) -> None:
    """Take a date or short note on the right off a line: at the edge, or in a column with others."""
    cell = _right_cell(body.segments)
    at_edge = cell and abs(body.line.right - cell[-1].x1) < 0.4 * body.line.size
    if not at_edge and (not cell or beside.isdisjoint(_cell_places(body.line, cell))):
        groups = chunks(body.segments, _CELL_GAP)  # text may come close to where the other cells are
        near = len(groups) > 1 and length(groups[-1]) <= _LONGEST_CELL
        starts = [place for place in _cell_places(body.line, groups[-1]) if place[0].endswith("start")]
        cell = groups[-1] if near and not beside.isdisjoint(starts) else []
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


def _cell_places(line: PdfLine, cell: list[Segment]) -> Iterator[tuple[str, int]]:
    """Yield the cell's start and centre in steps of a few points.

    Each is counted for its step and the next one, because positions may lie between.
    """
    start, centre = (cell[0].x0 - line.left) / 3, (cell[0].x0 + cell[-1].x1 - 2 * line.left) / 8
    for kind, place in (("start", start), ("centre", centre)):
        yield f"{line.column} {kind}", int(place)
        yield f"{line.column} {kind}", round(place) + (0 if round(place) != int(place) else -1)


_BULLET = re.compile(r"([•‣◦▪▫●○■□◆◇◼►▶➢➤➔➜→⇒∗⋆★✓✔·∙–—*-]|o(?= [A-Z]))(?: |$)")
_LABEL = re.compile(
    r"(\[[A-Za-z]{0,4}[-. ]?\d{1,3}[a-z]?\]|\[[A-Za-z+]{1,8}\d{2,4}[a-z]?\]|[A-Z]{1,3}[-. ]?\d{1,3}[.:)])(?= |$|[^\W\d_])"
)
_NUMBER = re.compile(r"(#?(\d{1,3})[.)]?|\((\d{1,3})\))(?= |$|[^\W\d_]|[“\"])")
_LETTER = re.compile(r"(\(([a-z])\)|([a-z])\)|([ivx]{1,5})[.)])(?= |$)")
_ENDS_NUMBER = re.compile(r"[.)]$")
_DASHES = frozenset("–—-*·∗")


def cut_markers(found: list[BodyLine]) -> None:
    """Take the markers off the lines of a span that begin items."""
    for body in found:
        _cut_marker(body)
    counted = [body for body in found if body.number >= 0]
    confirmed: set[int] = set()
    for place, body in enumerate(counted):
        before = next((other for other in counted[max(0, place - 6) : place][::-1] if _same_column(other, body)), None)
        if before and abs(before.number - body.number) == 1:
            confirmed.update((id(before), id(body)))
    dashes = Counter(round(body.start - body.left) for body in found if body.marker_text in _DASHES)
    labels = [body for body in found if body.marker and body.number < 0 and len(body.marker_text) > 1]
    first = min((body.start - body.left for body in labels), default=0.0)
    for body in found:
        if body.marker_text in _DASHES:
            # A dash without others may begin an item where a gap of half a line is above.
            genuine = dashes[round(body.start - body.left)] > 1 or body.space_above > 1.5
        elif body.number >= 0:
            genuine = id(body) in confirmed or _stands_alone(body)
        else:
            is_label = len(body.marker_text) > 1
            # A label is at the left, by a letter or so, or after a gap of half a line.
            genuine = not is_label or body.start - body.left < first + 1.5 * body.line.size or body.space_above > 1.5
        if body.marker and not genuine:
            body.segments = list(body.line.segments)
            body.marker, body.marker_text, body.number = [], "", -1


def _cut_marker(body: BodyLine) -> None:
    """Take what looks like a marker off the beginning of a line."""
    text = body.line.text
    label, number, letter = _LABEL.match(text), _NUMBER.match(text), _LETTER.match(text)
    match = _BULLET.match(text) or label or number or letter
    if not match:
        return
    before, rest = _cut(body.line.segments, len(match[1]))
    if not rest:
        return
    bare = match is number and match[1].isdigit()
    if bare and rest[0].x0 - before[-1].x1 < 0.6 * body.line.size:
        return  # a bare number needs a gap to be a marker
    body.marker, body.segments, body.marker_text = before, rest, match[1]
    if match is number:
        body.number = int(number[2] or number[3])
    elif match is letter:
        sign = next(group for group in match.groups()[1:] if group)
        # No list that is numbered in Roman has this many items that "c" or "m" are numbers in it.
        numeral = is_roman(sign) and roman_value(sign) <= 20
        body.number = roman_value(sign) if numeral else ord(sign[0]) - ord("a") + 1


def _same_column(a: BodyLine, b: BodyLine) -> bool:
    """Whether two markers are set in the same way: flush left, or flush right as numbers of several digits are."""
    size = a.line.size
    lefts = abs((a.start - a.left) - (b.start - b.left))
    rights = abs((a.marker[-1].x1 - a.left) - (b.marker[-1].x1 - b.left))
    return min(lefts, rights) < 0.7 * size


def _stands_alone(body: BodyLine) -> bool:
    """Whether a number with a full stop is a marker without others around it: it begins a paragraph, a gap follows."""
    # A line at the usual distance continues with its paragraph: with 1.0 three of 30 CVs are read otherwise.
    begins = body.place == 0 or body.space_above > 1.4
    spaced = not body.segments or body.x0 - body.marker[-1].x1 > 0.25 * body.line.size
    return begins and spaced and bool(_ENDS_NUMBER.search(body.marker_text))


def _cut(segments: list[Segment], count: int) -> tuple[list[Segment], list[Segment]]:
    """Segments before and after the first ``count`` characters that are not blank."""
    head: list[Segment] = []
    for place, segment in enumerate(segments):
        text = segment.text.strip()
        visible = len(text.replace(" ", ""))
        if visible <= count:
            head.append(segment)
            count -= visible
            if count == 0:
                rest = [other for other in segments[place + 1 :] if other.text.strip()]
                return head, rest
            continue
        if count == 0:
            return head, segments[place:]
        at = 0
        while count:
            count -= not text[at].isspace()
            at += 1
        middle = segment.x0 + (segment.x1 - segment.x0) * at / len(text)
        rest_text = text[at:].lstrip()
        begin = segment.x0 + (segment.x1 - segment.x0) * (len(text) - len(rest_text)) / len(text)
        one = replace(segment, text=text[:at], x1=middle)
        other = replace(segment, text=rest_text, x0=begin)
        return [*head, one], [other, *segments[place + 1 :]]
    return head, []
