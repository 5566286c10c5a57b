"""Headings that are publications: the title with names or a venue below it, or the whole reference with its abstract below."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import takewhile

from citekit.documents.model import HARD_BREAK, Block, Run, Style
from citekit.publications.headings import NEUTRAL, PUBLICATIONS, read_heading
from citekit.publications.hints import ABSTRACT, without_summaries
from citekit.publications.parts.authors import NameRun, name_run
from citekit.publications.styled import StyledText
from citekit.publications.tokens import tokenize
from citekit.publications.vocabulary import Vocabulary
from citekit.span import Span
from citekit.works.venues import looks_like_venue

LONGEST_BODY = 2000
"""Characters of the paragraphs under a heading that is a title, at most."""
MOST_VENUE = 300
"""Characters of a paragraph that gives the venue under a heading, at most."""
FEWEST_OF_PROSE = 14
"""Words of a paragraph of running text, at least."""
SHORTEST_REFERENCE = 40
"""Characters of a heading that is a whole reference, at least."""
SEVERAL = 3
"""Headings of one level that are whole references whatever the others are."""
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_NUMBER = re.compile(r"\s*(?:\[\d{1,3}\]|\d{1,3}[.)])\s+")
_WITH = re.compile(r"(?:^|[\n\x0b])\s{0,9}\(?(?:joint )?with [A-Z]")


def headed_items(blocks: list[Block], vocabulary: Vocabulary) -> list[Block]:
    """Headings that are the titles of publications ("### Title", authors and venue below) become the first line of the item.

    All headings of one level count together: at least two of them, and most of them, must be titles with names or a
    venue below, or whole references. What stands below a whole reference is its abstract.
    """
    titles: set[int] = set()
    references: set[int] = set()
    bodies = _bodies(blocks)
    for level in {blocks[i].level for i in bodies}:
        mine = [i for i in bodies if blocks[i].level == level]
        if not level:
            titles.update(_bold_titles(blocks, mine, bodies, vocabulary))
            continue
        whole = [i for i in mine if _is_reference(blocks[i], vocabulary)]
        if len(whole) >= SEVERAL or (len(whole) > 1 and len(whole) >= 0.6 * len(mine)):
            references.update(whole)
            continue
        below = {i: [blocks[k] for k in _lines_below(blocks, bodies[i])] for i in mine}
        found = [i for i in mine if _is_title(blocks[i]) and _read_below(below[i], vocabulary)]
        enough = 1 if found == mine and _announced(blocks, mine[0]) else 2
        if len(found) >= enough and len(found) >= 0.6 * len([i for i in mine if bodies[i]]):
            titles.update(found)
    result: list[Block] = []
    skip = -1
    for index, block in enumerate(blocks):
        if index <= skip:
            continue
        if index in titles:
            below_it = _lines_below(blocks, bodies[index])
            skip = below_it[-1]
            result.extend(_title_item(block, [blocks[k] for k in below_it if not blocks[k].hidden]))
        elif index in references:
            skip = bodies[index][-1] if bodies[index] else index
            result.append(replace(block, kind="paragraph", level=0))
            result.extend(replace(blocks[k], hint=ABSTRACT) for k in bodies[index])
        else:
            result.append(block)
    return result


def _bold_titles(
    blocks: list[Block], mine: list[int], bodies: dict[int, list[int]], vocabulary: Vocabulary
) -> list[int]:
    """The bold paragraphs that are titles, where most of them have names in the paragraph below."""
    found = [
        i
        for i in mine
        if _is_title(blocks[i])
        and bodies[i]
        and any(len(run.names) > 1 for run in _good_runs(blocks[bodies[i][0]], vocabulary))
    ]
    return found if len(found) > 1 and len(found) >= 0.6 * len(mine) else []


def _announced(blocks: list[Block], index: int) -> bool:
    """Whether the heading above a heading announces publications."""
    above = (b for b in reversed(blocks[:index]) if b.kind == "heading" and b.level < blocks[index].level)
    heading = next(above, None)
    return heading is not None and read_heading(heading.text, heading.level).role == PUBLICATIONS


def _bodies(blocks: list[Block]) -> dict[int, list[int]]:
    """For every heading, and every bold paragraph that stands like one, the paragraphs that follow it directly in its container."""
    heads = {i for i, block in enumerate(blocks) if not block.hidden and (block.kind == "heading" or _is_bold(block))}
    bodies: dict[int, list[int]] = {}
    for index in sorted(heads):
        path, bold = blocks[index].path, blocks[index].kind != "heading"
        end = index + 1
        while (
            end < len(blocks)
            and blocks[end].kind == "paragraph"
            and blocks[end].path[: len(path)] == path
            and not (bold and end in heads)
        ):
            end += 1
        bodies[index] = list(range(index + 1, end))
    return bodies


def _is_bold(block: Block) -> bool:
    """Whether a paragraph outside of lists and tables is one bold line."""
    return (
        block.kind == "paragraph"
        and not block.marker
        and not any(step.startswith(("li:", "tr:", "dd:")) for step in block.path)
        and "\n" not in block.text
        and HARD_BREAK not in block.text
        and all(Style.BOLD in run.style for run in block.runs if run.text.strip(" .,;"))
    )


def _lines_below(blocks: list[Block], body: list[int]) -> list[int]:
    """The paragraphs below a title up to the first list item; all of them where the first one is in a list."""
    leading = list(takewhile(lambda k: not blocks[k].marker, body))
    return leading or body


def _title_item(heading: Block, body: list[Block]) -> list[Block]:
    bold = tuple(Run(r.text, r.span, r.style | Style.BOLD, r.href) for r in heading.runs)
    title = Block("paragraph", bold, heading.span, path=heading.path, hint=heading.hint)
    kept = [
        block
        for block in without_summaries([title, *body])
        if block is title or block is body[0] or not _is_prose(block)
    ]
    rest = [replace(block, hint=ABSTRACT) if _is_prose(block) else block for block in body if block not in kept]
    return [merged(kept), *rest]


def _is_prose(block: Block) -> bool:
    """Whether a paragraph is running text and gives no part of a reference."""
    words = block.text.split()
    small = sum(word[:1].islower() for word in words)
    return len(words) >= FEWEST_OF_PROSE and small >= 0.6 * len(words) and not _YEAR.search(block.text)


def _is_title(block: Block) -> bool:
    heading = read_heading(block.text, block.level)
    return heading.role == NEUTRAL and not heading.year and not heading.venue and len(block.text.split()) > 2


def _is_reference(block: Block, vocabulary: Vocabulary) -> bool:
    """Whether a heading begins with names, goes on behind them and says a year."""
    text = block.text
    if len(text) < SHORTEST_REFERENCE or not _YEAR.search(text):
        return False
    return any(run.end < 0.7 * len(text) for run in _good_runs(block, vocabulary))


def _read_below(body: list[Block], vocabulary: Vocabulary) -> bool:
    """Whether the paragraphs under a heading are short and begin with a run of names, or with the venue and "with" names."""
    body = [b for b in body if not b.hidden]
    if not body or len(body) > 6 or sum(len(b.text) for b in body) > LONGEST_BODY or any(b.marker for b in body):
        return False
    if _good_runs(body[0], vocabulary):
        return True
    text = body[0].text
    return (len(text) <= MOST_VENUE and _YEAR.search(text) is not None and _WITH.search(text) is not None) or (
        len(text) <= MOST_VENUE / 2 and _YEAR.search(text) is not None and looks_like_venue(text) >= 0.6
    )


def _good_runs(block: Block, vocabulary: Vocabulary) -> list[NameRun]:
    """The runs of names that a block begins with and that are good ones."""
    styled = StyledText.of(block.runs)
    number = _NUMBER.match(styled.text)
    styled = styled.cut(number.end(), len(styled.text)) if number else styled
    tokens = tokenize(styled)
    runs = name_run(styled, tokens, 0, vocabulary) if tokens else []
    return [run for run in runs if run.score >= 0.75 * len(run.names) and (len(run.names) > 1 or run.score > 1.0)]


def merged(blocks: list[Block]) -> Block:
    """Several blocks as the lines of one paragraph."""
    runs: list[Run] = []
    for block in blocks:
        if runs:
            runs.append(Run(HARD_BREAK, Span(runs[-1].span.end, runs[-1].span.end)))
        runs.extend(block.runs)
    span = Span(blocks[0].span.start, blocks[-1].span.end)
    return Block("paragraph", tuple(runs), span, path=blocks[0].path, hint="item")
