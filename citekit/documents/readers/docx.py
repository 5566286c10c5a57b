"""Word documents (.docx).

Headings by their styles, numbers and bullets as Word counts them, tables, links, styles of characters, text boxes,
footnotes at the end. Tracked changes are taken as accepted: what was deleted is gone, what was inserted is there.
Hidden text comes as hidden blocks. Headers, footers and comments are not read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citekit.documents.runs import Document
from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.span import Source

if TYPE_CHECKING:
    from citekit.documents.docx.package import Package
    from citekit.text.xml import Element

NAME = "docx"
SUFFIXES = (".docx", ".docm", ".dotx")

SIGNATURE = b"PK\x03\x04"


def sniff_data(data: bytes) -> float:
    """Whether bytes are a zip archive that names parts of a Word document at its beginning or in its directory."""
    if not data.startswith(SIGNATURE):
        return 0.0
    return 1.0 if b"word/" in data[:8192] or b"word/document" in data[-200_000:] else 0.0


def read_data(data: bytes, name: str) -> Document:
    """Return the blocks of a Word document; its source is its text, a paragraph a line.

    Raises :class:`UnreadableInputError` where the archive or its XML is broken, locked, hostile or empty.
    """
    from citekit.documents.docx.body import BodyReader
    from citekit.documents.docx.numbering import WordNumbering
    from citekit.documents.docx.package import Package
    from citekit.documents.docx.styles import Styles

    package = Package(data, name)
    main = package.main()
    relations = package.relations(main)
    parts = {relation.kind: relation.target for relation in relations.values() if not relation.external}
    root = package.part(main)
    body = root.first("w:body") if root else None
    if body is None:
        raise UnreadableInputError(f"{name} is not a Word document", "save it as .docx, HTML or plain text")
    reader = BodyReader(
        Styles(package.part(parts.get("styles", ""))), WordNumbering(package.part(parts.get("numbering", "")))
    )
    reader.read(body, relations)
    # the notes that the text refers to are read after it
    notes: dict[tuple[str, str], tuple[Element, str]] = {}
    for kind in ("footnote", "endnote"):
        part = parts.get(f"{kind}s", "")
        root = package.part(part)
        for note in root.every(f"w:{kind}") if root else ():
            notes[kind, note.attributes.get("w:id", "")] = (note, part)
    of_part = {part: package.relations(part) for _, part in notes.values()}
    for key in dict.fromkeys(reader.notes):
        if key in notes:
            note, part = notes[key]
            reader.read(note, of_part[part], hint=key[0])
    if not reader.blocks:
        raise UnreadableInputError(f"{name} holds no text", "give a document with text in it")
    return Document(Source(name, reader.text), NAME, tuple(reader.blocks), meta=_meta(package))


def _meta(package: Package) -> tuple[tuple[str, str], ...]:
    """Return the title and author in the document's properties."""
    targets = {relation.kind: relation.target for relation in package.relations("").values()}
    root = package.part(targets.get("core-properties", "docProps/core.xml"))
    found = []
    for key, name in (("title", "dc:title"), ("author", "dc:creator")):
        node = root.first(name) if root else None
        text = " ".join(node.text.split()) if node else ""
        if text:
            found.append((key, text))
    return tuple(found)
