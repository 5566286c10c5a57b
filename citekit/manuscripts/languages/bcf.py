"""``.bcf``: the control file that biblatex writes for biber.

In place of all of it appears the list of works.
"""

from __future__ import annotations

import html

from citekit.manuscripts.citation import Cited, CitedKey, Found, Named, ReadingContext
from citekit.manuscripts.writing import LATEX
from citekit.runtime import patterns as re
from citekit.runtime.span import Source, Span

NAME = "bcf"
SUFFIXES = (".bcf",)
WRITING = LATEX

_ELEMENT = re.compile(
    r"<bcf:citekey\b(?P<set>[^<>]{0,2000})>(?P<key>[^<>]{1,999})</bcf:citekey>"
    r"|<bcf:datasource\b(?P<kind>[^<>]{0,400})>(?P<data>[^<>]{1,999})</bcf:datasource>"
)

_MEMBERS = re.compile(r'\bmembers="(?P<keys>[^"]{1,2000})"')


def read(source: Source, reading: ReadingContext) -> Cited:
    """Return the keys of a ``.bcf`` file; its XML is not expanded, the five characters that XML escapes are."""
    found = Found()
    for element in _ELEMENT.finditer(source.text):
        if element["key"]:
            key = html.unescape(element["key"]).strip()
            cite = CitedKey(key, Span(*element.span("key")), element.start())
            found.add(Span(*element.span()), [cite], "nocite")
            if 'type="set"' in element["set"]:  # the document defines it; its members are the entries
                found.defined.append(cite)
                if members := _MEMBERS.search(element["set"]):
                    start = element.start("set") + members.start("keys")
                    found.add(Span(*element.span()), found.keys(members["keys"], start, element.start()), "nocite")
        elif 'type="file"' in element["kind"] and 'glob="true"' not in element["kind"]:
            found.bibliographies.append(Named(html.unescape(element["data"]).strip(), Span(*element.span("data"))))
    found.list_here(0, len(source.text))
    return found.cited()
