"""Plain text: one entry a line, no formatting at all."""

from __future__ import annotations

from collections.abc import Sequence

from citekit.csl.layout import lay_out
from citekit.csl.processor import Entry, Rendered
from citekit.csl.tree import Inline, lowered, raised, write

NAME = "text"
SUFFIXES = (".txt",)

_UNSEEN = dict.fromkeys((*range(9), *range(14, 32), 127, *range(128, 160), *range(55296, 57344)))
_BREAKS = dict.fromkeys((9, 10, 11, 12, 13, 0x2028, 0x2029), " ")


def inline(content: tuple[Inline, ...]) -> str:
    """The letters alone; blocks (``display``) are set off by a blank, control characters are left out."""
    return " ".join(write(content, _escape, _wrap).split(" ")).strip()


def bibliography(rendered: Rendered) -> str:
    """An entry a line."""
    return lay_out(rendered, _entries, lambda title: f"{_escape(title)}\n", lambda note: f"{_escape(note)}\n")


def _entries(entries: Sequence[Entry]) -> str:
    return "".join(f"{inline(entry.content)}\n" for entry in entries)


def _escape(text: str) -> str:
    return text.translate(_UNSEEN).translate(_BREAKS)


def _wrap(kind: str, value: str, inner: str) -> str:
    if value == "sup":
        return raised(inner)
    if value == "sub":
        return lowered(inner)
    if kind == "link" and inner.isalpha():
        return f"{inner}: {_escape(value)}"  # a word that stands on an address says nothing without it
    return f"{inner.strip(' ')} " if kind == "display" else inner
