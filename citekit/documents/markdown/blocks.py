"""Markdown's block structure, line by line, after the parsing strategy of CommonMark 0.31 (appendix, phase 1).

Departures, all for lists that people keep by hand: a line of nothing but comments ends a paragraph but never a list;
a deeper indented line in an item is code only from eight columns on; typographic bullets begin items; a heading ends a
stretch of HTML. HTML in between goes to the same flow that reads whole pages, so that both share one nesting.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from citekit.documents.html.flow import Flow, Numbering
from citekit.documents.markdown import links
from citekit.documents.markdown.lines import Line
from citekit.documents.markdown.masks import MASK, mask
from citekit.documents.model import Block, Style
from citekit.documents.runs import RunWriter, View
from citekit.span import Span

_LINE = re.compile(r"[^\r\n]*+(?:\r\n|[\r\n]|$)")
_MOST_NESTED = 60
Range = tuple[int, int]


@dataclass(slots=True)
class Leaf:
    """The block at ``index``, whose inline text is read when all link definitions are known."""

    index: int
    view: View
    style: Style
    href: str


@dataclass(slots=True)
class Pages:
    """What all parts of one document share: its text, blocks so far, leaves to be read, definitions, numbers."""

    text: str
    blocks: list[Block] = field(default_factory=list)
    leaves: list[Leaf] = field(default_factory=list)
    references: dict[str, str] = field(default_factory=dict)
    numbering: Numbering = field(default_factory=Numbering)


@dataclass(slots=True)
class _Container:
    """An open block quote, list or item; ``depth`` is how deep the flow was before it."""

    kind: str
    depth: int
    sign: str = ""
    width: int = 0
    empty: bool = False


def read_blocks(pages: Pages, start: int, end: int, hidden: bool = False) -> None:
    """Read the blocks of ``pages.text[start:end]``, then those of its comments."""
    masked = mask(pages.text, start, end, comments=not hidden)
    _Blocks(pages, masked.view, hidden).read()
    for first, last in masked.comments:
        if pages.text[first:last].strip(" \t\r\n-*=_"):
            read_blocks(pages, first, last, hidden=True)


class _Blocks:
    def __init__(self, pages: Pages, view: View, hidden: bool) -> None:
        self._pages = pages
        self._view = view
        path = (pages.numbering.name("comment"),) if hidden else ()
        self._flow = Flow(pages.blocks, pages.numbering, path, hidden)
        self._open: list[_Container] = []
        self._paragraph: list[Range] = []
        self._code: list[Range] = []
        self._fence = ""
        self._fence_indent = 0
        self._html: list[Range] = []
        self._html_end = ""
        self._table_depth = 0

    def read(self) -> None:
        """Read all lines."""
        text, at = self._view.text, 0
        while at < len(text):
            match = _LINE.match(text, at)
            stop = match.end() if match else len(text)
            end = stop
            while end > at and text[end - 1] in "\r\n":
                end -= 1
            self._read_line(Line(text, at, end))
            at = stop
        self._close_containers(0)
        self._flow.close_to(1)

    # One line ------------------------------------------------------------------------------------------------------

    def _read_line(self, line: Line) -> None:
        matched = self._match_containers(line)
        if matched == len(self._open) and self._continue_leaf(line):
            return
        if matched < len(self._open) and (self._fence or self._html):
            self._close_containers(matched, keep_list=True)  # the line may begin its next item
        if line.is_blank():
            self._blank(line)
            return
        matched = self._start_containers(line, matched)
        if matched < 0:
            return
        if not self._paragraph:  # else the line goes on with it, if need be lazily, outside its containers
            self._close_containers(matched)
        line.skip_blanks()
        self._paragraph.append((line.at, line.end))

    def _match_containers(self, line: Line) -> int:
        """How many open containers go on in this line; their part of it is taken."""
        blank = line.is_blank()
        for count, container in enumerate(self._open):
            if container.kind == "list":
                continue
            if container.kind == "quote":
                if line.indent() > 3 or not line.text.startswith(">", line.at + self._blanks(line)):
                    return count
                self._take_quote_sign(line)
                blank = line.is_blank()
            elif blank:
                if container.empty and not line.is_comment():
                    return count
            elif line.indent() >= container.width:
                line.skip(container.width)
            else:
                return count
        return len(self._open)

    @staticmethod
    def _blanks(line: Line) -> int:
        rest = line.rest()
        return len(rest) - len(rest.lstrip(" \t\0"))

    @staticmethod
    def _take_quote_sign(line: Line) -> None:
        line.skip_blanks()
        line.take(1)
        if line.indent():
            line.skip(1)

    def _continue_leaf(self, line: Line) -> bool:
        """Whether the line belongs to the open fenced code or stretch of HTML."""
        if self._fence:
            if line.indent() <= 3 and Line(line.text, line.at + self._blanks(line), line.end).closes_fence(self._fence):
                self._end_code()
            else:
                line.skip(min(self._fence_indent, line.indent()))
                self._code.append((line.at, line.end))
            return True
        if self._html:
            return self._continue_html(line)
        return False

    def _continue_html(self, line: Line) -> bool:
        if self._html_end == "blank":
            rest = Line(line.text, line.at + self._blanks(line), line.end)
            if (line.is_blank() and not line.is_comment()) or (line.indent() <= 3 and rest.heading()):
                self._end_html()
                return False
        self._add_html(line)
        return True

    def _blank(self, line: Line) -> None:
        """A line without anything; what goes on behind it is a new block."""
        self._end_leaf()
        if self._open and self._open[-1].kind == "quote" and not line.is_comment():
            count = next((i for i, c in enumerate(self._open) if c.kind == "quote"), len(self._open))
            if self._match_is_missing(line):
                self._close_containers(count)

    @staticmethod
    def _match_is_missing(line: Line) -> bool:
        return line.at == 0 or line.text[line.at - 1] == "\n"

    # What a line begins --------------------------------------------------------------------------------------------

    def _start_containers(self, line: Line, matched: int) -> int:
        """Open the quotes and items that begin here; gives how many containers the rest is in, -1 without a rest."""
        while not line.is_blank():
            in_item = any(container.kind == "item" for container in self._open[:matched])
            indent = line.indent()
            going_on = bool(self._paragraph) and (matched == len(self._open))
            inside_html = not self._flow.top.barrier and matched == len(self._open)
            if indent >= (8 if in_item else 4) and not inside_html:
                if self._paragraph:
                    return matched
                self._close_containers(matched)
                line.skip(4)
                self._code.append((line.at, line.end))
                return -1
            before = Line(line.text, line.at, line.end)
            before.skip_blanks()
            if self._start_leaf(before, line, matched, going_on, indent):
                return -1
            if len(self._open) < _MOST_NESTED and before.text.startswith(">", before.at) and indent <= 3:
                self._close_containers(matched)
                self._take_quote_sign(line)
                self._add_container(_Container("quote", self._flow.depth))
            elif not self._start_item(before, line, matched, going_on):
                break
            matched = len(self._open)
        if line.is_blank():
            return -1
        self._end_code()
        return matched

    def _start_leaf(self, rest: Line, line: Line, matched: int, going_on: bool, indent: int) -> bool:
        """Read a heading, rule, fence, table row or the first line of HTML; False where the line is none of these."""
        if heading := rest.heading():
            self._close_containers(matched, for_heading=heading[0])
            self._add_leaf("heading", [heading[1:]], heading[0])
        elif fence := rest.fence():
            self._close_containers(matched)
            self._fence, self._fence_indent = fence, indent
        elif end := rest.html():
            self._close_containers(matched)
            self._html_end = end
            self._add_html(line)
        elif going_on and (level := rest.underline()):
            self._underlined(level)
        elif rest.is_rule():
            self._close_containers(matched)
            self._flow.rule(self._view.span(rest.at, rest.end))
        elif going_on and self._start_table(rest):
            pass
        elif self._table_depth:
            if matched < len(self._open) or "|" not in rest.rest():
                self._end_table()
                return False
            self._add_row(rest)
        else:
            return False
        return True

    def _start_item(self, rest: Line, line: Line, matched: int, going_on: bool) -> bool:
        found = rest.bullet()
        if not found or len(self._open) >= _MOST_NESTED:
            return False
        marker, sign = found
        after = Line(rest.text, rest.at + len(marker), rest.end)
        if going_on and (after.is_blank() or (marker[0].isdigit() and int(marker[:-1]) != 1)):
            return False
        indent = line.indent()
        line.skip_blanks()
        marker_at = self._view.origin(line.at)
        line.take(len(marker))
        blanks = line.indent()
        empty = line.is_blank()
        padding = 1 if empty or blanks > 4 else blanks
        line.skip(padding)
        same_list = matched < len(self._open) and self._open[matched].kind == "list"
        if matched and self._open[matched - 1].kind == "list":
            matched, same_list = matched - 1, True
        if same_list and self._open[matched].sign == sign:
            self._close_containers(matched + 1, keep_list=True)
        else:
            self._close_containers(matched)
            self._add_container(_Container("list", self._flow.depth, sign))
        self._add_container(_Container("item", self._flow.depth, width=indent + len(marker) + padding, empty=empty))
        self._flow.marker = (marker, marker_at)
        return True

    def _add_container(self, container: _Container) -> None:
        for outer in self._open:
            outer.empty = False
        self._flow.open_container({"item": "li"}.get(container.kind, container.kind), barrier=True)
        self._open.append(container)

    def _close_containers(self, count: int, for_heading: int = 0, keep_list: bool = False) -> None:
        """End the open leaf and all containers but the first ``count``; an open list without an open item ends too."""
        self._end_leaf()
        if not keep_list and count and count <= len(self._open) and self._open[count - 1].kind == "list":
            count -= 1
        if count < len(self._open):
            self._flow.close_to(self._open[count].depth)
            del self._open[count:]
        if self._open:
            self._open[-1].empty = False
        if for_heading:
            self._flow.close_lists_for_heading(for_heading)

    # Leaves --------------------------------------------------------------------------------------------------------

    def _end_leaf(self) -> None:
        self._end_paragraph()
        self._end_code()
        self._end_html()
        self._end_table()

    def _pieces(self, ranges: list[Range]) -> list[tuple[str, int]]:
        """The text of some line ranges with a line feed between them, as pieces of the source."""
        pieces: list[tuple[str, int]] = []
        for place, (start, end) in enumerate(ranges):
            pieces.extend(self._view.pieces(start, end))
            if place + 1 < len(ranges):
                pieces.append(("\n", self._view.origin(end)))
        return pieces

    def _end_paragraph(self) -> None:
        lines, self._paragraph = self._paragraph, []
        text = self._view.text
        while lines:
            line = text[slice(*lines[0])]
            defined = links.definition(line)
            hidden = links.remark(line) if not defined or defined[0] in ("//", "comment") else -1
            if hidden >= 0:
                self._remark(lines[0][0] + hidden, lines[0][1])
            elif defined:
                self._pages.references.setdefault(*defined)
            else:
                break
            lines = lines[1:]
        if lines:
            self._add_leaf("paragraph", lines)

    def _remark(self, start: int, end: int) -> None:
        writer = RunWriter()
        for text, origin in self._view.pieces(start, end):
            writer.flow(text.replace(MASK, " "), origin)
        runs = writer.take()
        if runs:
            path = (*self._flow.top.path, self._pages.numbering.name("comment"))
            span = Span(runs[0].span.start, runs[-1].span.end)
            self._pages.blocks.append(Block("paragraph", runs, span, path=path, hidden=True))

    def _underlined(self, level: int) -> None:
        lines, self._paragraph = self._paragraph, []
        self._close_containers(len(self._open), for_heading=level)
        self._add_leaf("heading", lines, level)

    def _add_leaf(self, kind: str, lines: list[Range], level: int = 0) -> None:
        self._flow.end_stretch()
        view = View(self._pieces(lines))
        top = self._flow.top
        self._pages.leaves.append(Leaf(len(self._pages.blocks), view, top.style, top.href))
        self._flow.add_block(kind, (), self._view.span(lines[0][0], lines[-1][1]), level)

    def _end_code(self) -> None:
        lines, self._code, self._fence = self._code, [], ""
        writer = RunWriter()
        for start, end in lines:
            if writer.last:
                writer.soft_break(self._view.origin(start) - 1, self._view.origin(start))
            for text, origin in self._view.pieces(start, end):
                if text != MASK:
                    writer.write(text, origin, origin + len(text))
        runs = writer.take()
        if runs:
            self._flow.add_block("code", runs, Span(runs[0].span.start, runs[-1].span.end))

    def _add_html(self, line: Line) -> None:
        self._html.append((line.at, line.end))
        if self._html_end == "blank":
            if line.asks_for_markdown():
                self._end_html()
            elif raw := line.opens_raw_html():
                self._html_end = raw
        elif self._html_end in line.rest().lower():
            self._html_end = "blank"

    def _end_html(self) -> None:
        lines, self._html = self._html, []
        if lines:
            self._flow.feed(View([piece for piece in self._pieces(lines) if piece[0] != MASK]))
            self._flow.end_stretch()

    # Tables --------------------------------------------------------------------------------------------------------

    def _start_table(self, line: Line) -> bool:
        columns = line.table_columns()
        if not columns or "|" not in line.text[slice(*self._paragraph[-1])]:
            return False
        head = Line(line.text, *self._paragraph[-1])
        if len(head.cells()) != columns and len(head.cells()) > 1:
            return False
        self._paragraph.pop()
        self._close_containers(len(self._open))
        self._table_depth = self._flow.depth
        self._flow.open_container("table", barrier=True)
        self._add_row(head)
        return True

    def _add_row(self, line: Line) -> None:
        depth = self._flow.depth
        self._flow.open_container("tr", barrier=True)
        for start, end in line.cells():
            inner = self._flow.depth
            self._flow.open_container("td", barrier=True)
            if line.text[start:end].strip():
                self._add_leaf("paragraph", [(start, end)])
            self._flow.close_to(inner)
        self._flow.close_to(depth)

    def _end_table(self) -> None:
        if self._table_depth:
            depth, self._table_depth = self._table_depth, 0
            self._flow.close_to(depth)
