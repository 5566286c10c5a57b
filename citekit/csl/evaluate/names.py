"""``cs:names``: lists of names with their labels, abbreviation, and what replaces them.

Source: the CSL 1.0.2 specification, "Names", "Name", "Et-al", "Substitute", "Label in cs:names", "Et-al Abbreviation".
"""

from __future__ import annotations

from collections.abc import Callable

from citekit.csl.evaluate.compiler import Compiler, joined
from citekit.csl.evaluate.formatting import formatter, is_empty
from citekit.csl.evaluate.names_list import ListWriter
from citekit.csl.evaluate.person import NameOptions
from citekit.csl.evaluate.state import ACCESSED, NONEMPTY, RenderFunction, RenderState
from citekit.csl.model import FORMATTING
from citekit.csl.nodes import Node, plain
from citekit.csl.people import FormattedName
from citekit.text.xml import Element


def compile_names(compiler: Compiler, element: Element) -> RenderFunction:
    """Return the function of a ``cs:names``."""
    return _NamesRenderer(compiler, _completed(element, compiler.parent_names)).render


_OWN = frozenset({"name", "et-al", "label", "substitute"})


def _completed(element: Element, parent: Element | None) -> Element:
    """Return a ``cs:names`` without children within ``cs:substitute`` takes those of the element around it."""
    if parent is None or any(child.name in _OWN for child in element.children):
        return element
    taken = {"delimiter"} if formatter(element.attributes) else {"delimiter", *FORMATTING}
    given = {name: value for name, value in parent.attributes.items() if name in taken}
    children = [child for child in parent.children if child.name != "substitute"]
    return Element("names", {**given, **element.attributes}, children=children)


class _NamesRenderer:
    """One ``cs:names`` at work."""

    def __init__(self, compiler: Compiler, element: Element) -> None:
        name, substitute = element.first("name"), element.first("substitute")
        options = NameOptions(compiler.inherited, name.attributes if name else {})
        self.variables = element.get("variable").split()
        self.lists = ListWriter(compiler, element, options)
        self.is_count = options.form == "count"
        self.delimiter = element.get("delimiter", compiler.inherited.get("names-delimiter", ""))
        self.formatted = formatter(element.attributes)
        self.label = _Labeller(compiler, element)
        parent, compiler.parent_names = compiler.parent_names, element
        self.substitutes = [
            (
                compiler.compile(child),
                child.name == "text" and child.attributes.keys().isdisjoint(("variable", "macro")),
                child.name == "names",
            )
            for child in (substitute.children if substitute else ())
        ]
        compiler.parent_names = parent

    def render(self, state: RenderState, out: list[Node]) -> None:
        state.variable_use |= ACCESSED
        found = [(name, people) for name in self.variables if (people := self._people(state, name))]
        if not found:
            self._substitute(state, out)
            return
        if state.record is not None:
            state.record.extend(name for name, _ in found)
        state.variable_use |= NONEMPTY
        if state.sorting:
            out.append(self._sort_text(state, found))
            return
        if self.is_count:
            total = sum(self.lists.shown(people, state) for _, people in self.label.merged(found))
            if total:
                out.append(str(total))
            return
        merged = self.label.merged(found)
        parts = [self.label.around(name, people, self.lists.write(people, state), state) for name, people in merged]
        node: Node = parts[0] if len(parts) == 1 else joined(parts, self.delimiter) if self.delimiter else list(parts)
        if self.formatted:
            node = self.formatted(node, state)
        if not is_empty(node):
            self._add(state, out, node)

    def _people(self, state: RenderState, variable: str) -> tuple[FormattedName, ...]:
        if (state.used and variable in state.used) or (state.record and variable in state.record):
            return ()
        return state.item.names.get(variable, ())

    def _add(self, state: RenderState, out: list[Node], node: Node) -> None:
        if state.first_names is None:
            state.first_names = node
            if state.suppress_names:
                return
        out.append(node)

    def _sort_text(self, state: RenderState, found: list[tuple[str, tuple[FormattedName, ...]]]) -> str:
        if self.is_count:
            return f"{sum(self.lists.shown(people, state) for _, people in found):05}"
        return "\u0002".join(self.lists.sort_text(people, state) for _, people in found)

    def _substitute(self, state: RenderState, out: list[Node]) -> None:
        """The first of the substitutes that says something; what it printed is not printed again."""
        for substitute, is_constant, is_names in self.substitutes:
            outer, state.record = state.record, []
            variable_use = state.variable_use
            state.variable_use = 0
            parts: list[Node] = []
            suppressed = state.first_names
            substitute(state, parts)
            recorded, state.record = state.record, outer
            done = is_constant or (bool(parts) and not all(is_empty(part) for part in parts))
            was_names = state.first_names is not suppressed
            if done or (was_names and state.suppress_names):
                state.variable_use = variable_use | ACCESSED | (0 if is_constant else NONEMPTY)
                state.used = {*(state.used or ()), *recorded}
                if outer is not None:
                    outer.extend(recorded)
                if not done or not parts:
                    return
                node: Node = parts[0] if len(parts) == 1 else parts
                if state.sorting or was_names or is_names:
                    out.append(node)
                else:
                    node = self._replaced(state, node)
                    node = self.formatted(node, state) if self.formatted else node
                    self._add(state, out, node)
                return
            state.variable_use = variable_use

    def _replaced(self, state: RenderState, node: Node) -> Node:
        """Return what replaces names, or for it the substitute of a subsequent author."""
        if not state.tracks_names or state.first_names is not None or state.names_key is not None:
            return node
        state.names_key = (plain(node),)
        same = state.substitute is not None and state.names_key == state.names_before
        return state.substitute[0] if same and state.substitute else node


class _Labeller:
    """The label of names, before or after them."""

    def __init__(self, compiler: Compiler, element: Element) -> None:
        label = self.element = element.first("label")
        tags = [child.name for child in element.children]
        self.first = "label" in tags and "name" in tags[tags.index("label") :]
        self.form = label.get("form", "long") if label else "long"
        self.formatted = formatter(label.attributes, english=True) if label else None
        self.term: Callable[[str, str, bool], str | None] = compiler.language.term

    def merged(self, found: list[tuple[str, tuple[FormattedName, ...]]]) -> list[tuple[str, tuple[FormattedName, ...]]]:
        """Return an editor and a translator who are the same people, as one where the language has a word for both."""
        roles = {name for name, _ in found}
        both = len(found) == 2 and roles == {"editor", "translator"} and found[0][1] == found[1][1]
        return (
            [("editortranslator", found[0][1])] if both and self.term("editortranslator", self.form, False) else found
        )

    def around(self, variable: str, people: tuple[FormattedName, ...], node: Node, state: RenderState) -> Node:
        """Names with their label."""
        if self.element is None:
            return node
        plural = self.element.get("plural", "contextual")
        several = len(people) > 1 if plural == "contextual" else plural == "always"
        text = self.term(variable, self.form, several)
        if not text:
            return node
        label: Node = self.formatted(text, state) if self.formatted else text
        return [label, node] if self.first else [node, label]
