"""``cs:number``, and ``cs:label`` outside of ``cs:names``."""

from __future__ import annotations

from collections.abc import Mapping

from citekit.csl.evaluate.compiler import Compiler, render_content
from citekit.csl.evaluate.state import RenderFunction, RenderState
from citekit.csl.locales import StyleLocale
from citekit.csl.nodes import Node
from citekit.csl.numbers import format_number, is_numeric, is_plural, page_range
from citekit.csl.richtext import superscripts
from citekit.runtime import patterns as re
from citekit.text.xml import Element

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
        several = _is_several(plural, variable, value, conjunctions)
        text = term(name, form, several)
        if text is None and is_locator:
            text = term(_OTHER_SPELLING.get(name, name), form, several)
        return superscripts(text) if text else ""

    return render_content(element.attributes, content, english=True)


def _is_several(plural: str, variable: str, value: str, conjunctions: tuple[str, ...]) -> bool:
    """Whether the plural form of a label is meant."""
    if plural != "contextual":
        return plural == "always"
    if variable in _COUNTS:
        return value.strip().isdecimal() and value.strip() not in ("0", "1")
    return is_plural(value, conjunctions)
