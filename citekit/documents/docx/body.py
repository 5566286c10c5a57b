"""The body of a Word document to blocks, element by element (ECMA-376 part 1, section 17).

A paragraph (``w:p``) has runs (``w:r``) of characters set alike, among them fields: instructions such as ``HYPERLINK``, between
marks that may be in different runs, whose result is what people see. All that is read is also written into one linear text,
which the spans of the blocks point into.
"""

from __future__ import annotations

from dataclasses import field

from citekit.documents.docx.numbering import WordNumbering
from citekit.documents.docx.package import PackageRelation, val
from citekit.documents.docx.styles import ParagraphStyle, Styles, look, outline_level
from citekit.documents.html.flow import ContainerNumbering as Places
from citekit.documents.runs import CELL_BREAK, Block, Run, RunWriter, StyleChange, TextStyle
from citekit.documents.symbols import symbol
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.span import Span
from citekit.text.xml import Element

_HYPERLINK = re.compile(r"\s*HYPERLINK\s+(?:\\l\s+)?\"([^\"]{1,4000})\"", re.IGNORECASE)
_TRANSPARENT = frozenset(
    "w:ins w:moveTo w:smartTag w:customXml w:sdt w:sdtContent w:bdo w:dir w:rubyBase w:ruby mc:Choice m:oMathPara".split()
)
"""Elements that only wrap what is shown."""
_MOST_NESTED = 9  # levels of a list in Word (ISO/IEC 29500-1, 17.9.3: ilvl 0 to 8)


@dataclass(slots=True)
class _Field:
    """An open field; its instruction is read until its result begins."""

    instruction: str = ""
    shown: bool = False

    @property
    def href(self) -> str:
        match = _HYPERLINK.match(self.instruction)
        return match[1].strip() if match and "\\l" not in self.instruction[: match.start(1)] else ""


@dataclass(slots=True)
class _List:
    """The list item that is open at a level: its containers, the item last."""

    level: int
    path: tuple[str, ...]


@dataclass(slots=True)
class _Paragraph:
    """What is being written: visible and hidden runs, the properties that hold, and text boxes, which follow it."""

    style: ParagraphStyle
    base: StyleChange
    shown: RunWriter = field(default_factory=RunWriter)
    unseen: RunWriter = field(default_factory=RunWriter)
    boxes: list[Element] = field(default_factory=list)


