"""The CSL processor, which renders the citations and the bibliography of works in a style.

:func:`process` is a pure function. Warnings are part of its result. Source: the CSL 1.0.2 specification.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from citekit.csl.cite import Citation, places
from citekit.csl.cluster import citation_node
from citekit.csl.disambiguate import disambiguate
from citekit.csl.item import CslItem
from citekit.csl.listing import AS_THE_STYLE_HAS_IT, Arrangement, ListingOptions, arrange, with_extras
from citekit.csl.locales import language_for
from citekit.csl.model import Style, count
from citekit.csl.program import NOTHING, Program, ordered
from citekit.csl.tree import Inline, finish, text_of
from citekit.model.work import Work
from citekit.runtime.errors import Problem
from citekit.runtime.records import dataclass


@dataclass(frozen=True, slots=True)
class FormattedEntry:
    """An entry of the bibliography: the work's id, the printed text, and the heading of its group (empty: no groups)."""

    id: str
    content: tuple[Inline, ...]
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Rendered:
    """The result of a processor: the citations in their order, and the bibliography in the order of the style.

    ``bibliography`` is empty if the style has none. ``hanging_indent``, ``second_field_align`` and the spacings (in
    lines) are the layout that the style requests. ``footnotes`` explain the marks after names, if there are any.
    """

    citations: tuple[tuple[Inline, ...], ...] = ()
    bibliography: tuple[FormattedEntry, ...] = ()
    hanging_indent: bool = False
    second_field_align: str = ""
    entry_spacing: int = 1
    line_spacing: int = 1
    warnings: tuple[Problem, ...] = ()
    footnotes: tuple[str, ...] = ()


def process(
    style: Style,
    works: Iterable[Work],
    citations: Sequence[Citation] = (),
    language: str = "",
    listing: ListingOptions = AS_THE_STYLE_HAS_IT,
) -> Rendered:
    """Render the citations, and the bibliography of all works.

    ``language`` is a locale code (``de-AT``; empty: the style's default). Works are numbered in the order of their
    first citation; works that are not cited follow. Cites of unknown works become warnings. ``listing`` adds to the
    bibliography what the style does not have. Raises what :func:`citekit.csl.listing.arrange` raises.

    Example: ``process(load("apa"), works, [Citation((Cite("doe2020"),))]).citations``.
    """
    program = program_for(style, language)
    if not listing.sort and not listing.group_by and not listing.numbering:
        return run(program, works, citations, listing=listing)
    works = tuple(works)
    by_id = {work.id: work for work in reversed(works)}
    in_style = works if listing.sort else [by_id[name] for name in registry_order(program, works)]
    return run(program, works, citations, listing=listing, arrangement=arrange(in_style, listing, program.language))


@lru_cache(maxsize=16)
def program_for(style: Style, language: str = "") -> Program:
    """Compile a style for a language. Pass the result to :func:`run` if you render many documents in one style."""
    return Program(style, language_for(style, language))


def registry_order(program: Program, works: Iterable[Work]) -> list[str]:
    """Return the ids of the works in the order of the bibliography."""
    return [item.id for item in _registered(program, _items(program, works, ()))]


def run(
    program: Program,
    works: Iterable[Work],
    citations: Sequence[Citation] = (),
    cited_first: bool = True,
    listing: ListingOptions = AS_THE_STYLE_HAS_IT,
    arrangement: Arrangement | None = None,
) -> Rendered:
    """Render like :func:`process`, but with a compiled style.

    Works are numbered in the order of their first citation, or in the given order unless ``cited_first``.
    """
    items = _items(program, works, citations if cited_first else (), listing)
    by_id = {item.id: item for item in items}
    if arrangement:
        registry = [by_id[name] for name in arrangement.ids]
        for number, item in zip(arrangement.numbers, registry, strict=True):
            item.number = number
    else:
        registry = _registered(program, items)
    disambiguate(program, registry)
    entries = tuple(_bibliography(program, registry, arrangement.headings if arrangement else {}))
    silent = tuple(entry.id for entry in entries if text_of(entry.content[-1:]).endswith(NOTHING))
    listed = {entry.id for entry in entries}
    unlisted = tuple(item for item in registry if item.id not in listed) if program.bibliography else ()
    positions = places(citations, program.near_distance)
    rendered = tuple(
        finish(citation_node(program, citation, by_id, row), program.quotes)
        for citation, row in zip(citations, positions, strict=True)
    )
    if listing.extras:
        entries = tuple(
            replace(entry, content=with_extras(entry.content, by_id[entry.id].work, listing.extras, program.quotes))
            for entry in entries
        )
    # "Whitespace", "Second-field-align": layout that writers carry out, because only they know what a line is
    options = program.bibliography.options if program.bibliography else {}
    return Rendered(
        rendered,
        entries,
        options.get("hanging-indent") == "true",
        options.get("second-field-align", ""),
        count(options, "entry-spacing", 1),
        count(options, "line-spacing", 1),
        (*_unknown(citations, by_id), *_empty(citations, rendered, silent), *_unlisted(unlisted)),
        listing.footnotes(one.signs(listing) for item in items for people in item.names.values() for one in people),
    )


