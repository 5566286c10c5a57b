"""Plain text: one entry a line, no formatting at all."""

from __future__ import annotations

from citekit.csl.output import BREAKS, UNSEEN, displayed, lay_out
from citekit.csl.processor import Rendered
from citekit.csl.tree import Inline, lowered, raised, write
from citekit.runtime import patterns as re

NAME = "text"
SUFFIXES = (".txt",)

# Spaces of a block next to those of the text before it.
_BLANKS = re.compile(r"(?<![ \n]) {2,}(?! )")
_UNSEEN = dict.fromkeys((*UNSEEN, *range(128, 160)))


def inline(content: tuple[Inline, ...]) -> str:
    """Return the letters alone; blocks (``display``) are set off by a space, control characters are left out."""

    def wrap(kind: str, value: str, inner: str) -> str:
        if value == "sup":
            return raised(inner)
        if value == "sub":
            return lowered(inner)
        if kind == "link" and inner.isalpha():
            return f"{inner}: {_escape(value)}"  # a word that is the text of a link means nothing without its URL
        return displayed(value, inner, "\n    ") if kind == "display" else inner

    return _BLANKS.sub(" ", write(content, _escape, wrap)).strip()


def bibliography(rendered: Rendered) -> str:
    """Return an entry a line."""
    return lay_out(rendered, inline, _escape)


def _escape(text: str) -> str:
    return text.translate(_UNSEEN).translate(BREAKS)
