"""The CSL processor, which renders the citations and the bibliography of works in a style.

:func:`process` is a pure function. Warnings are part of its result. Source: the CSL 1.0.2 specification.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from citekit.csl.cite import Citation, Cite, CitePosition, places
from citekit.csl.disambiguate import disambiguate
from citekit.csl.evaluate.formatting import change_case, is_empty, styled
from citekit.csl.item import CslItem
from citekit.csl.listing import AS_THE_STYLE_HAS_IT, Arrangement, ListingOptions, arrange, with_extras
from citekit.csl.locales import check_language, language_for
from citekit.csl.model import Style, count
from citekit.csl.program import NOTHING, Program, ordered
from citekit.csl.richtext import Node, parse_rich, plain
from citekit.csl.tree import Inline, finish, text_of
from citekit.model.work import Work
from citekit.runtime.errors import Problem, UsageError
from citekit.runtime.records import dataclass
from citekit.text.numerals import letters

# One citation out of its cites: sorting, grouping, collapsing, delimiters.
#
# Source: the CSL 1.0.2 specification, "Cite Grouping", "Cite Collapsing", "Sorting".

_COLLAPSE_YEARS = ("year", "year-suffix", "year-suffix-ranged")


@dataclass(slots=True)
class _RenderedCite:
    """A cite that was rendered."""

    cite: Cite
    item: CslItem
    place: CitePosition
    node: Node = ""
    names: str = ""


def citation_node(
    program: Program, citation: Citation, items: dict[str, CslItem], places: Sequence[CitePosition]
) -> Node:
    """Return the whole citation as a node; the empty string if nothing is known of its works."""
    mode = citation.mode if citation.mode in ("author-only", "suppress-author") else ""
    made = [
        _RenderedCite(replace(cite, mode=mode) if mode else cite, items[cite.id], place)
        for cite, place in zip(citation.cites, places, strict=True)
        if cite.id in items
    ]
    if citation.mode == "each":
        # The authors are in the sentence, `Doe (2020, 2021) and Roe (2019)`, with the works of one author together.
        # Source: the manual of natbib, 2.3 (`\citet{a,b}`). The text between them is prose: "and" in the language.
        parts: list[Node] = []
        whole = replace(citation, before="", behind="")
        if made:
            made[0].cite = replace(made[0].cite, prefix=citation.before + made[0].cite.prefix)
            made[-1].cite = replace(made[-1].cite, suffix=made[-1].cite.suffix + citation.behind)
        names = {id(each): plain(program.author(each.item, each.cite, each.place)) for each in made}
        for row in _runs(made, lambda before, after: names[id(before)] == names[id(after)]):
            author = _narrated(program, row)
            node = _laid_out(program, whole, row)
            parts.append(author if node is None else _beside(author, node))
        # the term of the language, not of the style: a style with "&" prints that in brackets only
        word = program.language.term("and") or "and"
        last = f", {word} " if len(parts) > 2 and program.is_english else f" {word} "
        between = [", "] * max(0, len(parts) - 2) + [last] * (len(parts) > 1)
        return (
            [piece for part, after in zip(parts, [*between, ""], strict=True) for piece in (part, after)]
            if parts
            else ""
        )
    first = made[:1] if citation.mode == "composite" else []  # its author is in the sentence
    rest = made[len(first) :]
    made = [*first, *(rest if citation.in_order else _sorted(program, rest))]
    narrated = _narrated(program, made) if first else None
    printed = _laid_out(program, citation, made)
    if printed is None:
        return narrated if narrated is not None else NOTHING if made else ""
    return printed if narrated is None else _beside(narrated, printed)


def _laid_out(program: Program, citation: Citation, made: list[_RenderedCite]) -> Node | None:
    """Cites within the style's layout; None if it prints nothing of them."""
    for each in made:
        _render(program, each)
    if program.is_note:
        for place, each in enumerate(made):
            before = citation.before if not place else ""
            if _begins(before + each.cite.prefix, place == 0 and not citation.in_sentence):
                each.node = capitalized(each.node)
    # the cites with what is between them
    parts: list[tuple[Node, _RenderedCite, str]] = []
    if program.collapse == "citation-number":
        # three or more consecutive numbers are printed as a range
        for row in _runs(made, lambda a, b: _is_plain(a) and _is_plain(b) and b.item.number == a.item.number + 1):
            if len(row) > 2:
                parts.append(([row[0].node, program.range_mark, row[-1].node], row[-1], program.after_collapse))
            else:
                parts += [(_affixed(each), each, program.delimiter) for each in row]
    elif program.groups and len(made) > 1:
        for group in _groups(program, made):
            collapses = program.collapse in _COLLAPSE_YEARS and len(group) > 1
            if collapses:
                rows = _collapsed(program, group)
            else:
                rows = [(_affixed(each), each, program.group_delimiter) for each in group]
            last = rows[-1]
            after = program.after_collapse if collapses or program.collapse == "year" else program.delimiter
            parts += [*rows[:-1], (last[0], last[1], after)]
    else:
        parts = [(_affixed(each), each, program.delimiter) for each in made]
    body = _delimited(parts)
    if is_empty(body):
        return None
    if citation.before or citation.behind:
        body = [parse_rich(citation.before), body, parse_rich(citation.behind)]
    if made and all(each.cite.mode == "author-only" for each in made):
        return body
    layout = program.layout
    suffix = layout.get("suffix")
    if program.is_note and citation.in_sentence:
        suffix = suffix.removesuffix(".")  # the sentence continues after it
    return styled([layout.get("prefix"), body, suffix], program.layout_formats)


