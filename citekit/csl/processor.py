"""The processor: a style, works and citations in; citations and a bibliography out.

:func:`process` is a pure function. Warnings are part of its result. Source: the CSL 1.0.2 specification.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import lru_cache

from citekit.csl.cite import Citation
from citekit.csl.cluster import citation_node
from citekit.csl.disambiguate import disambiguate
from citekit.csl.extras import with_extras
from citekit.csl.finish import finish
from citekit.csl.item import CslItem
from citekit.csl.listing import AS_THE_STYLE_HAS_IT, Arrangement, ListingOptions, arrange
from citekit.csl.locales import language_for
from citekit.csl.model import Style, count
from citekit.csl.positions import CitePosition, places
from citekit.csl.program import NOTHING, Program
from citekit.csl.sort import ordered
from citekit.csl.tree import Inline, text_of
from citekit.model.work import Work
from citekit.runtime.errors import Problem
from citekit.runtime.records import dataclass


@dataclass(frozen=True, slots=True)
class FormattedEntry:
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
    bibliography: tuple[FormattedEntry, ...] = ()
    hanging_indent: bool = False
    second_field_align: str = ""
    entry_spacing: int = 1
    line_spacing: int = 1
    warnings: tuple[Problem, ...] = ()
    footnotes: tuple[str, ...] = ()


@dataclass(slots=True)
class RenderCache:
    """What one run leaves for the next one over the same works: what was found out about each, and the citations.

    ``order`` are the works in the order in which they counted, ``registry`` the items in that of the bibliography: as long as
    the order is the same, so are their numbers, what tells them apart, the ``entries``, and every citation (``last``, by
    its id) that is the same at the same place. Otherwise ``citations`` are found by all that they depend on.
    """

    items: dict[str, CslItem] = field(default_factory=dict)
    citations: dict[Hashable, tuple[Inline, ...]] = field(default_factory=dict)
    last: dict[str, tuple[Citation, tuple[CitePosition, ...], Hashable, tuple[Inline, ...]]] = field(
        default_factory=dict
    )
    order: tuple[str, ...] = ()
    registry: list[CslItem] = field(default_factory=list)
    entries: tuple[FormattedEntry, ...] = ()
    silent: tuple[str, ...] = ()
    unlisted: tuple[CslItem, ...] = ()

    def all(self, works: Sequence[Work], program: Program) -> list[CslItem]:
        """The items of works in the order in which they count."""
        order = tuple(work.id for work in works)
        same = order == self.order and all(self.items[work.id].work is work for work in works)
        if not same:
            self.citations = {mark: content for _, _, mark, content in self.last.values()}
            self.order, self.registry, self.last = order, [], {}
        return [self.items[name] for name in order] if same else [self.item(w, n, program) for n, w in enumerate(works)]

    def item(self, work: Work, place: int, program: Program) -> CslItem:
        """The item of a work at its place, as new as ever but for what is known of it."""
        item = self.items.get(work.id)
        if item is None or item.work is not work:
            item = self.items[work.id] = CslItem(work, place, program.is_english)
            item.kept = {}
        else:
            item.begin(place)
        return item


def process(
    style: Style,
    works: Iterable[Work],
    citations: Sequence[Citation] = (),
    language: str = "",
    listing: ListingOptions = AS_THE_STYLE_HAS_IT,
) -> Rendered:
    """The citations and the bibliography of all works.

    ``language`` is a locale code (``de-AT``; empty: the style's default). Works count in the order of their first
    citation, those that are not cited after them. Cites of unknown works become warnings. ``listing`` says what the
    bibliography shows beyond the style, and :func:`citekit.csl.listing.arrange` what is raised for its order.
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
    """A style compiled for a language; to be kept where many documents are made with it."""
    return Program(style, language_for(style, language))


def registry_order(program: Program, works: Iterable[Work]) -> list[str]:
    """The ids of the works in the order of the bibliography."""
    return [item.id for item in _registered(program, _items(program, works, ()))]


def run(
    program: Program,
    works: Iterable[Work],
    citations: Sequence[Citation] = (),
    cited_first: bool = True,
    listing: ListingOptions = AS_THE_STYLE_HAS_IT,
    arrangement: Arrangement | None = None,
    kept: RenderCache | None = None,
) -> Rendered:
    """The same as :func:`process` with a compiled style; the works count in their own order unless ``cited_first``.

    With ``kept``, what the run before found out is not found out again.
    """
    items = _items(program, works, citations if cited_first else (), listing, kept)
    by_id = {item.id: item for item in items}
    if kept and kept.registry:
        entries, silent, unlisted = kept.entries, kept.silent, kept.unlisted
    else:
        registry = _arranged(by_id, arrangement) if arrangement else _registered(program, items)
        disambiguate(program, registry)
        entries = tuple(_bibliography(program, registry, arrangement.headings if arrangement else {}))
        silent = tuple(entry.id for entry in entries if text_of(entry.content[-1:]).endswith(NOTHING))
        listed = {entry.id for entry in entries}
        unlisted = tuple(item for item in registry if item.id not in listed) if program.bibliography else ()
        if kept:
            kept.registry, kept.entries, kept.silent, kept.unlisted = registry, entries, silent, unlisted
    made = _citations(program, citations, places(citations, program.near_distance), by_id, kept)
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
        count(options, "entry-spacing", 1),
        count(options, "line-spacing", 1),
        (*_unknown(citations, by_id), *_unsaid(citations, made, silent), *_unlisted(unlisted)),
        listing.footnotes(person for item in items for people in item.names.values() for person in people),
    )


