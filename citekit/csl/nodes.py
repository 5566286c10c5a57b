"""What evaluation makes: strings and marked-up groups of them, before punctuation and quotation marks are settled.

A list is a sequence without meaning of its own. :func:`citekit.csl.finish.finish` turns nodes into the output tree.
"""

from __future__ import annotations

from typing import NamedTuple


class Styled(NamedTuple):
    """Content under one formatting attribute of a style, such as ``("font-style", "italic")``."""

    attribute: str
    value: str
    content: Node


class Tagged(NamedTuple):
    """Content that a tag in a field formats: ``i``, ``b``, ``sc``, ``sup``, ``sub``, ``nocase`` or ``nodecor``.

    ``sign`` is a reference mark, through which punctuation marks meet as if it was not there.
    """

    tag: str
    content: Node


class Quoted(NamedTuple):
    """Content in quotation marks; ``mark`` is the opening mark as typed, or empty where the style asks for quotes."""

    mark: str
    content: Node


class Rich(NamedTuple):
    """A piece of somebody's text: its parts were typed side by side, so no punctuation between them is touched."""

    content: Node


class Formula(NamedTuple):
    """A formula: ``tex`` is its LaTeX without dollar signs, ``content`` what it prints."""

    tex: str
    content: Node


class Displayed(NamedTuple):
    """Content that stands as a block: ``block``, ``left-margin``, ``right-inline``, ``indent``."""

    display: str
    content: Node


class Linked(NamedTuple):
    """Content that refers to an address."""

    target: str
    content: Node


Node = str | list["Node"] | Styled | Tagged | Quoted | Rich | Formula | Displayed | Linked


def plain(node: Node) -> str:
    """The letters of a node, without marks; quotation marks are left out."""
    if type(node) is str:
        return node
    pieces: list[str] = []
    stack: list[Node] = [node]
    while stack:
        here = stack.pop()
        if isinstance(here, str):
            pieces.append(here)
        elif isinstance(here, list):
            stack.extend(reversed(here))
        else:
            stack.append(here.content)
    return "".join(pieces)
