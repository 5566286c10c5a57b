"""Jupyter notebooks: the Markdown cells with ``[@key]``, ``{cite}`key```, ``\\cite{key}`` or ``<cite data-cite="key">``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from citekit.checks.citation import Citation, Cited, Found, Reading
from citekit.checks.markdown_text import read_markdown
from citekit.checks.pandoc_text import cite_text
from citekit.checks.sphinx_text import cite_role
from citekit.documents.notebook.places import JsonError, PlacedString, read_json
from citekit.span import Source, Span

NAME = "jupyter"
SUFFIXES = (".ipynb",)

_ROLE = re.compile(r"\{(?:cite|footcite)(?::[A-Za-z:]{1,20})?\}`(?P<keys>[^`]{1,2000})`")
_DATA = re.compile(
    r"<(?:cite|a|strong|span)\s[^<>]{0,200}?data-cite\s{0,9}=\s{0,9}[\"'](?P<keys>[^\"'<>]{1,999})[\"']", re.IGNORECASE
)
_LATEX = re.compile(r"\\[cC]ite[a-z]{0,12}\*?(?:\[[^\]\n]{0,200}\]){0,2}\{(?P<keys>[^{}\n]{1,2000})\}")


def read(source: Source, reading: Reading) -> Cited:
    """What a notebook cites; nothing where it is no JSON."""
    found = Found()
    written = False
    try:
        for text, places in _cells(source.text):
            written = _cell(text, places, found) or written
    except JsonError:
        return Cited(written_for_citing=False)
    return found.cited(written_for_citing=written)


def _cells(text: str) -> Iterator[tuple[str, list[int]]]:
    """The text of each Markdown cell, and the offset in the file of each of its characters and of its end."""
    notebook = read_json(text)
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    for cell in cells if isinstance(cells, list) else ():
        if not isinstance(cell, dict):
            continue
        kind, lines = cell.get("cell_type"), cell.get("source")
        if not isinstance(kind, PlacedString) or kind.text != "markdown":
            continue
        strings = lines if isinstance(lines, list) else [lines]
        characters: list[str] = []
        places: list[int] = []
        for line in strings:
            if isinstance(line, PlacedString):
                for piece, origin in line.pieces():
                    characters.append(piece)
                    step = 0 if text[origin] == "\\" else 1
                    places += [origin + step * number for number in range(len(piece))]
        yield "".join(characters), [*places, places[-1] + 1 if places else 0]


def _cell(text: str, places: list[int], found: Found) -> bool:
    own = Found()
    written = cite_text(read_markdown(text).text, own)
    visible = read_markdown(text, roles=True).text
    for role in _ROLE.finditer(visible):
        cite_role(role["keys"], role.start("keys"), role.start(), own)
    commands = read_markdown(text, commands=True).text
    for pattern, shown in ((_DATA, text), (_LATEX, commands)):
        for match in pattern.finditer(shown):
            own.add_keys(match["keys"], match.start("keys"), match.start())
    for citation in own.citations:
        span = Span(places[citation.span.start], places[max(0, citation.span.end - 1)] + 1)
        found.citations.append(Citation(citation.key, span, places[citation.group]))
    return written or (
        len(own.citations) > 0 and bool(_ROLE.search(visible) or _DATA.search(text) or _LATEX.search(commands))
    )
