"""What entries of a CV say beyond their style: notes and awards, links, abstracts, annotations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from citekit.csl.finish import Quotes, finish
from citekit.csl.richtext import parse_rich
from citekit.csl.tree import Inline, Markup, text_of
from citekit.model.links import links
from citekit.model.work import Work
from citekit.runtime import patterns as re

_NOTES = ("addendum", "award", "award_name", "acceptance_rate", "acceptance")
"""Fields that people keep remarks for readers in, next to the note."""
_SENTENCE = re.compile(r"(?<=[.;!?])\s+")


def with_extras(content: tuple[Inline, ...], work: Work, wanted: Iterable[str], quotes: Quotes) -> tuple[Inline, ...]:
    """Return an entry with what is ``wanted`` (keys of :data:`EXTRAS`) after it.

    What the entry says already is not repeated.
    """
    made = content
    for name in EXTRAS:
        if name in wanted:
            added = EXTRAS[name](work, made, quotes)
            made = _appended(made, added) if added else made
    return made


def _note(work: Work, content: Sequence[Inline], quotes: Quotes) -> list[Inline]:
    printed = text_of(content).casefold()
    pieces = [_SENTENCE.split(work.text("note")), *([work.fields.get(name, "")] for name in _NOTES)]
    new = [
        piece
        for piece in map(str.strip, (p for row in pieces for p in row))
        if piece.strip(".;") and piece.casefold().strip(" .;") not in printed
    ]
    return _sentences(new, quotes)


def _sentences(texts: Iterable[str], quotes: Quotes) -> list[Inline]:
    made: list[Inline] = []
    for text in texts:
        whole = text[:1].upper() + text[1:].rstrip(";")
        made += [" ", *finish(parse_rich(whole), quotes), "" if whole.endswith((".", "!", "?")) else "."]
    return made


def _links(work: Work, content: Sequence[Inline], quotes: Quotes) -> list[Inline]:
    there = set(_targets(content))
    made: list[Inline] = []
    for link in links(work):
        if link.address not in there:
            made += [" [", Markup("link", link.address, (link.label,)), "]"]
    return made


def _targets(content: Iterable[Inline]) -> Iterator[str]:
    for part in content:
        if isinstance(part, Markup):
            if part.kind == "link":
                yield part.value
            yield from _targets(part.content)


def _text(variable: str) -> Callable[[Work, Sequence[Inline], Quotes], list[Inline]]:
    return lambda work, content, quotes: _sentences(filter(None, [work.text(variable).strip()]), quotes)


EXTRAS: Mapping[str, Callable[[Work, Sequence[Inline], Quotes], list[Inline]]] = {
    "note": _note,
    "links": _links,
    "annotation": _text("annote"),
    "abstract": _text("abstract"),
}
"""What can be added, in the order in which it is."""


def _appended(content: tuple[Inline, ...], more: Sequence[Inline]) -> tuple[Inline, ...]:
    """Return the entry with more at its end, within the block that ends it."""
    last = content[-1]
    if isinstance(last, Markup) and last.kind == "display":
        return (*content[:-1], replace(last, content=_appended(last.content, more)))
    stop = "" if text_of(content).rstrip('”’"').endswith((".", "!", "?", ")", "]")) else "."
    return (*content, stop, *more)
