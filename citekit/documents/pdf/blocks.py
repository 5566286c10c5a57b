"""The layout as a text with pages, and as blocks whose runs point into it."""

from __future__ import annotations

from collections import Counter
from dataclasses import field, replace

from citekit.documents.html.flow import ContainerNumbering
from citekit.documents.pdf.headings import PdfHeading
from citekit.documents.pdf.layout import PageLayout
from citekit.documents.pdf.lines import BodyLine, spaced
from citekit.documents.pdf.page import Segment
from citekit.documents.pdf.paragraphs import Paragraph
from citekit.documents.runs import CELL_BREAK, HARD_BREAK, SOFT_BREAK, Block, RunWriter, TextStyle, repair_block
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span

_YEAR = re.compile(r"(?:19|20)\d\d")
_URL = re.compile(r"https?:|www\.|doi\.org/|\b10\.\d{4,9}/")
_URL_BREAKS = frozenset("/-._=?&%#~:")


@dataclass(slots=True)
class _Piece:
    """A span of one block's text, and where it is on its page."""

    text: str
    page: int
    start: int
    length: int
    style: TextStyle = TextStyle.PLAIN
    href: str = ""


@dataclass(slots=True)
class _Draft:
    kind: str
    pieces: list[_Piece] = field(default_factory=list)
    level: int = 0
    marker: str = ""
    path: tuple[str, ...] = ()
    marker_place: tuple[int, int] | None = None