def _beside(author: Node, node: Node) -> Node:
    """Return an author and what follows: a space between them unless that is raised."""
    return [author, "" if is_raised(node) else " ", node]


def is_raised(node: Node) -> bool:
    """Whether what a node prints begins with a superscript."""
    while not isinstance(node, str):
        if isinstance(node, list):
            node = next((part for part in node if not is_empty(part)), "")
        elif (node.kind, node.value) in (("vertical-align", "sup"), ("tag", "sup")):
            return True
        else:
            node = node.content
    return False


def _narrated(program: Program, made: list[_RenderedCite]) -> Node:
    """Return the author of the first cite, for the sentence; the cites of the same author then do without."""
    first = program.author(made[0].item, made[0].cite, made[0].place)
    name = plain(first)
    for each in made:
        if plain(program.author(each.item, each.cite, each.place)) == name:
            each.cite = replace(each.cite, mode="suppress-author")
    return first


def _begins(prefix: str, first: bool) -> bool:
    """Whether a cite begins a sentence: the first one bare, or after a sentence (of more than one word)."""
    text = prefix.rstrip().rstrip("\"'”’")
    if not text:
        return first
    return text.endswith(".") and " " in text.lstrip(". ")


def capitalized(node: Node) -> Node:
    """Return a node with a capital where a term is at its beginning (specification, "Citation": notes are sentences)."""
    if isinstance(node, str):
        return node
    if isinstance(node, list):
        for place, part in enumerate(node):
            if not is_empty(part):
                return [*node[:place], capitalized(part), *node[place + 1 :]]
        return node
    if node.kind == "tag" and node.value == "term":
        return change_case(node, "capitalize-first", False)
    return node._replace(content=capitalized(node.content))


def _sorted(program: Program, made: list[_RenderedCite]) -> list[_RenderedCite]:
    if program.citation_keys and len(made) > 1:
        by_item: dict[int, list[_RenderedCite]] = {}
        for each in made:
            by_item.setdefault(id(each.item), []).append(each)
        unique = sorted({id(each.item): each.item for each in made}.values(), key=lambda item: item.number)
        made = [each for item in ordered(unique, program.citation_keys) for each in by_item[id(item)]]
    return made


def _render(program: Program, made: _RenderedCite, **flags: bool) -> None:
    state = program.state(made.item, made.cite, made.place)
    if made.cite.mode == "suppress-author":
        state.suppress_names = True
    for name, value in flags.items():
        setattr(state, name, value)
    node = program.cite(state)
    if made.cite.mode == "author-only":
        node = program.author(made.item, made.cite, made.place)
    made.node = node
    if not flags:
        made.names = plain(state.first_names) if state.first_names is not None else ""


def _affixed(made: _RenderedCite) -> Node:
    cite = made.cite
    if not cite.prefix and not cite.suffix:
        return made.node
    return [parse_rich(cite.prefix), made.node, parse_rich(cite.suffix)]


def _delimited(parts: list[tuple[Node, _RenderedCite, str]]) -> Node:
    """Join cites; the third value is the delimiter after a cite."""
    out: list[Node] = []
    before: tuple[_RenderedCite, str] | None = None
    for node, made, after in parts:
        if is_empty(node):
            continue
        if before is not None:
            out.append(_between(before[0].cite, before[1], made.cite))
        out.append(node)
        before = (made, after)
    return out


def _between(before: Cite, delimiter: str, cite: Cite) -> str:
    """Return a delimiter, unless punctuation was typed where it would be."""
    if not delimiter or cite.prefix[:1] in (",", ";", ":", "."):
        return ""
    if before.suffix[-1:] in (",", ";", ":", "."):
        return " "
    return delimiter


