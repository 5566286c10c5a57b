"""``cs:text``, ``cs:number``, and ``cs:label`` outside of ``cs:names``: variables, macros, terms and values."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote

from citekit.csl.cite import ACCESSED, NONEMPTY, RenderFunction, RenderState
from citekit.csl.evaluate.compiler import Compiler, render_content
from citekit.csl.evaluate.formatting import format_number, is_numeric, is_plural, page_range
from citekit.csl.item import CslItem
from citekit.csl.locales import StyleLocale
from citekit.csl.model import TEXT_KINDS
from citekit.csl.richtext import Marked, Node, parse_rich, superscripts
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
        # an address in the prefix ("https://doi.org/") is part of the link, not text before it
        if variable in _LINKS:
            return _link(element)
        if variable == "year-suffix":
            return render_content(element.attributes, _year_suffix)
        if variable == "citation-label":
            explicit = compiler.explicit_suffix

            def content(state: RenderState) -> Node:
                value = state.item.texts.get("citation-label") or label_of(state.item)
                state.variable_use |= NONEMPTY | ACCESSED
                # the label has the year in it, so the letter of "Disambiguation" follows it as it would follow the year
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
        # marked, because a note is a sentence: a term at its beginning gets a capital, a title does not
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
        if variable == "DOI":  # "<" and ">" are usual in DOIs, but not in a URL
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
    """Return a label made of names and year: ``Asth00``, ``BrCh98``, ``DEFG26``."""
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


LOCATORS = "volume folio chapter section paragraph part page figure note line verse column issue book".split()
"""Kinds of locators that people abbreviate."""
_OTHER_SPELLING = {"sub verbo": "sub-verbo", "sub-verbo": "sub verbo"}
_COUNTS = frozenset({"number-of-pages", "number-of-volumes"})
_PAGES = frozenset({"page", "page-first", "locator"})
_LABELLED = re.compile(r"([^\W\d_]{1,12}\.)\s*(\d[^,]{0,40})")


def compile_number(compiler: Compiler, element: Element) -> RenderFunction:
    """Return the function of a ``cs:number``; what is not numeric is printed as it is."""
    variable, form = element.get("variable"), element.get("form", "numeric")
    language = compiler.language
    gender = language.gender("page" if variable in _PAGES else variable)
    range_format = compiler.options.get("page-range-format", "")
    delimiter = language.term("page-range-delimiter") or "–"
    # the abbreviated labels of a language and what they stand for: `p.` and `pp.` for `page`
    forms = ((language.term(name, "short", several), name) for name in LOCATORS for several in (False, True))
    labels = {text: name for text, name in forms if text and text.endswith(".")}

    def content(state: RenderState) -> Node:
        value = state.text(variable)
        if not value:
            return ""
        if variable in _PAGES and form == "numeric":
            value = page_range(value, range_format, delimiter)
        elif is_numeric(value):
            value = format_number(value, form, language, gender)
        else:
            value = _with_labels(value, form, language, gender, labels)
        return superscripts(value)

    return render_content(element.attributes, content)


def _with_labels(value: str, form: str, language: StyleLocale, gender: str, labels: Mapping[str, str]) -> str:
    """Return a number with further ones that have labels (``7, p. 3-8``): each label in the number that its value requests.

    Return a value with anything else in it unchanged.
    """
    first, *others = (part.strip() for part in value.split(","))
    if not others or len(value) > 100 or not is_numeric(first):  # a longer value is prose, not a locator
        return value
    made = [format_number(first, form, language, gender)]
    for part in others:
        match = _LABELLED.fullmatch(part)
        if match is None or match[1] not in labels or not is_numeric(match[2]):
            return value
        label = language.term(labels[match[1]], "short", is_plural(match[2]))
        made.append(f"{label} {page_range(match[2], '', '–')}")
    return ", ".join(made)


def compile_label(compiler: Compiler, element: Element) -> RenderFunction:
    """Return the function of a ``cs:label``: the term of its variable, in the plural where the value names several things."""
    variable, form = element.get("variable"), element.get("form", "long")
    plural, term = element.get("plural", "contextual"), compiler.language.term
    conjunctions = tuple(filter(None, {term("and"), term("and", "symbol"), "&", "and"}))
    is_locator = variable == "locator"
    shortened = (term(name, "short") or "" for name in LOCATORS) if is_locator else ()
    starts = frozenset(text for text in shortened if text.endswith("."))
    """With these people begin a locator by hand (``vol. 1, fol. 2``); it gets no label then."""

    def content(state: RenderState) -> Node:
        value = "" if state.used and variable in state.used else state.value(variable)
        if not value or (starts and value.split(" ", 1)[0] in starts):
            return ""
        name = state.label if is_locator else variable
        if plural != "contextual":
            several = plural == "always"
        elif variable in _COUNTS:
            several = value.strip().isdecimal() and value.strip() not in ("0", "1")
        else:
            several = is_plural(value, conjunctions)
        text = term(name, form, several)
        if text is None and is_locator:
            text = term(_OTHER_SPELLING.get(name, name), form, several)
        return superscripts(text) if text else ""

    return render_content(element.attributes, content, english=True)
