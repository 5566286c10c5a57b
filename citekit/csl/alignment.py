"""Tables and titles that are drawn with characters, kept in line where a text that is filled in has another width.

Grid and simple tables of reStructuredText and of Pandoc, and the lines under (and over) titles of reStructuredText:
cells are padded, columns and lines get as wide as what is in them. Sources: the reStructuredText specification, "Grid
Tables", "Simple Tables", "Sections"; the Pandoc manual, "Tables".
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.span import Span

Edit = tuple[Span, str]
_BORDER = re.compile(r"[ \t]*\+(?:[-=:]++\+)+[ \t]*")
_RULER = re.compile(r"[ \t]*[-=]{2,}(?: ++[-=]{2,}+)+[ \t]*")
_UNDERLINE = re.compile(r"([!-/:-@\[-`{-~])\1{2,}[ \t]*")
# A table of more lines is left as it is filled in.
_MOST_LINES = 2000


def aligned(text: str, edits: Sequence[Edit], with_titles: bool) -> list[Edit]:
    """Return the edits of a text, with those within a table or a title as one edit that rewrites its lines.

    ``with_titles`` means that lines are under titles, as in reStructuredText. A table that is not understood, or in
    which what is filled in runs over several lines, gets the edits as they are.

    >>> from citekit.runtime.span import Span
    >>> aligned("On it\\n-----\\n", [(Span(3, 5), "a thing")], True)
    [(Span(start=0, end=11), 'On a thing\\n----------')]
    """
    lines = _Lines(text)
    waiting = sorted(edits, key=lambda edit: edit[0].start)
    made: list[Edit] = []
    while waiting:
        first = waiting.pop(0)
        number = lines.number(first[0].start)
        block = lines.grid(number) or lines.simple(number) or (lines.title(number) if with_titles else None)
        if block is None:
            made.append(first)
            continue
        whole = Span(lines.starts[block.first], lines.end(block.last))
        inside = [first]
        while waiting and waiting[0][0].start < whole.end:
            inside.append(waiting.pop(0))
        written = None
        if all(whole.start <= span.start and span.end <= whole.end and "\n" not in new for span, new in inside):
            written = block.written(lines, inside)
        made += [(whole, written)] if written is not None else inside
    return made


def width(text: str) -> int:
    """Return how many columns a text takes: wide characters two, combining ones none."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _padded(text: str, to: int) -> str:
    return text + " " * (to - width(text))


class _Lines:
    """The lines of a text with their places."""

    def __init__(self, text: str) -> None:
        self.texts = text.split("\n")
        self.starts: list[int] = []
        at = 0
        for line in self.texts:
            self.starts.append(at)
            at += len(line) + 1

    def number(self, place: int) -> int:
        """Return the number of the line in which a place is."""
        return bisect_right(self.starts, place) - 1

    def end(self, number: int) -> int:
        """Return where a line ends, without its line end."""
        return self.starts[number] + len(self.texts[number].rstrip("\r"))

    def line(self, number: int) -> str:
        """Return the text of a line, empty outside of the text."""
        return self.texts[number].rstrip("\r") if 0 <= number < len(self.texts) else ""

    def _around(self, number: int, holds: re.Pattern[str]) -> tuple[int, int]:
        """Return the first and the last of the neighbouring lines of which a pattern holds."""
        first = last = number
        while number - first < _MOST_LINES and holds.match(self.line(first - 1)):
            first -= 1
        while last - number < _MOST_LINES and holds.match(self.line(last + 1)):
            last += 1
        return first, last

    def grid(self, number: int) -> _Grid | None:
        """Return the grid table in which a line is."""
        if not _IN_GRID.match(self.line(number)):
            return None
        first, last = self._around(number, _IN_GRID)
        return _Grid(first, last) if _BORDER.fullmatch(self.line(first)) else None

    def simple(self, number: int) -> _Simple | None:
        """Return the simple table in which a line is: between rulers, or around and below one until an empty line."""
        first, last = self._around(number, _NOT_EMPTY)
        rulers = [at for at in range(first, last + 1) if _RULER.fullmatch(self.line(at))]
        if not rulers:
            return None
        if rulers[0] > number and rulers[0] != number + 1:
            return None
        first = rulers[0] if "=" in self.line(rulers[0]) or rulers[0] < number else max(first, rulers[0] - 1)
        if "=" not in self.line(rulers[0]) and rulers[0] > 0 and self.line(rulers[0] - 1).strip():
            first = rulers[0] - 1  # the headings of a table of Pandoc
        return _Simple(first, last, rulers[0]) if first <= number <= last else None

    def title(self, number: int) -> _Title | None:
        """Return the title that a line is, with what is under and over it."""
        under = _UNDERLINE.fullmatch(self.line(number + 1))
        text = self.line(number)
        if under is None or not text.strip() or (text.startswith((" ", "\t")) and not self.line(number - 1)):
            return None
        if self.line(number - 1).strip() and self.line(number - 1) != self.line(number + 1):
            return None
        return _Title(number - 1 if self.line(number - 1) else number, number + 1)


_IN_GRID = re.compile(r"\A[ \t]*[+|]")
_NOT_EMPTY = re.compile(r"\A[ \t]*\S")


