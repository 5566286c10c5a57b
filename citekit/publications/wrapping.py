"""Line ends that only come from wrapping the source at a column, so that they end no part of an item.

A line is wrapped where the first word of the next line did not fit any more. Where an author gives every part of an
item its own line, some line is much shorter than the longest one and the next word would have fitted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from citekit.documents.model import SOFT_BREAK, Block, Document, Run

NARROWEST, WIDEST = 55, 130
"""Columns at which people wrap; longer lines were not wrapped at all."""
SLACK = 6
"""Columns by which a line may be shorter than it need be: hyphens, markup that an editor measures in another way."""
ENOUGH_BREAKS = 3
"""Breaks in one paragraph that are proof by themselves."""
LONGEST_WORD = 40
"""A word (an address, as a rule) that no editor breaks, so that its line says nothing about the column."""
MOST_PARAGRAPHS = 0.6
"""The share of a document's paragraphs that must be full for it to be wrapped at a column."""
_HARD_ENDS = ("\\\\", "\\", "<br>", "<br/>", "<br />", "|br|", "  ")


Reaches = dict[int, int]
"""The line ends of a block by their places in the source -> how far the first word of the next line would have reached."""


def unwrapped(document: Document) -> Document:
    """The document with blanks for the line ends of wrapped paragraphs; other line ends stay what they were."""
    source = document.source.text
    measured: dict[int, tuple[int, Reaches]] = {}
    for index, block in enumerate(document.blocks):
        if block.kind == "paragraph" and SOFT_BREAK in block.text:
            measured[index] = _measure(block, source)
    column = _column(measured.values())
    blocks = list(document.blocks)
    for index, (longest, reaches) in measured.items():
        limit = column or (longest if len(reaches) >= ENOUGH_BREAKS and _is_full(longest, reaches) else 0)
        ends = {end for end, reach in reaches.items() if limit and longest <= WIDEST and reach > limit - SLACK}
        if ends:
            runs = tuple(_joined(run, ends, source) if SOFT_BREAK in run.text else run for run in blocks[index].runs)
            blocks[index] = replace(blocks[index], runs=runs)
    return replace(document, blocks=tuple(blocks))


def _measure(block: Block, source: str) -> tuple[int, Reaches]:
    """The longest of a block's lines as they stand in the source, and its line ends but those that the author asked for."""
    start = source.rfind("\n", 0, block.span.start) + 1
    rows = source[start : block.span.end].split("\n")
    reaches: Reaches = {}
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
    return longest, reaches


def _is_full(longest: int, reaches: Reaches) -> bool:
    """Whether every line is so full that the next word would stand beyond the column of the longest."""
    return NARROWEST <= longest <= WIDEST and all(reach > longest - SLACK for reach in reaches.values())


def _column(measured: Iterable[tuple[int, Reaches]]) -> int:
    """The column at which the document is wrapped, or 0: most paragraphs of three lines and more must be full to it."""
    several = [lines for lines in measured if len(lines[1]) > 1]
    full = sorted(longest for longest, reaches in several if _is_full(longest, reaches))
    return full[len(full) // 2] if len(full) > 1 and len(full) >= MOST_PARAGRAPHS * len(several) else 0


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
