"""XML of styles and locales, read into plain elements that know where they stand.

Nothing in a document is fetched or expanded: a document type declaration is an error (so there are no entities beyond
XML's own five), and size, depth and number of elements are limited.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from xml.parsers import expat

from citekit.errors import CitekitError
from citekit.span import Source, Span

NAMESPACE = "http://purl.org/net/xbiblio/csl"
LARGEST = 8_000_000
DEEPEST = 100
MOST_ELEMENTS = 200_000


class StyleError(CitekitError):
    """A style or locale file cannot be used: not XML, not CSL, or its parts do not fit together."""


@dataclass(frozen=True, slots=True)
class Element:
    """One XML element: its name without namespace, attributes, children, and its own text, as written."""

    tag: str
    attributes: Mapping[str, str]
    children: tuple[Element, ...]
    text: str
    line: int
    column: int

    def get(self, name: str, default: str = "") -> str:
        """An attribute's value."""
        return self.attributes.get(name, default)

    def find(self, tag: str) -> Element | None:
        """The first child of that name."""
        return next((child for child in self.children if child.tag == tag), None)

    def all(self, tag: str) -> Iterator[Element]:
        """All children of that name."""
        return (child for child in self.children if child.tag == tag)

    def child_text(self, tag: str) -> str:
        """The stripped text of the first child of that name, or the empty string."""
        found = self.find(tag)
        return " ".join(found.text.split()) if found else ""


def parse(source: Source) -> Element:
    """The root element of a style or locale.

    Raises :class:`StyleError` with the place for text that is not well-formed XML, has a document type declaration, or
    exceeds the limits.
    """
    if len(source.text) > LARGEST:
        raise StyleError(f"{source.name} is too large for a style", f"the limit is {LARGEST:,} characters")
    return _Builder(source).parse()


def at(source: Source, element: Element) -> Span:
    """The span of an element's start tag (one character)."""
    return _span(source, element.line, element.column)


def _span(source: Source, line: int, column: int) -> Span:
    start = 0
    for _ in range(line - 1):
        start = source.text.find("\n", start) + 1
    return Span(start + column, start + column + 1)


class _Builder:
    """Collects elements from expat's calls."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.count = 0
        self.open: list[tuple[str, dict[str, str], list[Element], list[str], int, int]] = []
        self.root: Element | None = None
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.StartDoctypeDeclHandler = self._doctype

    def parse(self) -> Element:
        text = self.source.text.removeprefix("\ufeff").lstrip()
        skipped = len(self.source.text) - len(text)
        try:
            self.parser.Parse(_without_encoding(text).encode("utf-8", "surrogatepass"), True)
        except expat.ExpatError as error:
            line = error.lineno + self.source.text.count("\n", 0, skipped)
            hint = "a style is an XML file (.csl)"
            message = f"not well-formed XML: {expat.errors.messages.get(error.code, 'error')}"
            raise StyleError(message, hint, self.source, _span(self.source, line, error.offset)) from None
        if self.root is None:
            raise StyleError("no element", "a style is an XML file (.csl)", self.source)
        return self.root

    def _fail(self, message: str, hint: str = "") -> StyleError:
        span = _span(self.source, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber)
        return StyleError(message, hint, self.source, span)

    def _doctype(self, *_: object) -> None:
        raise self._fail("a document type declaration is not allowed", "styles need no DTD; remove the <!DOCTYPE> line")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if len(self.open) >= DEEPEST or self.count > MOST_ELEMENTS:
            raise self._fail("too deeply nested or too many elements for a style")
        local = {key.rpartition(" ")[2]: value for key, value in attributes.items()}
        place = (self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber)
        self.open.append((_local(name), local, [], [], *place))

    def _end(self, name: str) -> None:
        tag, attributes, children, texts, line, column = self.open.pop()
        element = Element(tag, attributes, tuple(children), "".join(texts), line, column)
        if self.open:
            self.open[-1][2].append(element)
        else:
            self.root = element

    def _text(self, text: str) -> None:
        if self.open:
            self.open[-1][3].append(text)


def _local(name: str) -> str:
    """The name without CSL's namespace; names of other namespaces keep theirs and so are nobody's."""
    space, blank, local = name.rpartition(" ")
    return local if not blank or space == NAMESPACE else name


def _without_encoding(text: str) -> str:
    """The text without its XML declaration: it is decoded already, whatever encoding the declaration names."""
    if text.startswith("<?xml"):
        end = text.find("?>")
        if end > 0:
            return "".join(c if c == "\n" else " " for c in text[: end + 2]).lstrip(" ") + text[end + 2 :]
    return text
