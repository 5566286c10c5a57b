"""What stands beside title, venue and date: notes, awards, editors, states, editions, and links."""

from __future__ import annotations

from citekit.publications.atoms import Part
from citekit.publications.chunks import Chunk
from citekit.publications.container import (
    unbracketed,
)
from citekit.publications.record import Field, Record


def read_notes(record: Record, chunks: list[Chunk], labels: list[str]) -> None:
    """Put what chunks say beside title, venue and date into the record; words that fit no field are left over."""
    for chunk, label in zip(chunks, labels, strict=True):
        atom = chunk.atom
        found = record.printed(chunk.start, chunk.end)
        if atom and atom.kind == "status" and label in (Part.NOTE, Part.VENUE, Part.OTHER):
            if record.status is None:
                record.status = Field(atom.values["status"], chunk.start, chunk.end)
            if label == Part.NOTE:
                continue
        if label == Part.NOTE:
            value = unbracketed(found.value)
            if not value:
                continue
            if atom and atom.kind == "award":
                record.awards.append(Field(value, chunk.start, chunk.end))
            else:
                record.notes.append(Field(value, chunk.start, chunk.end))
        elif atom and atom.kind == "edition":
            record.edition = Field(atom.values["edition"], chunk.start, chunk.end)
        elif atom and atom.kind == "editors":
            if "translators" in atom.values:
                record.translators = Field(atom.values["translators"], chunk.start, chunk.end)
            else:
                record.editors = record.editors or Field(atom.values["editors"], chunk.start, chunk.end)
        elif atom and atom.kind == "medium":
            record.medium = atom.values.get("type", "")
        elif atom and atom.kind == "group":
            record.group = Field(atom.values["group"], chunk.start, chunk.end)
        elif atom and atom.kind == "extent":
            record.extent.update({name: Field(value, chunk.start, chunk.end) for name, value in atom.values.items()})
        elif label == Part.OTHER and not atom and chunk.bracketed and " " in found.value:
            record.notes.append(Field(unbracketed(found.value), chunk.start, chunk.end))
        elif label == Part.OTHER and not atom and any(c.isalnum() for c in found.value):
            record.left_over.append(found)


def read_links(record: Record, chunks: list[Chunk], labels: list[str]) -> None:
    """Put identifiers and links into the record; a link on the title is its own kind, one on the authors is none of the work."""
    for chunk in chunks:
        if chunk.atom and chunk.atom.part == Part.LINK:
            for name, value in chunk.atom.values.items():
                if value:
                    record.links.append((name, Field(value, chunk.start, chunk.end)))
    taken = {field.value for _, field in record.links}
    for link in record.item.text.links:
        if link.href in taken:
            continue
        inside_title = record.title is not None and link.start < record.title.end and record.title.start < link.end
        inside_authors = record.authors is not None and record.authors.start <= link.start < record.authors.end
        if not inside_authors:
            record.links.append(("title-link" if inside_title else "url", Field(link.href, link.start, link.end)))
