"""From a key to its entry, to all its places, and to another name for it."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lsprotocol.types import (
    Hover,
    Location,
    MarkupContent,
    MarkupKind,
    Position,
    PrepareRenamePlaceholder,
    SymbolKind,
    TextEdit,
    WorkspaceEdit,
    WorkspaceSymbol,
)

from citekit.commands.format import DEFAULT_STYLE
from citekit.lsp.entries import ChunkedEntries, Placed, people
from citekit.lsp.project import EditorProject, address
from citekit.lsp.text import Corners
from citekit.manuscripts.project import is_bibliography
from citekit.model.identity.titles import words
from citekit.runtime import patterns as re
from citekit.runtime.config import FormatSettings
from citekit.runtime.errors import UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span

_POINTING = ("crossref", "xref", "xdata", "related", "entryset", "ids")
"""Fields whose values are keys."""
_KEYS = re.compile(r"[^\s,]{1,200}")
_NO_KEY = re.compile(r"[\s,{}()\"'#%~\\=]|\A\Z")
_MOST_SYMBOLS = 200


@dataclass(frozen=True, slots=True)
class Key:
    """A key, where it is, and the file that contains it."""

    name: str
    source: Source
    span: Span


def key_at(project: EditorProject, path: Path, position: Position) -> Key | None:
    """Return the key at a position; in an entry of a bibliography, its own key if no other is there."""
    if is_bibliography(path):
        entries = project.entries(path)
        if entries is None:
            return None
        offset = project.text(entries.source).offset(position)
        placed = entries.at(offset)
        inside = next((key for key in _pointed(placed) if _holds(key.span, offset)), None) if placed else None
        own = Key(placed.entry.key, entries.source, placed.at_key) if placed and placed.entry.key else None
        return inside or own
    document, source = project.document(path), project.source(path)
    if document is None or source is None:
        return None
    offset = project.text(source).offset(position)
    return next(
        (
            Key(cite.key, source, cite.span)
            for part, cite in document.cites
            if part.source is source and _holds(cite.span, offset)
        ),
        None,
    )


def _holds(span: Span, offset: int) -> bool:
    return span.start <= offset <= span.end


def _pointed(placed: Placed) -> Iterator[Key]:
    """Yield the keys in the fields of an entry that hold keys."""
    for part in placed.entry.fields:
        if part.name in _POINTING and part.inside >= 0:
            for match in _KEYS.finditer(part.text):
                yield Key(match[0], placed.file.source, placed.moved(part.part(match.start(), match.end())))


def hover(project: EditorProject, path: Path, position: Position, settings: FormatSettings) -> Hover | None:
    """Return the entry of the key at a position as the style of the settings prints it, and where it is."""
    key = key_at(project, path, position)
    placed = project.entry(key.name, path) if key else None
    if key is None or placed is None:
        return None
    source = placed.file.source
    line = project.text(source).position(placed.at_key.start).line + 1
    where = f"`{placed.entry.key}` · {Path(source.name).name}:{line}"
    content = f"{placed.formatted(next(iter(settings.style), DEFAULT_STYLE), settings.language)}\n\n{where}"
    return Hover(MarkupContent(MarkupKind.Markdown, content), project.text(key.source).range(key.span))


def definition(project: EditorProject, path: Path, position: Position) -> Location | None:
    """Return where the entry of the key at a position appears."""
    key = key_at(project, path, position)
    placed = project.entry(key.name, path) if key else None
    return _location(project, placed.file.source, placed.at_key) if placed else None


def _location(project: EditorProject, source: Source, span: Span) -> Location:
    return Location(address(source.name), project.text(source).range(span))


def places(project: EditorProject, path: Path, position: Position) -> tuple[Placed | None, list[Key]]:
    """Return the entry of the key at a position, and where it is cited or named; the place of the entry's key is not among them."""
    key = key_at(project, path, position)
    placed = project.entry(key.name, path) if key else None
    if key is None or placed is None:
        return None, []
    file = Path(placed.file.source.name)
    found = [Key(c.key, part.source, c.span) for part, c in project.cites_of(file) if c.key == key.name]
    naming = (number for number, text in enumerate(placed.file.texts) if key.name in text)
    near = (other for number in naming for other in placed.file.of_piece(number))
    found += [one for other in near for one in _pointed(other) if one.name == key.name]
    return placed, found


