"""XML of styles and locales: elements that know where they stand, and errors that say it."""

from __future__ import annotations

from citekit.errors import CitekitError
from citekit.span import Source, Span
from citekit.text.xml import Element, XmlError
from citekit.text.xml import parse as parse_xml

NAMESPACE = "http://purl.org/net/xbiblio/csl"
LARGEST = 8_000_000
_XML = "http://www.w3.org/XML/1998/namespace"
DEEPEST = 100
MOST_ELEMENTS = 200_000


class StyleError(CitekitError):
    """A style or locale file cannot be used: not XML, not CSL, or its parts do not fit together."""


def parse(source: Source) -> Element:
    """The root element of a style or locale.

    Raises :class:`StyleError` with the place for text that is not well-formed XML, has a document type declaration, or
    exceeds the limits.
    """
    if len(source.text) > LARGEST:
        raise StyleError(f"{source.name} is too large for a style", f"the limit is {LARGEST:,} characters")
    text = source.text.removeprefix("\ufeff").lstrip()
    lines_before = source.text.count("\n", 0, len(source.text) - len(text))
    data = _without_encoding(text).encode("utf-8", "surrogatepass")
    try:
        return parse_xml(data, _name, deepest=DEEPEST, most_elements=MOST_ELEMENTS)
    except XmlError as error:
        place = _span(source, error.line + lines_before, error.column)
        raise StyleError(str(error), "a style is an XML file (.csl) without a DOCTYPE", source, place) from None


def at(source: Source, element: Element) -> Span:
    """The span of an element's start tag (one character)."""
    return _span(source, element.line, element.column)


def _span(source: Source, line: int, column: int) -> Span:
    start = 0
    for _ in range(line - 1):
        start = source.text.find("\n", start) + 1
    return Span(start + column, start + column + 1)


def _name(name: str) -> str:
    """The name without CSL's namespace or XML's own; names of other namespaces keep theirs and so are nobody's."""
    space, blank, local = name.rpartition(" ")
    return local if not blank or space in (NAMESPACE, _XML) else name


def _without_encoding(text: str) -> str:
    """The text without its XML declaration: it is decoded already, whatever encoding the declaration names."""
    if text.startswith("<?xml"):
        end = text.find("?>")
        if end > 0:
            return "".join(c if c == "\n" else " " for c in text[: end + 2]).lstrip(" ") + text[end + 2 :]
    return text
