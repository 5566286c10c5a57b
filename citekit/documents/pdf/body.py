"""A line of running text with all that can be seen of it: its marker, what is next to it, the gap above it."""

from __future__ import annotations

from dataclasses import field

from citekit.documents.pdf.lines import PdfLine
from citekit.documents.pdf.page import Segment
from citekit.runtime.records import dataclass


@dataclass(slots=True)
class BodyLine:
    """A line with what its looks say: marker, cells to the left and right of the text, indentation, gap above."""

    line: PdfLine
    segments: list[Segment]
    marker: list[Segment] = field(default_factory=list)
    marker_text: str = ""
    number: int = -1
    cell: list[Segment] = field(default_factory=list)
    beside: list[Segment] = field(default_factory=list)
    place: int = 0
    space_above: float = -1.0
    """From the baseline of the line above in font sizes; negative at the top of a column."""

    @property
    def left(self) -> float:
        """The left edge of the column."""
        return self.line.left

    @property
    def x0(self) -> float:
        """Where the text begins, after marker and cell."""
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


def same_region(before: BodyLine, body: BodyLine) -> bool:
    """Whether two lines are in one column of one page, so that their distance means something."""
    return before.line.page == body.line.page and before.line.region == body.line.region


def chunks(segments: list[Segment], space_above: float) -> list[list[Segment]]:
    """Segments in groups with wide gaps between them."""
    groups: list[list[Segment]] = []
    for segment in segments:
        if not segment.text.strip():
            continue
        if groups and segment.x0 - groups[-1][-1].x1 < space_above * segment.size:
            groups[-1].append(segment)
        else:
            groups.append([segment])
    return groups


def length(segments: list[Segment]) -> int:
    """Return how many characters segments hold."""
    return sum(len(segment.text) for segment in segments)
