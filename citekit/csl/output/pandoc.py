"""Pandoc's Markdown: that of :mod:`citekit.csl.output.markdown` with Pandoc's own marks, ``^2^``, ``~2~``, ``[X]{.smallcaps}``.

Source: the Pandoc manual, "Superscripts and subscripts" (spaces within them are escaped) and "Bracketed spans". Pandoc
drops the tags of HTML where it writes PDF or Word.
"""

from __future__ import annotations

from citekit.csl.layout import around, displayed, escape_markdown, lay_out, link_markdown, marks, unlisted_markdown
from citekit.csl.processor import Rendered
from citekit.csl.tree import Inline, write

NAME = "pandoc"
SUFFIXES = ()

_MARKS = marks(NAME)


def inline(content: tuple[Inline, ...]) -> str:
    """Output as Pandoc's Markdown; its special characters are escaped."""
    return unlisted_markdown(write(content, escape_markdown, _wrap).strip(" "))


def bibliography(rendered: Rendered) -> str:
    """Return a paragraph per entry."""
    return lay_out(rendered, inline, escape_markdown, heading="## %s\n", between="\n")


def _wrap(kind: str, value: str, inner: str) -> str:
    if kind == "display":
        return displayed(value, inner)
    if kind == "link":
        return link_markdown(inner, value)
    if value in ("sup", "sub"):
        inner = inner.replace(" ", "\\ ")  # else it would be no superscript
    return around(inner, *_MARKS.get((kind, value), ("", "")))
