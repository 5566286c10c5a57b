"""Line ends that only come from wrapping the source at a column, so that they end no part of an item.

A line is wrapped where the first word of the next line did not fit any more. Where an author gives every part of an
item its own line, some line is much shorter than the longest one and the next word would have fitted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from citekit.documents.model import SOFT_BREAK, Block, Document, Run
from citekit.records import dataclass

NARROWEST, WIDEST = 55, 130
"""Columns at which people wrap; longer lines were not wrapped at all."""
SLACK = 6
"""Columns by which a line may be shorter than it need be: hyphens, markup that an editor measures in another way."""
ENOUGH_BREAKS = 3
"""Breaks in one paragraph that are proof by themselves."""
LONGEST_WORD = 40
"""A word (an address, as a rule) that no editor breaks, so that its line says nothing about the column."""
_HARD_ENDS = ("\\\\", "\\", "<br>", "<br/>", "<br />", "|br|", "  ")


@dataclass(frozen=True, slots=True)
class _Lines:
    """The line ends of one block: for each its place in the source, and how far the next word would have reached."""

    reaches: dict[int, int]
    longest: int

    def filled(self, column: int) -> bool:
        """Whether every line is so full that the next word would stand beyond ``column``."""
        return all(reach > column - SLACK for reach in self.reaches.values())


def unwrapped(document: Document) -> Document:
    """The document with blanks for the line ends of wrapped paragraphs; other line ends stay what they were."""
    source = document.source.text
    measured = {
        index: lines
        for index, block in enumerate(document.blocks)
        if block.kind == "paragraph" and SOFT_BREAK in block.text and (lines := _measure(block, source)).reaches
    }
    column = _column(measured.values())
    blocks = list(document.blocks)
    for index, lines in measured.items():
        ends = _wrapped_ends(lines, column)
        if ends:
            runs = tuple(_joined(run, ends, source) if SOFT_BREAK in run.text else run for run in blocks[index].runs)
            blocks[index] = replace(blocks[index], runs=runs)
    return replace(document, blocks=tuple(blocks))


def _measure(block: Block, source: str) -> _Lines:
    """The block's lines as they stand in the source; line ends that the author asked for do not count."""
    start = source.rfind("\n", 0, block.span.start) + 1
    rows = source[start : block.span.end].split("\n")
    reaches: dict[int, int] = {}
    longest, end = 0, start - 1
    for row, following in zip(rows, [*rows[1:], ""], strict=True):
        end += len(row) + 1
        words = row.split()
        length = len(row.rstrip().expandtabs(4))
        if all(len(word) <= LONGEST_WORD for word in words):
            longest = max(longest, length)
        first = following.split(maxsplit=1)
        if words and first and not row.endswith(_HARD_ENDS):
            reaches[end] = length + 1 + len(first[0])
    return _Lines(reaches, longest)


def _column(measured: Iterable[_Lines]) -> int:
    """The column at which the document is wrapped, or 0: most paragraphs of three lines and more must be full to it."""
    several = [lines for lines in measured if len(lines.reaches) > 1]
    full = sorted(
        lines.longest for lines in several if NARROWEST <= lines.longest <= WIDEST and lines.filled(lines.longest)
    )
    if len(full) < 2 or len(full) < 0.6 * len(several):
        return 0
    return full[len(full) // 2]


def _wrapped_ends(lines: _Lines, column: int) -> set[int]:
    """The places of the block's line ends that come from wrapping."""
    if lines.longest > WIDEST:
        return set()
    if column:
        return {end for end, reach in lines.reaches.items() if reach > column - SLACK}
    proof = len(lines.reaches) >= ENOUGH_BREAKS and lines.longest >= NARROWEST and lines.filled(lines.longest)
    return set(lines.reaches) if proof else set()


def _joined(run: Run, ends: set[int], source: str) -> Run:
    """The run with a blank for every soft break that stands for one of the line ends."""
    exact = len(run.text) == len(run.span)
    pieces = run.text.split(SOFT_BREAK)
    text, at = pieces[0], run.span.start + len(pieces[0])
    for piece in pieces[1:]:
        end = source.find("\n", at, run.span.end)
        text += (" " if end in ends else SOFT_BREAK) + piece
        at = at + 1 + len(piece) if exact else end + 1
    return replace(run, text=text)
