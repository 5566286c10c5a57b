"""Markdown (CommonMark): emphasis, links, and HTML tags for what Markdown has no mark for.

A blank line between entries.
"""

from __future__ import annotations

from citekit.csl.output import escape_markdown, inline_markdown, lay_out, marks
from citekit.csl.processor import Rendered
from citekit.csl.tree import Inline

NAME = "markdown"
SUFFIXES = (".md",)

_MARKS = marks(NAME)


def inline(content: tuple[Inline, ...]) -> str:
    """Output as Markdown; its special characters are escaped, and a number or dash at the start makes no list."""
    return inline_markdown(content, _MARKS)


def bibliography(rendered: Rendered) -> str:
    """Return a paragraph per entry."""
    return lay_out(rendered, inline, escape_markdown, heading="## %s\n", between="\n")
