"""A style and a language compiled to functions, one per element; macros are compiled once per area and called.

How each element is compiled is said by a table that the compiler is given (:mod:`citekit.csl.evaluate.elements`), so the
elements know the compiler and it does not know them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from citekit.csl.evaluate.formatting import formatter
from citekit.csl.evaluate.names_options import Inherited, inherited
from citekit.csl.evaluate.state import CALLED, FILLED, Emit, State
from citekit.csl.locale import Language
from citekit.csl.model import Choose, Group, Names, Number, Rendering, Style, Text
from citekit.csl.nodes import Node

MOST_CALLS = 20_000
"""Macro calls in one cite before the rest is left out: no real style needs a tenth, a hostile one could double them."""


class Compiler:
    """Compiles the elements of one area (``citation``, ``bibliography``) of a style in a language.

    ``elements`` says of each class of element how it is compiled.
    """

    def __init__(
        self, style: Style, language: Language, area: str, elements: Mapping[type, Callable[[Any, Any], Emit]]
    ) -> None:
        self.elements = elements
        self.style = style
        self.language = language
        self.area = area
        self.macros: dict[str, Emit] = {}
        self.options: Mapping[str, str] = style.options
        where = style.bibliography if area == "bibliography" else style.citation
        self.inherited: Inherited = inherited(style.options, where.options if where else {})
        self.explicit_suffix = uses_variable(style, where.layout.children if where else (), "year-suffix")
        self.is_note = style.kind == "note"
        self.tests_disambiguate = 0
        self.parent_names: Names | None = None

    def compile(self, element: Rendering) -> Emit:
        """One rendering element."""
        return self.elements[type(element)](self, element)

    def sequence(self, elements: tuple[Rendering, ...]) -> Emit:
        """Elements one after another."""
        emits = [self.compile(element) for element in elements]
        if len(emits) == 1:
            return emits[0]

        def emit(state: State, out: list[Node]) -> None:
            for each in emits:
                each(state, out)

        return emit

    def macro(self, name: str) -> Emit:
        """A macro, compiled when it is first called."""
        if name not in self.macros:
            self.macros[name] = self.sequence(self.style.macros.get(name, ()))
        return self.macros[name]

    def call(self, element: Text) -> Emit:
        """``cs:text macro``: the macro's parts as one, with the look of the call."""
        formatted = formatter(element.formatting)
        macro = self.macro(element.name)

        def emit(state: State, out: list[Node]) -> None:
            state.steps += 1
            if state.steps > MOST_CALLS:
                return
            parts: list[Node] = []
            saved = state.calls
            state.calls = 0
            macro(state, parts)
            if parts and state.calls != CALLED:
                node: Node = parts[0] if len(parts) == 1 else parts
                out.append(formatted(node, state) if formatted else node)
                state.calls |= FILLED
            state.calls |= saved

        return emit


def uses_variable(style: Style, elements: tuple[Rendering, ...], variable: str) -> bool:
    """Whether some ``cs:text`` or ``cs:number`` among the elements, or in a macro they call, prints a variable."""
    seen: set[str] = set()
    stack = list(elements)
    while stack:
        element = stack.pop()
        if isinstance(element, Number) and element.variable == variable:
            return True
        if isinstance(element, Text):
            if element.kind == "variable" and element.name == variable:
                return True
            if element.kind == "macro" and element.name not in seen:
                seen.add(element.name)
                stack.extend(style.macros.get(element.name, ()))
        elif isinstance(element, Group):
            stack.extend(element.children)
        elif isinstance(element, Choose):
            stack.extend(child for branch in element.branches for child in branch.children)
        elif isinstance(element, Names):
            stack.extend(element.substitute)
    return False
