"""Plain text: paragraphs at blank lines, items at bullets, numbers and labels.

Every line end inside a paragraph stays as a soft break, because whether it means anything is for others to decide. A
line that begins with a bullet (``•``, ``-``, ``*``), a number (``3.``, ``(3)``) or a label (``[J12]``, ``J12.``) begins
an item; deeper indentation nests. A line of ``=`` or ``-`` under another makes it a heading. Form feeds end pages.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from citekit.documents.html.flow import ContainerNumbering
from citekit.documents.runs import Block, Document, Run, RunWriter, TextStyle, span_of
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span

NAME = "text"
SUFFIXES = (".txt", ".text")

_LINE = re.compile(r"(?>(?:[^\r\n\f]|(?<=\w)\f(?=\w))*)(?:\r\n|[\r\n\f]|$)")
"""A line; a form feed within a word, as some programs leave it in the first line of a page, does not end it."""
_BULLET = re.compile(r"([•‣◦▪●○■□➢➤–—*·∙^↑-]|o(?=[ \t]+[A-Z])|)[ \t]+(?=\S)")
_WAY_BACK = re.compile(r"(?:Jump\sup\s(?:to:?\s)?\s?)?(?:(?:[a-z]|a[a-z])\s){0,26}")
"""What Wikipedia prints behind the sign of a note: ``^ Jump up to: a b``."""
_LABEL = re.compile(r"(\[[A-Za-z]{0,4}[-.]?\d{1,3}[a-z]?\]|\(\d{1,3}\)|[A-Z]{1,3}-?\d{1,3}[.:)])[ \t]*(?=\S)")
_NUMBER = re.compile(r"((\d{1,3})[.)])(?:[ \t]+(?=\S)|(?=[^\W\d_]|[“\"]))")
_BARE_NUMBER = re.compile(
    r"(?:(\^?(\d{1,3}))(?:[ \t]+(?=[^\W\d_a-z]|[“\"])|(?<=\^\d)(?=[A-Z]))|((?:Ref(?:erence)?\.?|Nr\.?|No\.?) ?(\d{1,3})[:.)]?)[ \t]+(?=\S))"
)
"""A number without a sign after it, or with a word before it; only a sequence of them makes it one."""
_FEWEST_BARE = 3
"""Lines with numbers that follow each other, for numbers without a sign to be labels."""
_UNDERLINE = re.compile(r"(={3,}|-{3,}|~{3,})\s*")
_MOST_NESTED = 30
"""Lists within lists; deeper items go next to their parent, so that paths stay bounded. By hand: people write up to 5."""
_TAB = 4
"""Columns of a tab in plain text and Markdown."""


def sniff(text: str) -> float:
    """Any text may be plain text; others must look more like something."""
    return 0.2 if text else 0.1


def read(source: Source) -> Document:
    """Return the blocks of a plain text."""
    pages = (
        (0, *(at + 1 for at, character in enumerate(source.text) if character == "\f")) if "\f" in source.text else ()
    )
    source = Source(source.name, source.text, pages)
    return Document(source, NAME, tuple(_TextBlocks(list(_lines(source.text))).read()))


@dataclass(slots=True)
class _Line:
    """A line: where its content starts and ends, its indentation, and its marker where it begins an item."""

    start: int
    end: int
    text: str
    indent: int = 0
    marker: str = ""
    content: int = 0
    page_end: bool = False
    number: int = -1


@dataclass(slots=True)
class _OpenTextItem:
    """An open list and its item; ``indent`` is the column of the item's marker, ``content`` that of its text."""

    indent: int
    content: int
    path: tuple[str, ...]
    numbers: list[int] = field(default_factory=list)


def _lines(text: str) -> Iterator[_Line]:
    at = 0
    while at < len(text):
        match = _LINE.match(text, at)
        whole = match[0] if match else text[at:]
        stop = at + len(whole)
        content = whole.rstrip()
        stripped = content.lstrip()
        start = at + len(content) - len(stripped)
        indent = len(content[: len(content) - len(stripped)].expandtabs(_TAB))
        line = _Line(start, at + len(content), stripped, indent, content=indent, page_end=whole.endswith("\f"))
        _mark(line)
        yield line
        at = stop


def _mark(line: _Line) -> None:
    """Find the bullet, label or number that a line begins with."""
    number = _NUMBER.match(line.text)
    match = _BULLET.match(line.text) or _LABEL.match(line.text) or number
    if match:
        line.marker = match[1]
        if match[1] in ("^", "↑"):
            line.marker = line.text[: _WAY_BACK.match(line.text, match.end()).end()].rstrip()  # type: ignore[union-attr]
        line.content = line.indent + len(match[0].expandtabs(_TAB))
        if number and match is number:
            line.number = int(number[2])


