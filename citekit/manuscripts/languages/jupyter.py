"""Jupyter notebooks: the Markdown cells with ``[@key]``, ``{cite}`key```, ``\\cite{key}`` or ``<cite data-cite="key">``."""

from __future__ import annotations

from json import dumps

from citekit.manuscripts.citation import Cited, Found, ReadingContext
from citekit.manuscripts.markdown import read_markdown
from citekit.manuscripts.pandoc_citations import cite_text, notes_of
from citekit.manuscripts.sphinx_citations import cite_role
from citekit.manuscripts.tex_commands import COMMANDS, add_command
from citekit.manuscripts.writing import Writing
from citekit.markup.json import JsonError, read_notebook
from citekit.markup.tex.stream import Stream
from citekit.runtime import patterns as re
from citekit.runtime.span import Source, Span, View

NAME = "jupyter"
SUFFIXES = (".ipynb",)

_ROLE = re.compile(r"\{(?P<role>(?:cite|footcite)(?::[A-Za-z:]{1,20})?)\}`(?P<keys>[^`]{1,2000})`")
_DATA = re.compile(
    r"<(?P<tag>cite|a|strong|span)\s[^<>]{0,200}?data-cite\s{0,9}=\s{0,9}[\"'](?P<keys>[^\"'<>]{1,999})[\"'][^<>]{0,200}>(?:[^<>\n]{0,400}</(?P=tag)>)?",
    re.IGNORECASE,
)
"""The element that nbconvert makes a citation of and that cite2c writes: ``<cite data-cite="key">…</cite>``."""
_LIST = re.compile(
    r"<div\s[^<>]{0,200}?(?:id=[\"']?refs\b|class=[\"'][^\"'<>]{0,80}\bcite2c-biblio\b)[^<>]{0,200}>(?:\s{0,9}</div>)?"
    r"|^(?P<fence>[`:]{3,9})\{bibliography\}[^\n]*(?:\n[ \t]*+:[^\n]*+){0,20}\n(?P=fence)[ \t]*$"
    r"|\\(?:bibliography\s{0,3}\{[^{}\n]{1,200}\}|printbibliography)",
    re.MULTILINE,
)
"""Where the list of references goes: the element of Pandoc or cite2c, the directive of MyST, or the command of LaTeX."""


WRITING = Writing(
    "markdown",
    "[^cite-{number}]",
    "[^cite-{number}]: {text}",
    encode=lambda text: dumps(text, ensure_ascii=False)[1:-1],  # as it is within a string of JSON
)


def read(source: Source, reading: ReadingContext) -> Cited:
    """Return what a notebook cites; nothing if the file is not a notebook."""
    found = Found()
    written = False
    end = -1
    try:
        for cell in read_notebook(source.text)[1]:
            if cell.kind == "markdown" and (view := View(cell.pieces)).text:
                written = _read_cell(view, found) or written
                end = cell.lines[-1].end
    except JsonError:
        return Cited(certainly_cites=False)
    if end >= 0:
        found.notes_at = Span(end, end)
        found.list_separator = "" if found.lists else "\n\n"
        if not found.lists:
            found.list_here(end, end)
    return found.cited(certainly_cites=written)


def _read_cell(cell: View, found: Found) -> bool:
    text = cell.text
    own = Found()
    written = cite_text(read_markdown(text).text, own, written=text)
    visible = read_markdown(text, roles=True).text
    for role in _ROLE.finditer(visible):
        cite_role(role["role"], role["keys"], role.start("keys"), Span(*role.span()), own)
    for data in _DATA.finditer(text):
        own.add(Span(*data.span()), own.keys(data["keys"], data.start("keys"), data.start()))
    commands = Stream.of(read_markdown(text, commands=True).text)
    while command := commands.command():
        if command.name in COMMANDS:
            add_command(commands, command, own)
    listed = _LIST.search(text)
    if listed:
        span = cell.span(*listed.span())
        found.list_here(span.start, span.end)
    for note in notes_of(text):
        place = cell.span(note.span.start, note.span.end)
        at = cell.span(note.at, note.at + 1).start if note.at >= 0 else -1
        found.note(place.start, place.end, at)
    found.take(own, lambda span: cell.span(span.start, span.end))
    return written or any(citation.mode not in ("textual", "leading") for citation in own.citations)
