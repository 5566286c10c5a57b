"""PDF files, by their printed look: characters with places, fonts and links. Needs the extra `pdf`.

Columns are found by white gutters, running heads and page numbers are left out, turned text is left out. Headings are
what is larger or set apart; items begin at bullets, numbers, labels, hanging indents, gaps. Words broken at line ends
are joined; an item that goes over a page is one. A PDF that is a scan without text is refused, and one whose fonts carry no
table of characters, unless they are TeX's.
"""

from __future__ import annotations

from citekit.documents.runs import Document

NAME = "pdf"
SUFFIXES = (".pdf",)
SIGNATURE = b"%PDF-"


def sniff_data(data: bytes) -> float:
    """Whether bytes begin as a PDF does; some bytes of junk may precede it."""
    return 1.0 if SIGNATURE in data[:1024] else 0.0


def start() -> None:
    """Start the process that reads PDFs."""
    from citekit.documents.pdf import process

    process.start()


def read_data(data: bytes, name: str) -> Document:
    """Return the blocks of a PDF, read in a process that can be killed; its source is the text as it was read, with a
    form feed between pages.

    Raise :class:`~citekit.runtime.errors.UnreadableInputError` for a file that is locked, broken, too long, or contains
    no text, and :class:`~citekit.runtime.budget.OverBudgetError` for one that takes too long or too much memory.
    """
    from citekit.documents.pdf.process import read_pdf

    return read_pdf(data, name)