class _TextBlocks:
    def __init__(self, lines: list[_Line]) -> None:
        self._lines = lines
        self._numbering = ContainerNumbering()
        self._items: list[_OpenTextItem] = []
        self._confirmed = _confirmed_numbers(lines) | _bare_numbers(lines)
        self._paragraph: list[_Line] = []
        self._blocks: list[Block] = []

    def read(self) -> list[Block]:
        after_blank = True
        for place, line in enumerate(self._lines):
            if not line.text:
                self._end()
                after_blank = True
            elif len(self._paragraph) == 1 and not self._paragraph[0].marker and _UNDERLINE.fullmatch(line.text):
                lines, self._paragraph = self._paragraph, []
                runs = _runs(lines)
                level = 1 if line.text.startswith("=") else 2
                self._items.clear()
                if runs:
                    self._blocks.append(Block("heading", runs, span_of(runs), level))
                after_blank = True
            else:
                if line.marker and (line.number < 0 or after_blank or place in self._confirmed):
                    self._end()
                    first = self._items[0] if len(self._items) == 1 else None
                    if first and first.indent == 0 and self._lines[0].marker and len(self._blocks) == 1 and line.indent:
                        # the spaces before the first line of a text are often lost in copying
                        first.indent, first.content = line.indent, line.content
                    while self._items and line.indent < self._items[-1].indent:
                        self._items.pop()
                    if self._items and (line.indent < self._items[-1].content or len(self._items) > _MOST_NESTED):
                        parent = self._items.pop().path[:-1]
                    else:
                        parent = (*(self._items[-1].path if self._items else ()), self._numbering.name("list"))
                    path = (*parent, self._numbering.name("li"))
                    self._items.append(_OpenTextItem(line.indent, max(line.content, line.indent + 1), path))
                else:
                    line.marker = ""
                    if after_blank:
                        while self._items and line.indent <= self._items[-1].indent:
                            self._items.pop()
                self._paragraph.append(line)
                after_blank = False
            if line.page_end:
                self._end()
        self._end()
        return self._blocks

    def _end(self) -> None:
        lines, self._paragraph = self._paragraph, []
        if not lines:
            return
        path = self._items[-1].path if self._items else ()
        marker = lines[0].marker
        runs = _runs(lines)
        if runs:
            self._blocks.append(
                Block("paragraph", runs, Span(lines[0].start, runs[-1].span.end), marker=marker, path=path)
            )


def _runs(lines: list[_Line]) -> tuple[Run, ...]:
    writer = RunWriter()
    for line in lines:
        skipped = len(line.text) - len(line.text[len(line.marker) :].lstrip())
        if writer.last:
            writer.soft_break(line.start - 1, line.start)
        writer.write(line.text[skipped:], line.start + skipped, line.end, TextStyle.PLAIN)
    return writer.take()


def _bare_numbers(lines: list[_Line]) -> set[int]:
    """Return the lines that begin with numbers without a sign which count up by one, each marked as the begin of an item.

    "2    Rei Ito" is one by its neighbours only: a line inside of a paragraph may begin with any number.
    """
    found: list[tuple[int, int, re.Match[str]]] = []
    runs: list[list[tuple[int, int, re.Match[str]]]] = []
    for place, line in enumerate(lines):
        match = None if line.marker else _BARE_NUMBER.match(line.text)
        if match is None:
            continue
        one = (place, int(match[2] or match[4]), match)
        if found and one[1] == found[-1][1] + 1:
            found.append(one)
        else:
            found = [one]
            runs.append(found)
    confirmed: set[int] = set()
    for run in runs:
        if len(run) < _FEWEST_BARE and not (len(run) > 1 and run[0][1] == 1 and run[0][0] == 0):
            continue
        for place, number, match in run:
            line = lines[place]
            line.marker, line.number = match[1] or match[3], number
            line.content = line.indent + len(match[0].expandtabs(_TAB))
            confirmed.add(place)
    return confirmed


def _confirmed_numbers(lines: list[_Line]) -> set[int]:
    """Return the numbered lines that are in a sequence, up or down, with the numbered line before or after them.

    A line inside a paragraph may begin with a number by chance (``...pp. 123–`` / ``145. Springer``).
    """
    confirmed: set[int] = set()
    last: dict[int, tuple[int, int]] = {}
    for place, line in enumerate(lines):
        if line.number < 0:
            continue
        before = last.get(line.indent)
        if before and abs(before[1] - line.number) == 1:
            confirmed.update((before[0], place))
        last[line.indent] = (place, line.number)
    return confirmed
