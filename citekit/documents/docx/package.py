"""The zip archive of a Word document: its parts by name and by relationship, within bounds, as trees of XML in which
elements have the prefixes that everybody knows them by.
"""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib

from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.records import dataclass
from citekit.text.xml import Element, XmlError
from citekit.text.xml import parse as parse_xml

_PREFIXES = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "w",
    "http://purl.oclc.org/ooxml/wordprocessingml/main": "w",
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships": "r",
    "http://purl.oclc.org/ooxml/officeDocument/relationships": "r",
    "http://schemas.openxmlformats.org/officeDocument/2006/math": "m",
    "http://purl.oclc.org/ooxml/officeDocument/math": "m",
    "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://schemas.openxmlformats.org/package/2006/relationships": "",
}


def parse(data: bytes) -> Element:
    """Return the root element, with names as in ``w:p``; names of other namespaces get ``x:``.

    Raises :class:`~citekit.text.xml.XmlError` for what is broken or hostile.
    """
    return parse_xml(data, _prefixed)


def val(element: Element, *path: str) -> str:
    """Return the ``w:val`` of the descendant along a path; empty if absent."""
    found = element.first(*path)
    return found.get("w:val") if found else ""


def is_on(element: Element, *path: str) -> bool | None:
    """Whether a property that is on by being there is on; None if it is not there."""
    found = element.first(*path)
    return None if found is None else found.get("w:val", "1") not in ("0", "false", "off", "none")


def _prefixed(name: str) -> str:
    space, _, local = name.rpartition(" ")
    prefix = _PREFIXES.get(space, "x") if space else ""
    return f"{prefix}:{local}" if prefix else local


_MOST_MEMBERS = 10_000
"""Files in a package. This limit and the next three stop archives that unpack to gigabytes."""
_LARGEST_PART = 100_000_000
"""Bytes of one part when unpacked: the text of a book has a few million."""
_LARGEST_WHOLE = 300_000_000
"""Bytes of all parts together; pictures are most of them."""
# by hand: ordinary XML packs to a twentieth or so, archives that are made to explode to a thousandth
_HIGHEST_RATIO = 300
_HARMLESS = 5_000_000
"""A part that unpacks to less may be packed as tightly as it likes."""
_ENCRYPTED = 0x1
"""Bit 0 of the general purpose flags of a ZIP entry (APPNOTE.TXT, 4.4.4)."""


@dataclass(frozen=True, slots=True)
class PackageRelation:
    """What a part refers to: ``kind`` is the last word of its type (``hyperlink``), ``target`` a part or an address."""

    kind: str
    target: str
    external: bool


class Package:
    """An open document. Raises :class:`UnreadableInputError` where the archive is broken, locked or a bomb."""

    def __init__(self, data: bytes, name: str) -> None:
        self._name = name
        self._read = 0
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            self._members = {member.filename: member for member in self._zip.infolist()}
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, UnicodeError, OverflowError) as error:
            raise self._broken() from error
        if len(self._members) > _MOST_MEMBERS:
            raise self._too_large()

    def main(self) -> str:
        """Return the name of the part that holds the text."""
        for relation in self.relations("").values():
            if relation.kind == "officeDocument" and relation.target in self._members:
                return relation.target
        if "word/document.xml" in self._members:
            return "word/document.xml"
        raise UnreadableInputError(f"{self._name} is not a Word document", "save it as .docx, HTML or plain text")

    def texts(self) -> list[str]:
        """Return the XML of the part that holds the text, and of those that hold its notes.

        Raises :class:`UnreadableInputError` if one of them is broken or hostile.
        """
        return [self.data(name).decode("utf-8", "replace") for name in self.text_parts()]

    def text_parts(self) -> list[str]:
        """Return the names of the part that holds the text, and of those that hold its notes; raises as :meth:`texts`."""
        main = self.main()
        related = [one for one in self.relations(main).values() if one.kind in ("footnotes", "endnotes")]
        names = dict.fromkeys([main, *(one.target for one in related if not one.external)])
        return [name for name in names if self.part(name) is not None]  # which raises if it is broken

    def part(self, name: str) -> Element | None:
        """Return the root element of a part; None if there is no such part."""
        member = self._members.get(name)
        if member is None:
            return None
        try:
            return parse(self._unpacked(member))
        except XmlError as error:
            raise UnreadableInputError(
                f"{self._name} is a broken Word document: {name}: {error}", "save it again"
            ) from error

    def data(self, name: str) -> bytes:
        """Return a part as it is packed."""
        return self._unpacked(self._members[name])

    def relations(self, name: str) -> dict[str, PackageRelation]:
        """Return what a part refers to, by identifier; the package itself for the empty name."""
        folder, file = posixpath.split(name)
        root = self.part(posixpath.join(folder, "_rels", f"{file}.rels"))
        found: dict[str, PackageRelation] = {}
        for node in root.children if root else ():
            external = node.attributes.get("TargetMode") == "External"
            target = node.attributes.get("Target", "")
            if not external:
                target = posixpath.normpath(posixpath.join("/" + folder, target)).lstrip("/")
            kind = node.attributes.get("Type", "").rpartition("/")[2]
            found[node.attributes.get("Id", "")] = PackageRelation(kind, target, external)
        return found

    def with_part(self, name: str, data: bytes) -> bytes:
        """Return the file with another part of this name; all others are as they were."""
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as out:
            for member in self._members.values():
                out.writestr(member, data if member.filename == name else self._unpacked(member))
        return made.getvalue()

    def _unpacked(self, member: zipfile.ZipInfo) -> bytes:
        if member.flag_bits & _ENCRYPTED:
            raise UnreadableInputError(f"{self._name} is locked with a password", "save a copy without one")
        size = member.file_size
        packed_too_tightly = size > _HARMLESS and size > _HIGHEST_RATIO * max(1, member.compress_size)
        if size > _LARGEST_PART or packed_too_tightly:
            raise self._too_large()
        try:
            with self._zip.open(member) as stream:
                data = stream.read(size + 1)
        except (
            zipfile.BadZipFile,
            zlib.error,
            OSError,
            EOFError,
            ValueError,
            NotImplementedError,
            RuntimeError,
        ) as error:
            raise self._broken() from error
        self._read += len(data)
        if len(data) > size or self._read > _LARGEST_WHOLE:
            raise self._too_large()
        return data

    def _broken(self) -> UnreadableInputError:
        return UnreadableInputError(
            f"{self._name} is a broken Word document", "save it again, or as HTML or plain text"
        )

    def _too_large(self) -> UnreadableInputError:
        return UnreadableInputError(f"{self._name} unpacks to more than a document can hold", "do not trust this file")