class BodyReader:
    """Writes blocks and the linear text that their spans point into."""

    def __init__(self, styles: Styles, numbering: WordNumbering) -> None:
        self.blocks: list[Block] = []
        self.notes: list[tuple[str, str]] = []
        """The footnotes and endnotes met so far, as ``(kind, identifier)``."""
        self._styles = styles
        self._numbering = numbering
        self._relations: dict[str, PackageRelation] = {}
        self._places = Places()
        self._texts: list[str] = []
        self._length = 0
        self._fields: list[_Field] = []
        self._lists: list[_List] = []
        self._held: _Paragraph | None = None
        """A paragraph whose end mark was deleted: the next one continues it."""

    @property
    def text(self) -> str:
        """The linear text so far."""
        return "".join(self._texts)

    def read(
        self, parent: Element, relations: dict[str, PackageRelation], path: tuple[str, ...] = (), hint: str = ""
    ) -> None:
        """Read the paragraphs and tables in an element of a part that refers to ``relations``."""
        self._relations = relations
        self._blocks_in(parent, path, hint)
        self._lists.clear()

    # Blocks --------------------------------------------------------------------------------------------------------

    def _blocks_in(self, parent: Element, path: tuple[str, ...], hint: str) -> None:
        for node in parent.children:
            if node.name == "w:p":
                self._paragraph(node, path, hint)
            elif node.name == "w:tbl":
                lists, self._lists = self._lists, []
                inside = (*path, self._places.name("table"))
                for row in _inside(node, "w:tr"):
                    if row.first("w:trPr", "w:del"):
                        continue
                    row_path = (*inside, self._places.name("tr"))
                    for cell in _inside(row, "w:tc"):
                        merge = cell.first("w:tcPr", "w:vMerge")
                        if merge and merge.attributes.get("w:val", "continue") == "continue":
                            continue  # the lower part of a cell that spans rows
                        self._blocks_in(cell, (*row_path, self._places.name("td")), hint)
                        self._lists = []
                self._lists = lists  # a list may go on behind the table
            elif node.name in _TRANSPARENT:
                self._blocks_in(node, path, hint)
            elif node.name == "mc:AlternateContent":
                self._blocks_in(_choice(node), path, hint)

    def _paragraph(self, node: Element, path: tuple[str, ...], hint: str) -> None:
        """Write the blocks of a paragraph: a heading, a list item or a plain one, and those of its text boxes."""
        properties = node.first("w:pPr")
        style = self._styles.get((val(properties, "w:pStyle") if properties else "") or self._styles.default)
        if self._held:
            paragraph, self._held = self._held, None
        else:
            paragraph = _Paragraph(style, self._styles.base.then(style.look))
        marker, item = self._marker(properties, style)
        start = self._length
        if marker:
            self._put(f"{marker} ")
        self._inline(node, paragraph, "")
        if properties and properties.first("w:rPr", "w:del"):
            self._held = paragraph
            return
        self._put("\n")
        level = (outline_level(properties) if properties else 0) or paragraph.style.level
        kind = "heading" if level and not item else "paragraph"
        self._emit(paragraph, kind, level if kind == "heading" else 0, marker, start, (*path, *item), hint)
        for box in paragraph.boxes:
            self._blocks_in(box, (*path, self._places.name("div")), "textbox")

    def _marker(self, properties: Element | None, style: ParagraphStyle) -> tuple[str, tuple[str, ...]]:
        """Return the marker of a paragraph that is a list item, and the containers it is in."""
        list_id, level = style.list_id, style.list_level
        if properties and properties.first("w:numPr"):
            list_id = val(properties, "w:numPr", "w:numId") or list_id
            number = val(properties, "w:numPr", "w:ilvl")
            # Word has levels 0 to 8; more digits are damage
            level = int(number) if number.isdecimal() and len(number) < 3 else level
        # "0" takes a paragraph out of the list of its style
        if list_id in ("", "0") or (style.level and not self._numbering.knows(list_id)):
            if self._lists and style.name.lower().startswith("list"):
                return "", self._lists[-1].path  # a further paragraph of the item
            self._lists.clear()
            return "", ()
        if style.level or (properties and outline_level(properties)):
            self._lists.clear()
            return "", ()  # numbered headings are headings
        marker = self._numbering.marker(list_id, min(level, _MOST_NESTED))
        while self._lists and self._lists[-1].level > level:
            self._lists.pop()
        if self._lists and self._lists[-1].level == level:
            parent = self._lists.pop().path[:-1]
        else:
            parent = (*(self._lists[-1].path if self._lists else ()), self._places.name("list"))
        self._lists.append(_List(level, (*parent, self._places.name("li"))))
        return marker, self._lists[-1].path

    def _emit(
        self, paragraph: _Paragraph, kind: str, level: int, marker: str, start: int, path: tuple[str, ...], hint: str
    ) -> None:
        """Add the visible runs of a paragraph as one block and the hidden ones as another; the first gets the marker."""
        for writer, hidden in ((paragraph.shown, False), (paragraph.unseen, True)):
            runs: tuple[Run, ...] = writer.take()
            if not runs:
                continue
            first = start if marker else runs[0].span.start
            span = Span(min(first, runs[0].span.start), runs[-1].span.end)
            self.blocks.append(Block(kind, runs, span, level, marker, path, hidden, hint))
            marker = ""

    # Inline --------------------------------------------------------------------------------------------------------

    def _inline(self, parent: Element, paragraph: _Paragraph, href: str) -> None:
        """Write the runs in a paragraph, a hyperlink or what wraps them; ``href`` is the address that they link to."""
        for node in parent.children:
            name = node.name
            if name == "w:r":
                self._run(node, paragraph, href)
            elif name == "w:hyperlink":
                relation = self._relations.get(node.attributes.get("r:id", ""))
                self._inline(node, paragraph, (relation.target if relation and relation.external else "") or href)
            elif name == "w:fldSimple":
                self._inline(node, paragraph, _Field(node.attributes.get("w:instr", "")).href or href)
            elif name == "m:oMath":
                self._math(node, paragraph, href)
            elif name == "mc:AlternateContent":
                self._inline(_choice(node), paragraph, href)
            elif name in _TRANSPARENT:
                self._inline(node, paragraph, href)

    def _run(self, run: Element, paragraph: _Paragraph, href: str) -> None:
        """Write a run in the look of the paragraph, then of its character style, then of its own properties."""
        properties = run.first("w:rPr")
        now = paragraph.base
        named = val(properties, "w:rStyle") if properties else ""
        if named:
            now = now.then(self._styles.get(named).look)
        now = now.then(look(properties))
        self._in_run(run, paragraph, href, now)

    def _in_run(self, run: Element, paragraph: _Paragraph, href: str, now: StyleChange) -> None:
        """Write what a run contains; of a field, only the result, linked to what the instruction says."""
        for node in run.children:
            name = node.name
            if name == "w:fldChar":
                kind = node.attributes.get("w:fldCharType", "")
                # fields within fields; Word itself nests a few. Bounds the memory for hostile files
                if kind == "begin" and len(self._fields) < 100:
                    self._fields.append(_Field())
                elif kind == "separate" and self._fields:
                    self._fields[-1].shown = True
                elif kind == "end" and self._fields:
                    self._fields.pop()
            elif name == "w:instrText":
                # an instruction holds a URL or the JSON of a citation's key; bounds the memory
                if self._fields and not self._fields[-1].shown and len(self._fields[-1].instruction) < 5000:
                    self._fields[-1].instruction += node.text
            elif name in ("w:drawing", "w:pict", "w:object"):
                paragraph.boxes.extend(_boxes(node))
            elif name in ("mc:AlternateContent", "w:ruby", "w:rubyBase"):
                self._in_run(_choice(node) if name[0] == "m" else node, paragraph, href, now)
            elif name == "w:r":
                self._run(node, paragraph, href)
            elif not self._fields or self._fields[-1].shown:
                target = next((one.href for one in reversed(self._fields) if one.href), "")
                self._sign(node, paragraph, href or target, now)

    def _sign(self, node: Element, paragraph: _Paragraph, href: str, now: StyleChange) -> None:
        """Write text, a tab, a break, a symbol or the number of a note; anything else in a run is not text."""
        writer = paragraph.unseen if now.hidden else paragraph.shown
        match node.name:
            case "w:t":
                self._flow(writer, node.text, now.on, href)
            case "w:tab" | "w:ptab":
                at = self._put("\t")
                if writer.last:
                    writer.write(CELL_BREAK, at, at + 1, now.on, href)
            case "w:br" | "w:cr":
                at = self._put("\n")
                if node.attributes.get("w:type", "textWrapping") == "textWrapping":
                    writer.hard_break(at, at + 1)
            case "w:noBreakHyphen":
                self._flow(writer, "-", now.on, href)
            case "w:sym":
                code = node.attributes.get("w:char", "")
                if re.fullmatch(r"[0-9A-Fa-f]{1,6}", code):
                    self._flow(writer, symbol(int(code, 16), node.attributes.get("w:font", "")), now.on, href)
            case "w:footnoteReference" | "w:endnoteReference":
                kind = "footnote" if node.name == "w:footnoteReference" else "endnote"
                self.notes.append((kind, node.attributes.get("w:id", "")))
                self._flow(writer, str(len(self.notes)), now.on | TextStyle.SUPERSCRIPT, href)

    def _math(self, node: Element, paragraph: _Paragraph, href: str) -> None:
        """Write the characters of a formula in order, without its layout."""
        for child in node.children:
            if child.name == "m:t":
                self._flow(paragraph.shown, child.text, paragraph.base.on, href)
            else:
                self._math(child, paragraph, href)

    def _flow(self, writer: RunWriter, text: str, style: TextStyle, href: str) -> None:
        clean = text.replace("\f", " ").replace("\0", " ")
        at = self._put(clean)
        writer.flow(clean, at, style, href)

    def _put(self, text: str) -> int:
        """Append to the linear text, and return where the appended begins."""
        at = self._length
        self._texts.append(text)
        self._length += len(text)
        return at


def _inside(parent: Element, name: str) -> list[Element]:
    """Return the rows of a table or the cells of a row, also those inside content controls and insertions."""
    found: list[Element] = []
    for child in parent.children:
        if child.name == name:
            found.append(child)
        elif child.name in _TRANSPARENT:
            found.extend(_inside(child, name))
    return found


def _choice(node: Element) -> Element:
    """Return the first alternative of alternate content."""
    return next(iter(node.every("mc:Choice")), None) or next(iter(node.every("mc:Fallback")), None) or Element("", {})


def _boxes(node: Element) -> list[Element]:
    """Return the contents of text boxes in a drawing, each once."""
    if node.name == "w:txbxContent":
        return [node]
    if node.name == "mc:AlternateContent":
        node = _choice(node)
    return [box for child in node.children for box in _boxes(child)]