def _unknown(citations: Sequence[Citation], by_id: Mapping[str, CslItem]) -> Iterator[Problem]:
    """Yield a warning for every cite of an unknown work."""
    for citation in citations:
        for cite in citation.cites:
            if cite.id not in by_id:
                message = f"there is no work '{cite.id}'"
                yield Problem(message, "check the key", severity="warning", kind="unknown-work")


def _empty(
    citations: Sequence[Citation], rendered: Sequence[tuple[Inline, ...]], entries: Sequence[str]
) -> Iterator[Problem]:
    """Yield a warning for every citation, and for each of these entries, for which the style prints nothing."""
    silent = [
        ", ".join(cite.id for cite in citation.cites)
        for citation, content in zip(citations, rendered, strict=True)
        if content == (NOTHING,)
    ]
    for ids in dict.fromkeys((*silent, *entries)):
        message = f"the style prints nothing for '{ids}'"
        yield Problem(message, "another type or more fields may help", severity="warning", kind="nothing-printed")


def _unlisted(items: Sequence[CslItem]) -> Iterator[Problem]:
    """Yield a note for every work for which the style has no entry: most styles cite letters, but do not list them."""
    for item in items:
        message = f"'{item.id}' is not listed: the style has no entry for its type, {item.type.replace('_', ' ')}"
        yield Problem(message, "another type prints it", severity="info", kind="not-listed")


def _items(
    program: Program,
    works: Iterable[Work],
    citations: Sequence[Citation],
    listing: ListingOptions = AS_THE_STYLE_HAS_IT,
) -> list[CslItem]:
    """Return the works in the order in which they are numbered: cited ones first."""
    by_id: dict[str, Work] = {}
    for work in works:
        by_id.setdefault(work.id, _annotated(work) if program.is_annotated else work)
    cited = dict.fromkeys(cite.id for citation in citations for cite in citation.cites if cite.id in by_id)
    # citation numbers follow the order of citations ("citation-number"); what is not cited is numbered after it
    order = dict.fromkeys((*cited, *by_id))
    return [CslItem(by_id[name], index, program.is_english, listing) for index, name in enumerate(order)]


def _annotated(work: Work) -> Work:
    """Return the work with its annotation as its note, because styles for annotated bibliographies print the note."""
    annotation = work.text("annote")
    return (
        replace(work, variables={**work.variables, "note": annotation})
        if annotation and not work.text("note")
        else work
    )


def _registered(program: Program, items: list[CslItem]) -> list[CslItem]:
    """Return the works in the order of the bibliography, numbered."""
    if program.bibliography is None or not program.bibliography_keys:
        return items
    registry = ordered(items, program.bibliography_keys)
    for number, item in enumerate(registry, 1):
        item.number = number
    return registry


def _bibliography(program: Program, registry: list[CslItem], headings: Mapping[str, str]) -> Iterator[FormattedEntry]:
    """Yield the entries. Names are not substituted across headings."""
    before: tuple[str, ...] | None = None
    above = ""
    for item in registry if program.bibliography else ():
        heading = headings.get(item.id, "")
        # "Reference Grouping": a dash in place of an author below a new heading would refer to a name far above
        if heading != above:
            above, before = heading, None
        node, before = program.entry(item, before)
        content = finish(node, program.quotes)
        if content:
            yield FormattedEntry(item.id, content, heading)
