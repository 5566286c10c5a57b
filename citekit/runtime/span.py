"""Where something appears: a source text, a span of it, and line:column as people count them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field

from citekit.runtime.records import cached_property, dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of character offsets, ``start <= end``, into one source's text."""

    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start

    def __bool__(self) -> bool:
        return True  # an empty span is a place too

    def cover(self, other: Span) -> Span:
        """Return the smallest span that holds both."""
        return Span(min(self.start, other.start), max(self.end, other.end))


@dataclass(frozen=True)
class Source:
    """A named text that spans point into.

    ``name`` is what the user called it (a path, ``<stdin>``); ``text`` is the decoded content, line ends as they were.
    ``pages`` holds the offset at which each page begins, for paged formats; it is empty elsewhere. ``by_page`` states
    that people know places in it by page and line, because they see its pages and not its text. ``columns`` are, for each
    line (from 1 on) that was read otherwise than it is typed, the typed columns of its characters.
    """

    name: str
    text: str = field(repr=False)
    pages: tuple[int, ...] = ()
    by_page: bool = False
    columns: Mapping[int, Sequence[int]] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        find = self.text.find
        at = find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = find("\n", at + 1)
        return starts

    def line_column(self, offset: int) -> tuple[int, int]:
        """Return the 1-based line and column (in characters, as typed) of an offset; offsets past the end give the last place."""
        line, column = self._line_column(offset)
        typed = self.columns.get(line)
        return line, typed[min(column, len(typed)) - 1] if typed else column

    def _line_column(self, offset: int) -> tuple[int, int]:
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Return the text of the 1-based line ``number`` without its line end; empty if there is no such line."""
        if not 1 <= number <= len(self._line_starts):
            return ""
        start = self._line_starts[number - 1]
        end = self._line_starts[number] if number < len(self._line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def place(self, span: Span | None) -> str:
        """``name:line:column`` of a span's start, ``name:page 2 line 7`` in what has pages, or the bare name."""
        if span is None:
            return self.name
        line, column = self.line_column(span.start)
        if self.by_page and self.pages:
            page = max(1, bisect_right(self.pages, span.start))
            return f"{self.name}:page {page} line {line - self.line_column(self.pages[page - 1])[0] + 1}"
        return f"{self.name}:{line}:{column}"

    def excerpt(self, span: Span, width: int = 100) -> str:
        """Return the first line of a span with carets below it, cut to ``width`` columns around the span."""
        line, column = self._line_column(span.start)
        text = self.line(line).replace("\t", " ")
        first = max(0, column - 1 - width // 3)
        shown = text[first : first + width]
        carets = max(1, min(len(span), len(shown) - (column - 1 - first)))
        return f"{shown}\n{' ' * (column - 1 - first)}{'^' * carets}"


# --- A text that was put together from pieces of another one, and the way between their places; and blanking.


class View:
    """A text made of pieces of the source, and the way back from its offsets to those of the source.

    ``pieces`` are ``(text, origin)`` pairs in ascending order of origin; each text is as long as what it stands for. After
    one that is not, such as the character of an escape, an empty text states where the source continues.
    """

    __slots__ = ("_ends", "_origins", "_starts", "text")

    def __init__(self, pieces: list[tuple[str, int]]) -> None:
        self.text = "".join(text for text, _ in pieces)
        self._starts: list[int] = []
        self._origins: list[int] = []
        self._ends: dict[int, int] = {}
        at = 0
        for text, origin in pieces:
            if not text:
                self._ends[at] = origin
            else:
                self._starts.append(at)
                self._origins.append(origin)
                at += len(text)

    def origin(self, at: int) -> int:
        """Return the source offset of the character at ``at``."""
        if not self._starts:
            return 0
        piece = bisect_right(self._starts, at) - 1
        return self._origins[piece] + at - self._starts[piece]

    def span(self, start: int, end: int) -> Span:
        """Return the source span that ``text[start:end]`` was read from."""
        first = self.origin(start)
        if end <= start:
            return Span(first, first)
        last = self.origin(end - 1) + 1
        return Span(first, max(last, self._ends.get(end, last)))

    def back(self, place: int) -> int:
        """Return the offset in the text of a place in the source."""
        piece = bisect_right(self._origins, place) - 1
        return self._starts[piece] + place - self._origins[piece] if piece >= 0 else 0

    def pieces(self, start: int, end: int) -> Iterator[tuple[str, int]]:
        """``text[start:end]`` as ``(text, origin)`` pairs, each one-to-one with the source."""
        if start >= end:
            return
        piece = bisect_right(self._starts, start) - 1
        while start < end:
            stop = min(end, self._starts[piece + 1]) if piece + 1 < len(self._starts) else end
            yield self.text[start:stop], self._origins[piece] + start - self._starts[piece]
            start = stop
            piece += 1


# Blanking of parts of a text, so that the offsets of the rest do not change.

NOTHING = "\0"
"""Replaces text that a language ignores completely, such as a comment of LaTeX within a word."""


def blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return the text with these ranges, in order and without overlaps, made blank; line ends and offsets stay."""
    pieces: list[str] = []
    at = 0
    for start, end in spans:
        if end <= at:
            continue
        begin = max(start, at)
        pieces.append(text[at:begin])
        hidden = text[begin:end]
        pieces.append("\n".join(" " * len(line) for line in hidden.split("\n")))
        at = end
    pieces.append(text[at:])
    return "".join(pieces)
