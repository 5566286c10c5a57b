"""How the parts of a bibliography follow one another, in every output format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from citekit.csl.processor import Entry, Rendered


def sections(rendered: Rendered) -> Iterator[tuple[str, list[Entry]]]:
    """The headings (empty where there are none) and the entries below each."""
    for heading, entries in groupby(rendered.bibliography, lambda entry: entry.heading):
        yield heading, list(entries)


def lay_out(
    rendered: Rendered,
    entries: Callable[[Sequence[Entry]], str],
    heading: Callable[[str], str],
    footnote: Callable[[str], str],
) -> str:
    """The bibliography: headings, entries and the footnote, an empty line between them; each is written by a function."""
    parts: list[str] = []
    for title, below in sections(rendered):
        parts += [heading(title), entries(below)] if title else [entries(below)]
    parts += map(footnote, rendered.footnotes)
    return "\n".join(parts)
