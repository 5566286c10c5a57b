"""AsciiDoc: ``cite:[key(p. 3),key2]`` of asciidoctor-bibtex and ``cite[key, page=3]`` of asciidoctor-bibliography.

Comments, listings and passthroughs are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from citekit.checks.citation import Citation, Cited, Found, Named, Reading, blanked
from citekit.span import Source, Span

NAME = "asciidoc"
SUFFIXES = (".adoc", ".asciidoc", ".asc")

_BLOCK = re.compile(r"^(?P<fence>-{4,}|\.{4,}|/{4,}|\+{4,}|`{3,})[^\S\n]*[^\n]*$", re.MULTILINE)
_INLINE = re.compile(
    r"^//(?!/)[^\n]*$|pass:[a-z,]{0,20}\[[^\]\n]{0,400}\]|`[^`\n]{1,400}`|(?<!\])\+{1,3}(?!\[)[^+\n]{1,400}\+{1,3}",
    re.MULTILINE,
)
_BIBTEX = re.compile(
    r"(?<![\w\\])(?:cite(?:np|t|p|a)?|bibitem|nocite|fullcite):(?:[a-z]{1,20})?\[(?P<inside>[^\[\]]{1,2000})\](?:\+\[(?P<more>[^\[\]]{1,2000})\])*"
)
_MORE = re.compile(r"\+\[([^\[\]]{1,2000})\]")
_BIBLIOGRAPHY = re.compile(
    r"(?<![\w\\:])(?:cite|citet|citep|fullcite|nocite)\[(?P<inside>[^\[\]]{1,2000})\](?:\+\[[^\[\]]{1,2000}\]){0,20}"
)
_FILE = re.compile(
    r"^:(?:bibtex-file|bibliography-database):[ \t]*(?P<file>\S[^\n]*?)[ \t]*$|^bibliography::(?P<macro>[^\s\[]+\.bib)\[",
    re.MULTILINE,
)
_INCLUDE = re.compile(r"^include::(?P<file>[^\s\[]+\.(?:adoc|asciidoc|asc))\[", re.MULTILINE)
_NOTE = re.compile(r"\([^()]{0,200}\)|\{[^{}]{0,80}\}")


def read(source: Source, reading: Reading) -> Cited:
    """What an AsciiDoc file cites."""
    text = blanked(source.text, _blocks(source.text))
    text = blanked(text, (match.span() for match in _INLINE.finditer(text)))
    found = Found()
    for cite in _BIBTEX.finditer(text):
        inside = _NOTE.sub(lambda note: " " * len(note[0]), cite["inside"])
        found.add_keys(inside, cite.start("inside"), cite.start())
        _groups(text, cite, found)
    for cite in _BIBLIOGRAPHY.finditer(text):
        _first(cite["inside"], cite.start("inside"), cite.start(), found)
        _groups(text, cite, found)
    for named in _FILE.finditer(source.text):
        kind = "file" if named["file"] else "macro"
        found.bibliographies.append(Named(named[kind], Span(*named.span(kind))))
    for named in _INCLUDE.finditer(text):
        found.inputs.append(Named(named["file"], Span(*named.span("file"))))
    return found.cited(written_for_citing=bool(found.citations or found.bibliographies))


def _groups(text: str, cite: re.Match[str], found: Found) -> None:
    """The further citations of ``cite:[a]+[b]``."""
    for more in _MORE.finditer(text, cite.end("inside"), cite.end()):
        _first(more[1], more.start(1), cite.start(), found)


def _first(inside: str, start: int, group: int, found: Found) -> None:
    """The key of a macro whose further attributes are named."""
    key = inside.split(",", maxsplit=1)[0]
    name = key.strip()
    if name and "=" not in name and not any(c.isspace() for c in name):
        begin = start + len(key) - len(key.lstrip())
        found.citations.append(Citation(name, Span(begin, begin + len(name)), group))


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    opened: tuple[str, int] | None = None
    for match in _BLOCK.finditer(text):
        fence = match["fence"]
        if opened is None:
            opened = (fence, match.start())
        elif fence == opened[0]:
            yield opened[1], match.end()
            opened = None
