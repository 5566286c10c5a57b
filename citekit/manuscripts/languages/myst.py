"""MyST Markdown: roles of sphinxcontrib-bibtex such as ``{cite:p}`key1,key2```, and ``{footcite}``; ``{eval-rst}`` too.

Where a ``myst.yml`` belongs to the file, ``[@key]`` cites as well.
"""

from __future__ import annotations

from dataclasses import replace

from citekit.manuscripts.citation import Cited, Found, Named, ReadingContext
from citekit.manuscripts.markdown import read_markdown
from citekit.manuscripts.metadata import cite_metadata
from citekit.manuscripts.pandoc_citations import cite_text, notes_of
from citekit.manuscripts.sphinx_citations import bibliography, cite_role, cite_rst
from citekit.manuscripts.writing import MARKDOWN
from citekit.runtime import patterns as re
from citekit.runtime.span import Source, Span

NAME = "myst"
SUFFIXES = (".myst",)
WRITING = MARKDOWN

_ROLE = re.compile(
    r"\{(?P<role>(?:cite|footcite)(?::[A-Za-z:]{1,20})?)\}(?P<ticks>`+)(?P<keys>[^`]{1,2000})(?P=ticks)(?!`)"
)
_RST = re.compile(r"^(?P<fence>[`:~]{3,9})\{eval-rst\}[^\n]*\n", re.MULTILINE)
_INCLUDE = re.compile(r"^[ \t]{0,9}[`:~]{3,9}\{include\}[ \t]*(?P<file>[^\s<](?:[^\n]*[^ \t\n])?)[ \t]*$", re.MULTILINE)
_PROJECT_FILES = ("myst.yml", "../myst.yml", "../../myst.yml")
_DIRECTIVE = re.compile(
    r"^[ \t]{0,9}(?P<fence>[`:]{3,9})\{(?P<foot>foot)?bibliography\}[ \t]*+(?P<files>[^\n]*+)"
    r"(?P<options>(?:\n[ \t]*+[:-][^\n`:][^\n]*+|\n[ \t]*+(?=\n)){0,40})\n[ \t]*(?P=fence)[ \t]*$",
    re.MULTILINE,
)


def read(source: Source, reading: ReadingContext) -> Cited:
    """Return what a MyST file cites."""
    markdown = read_markdown(source.text, roles=True)
    found = Found()
    declared = cite_metadata(source.text, *markdown.front, found, prose=False)
    for role in _ROLE.finditer(markdown.text):
        cite_role(role["role"], role["keys"], role.start("keys"), Span(*role.span()), found)
    for opening in _RST.finditer(source.text):
        start = opening.end()
        end = source.text.find(f"\n{opening['fence']}", start - 1)
        if end < 0:
            break
        own = Found()
        cite_rst(source.text[start : max(start, end)], own)
        found.take(own, lambda span, start=start: Span(span.start + start, span.end + start))  # type: ignore[misc]
    declared = declared or bool(found.citations or found.bibliographies)
    bracketed = False
    if reading.exists and any(reading.exists(name) for name in _PROJECT_FILES):
        bracketed = cite_text(markdown.text, found, written=source.text)
        # mystmd looks up DOIs itself, so that no bibliography has them
        without_dois = (
            (one, tuple(cite for cite in one.cites if not _DOI.fullmatch(cite.key))) for one in found.citations
        )
        found.citations = [replace(one, cites=cites) for one, cites in without_dois if cites]
    for directive in _INCLUDE.finditer(source.text):
        if markdown.text[directive.start("file")].isspace():
            continue
        found.inputs.append(Named(directive["file"], Span(*directive.span("file"))))
    for directive in _DIRECTIVE.finditer(source.text):
        bibliography(directive, found)
    found.notes += notes_of(markdown.text)
    if bracketed:
        found.list_at_end(source.text)
    return found.cited(certainly_cites=declared or bracketed or bool(found.bibliographies))


_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:)?10\.\d{4,9}/\S+", re.IGNORECASE)
