"""A bibliography in pieces, each read once and known by its text: after an edit, only what was edited is read again.

A piece begins at an ``@`` at the beginning of a line, where BibTeX itself continues after something broken.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import accumulate

from citekit.csl.formatted import bibliography
from citekit.formats.files import loads
from citekit.lint.loading.bibliography import Bibliography, CheckedEntry, bibliography_of
from citekit.lsp.text import Corners, OffsetText, OpenText
from citekit.model.identity.titles import words
from citekit.model.work import Work
from citekit.runtime.errors import CitekitError
from citekit.runtime.span import Source, Span

_STRING = "@string"


class BibChunk:
    """A piece of a bibliography: its entries (one, usually) and their keys; their places count from its beginning."""

    def __init__(self, name: str, text: str) -> None:
        self.source = Source(name, text)
        self.entries = bibliography_of(self.source).entries
        self.keys = tuple(entry.key for entry in self.entries)

    @cached_property
    def searched(self) -> tuple[str, ...]:
        """Key, title, people and year of each entry in lowercase letters without accents."""
        return tuple(
            " ".join((entry.key.lower(), *words(f"{entry.title} {people(entry)} {entry.text('year', 'date')}")))
            for entry in self.entries
        )

    @cached_property
    def lines(self) -> int:
        """How many lines end in it."""
        return OffsetText(self.source.text).position(len(self.source.text)).line

    @cached_property
    def outline(self) -> list[tuple[str, str, Corners, Corners]]:
        """Key and title of each entry, and where the entry and its key appear."""
        text = OffsetText(self.source.text, OpenText.encoding)
        return [
            (entry.key or entry.type, entry.title, text.corners(entry.span), text.corners(entry.key_span))
            for entry in self.entries
        ]


class Placed:
    """An entry, where its piece begins in its file, and the file."""

    def __init__(self, entry: CheckedEntry, shift: int, file: ChunkedEntries) -> None:
        self.entry, self.shift, self.file = entry, shift, file

    def moved(self, span: Span) -> Span:
        """Return a span of the piece as one of the file."""
        return Span(span.start + self.shift, span.end + self.shift)

    @property
    def at_key(self) -> Span:
        """Where the key is in the file."""
        return self.moved(self.entry.key_span)

    @property
    def written(self) -> str:
        """The entry as it is written."""
        return self.entry.source.text[self.entry.span.start : self.entry.span.end]

    def work(self) -> Work | None:
        """Return the work that the entry is, with the macros of its file; None if it cannot be read."""
        library = loads(f"{self.file.strings}{self.written}", "bibtex", self.file.source.name)
        return library.works[-1] if library.works else None

    def formatted(self, style: str, language: str = "") -> str:
        """Return the entry in a citation style, as Markdown; what is wrong, where it cannot be printed."""
        try:
            work = self.work()
            return bibliography([work], style, "markdown", language, "sentence").strip() if work else ""
        except CitekitError as error:
            return str(error)


class Pieces:
    """The pieces of a text, each with where it begins."""

    def __init__(self, texts: list[str]) -> None:
        self.texts = texts
        self.starts = [0, *accumulate(map(len, texts))][: len(texts)]

    def number_at(self, offset: int) -> int:
        """Return the number of the piece at an offset."""
        return bisect_right(self.starts, offset) - 1


class ChunkedEntries(Pieces):
    """A file of entries. ``before`` is the same file as it was: pieces that are still there are not read again."""

    def __init__(self, source: Source, before: ChunkedEntries | None = None) -> None:
        self.source = source
        known = before.pieces if before else {}
        self.before_dialect: str = before.__dict__.get("dialect", before.before_dialect) if before else ""
        super().__init__(pieces_of(source.text))
        self.row = [known.get(text) or BibChunk(source.name, text) for text in self.texts]
        self.pieces: dict[str, BibChunk] = dict(zip(self.texts, self.row, strict=True))

    @cached_property
    def strings(self) -> str:
        """The pieces that define macros."""
        return "".join(text for text in self.texts if text[: len(_STRING)].lower() == _STRING)

    @cached_property
    def by_key(self) -> Mapping[str, int]:
        """Key -> the number of its piece; the first with a key counts."""
        return {key: len(self.row) - 1 - n for n, piece in enumerate(reversed(self.row)) for key in piece.keys}

    def get(self, key: str) -> Placed | None:
        """Return the entry with a key."""
        number = self.by_key.get(key) if key else None
        return None if number is None else self.of_piece(number)[self.row[number].keys.index(key)]

    def of_piece(self, number: int) -> list[Placed]:
        """Return the entries of a piece by its number."""
        return [Placed(entry, self.starts[number], self) for entry in self.row[number].entries]

    def at(self, offset: int) -> Placed | None:
        """Return the entry at an offset."""
        number = self.number_at(offset)
        inside = offset - self.starts[number]
        found = (one for one in self.of_piece(number) if one.entry.span.start <= inside <= one.entry.span.end)
        return next(found, None)

    def all(self) -> Iterator[Placed]:
        """Yield every entry in the order of the file."""
        for number, _ in enumerate(self.row):
            yield from self.of_piece(number)

    def found(self, typed: list[str], most: int) -> Iterator[Placed]:
        """Entries that have all these words, or beginnings of words, in key, title, names or year; ``most`` of them."""
        for number, piece in enumerate(self.row):
            for place, searched in enumerate(piece.searched):
                if most and all(word in searched for word in typed):
                    most -= 1
                    yield self.of_piece(number)[place]

    @cached_property
    def whole(self) -> Bibliography:
        """The file for rules about documents, which query it for its keys; places count from their pieces."""
        entries = tuple(entry for piece in self.row for entry in piece.entries)
        return Bibliography(self.source, entries, context_only=True)

    @cached_property
    def dialect(self) -> str:
        """What the file is written for; an edit changes that rarely, and so it is looked at once."""
        return self.before_dialect or self.whole.dialect


def pieces_of(text: str) -> list[str]:
    """Return a bibliography cut where an ``@`` begins a line; the pieces joined are the text."""
    first, *others = text.split("\n@")
    return [
        f"{first}\n" if others else first,
        *(f"@{one}\n" for one in others[:-1]),
        *(f"@{one}" for one in others[-1:]),
    ]


def people(entry: CheckedEntry) -> str:
    """Who wrote or edited it, in short."""
    names = entry.authors or entry.names("editor")
    shown = [name.literal or name.full_family for name in names[:3]]
    return f"{', '.join(shown)}{' et al.' if len(names) > len(shown) else ''}"
