"""Jupyter notebooks: Markdown cells as Markdown, code cells as code, raw cells as text.

What the cells printed is not read. Spans point into the notebook's JSON. A text that is not a notebook is read as
Markdown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from citekit.documents.markdown.document import markdown_blocks
from citekit.documents.runs import Block, Document, RunWriter, TextStyle, span_of
from citekit.markup.json import Cell, JsonError, PlacedString, Value, read_notebook
from citekit.runtime.errors import Problem
from citekit.runtime.span import Source, View

NAME = "notebook"
SUFFIXES = (".ipynb",)


def sniff(text: str) -> float:
    """Return a JSON object with cells."""
    start = text[:2000].lstrip("\ufeff \t\r\n")
    if not start.startswith("{") or '"' not in start:
        return 0.0
    return 1.0 if '"cell_type"' in text[:100_000] else 0.9 if '"nbformat"' in text and '"cells"' in start else 0.0


def read(source: Source) -> Document:
    """Return the blocks of a notebook."""
    try:
        root, cells = read_notebook(source.text)
    except JsonError as error:
        problem = Problem(f"this is not a notebook: {error}", "it is read as Markdown", source, kind="no-notebook")
        return Document(source, NAME, tuple(markdown_blocks(source.text, [(0, len(source.text))])), (problem,))
    notebook = _Notebook()
    for cell in cells:
        notebook.add(cell)
    return Document(source, NAME, tuple(notebook.blocks()), meta=_meta(root))


class _Notebook:
    """The text of all cells in one, with the way back to the notebook, and where the cells are in it."""

    def __init__(self) -> None:
        self._pieces: list[tuple[str, int]] = []
        self._length = 0
        self._markdown: list[tuple[int, int]] = []
        self._others: list[tuple[str, int, int]] = []

    def add(self, cell: Cell) -> None:
        """Add a cell."""
        start = self._length
        self._put(cell.pieces)
        end = self._length
        if end == start:
            return
        self._put([("\n", cell.lines[-1].end)])
        if cell.kind in ("markdown", "heading"):
            self._markdown.append((start, end))
        else:
            self._others.append((cell.kind, start, end))

    def blocks(self) -> list[Block]:
        """Return the blocks of all cells in order, with spans into the notebook."""
        view = View(self._pieces)
        found = [*markdown_blocks(view.text, self._markdown), *self._plain(view)]
        found.sort(key=lambda block: block.span.start)
        return [_moved(block, view) for block in found]

    def _plain(self, view: View) -> Iterator[Block]:
        for name, start, end in self._others:
            writer = RunWriter()
            style = TextStyle.CODE if name == "code" else TextStyle.PLAIN
            at = start
            for line in view.text[start:end].split("\n"):
                writer.write(line, at, at + len(line), style)
                if at + len(line) < end:
                    writer.soft_break(at + len(line), at + len(line) + 1)
                at += len(line) + 1
            runs = writer.take()
            if runs:
                kind = "code" if name == "code" else "paragraph"
                yield Block(kind, runs, span_of(runs))

    def _put(self, pieces: list[tuple[str, int]]) -> None:
        self._pieces += pieces
        self._length += sum(len(text) for text, _ in pieces)


def _moved(block: Block, view: View) -> Block:
    runs = tuple(replace(run, span=view.span(run.span.start, run.span.end)) for run in block.runs)
    return replace(block, runs=runs, span=view.span(block.span.start, block.span.end))


def _meta(root: dict[str, Value]) -> tuple[tuple[str, str], ...]:
    """Return the title and the authors in the notebook's metadata."""
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
