"""The whole document: pages to headings, paragraphs and items, in reading order."""

from __future__ import annotations

from collections import Counter
from dataclasses import field
from itertools import pairwise
from statistics import median

from citekit.documents.pdf.cells import find_cells
from citekit.documents.pdf.columns import regions
from citekit.documents.pdf.furniture import take_furniture
from citekit.documents.pdf.headings import PdfHeading, find_headings
from citekit.documents.pdf.lines import PdfLine, lines
from citekit.documents.pdf.page import PdfPage
from citekit.documents.pdf.paragraphs import Paragraph, body_lines, paragraphs
from citekit.runtime.records import dataclass

_USUAL_DISTANCE = 1.2
"""Font sizes from line to line if nothing can be measured: what TeX and most programs set by themselves."""


@dataclass(slots=True)
class PageLayout:
    """What a document states, in reading order, and what its pages repeat at their edges.

    ``colour`` is the colour of its running text.
    """

    parts: list[PdfHeading | list[Paragraph]] = field(default_factory=list)
    furniture: list[list[PdfLine]] = field(default_factory=list)
    colour: int = 0


def layout(pages: list[PdfPage]) -> PageLayout:
    """Return what pages of segments state, in reading order; ``pages`` lose their running heads and feet.

    Each page is divided into regions and these into lines; then the usual distance of lines and the usual size of letters,
    measured on all lines, tell headings and paragraphs apart.
    """
    result = PageLayout(furniture=take_furniture(pages))
    flows: tuple[list[PdfLine], list[PdfLine]] = ([], [])
    for page, parts in zip(pages, regions(pages), strict=True):
        for number, region in enumerate(parts):
            for line in lines(region.segments, page.number):
                line.region, line.column = number, region.column
                flows[region.flow].append(line)
    every = [*flows[0], *flows[1]]
    if not every:
        return result
    # Every line gets the edges of its column: where nearly all lines of such columns begin and end. Two lines of a hundred
    # may stick out on either side: marks in the margin, numbers of equations.
    columns: dict[str, list[PdfLine]] = {}
    for line in every:
        columns.setdefault(line.column, []).append(line)
    for members in columns.values():
        starts, ends = sorted(line.x0 for line in members), sorted(line.x1 for line in members)
        left, right = starts[len(starts) // 50], ends[-1 - len(ends) // 50]
        for line in members:
            line.left, line.right = left, right
    result.colour = _most_common(every, "colour")
    body = _most_common(every, "size")  # in tenths of a point
    # The usual distance of lines in font sizes: a low one of those that occur often.
    drops = sorted(
        (before.y - line.y) / line.size
        for before, line in pairwise(every)
        # nearer ones are scripts next to a line, farther ones gaps between paragraphs
        if before.page == line.page and before.region == line.region and 0.85 < (before.y - line.y) / line.size < 2.2
    )
    distance = median(drops[: max(1, len(drops) // 2)]) if drops else _USUAL_DISTANCE
    headings = find_headings(flows, pages, body / 10, distance, result.colour)
    for flow in flows:
        _read_flow(flow, headings, distance, result)
    return result


def _most_common(every: list[PdfLine], attribute: str) -> int:
    """Return the value that most characters have; sizes in tenths of a point."""
    counts: Counter[int] = Counter()
    for line in every:
        for segment in line.segments:
            value = round(segment.size * 10) if attribute == "size" else segment.colour
            counts[value] += len(segment.text)
    return counts.most_common(1)[0][0]


def _read_flow(flow: list[PdfLine], headings: dict[int, PdfHeading], distance: float, result: PageLayout) -> None:
    """Add the headings of a flow, and the paragraphs between them, to ``result``; ``headings`` are by identity of a line."""
    section: list[PdfLine] = []
    cells = find_cells(flow)
    for line in flow:
        heading = headings.get(id(line))
        if heading is None:
            section.append(line)
            continue
        if section:
            result.parts.append(paragraphs(body_lines(section, cells), distance))
            section = []
        if heading.lines[0] is line:
            result.parts.append(heading)
        section.extend(heading.rest if heading.lines[-1] is line else [])
    if section:
        result.parts.append(paragraphs(body_lines(section, cells), distance))
