"""Pandoc's Markdown: that of :mod:`citekit.csl.output.markdown` with Pandoc's own marks, ``^2^``, ``~2~``, ``[X]{.smallcaps}``.

Source: the Pandoc manual, "Superscripts and subscripts" (spaces within them are escaped) and "Bracketed spans". Pandoc
drops the tags of HTML where it writes PDF or Word.
"""

from __future__ import annotations

from citekit.csl.output import escape_markdown, inline_markdown, lay_out, marks
from citekit.csl.processor import Rendered
from citekit.csl.tree import Inline

NAME = "pandoc"
SUFFIXES = ()

_MARKS = marks(NAME)
_RAISED = {" ": "\\ "}  # a superscript ends at a space unless that is escaped


def inline(content: tuple[Inline, ...]) -> str:
    """Output as Pandoc's Markdown; its special characters are escaped."""
    return inline_markdown(content, _MARKS, _RAISED)


def bibliography(rendered: Rendered) -> str:
    """Return a paragraph per entry."""
    return lay_out(rendered, inline, escape_markdown, heading="## %s\n", between="\n")