class PdfBlockWriter:
    """Writes the pages' text and the blocks side by side."""

    def __init__(self, shown: PageLayout, pages: int) -> None:
        self._shown = shown
        self._texts: list[list[str]] = [[] for _ in range(pages)]
        self._lengths = [0] * pages
        self._drafts: list[_Draft] = []
        self._numbering = ContainerNumbering()

    def write(self, name: str) -> tuple[Source, tuple[Block, ...]]:
        """Return the source that the user knows as ``name``, one text with a form feed between pages, and its blocks."""
        for part in self._shown.parts:
            if isinstance(part, PdfHeading):
                self._heading(part)
            else:
                self._add_section(part)
        for page, lines in enumerate(self._shown.furniture):
            for line in lines:
                self._put(page, f"{line.text}\n")
        starts, at = [], 0
        for length in self._lengths:
            starts.append(at)
            at += length + 1
        text = "\f".join("".join(pieces) for pieces in self._texts)
        blocks = (self._block(draft, starts) for draft in self._drafts)
        return Source(name, text, tuple(starts), by_page=True), tuple(block for block in blocks if block)

    # Parts ---------------------------------------------------------------------------------------------------------

    def _heading(self, heading: PdfHeading) -> None:
        draft = _Draft("heading", level=heading.level)
        for place, line in enumerate(heading.lines):
            if place:
                self._break(draft, SOFT_BREAK)
            self._segments(draft, line.segments, line.page)
        self._end(draft, heading.lines[-1].page)

    def _add_section(self, section: list[Paragraph]) -> None:
        groups = item_groups(section)
        years = _years_as_headings(section)
        lists: list[str] = []
        items: dict[int, str] = {}
        for paragraph, group in zip(section, groups, strict=True):
            first = paragraph.lines[0]
            path: tuple[str, ...] = ()
            if paragraph.item:
                del lists[paragraph.depth :]
                while len(lists) < paragraph.depth:
                    lists.append(self._numbering.name("list"))
                if paragraph.first:
                    items[paragraph.depth] = self._numbering.name("li")
                steps = ((lists[level - 1], items.get(level, "")) for level in range(1, paragraph.depth + 1))
                path = tuple(step for pair in steps for step in pair if step)
            elif group:
                lists.clear()
                if group not in items:
                    items[group] = self._numbering.name("li")
                path = (items[group],)
            else:
                lists.clear()
            if first.cell and years and _YEAR.fullmatch(_text(first.cell)):
                self._cell_heading(first, 6)
            elif first.cell and _is_side_heading(first):
                self._cell_heading(first, 2)
            self._paragraph(paragraph, path)

    def _cell_heading(self, body: BodyLine, level: int) -> None:
        draft = _Draft("heading", level=level)
        self._segments(draft, body.cell, body.line.page)
        self._end(draft, body.line.page)
        body.cell = []

    def _paragraph(self, paragraph: Paragraph, path: tuple[str, ...]) -> None:
        draft = _Draft("paragraph", path=path)
        beside: list[list[Segment]] = []
        for place, body in enumerate(paragraph.lines):
            page = body.line.page
            if place:
                self._join(draft, paragraph, place)
            elif body.marker:
                sign = body.marker_text
                draft.marker = "•" if len(sign) == 1 and not sign.isalnum() else sign
                draft.marker_place = (page, self._lengths[page])
                self._put(page, f"{draft.marker} ")
            if body.cell:
                self._segments(draft, body.cell, page)
                self._break(draft, CELL_BREAK)
            self._segments(draft, body.segments, page)
            beside += [body.beside] if body.beside else []
        page = paragraph.lines[-1].line.page
        for cell in beside:
            self._break(draft, CELL_BREAK, page)
            self._segments(draft, cell, page)
        self._end(draft, page)

    def _join(self, draft: _Draft, paragraph: Paragraph, place: int) -> None:
        """The break between two lines; none inside an address."""
        before, body = paragraph.lines[place - 1], paragraph.lines[place]
        forced = place - 1 in paragraph.forced
        if not forced and before.segments and body.segments and _in_address(before.segments[-1], body.segments[0]):
            self._put(draft.pieces[-1].page, "\n")
            return
        style, href = TextStyle.PLAIN, ""
        if before.segments and body.segments:
            style = self._style(before.segments[-1]) & self._style(body.segments[0])
            href = before.segments[-1].href if before.segments[-1].href == body.segments[0].href else ""
        self._break(draft, HARD_BREAK if forced else SOFT_BREAK, style=style, href=href)

    # Text ----------------------------------------------------------------------------------------------------------

    def _put(self, page: int, text: str) -> int:
        """Add text to a page; where it is."""
        at = self._lengths[page]
        self._texts[page].append(text)
        self._lengths[page] += len(text)
        return at

    def _segments(self, draft: _Draft, segments: list[Segment], page: int) -> None:
        before: Segment | None = None
        for text, segment in spaced(segments):
            style = self._style(segment)
            if text[0] == " " and before:
                href = segment.href if before.href == segment.href else ""
                draft.pieces.append(_Piece(" ", page, self._put(page, " "), 1, self._style(before) & style, href))
                text = text[1:]  # noqa: PLW2901
            at = self._put(page, text)
            draft.pieces.append(_Piece(text, page, at, len(text), style, segment.href))
            before = segment

    def _style(self, segment: Segment) -> TextStyle:
        return segment.style | (TextStyle.COLOUR if segment.colour != self._shown.colour else TextStyle.PLAIN)

    def _break(
        self, draft: _Draft, sign: str, page: int = -1, style: TextStyle = TextStyle.PLAIN, href: str = ""
    ) -> None:
        if not draft.pieces:
            return
        page = page if page >= 0 else draft.pieces[-1].page
        at = self._put(page, "\t" if sign == CELL_BREAK else "\n")
        draft.pieces.append(_Piece(sign, page, at, 1, style, href))

    def _end(self, draft: _Draft, page: int) -> None:
        self._put(page, "\n")
        self._drafts.append(draft)

    @staticmethod
    def _block(draft: _Draft, starts: list[int]) -> Block | None:
        writer = RunWriter()
        for piece in draft.pieces:
            start = starts[piece.page] + piece.start
            writer.write(piece.text, start, start + piece.length, piece.style, piece.href)
        runs = writer.take()
        if not runs:
            return None
        first = starts[draft.marker_place[0]] + draft.marker_place[1] if draft.marker_place else runs[0].span.start
        block = Block(draft.kind, runs, Span(first, runs[-1].span.end), draft.level, draft.marker, draft.path)
        repaired = repair_block(block)
        # Soft breaks become spaces: the page shows that these line ends mean nothing.
        flowing = (replace(run, text=run.text.replace(SOFT_BREAK, " ")) for run in repaired.runs)
        return replace(repaired, runs=tuple(flowing))


