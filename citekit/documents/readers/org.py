"""Org mode documents: headings, lists, emphasis, links, tables, and exported LaTeX or HTML inside them.

``#+TITLE`` and ``#+AUTHOR`` are the document's; other keywords, drawers and tags are left out. Comments are hidden
blocks. The LaTeX in ``#+begin_export latex`` is read as a LaTeX document is.
"""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING

from citekit.documents.html.flow import ContainerNumbering, Flow
from citekit.documents.org.inline import render
from citekit.documents.runs import Block, Document, RunWriter
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span, View

if TYPE_CHECKING:
    from citekit.documents.latex.inline import LatexReading

NAME = "org"
SUFFIXES = (".org",)

_LINE = re.compile(r"[^\r\n]*+(?:\r\n|[\r\n]|$)")
_HEADING = re.compile(r"(\*+)[ \t]+(?:(?:TODO|DONE)[ \t]+)?(?=\S)")
_TAGS = re.compile(r"(?<![ \t])[ \t]++:[\w@#%:]{1,80}:[ \t]*$")
_KEYWORD = re.compile(r"[ \t]*#\+(\w+):[ \t]*(.*)")
_BEGIN = re.compile(r"[ \t]*#\+begin_(\w+)[ \t]*(\w*)", re.IGNORECASE)
_END = re.compile(r"[ \t]*#\+end_(\w+)", re.IGNORECASE)
_COMMENT = re.compile(r"[ \t]*#(?:[ \t]+|$)")
_ITEM = re.compile(r"([ \t]*)([-+]|(?<=[ \t])\*|\d{1,4}[.)])(?:[ \t]+|$)(?:\[[ X-]\][ \t]+)?")
_RULE = re.compile(r"[ \t]*-{5,}[ \t]*$")
_DRAWER = re.compile(r"[ \t]*:[A-Z_]{2,30}:[ \t]*$")
_MOST_NESTED = 30
"""Lists within lists; deeper items go next to their parent, so that paths stay bounded. By hand: people write up to 5."""
Range = tuple[int, int]


def sniff(text: str) -> float:
    """Return how much a text looks like Org: keywords and bracket links say so, headings by stars agree."""
    sample = text[:100_000]
    keywords = len(re.findall(r"^[ \t]*#\+[A-Za-z_]{3,20}(?::|[ \t]|$)", sample, re.MULTILINE))
    links = len(re.findall(r"\[\[[^\[\]\n]{1,500}\]\[[^\[\]\n]{1,500}\]\]", sample))
    headings = len(re.findall(r"^\*{1,6} \S", sample, re.MULTILINE))
    addresses = re.search(r"\[\[(?:https?|file|mailto):[^\[\]\n]{1,500}\]\[", sample)
    if not keywords and not (links and (headings or addresses)):
        return 0.0
    if addresses and "](" not in sample:
        keywords = max(keywords, 2)  # no other format has such links
    return min(0.95, 0.4 + 0.2 * min(keywords, 2) + 0.05 * min(links, 4) + 0.05 * min(headings, 4))


def read(source: Source) -> Document:
    """Return the blocks of an Org text."""
    reader = _Org(source.text)
    reader.read()
    found = reader.exported.problems if reader.exported else ()
    problems = tuple(replace(problem, source=source) for problem in found)
    return Document(source, NAME, tuple(reader.blocks), problems, meta=tuple(reader.meta))


@dataclass(slots=True)
class _OpenOrgItem:
    """An open list item: the columns of its marker, and how deep the flow was before its list and before it."""

    indent: int
    list_depth: int
    depth: int


@dataclass(slots=True)
class _Region:
    """An open ``#+begin_``; ``kind`` is what its lines are: ``latex``, ``html``, ``code``, ``hidden``."""

    name: str
    kind: str
    lines: list[Range] = field(default_factory=list)


