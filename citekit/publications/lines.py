"""Lines of a document that has lost its layout: which belong to one item, and names glued to the next title.

Rendered pages and PDF text give one part of an item a line (title, venue, authors). The parts recur in a fixed cycle;
this module finds the cycle and joins its lines into one block each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from citekit.documents.model import HARD_BREAK, SOFT_BREAK, Block, Document, Run
from citekit.publications.headed import headed_items, merged
from citekit.publications.headings import is_exact_heading
from citekit.publications.parts.authors import name_run
from citekit.publications.styled import StyledText
from citekit.publications.tokens import tokenize
from citekit.publications.vocabulary import Vocabulary
from citekit.span import Span
from citekit.works.venues import looks_like_venue

_GLUED = re.compile(
    r"(?<![^\W\d_])(?:[^\W\d_]\.\s?|[^\W\d_]+\s)(?P<family>[^\W\d_a-z][^\W\d_A-Z]+)(?P<next>[A-Z\d]\S*)"
)
_FAMILY = re.compile(r"(?<!\w)(?:[A-Z]\.[ -]?){1,6}([A-Z][a-z]+)(?![\w])|(?<!\w)[A-Z][a-z]+ ([A-Z][a-z]+)(?=[,.;\s]|$)")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|['’]\d\d(?!\d)")
_LEGEND = re.compile(r"^\s*[(\[*†‡#]")
LONGEST_LINE = 2000
"""Characters of a line of a list, at most."""


def split_lines(document: Document, vocabulary: Vocabulary) -> list[Block]:
    """The document's blocks with every line of an unwrapped text on its own and cycles of lines joined to items."""
    blocks: list[Block] = []
    wrapped = _is_wrapped(document)
    for block in document.blocks:
        if (
            block.kind == "paragraph"
            and not wrapped
            and SOFT_BREAK in block.text
            and _loose(block)
            and document.format == "text"
        ):
            blocks.extend(_lines(block))
        else:
            blocks.append(block)
    if document.format == "text":
        families = _families(block.text for block in blocks)
        blocks = [piece for block in blocks for piece in _unglued(block, families)]
    return _joined(headed_items(blocks, vocabulary), vocabulary)


def _loose(block: Block) -> bool:
    return not block.marker and not block.hidden and not any(step.startswith(("li:", "tr:")) for step in block.path)


def _is_wrapped(document: Document) -> bool:
    """Whether the line ends inside paragraphs come from wrapping at a column: most full lines are about equally long."""
    lengths: list[int] = []
    for block in document.blocks:
        if block.kind == "paragraph" and SOFT_BREAK in block.text:
            lengths.extend(len(line) for line in block.text.split(SOFT_BREAK)[:-1])
    if len(lengths) < 3:
        return False
    lengths.sort()
    high = lengths[int(len(lengths) * 0.9)]
    near = sum(1 for n in lengths if high * 0.72 <= n <= high * 1.1)
    return high <= 130 and near >= 0.6 * len(lengths)


def _lines(block: Block) -> list[Block]:
    lines: list[list[Run]] = [[]]
    for run in block.runs:
        offset = 0
        exact = len(run.text) == len(run.span)
        for piece in re.split(f"({SOFT_BREAK}|{HARD_BREAK})", run.text):
            if piece in (SOFT_BREAK, HARD_BREAK):
                lines.append([])
            elif piece:
                span = Span(run.span.start + offset, run.span.start + offset + len(piece)) if exact else run.span
                lines[-1].append(Run(piece, span, run.style, run.href))
            offset += len(piece)
    return [
        Block("paragraph", tuple(runs), Span(runs[0].span.start, runs[-1].span.end), path=block.path, hint=block.hint)
        for runs in lines
        if any(run.text.strip() for run in runs)
    ]


def _families(texts: Iterable[str]) -> set[str]:
    found: set[str] = set()
    for text in texts:
        for match in _FAMILY.finditer(text):
            found.add(match[1] or match[2])
    return found


