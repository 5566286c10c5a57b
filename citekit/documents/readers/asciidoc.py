"""AsciiDoc: headings, paragraphs, lists, tables, attributes, and in a line links, styles and macros.

Follows the AsciiDoc language of Asciidoctor as far as lists of publications use it. Pass-through blocks (``++++``) are read as
HTML; comments are hidden; listings, images and conditions (``ifdef``) are not shown.
"""

from __future__ import annotations

from citekit.documents.html.flow import ContainerNumbering, Flow
from citekit.documents.runs import Block, Document, Run, RunWriter, TextStyle
from citekit.runtime import patterns as re
from citekit.runtime.span import Source, View

NAME = "asciidoc"
SUFFIXES = (".adoc", ".asciidoc", ".asc")

_HEADING = re.compile(r"(={1,6})[ \t]+(?=\S)")
_ITEM = re.compile(r"[ \t]{0,20}(?:(\*{1,5}|-|\.{1,5})|(\d{1,4}\.))[ \t]+(?=\S)")
_ATTRIBUTE = re.compile(r":!?([\w-]{1,60})!?:(?:[ \t]+([^\n]{0,500}))?$")
_BLOCK_LINE = re.compile(
    r"\[[^\[\]\n]{0,300}\]\s*$|\.(?=[^\s.])[^\n]{1,200}$|(?:ifdef|ifndef|endif|ifeval|include|image|toc|video)::[^\n]{0,500}$"
)
"""Lines that state something of the block below, or are a macro of their own."""
_FENCE = re.compile(r"(?:-{4,}|={4,}|\+{4,}|\*{4,}|_{4,}|\.{4,}|/{4,}|--|```\w{0,20})\s*$")
_INLINE = re.compile(
    r"\{(?P<name>[\w-]{1,60})\}"
    r"|(?P<scheme>link:|mailto:|(?:https?|ftp)://)(?P<to>[^\s\[\]<>]{1,2000})(?:\[(?P<text>[^\[\]\n]{0,500})\])?"
    r"|(?P<macro>image|icon|anchor|footnote|pass|doi|cite|btn|kbd):(?P<of>[^\s\[\]]{0,200})\[(?P<inside>[^\[\]\n]{0,500})\]"
    r"|\[\[[^\[\]\n]{1,100}\]\]|<<(?P<id>[^<>,\n]{1,100})(?:,(?P<shown>[^<>\n]{1,200}))?>>|\[[.#%\w -]{1,60}\](?=[#*_])"
    r"|(?P<sign>\*\*|__|``|##|(?<!\w)[*_`#](?=\S)|[~^](?=\S))(?P<body>(?:(?!(?P=sign))[^\n]){1,2000})(?P=sign)"
    r"|(?<=[ \t])\+(?=\n|$)"
)
_STYLES = {
    "*": TextStyle.BOLD,
    "_": TextStyle.ITALIC,
    "`": TextStyle.CODE,
    "^": TextStyle.SUPERSCRIPT,
    "~": TextStyle.SUBSCRIPT,
}
_DEEPEST = 6
"""Styles within each other that are told apart."""
_SIGNS = ((re.compile(r"^={1,5} \S", re.MULTILINE), 2), (re.compile(r"^:[\w-]{1,60}:(?: |$)", re.MULTILINE), 2),
          (re.compile(r"(?:link:|https?://)[^\s\[\]]{1,500}\[[^\[\]\n]{0,200}\]"), 1), (re.compile(r"^\|===", re.MULTILINE), 3),
          (re.compile(r"^\[(?:cols|options|role|\.)[^\]\n]{0,200}\]$", re.MULTILINE), 2))  # fmt: skip
_LINE = re.compile(r"^[^\n]*", re.MULTILINE)


def sniff(text: str) -> float:
    """Return how much a text looks like AsciiDoc: its title or attributes and the other signs of the language."""
    sample = text[:100_000]
    kinds = [(min(10, sum(1 for _ in sign.finditer(sample))), weight) for sign, weight in _SIGNS]
    # One mark alone may be in any text: "= 5" in a table, a link before a bracket.
    return min(0.9, 0.1 * sum(n * weight for n, weight in kinds)) if sum(n > 0 for n, _ in kinds) > 1 else 0.0


def read(source: Source) -> Document:
    """Return the blocks of an AsciiDoc text."""
    reader = _AsciiDoc(source.text)
    reader.read()
    return Document(source, NAME, tuple(reader.blocks), meta=tuple(reader.meta))