class _Org:
    def __init__(self, text: str) -> None:
        self.blocks: list[Block] = []
        self.meta: list[tuple[str, str]] = []
        self._text = text
        self._numbering = ContainerNumbering()
        self._flow = Flow(self.blocks, self._numbering)
        self._items: list[_OpenOrgItem] = []
        self._paragraph: list[Range] = []
        self._region: _Region | None = None
        self.exported: LatexReading | None = None
        self._in_drawer = False
        self._table = 0

    def read(self) -> None:
        at = 0
        while at < len(self._text):
            match = _LINE.match(self._text, at)
            stop = match.end() if match else len(self._text)
            line = self._text[at:stop].rstrip("\r\n")
            if self._region:
                end = _END.match(line)
                if end and end[1].lower() == self._region.name:
                    self._end_region()
                else:
                    self._region.lines.append((at, at + len(line)))
            elif self._in_drawer:
                self._in_drawer = line.strip().upper() != ":END:"
            elif not line.strip():
                self._end_paragraph()
            elif not self._structure(line, at):
                self._text_line(line, at)
            at = stop
        self._end_region()
        self._end_paragraph()
        self._flow.close_to(1)

    def _structure(self, line: str, at: int) -> bool:
        """Read a line that is not a text of a paragraph or item; False if it is."""
        if heading := _HEADING.match(line):
            self._close_items(0)
            tags = _TAGS.search(line[-200:])
            end = at + len(line) - (len(tags[0]) if tags else 0)
            self._add([(at + heading.end(), max(end, at + heading.end()))], len(heading[1]))
        elif begin := _BEGIN.match(line):
            name, language = begin[1].lower(), begin[2].lower()
            self._end_paragraph()
            kind = {"latex": "latex", "html": "html", "src": "code", "example": "code", "comment": "hidden"}.get(
                name, ""
            )
            if name == "export":
                kind = language if language in ("latex", "html") else "hidden"
            if kind:
                self._region = _Region(name, kind)
        elif keyword := _KEYWORD.match(line):
            self._end_paragraph()
            if keyword[1].lower() in ("title", "author") and keyword[2].strip():
                self.meta.append((keyword[1].lower(), keyword[2].strip()))
        elif comment := _COMMENT.match(line):
            self._hidden([(at + comment.end(), at + len(line))])
        elif _DRAWER.match(line):
            self._end_paragraph()
            self._in_drawer = line.strip() != ":END:"
        elif _RULE.match(line):
            self._close_items(0)
            self._flow.rule(Span(at, at + len(line)))
        elif line.lstrip().startswith("|"):
            self._row(line, at)
        else:
            return False
        return True

    def _text_line(self, line: str, at: int) -> None:
        self._end_table()
        content = line.strip()
        start = at + len(line) - len(line.lstrip())
        indent = len(line[: start - at].expandtabs(8))
        item = _ITEM.match(line)
        if item:
            self._close_items(indent, same_list=True)
            if len(self._items) < _MOST_NESTED:
                depth = self._flow.depth
                if self._flow.top.tag == "list":
                    depth -= 1
                else:
                    self._flow.open_container("list", barrier=True)
                self._items.append(_OpenOrgItem(indent, depth, self._flow.depth))
                self._flow.open_container("li", barrier=True)
            self._flow.marker = (item[2], start)
            start = at + item.end()
        elif not self._paragraph or (self._items and indent <= self._items[-1].indent):
            self._close_items(indent)
        end = at + len(line.rstrip())
        if content and start < end:
            self._paragraph.append((start, end))

    # Items ---------------------------------------------------------------------------------------------------------

    def _close_items(self, indent: int, same_list: bool = False) -> None:
        """End the paragraph and all items whose marker is as far right as ``indent`` or further.

        With ``same_list`` the list that has its markers just there continues.
        """
        self._end_paragraph()
        while self._items and self._items[-1].indent >= indent:
            item = self._items.pop()
            self._flow.close_to(item.depth if same_list and item.indent == indent else item.list_depth)

    # Blocks --------------------------------------------------------------------------------------------------------

    def _view(self, lines: list[Range]) -> View:
        pieces: list[tuple[str, int]] = []
        for place, (start, end) in enumerate(lines):
            pieces.append((self._text[start:end], start))
            if place + 1 < len(lines):
                pieces.append(("\n", end))
        return View(pieces)

    def _end_paragraph(self) -> None:
        self._end_table()
        lines, self._paragraph = self._paragraph, []
        if lines:
            self._add(lines)

    def _add(self, lines: list[Range], level: int = 0) -> None:
        self._flow.add_block(render(self._view(lines)), level)

    def _hidden(self, lines: list[Range]) -> None:
        self._end_paragraph()
        self._flow.add_remark(render(self._view(lines)))

    def _end_region(self) -> None:
        region, self._region = self._region, None
        if not region or not region.lines:
            return
        if region.kind == "latex":
            from citekit.documents.latex.inline import LatexReading
            from citekit.documents.latex.reading import LatexReader
            from citekit.documents.latex.stream import TokenStream

            if self.exported is None:
                self.exported = LatexReading(self._text, blocks=self.blocks, numbering=self._numbering)
            # the blocks of a document share their definitions
            stream = TokenStream.of(self._view(region.lines), self.exported.macros)
            LatexReader(self.exported, stream, self._flow).read()
        elif region.kind == "html":
            self._flow.feed(self._view(region.lines))
            self._flow.end_stretch()
        elif region.kind == "hidden":
            self._hidden(region.lines)
        else:
            writer = RunWriter()
            for start, end in region.lines:
                if writer.last:
                    writer.soft_break(start - 1, start)
                writer.write(self._text[start:end], start, end)
            self._flow.add_block(writer.take(), kind="code")

    # Tables --------------------------------------------------------------------------------------------------------

    def _row(self, line: str, at: int) -> None:
        if self._paragraph:
            self._end_paragraph()
        if not self._table:
            self._table = self._flow.depth
            self._flow.open_container("table", barrier=True)
        if not line.strip().strip("|-+"):
            return
        depth = self._flow.depth
        self._flow.open_container("tr", barrier=True)
        start = line.find("|") + 1
        while start < len(line):
            stop = line.find("|", start)
            stop = len(line) if stop < 0 else stop
            inner = self._flow.depth
            self._flow.open_container("td", barrier=True)
            self._add([(at + start, at + stop)])
            self._flow.close_to(inner)
            start = stop + 1
        self._flow.close_to(depth)

    def _end_table(self) -> None:
        if self._table:
            depth, self._table = self._table, 0
            self._flow.close_to(depth)
