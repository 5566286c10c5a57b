"""Lines of links below a publication: "[PDF] [arXiv]" in a paragraph of its own."""

from __future__ import annotations

import re
from dataclasses import replace

from citekit.documents.model import Block
from citekit.publications.hints import ABSTRACT
from citekit.publications.parts.links import label_field

MOST_BESIDE = 2
"""Words beside the links in a line of links, at most."""
_ABSTRACT = re.compile(r"\W{0,3}(?:abstract|summary)\b", re.IGNORECASE)
_TARGET = re.compile(r"arxiv\.org/(?:abs|pdf)/|doi\.org/10\.")
_ARXIV = re.compile(r"\s*(?:arXiv:)?(?:\d{4}\.\d{4,5}|[a-z-]+/\d{7})")
_WORDS = re.compile(r"[^\W\d_]{2,}")


def with_buttons(groups: list[tuple[str, list[Block]]]) -> list[tuple[str, list[Block]]]:
    """The groups, those that are nothing but links to a paper joined to the item before them, where a list has several."""
    rows = {i for i, (_, blocks) in enumerate(groups) if _are_buttons(blocks)}
    if len(rows) < 2:
        return groups
    found: list[tuple[str, list[Block]]] = []
    item = -1
    for index, (key, blocks) in enumerate(groups):
        if index in rows and item >= 0:
            found[item][1].extend(_links_only(block) for block in blocks)
            item = -1
            continue
        found.append((key, blocks))
        if not all(b.hidden or b.hint == ABSTRACT or _ABSTRACT.match(b.text) for b in blocks):
            item = len(found) - 1
    return found


def _links_only(block: Block) -> Block:
    """A line of links without the words beside them."""
    return replace(block, runs=tuple(run for run in block.runs if run.href or not _WORDS.search(run.text)))


def _are_buttons(blocks: list[Block]) -> bool:
    """Whether blocks give a preprint or a DOI in links that are labelled as such and hardly say anything beside them."""
    runs = [run for block in blocks for run in block.runs if not block.hidden]
    if any(b.marker for b in blocks) or not any(_TARGET.search(run.href) for run in runs):
        return False
    beside = " ".join(run.text for run in runs if not run.href)
    linked = [run.text for run in runs if run.href and run.text.strip()]
    return len(_WORDS.findall(beside)) <= MOST_BESIDE and all(
        label_field(label) or _TARGET.search(label) or _ARXIV.match(label) for label in linked
    )
