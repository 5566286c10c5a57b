"""A text that was put together from pieces of another one, and the way between their places; and blanking."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator

from citekit.runtime.span import Span


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
