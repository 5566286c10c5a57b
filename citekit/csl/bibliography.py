"""The bibliography: one entry per work, in the style's order.

Source: the CSL 1.0.2 specification, "Bibliography-specific Options" (``second-field-align``,
``subsequent-author-substitute``, ``hanging-indent``) and "Display".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from citekit.csl.cluster import NOTHING
from citekit.csl.evaluate.look import styled
from citekit.csl.evaluate.state import State
from citekit.csl.item import Item
from citekit.csl.nodes import Displayed, Node
from citekit.csl.program import Program


def entry_nodes(program: Program, items: Sequence[Item], headings: Mapping[str, str]) -> Iterator[Node]:
    """The entry of every work, in the order given; an empty string for one of which the style says nothing.

    Names are not substituted across ``headings`` (of works, by id).
    """
    assert program.bibliography is not None
    options = program.bibliography.options
    text = options.get("subsequent-author-substitute")
    rule = options.get("subsequent-author-substitute-rule", "complete-all")
    align = bool(options.get("second-field-align"))
    before: tuple[str, ...] | None = None
    above = ""
    for item in items:
        state = State(item, "bibliography")
        if headings.get(item.id, "") != above:
            above, before = headings.get(item.id, ""), None
        if text is not None:
            state.tracks_names = True
            state.substitute = (text, rule)
            state.names_before = before
        yield _entry(program, state, align)
        before = state.names_key


def _entry(program: Program, state: State, align: bool) -> Node:
    assert program.bibliography is not None
    look = program.bibliography.layout.look
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
                Displayed("left-margin", [look.prefix, *first]),
                Displayed("right-inline", [*rest, look.suffix]),
            ],
            program.entry_formats,
        )
    return styled([look.prefix, *_with_suffix([*first, *rest], look.suffix)], program.entry_formats)


def _with_suffix(parts: list[Node], suffix: str) -> list[Node]:
    """The parts with a suffix, which stands inside of a block that ends them."""
    last = parts[-1]
    if not suffix or not isinstance(last, Displayed | list) or not last:
        return [*parts, suffix]
    if isinstance(last, Displayed):
        return [*parts[:-1], last._replace(content=[last.content, suffix])]
    return [*parts[:-1], _with_suffix(last, suffix)]
