"""The blocks of a PDF, read in this process, which a hostile PDF can block for ever.

See :mod:`citekit.documents.pdf.process`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from citekit.documents.pdf.blocks import PdfBlockWriter
from citekit.documents.pdf.engine import PdfFile
from citekit.documents.pdf.layout import layout
from citekit.documents.pdf.ligatures import name_unknown
from citekit.documents.pdf.page import PdfPage
from citekit.documents.pdf.segments import segments
from citekit.documents.runs import Document
from citekit.runtime.errors import Problem, UnreadableInputError

NAME = "pdf"


def read_here(data: bytes, name: str, on_pages: Callable[[int], None] = lambda _pages: None) -> Document:
    """Return the blocks of a PDF. ``on_pages`` gets the number of pages before they are read.

    Raise :class:`UnreadableInputError` for a file that is locked, broken, too long, or contains no text.
    """
    file = PdfFile(data, name)
    try:
        on_pages(file.page_count)
        meta = file.meta()
        pages: list[PdfPage] = []
        broken: list[int] = []
        for raw in file.pages():
            raw.page.segments = segments(raw.glyphs)
            pages.append(raw.page)
            if raw.broken:
                broken.append(raw.page.number + 1)
    finally:
        file.close()
    name_unknown(pages, file.unknown)
    if not any(segment.text.strip() for page in pages for segment in page.segments):
        raise UnreadableInputError(f"{name} holds no text; it is probably scanned", "run OCR on it first")
    damage = file.damage()
    source, blocks = PdfBlockWriter(layout(pages), len(pages)).write(name)
    problems = tuple(
        Problem(f"page {number} is broken and was skipped", source=source, severity="warning", kind="broken-page")
        for number in broken[:20]
    )
    if damage:
        problems = (*problems, replace(damage, source=source))
    return Document(source, NAME, blocks, problems, meta)
