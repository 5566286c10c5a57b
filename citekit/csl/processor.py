"""The processor: a style, works and citations in; citations and a bibliography out.

:func:`process` is a pure function. Warnings are part of its result. Source: the CSL 1.0.2 specification.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from citekit.csl.arrange import Arrangement, arrange
from citekit.csl.bibliography import entry_nodes
from citekit.csl.cite import Citation
from citekit.csl.cluster import NOTHING, citation_node
from citekit.csl.disambiguate import disambiguate
from citekit.csl.extras import with_extras
from citekit.csl.finish import finish
from citekit.csl.item import Item
from citekit.csl.listing import AS_THE_STYLE_HAS_IT, Listing
from citekit.csl.locales import language_for
from citekit.csl.model import Style
from citekit.csl.positions import places
from citekit.csl.program import Program
from citekit.csl.sort import ordered
from citekit.csl.tree import Inline, text_of
from citekit.errors import Problem
from citekit.works.work import Work


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the bibliography: the work's id, what is printed, and the heading of its group (empty: no groups)."""

    id: str
    content: tuple[Inline, ...]
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Rendered:
    """What a processor made: the citations in their order, the bibliography in the style's (empty where it has none).

    ``hanging_indent``, ``second_field_align`` and the spacings (in lines) are the style's wishes for the layout.
    ``footnotes`` say what the signs after names mean, where there are any.
    """

    citations: tuple[tuple[Inline, ...], ...] = ()
    bibliography: tuple[Entry, ...] = ()
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
    listing: Listing = AS_THE_STYLE_HAS_IT,
) -> Rendered:
    """The citations and the bibliography of all works.

    ``language`` is a locale code (``de-AT``; empty: the style's default). Works count in the order of their first
    citation, those that are not cited after them. Cites of unknown works become warnings. ``listing`` says what the
    bibliography shows beyond the style, and :func:`citekit.csl.arrange.arrange` what is raised for its order.
    """
    program = program_for(style, language)
    if not listing.sort and not listing.group_by and not listing.numbering:
        return run(program, works, citations, listing=listing)
    works = tuple(works)
    by_id = {work.id: work for work in reversed(works)}
    in_style = works if listing.sort else [by_id[name] for name in registry_order(program, works)]
    return run(program, works, citations, listing=listing, arrangement=arrange(in_style, listing, program.language))


def program_for(style: Style, language: str = "") -> Program:
    """A style compiled for a language; to be kept where many documents are made with it."""
    return _program(_Identity(style), language)


class _Identity:
    """A style as a key, compared by identity."""

    def __init__(self, style: Style) -> None:
        self.style = style

    def __hash__(self) -> int:
        return id(self.style)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and self.style is other.style


@lru_cache(maxsize=16)
def _program(key: _Identity, language: str) -> Program:
    return Program(key.style, language_for(key.style, language))


def registry_order(program: Program, works: Iterable[Work]) -> list[str]:
    """The ids of the works in the order of the bibliography."""
    return [item.id for item in _registered(program, _items(program, works, ()))]


def run(
    program: Program,
    works: Iterable[Work],
    citations: Sequence[Citation] = (),
    cited_first: bool = True,
    listing: Listing = AS_THE_STYLE_HAS_IT,
    arrangement: Arrangement | None = None,
) -> Rendered:
    """The same as :func:`process` with a compiled style; the works count in their own order unless ``cited_first``."""
    items = _items(program, works, citations if cited_first else (), listing)
    by_id = {item.id: item for item in items}
    registry = _arranged(by_id, arrangement) if arrangement else _registered(program, items)
    disambiguate(program, registry)
    where = places(citations, program.near_distance)
    made = tuple(
        finish(citation_node(program, citation, by_id, row), program.quotes)
        for citation, row in zip(citations, where, strict=True)
    )
    entries = _bibliography(program, registry, arrangement.headings if arrangement else {})
    if listing.extras:
        entries = tuple(
            replace(entry, content=with_extras(entry.content, by_id[entry.id].work, listing.extras, program.quotes))
            for entry in entries
        )
    options = program.bibliography.options if program.bibliography else {}
    return Rendered(
        made,
        entries,
        options.get("hanging-indent") == "true",
        options.get("second-field-align", ""),
        _spacing(options.get("entry-spacing", "")),
        _spacing(options.get("line-spacing", "")),
        (*_unknown(citations, by_id), *_unsaid(citations, made, entries)),
        listing.footnotes(person for item in items for people in item.names.values() for person in people),
    )


def _unknown(citations: Sequence[Citation], by_id: Mapping[str, Item]) -> Iterator[Problem]:
    """A warning for every cite of a work that is not there."""
    for citation in citations:
        for cite in citation.cites:
            if cite.id not in by_id:
                message = f"there is no work '{cite.id}'"
                yield Problem(message, "check the key", severity="warning", kind="unknown-work")


def _unsaid(
    citations: Sequence[Citation], made: Sequence[tuple[Inline, ...]], entries: Sequence[Entry]
) -> Iterator[Problem]:
    """A warning for every citation and entry of which the style says nothing."""
    silent = [
        ", ".join(cite.id for cite in citation.cites)
        for citation, said in zip(citations, made, strict=True)
        if said == (NOTHING,)
    ]
    silent += [entry.id for entry in entries if entry.content[-1:] and text_of(entry.content).endswith(NOTHING)]
    for ids in dict.fromkeys(silent):
        message = f"the style prints nothing for '{ids}'"
        yield Problem(message, "another type or more fields may help", severity="warning", kind="nothing-printed")


def _items(
    program: Program,
    works: Iterable[Work],
    citations: Sequence[Citation],
    listing: Listing = AS_THE_STYLE_HAS_IT,
) -> list[Item]:
    """The works in the order in which they count."""
    by_id: dict[str, Work] = {}
    for work in works:
        by_id.setdefault(work.id, work)
    cited = dict.fromkeys(cite.id for citation in citations for cite in citation.cites if cite.id in by_id)
    order = dict.fromkeys((*cited, *by_id))
    return [Item(by_id[name], place, program.is_english, listing) for place, name in enumerate(order)]


def _arranged(by_id: Mapping[str, Item], arrangement: Arrangement) -> list[Item]:
    """The works in the order asked for, numbered."""
    registry = [by_id[name] for name in arrangement.ids]
    for number, item in zip(arrangement.numbers, registry, strict=True):
        item.number = number
    return registry


def _registered(program: Program, items: list[Item]) -> list[Item]:
    """The works in the order of the bibliography, numbered."""
    if program.bibliography is None or not program.bibliography_keys:
        return items
    registry = ordered(items, program.bibliography_keys)
    for number, item in enumerate(registry, 1):
        item.number = number
    return registry


def _bibliography(program: Program, registry: list[Item], headings: Mapping[str, str]) -> tuple[Entry, ...]:
    if program.bibliography is None:
        return ()
    nodes = entry_nodes(program, registry, headings)
    made = (
        Entry(item.id, finish(node, program.quotes), headings.get(item.id, ""))
        for item, node in zip(registry, nodes, strict=True)
    )
    return tuple(entry for entry in made if entry.content)


def _spacing(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 4 else 1
