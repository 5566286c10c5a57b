"""Markdown as the tokens of markdown-it-py, which is imported when the first text is read: that takes its time."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from markdown_it.token import Token as Token  # noqa: PLC0414 - this is how it is given on

    from citekit.markup.markdown.parser import PlacedMarkdown


@cache
def _parser() -> PlacedMarkdown:
    from citekit.markup.markdown.parser import PlacedMarkdown

    return PlacedMarkdown()


def block_tokens(text: str, env: dict[str, Any]) -> list[Token]:
    """The tokens of blocks; ``env`` takes the definitions of links. Lines end with a line feed."""
    tokens: list[Token] = []
    parser = _parser()
    parser.block.parse(text, parser, env, tokens)
    return tokens


def inline_tokens(text: str, env: dict[str, Any]) -> list[Token]:
    """The tokens of inline text, each with its place in ``meta["at"]``."""
    parser = _parser()
    return parser.inline.parse(text, parser, env, [])
