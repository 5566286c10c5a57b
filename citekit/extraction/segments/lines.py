"""The lines of a document: the smallest pieces that can begin an item or belong to one.

Line ends that only come from wrapping the source at a column end no part of an item. A line is wrapped where the first word
of the next line did not fit any more. Where an author gives every part of an item its own line, some line is much shorter
than the longest one and the next word would have fitted.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from citekit.documents.runs import HARD_BREAK, SOFT_BREAK, Block, Document, Run, part_of
from citekit.extraction.segments.parts import Parts, label_of, named_parts
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.span import Span

LONGEST_LINE = 2000
"""Characters of a line in which a name may be glued to the next title, at most."""
_BREAKS = re.compile(f"([{HARD_BREAK}{SOFT_BREAK}])")
_GLUED = re.compile(
    r"(?<![^\W\d_])(?:[^\W\d_]\.\s?|[^\W\d_]+\s)(?P<family>[^\W\d_a-z][^\W\d_A-Z]+)(?P<next>[A-Z\d]\S*)"
)
_FAMILY = re.compile(r"(?<!\w)(?:[A-Z]\.[ -]?){1,6}([A-Z][a-z]+)(?![\w])|(?<!\w)[A-Z][a-z]+ ([A-Z][a-z]+)(?=[,.;\s]|$)")


@dataclass(slots=True)
class BlockLine:
    """One line of a block: ``block`` holds its runs only, with the block's marker on the first line of it.

    ``index`` counts the document's blocks; ``broken`` is the break before the line inside of its block, empty for the
    first line. ``named`` are the parts of a reference that the page states are in it, ``shape`` what was seen of
    it once (:func:`~citekit.extraction.segments.features.shape_of`).
    """

    block: Block
    index: int
    broken: str = ""
    text: str = ""
    named: Parts = ()
    shape: Any = None

    def __post_init__(self) -> None:
        self.text = self.block.text.strip()


def document_lines(document: Document) -> list[BlockLine]:
    """Return all lines that show text, in order; hidden blocks and code have none."""
    shown = [(i, b) for i, b in enumerate(document.blocks) if not b.hidden and b.kind in ("paragraph", "heading")]
    lines = [line for index, block in shown for line in _lines(block, index)]
    if parts := named_parts(document):
        starts = [span.start for span, _ in parts]
        for line in lines:
            span = line.block.span
            first = last = bisect_left(starts, span.end)
            while first and parts[first - 1][0].end > span.start:
                first -= 1
            line.named = parts[first:last]
    rows = [next((step for step in reversed(line.block.path) if step.startswith("tr:")), "") for line in lines]
    sizes = Counter(rows)
    for (line, row), (following, same) in pairwise(zip(lines, rows, strict=True)):
        # the heading of a row with one value; rows of nothing but such words head a table
        if row and row == same and sizes[row] == 2 and not following.named and not label_of(following.text):
            following.named = ((following.block.span, kind),) if (kind := label_of(line.text)) else ()
    if document.format == "text":
        families = {match[1] or match[2] for line in lines for match in _FAMILY.finditer(line.text)}
        lines = [piece for line in lines for piece in _unglued(line, families)]
    return lines


def _lines(block: Block, index: int) -> Iterator[BlockLine]:
    """Yield the lines of a block that are not empty."""
    if HARD_BREAK not in block.text and SOFT_BREAK not in block.text:
        if block.text.strip():
            yield BlockLine(block, index)
        return
    pieces: list[tuple[str, list[Run]]] = [("", [])]
    for run in block.runs:
        at, exact = 0, len(run.text) == len(run.span)
        for piece in _BREAKS.split(run.text):
            if piece in (HARD_BREAK, SOFT_BREAK):
                pieces.append((piece, []))
            elif piece:
                span = Span(run.span.start + at, run.span.start + at + len(piece)) if exact else run.span
                pieces[-1][1].append(Run(piece, span, run.style, run.href))
            at += len(piece)
    first = True
    for broken, runs in pieces:
        if any(run.text.strip() for run in runs):
            span = Span(runs[0].span.start, runs[-1].span.end)
            marker, key = (block.marker, block.key) if first else ("", "")
            yield BlockLine(replace(block, runs=tuple(runs), span=span, marker=marker, key=key), index, broken)
            first = False


# --- names glued to the next title ---------------------------------------------------------------------------------


def _unglued(line: BlockLine, families: set[str]) -> Iterator[BlockLine]:
    """Yield a line whose last author is glued to the next title ("E. YonekiCuAsmRL: …"), cut where a known family
    name ends.
    """
    block = line.block
    for place, run in enumerate(block.runs if len(line.text) <= LONGEST_LINE else ()):
        cut = _cut(run, families) if len(run.text) == len(run.span) else 0
        if cut:
            left, right = part_of(run, 0, cut), part_of(run, cut, len(run.text))
            head, tail = (*block.runs[:place], left), (right, *block.runs[place + 1 :])
            yield BlockLine(
                replace(block, runs=head, span=Span(block.span.start, left.span.end)), line.index, line.broken
            )
            span = Span(right.span.start, block.span.end)
            yield from _unglued(
                BlockLine(replace(block, runs=tail, span=span, marker=""), line.index, SOFT_BREAK), families
            )
            return
    yield line


def _cut(run: Run, families: set[str]) -> int:
    """Return where the first known family name ends that another word is glued to, or 0."""
    for match in _GLUED.finditer(run.text):
        word = match["family"]
        size = next((n for n in range(len(word), 2, -1) if word[:n] in families), 0)
        if size and word + match["next"] not in families:
            return match.start("family") + size
    return 0


NARROWEST, WIDEST = 55, 130
"""Columns at which people wrap; longer lines were not wrapped at all."""
SLACK = 6
"""Columns by which a line may be shorter than it need be: hyphens, markup that an editor measures in another way."""
ENOUGH_BREAKS = 3
"""Breaks in one paragraph that are proof by themselves, and paragraphs of two lines that are it together."""
LONGEST_WORD = 40
"""A word (an address, usually) that no editor breaks, so that its line states nothing about the column."""
MOST_PARAGRAPHS = 0.6
"""The share of a document's paragraphs that must be full for it to be wrapped at a column."""
_HARD_ENDS = ("\\\\", "\\", "<br>", "<br/>", "<br />", "|br|", "  ")