def _text(segments: list[Segment]) -> str:
    return "".join(text for text, _ in spaced(segments)).strip()


def _is_side_heading(body: BodyLine) -> bool:
    """Whether what is next to the text is a heading in the margin: words that are bold or capitals, unlike it."""
    text = _text(body.cell)
    # A heading is a word; shorter is a number, an initial or the grade of something.
    if sum(c.isalpha() for c in text) < 4 or any(c.isdigit() for c in text) or text[-1] in ":,;":
        return False
    bold = all(segment.style & TextStyle.BOLD for segment in body.cell)
    plain = not any(segment.style & TextStyle.BOLD for segment in body.segments[:1])
    return (bold and plain) or text.isupper()


def _in_address(before: Segment, after: Segment) -> bool:
    """Whether an address continues over the end of a line."""
    last = "" if before.text[-1:].isspace() else before.text[-2000:].rpartition(" ")[2]
    if not _URL.search(last) or not after.text.strip():
        return False
    token = after.text.strip().split(" ", 1)[0]
    if before.href and before.href == after.href:
        return True
    return (
        before.text[-1] in _URL_BREAKS or token[0] in "/-._=?&%#" or (any(c.isdigit() for c in token) and "/" in token)
    )


def _years_as_headings(section: list[Paragraph]) -> bool:
    """Whether years next to the text apply to the items below them as well: some items have none of their own."""
    cells = [paragraph.lines[0].cell for paragraph in section]
    years = [cell for cell in cells if cell and _YEAR.fullmatch(_text(cell))]
    return len(years) >= 1 and len(years) == sum(1 for cell in cells if cell) and len(years) < len(section)


# Items of several paragraphs ---------------------------------------------------------------------------------------


def item_groups(section: list[Paragraph]) -> list[int]:
    """For every paragraph the number of the item that it is part of; 0 if each is for itself.

    Items are found by their look: the same sequence of looks (bold, coloured, plain) comes again and again.
    """
    none = [0] * len(section)
    # Two items of two paragraphs at least, or nothing comes again. With 8, lists of 4 of 30 CVs are read otherwise.
    if len(section) < 4 or any(paragraph.item for paragraph in section):
        return none
    formats = [_look(paragraph) for paragraph in section]
    first = formats[0]
    starts = [place for place, look in enumerate(formats) if look == first]
    cycles = [tuple(formats[a:b]) for a, b in zip(starts, [*starts[1:], len(formats)], strict=True)]
    shape, count = Counter(cycles).most_common(1)[0]
    texts = (" ".join(_text(body.segments) for body in section[place].lines) for place in starts)
    # The first paragraph of an item is a title: with 40 letters lists of 5 of 30 CVs are read otherwise.
    long_enough = sum(len(text) >= 15 for text in texts) >= 0.8 * len(starts)
    # Title, authors, venue, a note, links: nobody gives an item more paragraphs.
    if not 2 <= len(shape) <= 5 or count < 2 or count < 0.6 * len(cycles) or len(set(shape)) < 2 or not long_enough:
        return none
    groups: list[int] = []
    for number, cycle in enumerate(cycles, 1):
        groups += [number] * len(cycle)
    return groups


def _look(paragraph: Paragraph) -> tuple[int, int, int]:
    segments = paragraph.lines[0].segments or paragraph.lines[0].line.segments
    longest = max(segments, key=lambda segment: len(segment.text))
    return int(longest.style & (TextStyle.BOLD | TextStyle.ITALIC)), longest.colour, round(longest.size)
