"""``.bcf``: the control file that biblatex writes for biber."""

from __future__ import annotations

import html
import re

from citekit.checks.citation import Citation, Cited, Found, Named, Reading
from citekit.span import Source, Span

NAME = "bcf"
SUFFIXES = (".bcf",)

_ELEMENT = re.compile(
    r"<bcf:citekey\b[^<>]{0,200}>(?P<key>[^<>]{1,999})</bcf:citekey>"
    r"|<bcf:datasource\b(?P<kind>[^<>]{0,400})>(?P<data>[^<>]{1,999})</bcf:datasource>"
)


def read(source: Source, reading: Reading) -> Cited:
    """The keys of a ``.bcf`` file; its XML is not expanded, the five characters that XML escapes are."""
    found = Found()
    for element in _ELEMENT.finditer(source.text):
        if element["key"]:
            key = html.unescape(element["key"]).strip()
            found.citations.append(Citation(key, Span(*element.span("key")), element.start()))
        elif 'type="file"' in element["kind"] and 'glob="true"' not in element["kind"]:
            found.bibliographies.append(Named(html.unescape(element["data"]).strip(), Span(*element.span("data"))))
    return found.cited()
