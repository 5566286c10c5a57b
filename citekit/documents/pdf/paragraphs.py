"""Lines to paragraphs: by markers, cells, indentation, gaps and lines that end early.

A list is set in one way, so every question is decided for a whole span of lines between two headings: where its first
lines begin and where the others, how far apart its lines are, and which lines bear a marker.
"""

from __future__ import annotations

from dataclasses import field
from itertools import pairwise
from statistics import median

from citekit.documents.pdf.cells import Cells, cut_left_cells, cut_markers, cut_right_cell
from citekit.documents.pdf.lines import BodyLine, PdfLine, same_region
from citekit.documents.pdf.page import Segment
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass

_RANGE_GOES_ON = re.compile(r"(?:[–—-]|\bto|\buntil|\bbis)$")
_APART = 1.2
"""Lines farther apart than this many times the usual distance are in different paragraphs."""


@dataclass(slots=True)
class Paragraph:
    """Lines that belong together; ``forced`` holds the numbers of those that end early. ``item`` counts list items,
    0 outside of lists; ``depth`` is how deep a list is nested."""

    lines: list[BodyLine]
    forced: set[int] = field(default_factory=set)
    item: int = 0
    depth: int = 0
    first: bool = True


def body_lines(section: list[PdfLine], cells: Cells) -> list[BodyLine]:
    """Return the lines of a span with all that can be seen of each."""
    found = [BodyLine(line, list(line.segments), place=place) for place, line in enumerate(section)]
    for before, body in pairwise(found):
        if same_region(before, body):
            drop = before.line.y - body.line.y
            body.space_above = drop / max(before.line.size, body.line.size) if drop > 0 else -1.0
    cut_markers(found)
    cut_left_cells(found, cells.left)
    for body in found:
        cut_right_cell(body, cells.right)
    return found


def paragraphs(found: list[BodyLine], tight: float) -> list[Paragraph]:
    """Return the paragraphs of a span; ``tight`` is the usual distance of lines in font sizes."""
    if not found:
        return []
    tight = _tight(found, tight)
    mode = _indentation(found, tight)
    stacked = _stacked(found, tight) if mode == "gaps" else None
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
        elif stacked and body.space_above < 0 and not open_items and not body.cell:
            behind = next((n for n, other in enumerate(found[place + 1 :], 1) if not _is_tight(other, tight)), 1)
            if len(made[-1].lines) + behind <= stacked.stop - 1:
                _append(made[-1], before, body)
            else:
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
        apart = body.space_above > _APART * tight or (_hangs(made) and x <= open_items[-1][0] + 0.3 * body.line.size)
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


def _hangs(made: list[Paragraph]) -> bool:
    """Whether items continue after their markers, and not below them; by the last items that continue at all."""
    for paragraph in made[:-12:-1]:
        if paragraph.item and paragraph.first and len(paragraph.lines) > 1:
            first, second = paragraph.lines[:2]
            return (second.x0 - second.left) - (first.start - first.left) > 0.5 * first.line.size
    return False


def _append(paragraph: Paragraph, before: BodyLine, body: BodyLine) -> None:
    if ends_early(before, body):
        paragraph.forced.add(len(paragraph.lines) - 1)
    paragraph.lines.append(body)


def ends_early(before: BodyLine, body: BodyLine, slack: float = 1.2) -> bool:
    """Whether the first word of a line would have fitted at the end of the line before, with ``slack`` font sizes."""
    if not body.segments or not before.segments:
        return False
    segment = body.segments[0]
    text = segment.text.strip()
    if before.segments[-1].text.rstrip()[-1:] in "-‐" and text[:1].isalpha():
        return False
    width = segment.x1 - segment.x0
    word = text.split(" ", 1)[0]
    width = _first_word_width(body.segments) if word == text else width * len(word) / len(text)
    return before.x1 + width + slack * body.line.size < before.limit


def _first_word_width(segments: list[Segment]) -> float:
    """Return the width of the first word where it goes over several segments."""
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
    if body.space_above > _APART * tight or (0 <= body.space_above < 0.6 * tight):
        return True
    first = paragraph.lines[0]
    if mode == "hanging":
        return (
            body.x0 - body.left < 0.4 * size
            if body.space_above >= 0 or body.x0 - body.left >= 0.4 * size
            else _new(before, body)
        )
    if mode == "indented" and body.space_above >= 0:
        return body.x0 - body.left > 0.5 * size and abs(first.x0 - first.left - (body.x0 - body.left)) < size
    if body.space_above < 0:
        return _new(before, body)
    if mode == "flush":
        return ends_early(before, body)
    return False


def _is_tight(body: BodyLine, tight: float) -> bool:
    return 0 < body.space_above <= _APART * tight


def _stacked(found: list[BodyLine], tight: float) -> range | None:
    """Return how many lines items have whose parts (title, authors, venue) are on lines of their own.

    Return None for other layouts.
    """
    sizes: list[int] = []
    early = 0
    start = 0
    for place in range(1, len(found) + 1):
        if place < len(found) and _is_tight(found[place], tight):
            continue
        whole = found[start].space_above > 0 and (place == len(found) or found[place].space_above > 0)
        if whole:
            sizes.append(place - start)
            early += any(ends_early(a, b) for a, b in pairwise(found[start:place]))
        start = place
    # Two items may look stacked by chance, and no one gives an item more than eight lines of its own.
    if len(sizes) < 3 or early < 0.7 * len(sizes) or max(sizes) > 8:
        return None
    return range(min(sizes), max(sizes) + 1)


def _new(before: BodyLine, body: BodyLine) -> bool:
    """Whether a paragraph begins at the top of a column, if no gap shows it."""
    if ends_early(before, body, 0.4):
        return True
    last, text = before.line.text.rstrip()[-1:], body.line.text
    return last in ".!?" and not text[:1].islower()


def _tight(found: list[BodyLine], usual: float) -> float:
    """Return the distance of lines inside paragraphs of this span: a low one of those that occur."""
    # Nearer lines are scripts next to a line, farther ones other paragraphs.
    spaces = sorted(body.space_above for body in found if 0.85 <= body.space_above < 2.6)
    # Too few to know which of them are usual.
    if len(spaces) < 3:
        return min([usual, *spaces]) if spaces else usual
    low = spaces[len(spaces) // 8]
    return low if low < 1.35 * usual else usual


def _indentation(found: list[BodyLine], tight: float) -> str:
    """Return how paragraphs begin: ``hanging``, ``indented``, ``spaces`` between them, or ``flush`` with nothing but short ends."""
    size = median(body.line.size for body in found)
    plain = _outside_items(found)
    left = min((body.x0 - body.left for body in plain), default=0.0)
    hanging = indented = flat_left = flat_right = 0
    for before, body in pairwise(plain):
        if body.place != before.place + 1 or not 0 < body.space_above <= _APART * tight or body.cell:
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
    spaces = [body.space_above for body in found if body.space_above > 0]
    return (
        "gaps" if sum(space_above > _APART * tight for space_above in spaces) >= max(1, 0.12 * len(spaces)) else "flush"
    )


def _outside_items(found: list[BodyLine]) -> list[BodyLine]:
    """Return the lines that belong to no item with a marker."""
    plain: list[BodyLine] = []
    item: BodyLine | None = None
    for body in found:
        if body.marker:
            item = body
        elif item is None or (body.x0 - body.left <= item.start - item.left + 0.3 * body.line.size):
            item = None
            plain.append(body)
    return plain
