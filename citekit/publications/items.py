"""The items of a document: which blocks belong to one publication, and under which headings they stand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from citekit.documents.model import HARD_BREAK, SOFT_BREAK, Block, Document, Run, Style
from citekit.publications.buttons import with_buttons
from citekit.publications.headings import NEUTRAL, OTHER, PUBLICATIONS, Heading, is_exact_heading, read_heading
from citekit.publications.hints import ABSTRACT, aside_of, title_runs, without_summaries
from citekit.publications.lines import split_lines
from citekit.publications.rows import rows_that_go_on
from citekit.publications.styled import StyledText
from citekit.publications.vocabulary import Vocabulary
from citekit.span import Span

MAX_ROW_BLOCKS = 12
MAX_ITEM_TEXT = 4000
MAX_BOX_TEXT = 2500
SHORTEST_WHOLE, MOST_WHOLE = 60, 0.7
"""Characters of a paragraph that is an item by itself, and the share of a box that such paragraphs must be."""
_BOXES = frozenset({"div", "section", "article", "p", "dl", "details", "figure"})
_WHOLE = re.compile(r"[\s\S]{40,1200}(?<!\d)(?:19|20)\d\d(?!\d)")
_INDEX_MARKER = re.compile(
    r"^\s*(?:\[?[A-Z]{0,3}\.?-?\d{1,3}[a-z]?[\].:)]|\(\d{1,3}\)|\[[A-Za-z+]{1,8}\d{0,4}[a-z]?\])\s+(?=\S)"
)

_TITLE_BARS = re.compile(r"(?<!\s)\s++[|·•–—-]++\s++|\s?[|\n\x0b:]\s?")
"""What stands between a person and what a page is about: "Ada Brandt | List of publications"."""


@dataclass(slots=True)
class Section:
    """A stretch of the document under one chain of headings."""

    headings: tuple[Heading, ...]
    blocks: list[Block] = field(default_factory=list)

    @property
    def role(self) -> str:
        """The role of the innermost heading that says one; years, venues and topics inherit."""
        return next((h.role for h in reversed(self.headings) if h.role != NEUTRAL), NEUTRAL)

    @property
    def title(self) -> str:
        """The innermost heading's text."""
        return self.headings[-1].text if self.headings else ""

    def latest(self, attribute: str) -> object:
        """The innermost heading's non-empty value of an attribute (``year``, ``venue``, ``kind``, ``status``), or None."""
        return next((v for h in reversed(self.headings) if (v := getattr(h, attribute))), None)


@dataclass(slots=True)
class Item:
    """One candidate publication: its text, where it stands, its section, and ``list_key``, equal for items of one list.

    ``aside`` says why a text is none where the page itself says it: navigation, footers, abstracts.
    """

    text: StyledText
    span: Span
    section: Section
    list_key: str
    hidden: bool = False
    struck: bool = False
    label: str = ""
    aside: str = ""


def find_items(document: Document, vocabulary: Vocabulary) -> list[Item]:
    """All candidate items of a document in reading order; nothing is judged yet beyond headings and layout."""
    items: list[Item] = []
    sections = find_sections(document, vocabulary)
    spanning = _spanning_boxes(sections)
    for number, section in enumerate(sections):
        items.extend(_section_items(section, number, spanning))
    return items


def _spanning_boxes(sections: list[Section]) -> set[str]:
    """The containers that hold more than one section: none of them is an item, however little of it one section has."""
    counts: Counter[str] = Counter()
    for section in sections:
        counts.update({step for block in section.blocks if not block.hidden for step in block.path})
    return {step for step, count in counts.items() if count > 1}


# --- sections ------------------------------------------------------------------------------------------------------


def find_sections(document: Document, vocabulary: Vocabulary) -> list[Section]:
    """Cut a document at its headings, real ones and bare lines that can be nothing else."""
    blocks = split_lines(document, vocabulary)
    real = sum(b.kind == "heading" and not b.hidden for b in blocks)
    stack = _title_heading(document)
    sections = [Section(tuple(stack))]
    for index, block in enumerate(blocks):
        heading = _heading(block, blocks, index, bool(real))
        if heading is None:
            if block.kind != "rule":
                sections[-1].blocks.append(block)
            continue
        keep = [h for h in stack if h.level < heading.level]
        if heading.role == NEUTRAL and (heading.year or heading.venue):
            # a year or a venue as heading never ends the list it stands in, whatever its level
            keep = [h for h in stack if not (h.year or h.venue) and (h.level < heading.level or h.role == PUBLICATIONS)]
        if heading.role == OTHER and not is_exact_heading(heading.text) and any(h.role == PUBLICATIONS for h in keep):
            heading = replace(heading, role=NEUTRAL)  # a topic of the list, such as "Training and Serving"
        if heading.weak and any(h.role == OTHER for h in keep):
            heading = replace(heading, role=NEUTRAL)  # "Research" under "Funding"
        stack = [*keep, heading]
        sections.append(Section(tuple(stack)))
    return [s for s in sections if s.blocks]


