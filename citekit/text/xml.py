"""Parsing of XML to a small tree, for all readers of XML; hostile documents are rejected.

Nothing is fetched or expanded: a document type declaration is an error, so only XML's five predefined entities exist,
and the depth and the number of elements are limited.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from xml.parsers import expat

from citekit.runtime.budget import MOST, spend
from citekit.runtime.records import dataclass

DEEPEST = 250
"""Levels of elements that are allowed by default."""
MOST_ELEMENTS = MOST["XML elements"]


class XmlError(Exception):
    """XML that is not well-formed or is hostile, with its ``line`` (from 1) and ``column`` (from 0).

    If it is not well-formed, ``open`` are the elements that were read in part, the root first.
    """

    def __init__(self, message: str, line: int = 1, column: int = 0, open: list[Element] | None = None) -> None:  # noqa: A002
        self.line = line
        self.column = column
        self.open = open or []
        super().__init__(message)


@dataclass(slots=True)
class Element:
    """An element: its name, attributes and children, its own text as written, and the position of its start tag.

    ``behind`` is the length of the parent's own text before it.
    """

    name: str
    attributes: dict[str, str]
    line: int = 0
    column: int = 0
    children: list[Element] = field(default_factory=list)
    text: str = ""
    behind: int = 0

    def get(self, name: str, default: str = "") -> str:
        """Return the value of an attribute."""
        return self.attributes.get(name, default)

    def every(self, name: str) -> Iterator[Element]:
        """Yield the children with a name."""
        return (child for child in self.children if child.name == name)

    def first(self, *path: str) -> Element | None:
        """Return the first descendant along a path of names."""
        element: Element | None = self
        for name in path:
            element = next(element.every(name), None) if element else None
        return element

    def value(self, *path: str) -> str:
        """Return the text of the first descendant along a path, with whitespace collapsed; empty without one."""
        found = self.first(*path)
        return " ".join(found.text.split()) if found else ""


def escape(text: str) -> str:
    """Return a text with what begins markup as entities.

    ``xml.sax.saxutils`` does the same, and loads what fetches URLs: a tenth of the time of a short command.

    >>> escape("Ash & Oak <2>")
    'Ash &amp; Oak &lt;2&gt;'
    """
    return text.replace("&", "&amp;").replace(">", "&gt;").replace("<", "&lt;")


def quoted(value: str) -> str:
    """Return the value of an attribute in quotes, its line ends and tabs as references, which a parser would make spaces of.

    >>> print(quoted('a "b" & c'))
    'a "b" &amp; c'
    """
    value = escape(value).replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")
    if '"' in value and "'" not in value:
        return f"'{value}'"
    return '"' + value.replace('"', "&quot;") + '"'


def local_name(name: str) -> str:
    """Return a name without its namespace; the default of :func:`parse`."""
    return name.rpartition(" ")[2]


def parse(
    data: bytes,
    named: Callable[[str], str] = local_name,
    *,
    deepest: int = DEEPEST,
    most_elements: int = MOST_ELEMENTS,
) -> Element:
    """Parse a document and return its root element.

    ``named`` converts ``namespace local`` (separated by a space; only ``local`` without a namespace) to the name of an
    element or attribute. Raises :class:`XmlError` if the document is not well-formed, is in an unknown encoding, declares
    a document type, or exceeds the limits.
    """
    builder = _Builder(named, deepest, most_elements)
    try:
        builder.parser.Parse(data, True)
    except expat.ExpatError as error:
        message = expat.errors.messages.get(error.code, "error")
        read = builder.open or builder.roots
        raise XmlError(f"not well-formed XML: {message}", error.lineno, error.offset, read) from None
    except (ValueError, LookupError) as error:
        raise XmlError(f"XML in an unknown encoding: {error}") from None
    return builder.roots[0]


class _Builder:
    """The handlers of expat, which build the elements."""

    def __init__(self, named: Callable[[str], str], deepest: int, most_elements: int) -> None:
        self.roots: list[Element] = []
        self.open: list[Element] = []
        self._pieces: list[list[str]] = []
        self._lengths = [0]
        self._named = named
        self._names: dict[str, str] = {}
        self._deepest = deepest
        self._elements_left = most_elements
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.StartDoctypeDeclHandler = self._doctype

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._elements_left -= 1
        spend("XML elements")
        if len(self.open) >= self._deepest:
            raise self._refused("elements are nested too deeply")
        if self._elements_left < 0:
            raise self._refused("there are too many elements")
        own = {self._name(key): value for key, value in attributes.items()}
        place = (self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber)
        element = Element(self._name(name), own, *place, behind=self._lengths[-1])
        (self.open[-1].children if self.open else self.roots).append(element)
        self.open.append(element)
        self._pieces.append([])
        self._lengths.append(0)

    def _end(self, _name: str) -> None:
        self._lengths.pop()
        self.open.pop().text = "".join(self._pieces.pop())

    def _characters(self, data: str) -> None:
        if self._pieces:
            self._pieces[-1].append(data)
            self._lengths[-1] += len(data)

    def _doctype(self, *_parts: object) -> None:
        raise self._refused("a document type declaration is not allowed")

    def _refused(self, message: str) -> XmlError:
        return XmlError(message, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber)

    def _name(self, name: str) -> str:
        known = self._names.get(name)
        if known is None:
            known = self._names[name] = self._named(name)
        return known
