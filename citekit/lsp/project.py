"""The files of a project as the editor has them: open ones as they are on the screen, the others as on the disk."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from functools import cached_property
from pathlib import Path

from pygls.uris import from_fs_path, to_fs_path

from citekit.commands.format import FilledManuscript, larger, manuscript
from citekit.lsp.entries import ChunkedEntries, Placed
from citekit.lsp.text import OffsetText, OpenText
from citekit.manuscripts.citation import CitedKey
from citekit.manuscripts.document import ManuscriptFile
from citekit.manuscripts.project import ProjectFiles, can_cite, files_of, is_bibliography, source_of
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import project_roots
from citekit.runtime.span import Source

_MOST_FILES = 3000
"""Maximum number of files of a project; projects of papers have far fewer."""


@dataclass(eq=False)
class OpenManuscript:
    """A text that cites, the files that it includes, and the bibliographies that it cites from."""

    read: FilledManuscript
    known: dict[Path, Source | None]

    @cached_property
    def cites(self) -> tuple[tuple[ManuscriptFile, CitedKey], ...]:
        """Every cited key with its part."""
        return tuple((part, cite) for part in self.read.parts for cite in part.cited.keys)


@dataclass(eq=False)
class EditorProject:
    """The open texts (by path) and the files in the ``folders`` of the editor. Parsed files are cached until they change."""

    open: Callable[[], Mapping[str, OpenText]]
    encoding: Callable[[], str]
    folders: list[Path] = field(default_factory=list)
    _sources: dict[str, tuple[object, Source | None]] = field(default_factory=dict)
    _texts: dict[str, OffsetText] = field(default_factory=dict)
    _entries: dict[str, ChunkedEntries] = field(default_factory=dict)
    _documents: dict[str, OpenManuscript] = field(default_factory=dict)

    def source(self, path: Path) -> Source | None:
        """Return the text of a file as it is now; None if it cannot be read."""
        name = os.path.abspath(path)
        shown = self.open().get(name)
        if shown is not None:
            return shown.now[1]
        try:
            stat = os.stat(name)
            state: object = stat.st_mtime_ns, stat.st_size
        except OSError:
            state = None
        known = self._sources.get(name)
        if known is None or known[0] != state:
            known = self._sources[name] = state, source_of(Path(name))
        return known[1]

    def text(self, source: Source) -> OffsetText:
        """Return the positions of a text."""
        shown = self.open().get(os.path.abspath(source.name))
        if shown is not None and shown.now[1].text is source.text:
            return shown.now[0]
        known = self._texts.get(source.name)
        if known is None or known.text is not source.text:
            known = self._texts[source.name] = OffsetText(source.text, self.encoding())
        return known

    def entries(self, path: Path) -> ChunkedEntries | None:
        """Return a bibliography; None if it cannot be read."""
        source = self.source(path)
        if source is None:
            return None
        known = self._entries.get(source.name)
        if known is None or known.source is not source:
            known = self._entries[source.name] = ChunkedEntries(source, known)
        return known

    def document(self, path: Path) -> OpenManuscript | None:
        """Return a text that cites; read again where it, or a file that it includes, has changed. None for any other file."""
        name = os.path.abspath(path)
        if not can_cite(Path(name)):
            return None
        known = self._documents.get(name)
        if known is None or any(self.source(part) is not source for part, source in known.known.items()):
            source = self.source(Path(name))
            if source is None:
                self._documents.pop(name, None)
                return None
            sources: dict[Path, Source | None] = {Path(name): source}

            def read(part: Path) -> Source | None:
                sources[part] = self.source(part)
                return sources[part]

            known = self._documents[name] = OpenManuscript(
                manuscript(Path(name), source, ProjectFiles.open(read)), sources
            )
        return known

    def last_document(self, path: Path) -> OpenManuscript | None:
        """Return the document as parsed last, which may be outdated but has its bibliographies."""
        return self._documents.get(os.path.abspath(path)) or self.document(path)

    def files(self) -> list[Path]:
        """Return the bibliographies and texts of the project: those that are open, and those in the folders."""
        found = dict.fromkeys(Path(name) for name in self.open())
        for path, _ in files_of(self.folders):
            if len(found) >= _MOST_FILES:
                break
            if is_bibliography(path) or can_cite(path):
                found.setdefault(Path(os.path.abspath(path)))
        return list(found)

    def documents(self) -> Iterator[OpenManuscript]:
        """Yield the texts of the project that cite, and that no other includes."""
        found = [one for path in self.files() if (one := self.document(path))]
        parts = {os.path.abspath(part.source.name) for one in found for part in one.read.parts[1:]}
        yield from (one for one in found if one.cites and os.path.abspath(one.read.path) not in parts)

    def cited_from(self, path: Path) -> list[Path]:
        """Return the bibliographies that a text cites from: those it names, those of the text that includes it, else all."""
        own = self.last_document(path)
        if own is not None and own.read.bibliographies:
            return list(own.read.bibliographies)
        if is_bibliography(path):
            return [path]
        for one in self.documents():
            if any(os.path.abspath(part.source.name) == os.path.abspath(path) for part in one.read.parts[1:]):
                return list(one.read.bibliographies)
        whole = larger(own.read, ProjectFiles.open(self.source)) if own is not None else None
        if whole is not None:
            return list(whole.bibliographies)
        return [found for found in self.files() if is_bibliography(found)]

    def bibliographies(self, path: Path) -> list[ChunkedEntries]:
        """Return what :meth:`cited_from` names, as far as it can be read."""
        return [entries for one in self.cited_from(path) if (entries := self.entries(one))]

    def entry(self, key: str, path: Path) -> Placed | None:
        """Return the entry that a key means in a text or bibliography."""
        return next((found for entries in self.bibliographies(path) if (found := entries.get(key))), None)

    def cites_of(self, bibliography: Path) -> Iterator[tuple[ManuscriptFile, CitedKey]]:
        """Yield what texts of the project cite from a bibliography; a text that names none may mean any."""
        seen: set[tuple[str, int]] = set()
        for one in self.documents():
            named = [os.path.abspath(path) for path in one.read.bibliographies]
            if named and os.path.abspath(bibliography) not in named:
                continue
            for part, cite in one.cites:
                if (part.source.name, cite.span.start) not in seen:
                    seen.add((part.source.name, cite.span.start))
                    yield part, cite

    def may_change(self, path: str) -> bool:
        """Whether a file belongs to the project. Other files are read, but never changed."""
        roots = [root for folder in self.folders for root in project_roots(folder)]
        absolute = Path(os.path.realpath(path))
        return os.path.abspath(path) in self.open() or any(root in absolute.parents for root in roots)


def path_of(uri: str) -> Path | None:
    """Return the file of a URI; None if the URI is not one of a file."""
    name = to_fs_path(uri) if uri.startswith("file:") else None
    return Path(name) if name else None


def address(name: str) -> str:
    """Return the URI of a file."""
    return from_fs_path(os.path.abspath(name)) or ""
