"""Tables that print an item in two rows: its year and title in the first, the journal behind an empty cell in the second."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean

from citekit.documents.model import Block

FEWEST_ITEMS = 2
LONGEST_LABEL = 20
"""Characters of a first cell that holds a date or a number."""
LONGEST_SECOND_ROW = 60
"""Characters that second rows have on average at most; a second publication of the same year has more."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A row: its container, the text of its first cell (empty where the cell is), and the length of all its text."""

    container: str
    label: str
    length: int


def rows_that_go_on(blocks: Iterable[Block]) -> dict[str, str]:
    """For every row of a table that continues the item of the row above it: the container of that row.

    All rows of the table must come in such pairs.
    """
    found: dict[str, str] = {}
    rows = _rows(blocks)
    for _, group in groupby(rows, key=lambda pair: pair[0]):
        table = [row for _, row in group]
        pairs = list(zip(table[::2], table[1::2], strict=False))
        if len(table) % 2 == 0 and len(pairs) >= FEWEST_ITEMS and all(_is_pair(*pair) for pair in pairs):
            short = fmean(second.length for _, second in pairs)
            if short <= LONGEST_SECOND_ROW and short < fmean(first.length - len(first.label) for first, _ in pairs):
                found.update((second.container, first.container) for first, second in pairs)
    return found


def _is_pair(first: _Row, second: _Row) -> bool:
    return 0 < len(first.label) <= LONGEST_LABEL and any(c.isdigit() for c in first.label) and not second.label


def _rows(blocks: Iterable[Block]) -> list[tuple[str, _Row]]:
    """The rows of all tables in order, each with the container of its table; text outside of tables parts them."""
    found: list[tuple[str, _Row]] = []
    for path, group in groupby((block for block in blocks if not block.hidden), key=_row_of):
        cells = list(group)
        if not path:
            continue
        table, row = path
        first = cells[0].path[cells[0].path.index(row) + 1]
        label = cells[0].text.strip() if _number(first) == _number(row) + 1 else ""
        found.append((table, _Row(row, label, sum(len(block.text) for block in cells))))
    return found


def _row_of(block: Block) -> tuple[str, str] | None:
    """The table and the row that a block stands in; cells are numbered on from their row, so the first one is known."""
    path = block.path
    place = next((i for i, step in enumerate(path) if step.startswith("tr:")), 0)
    if not place or place + 1 >= len(path):
        return None
    return path[place - 1], path[place]


def _number(step: str) -> int:
    digits = step.rpartition(":")[2]
    return int(digits) if digits.isdigit() else -1
