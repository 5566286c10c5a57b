"""Jupyter notebooks: Markdown cells as Markdown, code cells as code, raw cells as text.

What the cells printed is not read. Spans point into the notebook's JSON. A text that is no notebook is read as Markdown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from citekit.documents.markdown.document import markdown_blocks
from citekit.documents.model import Block, Document, Style
from citekit.documents.runs import RunWriter, View
from citekit.errors import Problem
from citekit.markup.json import JsonError, PlacedString, Value, read_json
from citekit.span import Source, Span

NAME = "notebook"
SUFFIXES = (".ipynb",)


def sniff(text: str) -> float:
    """A JSON object with cells."""
    start = text[:2000].lstrip("\ufeff \t\r\n")
    if not start.startswith("{") or '"' not in start:
        return 0.0
    return 1.0 if '"cell_type"' in text[:100_000] else 0.9 if '"nbformat"' in text and '"cells"' in start else 0.0


def read(source: Source) -> Document:
    """The blocks of a notebook."""
    try:
        root = read_json(source.text)
        if not isinstance(root, dict) or not root.keys() & {"cells", "worksheets"}:
            raise JsonError("it has no cells")
    except JsonError as error:
        problem = Problem(f"this is no notebook: {error}", "it is read as Markdown", source, kind="no-notebook")
        return Document(source, NAME, tuple(markdown_blocks(source.text, [(0, len(source.text))])), (problem,))
    notebook = _Notebook()
    for cell in _cells(root):
        notebook.add(cell)
    return Document(source, NAME, tuple(notebook.blocks()), meta=_meta(root))


def _cells(root: dict[str, Value]) -> Iterator[dict[str, Value]]:
    """The cells of a notebook, also of format 3, where worksheets hold them."""
    sheets = root.get("worksheets")
    holders: list[Value] = [root, *(sheets if isinstance(sheets, list) else [])]
    for holder in holders:
        cells = holder.get("cells") if isinstance(holder, dict) else None
        yield from (cell for cell in cells or () if isinstance(cell, dict)) if isinstance(cells, list) else ()


def _strings(value: Value) -> Iterable[PlacedString]:
    values = value if isinstance(value, list) else [value]
    return (one for one in values if isinstance(one, PlacedString))


class _Notebook:
    """The text of all cells in one, with the way back to the notebook, and where the cells stand in it."""

    def __init__(self) -> None:
        self._pieces: list[tuple[str, int]] = []
        self._length = 0
        self._markdown: list[tuple[int, int]] = []
        self._others: list[tuple[str, int, int]] = []

    def add(self, cell: dict[str, Value]) -> None:
        """Add a cell."""
        kind = cell.get("cell_type")
        name = kind.text if isinstance(kind, PlacedString) else ""
        start = self._length
        for string in _strings(cell.get("source", cell.get("input"))):
            for text, origin in string.pieces():
                self._put(text, origin)
        end = self._length
        if end == start:
            return
        last = self._pieces[-1]
        self._put("\n", last[1] + len(last[0]) - 1)
        if name in ("markdown", "heading"):
            self._markdown.append((start, end))
        else:
            self._others.append((name, start, end))

    def blocks(self) -> list[Block]:
        """The blocks of all cells in order, with spans into the notebook."""
        view = View(self._pieces)
        found = [*markdown_blocks(view.text, self._markdown), *self._plain(view)]
        found.sort(key=lambda block: block.span.start)
        return [_moved(block, view) for block in found]

    def _plain(self, view: View) -> Iterator[Block]:
        for name, start, end in self._others:
            writer = RunWriter()
            style = Style.CODE if name == "code" else Style.PLAIN
            at = start
            for line in view.text[start:end].split("\n"):
                writer.write(line, at, at + len(line), style)
                if at + len(line) < end:
                    writer.soft_break(at + len(line), at + len(line) + 1)
                at += len(line) + 1
            runs = writer.take()
            if runs:
                kind = "code" if name == "code" else "paragraph"
                yield Block(kind, runs, Span(runs[0].span.start, runs[-1].span.end))

    def _put(self, text: str, origin: int) -> None:
        self._pieces.append((text, origin))
        self._length += len(text)


def _moved(block: Block, view: View) -> Block:
    runs = tuple(replace(run, span=view.span(run.span.start, run.span.end)) for run in block.runs)
    return replace(block, runs=runs, span=view.span(block.span.start, block.span.end))


def _meta(root: dict[str, Value]) -> tuple[tuple[str, str], ...]:
    """The title and the authors in the notebook's metadata."""
    metadata = root.get("metadata")
    if not isinstance(metadata, dict):
        return ()
    found: list[tuple[str, str]] = []
    title = metadata.get("title")
    if isinstance(title, PlacedString) and title.text.strip():
        found.append(("title", title.text.strip()))
    authors = metadata.get("authors")
    for author in authors if isinstance(authors, list) else ():
        name = author.get("name") if isinstance(author, dict) else None
        if isinstance(name, PlacedString) and name.text.strip():
            found.append(("author", name.text.strip()))
    return tuple(found)
