"""XML of a Word document: elements under the prefixes that everybody knows them by, and the values of properties."""

from __future__ import annotations

from citekit.text.xml import Element
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
    """Return the ``w:val`` of the descendant along a path; empty if there is none."""
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
