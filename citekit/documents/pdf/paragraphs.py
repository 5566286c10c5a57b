"""Lines to paragraphs: markers, cells beside the text, indentation, gaps and lines that end early.

A list is set in one way, so every question is asked of a whole stretch of lines between two headings: where its first
lines begin and where the others, how far apart its lines stand, and which lines bear a marker.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from citekit.documents.pdf.lines import Line
from citekit.documents.pdf.page import Segment

_BULLET = re.compile(r"([•‣◦▪▫●○■□◆◇◼►▶➢➤➔➜→⇒∗⋆★✓✔·∙–—*-]|o(?= [A-Z]))(?: |$)")
_LABEL = re.compile(
    r"(\[[A-Za-z]{0,4}[-. ]?\d{1,3}[a-z]?\]|\[[A-Za-z+]{1,8}\d{2,4}[a-z]?\]|\(\d{1,3}\)|[A-Z]{1,3}[-. ]?\d{1,3}[.:)]|"
    r"(?:\(?[a-z]\)|[ivx]{1,4}[.)]))(?= |$|[^\W\d_])"
)
_NUMBER = re.compile(r"(#?(\d{1,3})[.)]?|(\d{1,3})[.)])(?= |$|[^\W\d_]|[“\"])")
_ENDS_NUMBER = re.compile(r"[.)]$")
_RANGE_GOES_ON = re.compile(r"(?:[–—-]|\bto|\buntil|\bbis)$")
_CELL_GAP = 0.85
_WIDE_GAP = 1.8
_APART = 1.2
"""Lines farther apart than this many times the usual distance are in different paragraphs."""
_LONGEST_CELL = 26


@dataclass(slots=True)
class BodyLine:
    """A line with what its looks say: marker, cells to the left and right of the text, indentation, gap above."""

    line: Line
    segments: list[Segment]
    marker: list[Segment] = field(default_factory=list)
    marker_text: str = ""
    number: int = -1
    cell: list[Segment] = field(default_factory=list)
    beside: list[Segment] = field(default_factory=list)
    place: int = 0
    gap: float = -1.0
    """From the baseline of the line above in font sizes; negative at the top of a column."""

    @property
    def left(self) -> float:
        """The left edge of the column."""
        return self.line.left

    @property
    def x0(self) -> float:
        """Where the text begins, behind marker and cell."""
        return self.segments[0].x0 if self.segments else self.line.x0

    @property
    def x1(self) -> float:
        """Where the text ends, before the cell on the right."""
        return max((segment.x1 for segment in self.segments), default=self.line.x1)

    @property
    def start(self) -> float:
        """Where the line begins, with its marker or cell."""
        return self.line.x0

    @property
    def limit(self) -> float:
        """How far the text could have gone."""
        return self.beside[0].x0 - self.line.size if self.beside else self.line.right


@dataclass(frozen=True, slots=True)
class Cells:
    """Where cells stand in the columns of a document: the starts of the text to their right, and their own places."""

    left: frozenset[tuple[str, int]] = frozenset()
    right: frozenset[tuple[str, int]] = frozenset()


@dataclass(slots=True)
class Paragraph:
    """Lines that belong together; ``forced`` holds the numbers of those that end early. ``item`` counts list items,
    0 outside of lists; ``depth`` is how deep a list is nested."""

    lines: list[BodyLine]
    forced: set[int] = field(default_factory=set)
    item: int = 0
    depth: int = 0
    first: bool = True


def body_lines(stretch: list[Line], cells: Cells) -> list[BodyLine]:
    """The lines of a stretch with all that can be seen of each."""
    found = [BodyLine(line, list(line.segments), place=place) for place, line in enumerate(stretch)]
    for before, body in pairwise(found):
        if _same_region(before, body):
            drop = before.line.y - body.line.y
            body.gap = drop / max(before.line.size, body.line.size) if drop > 0 else -1.0
    _cut_markers(found)
    _cut_left_cells(found, cells.left)
    for body in found:
        _cut_right_cell(body, cells.right)
    return found


def _same_region(before: BodyLine, body: BodyLine) -> bool:
    return before.line.page == body.line.page and before.line.region == body.line.region


# Markers and cells -------------------------------------------------------------------------------------------------


def _cut_markers(found: list[BodyLine]) -> None:
    for body in found:
        _cut_marker(body)
    numbered = [body for body in found if body.number >= 0]
    confirmed: set[int] = set()
    for before, body in pairwise(numbered):
        if abs(before.number - body.number) == 1 and _same_column(before, body):
            confirmed.update((id(before), id(body)))
    dashes = Counter(round(body.start - body.left) for body in found if body.marker_text in _DASHES)
    for body in found:
        lonely_dash = body.marker_text in _DASHES and dashes[round(body.start - body.left)] < 2 and body.gap < 1.5
        if (body.number >= 0 and id(body) not in confirmed and not _stands_alone(body)) or lonely_dash:
            _give_back(body)


_DASHES = frozenset("–—-*·∗")


def _same_column(a: BodyLine, b: BodyLine) -> bool:
    """Whether two markers are set alike: flush left, or flush right as numbers of several digits are."""
    size = a.line.size
    lefts = abs((a.start - a.left) - (b.start - b.left))
    rights = abs((a.marker[-1].x1 - a.left) - (b.marker[-1].x1 - b.left))
    return min(lefts, rights) < 0.7 * size


def _stands_alone(body: BodyLine) -> bool:
    """Whether a number with a full stop is a marker without others around it: it is the first, and a gap follows it."""
    begins = body.place == 0 or body.gap > 1.4
    spaced = not body.segments or body.x0 - body.marker[-1].x1 > 0.25 * body.line.size
    return body.number == 1 and begins and spaced and bool(_ENDS_NUMBER.search(body.marker_text))


def _cut_marker(body: BodyLine) -> None:
    """Take bullet, number or label off the beginning of a line."""
    text = body.line.text
    match = _BULLET.match(text) or _LABEL.match(text) or _NUMBER.match(text)
    if not match:
        return
    number = match.re is _NUMBER
    if number and not _ENDS_NUMBER.search(match[1]) and not match[1].startswith("#"):
        rest = _behind(body, len(match[1]))
        if not rest or rest[0].x0 - _before(body, len(match[1]))[-1].x1 < 0.6 * body.line.size:
            return  # a bare number needs a gap to be a marker
    rest = _behind(body, len(match[1]))
    if not rest:
        return
    body.marker, body.segments = _before(body, len(match[1])), rest
    body.marker_text = match[1]
    body.number = int(match[2] or match[3]) if number else -1


def _give_back(body: BodyLine) -> None:
    body.segments = list(body.line.segments)
    body.marker, body.marker_text, body.number = [], "", -1


def _before(body: BodyLine, count: int) -> list[Segment]:
    """The segments that hold the first ``count`` visible characters; the last one is cut."""
    return _cut(body.line.segments, count)[0]


def _behind(body: BodyLine, count: int) -> list[Segment]:
    return _cut(body.line.segments, count)[1]


def _cut(segments: list[Segment], count: int) -> tuple[list[Segment], list[Segment]]:
    """Segments before and behind the first ``count`` characters that are not blank."""
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
        one = _with(segment, text[:at], segment.x0, middle)
        other = _with(segment, rest_text, begin, segment.x1)
        return [*head, one], [other, *segments[place + 1 :]]
    return head, []


def _with(segment: Segment, text: str, x0: float, x1: float) -> Segment:
    return Segment(text, x0, x1, segment.y, segment.size, segment.style, segment.href, segment.colour, segment.blank)


def _chunks(segments: list[Segment], gap: float) -> list[list[Segment]]:
    """Segments in groups with wide gaps between them."""
    groups: list[list[Segment]] = []
    for segment in segments:
        if not segment.text.strip():
            continue
        if groups and segment.x0 - groups[-1][-1].x1 < gap * segment.size:
            groups[-1].append(segment)
        else:
            groups.append([segment])
    return groups


def _cut_left_cells(found: list[BodyLine], columns: frozenset[tuple[str, int]]) -> None:
    """Dates and labels that stand in a column of their own to the left of the text."""
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


def _left_cell(line: Line, segments: list[Segment]) -> list[list[Segment]]:
    """What stands before the first gap, where that is short and at the left, and what stands behind; else nothing."""
    groups = _chunks(segments, _CELL_GAP)
    if len(groups) < 2 or _length(groups[0]) > _LONGEST_CELL:
        return []
    at_left = groups[0][0].x0 - line.left < 3 * segments[0].size
    return groups if at_left and groups[1][0].x0 - line.left < 0.45 * (line.right - line.left) else []


def find_cells(flow: list[Line]) -> Cells:
    """The columns of a flow that hold dates, labels and short notes."""
    return Cells(_columns_left(flow), _columns_right(flow))


def _columns_left(flow: list[Line]) -> frozenset[tuple[str, int]]:
    """Where in the columns of a document text begins that has dates or labels to its left, three times or more."""
    places: Counter[tuple[str, int]] = Counter()
    for line in flow:
        groups = _left_cell(line, line.segments)
        if groups:
            places[line.column, round((groups[1][0].x0 - line.left) / 2)] += 1
    return frozenset(place for place, count in places.items() if count > 2)


def _columns_right(flow: list[Line]) -> frozenset[tuple[str, int]]:
    """Where in the columns of a document dates and short notes stand far to the right of the text, more than once."""
    places: Counter[tuple[str, int]] = Counter()
    for line in flow:
        cell = _right_cell(line.segments)
        if cell:
            places.update(_cell_places(line, cell))
    return frozenset(place for place, count in places.items() if count > 1)


def _cut_right_cell(body: BodyLine, beside: frozenset[tuple[str, int]]) -> None:
    """Take a date or short note on the right off a line: at the edge, or in a column with others."""
    cell = _right_cell(body.segments)
    at_edge = cell and abs(body.line.right - cell[-1].x1) < 0.4 * body.line.size
    if not at_edge and (not cell or beside.isdisjoint(_cell_places(body.line, cell))):
        groups = _chunks(body.segments, _CELL_GAP)  # text may come close to where the other cells stand
        near = len(groups) > 1 and _length(groups[-1]) <= _LONGEST_CELL
        cell = groups[-1] if near and not beside.isdisjoint(_starts(body.line, groups[-1])) else []
    if cell:
        body.beside = cell
        body.segments = body.segments[: body.segments.index(cell[0])]


def _right_cell(segments: list[Segment]) -> list[Segment]:
    """What stands behind the last and by far widest gap."""
    groups = _chunks(segments, _WIDE_GAP)
    if len(groups) < 2 or _length(groups[-1]) > 2 * _LONGEST_CELL:
        return []
    gaps = [after[0].x0 - group[-1].x1 for group, after in pairwise(groups)]
    return groups[-1] if gaps[-1] >= 2 * max(gaps[:-1], default=0) else []


def _starts(line: Line, cell: list[Segment]) -> list[tuple[str, int]]:
    return [place for place in _cell_places(line, cell) if place[0].endswith("start")]


def _cell_places(line: Line, cell: list[Segment]) -> Iterator[tuple[str, int]]:
    """The cell's start and centre in steps of a few points; a step and the next one, as places may lie between."""
    start, centre = (cell[0].x0 - line.left) / 3, (cell[0].x0 + cell[-1].x1 - 2 * line.left) / 8
    for kind, place in (("start", start), ("centre", centre)):
        yield f"{line.column} {kind}", int(place)
        yield f"{line.column} {kind}", round(place) + (0 if round(place) != int(place) else -1)