def _is_plain(made: _RenderedCite) -> bool:
    """Whether nothing but the work itself is in a cite."""
    cite = made.cite
    return not (cite.locator or cite.prefix or cite.suffix or cite.mode)


def _runs(
    made: list[_RenderedCite], follows: Callable[[_RenderedCite, _RenderedCite], bool]
) -> Iterator[list[_RenderedCite]]:
    """Cites in rows, of which each follows the one before it."""
    row: list[_RenderedCite] = []
    for each in made:
        if row and not follows(row[-1], each):
            yield row
            row = []
        row.append(each)
    if row:
        yield row


def _groups(program: Program, made: list[_RenderedCite]) -> list[list[_RenderedCite]]:
    """Cites with the same names, those of a name where its first is."""
    groups: list[list[_RenderedCite]] = []
    by_names: dict[str, list[_RenderedCite]] = {}
    for each in made:
        names = each.names
        # "Cite Grouping" moves cites; without a sort in the style, authors chose the order, so only neighbours are
        # grouped
        here = by_names.get(names) if program.moves_cites else (groups[-1] if groups else None)
        if not names and groups and not groups[-1][0].names:
            groups[-1].append(each)
        elif names and here is not None and here[0].names == names:
            here.append(each)
        else:
            groups.append([each])
            by_names[names] = groups[-1]
    return groups


def _collapsed(program: Program, group: list[_RenderedCite]) -> list[tuple[Node, _RenderedCite, str]]:
    """Cites of the same names: the names once, then years, then (where requested) suffixes."""
    for each in group[1:]:
        if not each.cite.prefix:
            _render(program, each, suppress_names=True)
    # "Cite Collapsing": with `year`, suffixes stay at their years; the other two values print suffixes alone
    if program.collapse == "year":
        return [(_affixed(each), each, program.within(each.cite)) for each in group]
    years = {id(each): _year(program, each) for each in group}

    def same_year(before: _RenderedCite, after: _RenderedCite) -> bool:
        # a locator or affix belongs to its own cite, so such a cite is never merged with its neighbours
        plainly = _is_plain(before) and _is_plain(after) and bool(after.item.suffix)
        return plainly and years[id(before)] == years[id(after)]

    return [row for run in _runs(group, same_year) for row in _suffixes(program, run)]


def _year(program: Program, made: _RenderedCite) -> str:
    """Return what a cite prints without its names and its suffix."""
    if not made.item.suffix:
        return f"\0{id(made)}"
    state = program.state(made.item, made.cite, made.place)
    state.suppress_names = True
    state.with_suffix = False
    return plain(program.cite(state))


def _suffixes(program: Program, run: list[_RenderedCite]) -> list[tuple[Node, _RenderedCite, str]]:
    """Return a cite followed by the suffixes of those that differ from it in nothing else."""
    first = run[0]
    if len(run) == 1:
        return [(_affixed(first), first, program.group_delimiter)]
    rows: list[tuple[Node, _RenderedCite, str]] = []
    ranged = program.collapse == "year-suffix-ranged"
    for row in _runs(run, lambda before, after: ranged and after.item.suffix == before.item.suffix + 1):
        nodes: list[Node] = [_affixed(each) if each is first else letters(each.item.suffix) for each in row]
        if len(row) > 2:
            rows.append(([nodes[0], program.range_mark, nodes[-1]], row[-1], program.suffix_delimiter))
        else:
            rows += [(node, each, program.suffix_delimiter) for node, each in zip(nodes, row, strict=True)]
    last = rows[-1]
    rows[-1] = (last[0], last[1], program.group_delimiter)
    return rows


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


def listed(works: Iterable[Work], chosen: Sequence[Style], language: str, listing: ListingOptions) -> Rendered:
    """Return the bibliography in each of the chosen styles; of several, each is below the style's title.

    Raises :class:`~citekit.runtime.errors.UsageError` for a style without a bibliography and an unknown language.
    """
    for style in chosen:
        if style.bibliography is None:
            hint = "it cites in notes: --cite '[@key]' prints their content"
            raise UsageError(f"the style '{style.info.title}' has no bibliography", hint)
    check_language(language)
    works = list(works)
    made = [process(style, works, (), language, listing) for style in chosen]
    if len(made) == 1:
        return made[0]
    entries = [
        replace(entry, heading=": ".join(filter(None, (style.info.title, entry.heading))))
        for style, rendered in zip(chosen, made, strict=True)
        for entry in rendered.bibliography
    ]
    warnings = dict.fromkeys(problem for rendered in made for problem in rendered.warnings)
    return replace(made[0], bibliography=tuple(entries), warnings=tuple(warnings))


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
