"""Text for a terminal: italics, bold and underlining by escape sequences; an entry a line."""

from __future__ import annotations

from citekit.csl.output import BREAKS, displayed, lay_out, marks
from citekit.csl.processor import Rendered
from citekit.csl.tree import Inline, lowered, raised, write
from citekit.text.unicode import visible

NAME = "terminal"
SUFFIXES: tuple[str, ...] = ()

_MARKS = marks(NAME)


def inline(content: tuple[Inline, ...]) -> str:
    """Output with escape sequences of its own; those that a field brings along are shown as what they are."""

    def wrap(kind: str, value: str, inner: str) -> str:
        if value == "sup":
            return raised(inner)
        if value == "sub":
            return lowered(inner)
        if kind == "link" and inner.isalpha():
            return f"{inner}: {_escape(value)}"
        if kind == "display":
            return displayed(value, inner, "\n    ")
        codes = _MARKS.get((kind, value))
        return f"\x1b[{codes[0]}m{inner}\x1b[{codes[1]}m" if codes else inner

    return write(content, _escape, wrap).strip(" ")


def bibliography(rendered: Rendered) -> str:
    """Return an entry a line."""
    return lay_out(rendered, inline, _escape, heading="\x1b[1m%s\x1b[22m\n")


def _escape(text: str) -> str:
    return visible(text.translate(BREAKS))
