"""Texts as editors speak of them: lines and columns from 0, columns in the units that client and server agreed on.

Source: Language Server Protocol 3.17, "Text Documents": lines end with ``\\n``, ``\\r\\n`` or ``\\r`` and with nothing else;
columns count UTF-16 code units unless another encoding was agreed on.
"""

from __future__ import annotations

import io
from bisect import bisect_right
from collections.abc import Callable
from functools import cached_property
from itertools import accumulate

from lsprotocol.types import Position, Range, TextDocumentContentChangePartial, TextEdit
from pygls.workspace import TextDocument

from citekit.runtime.span import Source, Span

UNITS: dict[str, Callable[[str], int]] = {
    "utf-8": lambda text: len(text.encode("utf-8", "surrogatepass")),
    "utf-16": lambda text: len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2,
    "utf-32": len,
}
"""How many units a text has in each position encoding."""
Corners = tuple[int, int, int, int]
"""Line and column where something begins, and where it ends."""


class OffsetText:
    """The offsets of a text (in characters) and its positions."""

    def __init__(self, text: str, encoding: str = "utf-16") -> None:
        self.text, self.encoding = text, encoding
        self.units = UNITS[encoding]

    @cached_property
    def _starts(self) -> list[int]:
        lines = io.StringIO(self.text, newline="")
        return [0, *accumulate(map(len, lines))]

    def offset(self, position: Position) -> int:
        """Return the offset of a position; a column beyond its line is the line's end, a line beyond the text the text's."""
        if position.line >= len(self._starts) - 1:
            return len(self.text)
        start, end = self._starts[position.line : position.line + 2]
        line = self.text[start:end].rstrip("\r\n")
        if line.isascii():
            return start + min(position.character, len(line))
        units = 0
        for place, char in enumerate(line):
            if units >= position.character:
                return start + place
            units += self.units(char)
        return start + len(line)

    def position(self, offset: int) -> Position:
        """Return the position of an offset."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self._starts, offset) - 1
        if line == len(self._starts) - 1 and line and not self.text.endswith(("\n", "\r")):
            line -= 1
        return Position(line, self.units(self.text[self._starts[line] : offset]))

    def range(self, span: Span, shift: int = 0) -> Range:
        """Return the range of a span that is moved by ``shift`` characters."""
        return Range(self.position(span.start + shift), self.position(span.end + shift))

    def corners(self, span: Span) -> Corners:
        """Return the range of a span as numbers."""
        found = self.range(span)
        return found.start.line, found.start.character, found.end.line, found.end.character

    def span(self, range_: Range) -> Span:
        """Return the span of a range; one that runs backwards is empty."""
        start = self.offset(range_.start)
        return Span(start, max(start, self.offset(range_.end)))

    def edited(self, span: Span, new: str) -> OffsetText:
        """Return the text with ``new`` in the place of a span; only the lines that change are looked for again."""
        made = OffsetText(self.text[: span.start] + new + self.text[span.end :], self.encoding)
        first = max(0, bisect_right(self._starts, max(0, span.start - 1)) - 1)
        last = bisect_right(self._starts, span.end)
        if last < len(self._starts):
            start, end = self._starts[first], self._starts[last]
            shift = len(made.text) - len(self.text)
            within = accumulate(map(len, io.StringIO(made.text[start : end + shift], newline="")), initial=start)
            made.__dict__["_starts"] = [
                *self._starts[:first],
                *within,
                *(at + shift for at in self._starts[last + 1 :]),
            ]
        return made

    def edit_to(self, new: str) -> list[TextEdit]:
        """Return the edit that makes this text the ``new`` one: what lies between their common beginning and their common end."""
        if new == self.text:
            return []
        start = _alike(self.text, new)
        behind = min(_alike(self.text[::-1], new[::-1]), min(len(self.text), len(new)) - start)
        return [TextEdit(self.range(Span(start, len(self.text) - behind)), new[start : len(new) - behind])]


def _alike(one: str, other: str) -> int:
    """Return how many characters two texts have in common at their beginning."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[:middle] == other[:middle] else (low, middle - 1)
    return low


class OpenText(TextDocument):
    """A text that is open in the editor; of a version, only the lines are looked for again that an edit changed."""

    encoding = "utf-16"
    _known: tuple[OffsetText, Source] | None = None
    _source: str | None

    @property
    def now(self) -> tuple[OffsetText, Source]:
        """The text as it is now, for positions and for readers."""
        if self._known is None or self._known[0].text is not self._source:
            content: str = self.source
            self._source = content
            self._known = OffsetText(content, self.encoding), Source(self.path, content)
        return self._known

    def _apply_incremental_change(self, change: TextDocumentContentChangePartial) -> None:
        text, _ = self.now
        made = text.edited(text.span(change.range), change.text)
        self._source = made.text
        self._known = made, Source(self.path, made.text)
