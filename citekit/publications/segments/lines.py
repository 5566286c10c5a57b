"""The lines of a document: the smallest pieces that can begin an item or belong to one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from citekit import patterns as re
from citekit.documents.model import HARD_BREAK, SOFT_BREAK, Block, Document, Run
from citekit.records import dataclass
from citekit.span import Span

LONGEST_LINE = 2000
"""Characters of a line in which a name may be glued to the next title, at most."""
_BREAKS = re.compile(f"([{HARD_BREAK}{SOFT_BREAK}])")
_GLUED = re.compile(
    r"(?<![^\W\d_])(?:[^\W\d_]\.\s?|[^\W\d_]+\s)(?P<family>[^\W\d_a-z][^\W\d_A-Z]+)(?P<next>[A-Z\d]\S*)"
)
_FAMILY = re.compile(r"(?<!\w)(?:[A-Z]\.[ -]?){1,6}([A-Z][a-z]+)(?![\w])|(?<!\w)[A-Z][a-z]+ ([A-Z][a-z]+)(?=[,.;\s]|$)")


@dataclass(slots=True)
class Line:
    """One line of a block: ``block`` holds its runs only, with the block's marker on the first line of it.

    ``index`` counts the document's blocks; ``broken`` is the break before the line inside of its block, empty for the
    first line.
    """

    block: Block
    index: int
    broken: str = ""
    text: str = ""

    def __post_init__(self) -> None:
        self.text = self.block.text.strip()


def document_lines(document: Document) -> list[Line]:
    """All lines that show text, in order; hidden blocks and code have none."""
    shown = [(i, b) for i, b in enumerate(document.blocks) if not b.hidden and b.kind in ("paragraph", "heading")]
    lines = [line for index, block in shown for line in _lines(block, index)]
    if document.format == "text":
        families = _families(line.text for line in lines)
        lines = [piece for line in lines for piece in _unglued(line, families)]
    return lines


def _lines(block: Block, index: int) -> Iterator[Line]:
    """The lines of a block that are not empty."""
    if HARD_BREAK not in block.text and SOFT_BREAK not in block.text:
        if block.text.strip():
            yield Line(block, index)
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
            yield Line(replace(block, runs=tuple(runs), span=span, marker=block.marker if first else ""), index, broken)
            first = False


# --- names glued to the next title ---------------------------------------------------------------------------------


def _families(texts: Iterable[str]) -> set[str]:
    return {match[1] or match[2] for text in texts for match in _FAMILY.finditer(text)}


def _unglued(line: Line, families: set[str]) -> Iterator[Line]:
    """A line whose last author is glued to the next title ("E. YonekiCuAsmRL: …"), cut where a known family name ends."""
    block = line.block
    for place, run in enumerate(block.runs if len(line.text) <= LONGEST_LINE else ()):
        cut = _cut(run, families) if len(run.text) == len(run.span) else 0
        if cut:
            left = Run(run.text[:cut], Span(run.span.start, run.span.start + cut), run.style, run.href)
            right = Run(run.text[cut:], Span(run.span.start + cut, run.span.end), run.style, run.href)
            head, tail = (*block.runs[:place], left), (right, *block.runs[place + 1 :])
            yield Line(replace(block, runs=head, span=Span(block.span.start, left.span.end)), line.index, line.broken)
            span = Span(right.span.start, block.span.end)
            yield from _unglued(Line(replace(block, runs=tail, span=span, marker=""), line.index, SOFT_BREAK), families)
            return
    yield line


def _cut(run: Run, families: set[str]) -> int:
    """Where the first known family name ends that another word is glued to, or 0."""
    for match in _GLUED.finditer(run.text):
        word = match["family"]
        size = next((n for n in range(len(word), 2, -1) if word[:n] in families), 0)
        if size and word + match["next"] not in families:
            return match.start("family") + size
    return 0