class _AsciiDoc:
    def __init__(self, text: str) -> None:
        self.blocks: list[Block] = []
        self.meta: list[tuple[str, str]] = []
        self._text = text
        self._flow = Flow(self.blocks, ContainerNumbering())
        self._attributes: dict[str, str] = {}
        self._paragraph: list[tuple[int, int]] = []
        self._markers: list[tuple[str, int]] = []
        """The open lists by the signs of their items, with how deep the flow was before each list."""
        self._table = 0

    def read(self) -> None:
        fence, begin = "", 0
        for match in _LINE.finditer(self._text):
            at, line = match.start(), match[0].rstrip()
            if fence:
                if line.strip() == fence:
                    self._end_fence(fence, begin, at)
                    fence = ""
            elif line.startswith("|===") or self._table:
                self._table_line(line, at)
            elif _FENCE.match(line) and line[:1] not in "=*_" and line != "--":
                self._end()
                fence, begin = line.strip()[:3] if line.startswith("```") else line.strip(), at + len(match[0]) + 1
            else:
                self._line(line, at)
        self._end()
        self._flow.close_to(1)

    def _end_fence(self, fence: str, start: int, end: int) -> None:
        if fence[0] == "+":
            self._flow.feed(View([(self._text[start:end], start)]))
            self._flow.end_stretch()
        elif fence[0] == "/":
            self._flow.add_remark(self._runs([(start, end)]))

    def _line(self, line: str, at: int) -> None:
        heading, item, attribute = _HEADING.match(line), _ITEM.match(line), _ATTRIBUTE.match(line)
        if not line or line == "+":
            self._end()
            if not line and self._markers and not _ITEM.match(self._text, at + 1):
                self._close_lists(0)
        elif attribute:
            self._attributes[attribute[1]] = attribute[2] or ""
        elif line.startswith("//"):
            self._end()
        elif heading:
            self._end()
            self._close_lists(0)
            level = len(heading[1])
            if level == 1 and not self.meta:
                self.meta.append(("title", line[heading.end() :]))
            self._flow.add_block(self._runs([(at + heading.end(), at + len(line))]), level)
        elif item:
            self._end()
            self._open_item(item[1] or "1.")
            self._flow.marker = (item[2] or ("1." if item[1][0] == "." else "•"), at)
            self._paragraph.append((at + item.end(), at + len(line)))
        elif not self._paragraph and (_BLOCK_LINE.match(line) or _FENCE.match(line)):
            return
        else:
            self._paragraph.append((at, at + len(line)))

    def _open_item(self, sign: str) -> None:
        known = [n for n, (own, _) in enumerate(self._markers) if own == sign]
        if known:
            self._flow.close_to(self._markers[known[0]][1] + 1)
            del self._markers[known[0] + 1 :]
        else:
            self._flow.flush()
            self._markers.append((sign, self._flow.depth))
            self._flow.open_container("list")
        self._flow.open_container("li")

    def _close_lists(self, depth: int) -> None:
        if len(self._markers) > depth:
            self._flow.close_to(self._markers[depth][1])
            del self._markers[depth:]

    def _end(self) -> None:
        lines, self._paragraph = self._paragraph, []
        self._flow.add_block(self._runs(lines))

    def _table_line(self, line: str, at: int) -> None:
        """Read a line of a table: cells begin at ``|``; a line of several is a row, and so are lines between empty ones."""
        if line.startswith("|==="):
            self._end()
            self._flow.close_to(self._table or self._flow.depth)
            self._table = 0 if self._table else self._flow.depth
            if self._table:
                self._flow.open_container("table")
            return
        if not line:
            self._end()
            self._flow.close_to(self._table + 1)
            return
        cells = [at + n for n, sign in enumerate(line) if sign == "|" and line[max(0, n - 1)] != "\\"]
        if len(cells) > 1 and self._flow.depth > self._table + 1:
            self._end()
            self._flow.close_to(self._table + 1)
        if not cells:
            self._paragraph.append((at, at + len(line)))
            return
        for start, stop in zip(cells, [*cells[1:], at + len(line)], strict=True):
            self._end()
            if self._flow.depth == self._table + 1:
                self._flow.open_container("tr")
            self._flow.close_to(self._table + 2)
            self._flow.open_container("td")
            self._paragraph.append((start + 1, stop))

    def _runs(self, lines: list[tuple[int, int]]) -> tuple[Run, ...]:
        writer = RunWriter()
        for n, (start, end) in enumerate(lines):
            if n:
                writer.soft_break(lines[n - 1][1], start)
            self._write(writer, start, end, TextStyle.PLAIN, "", 0)
        return writer.take()

    def _write(self, writer: RunWriter, start: int, end: int, style: TextStyle, href: str, depth: int) -> None:
        """Write the text from ``start`` to ``end`` with its styles, links and attributes."""
        at = start
        for match in _INLINE.finditer(self._text, start, end) if depth < _DEEPEST else ():
            if match.start() < at:
                continue
            sign = match["sign"]
            if sign and len(sign) == 1 and sign not in "~^" and self._text[match.end() : match.end() + 1].isalnum():
                continue  # "2*3*4"
            writer.flow(self._text[at : match.start()], at, style, href)
            at = match.end()
            if match["name"]:
                value = self._attributes.get(
                    match["name"], "" if match["name"] in ("empty", "sp", "nbsp") else match[0]
                )
                writer.write(" " if match["name"] in ("sp", "nbsp") else value, match.start(), at, style, href)
            elif match["scheme"]:
                scheme = "" if match["scheme"] == "link:" else match["scheme"]
                to = scheme + match["to"]
                if match["text"]:
                    shown = match["text"].partition(",")[0].rstrip("^")
                    begin = match.start("text")
                    self._write(writer, begin, begin + len(shown), style, to, depth + 1)
                else:
                    writer.flow(to, match.start(), style, to)
            elif match["macro"] in ("footnote", "pass", "btn", "kbd", "doi", "cite"):
                self._write(writer, match.start("inside"), match.end("inside"), style, href, depth + 1)
            elif match["shown"]:
                writer.flow(match["shown"], match.start("shown"), style, href)
            elif sign:
                self._write(writer, *match.span("body"), style | _STYLES.get(sign[0], TextStyle.PLAIN), href, depth + 1)
            elif match[0] == "+":
                writer.hard_break(match.start(), at)
        writer.flow(self._text[at:end], at, style, href)
