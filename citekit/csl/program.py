"""A style compiled in a language: everything that does not depend on the works, sort keys included.

Source: the CSL 1.0.2 specification, "Sorting": keys are variables or macros; empty values come last in either
direction; numbers sort as numbers, dates by time, names family name first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from citekit.csl.cite import Cite, CitePosition, RenderFunction, RenderState
from citekit.csl.evaluate import compiler, dates, names, text
from citekit.csl.evaluate.compiler import Compiler
from citekit.csl.evaluate.dates import sort_text
from citekit.csl.evaluate.formatting import formatting_of, styled
from citekit.csl.evaluate.text import label_of
from citekit.csl.item import CslItem
from citekit.csl.locales import StyleLocale
from citekit.csl.model import Style, count
from citekit.csl.richtext import Marked, Node, parse_rich, plain
from citekit.csl.tree import Quotes
from citekit.runtime import patterns as re
from citekit.text import collate
from citekit.text.xml import Element

_NUMERIC = frozenset(
    "chapter-number citation-number collection-number edition first-reference-note-number issue locator number "
    "number-of-pages number-of-volumes page page-first part-number printing-number section supplement-number version "
    "volume".split()
)
_DATES = frozenset({"accessed", "available-date", "event-date", "issued", "original-date", "submitted"})
_DIGITS = re.compile(r"\d+")
_IGNORED = re.compile("[\\[\\]\"“”]|(?<![^\\s\u0001\u0002])['‘’]+")
_PARTS = ["year", "month", "day"]
Key = tuple[object, ...] | None
Keyer = Callable[[CslItem], Key]


class Sorting(NamedTuple):
    """One sort key: the function that returns its value for a work, and its direction."""

    keyer: Keyer
    descending: bool


def keyers(compiler: Compiler, keys: Iterable[Element]) -> list[Sorting]:
    """Compile ``cs:key`` elements; a key function returns None if the value of a work is empty."""
    return [Sorting(_keyer(compiler, key), key.get("sort") == "descending") for key in keys]


def _keyer(compiler: Compiler, key: Element) -> Keyer:
    variable, language = key.get("variable"), compiler.language.code
    if key.get("macro"):
        macro = compiler.macro(key.get("macro"))
        return lambda item: _rendered(macro, item, key, language)
    if variable == "citation-number":
        return lambda item: (item.number,)
    if variable in _DATES:
        return lambda item: _text(sort_text(item.dates[variable], _PARTS), "") if variable in item.dates else None
    names = compiler.compile(Element("names", {"variable": variable}, children=[Element("name", {"et-al-min": "0"})]))

    def by_variable(item: CslItem) -> Key:
        if variable in item.names:
            return _rendered(names, item, key, language)
        value = label_of(item) if variable == "citation-label" else item.text(variable)
        if not value:
            return None
        if variable in _NUMERIC:
            # Padded, so that 9 comes before 10; letters stay, so that "12a" sorts after "12".
            return collate.key(_DIGITS.sub(lambda match: match.group().zfill(12), value))
        return _text(plain(parse_rich(value)), language)

    return by_variable


def _rendered(emit: Callable[[RenderState, list[Node]], None], item: CslItem, key: Element, language: str) -> Key:
    # "Sorting Names": a key is rendered without year suffix, because suffixes follow the order
    state = RenderState(item, "sort")
    state.sorting = True
    state.with_suffix = False
    least, first = count(key.attributes, "names-min"), count(key.attributes, "names-use-first")
    if least or first:
        state.names_override = (least, first, key.get("names-use-last") == "true")
    parts: list[Node] = []
    emit(state, parts)
    return _text(plain(parts), language)


def _text(text: str, language: str) -> Key:
    text = _IGNORED.sub("", text).strip()
    return collate.key(text, language) if text else None


def ordered(items: Sequence[CslItem], keyed: list[Sorting]) -> list[CslItem]:
    """Sort the items by the keys; equal items keep their order. Sorts are stable, so the last key is applied first."""
    result = list(items)
    # "Sorting": empty values come last in either direction, so they are not sorted with the others
    for keyer, descending in reversed(keyed):
        values = {id(item): keyer(item) for item in result}
        full = [item for item in result if values[id(item)] is not None]
        empty = [item for item in result if values[id(item)] is None]
        full.sort(key=lambda item: values[id(item)], reverse=descending)  # type: ignore[arg-type,return-value]
        result = full + empty
    return result


NOTHING = "[CSL STYLE ERROR: reference with no printed form.]"
"""What the processors print where a style prints nothing for a work."""
# What is in a sentence where the style itself cites by number.
_AUTHOR = Element(
    "names",
    {"variable": "author"},
    children=[
        Element("name", {"form": "short", "and": "text", "et-al-min": "3", "et-al-use-first": "1"}),
        Element(
            "substitute",
            {},
            children=[
                Element("names", {"variable": "editor"}),
                Element("text", {"variable": "title", "form": "short"}),
            ],
        ),
    ],
)


# How each rendering element is compiled.
_ELEMENTS: Mapping[str, Callable[[compiler.Compiler, Element], RenderFunction]] = {
    "text": text.compile_text,
    "number": text.compile_number,
    "label": text.compile_label,
    "date": dates.compile_date,
    "names": names.compile_names,
    "group": compiler.compile_group,
    "choose": compiler.compile_choose,
}


class Program:
    """The functions and settings of one style in one language; it holds no state of a document."""

    def __init__(self, style: Style, language: StyleLocale) -> None:
        self.style = style
        self.language = language
        self.is_note = style.kind == "note"
        self.is_annotated = "annotated" in f"{style.info.id} {style.info.title}".lower()
        citation = style.citation
        self.layout = citation.layout
        self.layout_formats = formatting_of(self.layout.attributes)
        cites = compiler.Compiler(style, language, "citation", _ELEMENTS)
        self.citation_emit = cites.sequence(self.layout.children)
        self.tests_disambiguate = min(cites.tests_disambiguate, 8)
        self.citation_keys = keyers(cites, citation.sort)
        self.author_emit = cites.compile(_AUTHOR)
        options = citation.options
        self.collapse = options.get("collapse", "")
        self.delimiter = self.layout.get("delimiter")
        self.groups = bool(self.collapse) or "cite-group-delimiter" in options
        self.group_delimiter = options.get("cite-group-delimiter", self.delimiter if self.is_note else ", ")
        self.after_collapse = options.get("after-collapse-delimiter", self.delimiter)
        self.has_after_collapse = "after-collapse-delimiter" in options
        self.suffix_delimiter = options.get(
            "year-suffix-delimiter", options.get("cite-group-delimiter", self.delimiter)
        )
        self.moves_cites = bool(citation.sort)
        self.range_mark = language.term("citation-range-delimiter") or "–"
        self.near_distance = count(options, "near-note-distance", 5)
        self.quotes = quotes_of(language)
        self.add_names = options.get("disambiguate-add-names") == "true"
        self.add_given = options.get("disambiguate-add-givenname") == "true"
        self.given_rule = options.get("givenname-disambiguation-rule", "by-cite")
        self.add_suffix = options.get("disambiguate-add-year-suffix") == "true"
        self.is_english = language.is_english
        bibliography = style.bibliography
        self.bibliography = bibliography
        if bibliography is not None:
            entries = compiler.Compiler(style, language, "bibliography", _ELEMENTS)
            self.entry_emits = [entries.compile(child) for child in bibliography.layout.children]
            self.bibliography_keys = keyers(entries, bibliography.sort)
            self.numbers_entries = style.prints(bibliography.layout.children, "citation-number")
            self.entry_formats = formatting_of(bibliography.layout.attributes)

    def entry(self, item: CslItem, before: tuple[str, ...] | None) -> tuple[Node, tuple[str, ...] | None]:
        """Return the entry of a work, empty if the style prints nothing for it, and the names that it printed first.

        ``before`` are those of the entry before. Source: the CSL 1.0.2 specification, "Bibliography-specific Options"
        (``second-field-align``, ``subsequent-author-substitute``) and "Display".
        """
        assert self.bibliography is not None
        options, layout = self.bibliography.options, self.bibliography.layout
        state = RenderState(item, "bibliography")
        substitute = options.get("subsequent-author-substitute")
        if substitute is not None:
            state.tracks_names = True
            state.substitute = (substitute, options.get("subsequent-author-substitute-rule", "complete-all"))
            # "Reference Grouping": subsequent-author-substitute compares with the entry printed right before
            state.names_before = before
        first: list[Node] = []
        rest: list[Node] = []
        for emit in self.entry_emits:
            emit(state, rest if first else first)
        if not first:
            return f"{item.number}. {NOTHING}" if self.numbers_entries else "", state.names_key
        prefix, suffix = layout.get("prefix"), layout.get("suffix")
        content: list[Node] = [prefix, *_with_suffix([*first, *rest], suffix)]
        # "Whitespace": the first field is the margin, with all affixes that touch it
        if options.get("second-field-align") and rest:
            margin, inner = [prefix, *first], [*rest, suffix]
            content = [Marked("display", "left-margin", margin), Marked("display", "right-inline", inner)]
        return styled(content, self.entry_formats), state.names_key

    def author(self, item: CslItem, cite: Cite, place: CitePosition) -> Node:
        """Return the names of a cite as they are in a sentence.

        Use the author's short names if a style cites without names.
        """
        state = self.state(item, cite, place)
        self.cite(state)
        if state.first_names is not None:
            return state.first_names
        out: list[Node] = []
        self.author_emit(self.state(item, cite, place), out)
        return out

    def within(self, cite: Cite) -> str:
        """Return what is after a cite inside of a collapsed group: a stronger mark after a locator."""
        return self.after_collapse if cite.locator and self.has_after_collapse else self.group_delimiter

    def state(self, item: CslItem, cite: Cite, place: CitePosition) -> RenderState:
        """Return the state in which a cite is rendered."""
        state = RenderState(item)
        state.locator = cite.locator.strip()
        state.label = cite.label or "page"
        state.position = place.position
        state.near_note = place.near
        state.first_note = place.first_note
        return state

    def cite(self, state: RenderState) -> Node:
        """Return the parts of one cite."""
        out: list[Node] = []
        self.citation_emit(state, out)
        return out[0] if len(out) == 1 else out


def quotes_of(language: StyleLocale) -> Quotes:
    """Return the quotation marks of a language."""
    term = language.term
    return Quotes(
        term("open-quote") or "“",
        term("close-quote") or "”",
        term("open-inner-quote") or "‘",
        term("close-inner-quote") or "’",
        language.punctuation_in_quote,
    )


def _with_suffix(parts: list[Node], suffix: str) -> list[Node]:
    """Return the parts with a suffix, which is inside of a block that ends them."""
    last = parts[-1]
    if suffix and isinstance(last, list) and last:
        return [*parts[:-1], _with_suffix(last, suffix)]
    if suffix and isinstance(last, Marked) and last.kind == "display":
        return [*parts[:-1], last._replace(content=[last.content, suffix])]
    return [*parts, suffix]