def _length(segments: list[Segment]) -> int:
    return sum(len(segment.text) for segment in segments)


# Paragraphs --------------------------------------------------------------------------------------------------------


def paragraphs(found: list[BodyLine], tight: float) -> list[Paragraph]:
    """The paragraphs of a stretch; ``tight`` is the usual distance of lines in font sizes."""
    if not found:
        return []
    tight = _tight(found, tight)
    mode = _indentation(found, tight)
    made: list[Paragraph] = []
    open_items: list[tuple[float, int]] = []
    count = 0
    for place, body in enumerate(found):
        before = found[place - 1] if place else None
        if body.marker:
            while open_items and body.start - body.left < open_items[-1][0] - 0.5 * body.line.size:
                open_items.pop()
            if not open_items or body.start - body.left > open_items[-1][0] + 0.5 * body.line.size:
                open_items.append((body.start - body.left, 0))
            count += 1
            open_items[-1] = (open_items[-1][0], count)
            made.append(Paragraph([body], item=count, depth=len(open_items)))
        elif before is None:
            made.append(Paragraph([body]))
        else:
            _go_on(made, before, body, open_items, tight, mode)
    return made


def _go_on(
    made: list[Paragraph],
    before: BodyLine,
    body: BodyLine,
    open_items: list[tuple[float, int]],
    tight: float,
    mode: str,
) -> None:
    """Put a line without a marker where it belongs."""
    if open_items:
        x = body.x0 - body.left
        apart = body.gap > _APART * tight
        while open_items and apart and x <= open_items[-1][0] + 0.3 * body.line.size:
            open_items.pop()
        if open_items and not apart:
            _append(made[-1], before, body)
            return
        if open_items:
            made.append(Paragraph([body], item=open_items[-1][1], depth=len(open_items), first=False))
            return
        made.append(Paragraph([body]))
        return
    if (body.cell and not (before.cell and _RANGE_GOES_ON.search(before.cell[-1].text))) or _breaks(
        made[-1], before, body, tight, mode
    ):
        made.append(Paragraph([body]))
    else:
        _append(made[-1], before, body)