def _title_heading(document: Document) -> list[Heading]:
    """The document's title as the highest heading where it, or a part of it, announces publications and nothing else."""
    title = dict(document.meta).get("title", "").strip().strip("\"'")
    for part in (title, *_TITLE_BARS.split(title)):
        if part and is_exact_heading(part):
            heading = read_heading(part, 0)
            return [heading] if heading.role == PUBLICATIONS and not heading.weak else []
    return []


def _heading(block: Block, blocks: list[Block], index: int, real: bool) -> Heading | None:
    if block.hidden:
        return None
    text = block.text.strip()
    if block.kind == "heading":
        return read_heading(text, block.level) if text else None
    if block.kind != "paragraph" or not text or len(text) > 90 or block.marker or _in_item(block):
        return None
    styled = StyledText.of(block.runs)
    emphasised = styled.share(0, len(styled.text), Style.BOLD | Style.UNDERLINE) > 0.9 or "heading" in block.hint
    one_line = SOFT_BREAK not in text and HARD_BREAK not in text
    if not one_line:
        return None
    if is_exact_heading(text):
        return read_heading(text, 7 if real else 5)
    heading = read_heading(text, 8)
    if heading.year and not heading.venue and len(text) <= 12:
        return heading
    if emphasised and len(text.split()) <= 8 and (heading.role != NEUTRAL or heading.year) and text[-1:] not in ".,;":
        return heading
    if text.endswith(":") and len(text.split()) <= 6 and heading.role != NEUTRAL:
        return heading
    return None


def _in_item(block: Block) -> bool:
    return any(step.startswith(("li:", "tr:", "dd:")) for step in block.path[-3:]) and not any(
        step.startswith("td") for step in block.path
    )


# --- items ---------------------------------------------------------------------------------------------------------


def _section_items(section: Section, number: int, spanning: set[str]) -> list[Item]:
    groups = _grouped(section.blocks, spanning)
    items: list[Item] = []
    for key, blocks in groups:
        hidden = all(b.hidden for b in blocks)
        if hidden and not any(b.text.strip() for b in blocks):
            continue
        visible = blocks if hidden else [b for b in blocks if not b.hidden]
        kept = without_summaries(visible)
        for part in _split_by_lines(kept):
            item = _item(part, section, f"{number}/{key}", hidden)
            if item is not None:
                item.aside = aside_of(part[0])
                items.append(item)
        for block in visible:
            if block not in kept and (item := _item([block], section, f"{number}/{key}/abstracts", hidden)):
                item.aside = "is an abstract"
                items.append(item)
    return items


def _grouped(blocks: list[Block], spanning: set[str]) -> list[tuple[str, list[Block]]]:
    """Blocks in groups of one item each, every group with the key of its list."""
    sizes = {
        step: size
        for step, size in _container_sizes(blocks).items()
        if step not in spanning or step.partition(":")[0] not in _BOXES
    }
    for step in _lists_of_paragraphs(blocks):
        sizes.pop(step, None)
    siblings = _sibling_boxes(blocks, sizes)
    second_rows = rows_that_go_on(blocks)
    groups: list[tuple[str, list[Block]]] = []
    current = ""
    for block in blocks:
        container, list_key = _item_container(block, sizes, siblings)
        container = second_rows.get(container, container)
        if block.hidden and not container and current:
            groups.insert(len(groups) - 1, (list_key, [block]))  # a comment inside an item parts it not
            continue
        if container and container == current and groups:
            groups[-1][1].append(block)
        else:
            groups.append((list_key, [block]))
        current = container
    return with_buttons(groups)


def _lists_of_paragraphs(blocks: Iterable[Block]) -> set[str]:
    """The boxes in which every paragraph is an item: two of them at least, and most, are long and say a year."""
    whole: Counter[str] = Counter()
    all_: Counter[str] = Counter()
    for block in blocks:
        if block.hidden:
            continue
        boxes = [step for step in block.path if step.partition(":")[0] in _BOXES]
        all_.update(boxes)
        if len(block.text) >= SHORTEST_WHOLE and block.hint != ABSTRACT and _WHOLE.match(block.text):
            whole.update(boxes)
    return {step for step, count in whole.items() if count > 1 and count >= MOST_WHOLE * all_[step]}


def _container_sizes(blocks: Iterable[Block]) -> dict[str, tuple[int, int, int]]:
    """For every container: its number of blocks, of characters, and of list items or rows directly or deeper inside."""
    counts: Counter[str] = Counter()
    characters: Counter[str] = Counter()
    inner: dict[str, set[str]] = {}
    for block in blocks:
        if block.hidden:
            continue
        for depth, step in enumerate(block.path):
            counts[step] += 1
            characters[step] += len(block.text)
            for deeper in block.path[depth + 1 :]:
                if deeper.startswith(("li:", "tr:")):
                    inner.setdefault(step, set()).add(deeper)
    return {step: (counts[step], characters[step], len(inner.get(step, ()))) for step in counts}