Reaches = dict[int, int]
"""The line ends of a block by their places in the source -> how far the first word of the next line would have reached."""


def unwrapped(document: Document) -> Document:
    """Return the document with spaces for the line ends of wrapped paragraphs; other line ends stay what they were."""
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
    """Return the longest of a block's lines as they are in the source, and its line ends but those that the author
    requested.
    """
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
    """Whether every line is so full that the next word would appear beyond the column of the longest."""
    return NARROWEST <= longest <= WIDEST and all(reach > longest - SLACK for reach in reaches.values())


def _column(measured: Iterable[tuple[int, Reaches]]) -> int:
    """Return the column at which the document is wrapped, or 0: most paragraphs of three lines and more must be full
    to it, or all of two lines and more to the same one.
    """
    wrapped = [lines for lines in measured if lines[1]]
    widest = max((longest for longest, _ in wrapped), default=0)
    if len(wrapped) >= ENOUGH_BREAKS and all(_is_full(widest, reaches) for _, reaches in wrapped):
        return widest
    several = [lines for lines in wrapped if len(lines[1]) > 1]
    full = sorted(longest for longest, reaches in several if _is_full(longest, reaches))
    return full[len(full) // 2] if len(full) > 1 and len(full) >= MOST_PARAGRAPHS * len(several) else 0


def _joined(run: Run, ends: set[int], source: str) -> Run:
    """Return the run with a space for every soft break that stands for one of the line ends."""
    exact = len(run.text) == len(run.span)
    pieces = run.text.split(SOFT_BREAK)
    text, at = pieces[0], run.span.start + len(pieces[0])
    for piece in pieces[1:]:
        end = source.find("\n", at, run.span.end)
        text += (" " if end in ends else SOFT_BREAK) + piece
        at = at + 1 + len(piece) if exact else end + 1
    return replace(run, text=text)
