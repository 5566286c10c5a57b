"""``cs:text``: variables, macros, terms and values."""

from __future__ import annotations

from citekit import patterns as re
from citekit.csl.evaluate.compiler import Compiler
from citekit.csl.evaluate.formatting import formatter
from citekit.csl.evaluate.state import CALLED, FILLED, Emit, State
from citekit.csl.item import Item
from citekit.csl.model import TEXT_KINDS
from citekit.csl.nodes import Marked, Node
from citekit.csl.numbers import page_range
from citekit.csl.richtext import parse_rich
from citekit.csl.suffix import letters
from citekit.text.xml import Element

_NUMBERED = frozenset(
    "chapter-number collection-number edition issue part-number section supplement-number volume".split()
)
_LINKS = {
    "URL": "",
    "DOI": "https://doi.org/",
    "PMID": "https://pubmed.ncbi.nlm.nih.gov/",
    "PMCID": "https://www.ncbi.nlm.nih.gov/pmc/articles/",
}
_WEB = re.compile(r"https?://[^\s<>\"{}|\\^`\x00-\x1f]+", re.IGNORECASE)


def compile_text(compiler: Compiler, element: Element) -> Emit:
    """The function of a ``cs:text``."""
    kind = next((kind for kind in TEXT_KINDS if kind in element.attributes), "value")
    if kind == "macro":
        return compiler.call(element)
    if kind == "variable":
        return _variable(compiler, element)
    if kind == "term":
        return _term(compiler, element)
    return _constant(parse_rich(element.get("value")), element, compiler.language.is_english)


def _constant(node: Node, element: Element, english: bool) -> Emit:
    formatted = formatter(element.attributes, english)

    def emit(state: State, out: list[Node]) -> None:
        if node:
            out.append(formatted(node, state) if formatted else node)

    return emit


def _term(compiler: Compiler, element: Element) -> Emit:
    text = compiler.language.term(element.get("term"), element.get("form") or "long", element.get("plural") == "true")
    node = parse_rich(text or "")
    if compiler.is_note and compiler.area == "citation" and node:
        node = Marked("tag", "term", node)
    return _constant(node, element, compiler.language.is_english)


def _variable(compiler: Compiler, element: Element) -> Emit:
    variable, form = element.get("variable"), element.get("form")
    if variable in _LINKS:
        return _link(element)
    formatted = formatter(element.attributes)
    if variable == "year-suffix":
        return _year_suffix(element)
    if variable == "citation-label":
        return _citation_label(compiler, element)
    if variable in ("page", "page-first", "locator"):
        return _pages(compiler, element)
    numbered = variable in _NUMBERED

    def emit(state: State, out: list[Node]) -> None:
        value = state.text(variable, form)
        if value:
            if numbered:
                value = page_range(value, "", "–")
            node = parse_rich(value)
            out.append(formatted(node, state) if formatted else node)

    return emit


def _link(element: Element) -> Emit:
    """Identifiers and addresses: as they are, and linked where they make an address."""
    variable, prefix = element.get("variable"), element.get("prefix")
    before = prefix if prefix.lower().startswith(("http://", "https://")) else ""
    formatted = formatter({**element.attributes, "prefix": ""} if before else element.attributes)

    def emit(state: State, out: list[Node]) -> None:
        value = state.text(variable)
        if value:
            target = f"{before}{value}" if before or _WEB.match(value) else f"{_LINKS[variable]}{value}"
            text = before + value
            node: Node = Marked("link", target, text) if _WEB.fullmatch(target) else text
            out.append(formatted(node, state) if formatted else node)

    return emit


def _year_suffix(element: Element) -> Emit:
    formatted = formatter(element.attributes)

    def emit(state: State, out: list[Node]) -> None:
        suffix = state.item.suffix
        if suffix and state.with_suffix:
            state.calls |= FILLED | CALLED
            state.suffix_seen = True
            node: Node = letters(suffix)
            out.append(formatted(node, state) if formatted else node)

    return emit


def _citation_label(compiler: Compiler, element: Element) -> Emit:
    formatted = formatter(element.attributes)
    explicit = compiler.explicit_suffix

    def emit(state: State, out: list[Node]) -> None:
        value = state.item.texts.get("citation-label") or label_of(state.item)
        state.calls |= FILLED | CALLED
        if not explicit and state.with_suffix and not state.suffix_seen:
            state.suffix_seen = True
            value += letters(state.item.suffix)
        out.append(formatted(value, state) if formatted else value)

    return emit


def label_of(item: Item) -> str:
    """A label out of names and year: ``Asth00``, ``BrCh98``, ``DEFG26``."""
    people = next((item.names[role] for role in ("author", "editor") if role in item.names), ())
    count = min(len(people), 4)
    sizes = {0: (), 1: (4,), 2: (2, 2), 3: (2, 1, 1), 4: (1, 1, 1, 1)}[count]
    made = "".join((person.family or person.literal)[:size] for person, size in zip(people, sizes, strict=False))
    date = item.dates.get("issued")
    return f"{made}{date.year % 100:02}" if date is not None and date.year else made


def _pages(compiler: Compiler, element: Element) -> Emit:
    variable, form = element.get("variable"), element.get("form")
    formatted = formatter(element.attributes)
    range_format = compiler.options.get("page-range-format", "")
    delimiter = compiler.language.term("page-range-delimiter") or "–"
    ampersand = compiler.language.term("and", "symbol") or "&"

    def emit(state: State, out: list[Node]) -> None:
        value = state.text(variable, form)
        if value:
            paged = variable != "locator" or state.label == "page"
            node = parse_rich(page_range(value, range_format if paged else "", delimiter, ampersand))
            out.append(formatted(node, state) if formatted else node)

    return emit