def _unglued(block: Block, families: set[str]) -> list[Block]:
    """A line whose last author is glued to the next title ("E. YonekiCuAsmRL: …"), cut where a known family name ends."""
    if block.kind != "paragraph" or len(block.text) > LONGEST_LINE:  # no line of a list is longer
        return [block]
    for index, run in enumerate(block.runs):
        if len(run.text) != len(run.span):
            continue
        for match in _GLUED.finditer(run.text):
            family = _known_prefix(match["family"], families)
            at = match.start("family") + len(family)
            if family and match["family"] + match["next"] not in families:
                left = Run(run.text[:at], Span(run.span.start, run.span.start + at), run.style, run.href)
                right = Run(run.text[at:], Span(run.span.start + at, run.span.end), run.style, run.href)
                first = (*block.runs[:index], left)
                rest = (right, *block.runs[index + 1 :])
                head = Block(
                    block.kind,
                    first,
                    Span(block.span.start, left.span.end),
                    block.level,
                    block.marker,
                    block.path,
                    block.hidden,
                    block.hint,
                )
                tail = Block(
                    block.kind,
                    rest,
                    Span(right.span.start, block.span.end),
                    block.level,
                    "",
                    block.path,
                    block.hidden,
                    block.hint,
                )
                return [head, *_unglued(tail, families)] if len(right.text) < len(run.text) else [head, tail]
    return [block]


def _known_prefix(word: str, families: set[str]) -> str:
    """The longest known family name that a word begins with, or empty."""
    return next((word[:n] for n in range(len(word), 2, -1) if word[:n] in families), "")


# --- cycles --------------------------------------------------------------------------------------------------------


def _joined(blocks: list[Block], vocabulary: Vocabulary) -> list[Block]:
    result: list[Block] = []
    stretch: list[Block] = []
    for block in blocks:
        if block.kind == "paragraph" and _loose(block) and not (_one_line(block) and is_exact_heading(block.text)):
            stretch.append(block)
            continue
        result.extend(_join_stretch(stretch, vocabulary))
        stretch = []
        result.append(block)
    result.extend(_join_stretch(stretch, vocabulary))
    return result


def _one_line(block: Block) -> bool:
    return SOFT_BREAK not in block.text and HARD_BREAK not in block.text


def _join_stretch(stretch: list[Block], vocabulary: Vocabulary) -> list[Block]:
    """Join the lines of each cycle; a stretch without at least two lines of nothing but names stays as it is."""
    if len(stretch) < 4:
        return stretch
    kinds = [line_kind(block, vocabulary) for block in stretch]
    if kinds.count("A") < 2:
        return stretch
    groups: list[list[int]] = []
    present: set[str] = set()
    for index, kind in enumerate(kinds):
        if not groups or kind in present or kind == "P" or (groups and kinds[groups[-1][0]] == "P"):
            groups.append([])
            present = set()
        groups[-1].append(index)
        present.add(kind)
    whole = [g for g in groups if len(g) > 1 and any(kinds[i] == "A" for i in g)]
    if len(whole) < 2:
        return stretch
    result: list[Block] = []
    for position, group in enumerate(groups):
        if len(group) > 1:
            result.append(merged([stretch[i] for i in group]))
            continue
        block = stretch[group[0]]
        before_item = position + 1 < len(groups) and len(groups[position + 1]) > 1
        if (
            before_item
            and _one_line(block)
            and kinds[group[0]] == "T"
            and len(block.text.split()) <= 8
            and not _LEGEND.match(block.text)
        ):
            block = Block("heading", block.runs, block.span, 8, "", block.path, block.hidden, block.hint)
        result.append(block)
    return result


def line_kind(block: Block, vocabulary: Vocabulary) -> str:
    """``A`` a line of nothing but names, ``V`` a venue or date, ``P`` long prose, ``T`` anything else."""
    styled = StyledText.of(block.runs)
    text = styled.text
    tokens = tokenize(styled)
    if not tokens:
        return "P"
    runs = name_run(styled, tokens, 0, vocabulary)
    for run in runs:
        rest = text[run.end :].strip(" .,;*()")
        if run.score >= 0.75 * len(run.names) and len(rest) <= 3 and (len(run.names) > 1 or run.score > 1.0):
            return "A"
    if len(text) > 420:
        return "P"
    score = looks_like_venue(text.strip(" ."))
    if score >= 0.6 or (len(text) < 60 and _YEAR.search(text) and score > 0.2):
        return "V"
    return "T"
