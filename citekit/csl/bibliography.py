"""The bibliography: one entry per work, in the style's order.

Source: the CSL 1.0.2 specification, "Bibliography-specific Options" (``second-field-align``,
``subsequent-author-substitute``, ``hanging-indent``) and "Display".
"""

from __future__ import annotations

from citekit.csl.cluster import NOTHING
from citekit.csl.evaluate.formatting import styled
from citekit.csl.evaluate.state import State
from citekit.csl.item import Item
from citekit.csl.nodes import Marked, Node
from citekit.csl.program import Program

Names = tuple[str, ...]
"""The names that an entry printed first."""


def entry_node(program: Program, item: Item, before: Names | None) -> tuple[Node, Names | None]:
    """The entry of a work, empty where the style says nothing of it, and its names, which are ``before`` the next entry."""
    assert program.bibliography is not None
    options = program.bibliography.options
    text = options.get("subsequent-author-substitute")
    state = State(item, "bibliography")
    if text is not None:
        state.tracks_names = True
        state.substitute = (text, options.get("subsequent-author-substitute-rule", "complete-all"))
        state.names_before = before
    return _entry(program, state, bool(options.get("second-field-align"))), state.names_key


def _entry(program: Program, state: State, align: bool) -> Node:
    assert program.bibliography is not None
    layout = program.bibliography.layout
    first: list[Node] = []
    emits = iter(program.entry_emits)
    for emit in emits:
        emit(state, first)
        if first:
            break
    rest: list[Node] = []
    for emit in emits:
        emit(state, rest)
    if not first:
        return f"{state.item.number}. {NOTHING}" if program.numbers_entries else ""
    if align and rest:
        return styled(
            [
                Marked("display", "left-margin", [layout.get("prefix"), *first]),
                Marked("display", "right-inline", [*rest, layout.get("suffix")]),
            ],
            program.entry_formats,
        )
    return styled([layout.get("prefix"), *_with_suffix([*first, *rest], layout.get("suffix"))], program.entry_formats)


def _with_suffix(parts: list[Node], suffix: str) -> list[Node]:
    """The parts with a suffix, which stands inside of a block that ends them."""
    last = parts[-1]
    if suffix and isinstance(last, list) and last:
        return [*parts[:-1], _with_suffix(last, suffix)]
    if suffix and isinstance(last, Marked) and last.kind == "display":
        return [*parts[:-1], last._replace(content=[last.content, suffix])]
    return [*parts, suffix]
