"""The lines of a reStructuredText document, what begins on them, and the tables that they draw: grids with ``+---+`` and
simple ones with columns under ``=====``.
"""

from __future__ import annotations

import itertools

from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass

_LINE = re.compile(r"[^\r\n\f\v]*+(?:\r\n|[\r\n\f\v]|$)")
_TAB = 8
"""Columns of a tab (reStructuredText specification, "Whitespace")."""

BULLET = re.compile(r"([*+•‣⁃-])(?:[ \t]+|$)")
ENUMERATED = re.compile(r"(\(?(?:\d{1,3}|[a-z]|[ivxlcdm]{2,8}|[IVXLCDM]{2,8}|#)[.)]|\(?[A-Z]\))(?:[ \t]+|$)")
"""Markers of enumerated items. A capital with a full stop is none: in lists of publications it is an initial."""
FIELD = re.compile(r":((?:[^:\\\n\s]|\\.)(?:[^:\\\n]|\\.|:(?! )){0,200}):(?:[ \t]+|$)")
EXPLICIT = re.compile(r"\.\.(?:[ \t]+|$)")
LINE_BLOCK = re.compile(r"\|(?:[ \t]+|$)")
DIRECTIVE = re.compile(r"(?:\|[^|\n]{1,200}\|[ \t]+)?([A-Za-z][\w.:+-]{0,60}?)[ \t]?::(?:[ \t]+|$)")
FOOTNOTE = re.compile(r"\[([#*]?[^\[\]\s]{0,80})\](?:[ \t]+|$)")
TARGET = re.compile(r"_(`(?:[^`\n]{1,300})`|(?![ _])(?:[^:\\\n]|\\.|:(?! |$)){1,300}):(?:[ \t]+|$)")
ANONYMOUS = re.compile(r"__(?::|(?=[ \t]))[ \t]*")
SUBSTITUTION = re.compile(r"\|([^|\n]{1,200})\|[ \t]+(replace|image|unicode|date|raw)::[ \t]*(.*)")
SIMPLE_BORDER = re.compile(r"={2,}(?:[ \t]++={2,}+)+[ \t]*$")
GRID_BORDER = re.compile(r"\+(?:[-=]++\+)+[ \t]*$")
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


@dataclass(frozen=True, slots=True)
class RstLine:
    """A line of the source: where its text is without spaces at both ends, its column, and its text."""

    start: int
    end: int
    indent: int
    text: str

    @property
    def blank(self) -> bool:
        """Whether nothing is on it."""
        return not self.text

    @property
    def adornment(self) -> str:
        """The character that the line consists of, three times or more; else empty."""
        first = self.text[:1]
        # ".." is a comment, "--" the end of an option list
        same = len(self.text) >= 3 and first in _PUNCTUATION and not self.text.strip(first)
        return first if same else ""


def read_lines(text: str, start: int = 0, end: int | None = None) -> list[RstLine]:
    """Return the lines of a text."""
    end = len(text) if end is None else end
    found: list[RstLine] = []
    at = start
    while at < end:
        match = _LINE.match(text, at, end)
        stop = match.end() if match else end
        whole = text[at:stop].rstrip()
        content = whole.lstrip()
        begin = at + len(whole) - len(content)
        found.append(RstLine(begin, at + len(whole), len(text[at:begin].expandtabs(_TAB)), content))
        at = max(stop, at + 1)
    return found


def cut(line: RstLine, count: int) -> RstLine:
    """Return the line after its first ``count`` characters and the spaces after them."""
    rest = line.text[count:].lstrip()
    taken = len(line.text) - len(rest)
    return RstLine(line.start + taken, line.end, line.indent + len(line.text[:taken].expandtabs(_TAB)), rest)


def may_enumerate(lines: list[RstLine], at: int, marker: str) -> bool:
    """Whether a line begins an enumerated item and not a sentence with a number or an initial (``A. Einstein``)."""
    following = lines[at + 1] if at + 1 < len(lines) else None
    if following is None or following.blank or following.indent > lines[at].indent:
        regular = True
    else:
        regular = following.indent == lines[at].indent and bool(ENUMERATED.match(following.text))
    return regular and (any(c.isdigit() or c == "#" for c in marker) or _goes_on(lines, at, marker))


def _goes_on(lines: list[RstLine], at: int, marker: str) -> bool:
    """Whether the next or the last letter precedes another item of the same column."""
    letter = marker.strip("().")
    around = [line for line in lines[max(0, at - 60) : at + 60] if line.indent == lines[at].indent]
    signs = {match[1] for line in around if (match := ENUMERATED.match(line.text))}
    if len(letter) > 1:
        return len(signs) > 1
    return any(marker.replace(letter, chr(ord(letter) + step)) in signs for step in (1, -1))


TableRow = list[list[RstLine]]
_RUN = re.compile(r"=+")
_RULE = re.compile(r"[-= \t]+$")


def grid_rows(text: str, lines: list[RstLine], at: int) -> tuple[int, list[TableRow]]:
    """Return the line after a grid table and its rows of cells.

    A cell that spans columns is cut at their borders' ends.
    """
    column = lines[at].indent
    end = at
    while end < len(lines) and lines[end].indent == column and lines[end].text[:1] in ("+", "|"):
        end += 1
    if end < at + 3:
        return at, []
    rows: list[TableRow] = []
    cells: list[list[RstLine]] = []
    for line in lines[at:end]:
        if line.text[0] == "+" and GRID_BORDER.match(line.text):
            if any(cells):
                rows.append([cell for cell in cells if cell])
            cells = []
            continue
        places = [number for number, sign in enumerate(line.text) if sign == "|"]
        places = [*places, len(line.text)] if not places or places[-1] != len(line.text) - 1 else places
        for number, (left, right) in enumerate(itertools.pairwise(places)):
            while len(cells) <= number:
                cells.append([])
            piece = _piece(text, line.start + left + 1, line.start + right)
            if piece.text:
                cells[number].append(piece)
    if any(cells):
        rows.append([cell for cell in cells if cell])
    return end, rows


def simple_rows(text: str, lines: list[RstLine], at: int) -> tuple[int, list[TableRow]]:
    """Return the line after a simple table and its rows; a line without a first cell continues with the row above."""
    border = lines[at]
    starts = [match.start() for match in _RUN.finditer(border.text)]
    end = at + 1
    borders = 1
    while end < len(lines):
        line = lines[end]
        if SIMPLE_BORDER.match(line.text):
            borders += 1
            if end + 1 >= len(lines) or lines[end + 1].blank:
                break
        elif line.blank and borders > 1 and end + 1 < len(lines) and lines[end + 1].blank:
            return at, []
        end += 1
    if end >= len(lines):
        return at, []
    rows: list[TableRow] = []
    for line in lines[at + 1 : end]:
        if line.blank or _RULE.match(line.text):
            continue
        offset = line.indent - border.indent
        begin = line.start - offset
        pieces = [
            _piece(text, max(line.start, begin + start), min(line.end, begin + stop))
            for start, stop in zip(starts, [*starts[1:], len(line.text) + offset], strict=True)
        ]
        if pieces[0].text or not rows:
            rows.append([[] for _ in starts])
        for cell, piece in zip(rows[-1], pieces, strict=True):
            if piece.text:
                cell.append(piece)
    return end + 1, [[cell for cell in row if cell] for row in rows]


def _piece(text: str, start: int, end: int) -> RstLine:
    """Return a span of the source as a line of a cell."""
    whole = text[start : max(start, end)]
    content = whole.strip()
    begin = start + len(whole) - len(whole.lstrip()) if content else start
    return RstLine(begin, begin + len(content), 0, content)
