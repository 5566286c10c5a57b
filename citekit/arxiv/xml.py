"""What servers send as XML, as a small tree; whatever declares a document type or nests without end is refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

DEEPEST = 50
"""Open elements that are allowed; feeds have a tenth of them."""


class XmlError(Exception):
    """XML that is broken, hostile, or none; the text says which."""


@dataclass(slots=True)
class Element:
    """An element by its local name, with its own text; namespaces are left out, for no feed has a name in two."""

    name: str
    attributes: dict[str, str]
    children: list[Element] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text of the element itself, with blanks for line ends."""
        return " ".join("".join(self.pieces).split())

    def every(self, name: str) -> Iterator[Element]:
        """The children of a name."""
        return (child for child in self.children if child.name == name)

    def first(self, *path: str) -> Element | None:
        """The first descendant along a path of names."""
        element: Element | None = self
        for name in path:
            element = next(element.every(name), None) if element else None
        return element

    def value(self, *path: str) -> str:
        """The text of the first descendant along a path; empty where there is none."""
        found = self.first(*path)
        return found.text if found else ""


def parse(data: bytes) -> Element:
    """The root element of a document. Raises :class:`XmlError`."""
    open_elements: list[Element] = []
    roots: list[Element] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        element = Element(name.rpartition(" ")[2], {key.rpartition(" ")[2]: v for key, v in attributes.items()})
        (open_elements[-1].children if open_elements else roots).append(element)
        open_elements.append(element)
        if len(open_elements) > DEEPEST:
            raise XmlError("its elements are nested too deep")

    def characters(text: str) -> None:
        if open_elements:
            open_elements[-1].pieces.append(text)

    def doctype(*_parts: object) -> None:
        raise XmlError("it declares a document type, which is refused")

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _name: open_elements.pop()
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise XmlError(f"it is damaged ({error})") from None
    except (ValueError, LookupError) as error:
        raise XmlError(f"it is in an unknown encoding ({error})") from None
    return roots[0]
