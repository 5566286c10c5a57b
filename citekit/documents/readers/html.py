"""HTML pages, whole or in pieces, as browsers show them.

Headings, paragraphs, lists, definition lists, tables (also those that only lay out the page), line breaks, styles from
tags and from ``style`` attributes, links. Comments and what the page hides come as hidden blocks; ``<title>`` is the
document's title. Elements that were never closed end where browsers end them.
"""

from __future__ import annotations

from html import unescape

from citekit.documents.html.flow import ContainerNumbering, Flow
from citekit.documents.runs import Block, Document
from citekit.runtime import patterns as re
from citekit.runtime.span import Source, View

NAME = "html"
SUFFIXES = (".html", ".htm", ".xhtml", ".xht")

_WHOLE_PAGE = re.compile(r"<!doctype\s+html|<html[\s>]|<head[\s>]|<body[\s>]", re.IGNORECASE)
_BLOCK_TAG = re.compile(r"<(?:p|div|li|ul|ol|table|tr|td|dl|dd|h[1-6]|center|section)\b[^<>]{0,300}>", re.IGNORECASE)

_PIECE = 0.78
"""How sure a text is HTML that begins with the tag of a block: with the ending of its file more certain than Markdown can be by its
marks (0.9), and less certain than Markdown with the ending of its own."""


def sniff(text: str) -> float:
    """Return how much a text looks like a page: certain with a doctype or ``<html>``, else by the density of block tags."""
    start = text[_content(text)[0] :][:3000].lstrip()
    if start.startswith("<") and _WHOLE_PAGE.search(start):
        return 1.0
    sample = text[:100_000]
    tags = sum(1 for _ in _BLOCK_TAG.finditer(sample))
    if not tags:
        return 0.0
    lines = sample.count("\n") + 1
    score = min(0.85, 0.3 + 1.2 * tags / lines)
    if _BLOCK_TAG.match(start):  # a piece of a page, which templates indent and break into many lines
        return max(score, _PIECE)
    return score if start.startswith("<") else score * 0.75


def _content(text: str) -> tuple[int, tuple[tuple[str, str], ...]]:
    """Return where a page begins, after the front matter that generators of sites cut off, and what that states of it."""
    if not text.startswith(("---", "+++")):
        return 0, ()
    from citekit.documents.markdown.document import front_matter

    return front_matter(text)


_LONGEST_HEAD = 20_000
"""Characters in which the author of a page is looked for."""
_AUTHOR = re.compile(
    r"<meta\s{1,9}name=[\"']?author[\"']?\s{1,9}content=[\"'](?P<name>[^<>\"']{3,80})[\"']", re.IGNORECASE
)


def read(source: Source) -> Document:
    """Return the blocks of a page."""
    blocks: list[Block] = []
    numbering = ContainerNumbering()
    flow = Flow(blocks, numbering)
    start, told = _content(source.text)
    flow.feed(View([(source.text[start:], start)]))
    flow.close_to(1)
    meta = (("title", flow.title),) if flow.title else told
    if author := _AUTHOR.search(source.text, start, start + _LONGEST_HEAD):
        meta = (("author", unescape(author["name"])), *meta)
    return Document(source, NAME, tuple(blocks), meta=meta, named=tuple(numbering.named))
