"""Lists of names: abbreviation, delimiters, ``and``.

Source: the CSL 1.0.2 specification, "Name", "Et-al", "Et-al Abbreviation", "Delimiter-precedes-last".
"""

from __future__ import annotations

from collections.abc import Callable

from citekit.csl.cite import FIRST
from citekit.csl.evaluate.compiler import Compiler, joined
from citekit.csl.evaluate.formatting import formatter
from citekit.csl.evaluate.person import MOST_KEPT, NameOptions, PersonWriter
from citekit.csl.evaluate.state import Nameset, RenderState
from citekit.csl.item import CslItem
from citekit.csl.listing import AS_THE_STYLE_HAS_IT, OWN_NAMES, ListingOptions
from citekit.csl.nodes import Marked, Node, plain
from citekit.csl.people import FormattedName, is_wide
from citekit.model.work import Work
from citekit.text.xml import Element

_NOBODY = CslItem(Work(), 0)


class ListWriter:
    """Writes a list of names under its options."""

    def __init__(self, compiler: Compiler, element: Element, options: NameOptions) -> None:
        self.options = options
        language = compiler.language
        name = element.first("name")
        self.writer = PersonWriter(options, name.every("name-part") if name else ())
        self.texts: dict[tuple[FormattedName, int | None], str] = {}
        self.formatted = formatter(name.attributes if name else {})
        self.and_text = ""
        if options.and_:
            self.and_text = (language.term("and") or "") if options.and_ == "text" else "&"
        et_al = element.first("et-al") or Element("et-al", {})
        text = language.term(et_al.get("term") or "et-al") or ""
        self.before_et_al = "" if is_wide(text[:1]) else " "
        formatted = formatter(et_al.attributes, language.is_english)
        self.et_al: Callable[[RenderState], Node] = (
            (lambda state: formatted(text, state)) if formatted else (lambda state: text)
        )
        self.is_bibliography = compiler.area == "bibliography"

    def limits(self, state: RenderState) -> tuple[int, int, bool]:
        """Return the least number of names that is abbreviated, how many then stay, and whether the last is shown."""
        options = self.options
        if state.names_override:
            least, first, last = state.names_override
            return least or options.et_al_min, first or options.et_al_first, last or options.et_al_last
        if state.position != FIRST and not self.is_bibliography:
            return options.subsequent_min, options.subsequent_first, options.et_al_last
        return options.et_al_min, options.et_al_first, options.et_al_last

    def shown(self, people: tuple[FormattedName, ...], state: RenderState) -> int:
        """Return how many names are shown."""
        least, first, _ = self.limits(state)
        count = len(people)
        return first if least and count >= least and 0 <= first < count else count

    def levels(self) -> tuple[int, ...]:
        """Return the levels above the normal one at which a name may say more of its given name."""
        return self.writer.levels()

    def text(self, person: FormattedName, level: int | None) -> str:
        """Return a name as it reads in a list, not inverted; ``level`` as in :class:`PersonWriter`."""
        made = self.texts.get((person, level))
        if made is None:
            if len(self.texts) > MOST_KEPT:
                self.texts.clear()
            made = self.texts[person, level] = plain(self.writer.write(person, False, RenderState(_NOBODY), level))
        return made

    def visible(self, people: tuple[FormattedName, ...], nameset: int, state: RenderState) -> int:
        """Return how many names are shown, with those that were added to tell cites apart."""
        shown = self.shown(people, state)
        return min(len(people), max(shown, state.item.shown_names.get(nameset, 0)))

    def write(self, people: tuple[FormattedName, ...], state: RenderState) -> Node:
        """Return the names."""
        nameset = state.namesets
        state.namesets += 1
        cut = people[-1].literal == "others" and len(people) > 1
        if cut:
            people = people[:-1]
        shown = self.visible(people, nameset, state)
        if state.trace is not None:
            state.trace.append(Nameset(people, shown, self))
        last = self.limits(state)[2] and not cut
        return self._listed(people, shown, cut, last, nameset, state)

    def _listed(
        self, people: tuple[FormattedName, ...], shown: int, cut: bool, last: bool, nameset: int, state: RenderState
    ) -> Node:
        options = self.options
        order = options.sort_order
        expanded = state.item.expanded
        nodes = [
            self._one(
                people[place],
                order == "all" or (order == "first" and place == 0),
                state,
                expanded.get((nameset, place)),
            )
            for place in range(shown)
        ]
        listing = state.item.listing if state.area == "bibliography" else AS_THE_STYLE_HAS_IT
        marked: list[int] = []
        if listing.marks:
            nodes = [_marked(node, people[place], listing) for place, node in enumerate(nodes)]
            marked = [place for place in range(shown, len(people)) if listing.marks_name(people[place])]
        truncated = cut or shown < len(people)
        if state.tracks_names and state.first_names is None and state.names_key is None:
            state.names_key = tuple(plain(node) for node in nodes) + (("\0",) if truncated else ())
            if state.substitute is not None:
                if state.substitute[1] == "complete-all" and state.names_key == state.names_before:
                    return state.substitute[0]
                nodes = substituted(nodes, state)
        if not truncated:
            return self._whole(nodes, people)
        if marked:
            return self._with_marked(nodes, marked, people, cut, last, state)
        if not nodes:
            return ""
        if last and shown <= len(people) - 2:
            tail = self._one(people[-1], order == "all", state)
            return [*joined(nodes, options.delimiter), options.delimiter, "… ", tail]
        parts = joined(nodes, options.delimiter)
        et_al = self.et_al(state)
        if not et_al:
            return parts
        inverted = (order == "all" or (order == "first" and shown == 1)) and not people[shown - 1].literal
        delimiter = options.delimiter if _precedes(options.precedes_et_al, shown > 1, inverted) else self.before_et_al
        return [*parts, delimiter, et_al]

    def _with_marked(
        self,
        nodes: list[Node],
        marked: list[int],
        people: tuple[FormattedName, ...],
        cut: bool,
        last: bool,
        state: RenderState,
    ) -> Node:
        """Return an abbreviated list in which marked persons stay: ``A. One, …, M. Me, …``."""
        options, listing = self.options, state.item.listing
        parts: list[Node] = list(nodes)
        before, end = len(nodes) - 1, len(people) - 1
        for place in [*marked, end] if last and end not in marked else marked:
            if place > before + 1:
                parts.append("…")
            node = self._one(people[place], options.sort_order == "all", state)
            parts.append(_marked(node, people[place], listing))
            before = place
        if before < end or cut:
            parts.append("…")
        elif len(parts) == len(people):
            return self._whole(parts, people)
        return joined(parts, options.delimiter)

    def _one(self, person: FormattedName, inverted: bool, state: RenderState, level: int | None = None) -> Node:
        """Return a name with the look of ``cs:name``, whose affixes are around each name."""
        node = self.writer.write(person, inverted, state, level)
        return self.formatted(node, state) if self.formatted else node

    def _whole(self, nodes: list[Node], people: tuple[FormattedName, ...]) -> Node:
        """Return a list that is not abbreviated, with its ``and``."""
        options = self.options
        count = len(nodes)
        if count == 1:
            return nodes[0]
        if not self.and_text:
            return joined(nodes, options.delimiter)
        inverted = options.sort_order == "all" or (options.sort_order == "first" and count == 2)
        inverted = inverted and not people[count - 2].literal
        parts = joined(nodes[:-1], options.delimiter)
        if _precedes(options.precedes_last, count > 2, inverted):
            parts.append(options.delimiter)
            before = "" if options.delimiter.endswith((" ", "\u00a0")) else " "
        else:
            before = " "
        after = " "
        if self.and_text[-1:].isspace() and not self.and_text.endswith(" "):
            after = before = ""
        return [*parts, f"{before}{self.and_text}{after}", nodes[-1]]

    def sort_text(self, people: tuple[FormattedName, ...], state: RenderState) -> str:
        """Return the names as a text that sorts."""
        shown = self.shown(people, state)
        if self.options.form == "short":
            keys = [self.writer.sort_key(p._replace(given="", suffix="", dropping="")) for p in people[:shown]]
        else:
            keys = [self.writer.sort_key(p) for p in people[:shown]]
        if shown <= len(people) - 2 and self.limits(state)[2]:
            keys.append(self.writer.sort_key(people[-1]))
        return "\u0002".join(keys)


def _precedes(rule: str, several: bool, inverted: bool) -> bool:
    """Whether the delimiter of names precedes what ends the list."""
    return rule == "always" or (rule == "contextual" and several) or (rule == "after-inverted-name" and inverted)


def substituted(nodes: list[Node], state: RenderState) -> list[Node]:
    """Return the names of an entry with those replaced that the entry before had too (``subsequent-author-substitute``)."""
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


def _marked(node: Node, person: FormattedName, listing: ListingOptions) -> Node:
    """Return a name with what shows its marks: the look of the owner's name, and signs of contributions."""
    if person.is_self and listing.own_name:
        node = Marked(*OWN_NAMES[listing.own_name], node)
    signs = listing.signs_of(person)
    return [node, Marked("tag", "sign", signs)] if signs else node