def rename_place(project: EditorProject, path: Path, position: Position) -> PrepareRenamePlaceholder | None:
    """Return the key at a position and where it appears; None if there is none to rename."""
    key = key_at(project, path, position)
    return PrepareRenamePlaceholder(project.text(key.source).range(key.span), key.name) if key else None


def references(project: EditorProject, path: Path, position: Position, with_entry: bool) -> list[Location]:
    """Return every place where the key at a position is cited; with the entry itself where that is wanted."""
    placed, found = places(project, path, position)
    own = [_location(project, placed.file.source, placed.at_key)] if placed and with_entry else []
    return own + [_location(project, key.source, key.span) for key in found]


def renamed(project: EditorProject, path: Path, position: Position, name: str) -> WorkspaceEdit | None:
    """Return the edits that give the key at a position another name, in every file of the project.

    Raises :class:`~citekit.runtime.errors.UsageError` for what can be no key, for one that there is already, and where a file
    outside the project would have to change.
    """
    if _NO_KEY.search(name):
        raise UsageError(f"'{name}' can be no key", "a key has no spaces, commas, braces or quotes")
    placed, found = places(project, path, position)
    if placed is None:
        return None
    if name != placed.entry.key and placed.file.get(name):
        raise UsageError(f"there is an entry '{name}' already", "choose another key")
    own = Key(placed.entry.key, placed.file.source, placed.at_key)
    changes: dict[str, list[TextEdit]] = {}
    for key in (own, *found):
        if not project.may_change(key.source.name):
            raise UsageError(f"{os.path.basename(key.source.name)} is not in the project", "rename the key there first")
        edits = changes.setdefault(address(key.source.name), [])
        edits.append(TextEdit(project.text(key.source).range(key.span), name))
    return WorkspaceEdit(changes=changes)


class Symbols(list[dict[str, Any]]):
    """What becomes :class:`~lsprotocol.types.DocumentSymbol`, as the protocol sends it: a file has very many of them."""


def document_symbols(project: EditorProject, path: Path) -> Symbols:
    """Return the entries of a bibliography, in the order of the file."""
    entries = project.entries(path) if is_bibliography(path) else None
    gc.disable()  # this many dictionaries at once, and none of them to collect
    try:
        return Symbols(_symbols(entries)) if entries else Symbols()
    finally:
        gc.enable()


def _symbols(entries: ChunkedEntries) -> Iterator[dict[str, Any]]:
    kind, line = SymbolKind.Class.value, 0
    for piece in entries.row:
        for name, title, whole, key in piece.outline:
            places = {"range": _at(line, whole), "selectionRange": _at(line, key)}
            yield {"name": name, "kind": kind, "detail": title, **places}
        line += piece.lines


def _at(line: int, corners: Corners) -> dict[str, Any]:
    first, start, last, end = corners
    return {"start": {"line": line + first, "character": start}, "end": {"line": line + last, "character": end}}


def workspace_symbols(project: EditorProject, query: str) -> list[WorkspaceSymbol]:
    """Return the entries of all bibliographies in which the words of a query appear."""
    found: list[WorkspaceSymbol] = []
    for path in project.files():
        entries = project.entries(path) if is_bibliography(path) else None
        for placed in entries.found(words(query), _MOST_SYMBOLS - len(found)) if entries else ():
            name = f"{placed.entry.key}: {placed.entry.title}"
            where = _location(project, placed.file.source, placed.at_key)
            found.append(
                WorkspaceSymbol(location=where, name=name, kind=SymbolKind.Class, container_name=people(placed.entry))
            )
    return found
