"""What is printed on a page: segments of text of one look, and the rules drawn between them."""

from __future__ import annotations

from dataclasses import field

from citekit.documents.runs import TextStyle
from citekit.runtime.records import dataclass


@dataclass(slots=True)
class Glyph:
    """One character: from ``x0`` to ``x1`` on the baseline ``y``, in points, y upwards; ``size`` is the font size.

    ``symbol`` marks bullets and icons of symbol fonts, ``spaced`` a character before which PDFium saw a space.
    """

    text: str
    x0: float
    x1: float
    y: float
    size: float
    style: TextStyle = TextStyle.PLAIN
    href: str = ""
    colour: int = 0
    symbol: bool = False
    spaced: bool = False


@dataclass(slots=True)
class Segment:
    """Neighbouring characters of one look on one baseline, spaces put in; ``blank`` where a space follows it."""

    text: str
    x0: float
    x1: float
    y: float
    size: float
    style: TextStyle = TextStyle.PLAIN
    href: str = ""
    colour: int = 0
    blank: bool = False


@dataclass(frozen=True, slots=True)
class RuledLine:
    """A thin drawn line: horizontal at the height ``at`` from ``start`` to ``end``, or vertical at ``at``."""

    at: float
    start: float
    end: float


@dataclass(slots=True)
class PdfPage:
    """A page, turned so that its text runs from left to right."""

    number: int
    left: float
    bottom: float
    right: float
    top: float
    segments: list[Segment] = field(default_factory=list)
    rules: list[RuledLine] = field(default_factory=list)
    walls: list[RuledLine] = field(default_factory=list)

    @property
    def width(self) -> float:
        """From the left to the right edge of what is shown."""
        return self.right - self.left