def _unknown(citations: Sequence[Citation], by_id: Mapping[str, CslItem]) -> Iterator[Problem]:
    """A warning for every cite of a work that is not there."""
    for citation in citations:
        for cite in citation.cites:
            if cite.id not in by_id:
                message = f"there is no work '{cite.id}'"
                yield Problem(message, "check the key", severity="warning", kind="unknown-work")


def _unsaid(
    citations: Sequence[Citation], made: Sequence[tuple[Inline, ...]], entries: Sequence[str]
) -> Iterator[Problem]:
    """A warning for every citation, and for each of these entries, of which the style says nothing."""
    silent = [
        ", ".join(cite.id for cite in citation.cites)
        for citation, said in zip(citations, made, strict=True)
        if said == (NOTHING,)
    ]
    for ids in dict.fromkeys((*silent, *entries)):
        message = f"the style prints nothing for '{ids}'"
        yield Problem(message, "another type or more fields may help", severity="warning", kind="nothing-printed")


def _unlisted(items: Sequence[CslItem]) -> Iterator[Problem]:
    """A word on every work of which a style has no entry, as letters in most styles, which are cited and not listed."""
    for item in items:
        message = f"'{item.id}' is not listed: the style has no entry for its type, {item.type.replace('_', ' ')}"
        yield Problem(message, "another type prints it", severity="info", kind="not-listed")


def _items(
    program: Program,
    works: Iterable[Work],
    citations: Sequence[Citation],
    listing: ListingOptions = AS_THE_STYLE_HAS_IT,
    kept: RenderCache | None = None,
) -> list[CslItem]:
    """The works in the order in which they count."""
    by_id: dict[str, Work] = {}
    for work in works:
        by_id.setdefault(work.id, _annotated(work) if program.is_annotated else work)
    cited = dict.fromkeys(cite.id for citation in citations for cite in citation.cites if cite.id in by_id)
    order = dict.fromkeys((*cited, *by_id))
    if kept is None:
        return [CslItem(by_id[name], place, program.is_english, listing) for place, name in enumerate(order)]
    return kept.all([by_id[name] for name in order], program)


def _annotated(work: Work) -> Work:
    """The work with its annotation as its note, which styles for annotated bibliographies print."""
    annotation = work.text("annote")
    return (
        replace(work, variables={**work.variables, "note": annotation})
        if annotation and not work.text("note")
        else work
    )


def _arranged(by_id: Mapping[str, CslItem], arrangement: Arrangement) -> list[CslItem]:
    """The works in the order asked for, numbered."""
    registry = [by_id[name] for name in arrangement.ids]
    for number, item in zip(arrangement.numbers, registry, strict=True):
        item.number = number
    return registry


def _registered(program: Program, items: list[CslItem]) -> list[CslItem]:
    """The works in the order of the bibliography, numbered."""
    if program.bibliography is None or not program.bibliography_keys:
        return items
    registry = ordered(items, program.bibliography_keys)
    for number, item in enumerate(registry, 1):
        item.number = number
    return registry


def _citations(
    program: Program,
    citations: Sequence[Citation],
    where: Sequence[tuple[CitePosition, ...]],
    by_id: dict[str, CslItem],
    kept: RenderCache | None,
) -> tuple[tuple[Inline, ...], ...]:
    """The citations; one of which nothing has changed since the run before is not made again."""
    if kept is None:
        return tuple(_citation(program, one, row, by_id) for one, row in zip(citations, where, strict=True))
    made = []
    for citation, row in zip(citations, where, strict=True):
        known = kept.last.get(citation.id)
        if known is None or known[0] is not citation or known[1] != row:
            mark = _mark(program, citation, row, by_id)
            content = kept.citations.get(mark) or _citation(program, citation, row, by_id)
            kept.citations[mark] = content
            known = kept.last[citation.id] = citation, row, mark, content
        made.append(known[3])
    return tuple(made)


def _citation(
    program: Program, citation: Citation, row: tuple[CitePosition, ...], by_id: dict[str, CslItem]
) -> tuple[Inline, ...]:
    return finish(citation_node(program, citation, by_id, row), program.quotes)


def _mark(
    program: Program, citation: Citation, row: tuple[CitePosition, ...], by_id: Mapping[str, CslItem]
) -> Hashable:
    """All that a citation depends on."""
    items = [by_id[cite.id] for cite in citation.cites if cite.id in by_id]
    numbers = [item.number for item in items]
    order = tuple(numbers) if program.prints_numbers else tuple(sorted(range(len(items)), key=numbers.__getitem__))
    return replace(citation, note=0, id=""), row, order, tuple(item.told_apart() for item in items)


def _bibliography(program: Program, registry: list[CslItem], headings: Mapping[str, str]) -> Iterator[FormattedEntry]:
    """The entries; names are not substituted across headings."""
    before: tuple[str, ...] | None = None
    above = ""
    for item in registry if program.bibliography else ():
        heading = headings.get(item.id, "")
        if heading != above:
            above, before = heading, None
        content, before = _entry(program, item, before)
        if content:
            yield FormattedEntry(item.id, content, heading)


def _entry(
    program: Program, item: CslItem, before: tuple[str, ...] | None
) -> tuple[tuple[Inline, ...], tuple[str, ...] | None]:
    """What an entry prints and its names; kept for the next run as long as nothing changes for it."""
    mark = (item.told_apart(), item.number if program.prints_numbers else 0, before)
    if item.kept is not None and item.kept.get("entry", (None,))[0] == mark:
        _, content, names = item.kept["entry"]
        return content, names
    node, names = program.entry(item, before)
    content = finish(node, program.quotes)
    if item.kept is not None:
        item.kept["entry"] = mark, content, names
    return content, names
