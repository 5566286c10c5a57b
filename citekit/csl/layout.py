"""How the parts of a bibliography follow one another, in every output format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import groupby

from citekit.csl.processor import Entry, Rendered
from citekit.csl.tree import Inline
from citekit.tables import pairs

UNSEEN = dict.fromkeys((*range(9), *range(14, 32), 127, *range(0xD800, 0xE000)))
"""Characters that formats of lines leave out; those of ``BREAKS`` become blanks."""
BREAKS = dict.fromkeys((9, 10, 11, 12, 13, 0x2028, 0x2029), " ")


@cache
def _tables() -> dict[str, dict[str, str]]:
    return pairs("citekit.csl.output", "marks.tsv")


def marks(name: str) -> dict[tuple[str, str], tuple[str, str]]:
    """What a format writes before and after formatted text, by CSL's attribute and value.

    >>> marks("markdown")["font-weight", "bold"]
    ('**', '**')
    """
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for key, mark in _tables()[name].items():
        kind, _, value = key.partition(" ")
        before, _, after = mark.partition("…")
        found[kind, value] = (before, after)
    return found


def signs(name: str) -> dict[str, str]:
    """What a format writes for its own signs."""
    return _tables()[f"{name} signs"]


def around(inner: str, before: str, after: str) -> str:
    """Marks around text without its outer blanks, which would undo them."""
    bare = inner.strip()
    if not bare:
        return inner
    start = inner.index(bare)
    return f"{inner[:start]}{before}{bare}{after}{inner[start + len(bare) :]}"


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


def paragraphs(
    rendered: Rendered,
    inline: Callable[[tuple[Inline, ...]], str],
    escape: Callable[[str], str],
    heading: str = "",
    between: str = "\n",
) -> str:
    """The bibliography in a format of lines: a line for each entry, ``between`` them, and ``heading`` before each heading."""
    return lay_out(
        rendered,
        lambda entries: between.join(f"{inline(entry.content)}\n" for entry in entries),
        lambda title: f"{heading}{escape(title)}\n",
        lambda note: f"{escape(note)}\n",
    )