def _append(paragraph: Paragraph, before: BodyLine, body: BodyLine) -> None:
    if ends_early(before, body):
        paragraph.forced.add(len(paragraph.lines) - 1)
    paragraph.lines.append(body)


def ends_early(before: BodyLine, body: BodyLine) -> bool:
    """Whether the first word of a line would have fitted at the end of the line before."""
    if not body.segments or not before.segments:
        return False
    segment = body.segments[0]
    text = segment.text.strip()
    if before.segments[-1].text.rstrip()[-1:] in "-‐" and text[:1].isalpha():
        return False
    width = segment.x1 - segment.x0
    word = text.split(" ", 1)[0]
    width = _first_word_width(body.segments) if word == text else width * len(word) / len(text)
    return before.x1 + width + 1.2 * body.line.size < before.limit


def _first_word_width(segments: list[Segment]) -> float:
    """The width of the first word where it goes over several segments."""
    end = segments[0].x1
    for before, segment in pairwise(segments):
        if before.blank or segment.x0 - before.x1 > 0.14 * segment.size or segment.text[:1] == " ":
            break
        word = segment.text.split(" ", 1)[0]
        end = segment.x0 + (segment.x1 - segment.x0) * len(word) / max(1, len(segment.text))
        if word != segment.text:
            break
    return end - segments[0].x0


