"""``cs:text``: variables, macros, terms and values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from citekit.csl.evaluate.look import dresser
from citekit.csl.evaluate.state import CALLED, FILLED, Emit, State
from citekit.csl.model import Text
from citekit.csl.nodes import Node
from citekit.csl.numbers import page_range
from citekit.csl.richtext import parse_rich
from citekit.csl.suffix import letters

if TYPE_CHECKING:
    from citekit.csl.evaluate.compiler import Compiler

_VERBATIM = frozenset({"URL", "DOI"})


def compile_text(compiler: Compiler, element: Text) -> Emit:
    """The function of a ``cs:text``."""
    if element.kind == "macro":
        return compiler.call(element)
    if element.kind == "variable":
        return _variable(compiler, element)
    if element.kind == "term":
        return _term(compiler, element)
    return _constant(parse_rich(element.name), element)


def _constant(node: Node, element: Text) -> Emit:
    dress = dresser(element.look)

    def emit(state: State, out: list[Node]) -> None:
        if node:
            out.append(dress(node, state) if dress else node)

    return emit


def _term(compiler: Compiler, element: Text) -> Emit:
    text = compiler.language.term(element.name, element.form or "long", element.plural)
    if text is None:
        text = ""
    return _constant(parse_rich(text), element)


def _variable(compiler: Compiler, element: Text) -> Emit:
    variable, form = element.name, element.form
    dress = dresser(element.look)
    if variable == "year-suffix":
        return _year_suffix(element)
    if variable in ("page", "page-first", "locator"):
        return _pages(compiler, element)
    verbatim = variable in _VERBATIM

    def emit(state: State, out: list[Node]) -> None:
        value = state.text(variable, form)
        if value:
            node = value if verbatim else parse_rich(value)
            out.append(dress(node, state) if dress else node)

    return emit


def _year_suffix(element: Text) -> Emit:
    dress = dresser(element.look)

    def emit(state: State, out: list[Node]) -> None:
        state.calls |= CALLED
        suffix = state.item.suffix
        if suffix and state.with_suffix:
            state.calls |= FILLED
            state.suffix_seen = True
            node: Node = letters(suffix)
            out.append(dress(node, state) if dress else node)

    return emit


def _pages(compiler: Compiler, element: Text) -> Emit:
    variable, form = element.name, element.form
    dress = dresser(element.look)
    range_format = compiler.options.get("page-range-format", "")
    delimiter = compiler.language.term("page-range-delimiter") or "–"

    def emit(state: State, out: list[Node]) -> None:
        value = state.text(variable, form)
        if value:
            paged = variable != "locator" or state.label == "page"
            node = parse_rich(page_range(value, range_format if paged else "", delimiter))
            out.append(dress(node, state) if dress else node)

    return emit