@dataclass(frozen=True, slots=True)
class _Title:
    """A title with the line under it, and the one over it if there is one."""

    first: int
    last: int

    def written(self, lines: _Lines, edits: Sequence[Edit]) -> str | None:
        """Return its lines with the edits made."""
        number = self.last - 1
        start = lines.starts[number]
        title = _with(lines.line(number), start, edits)
        if any(not start <= span.start <= span.end <= start + len(lines.line(number)) for span, _ in edits):
            return None
        mark = lines.line(self.last)
        rule = mark[:1] * max(width(title.rstrip()) + (1 if title.startswith(" ") else 0), len(mark.rstrip()))
        return "\n".join([*([rule] if self.first < number else []), title, rule])


@dataclass(frozen=True, slots=True)
class _Grid:
    """A grid table."""

    first: int
    last: int

    def written(self, lines: _Lines, edits: Sequence[Edit]) -> str | None:
        """Return its lines with the edits made, columns as wide as their cells.

        Return None if its lines do not fit together.
        """
        rows = range(self.first, self.last + 1)
        bounds = sorted(
            {
                at
                for n in rows
                if _BORDER.fullmatch(lines.line(n))
                for at, sign in enumerate(lines.line(n))
                if sign == "+"
            }
        )
        cells: list[tuple[str, list[tuple[int, int, str]]]] = []
        widths = [after - before - 1 for before, after in pairwise(bounds)]
        for number in rows:
            line, start = lines.line(number), lines.starts[number]
            here = [i for i, at in enumerate(bounds) if line[at : at + 1] in ("|", "+")]
            if here[:1] != [0] or here[-1:] != [len(bounds) - 1]:
                return None
            row: list[tuple[int, int, str]] = []
            for left, right in pairwise(here):
                begin, end = bounds[left] + 1, bounds[right]
                own = [e for e in edits if start + begin <= e[0].start and e[0].end <= start + end]
                row.append((left, right, _with(line[begin:end], start + begin, own)))
            inside = sum(1 for e in edits if start <= e[0].start <= start + len(line))
            fitting = sum(
                1
                for left, right in pairwise(here)
                for e in edits
                if start + bounds[left] + 1 <= e[0].start and e[0].end <= start + bounds[right]
            )
            if inside != fitting:
                return None
            cells.append((line, row))
        for _, row in cells:
            for left, right, cell in row:
                if not _is_rule(cell):
                    room = sum(widths[left:right]) + right - left - 1
                    widths[right - 1] += max(0, width(cell.rstrip()) + 1 - room)
        return "\n".join(_grid_line(line, row, bounds, widths) for line, row in cells)


def _is_rule(cell: str) -> bool:
    return bool(cell) and not cell.strip("-=:")


def _grid_line(line: str, row: list[tuple[int, int, str]], bounds: list[int], widths: list[int]) -> str:
    made = line[: bounds[0] + 1]
    for left, right, cell in row:
        room = sum(widths[left:right]) + right - left - 1
        if _is_rule(cell):
            made += cell[:1] + cell[1:2] * (room - len(cell)) + cell[1:]
        else:
            made += _padded(cell.rstrip(), room)
        made += line[bounds[right]]
    return made


@dataclass(frozen=True, slots=True)
class _Simple:
    """A simple table: columns under the parts of a ruler."""

    first: int
    last: int
    ruler: int

    def written(self, lines: _Lines, edits: Sequence[Edit]) -> str | None:
        """Return its lines with the edits made, columns as wide as their cells.

        Return None if a cell extends into the next column.
        """
        columns = [match.span() for match in re.finditer(r"[-=]+", lines.line(self.ruler))]
        widths = [end - start for start, end in columns]
        rulers: list[str] = []
        rows: list[list[str]] = []  # a ruler is a row without cells
        for number in range(self.first, self.last + 1):
            line, start = lines.line(number), lines.starts[number]
            if _RULER.fullmatch(line) or (number != self.ruler and re.fullmatch(r"[-=]{3,}", line.strip())):
                if [match.span() for match in re.finditer(r"[-=]+", line)] != columns:
                    return None
                rows.append([])
                rulers.append(line)
                continue
            row: list[str] = []
            for place, (begin, end) in enumerate(columns):
                until = columns[place + 1][0] if place + 1 < len(columns) else max(len(line), begin)
                own = [e for e in edits if start + begin <= e[0].start and e[0].end <= start + until]
                if any(start + begin <= e[0].start < start + until and e not in own for e in edits):
                    return None
                if place + 1 < len(columns) and line[end:until].strip() and not own:
                    return None
                row.append(_with(line[begin:until], start + begin, own).rstrip())
            rows.append(row)
        for row in rows:
            if row:
                widths = [max(old, width(cell)) for old, cell in zip(widths, row, strict=True)]
        spacings = [after[0] - before[1] for before, after in pairwise(columns)] + [0]
        margin = " " * columns[0][0]
        made = []
        for row in rows:
            drawn = "" if row else rulers.pop(0)
            cells = row or [drawn[begin] * size for (begin, _), size in zip(columns, widths, strict=True)]
            pieces = [
                _padded(cell, size) + " " * spacing for cell, size, spacing in zip(cells, widths, spacings, strict=True)
            ]
            made.append((margin + "".join(pieces)).rstrip())
        return "\n".join(made)


def _with(text: str, start: int, edits: Sequence[Edit]) -> str:
    """Return a text that begins at ``start`` with those edits made that lie within it."""
    for span, new in sorted(edits, key=lambda edit: -edit[0].start):
        if start <= span.start and span.end <= start + len(text):
            text = text[: span.start - start] + new + text[span.end - start :]
    return text
