"""Blanking of parts of a text, so that the offsets of the rest do not change."""

from __future__ import annotations

from collections.abc import Iterable

NOTHING = "\0"
"""Replaces text that a language ignores completely, such as a comment of LaTeX within a word."""


def blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with these ranges, in order and without overlaps, made blank; line ends and offsets stay."""
    pieces: list[str] = []
    at = 0
    for start, end in spans:
        if end <= at:
            continue
        begin = max(start, at)
        pieces.append(text[at:begin])
        hidden = text[begin:end]
        pieces.append("\n".join(" " * len(line) for line in hidden.split("\n")))
        at = end
    pieces.append(text[at:])
    return "".join(pieces)
