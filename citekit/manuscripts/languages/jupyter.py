"""Jupyter notebooks: the Markdown cells with ``[@key]``, ``{cite}`key```, ``\\cite{key}`` or ``<cite data-cite="key">``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from json import dumps

from citekit import patterns as re
from citekit.manuscripts.citation import Cited, Found, Reading
from citekit.manuscripts.markdown import read_markdown
from citekit.manuscripts.pandoc_citations import cite_text, notes_of
from citekit.manuscripts.sphinx_citations import cite_role
from citekit.manuscripts.tex_commands import COMMANDS, add_command
from citekit.manuscripts.writing import Writing
from citekit.markup.json import JsonError, PlacedString, read_json
from citekit.markup.tex.stream import Stream
from citekit.records import dataclass
from citekit.span import Source, Span

NAME = "jupyter"
SUFFIXES = (".ipynb",)

_ROLE = re.compile(r"\{(?P<role>(?:cite|footcite)(?::[A-Za-z:]{1,20})?)\}`(?P<keys>[^`]{1,2000})`")
_DATA = re.compile(
    r"<(?P<tag>cite|a|strong|span)\s[^<>]{0,200}?data-cite\s{0,9}=\s{0,9}[\"'](?P<keys>[^\"'<>]{1,999})[\"'][^<>]{0,200}>(?:[^<>\n]{0,400}</(?P=tag)>)?",
    re.IGNORECASE,
)
_LIST = re.compile(
    r"<div\s[^<>]{0,200}?(?:id=[\"']?refs\b|class=[\"'][^\"'<>]{0,80}\bcite2c-biblio\b)[^<>]{0,200}>(?:\s{0,9}</div>)?"
    r"|^(?P<fence>[`:]{3,9})\{bibliography\}[^\n]*(?:\n[ \t]*+:[^\n]*+){0,20}\n(?P=fence)[ \t]*$"
    r"|\\(?:bibliography\s{0,3}\{[^{}\n]{1,200}\}|printbibliography)",
    re.MULTILINE,
)


def _encoded(text: str) -> str:
    """A text as it stands within a string of JSON."""
    return dumps(text, ensure_ascii=False)[1:-1]


WRITING = Writing("markdown", "[^cite-{number}]", "[^cite-{number}]: {text}", encode=_encoded)


@dataclass(frozen=True, slots=True)
class _Cell:
    """The text of a Markdown cell, and where in the file each of its characters begins and ends."""

    text: str
    starts: list[int]
    ends: list[int]

    def place(self, span: Span) -> Span:
        """Where a part of the text stands in the file."""
        return Span(self.starts[span.start], self.ends[max(span.start, span.end - 1)])


def read(source: Source, reading: Reading) -> Cited:
    """What a notebook cites; nothing where it is no JSON."""
    found = Found()
    written = False
    end = -1
    try:
        for cell in _cells(source.text):
            written = _read_cell(cell, found) or written
            end = cell.ends[-1]
    except JsonError:
        return Cited(written_for_citing=False)
    if end >= 0:
        found.notes_at = Span(end, end)
        found.gap = "" if found.list_at else "\n\n"
        found.list_here(end, end)
    return found.cited(written_for_citing=written)


def _cells(text: str) -> Iterator[_Cell]:
    """The Markdown cells with a text."""
    notebook = read_json(text)
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    for cell in cells if isinstance(cells, list) else ():
        if not isinstance(cell, dict):
            continue
        kind, lines = cell.get("cell_type"), cell.get("source")
        if not isinstance(kind, PlacedString) or kind.text != "markdown":
            continue
        read = _Cell("", [], [])
        characters: list[str] = []
        for line in lines if isinstance(lines, list) else [lines]:
            if not isinstance(line, PlacedString):
                continue
            pieces = list(line.pieces())
            for (piece, origin), (_, after) in pairwise((*pieces, ("", line.end))):
                characters.append(piece)
                step = 0 if text[origin] == "\\" else 1
                read.starts.extend(origin + step * at for at in range(len(piece)))
                read.ends.extend(origin + at + 1 if step else after for at in range(len(piece)))
        if read.starts:
            yield replace(read, text="".join(characters))


def _read_cell(cell: _Cell, found: Found) -> bool:
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
    place = _LIST.search(text)
    if place:
        span = cell.place(Span(*place.span()))
        found.list_here(span.start, span.end)
    found.notes += [cell.place(note) for note in notes_of(text)]
    found.take(own, cell.place)
    return written or any(citation.mode != "textual" for citation in own.citations)
