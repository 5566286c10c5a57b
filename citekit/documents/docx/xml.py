"""XML to a small tree; documents that declare entities, or nest without end, are refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

_DEEPEST = 250
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


class XmlError(Exception):
    """An XML part that is broken or hostile."""


@dataclass(slots=True)
class Node:
    """An element; ``name`` and attributes carry the usual prefixes, as in ``w:p``; other namespaces have ``x:``."""

    name: str
    attributes: dict[str, str]
    children: list[Node] = field(default_factory=list)
    text: str = ""

    def first(self, *path: str) -> Node | None:
        """The first descendant along a path of names."""
        node: Node | None = self
        for name in path:
            node = next((child for child in node.children if child.name == name), None) if node else None
        return node

    def every(self, name: str) -> Iterator[Node]:
        """The children of a name."""
        return (child for child in self.children if child.name == name)

    def value(self, *path: str) -> str:
        """The ``w:val`` of the descendant along a path; empty where there is none."""
        node = self.first(*path)
        return node.attributes.get("w:val", "") if node else ""

    def is_on(self, *path: str) -> bool | None:
        """Whether a property that is on by being there is on; None where it is not there."""
        node = self.first(*path)
        return None if node is None else node.attributes.get("w:val", "1") not in ("0", "false", "off", "none")


def parse(data: bytes) -> Node:
    """The root element. Raises :class:`XmlError` for broken XML, a document type, and more than 250 open elements."""
    builder = _Builder()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.characters
    parser.StartDoctypeDeclHandler = builder.doctype
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise XmlError(str(error)) from error
    if builder.root is None:
        raise XmlError("no element")
    return builder.root


class _Builder:
    def __init__(self) -> None:
        self.root: Node | None = None
        self._open: list[Node] = []
        self._names: dict[str, str] = {}

    def start(self, name: str, attributes: dict[str, str]) -> None:
        node = Node(self._short(name), {self._short(key): value for key, value in attributes.items()})
        if self._open:
            self._open[-1].children.append(node)
        elif self.root is None:
            self.root = node
        self._open.append(node)
        if len(self._open) > _DEEPEST:
            raise XmlError("elements are nested too deep")

    def end(self, _name: str) -> None:
        self._open.pop()

    def characters(self, data: str) -> None:
        if self._open:
            self._open[-1].text += data

    def doctype(self, *_parts: object) -> None:
        raise XmlError("a document type is declared")

    def _short(self, name: str) -> str:
        if name not in self._names:
            space, _, local = name.rpartition(" ")
            prefix = _PREFIXES.get(space, "x") if space else ""
            self._names[name] = f"{prefix}:{local}" if prefix else local
        return self._names[name]
