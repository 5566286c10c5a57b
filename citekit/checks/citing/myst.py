"""MyST Markdown: roles of sphinxcontrib-bibtex such as ``{cite:p}`key1,key2```, and ``{footcite}``; ``{eval-rst}`` too.

Where a ``myst.yml`` belongs to the file, ``[@key]`` cites as well.
"""

from __future__ import annotations

import re

from citekit.checks.citation import Citation, Cited, Found, Named, Reading
from citekit.checks.markdown_text import read_markdown
from citekit.checks.pandoc_text import cite_metadata, cite_text
from citekit.checks.rst_text import cite_rst
from citekit.checks.sphinx_text import cite_role
from citekit.span import Source, Span

NAME = "myst"
SUFFIXES = (".myst",)

_ROLE = re.compile(r"\{(?:cite|footcite)(?::[A-Za-z:]{1,20})?\}(?P<ticks>`+)(?P<keys>[^`]{1,2000})(?P=ticks)(?!`)")
_RST = re.compile(r"^(?P<fence>[`:~]{3,9})\{eval-rst\}[^\n]*\n", re.MULTILINE)
_INCLUDE = re.compile(r"^[ \t]{0,9}[`:~]{3,9}\{include\}[ \t]*(?P<file>[^\s<][^\n]*?)[ \t]*$", re.MULTILINE)
_PROJECT_FILES = ("myst.yml", "../myst.yml", "../../myst.yml")
_DIRECTIVE = re.compile(r"^[ \t]{0,9}[`:]{3,9}\{(?:foot)?bibliography\}[ \t]*(?P<files>[^\n]*)$", re.MULTILINE)
_PREFIX = re.compile(r"^[ \t]*:keyprefix:[ \t]*(\S+)[ \t]*$", re.MULTILINE)


def read(source: Source, reading: Reading) -> Cited:
    """What a MyST file cites."""
    markdown = read_markdown(source.text, roles=True)
    found = Found()
    said = cite_metadata(source.text, *markdown.front, found)
    for role in _ROLE.finditer(markdown.text):
        cite_role(role["keys"], role.start("keys"), role.start(), found)
    _restructured(source.text, found)
    bracketed = False
    if reading.exists and any(reading.exists(name) for name in _PROJECT_FILES):
        bracketed = cite_text(markdown.text, found)
    for directive in _INCLUDE.finditer(source.text):
        if markdown.text[directive.start("file")].isspace():
            continue
        found.inputs.append(Named(directive["file"], Span(*directive.span("file"))))
    found.prefixes += _PREFIX.findall(source.text)
    for directive in _DIRECTIVE.finditer(source.text):
        for name in re.finditer(r"\S+", directive["files"]):
            at = directive.start("files")
            found.bibliographies.append(Named(name[0], Span(at + name.start(), at + name.end())))
    return found.cited(written_for_citing=said or bracketed or bool(found.citations or found.bibliographies))


def _restructured(text: str, found: Found) -> None:
    """What ``{eval-rst}`` blocks cite."""
    for opening in _RST.finditer(text):
        start = opening.end()
        end = text.find(f"\n{opening['fence']}", start - 1)
        if end < 0:
            return
        own = Found()
        cite_rst(text[start : max(start, end)], own)
        for citation in own.citations:
            span = Span(citation.span.start + start, citation.span.end + start)
            found.citations.append(Citation(citation.key, span, citation.group + start))
