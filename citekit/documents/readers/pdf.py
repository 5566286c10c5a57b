"""PDF files, by their printed look: characters with places, fonts and links. Needs the extra `pdf`.

Columns are found by white gutters, running heads and page numbers are left out, turned text is left out. Headings are
what is larger or set apart; items begin at bullets, numbers, labels, hanging indents, gaps. Words broken at line ends
are joined; an item that goes over a page is one. A PDF that is a scan without text is refused.
"""

from __future__ import annotations

from citekit.documents.model import Document
from citekit.errors import Problem, UnreadableInputError

NAME = "pdf"
SUFFIXES = (".pdf",)


def sniff_data(data: bytes) -> float:
    """Whether bytes begin as a PDF does; some bytes of junk may stand before it."""
    return 1.0 if b"%PDF-" in data[:1024] else 0.0


def read_data(data: bytes, name: str) -> Document:
    """The blocks of a PDF; its source is the text as it was read, a form feed between pages.

    Raises :class:`UnreadableInputError` for a file that is locked, broken, too long, or holds no text.
    """
    from citekit.documents.pdf.blocks import BlockWriter
    from citekit.documents.pdf.engine import PdfFile
    from citekit.documents.pdf.layout import layout
    from citekit.documents.pdf.ligatures import name_unknown
    from citekit.documents.pdf.page import Page
    from citekit.documents.pdf.segments import segments

    file = PdfFile(data, name)
    try:
        meta = file.meta()
        pages: list[Page] = []
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
    source, blocks = BlockWriter(layout(pages), len(pages)).write(name)
    problems = tuple(
        Problem(f"page {number} is broken and was left out", source=source, severity="warning", kind="broken-page")
        for number in broken[:20]
    )
    return Document(source, NAME, blocks, problems, meta)
