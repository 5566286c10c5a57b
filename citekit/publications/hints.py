"""What the class names and the elements of a page say about the pieces of an item: titles, abstracts, navigation."""

from __future__ import annotations

import re
from itertools import pairwise

from citekit.documents.model import Block, Run, Style

_WORD = re.compile(r"[a-z]+")
_SUMMARIES = frozenset("abstract summary description desc excerpt tldr blurb synopsis".split())
_TITLES = frozenset("title papertitle pubtitle".split())
ABSTRACT = "abstract"
"""The hint of a block that is nothing but the abstract of the item before it."""
_LABEL = re.compile(
    r"\W*(?:show |view |read )?(?:abstract|summary|tl;?dr|zusammenfassung|résumé|resumen)\W*", re.IGNORECASE
)
LONGEST_LABEL = 30
"""Characters of the line above an abstract that says that it is one, at most."""
FEWEST_WORDS = 10
"""Words of an abstract, at least."""
_ABOUT = re.compile(
    r"\s*(?:abstract\s?[:.]\s|(?:in )?(?:this|the) (?:paper|article|chapter|work) (?!appeared|was|is (?:a|to)\b)[a-z]|we (?:show|prove|study|present|propose|introduce|develop)\b)",
    re.IGNORECASE,
)
"""How a paragraph begins that tells what a publication is about."""
_FURNITURE = ("nav:", "footer:")
_OF_AN_ITEM = ("article:", "li:", "quote:", "td:")


def without_summaries(blocks: list[Block]) -> list[Block]:
    """The blocks of an item without those that are or that the page calls its abstract; the first one is never left out."""
    return blocks[:1] + [block for before, block in pairwise(blocks) if not _is_summary(block, before)]


def _is_summary(block: Block, before: Block) -> bool:
    if len(block.text.split()) < FEWEST_WORDS:
        return False
    called = bool(block.hint) and not _SUMMARIES.isdisjoint(_words(block))
    labelled = len(before.text) <= LONGEST_LABEL and _LABEL.fullmatch(before.text) is not None
    return called or labelled or _ABOUT.match(block.text) is not None


def title_runs(block: Block) -> tuple[Run, ...]:
    """The runs of a block, in bold where the page calls it a title."""
    if not block.hint or block.kind != "paragraph" or _TITLES.isdisjoint(_words(block)) or len(block.text.split()) < 3:
        return block.runs
    return tuple(Run(run.text, run.span, run.style | Style.BOLD, run.href) for run in block.runs)


def aside_of(block: Block) -> str:
    """Why an item that begins with this block is none, in words, or the empty string."""
    if block.hint == ABSTRACT:
        return "is an abstract"
    return "stands in the navigation or the footer of the page" if _is_furniture(block) else ""


def _is_furniture(block: Block) -> bool:
    """Whether a block stands in the navigation or the footer of the page, and not in those of an item."""
    for step in block.path:
        if step.startswith(_OF_AN_ITEM):
            return False
        if step.startswith(_FURNITURE):
            return True
    return False


def _words(block: Block) -> set[str]:
    return set(_WORD.findall(block.hint.lower()))
