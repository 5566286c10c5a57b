"""``cs:number``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from citekit.csl.evaluate.look import dresser
from citekit.csl.evaluate.state import Emit, State
from citekit.csl.model import Number
from citekit.csl.nodes import Node
from citekit.csl.numbers import format_number, is_numeric, page_range
from citekit.csl.richtext import superscripts

if TYPE_CHECKING:
    from citekit.csl.evaluate.compiler import Compiler

_PAGES = frozenset({"page", "page-first", "locator"})


def compile_number(compiler: Compiler, element: Number) -> Emit:
    """The function of a ``cs:number``; what is not numeric is printed as it is."""
    variable, form = element.variable, element.form
    dress = dresser(element.look)
    language = compiler.language
    gender = language.gender("page" if variable in _PAGES else variable)
    range_format = compiler.options.get("page-range-format", "")
    delimiter = language.term("page-range-delimiter") or "–"

    def emit(state: State, out: list[Node]) -> None:
        value = state.text(variable)
        if not value:
            return
        if variable in _PAGES and form == "numeric":
            value = page_range(value, range_format, delimiter)
        elif is_numeric(value):
            value = format_number(value, form, language, gender)
        node = superscripts(value)
        out.append(dress(node, state) if dress else node)

    return emit
