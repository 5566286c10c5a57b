"""``cs:names``: lists of names with their labels, abbreviation, and what stands in for them.

Source: the CSL 1.0.2 specification, "Names", "Name", "Et-al", "Substitute", "Label in cs:names", "Et-al Abbreviation".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from citekit.csl.cite import FIRST
from citekit.csl.evaluate.group import joined
from citekit.csl.evaluate.look import Dress, dresser, is_empty
from citekit.csl.evaluate.names_options import NameOptions, name_options
from citekit.csl.evaluate.person import PersonWriter
from citekit.csl.evaluate.state import CALLED, FILLED, Emit, State
from citekit.csl.model import PLAIN, EtAl, Label, NameElement, Names
from citekit.csl.nodes import Node, plain
from citekit.csl.people import Person

if TYPE_CHECKING:
    from citekit.csl.evaluate.compiler import Compiler


def compile_names(compiler: Compiler, element: Names) -> Emit:
    """The function of a ``cs:names``."""
    element = _completed(element, compiler.parent_names)
    own = (element.name or NameElement()).attributes
    options = name_options(compiler.inherited, own)
    lists = _ListWriter(compiler, element, options)
    delimiter = element.delimiter if element.delimiter is not None else compiler.inherited.get("names-delimiter", "")
    dress = dresser(element.look)
    parent, compiler.parent_names = compiler.parent_names, element
    substitutes = [compiler.compile(child) for child in element.substitute]
    compiler.parent_names = parent
    label = _Labeller(compiler, element)
    return _Emitter(element.variables, lists, label, delimiter, dress, substitutes).emit


def _completed(element: Names, parent: Names | None) -> Names:
    """A ``cs:names`` without children within ``cs:substitute`` takes those of the element around it."""
    if parent is None or element.name or element.label or element.et_al or element.substitute:
        return element
    return replace(
        element,
        name=parent.name,
        et_al=parent.et_al,
        label=parent.label,
        label_first=parent.label_first,
        delimiter=element.delimiter if element.delimiter is not None else parent.delimiter,
        look=element.look if element.look != PLAIN else replace(PLAIN),
    )


class _Emitter:
    """One ``cs:names`` at work."""

    def __init__(
        self,
        variables: tuple[str, ...],
        lists: _ListWriter,
        label: _Labeller,
        delimiter: str,
        dress: Dress | None,
        substitutes: list[Emit],
    ) -> None:
        self.variables = variables
        self.lists = lists
        self.label = label
        self.delimiter = delimiter
        self.dress = dress
        self.substitutes = substitutes
        self.is_count = lists.options.form == "count"

    def emit(self, state: State, out: list[Node]) -> None:
        state.calls |= CALLED
        found = [(name, people) for name in self.variables if (people := self._people(state, name))]
        if not found:
            self._substitute(state, out)
            return
        if state.record is not None:
            state.record.extend(name for name, _ in found)
        state.calls |= FILLED
        if state.sorting:
            out.append(self._sort_text(state, found))
            return
        if self.is_count:
            self._count(state, found, out)
            return
        merged = self.label.merged(found)
        parts = [self.label.around(name, people, self.lists.write(people, state), state) for name, people in merged]
        node: Node = parts[0] if len(parts) == 1 else joined(parts, self.delimiter) if self.delimiter else list(parts)
        if self.dress:
            node = self.dress(node, state)
        self._add(state, out, node)

    def _people(self, state: State, variable: str) -> tuple[Person, ...]:
        if state.used and variable in state.used:
            return ()
        return state.item.names.get(variable, ())

    def _add(self, state: State, out: list[Node], node: Node) -> None:
        if state.first_names is None:
            state.first_names = node
            if state.suppress_names:
                return
        out.append(node)

    def _count(self, state: State, found: list[tuple[str, tuple[Person, ...]]], out: list[Node]) -> None:
        total = sum(self.lists.shown(people, state) for _, people in self.label.merged(found))
        if total:
            out.append(str(total))

    def _sort_text(self, state: State, found: list[tuple[str, tuple[Person, ...]]]) -> str:
        if self.is_count:
            return f"{sum(self.lists.shown(people, state) for _, people in found):05}"
        return "\u0002".join(self.lists.sort_text(people, state) for _, people in found)

    def _substitute(self, state: State, out: list[Node]) -> None:
        """The first of the substitutes that says something; what it printed is not printed again."""
        for substitute in self.substitutes:
            outer, state.record = state.record, []
            calls = state.calls
            state.calls = 0
            parts: list[Node] = []
            suppressed = state.first_names
            substitute(state, parts)
            recorded, state.record = state.record, outer
            done = bool(parts) and not all(is_empty(part) for part in parts)
            was_names = state.first_names is not suppressed
            if done or (was_names and state.suppress_names):
                state.calls = calls | CALLED | FILLED
                state.used = {*(state.used or ()), *recorded}
                if outer is not None:
                    outer.extend(recorded)
                if not done:
                    return
                node: Node = parts[0] if len(parts) == 1 else parts
                if state.sorting or was_names:
                    out.append(node)
                else:
                    node = self.dress(node, state) if self.dress else node
                    self._add(state, out, node)
                return
            state.calls = calls


class _Labeller:
    """The label of names, before or after them."""

    def __init__(self, compiler: Compiler, element: Names) -> None:
        self.element: Label | None = element.label
        self.first = element.label_first
        self.dress = dresser(element.label.look) if element.label else None
        self.term: Callable[[str, str, bool], str | None] = compiler.language.term

    def merged(self, found: list[tuple[str, tuple[Person, ...]]]) -> list[tuple[str, tuple[Person, ...]]]:
        """An editor and a translator who are the same people, as one where the language has a word for both."""
        roles = {name for name, _ in found}
        if len(found) == 2 and roles == {"editor", "translator"} and found[0][1] == found[1][1]:
            form = self.element.form if self.element else "long"
            if self.term("editortranslator", form, False):
                return [("editortranslator", found[0][1])]
        return found

    def around(self, variable: str, people: tuple[Person, ...], node: Node, state: State) -> Node:
        """Names with their label."""
        if self.element is None:
            return node
        plural = self.element.plural
        several = len(people) > 1 if plural == "contextual" else plural == "always"
        text = self.term(variable, self.element.form, several)
        if not text:
            return node
        label: Node = self.dress(text, state) if self.dress else text
        return [label, node] if self.first else [node, label]


class _ListWriter:
    """Writes a list of names under its options."""

    def __init__(self, compiler: Compiler, element: Names, options: NameOptions) -> None:
        self.options = options
        language = compiler.language
        name = element.name or NameElement()
        self.writer = PersonWriter(options, name.parts)
        self.dress = dresser(name.look)
        self.and_text = ""
        if options.and_:
            self.and_text = (language.term("and") or "") if options.and_ == "text" else "&"
        et_al = element.et_al or EtAl()
        text = language.term(et_al.term) or ""
        dress = dresser(et_al.look)
        self.et_al: Callable[[State], Node] = (lambda state: dress(text, state)) if dress else (lambda state: text)
        self.is_bibliography = compiler.area == "bibliography"

    def limits(self, state: State) -> tuple[int, int, bool]:
        """The least number of names that is abbreviated, how many then stay, and whether the last is shown."""
        options = self.options
        if state.names_override:
            least, first, last = state.names_override
            return least or options.et_al_min, first or options.et_al_first, last
        if state.position != FIRST and not self.is_bibliography:
            return options.subsequent_min, options.subsequent_first, options.et_al_last
        return options.et_al_min, options.et_al_first, options.et_al_last

    def shown(self, people: tuple[Person, ...], state: State) -> int:
        """How many names are shown."""
        least, first, _ = self.limits(state)
        count = len(people)
        return first if least and count >= least and first < count else count

    def write(self, people: tuple[Person, ...], state: State) -> Node:
        """The names."""
        nameset = state.namesets
        state.namesets += 1
        cut = people[-1].literal == "others" and len(people) > 1
        if cut:
            people = people[:-1]
        shown = self.shown(people, state)
        item = state.item
        if shown < len(people) and not self.is_bibliography:
            shown = min(len(people), shown + item.added_names.get(nameset, 0))
        last = self.limits(state)[2] and not cut
        node = self._listed(people, shown, cut, last, nameset, state)
        return self.dress(node, state) if self.dress else node

    def _listed(
        self, people: tuple[Person, ...], shown: int, cut: bool, last: bool, nameset: int, state: State
    ) -> Node:
        options = self.options
        order = options.sort_order
        expanded = state.item.expanded if not self.is_bibliography else None
        nodes = [
            self.writer.write(
                people[place],
                order == "all" or (order == "first" and place == 0),
                state,
                expanded.get((nameset, place)) if expanded else None,
            )
            for place in range(shown)
        ]
        truncated = cut or shown < len(people)
        if state.tracks_names and state.first_names is None and state.names_key is None:
            state.names_key = tuple(plain(node) for node in nodes) + (("\0",) if truncated else ())
            if state.substitute is not None:
                if state.substitute[1] == "complete-all" and state.names_key == state.names_before:
                    return state.substitute[0]
                nodes = substituted(nodes, state)
        if not truncated:
            return self._whole(nodes)
        if not nodes:
            return ""
        if last and shown <= len(people) - 2:
            tail = self.writer.write(people[-1], order == "all", state)
            return [*joined(nodes, options.delimiter), options.delimiter, "… ", tail]
        parts = joined(nodes, options.delimiter)
        et_al = self.et_al(state)
        if not et_al:
            return parts
        precedes = options.precedes_et_al
        inverted = order == "all" or (order == "first" and shown == 1)
        with_delimiter = (
            precedes == "always"
            or (precedes == "contextual" and shown > 1)
            or (precedes == "after-inverted-name" and inverted)
        )
        return [*parts, options.delimiter if with_delimiter else " ", et_al]

    def _whole(self, nodes: list[Node]) -> Node:
        """A list that is not abbreviated, with its ``and``."""
        options = self.options
        count = len(nodes)
        if count == 1:
            return nodes[0]
        if not self.and_text:
            return joined(nodes, options.delimiter)
        precedes = options.precedes_last
        inverted = options.sort_order == "all" or (options.sort_order == "first" and count == 2)
        with_delimiter = (
            precedes == "always"
            or (precedes == "contextual" and count > 2)
            or (precedes == "after-inverted-name" and inverted)
        )
        parts = joined(nodes[:-1], options.delimiter)
        if with_delimiter:
            parts.append(options.delimiter)
            before = "" if options.delimiter.endswith((" ", "\u00a0")) else " "
        else:
            before = " "
        after = "" if self.and_text[-1:] in _JOINING else " "
        return [*parts, f"{before}{self.and_text}{after}", nodes[-1]]

    def sort_text(self, people: tuple[Person, ...], state: State) -> str:
        """The names as a text that sorts."""
        shown = self.shown(people, state)
        if self.options.form == "short":
            keys = [self.writer.sort_key(replace(p, given="", suffix="", dropping="")) for p in people[:shown]]
        else:
            keys = [self.writer.sort_key(p) for p in people[:shown]]
        return "\u0002".join(keys)


_JOINING = "\u2008\u200b\u2009\u200a"


def substituted(nodes: list[Node], state: State) -> list[Node]:
    """The names of an entry with those replaced that the entry before had too (``subsequent-author-substitute``)."""
    assert state.substitute is not None
    text, rule = state.substitute
    before, now = state.names_before, state.names_key
    if before is None or now is None:
        return nodes
    same = 0
    while same < min(len(before), len(nodes)) and now[same] == before[same]:
        same += 1
    if rule == "partial-each":
        return [text if place < same else node for place, node in enumerate(nodes)]
    if rule == "partial-first":
        return [text, *nodes[1:]] if same else nodes
    return [text for _ in nodes] if now == before and rule == "complete-each" else nodes
