"""Jupyter notebooks: the cells and what is written in them, with places in the notebook's JSON."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.markup.json import JsonError, PlacedString, Value, read_json
from citekit.runtime.records import dataclass


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of ``kind`` (``markdown``, ``code``, …): its lines, each a string of the notebook."""

    kind: str
    lines: tuple[PlacedString, ...]

    @property
    def pieces(self) -> list[tuple[str, int]]:
        """The text as pieces of the notebook, for a :class:`~citekit.markup.view.View`."""
        return [piece for line in self.lines for piece in line.pieces()]


def read_notebook(text: str) -> tuple[dict[str, Value], list[Cell]]:
    """The whole notebook and its cells, also of format 3, where worksheets hold them.

    Raises :class:`~citekit.markup.json.JsonError` for a text that is not a notebook.
    """
    root = read_json(text)
    if not isinstance(root, dict) or not root.keys() & {"cells", "worksheets"}:
        raise JsonError("it has no cells")
    return root, list(_cells(root))


def _cells(root: dict[str, Value]) -> Iterator[Cell]:
    for sheet in (root, *_values(root.get("worksheets"))):
        for cell in _values(sheet.get("cells")) if isinstance(sheet, dict) else ():
            if isinstance(cell, dict):
                kind = cell.get("cell_type")
                lines = _values(cell.get("source", cell.get("input")))
                strings = tuple(line for line in lines if isinstance(line, PlacedString))
                yield Cell(kind.text if isinstance(kind, PlacedString) else "", strings)


def _values(value: Value) -> list[Value]:
    return value if isinstance(value, list) else [value]
