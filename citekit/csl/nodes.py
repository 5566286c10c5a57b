"""What evaluation makes: strings and marked-up groups of them, before punctuation and quotation marks are settled.

A list is a sequence without meaning of its own. :func:`citekit.csl.finish.finish` turns nodes into the output tree.
"""

from __future__ import annotations

from typing import NamedTuple


class Marked(NamedTuple):
    """Content that is formatted, quoted or referred to in one way.

    ``kind`` is

    - one of CSL's formatting attributes (``font-style``), with its value,
    - ``tag``, for what a tag in a field formats: ``i``, ``b``, ``sc``, ``sup``, ``sub``, ``nocase`` or ``nodecor``; also
      ``term``, and ``sign`` for a reference mark, through which punctuation marks meet as if it was not there,
    - ``quote``, with the opening mark as typed, or nothing if the style requests quotes,
    - ``rich`` for a piece of somebody's text: its parts were typed side by side, so no punctuation between them is touched,
    - ``formula``, with its LaTeX without dollar signs; the content is what it prints,
    - ``display`` for a block: ``block``, ``left-margin``, ``right-inline``, ``indent``,
    - ``link``, with an address.
    """

    kind: str
    value: str
    content: Node


Node = str | list["Node"] | Marked


def plain(node: Node) -> str:
    """Return the letters of a node, without marks; quotation marks are left out."""
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
