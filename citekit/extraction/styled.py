"""The text of one item with its styles, links and places, addressed by character position."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import field

from citekit.documents.runs import Run, TextStyle, part_of
from citekit.runtime.records import dataclass
from citekit.runtime.span import Span


@dataclass(frozen=True, slots=True)
class LinkSpan:
    """A link over ``text[start:end]`` of an item."""

    start: int
    end: int
    href: str


@dataclass(slots=True)
class StyledText:
    """An item's visible text. ``runs`` cover it without separators; ``starts[i]`` is where ``runs[i]`` begins in ``text``.

    ``marker`` is the bullet or label that the document prints before the item.
    """

    text: str
    runs: tuple[Run, ...]
    starts: tuple[int, ...]
    marker: str = ""
    hint: str = ""
    links: tuple[LinkSpan, ...] = field(default=())
    _folded: str = field(default="", repr=False, compare=False)

    @property
    def folded(self) -> str:
        """The text without case: a quick look whether a word can be in it at all. Its places are not the text's."""
        if not self._folded:
            self._folded = self.text.casefold()
        return self._folded

    @classmethod
    def of(cls, runs: Iterable[Run], marker: str = "", hint: str = "") -> StyledText:
        """Join runs to a text; spaces at its ends go, breaks stay."""
        kept = _trimmed([run for run in runs if run.text])
        starts, at = [], 0
        for run in kept:
            starts.append(at)
            at += len(run.text)
        text = "".join(run.text for run in kept)
        return cls(text, tuple(kept), tuple(starts), marker, hint, tuple(_links(kept, starts)))

    def run_index(self, position: int) -> int:
        """Return the index of the run that holds a character position."""
        return max(0, bisect_right(self.starts, position) - 1) if len(self.starts) > 1 else 0

    def style(self, position: int) -> TextStyle:
        """Return the style of the character at a position; plain outside the text."""
        if not self.runs or not 0 <= position < len(self.text):
            return TextStyle.PLAIN
        return self.runs[self.run_index(position)].style

    def pieces(self, start: int, end: int) -> Iterator[tuple[int, int, Run]]:
        """``(start, end, run)`` of the parts of runs inside ``text[start:end]``."""
        index = self.run_index(start)
        while index < len(self.runs) and self.starts[index] < end:
            begin = max(start, self.starts[index])
            stop = min(end, self.starts[index] + len(self.runs[index].text))
            if begin < stop:
                yield begin, stop, self.runs[index]
            index += 1

    def share(self, start: int, end: int, style: TextStyle | None) -> float:
        """Return the share of the letters and digits in ``text[start:end]`` that are set in ``style``; without one,
        that are linked.
        """
        if len(self.runs) == 1:
            run = self.runs[0]
            return float(bool(run.href if style is None else int(run.style) & int(style)))
        hit = total = 0
        for begin, stop, run in self.pieces(start, end):
            count = sum(map(str.isalnum, self.text[begin:stop]))
            total += count
            if run.href if style is None else int(run.style) & int(style):
                hit += count
        return hit / total if total else 0.0

    def span(self, start: int, end: int) -> Span:
        """Return where ``text[start:end]`` is in the source."""
        if not self.runs:
            return Span(0, 0)
        return Span(self._offset(start, last=False), max(self._offset(max(end - 1, start), last=True), 0))

    def _offset(self, position: int, last: bool) -> int:
        index = self.run_index(position)
        run = self.runs[index]
        inside = position - self.starts[index]
        if len(run.text) == len(run.span):
            return run.span.start + inside + (1 if last else 0)
        return run.span.end if last else run.span.start

    def cut(self, start: int, end: int) -> StyledText:
        """Return the item ``text[start:end]`` on its own."""
        runs = []
        for begin, stop, run in self.pieces(start, end):
            at = self.starts[self.run_index(begin)]
            runs.append(part_of(run, begin - at, stop - at))
        return StyledText.of(runs, self.marker, self.hint)


def _trimmed(runs: list[Run]) -> list[Run]:
    """Run without spaces at both ends."""
    shown = [number for number, run in enumerate(runs) if run.text.strip()]
    runs = runs[shown[0] : shown[-1] + 1] if shown else []
    if runs:
        first = runs[0].text
        runs[0] = part_of(runs[0], len(first) - len(first.lstrip()), len(first))
        runs[-1] = part_of(runs[-1], 0, len(runs[-1].text.rstrip()))
    return runs


def _links(runs: list[Run], starts: list[int]) -> Iterator[LinkSpan]:
    index = 0
    while index < len(runs):
        href = runs[index].href
        first = index
        while index < len(runs) and runs[index].href == href:
            index += 1
        if href:
            yield LinkSpan(starts[first], starts[index - 1] + len(runs[index - 1].text), href)
