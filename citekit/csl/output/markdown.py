"""Markdown (CommonMark): emphasis, links, and HTML tags for what Markdown has no mark for.

A blank line between entries.
"""

from __future__ import annotations

from citekit.csl.layout import around, displayed, escape_markdown, lay_out, link_markdown, marks, unlisted_markdown
from citekit.csl.processor import Rendered
from citekit.csl.tree import Inline, write

NAME = "markdown"
SUFFIXES = (".md",)

_MARKS = marks(NAME)


def inline(content: tuple[Inline, ...]) -> str:
    """Output as Markdown; its special characters are escaped, and a number or dash at the start makes no list."""
    return unlisted_markdown(write(content, escape_markdown, _wrap).strip(" "))


def bibliography(rendered: Rendered) -> str:
    """Return a paragraph per entry."""
    return lay_out(rendered, inline, escape_markdown, heading="## %s\n", between="\n")


def _wrap(kind: str, value: str, inner: str) -> str:
    if kind == "display":
        return displayed(value, inner)
    if kind == "link":
        return link_markdown(inner, value)
    return around(inner, *_MARKS.get((kind, value), ("", "")))
