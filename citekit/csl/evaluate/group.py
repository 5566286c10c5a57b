"""``cs:group``."""

from __future__ import annotations

from citekit.csl.evaluate.compiler import Compiler
from citekit.csl.evaluate.formatting import affix, formatter
from citekit.csl.evaluate.state import CALLED, FILLED, Emit, State
from citekit.csl.nodes import Node
from citekit.text.xml import Element


def compile_group(compiler: Compiler, element: Element) -> Emit:
    """The function of a ``cs:group``: nothing at all where variables are asked for and all of them are empty."""
    children = [compiler.compile(child) for child in element.children]
    delimiter = affix(element.get("delimiter"))
    formatted = formatter(element.attributes)

    def emit(state: State, out: list[Node]) -> None:
        saved = state.calls
        state.calls = 0
        parts: list[Node] = []
        for child in children:
            child(state, parts)
        calls = state.calls
        if not parts or calls == CALLED:
            state.calls = saved | (CALLED if calls else 0)
            return
        state.calls = saved | calls | FILLED
        if len(parts) == 1:
            node = parts[0]
        elif delimiter:
            node = joined(parts, delimiter)
        else:
            node = parts
        out.append(formatted(node, state) if formatted else node)

    return emit


def joined(parts: list[Node], delimiter: Node) -> list[Node]:
    """Parts with a delimiter between them."""
    made: list[Node] = [delimiter] * (2 * len(parts) - 1)
    made[::2] = parts
    return made
