"""Stretches of Markdown to blocks in reading order; link definitions hold for all stretches of one document."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from citekit.documents.markdown.blocks import Pages, read_blocks
from citekit.documents.markdown.render import render
from citekit.documents.model import Block
from citekit.span import Span


def markdown_blocks(text: str, stretches: Iterable[tuple[int, int]]) -> list[Block]:
    """The blocks of ``text[start:end]`` for every stretch ``(start, end)``, in the order of the text."""
    pages = Pages(text)
    for start, end in stretches:
        read_blocks(pages, start, end)
    return sorted(_rendered(pages), key=lambda block: block.span.start)


def _rendered(pages: Pages) -> list[Block]:
    """All blocks with their inline text; a block that shows nothing hands its item's marker on."""
    leaves = {leaf.index: leaf for leaf in pages.leaves}
    blocks: list[Block] = []
    marker: tuple[str, int, tuple[str, ...]] = ("", 0, ())
    for index, block in enumerate(pages.blocks):
        leaf = leaves.get(index)
        if not leaf:
            blocks.append(block)
            continue
        runs, unseen = render(leaf.view, pages.references, leaf.style, leaf.href)
        if runs:
            start = block.span.start if block.marker else runs[0].span.start
            shown = replace(block, runs=runs, span=Span(min(start, runs[0].span.start), runs[-1].span.end))
            if marker[0] and marker[2] == block.path and not block.marker:
                shown = replace(shown, marker=marker[0], span=Span(marker[1], shown.span.end))
            blocks.append(shown)
            marker = ("", 0, ())
        elif block.marker:
            marker = (block.marker, block.span.start, block.path)
        if unseen:
            span = Span(unseen[0].span.start, unseen[-1].span.end)
            blocks.append(replace(block, runs=unseen, span=span, marker="", hidden=True))
    return blocks
