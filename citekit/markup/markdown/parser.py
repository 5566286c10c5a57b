"""Markdown as markdown-it-py reads it, with places.

markdown-it-py gives the lines of blocks and no places of inline text; the two states of it that are subclassed here state
them. Its rules for lists, quotes, fences, paragraphs, emphasis, links and images are used as they are. Import this module
when the first text is read: that takes its time.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token as Token  # noqa: PLC0414 - readers of Markdown take it from here

from citekit.markup.markdown.block import PlacedBlockParser
from citekit.markup.markdown.inline import PlacedParser

# by hand: levels of blocks and inline markup; the preset of markdown-it has 20
_DEEPEST = 64


class PlacedMarkdown(MarkdownIt):
    """The parser with our rules; targets of links stay as they are written."""

    def __init__(self) -> None:
        super().__init__("commonmark", {"maxNesting": _DEEPEST})
        self.block, self.inline = PlacedBlockParser(), PlacedParser()
        self.inline.ruler.disable("linkify")
        self.inline.ruler2.disable("fragments_join")

    def validateLink(self, url: str) -> bool:  # noqa: N802 - the library's names
        """Every target is taken: nothing is put into a page here."""
        return True

    def normalizeLink(self, url: str) -> str:  # noqa: N802
        """Return the target as it is written."""
        return url

    def normalizeLinkText(self, link: str) -> str:  # noqa: N802
        """Return the address as it is written."""
        return link


@cache
def _parser() -> PlacedMarkdown:
    return PlacedMarkdown()


def block_tokens(text: str, env: dict[str, Any]) -> list[Token]:
    """Return the tokens of blocks; ``env`` takes the definitions of links. Lines end with a line feed."""
    tokens: list[Token] = []
    parser = _parser()
    parser.block.parse(text, parser, env, tokens)
    return tokens


def inline_tokens(text: str, env: dict[str, Any]) -> list[Token]:
    """Return the tokens of inline text, each with its place in ``meta["at"]``."""
    parser = _parser()
    return parser.inline.parse(text, parser, env, [])
