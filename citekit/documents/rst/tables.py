"""Tables of reStructuredText: grids drawn with ``+---+`` and simple ones with columns under ``=====``."""

from __future__ import annotations

import itertools

from citekit.documents.rst.lines import GRID_BORDER, SIMPLE_BORDER, RstLine
from citekit.runtime import patterns as re

TableRow = list[list[RstLine]]
_RUN = re.compile(r"=+")
_RULE = re.compile(r"[-= \t]+$")


def grid_rows(text: str, lines: list[RstLine], at: int) -> tuple[int, list[TableRow]]:
    """Return the line after a grid table and its rows of cells.

    A cell that spans columns is cut at their borders' ends.
    """
    column = lines[at].indent
    end = at
    while end < len(lines) and lines[end].indent == column and lines[end].text[:1] in ("+", "|"):
        end += 1
    if end < at + 3:
        return at, []
    rows: list[TableRow] = []
    cells: list[list[RstLine]] = []
    for line in lines[at:end]:
        if line.text[0] == "+" and GRID_BORDER.match(line.text):
            if any(cells):
                rows.append([cell for cell in cells if cell])
            cells = []
            continue
        places = [number for number, sign in enumerate(line.text) if sign == "|"]
        places = [*places, len(line.text)] if not places or places[-1] != len(line.text) - 1 else places
        for number, (left, right) in enumerate(itertools.pairwise(places)):
            while len(cells) <= number:
                cells.append([])
            piece = _piece(text, line.start + left + 1, line.start + right)
            if piece.text:
                cells[number].append(piece)
    if any(cells):
        rows.append([cell for cell in cells if cell])
    return end, rows


def simple_rows(text: str, lines: list[RstLine], at: int) -> tuple[int, list[TableRow]]:
    """Return the line after a simple table and its rows; a line without a first cell continues with the row above."""
    border = lines[at]
    starts = [match.start() for match in _RUN.finditer(border.text)]
    end = at + 1
    borders = 1
    while end < len(lines):
        line = lines[end]
        if SIMPLE_BORDER.match(line.text):
            borders += 1
            if end + 1 >= len(lines) or lines[end + 1].blank:
                break
        elif line.blank and borders > 1 and end + 1 < len(lines) and lines[end + 1].blank:
            return at, []
        end += 1
    if end >= len(lines):
        return at, []
    rows: list[TableRow] = []
    for line in lines[at + 1 : end]:
        if line.blank or _RULE.match(line.text):
            continue
        offset = line.indent - border.indent
        begin = line.start - offset
        pieces = [
            _piece(text, max(line.start, begin + start), min(line.end, begin + stop))
            for start, stop in zip(starts, [*starts[1:], len(line.text) + offset], strict=True)
        ]
        if pieces[0].text or not rows:
            rows.append([[] for _ in starts])
        for cell, piece in zip(rows[-1], pieces, strict=True):
            if piece.text:
                cell.append(piece)
    return end + 1, [[cell for cell in row if cell] for row in rows]


def _piece(text: str, start: int, end: int) -> RstLine:
    """Return a span of the source as a line of a cell."""
    whole = text[start : max(start, end)]
    content = whole.strip()
    begin = start + len(whole) - len(whole.lstrip()) if content else start
    return RstLine(begin, begin + len(content), 0, content)
