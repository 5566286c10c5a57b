"""A text that cites: its citations and the place of its list, and the same text with both filled in.

The formats of texts are the modules of :mod:`citekit.csl.manuscripts`: each has ``NAME``, ``SUFFIXES``,
``scan(text) -> Scan``, ``cited(content, as_note, scan) -> str`` and ``listed(rendered, works, scan) -> str``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, cast

from citekit.csl.cite import SUBSEQUENT, Citation, Cite
from citekit.csl.model import Style
from citekit.csl.processor import Rendered, process
from citekit.csl.tree import Inline, text_of
from citekit.errors import Problem, UsageError
from citekit.registry import unit, unit_names
from citekit.span import Source, Span
from citekit.works.work import Work

_PACKAGE = "citekit.csl.manuscripts"


@dataclass(frozen=True, slots=True)
class Spot:
    """A citation in a text: where it stands, what it cites, and where its keys stand.

    ``footnote`` is the offset of the footnote that it is in already, or -1. ``is_note`` says that it asks for a note.
    """

    span: Span
    citation: Citation
    keys: tuple[tuple[str, Span], ...]
    footnote: int = -1
    is_note: bool = False


@dataclass(frozen=True, slots=True)
class Scan:
    """What a text cites.

    ``also`` are keys that are listed without being cited (``*``: all), with their places; ``removed`` what is left out
    of the text; ``list_at`` is what the list replaces, None where there shall be none. ``links`` says that the text can
    have links, ``gap`` stands before the list. ``problems`` are spans of citations of a kind that cannot be filled in, with what is said of them.
    """

    spots: tuple[Spot, ...]
    also: tuple[tuple[str, Span], ...] = ()
    removed: tuple[Span, ...] = ()
    list_at: Span | None = None
    links: bool = True
    gap: str = ""
    problems: tuple[tuple[str, Span], ...] = ()


@dataclass(frozen=True, slots=True)
class Filled:
    """The text with its citations and list, and what could not be filled in."""

    text: str
    problems: tuple[Problem, ...] = ()


class Manuscript(Protocol):
    """What a format of texts offers."""

    NAME: str
    SUFFIXES: tuple[str, ...]

    def scan(self, text: str) -> Scan:
        """The citations of a text and the place of its list."""

    def cited(self, content: tuple[Inline, ...], as_note: bool, scan: Scan) -> str:
        """A citation as it stands in the text."""

    def listed(self, rendered: Rendered, works: Mapping[str, Work], scan: Scan) -> str:
        """The list of works as it stands in the text."""


def manuscript(suffix: str) -> Manuscript:
    """The format of texts whose files end so.

    Raises :class:`~citekit.errors.UsageError` where there is none.
    """
    units = [cast(Manuscript, unit(_PACKAGE, name)) for name in unit_names(_PACKAGE)]
    for each in units:
        if suffix.lower() in each.SUFFIXES:
            return each
    known = ", ".join(end for each in units for end in each.SUFFIXES)
    raise UsageError(f"citations cannot be filled into a file '{suffix}'", f"documents end in {known}")


def fill(
    source: Source,
    form: Manuscript,
    style: Style,
    works: Sequence[Work],
    language: str = "",
    bold_self: bool = False,
    equal_note: str = "",
) -> Filled:
    """The same text with citations and list; every other character stays as it is.

    A citation with a key that no work has stays as it is too, and becomes a problem with its place.
    """
    scan = form.scan(source.text)
    by_id = {work.id: work for work in reversed(works)}
    problems = [*_unknown(source, scan, by_id), *_unsupported(source, scan)]
    spots = [spot for spot in scan.spots if all(key in by_id for key, _ in spot.keys)]
    shown = dict.fromkeys(key for spot in spots for key, _ in spot.keys)
    for key, _ in scan.also:
        shown |= dict.fromkeys([work.id for work in works] if key == "*" else [key] if key in by_id else [])
    listed = [work for work in by_id.values() if work.id in shown]
    notes = style.kind == "note"
    rendered = process(style, _in_order(listed, shown), list(_numbered(spots, notes)), language, bold_self, equal_note)
    authors = _authors(style, listed, spots, language) if notes else {}
    edits = [(span, "") for span in scan.removed]
    for spot, content in zip(spots, rendered.citations, strict=True):
        as_note = spot.footnote < 0 and (spot.is_note or notes) and spot.citation.mode != "author-only"
        author = form.cited(authors[spot.span], False, scan) if as_note and spot.span in authors else ""
        edits += _placed(source.text, spot, content, author, form.cited(content, as_note, scan), as_note)
    if scan.list_at is not None and rendered.bibliography:
        edits.append((scan.list_at, scan.gap + form.listed(rendered, by_id, scan)))
    return Filled(_edited(source.text, edits), (*problems, *rendered.warnings))


def _in_order(works: Sequence[Work], shown: Mapping[str, None]) -> list[Work]:
    place = {key: at for at, key in enumerate(shown)}
    return sorted(works, key=lambda work: place[work.id])


def _numbered(spots: Sequence[Spot], notes: bool) -> Iterator[Citation]:
    """The citations with ids and, where the style cites in notes, the numbers of these."""
    number, last = 0, -1
    for at, spot in enumerate(spots, 1):
        if notes and (spot.footnote < 0 or spot.footnote != last):
            number += 1
        last = spot.footnote
        mode = "" if notes and spot.footnote < 0 and spot.citation.mode == "composite" else spot.citation.mode
        yield replace(spot.citation, note=number if notes else 0, id=f"citation-{at}", mode=mode)


def _authors(
    style: Style, works: Sequence[Work], spots: Sequence[Spot], language: str
) -> dict[Span, tuple[Inline, ...]]:
    """What stands in the sentence where a style cites in notes, of the citations that are part of a sentence."""
    spoken = [spot for spot in spots if spot.footnote < 0 and spot.citation.mode == "composite"]
    citations = [
        Citation(
            tuple(Cite(cite.id, position=SUBSEQUENT) for cite in spot.citation.cites), 0, f"author-{at}", "author-only"
        )
        for at, spot in enumerate(spoken)
    ]
    made = process(style, works, citations, language).citations if citations else ()
    return {spot.span: content for spot, content in zip(spoken, made, strict=True)}


def _unknown(source: Source, scan: Scan, works: Mapping[str, Work]) -> Iterator[Problem]:
    keys = [pair for spot in scan.spots for pair in spot.keys] + [pair for pair in scan.also if pair[0] != "*"]
    for key, span in sorted(keys, key=lambda pair: pair[1].start):
        if key not in works:
            yield Problem(f"there is no work '{key}'", "check the key", source, span, "warning", "unknown-work")


def _unsupported(source: Source, scan: Scan) -> Iterator[Problem]:
    for message, span in scan.problems:
        yield Problem(message, "it was left as it is", source, span, "warning", "unknown-command")


def _placed(
    text: str, spot: Spot, content: tuple[Inline, ...], author: str, made: str, as_note: bool
) -> list[tuple[Span, str]]:
    """What replaces what; a note touches the word before it and stands behind a punctuation mark."""
    start, end = spot.span.start, spot.span.end
    after = text[end : end + 1]
    if not as_note:
        said = text_of(content).rstrip("”’»\"'")
        return [(Span(start, end + 1 if after == "." and said.endswith(".") else end), made)]
    while not author and start and text[start - 1] in " ~":
        start -= 1
    if after and after in ".,;:!?":
        return [(Span(start, end + 1), author + after + made)]
    return [(Span(start, end), author + made)]


def _edited(text: str, edits: Sequence[tuple[Span, str]]) -> str:
    """The text with spans replaced, new lines written as the text writes them."""
    newline = "\r\n" if "\r\n" in text else "\n"
    pieces: list[str] = []
    last = 0
    for span, new in sorted(edits, key=lambda edit: (edit[0].start, edit[0].end)):
        if span.start >= last:
            pieces += [text[last : span.start], new.replace("\n", newline)]
            last = span.end
    return "".join([*pieces, text[last:]])