def _item_container(block: Block, sizes: dict[str, tuple[int, int, int]], siblings: Counter[str]) -> tuple[str, str]:
    """The container that is one item around a block, and the key of the list it is in."""
    parent = "body"
    lonely = ("", "")
    for index, step in enumerate(block.path):
        kind = step.partition(":")[0]
        count, characters, inner = sizes.get(step, (0, 0, 0))
        if kind in ("li", "dd") and (
            inner == 0 or (inner < 8 and characters < MAX_ITEM_TEXT and not _is_category(step, block, sizes))
        ):
            return step, parent
        if kind == "tr" and inner == 0 and count <= MAX_ROW_BLOCKS and characters < MAX_ITEM_TEXT:
            return step, parent
        if kind in _BOXES and inner == 0 and 2 <= count <= 8 and characters < MAX_BOX_TEXT:
            above = block.path[index - 1] if index else ""
            if siblings[above] > 1:
                return step, parent
            lonely = (step, parent)  # an only child: a wrapper, if there are boxes inside it
        if kind in ("ul", "ol", "table", "dl", "div", "section", "tbody", "td"):
            parent = step
    return lonely if lonely[0] else ("", parent)


def _sibling_boxes(blocks: Iterable[Block], sizes: dict[str, tuple[int, int, int]]) -> Counter[str]:
    """For every container: how many boxes of the size of an item it holds directly."""
    boxes = {
        (block.path[index - 1] if index else "", step)
        for block in blocks
        for index, step in enumerate(block.path)
        if step.partition(":")[0] in _BOXES
        and 2 <= sizes.get(step, (0, 0, 0))[0] <= 8
        and sizes[step][1] < MAX_BOX_TEXT
    }
    return Counter(above for above, _ in boxes)


def _is_category(step: str, block: Block, sizes: dict[str, tuple[int, int, int]]) -> bool:
    """Whether a list item only groups others: most of its text stands in nested items, several of them long."""
    count, characters, inner = sizes.get(step, (0, 0, 0))
    if inner == 0:
        return False
    return characters / inner > 90 and count >= inner


def _split_by_lines(blocks: list[Block]) -> list[list[Block]]:
    """One block whose hard-broken lines are complete items each becomes several."""
    if len(blocks) != 1:
        return [blocks]
    block = blocks[0]
    lines = _hard_lines(block)
    if len(lines) < 3:
        return [blocks]
    complete = [line for line in lines if len(line.text) > 70 and re.search(r"(?:19|20)\d\d", line.text)]
    if len(complete) >= max(3, 0.8 * len(lines)):
        return [[line] for line in lines]
    return [blocks]


def _hard_lines(block: Block) -> list[Block]:
    lines: list[list[Run]] = [[]]
    for run in block.runs:
        offset = 0
        exact = len(run.text) == len(run.span)
        for piece in re.split(f"({HARD_BREAK})", run.text):
            if piece == HARD_BREAK:
                lines.append([])
            elif piece:
                span = Span(run.span.start + offset, run.span.start + offset + len(piece)) if exact else run.span
                lines[-1].append(Run(piece, span, run.style, run.href))
            offset += len(piece)
    found: list[Block] = []
    for runs in lines:
        if any(r.text.strip() for r in runs):
            span = Span(runs[0].span.start, runs[-1].span.end)
            found.append(
                Block(
                    block.kind,
                    tuple(runs),
                    span,
                    block.level,
                    block.marker if not found else "",
                    block.path,
                    block.hidden,
                    block.hint,
                )
            )
    return found


def _item(blocks: list[Block], section: Section, key: str, hidden: bool) -> Item | None:
    runs: list[Run] = []
    for block in blocks:
        if block.kind == "code":
            continue
        if runs:
            runs.append(Run(HARD_BREAK, Span(runs[-1].span.end, runs[-1].span.end)))
        runs.extend(title_runs(block))
    if not runs:
        return None
    kept = [run for run in runs if not run.style & Style.STRIKE]
    struck = not any(run.text.strip() for run in kept)
    text = StyledText.of(runs if struck else kept, blocks[0].marker, blocks[0].hint)
    label = ""
    match = _INDEX_MARKER.match(text.text)
    if match and len(text.text) > match.end() + 20:
        label = match.group().strip()
        text = text.cut(match.end(), len(text.text))
    if not text.text.strip():
        return None
    span = Span(min(b.span.start for b in blocks), max(b.span.end for b in blocks))
    return Item(text, span, section, key, hidden, struck, label)


__all__ = ["NEUTRAL", "OTHER", "PUBLICATIONS", "Item", "Section", "find_items", "find_sections"]
