"""The body elements of reStructuredText, by their first lines and their indentation."""

from __future__ import annotations

from dataclasses import field, replace

from citekit.documents.html.flow import ContainerNumbering, Flow
from citekit.documents.rst import lines as marks
from citekit.documents.rst.inline import Targets, render
from citekit.documents.rst.lines import RstLine, cut, grid_rows, may_enumerate, simple_rows
from citekit.documents.runs import Block, Run, RunWriter, TextStyle, span_of
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.registry import words
from citekit.runtime.span import Span, View

_DEEPEST = 40  # levels of blocks within each other; bounds the recursion. People nest up to 5
_WORDS = words("citekit.documents", "words.tsv")
_WITH_TITLE, _CODE, _SILENT, _BODIES = (_WORDS[name] for name in ("titled", "code", "silent", "bodies"))
_OPTION = re.compile(r":[\w-]{1,40}:(?:[ \t]|$)")


@dataclass(slots=True)
class _Place:
    """Where blocks are put: their containers, and whether they are hidden."""

    path: tuple[str, ...] = ()
    hidden: bool = False
    hint: str = ""
    depth: int = 0
    column: int = 0
    """Where the lines of the container begin."""


@dataclass(slots=True)
class RstReader:
    """Reads the lines of a document; ``blocks`` and ``meta`` are what it finds."""

    text: str
    targets: Targets
    blocks: list[Block] = field(default_factory=list)
    meta: list[tuple[str, str]] = field(default_factory=list)
    _numbering: ContainerNumbering = field(default_factory=ContainerNumbering)
    _levels: list[str] = field(default_factory=list)
    _docinfo: tuple[str, ...] = ()

    def read(self, lines: list[RstLine]) -> None:
        """Read a whole document."""
        self._body(lines, _Place())

    # Elements ------------------------------------------------------------------------------------------------------

    def _body(self, lines: list[RstLine], place: _Place, marker: tuple[str, int] = ("", -1)) -> None:
        """Read lines that are in one container; its first block takes the marker."""
        before = len(self.blocks)
        place.column = min((line.indent for line in lines if not line.blank), default=0)
        if place.depth > _DEEPEST:
            self._paragraph([line for line in lines if not line.blank], place)
        else:
            at = 0
            while at < len(lines):
                at = at + 1 if lines[at].blank else self._element(lines, at, place)
        if len(self.blocks) == before and any(character.isalnum() for character in marker[0]):
            span = Span(marker[1], marker[1] + len(marker[0]))
            self._block("paragraph", (Run(marker[0], span),), place)  # a marker without an item is text
        elif marker[0] and len(self.blocks) > before:
            first = self.blocks[before]
            span = Span(min(marker[1], first.span.start), first.span.end)
            self.blocks[before] = replace(first, span=span, marker=marker[0])

    def _element(self, lines: list[RstLine], at: int, place: _Place) -> int:
        """Read the element that begins at a line; the number of the line after it."""
        for reader in (
            self._quote, self._explicit, self._section, self._bullets, self._enumeration, self._fields,
            self._line_block, self._table, self._doctest,
        ):  # fmt: skip
            end = reader(lines, at, place)
            if end > at:
                return end
        return self._text(lines, at, place)

    def _quote(self, lines: list[RstLine], at: int, place: _Place) -> int:
        if lines[at].indent <= place.column:
            return at
        end = _indented(lines, at, place.column)
        inside = lines[at:end]
        if len(inside) == len(lines):
            return at
        self._body(inside, self._in(place, "quote"))
        return end

    def _section(self, lines: list[RstLine], at: int, place: _Place) -> int:
        line = lines[at]
        sign = line.adornment
        if sign and at + 2 < len(lines) and lines[at + 2].adornment == sign and lines[at + 1].text:
            title = lines[at + 1]
            if not title.adornment and len(line.text) + 1 >= len(title.text):
                self._heading([title], f"{sign}{sign}", place)
                return at + 3
        # a transition has four characters or more (docutils, Transitions)
        if sign and len(line.text) >= 4 and (at + 1 >= len(lines) or lines[at + 1].blank):
            self.blocks.append(Block("rule", (), Span(line.start, line.end), path=place.path, hidden=place.hidden))
            return at + 1
        under = lines[at + 1] if at + 1 < len(lines) else None
        if under is None or not under.adornment or sign or line.indent != under.indent:
            return at
        if len(under.text) < min(4, len(line.text)) and len(under.text) < len(line.text):
            return at
        self._heading([line], under.adornment, place)
        return at + 2

    def _heading(self, lines: list[RstLine], sign: str, place: _Place) -> None:
        if sign not in self._levels:
            self._levels.append(sign)
        self._block("heading", self._runs(lines), place, self._levels.index(sign) + 1)

    def _bullets(self, lines: list[RstLine], at: int, place: _Place) -> int:
        return self._items(lines, at, place, marks.BULLET)

    def _enumeration(self, lines: list[RstLine], at: int, place: _Place) -> int:
        match = marks.ENUMERATED.match(lines[at].text)
        if not match or not may_enumerate(lines, at, match[1]):
            return at
        return self._items(lines, at, place, marks.ENUMERATED)

    def _items(self, lines: list[RstLine], at: int, place: _Place, pattern: re.Pattern[str]) -> int:
        """Return a list: items whose markers are in one column; blank lines may be between them."""
        inside: _Place | None = None
        column = lines[at].indent
        while at < len(lines):
            line = lines[at]
            match = pattern.match(line.text) if line.indent == column else None
            if not match or (pattern is marks.ENUMERATED and inside and not may_enumerate(lines, at, match[1])):
                break
            end = at + 1
            while end < len(lines) and (lines[end].blank or lines[end].indent > column):
                end += 1
            inside = inside or self._in(place, "list")
            content = [cut(line, len(match[1])), *lines[at + 1 : end]]
            self._body(_levelled(content), self._in(inside, "li"), (match[1], line.start))
            at = end
        return at

    def _fields(self, lines: list[RstLine], at: int, place: _Place) -> int:
        inside: _Place | None = None
        column = lines[at].indent
        while at < len(lines):
            line = lines[at]
            match = marks.FIELD.match(line.text) if line.indent == column else None
            if line.blank and inside:
                at += 1
                continue
            if not match:
                break
            end = _indented(lines, at + 1, column)
            content = [cut(line, match.end()), *lines[at + 1 : end]]
            name = match[1].replace("\\", "")
            value = " ".join(part.text for part in content if part.text)
            if name.lower() in ("author", "authors", "title") and not place.path and self._only_headings():
                self.meta.append((name.lower().rstrip("s"), value))
            inside = inside or self._in(place, "dl")
            self._docinfo = self._docinfo or inside.path[:1]
            item = self._in(inside, "li")
            self._block(
                "paragraph", self._runs([RstLine(line.start + 1, line.start + 1 + len(match[1]), 0, match[1])]), item
            )
            self._body(_levelled(content), item)
            at = end
        return at

    def _line_block(self, lines: list[RstLine], at: int, place: _Place) -> int:
        if not marks.LINE_BLOCK.match(lines[at].text):
            return at
        end = at
        rows: list[list[RstLine]] = []
        while end < len(lines) and not lines[end].blank:
            match = marks.LINE_BLOCK.match(lines[end].text)
            if match:
                rows.append([cut(lines[end], 1)])
            elif lines[end].indent > lines[at].indent:
                rows[-1].append(lines[end])
            else:
                break
            end += 1
        writer = RunWriter()
        for row in rows:
            if writer.last:
                writer.hard_break(row[0].start, row[0].start)
            for run in self._runs(row):
                writer.write(run.text, run.span.start, run.span.end, run.style, run.href)
        self._block("paragraph", writer.take(), place)
        return end

    def _table(self, lines: list[RstLine], at: int, place: _Place) -> int:
        line = lines[at]
        rows: list[list[list[RstLine]]] = []
        end = at
        if marks.GRID_BORDER.match(line.text):
            end, rows = grid_rows(self.text, lines, at)
        elif marks.SIMPLE_BORDER.match(line.text):
            end, rows = simple_rows(self.text, lines, at)
        if end == at:
            return at
        inside = self._in(place, "table")
        for row in rows:
            row_place = self._in(inside, "tr")
            for cell in row:
                self._body(_levelled(cell), self._in(row_place, "td"))
        return end

    def _doctest(self, lines: list[RstLine], at: int, place: _Place) -> int:
        if not lines[at].text.startswith(">>> "):
            return at
        end = at
        while end < len(lines) and not lines[end].blank:
            end += 1
        self._code(lines[at:end], place)
        return end

    def _text(self, lines: list[RstLine], at: int, place: _Place) -> int:
        """Return a paragraph, or a term with its definition where the lines below are indented deeper."""
        end = at + 1
        column = lines[at].indent
        if end < len(lines) and not lines[end].blank and lines[end].indent > column:
            end = _indented(lines, at + 1, column)
            item = self._in(self._definitions(place), "li")
            self._paragraph([lines[at]], item)
            self._body(lines[at + 1 : end], item)
            return end
        while end < len(lines) and not lines[end].blank and lines[end].indent == column:
            adorned = end + 1 < len(lines) and lines[end + 1].adornment
            # short underlines are text to docutils
            if adorned and len(lines[end + 1].text) >= len(lines[end].text) > 3:
                break
            end += 1
        literal = lines[end - 1].text.endswith("::")
        self._paragraph(lines[at:end], place)
        if not literal:
            return end
        first = end
        while first < len(lines) and lines[first].blank:
            first += 1
        if first < len(lines) and lines[first].indent > column:
            end = _indented(lines, first, column)
            self._code(lines[first:end], place)
        return end

    def _only_headings(self) -> bool:
        """Whether fields found now are those at the top, which describe the document."""
        return all(block.kind == "heading" or block.path[:1] == self._docinfo for block in self.blocks[-40:])

    def _definitions(self, place: _Place) -> _Place:
        """Return the definition list that continues here, or a new one."""
        last = self.blocks[-1].path if self.blocks and self.blocks[-1].kind != "heading" else ()
        depth = len(place.path)
        if last[:depth] == place.path and last[depth : depth + 1] and last[depth].startswith("dl:"):
            return _Place(last[: depth + 1], place.hidden, place.hint, place.depth + 1)
        return self._in(place, "dl")

    # Explicit markup -----------------------------------------------------------------------------------------------

    def _explicit(self, lines: list[RstLine], at: int, place: _Place) -> int:
        line = lines[at]
        if line.text.startswith("__ "):
            return at + 1
        match = marks.EXPLICIT.match(line.text)
        if not match:
            return at
        end = _indented(lines, at + 1, line.indent)
        first = cut(line, 2)
        inside = lines[at + 1 : end]
        note = marks.FOOTNOTE.match(first.text)
        if marks.TARGET.match(first.text) or marks.ANONYMOUS.match(first.text) or marks.SUBSTITUTION.match(first.text):
            return end
        if note:
            item = self._in(self._in(place, "list"), "li")
            content = _levelled([cut(first, note.end()), *inside])
            self._body(content, item, (f"[{note[1]}]", first.start))
            return end
        directive = marks.DIRECTIVE.match(first.text)
        if directive:
            self._directive(directive[1].lower(), cut(first, directive.end()), inside, place)
        elif first.text or inside:
            hidden = _Place((*place.path, self._numbering.name("comment")), True, "", place.depth + 1)
            self._body(_levelled([first, *inside]), hidden)
        return end

    def _directive(self, name: str, argument: RstLine, inside: list[RstLine], place: _Place) -> None:
        name = name.rpartition(":")[2]
        at = 0
        while at < len(inside) and _OPTION.match(inside[at].text):
            at += 1
        content = inside[at:]
        if name == "raw":
            # raw HTML is read as a page; what is raw for other writers is skipped
            filled = [line for line in content if not line.blank]
            if "html" not in argument.text.lower() or not filled:
                return
            flow = Flow(self.blocks, self._numbering, place.path, place.hidden)
            flow.feed(View([(self.text[filled[0].start : filled[-1].end], filled[0].start)]))
            flow.close_to(1)
        elif name in _CODE:
            self._code(content, place)
        elif name not in _SILENT:
            here = self._in(place, "div")
            here.hint = name
            if name == "rubric":
                self._heading([argument], "rubric", place)
            elif argument.text and (name in _WITH_TITLE or name not in _BODIES) and name != "figure":
                self._paragraph([argument], here)
                argument = RstLine(argument.end, argument.end, 0, "")
            own = name in _BODIES and name not in _WITH_TITLE
            self._body(_levelled([argument, *content] if own else content), here)

    # Blocks --------------------------------------------------------------------------------------------------------

    def _in(self, place: _Place, kind: str) -> _Place:
        path = (*place.path, self._numbering.name(kind)) if len(place.path) < _DEEPEST else place.path
        return _Place(path, place.hidden, place.hint, place.depth + 1)

    def _paragraph(self, lines: list[RstLine], place: _Place) -> None:
        if lines and lines[-1].text.endswith("::"):
            last = lines[-1]
            shown = last.text[:-2].rstrip() if last.text[:-2].endswith(" ") or last.text == "::" else last.text[:-1]
            lines = [*lines[:-1], RstLine(last.start, last.start + len(shown), last.indent, shown)]
        self._block("paragraph", self._runs(lines), place)

    def _code(self, lines: list[RstLine], place: _Place) -> None:
        writer = RunWriter()
        for line in lines:
            if writer.last:
                writer.soft_break(line.start, line.start)
            writer.write(line.text, line.start, line.end, TextStyle.CODE)
        self._block("code", writer.take(), place)

    def _block(self, kind: str, runs: tuple[Run, ...], place: _Place, level: int = 0) -> None:
        if runs:
            self.blocks.append(Block(kind, runs, span_of(runs), level, "", place.path, place.hidden, place.hint))

    def _runs(self, lines: list[RstLine]) -> tuple[Run, ...]:
        pieces: list[tuple[str, int]] = []
        for number, line in enumerate(lines):
            if number:
                pieces.append(("\n", max(line.start - 1, pieces[-1][1])))
            pieces.append((line.text, line.start))
        return render(View(pieces), self.targets)


def _indented(lines: list[RstLine], at: int, column: int) -> int:
    """Return the number of the line after those that are blank or deeper than a column.

    Blank lines at the end are not included.
    """
    end = at
    while end < len(lines) and (lines[end].blank or lines[end].indent > column):
        end += 1
    while end > at and lines[end - 1].blank:
        end -= 1
    return end


def _levelled(lines: list[RstLine]) -> list[RstLine]:
    """Return the lines with the first one, which followed a marker, in the column of the others."""
    columns = [line.indent for line in lines[1:] if not line.blank]
    if not lines or not columns or lines[0].blank:
        return [line for number, line in enumerate(lines) if number or not line.blank]
    first = lines[0]
    return [RstLine(first.start, first.end, min(columns), first.text), *lines[1:]]
