"""``cs:text``: variables, macros, terms and values."""

from __future__ import annotations

from urllib.parse import quote

from citekit.csl.evaluate.compiler import Compiler, render_content
from citekit.csl.evaluate.state import ACCESSED, NONEMPTY, RenderFunction, RenderState
from citekit.csl.item import CslItem
from citekit.csl.model import TEXT_KINDS
from citekit.csl.nodes import Marked, Node
from citekit.csl.numbers import page_range
from citekit.csl.richtext import parse_rich
from citekit.runtime import patterns as re
from citekit.text.numerals import letters
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


def compile_text(compiler: Compiler, element: Element) -> RenderFunction:
    """Return the function of a ``cs:text``."""
    kind = next((kind for kind in TEXT_KINDS if kind in element.attributes), "value")
    if kind == "macro":
        return compiler.call(element)
    if kind == "variable":
        variable, form = element.get("variable"), element.get("form")
        if variable in _LINKS:
            return _link(element)
        if variable == "year-suffix":
            return render_content(element.attributes, _year_suffix)
        if variable == "citation-label":
            explicit = compiler.explicit_suffix

            def content(state: RenderState) -> Node:
                value = state.item.texts.get("citation-label") or label_of(state.item)
                state.variable_use |= NONEMPTY | ACCESSED
                if not explicit and state.with_suffix and not state.suffix_seen:
                    state.suffix_seen = True
                    value += letters(state.item.suffix)
                return value

            return render_content(element.attributes, content)
        if variable in ("page", "page-first", "locator"):
            return _pages(compiler, element)
        if variable in _NUMBERED:
            return render_content(
                element.attributes, lambda state: parse_rich(page_range(state.text(variable, form), "", "–"))
            )
        return render_content(element.attributes, lambda state: parse_rich(state.text(variable, form)))
    if kind == "term":
        plural = element.get("plural") == "true"
        node = parse_rich(compiler.language.term(element.get("term"), element.get("form") or "long", plural) or "")
        if compiler.is_note and compiler.area == "citation" and node:
            node = Marked("tag", "term", node)
        return _constant(compiler, element, node)
    return _constant(compiler, element, parse_rich(element.get("value")))


def _constant(compiler: Compiler, element: Element, node: Node) -> RenderFunction:
    return render_content(element.attributes, lambda state: node, compiler.language.is_english)


def _link(element: Element) -> RenderFunction:
    """Identifiers and addresses: as they are, and linked where they make an address."""
    variable, prefix = element.get("variable"), element.get("prefix")
    before = prefix if prefix.lower().startswith(("http://", "https://")) else ""

    def content(state: RenderState) -> Node:
        value = state.text(variable)
        target = f"{before}{value}" if before or _WEB.match(value) else f"{_LINKS[variable]}{value}"
        if variable == "DOI":  # "<" and ">" are usual in DOIs, and no signs of an address
            target = quote(target, safe="!#$%&'()*+,/:;=?@~ ")
        text = before + value if value else ""
        return Marked("link", target, text) if value and _WEB.fullmatch(target) else text

    return render_content({**element.attributes, "prefix": ""} if before else element.attributes, content)


def _year_suffix(state: RenderState) -> Node:
    if not state.item.suffix or not state.with_suffix:
        return ""
    state.variable_use |= NONEMPTY | ACCESSED
    state.suffix_seen = True
    return letters(state.item.suffix)


def label_of(item: CslItem) -> str:
    """Return a label out of names and year: ``Asth00``, ``BrCh98``, ``DEFG26``."""
    people = next((item.names[role] for role in ("author", "editor") if role in item.names), ())
    count = min(len(people), 4)
    sizes = {0: (), 1: (4,), 2: (2, 2), 3: (2, 1, 1), 4: (1, 1, 1, 1)}[count]
    made = "".join((person.family or person.literal)[:size] for person, size in zip(people, sizes, strict=False))
    date = item.dates.get("issued")
    return f"{made}{date.year % 100:02}" if date is not None and date.year else made


def _pages(compiler: Compiler, element: Element) -> RenderFunction:
    variable, form = element.get("variable"), element.get("form")
    range_format = compiler.options.get("page-range-format", "")
    delimiter = compiler.language.term("page-range-delimiter") or "–"
    ampersand = compiler.language.term("and", "symbol") or "&"

    def content(state: RenderState) -> Node:
        paged = variable != "locator" or state.label == "page"
        value = state.text(variable, form)
        return parse_rich(page_range(value, range_format if paged else "", delimiter, ampersand)) if value else ""

    return render_content(element.attributes, content)
