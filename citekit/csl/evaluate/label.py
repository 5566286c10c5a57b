"""``cs:label`` outside of ``cs:names``."""

from __future__ import annotations

from citekit.csl.evaluate.compiler import Compiler
from citekit.csl.evaluate.formatting import formatter
from citekit.csl.evaluate.state import Emit, State
from citekit.csl.nodes import Node
from citekit.csl.numbers import is_plural
from citekit.csl.richtext import superscripts
from citekit.text.xml import Element

_OTHER_SPELLING = {"sub verbo": "sub-verbo", "sub-verbo": "sub verbo"}
_COUNTS = frozenset({"number-of-pages", "number-of-volumes"})


def compile_label(compiler: Compiler, element: Element) -> Emit:
    """The function of a ``cs:label``: the term of its variable, in the plural where the value names several things."""
    variable, form = element.get("variable"), element.get("form", "long")
    plural = element.get("plural", "contextual")
    formatted = formatter(element.attributes, english=True)
    term = compiler.language.term
    conjunctions = tuple(filter(None, {term("and"), term("and", "symbol"), "&", "and"}))
    starts = _label_starts(compiler) if variable == "locator" else frozenset()

    def emit(state: State, out: list[Node]) -> None:
        if state.used and variable in state.used:
            return
        value = state.value(variable)
        if not value:
            return
        if starts and value.split(" ", 1)[0] in starts:
            return
        name = state.label if variable == "locator" else variable
        several = is_several(plural, variable, value, conjunctions)
        text = term(name, form, several)
        if text is None and variable == "locator":
            text = term(_OTHER_SPELLING.get(name, name), form, several)
        if text:
            node = superscripts(text)
            out.append(formatted(node, state) if formatted else node)

    return emit


def is_several(plural: str, variable: str, value: str, conjunctions: tuple[str, ...] = ()) -> bool:
    """Whether the plural form of a label is meant."""
    if plural != "contextual":
        return plural == "always"
    if variable in _COUNTS:
        return value.strip().isdecimal() and value.strip() not in ("0", "1")
    return is_plural(value, conjunctions)


LOCATORS = "volume folio chapter section paragraph part page figure note line verse column issue book".split()
"""Kinds of locators that people abbreviate."""


def _label_starts(compiler: Compiler) -> frozenset[str]:
    """Abbreviated terms with which people begin a locator by hand (``vol. 1, fol. 2``); it gets no label then."""
    terms = (compiler.language.term(name, "short") or "" for name in LOCATORS)
    return frozenset(term for term in terms if term.endswith("."))