def _breaks(paragraph: Paragraph, before: BodyLine, body: BodyLine, tight: float, mode: str) -> bool:
    """Whether a line begins a new paragraph."""
    size = body.line.size
    if body.beside and any(other.beside for other in paragraph.lines):
        return True
    if body.gap > _APART * tight or (0 <= body.gap < 0.6 * tight):
        return True
    first = paragraph.lines[0]
    if mode == "hanging":
        return (
            body.x0 - body.left < 0.4 * size
            if body.gap >= 0 or body.x0 - body.left >= 0.4 * size
            else _new(before, body)
        )
    if mode == "indented" and body.gap >= 0:
        return body.x0 - body.left > 0.5 * size and abs(first.x0 - first.left - (body.x0 - body.left)) < size
    if body.gap < 0:
        return _new(before, body)
    if mode == "flush":
        return ends_early(before, body)
    return False


def _new(before: BodyLine, body: BodyLine) -> bool:
    """Whether a paragraph begins at the top of a column, where no gap tells."""
    if ends_early(before, body):
        return True
    last, text = before.line.text.rstrip()[-1:], body.line.text
    return last in ".!?" and not text[:1].islower()


def _tight(found: list[BodyLine], usual: float) -> float:
    """The distance of lines inside paragraphs of this stretch: a low one of those that occur."""
    gaps = sorted(body.gap for body in found if 0.85 <= body.gap < 2.6)
    if len(gaps) < 3:
        return min([usual, *gaps]) if gaps else usual
    low = gaps[len(gaps) // 8]
    return low if low < 1.35 * usual else usual


def _indentation(found: list[BodyLine], tight: float) -> str:
    """How paragraphs begin: ``hanging``, ``indented``, ``gaps`` between them, or ``flush`` with nothing but short ends."""
    size = median(body.line.size for body in found)
    plain = _outside_items(found)
    left = min((body.x0 - body.left for body in plain), default=0.0)
    hanging = indented = flat_left = flat_right = 0
    for before, body in pairwise(plain):
        if body.place != before.place + 1 or not 0 < body.gap <= _APART * tight or body.cell:
            continue
        step = (body.x0 - body.left) - (before.x0 - before.left)
        early = ends_early(before, body)
        if 0.5 * size < step < 7 * size:
            hanging += not early
        elif -7 * size < step < -0.5 * size:
            indented += not early
        elif not early and abs(step) < 0.3 * size:
            at_left = body.x0 - body.left < left + 0.4 * size
            flat_left, flat_right = flat_left + at_left, flat_right + (not at_left)
    if hanging and hanging >= indented and flat_left <= 0.34 * hanging:
        return "hanging"
    if indented > hanging and flat_right <= 0.34 * indented:
        return "indented"
    gaps = [body.gap for body in found if body.gap > 0]
    return "gaps" if sum(gap > _APART * tight for gap in gaps) >= max(1, 0.12 * len(gaps)) else "flush"


def _outside_items(found: list[BodyLine]) -> list[BodyLine]:
    """The lines that belong to no item with a marker."""
    plain: list[BodyLine] = []
    item: BodyLine | None = None
    for body in found:
        if body.marker:
            item = body
        elif item is None or (body.x0 - body.left <= item.start - item.left + 0.3 * body.line.size):
            item = None
            plain.append(body)
    return plain
