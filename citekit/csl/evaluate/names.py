"""``cs:names``: single names (the order of their parts, particles, initials, the look of family and given names), lists of
them with their labels, abbreviation, ``and``, and what replaces them.

Source: the CSL 1.0.2 specification, "Names", "Name", "Name-part Order", "Name-part Formatting", "Non-Latin Names",
"Et-al", "Substitute", "Label in cs:names", "Et-al Abbreviation", "Delimiter-precedes-last".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from citekit.csl.cite import ACCESSED, FIRST, NONEMPTY, Nameset, RenderFunction, RenderState
from citekit.csl.evaluate.compiler import Compiler, Inherited, joined
from citekit.csl.evaluate.formatting import formatter, is_empty
from citekit.csl.item import CslItem, FormattedName, initials, is_wide
from citekit.csl.listing import AS_THE_STYLE_HAS_IT, OWN_NAMES, ListingOptions
from citekit.csl.model import FORMATTING, count
from citekit.csl.richtext import Marked, Node, parse_rich, plain
from citekit.model.work import Work
from citekit.text.xml import Element


class NameOptions:
    """How a list of names is written: what one ``cs:name`` inherits, and its ``own`` attributes.

    Texts are empty if not set, ``…_min`` 0 and ``…_first`` -1.
    """

    def __init__(self, inherited: Inherited, own: Mapping[str, str]) -> None:
        got = {**inherited, **own}
        self.and_ = got.get("and", "")
        self.delimiter = own["delimiter"] if "delimiter" in own else inherited.get("name-delimiter", ", ")
        self.precedes_et_al = got.get("delimiter-precedes-et-al", "contextual")
        self.precedes_last = got.get("delimiter-precedes-last", "contextual")
        self.et_al_min = count(got, "et-al-min")
        self.et_al_first = count(got, "et-al-use-first", -1)
        self.et_al_last = got.get("et-al-use-last") == "true"
        # "Et-al Abbreviation": the limits of later cites are those of first ones unless the style sets others
        self.subsequent_min = count(got, "et-al-subsequent-min", self.et_al_min)
        self.subsequent_first = count(got, "et-al-subsequent-use-first", self.et_al_first)
        # `form` is inherited as `name-form` ("Inheritable Name Options"), because other elements have a `form` too
        self.form = own.get("form") or inherited.get("name-form") or "long"
        self.initialize = got.get("initialize") != "false"
        self.initialize_with = got.get("initialize-with")
        self.sort_order = got.get("name-as-sort-order", "")
        self.sort_separator = got.get("sort-separator", ", ")
        self.hyphens = got.get("initialize-with-hyphen") != "false"
        self.demote = got.get("demote-non-dropping-particle", "display-and-sort")


FAMILY, INITIALS, FULL = 0, 1, 2
"""How much of a given name is shown: nothing, its initials, all of it."""

MOST_KEPT = 100_000
"""Written names that are cached."""


class PersonWriter:
    """Writes names under one set of options; each name once per form."""

    def __init__(self, options: NameOptions, parts: Iterable[Element]) -> None:
        self.options = options
        formats = {part.get("name"): part.attributes for part in parts}
        self.family_look, self.given_look = formats.get("family", {}), formats.get("given", {})
        bare = {"prefix": "", "suffix": ""}
        self.family, self.given = formatter({**self.family_look, **bare}), formatter({**self.given_look, **bare})
        self.done: dict[tuple[FormattedName, bool, int], Node] = {}
        short = options.form == "short"
        initializes = options.initialize_with is not None and options.initialize
        self.level = FAMILY if short else INITIALS if initializes else FULL

    def levels(self) -> tuple[int, ...]:
        """Return the levels above the normal one at which a name shows more of its given name."""
        steps = [INITIALS] if self.options.initialize_with is not None and self.options.initialize else []
        return tuple(level for level in (*steps, FULL) if level > self.level)

    def write(self, person: FormattedName, inverted: bool, state: RenderState, level: int | None = None) -> Node:
        """Return a name; ``inverted`` has the family name first."""
        shown = self.level if level is None else level
        key = (person, inverted, shown)
        made = self.done.get(key)
        if made is None:
            if len(self.done) > MOST_KEPT:
                self.done.clear()
            made = self.done[key] = self._make(person, inverted, shown, state)
        return made

    def _make(self, person: FormattedName, inverted: bool, level: int, state: RenderState) -> Node:
        if person.literal:
            return self._family(person.literal, state)
        given = self._given_text(person.given, level)
        if person.eastern:
            # "Non-Latin Names": family name first in every place, without a comma
            whole: list[Node] = [self._wrapped(self._with_particle(person, state), self.family_look)]
            if given and level:
                whole += [" " if person.spaced else "", self._wrapped(self._given(given, state), self.given_look)]
            return whole
        if level == FAMILY:
            return self._wrapped(self._with_particle(person, state), self.family_look)
        if inverted:
            # family name first; the non-dropping particle is where ``demote-non-dropping-particle`` puts it
            separator = self.options.sort_separator
            demoted = self.options.demote == "display-and-sort" and bool(person.particle)
            head = self._family(person.family, state) if demoted else self._with_particle(person, state)
            parts: list[Node] = [self._wrapped(head, self.family_look)]
            after: list[Node] = [self._given(given, state)] if given else []
            if person.dropping:
                after += [" ", self._given(person.dropping, state)] if after else [self._given(person.dropping, state)]
            if demoted:
                particle = self._family(person.particle, state)
                after += [" ", particle] if after else [particle]
            if after:
                parts += [separator, self._wrapped(after, self.given_look)]
            if person.suffix:
                parts += [separator, parse_rich(person.suffix)]
            return parts
        # given name, dropping particle, non-dropping particle, family name, suffix
        parts = []
        if given:
            parts += [self._wrapped(self._given(given, state), self.given_look), " "]
        family: list[Node] = []
        if person.dropping:
            family += [self._given(person.dropping, state), _separator(person.dropping)]
        family.append(self._with_particle(person, state))
        if person.suffix:
            family += [", " if person.comma_suffix else " ", parse_rich(person.suffix)]
        return [*parts, self._wrapped(family, self.family_look)]

    def _given_text(self, given: str, level: int) -> str:
        options = self.options
        if not given or options.initialize_with is None:
            return given
        if level == INITIALS:
            return initials(given, options.initialize_with, options.hyphens, not options.initialize)
        return given if options.initialize else initials(given, options.initialize_with, options.hyphens, True)

    def _family(self, text: str, state: RenderState) -> Node:
        node = parse_rich(text)
        return self.family(node, state) if self.family else node

    def _given(self, text: str, state: RenderState) -> Node:
        node = parse_rich(text)
        return self.given(node, state) if self.given else node

    def _wrapped(self, node: Node, look: Mapping[str, str]) -> Node:
        prefix, suffix = look.get("prefix", ""), look.get("suffix", "")
        return [prefix, node, suffix] if prefix or suffix else node

    def _with_particle(self, person: FormattedName, state: RenderState) -> Node:
        """Return the non-dropping particle and the family name."""
        family = self._family(person.family, state)
        if not person.particle:
            return family
        return [self._family(person.particle, state), _separator(person.particle), family]

    def sort_key(self, person: FormattedName) -> str:
        """Return a name as a text that sorts, its particle demoted or not."""
        if person.literal:
            return person.literal
        given = person.given
        if self.options.initialize_with is not None and self.options.initialize and given:
            given = initials(given, self.options.initialize_with, self.options.hyphens, False)
        if self.options.demote == "never":
            family = f"{person.particle}{_separator(person.particle) if person.particle else ''}{person.family}"
            return "\u0001".join((family, person.dropping, given, person.suffix)).rstrip("\u0001")
        particles = " ".join(filter(None, (person.dropping, person.particle)))
        return "\u0001".join((person.family, particles, given, person.suffix)).rstrip("\u0001")


def _separator(particle: str) -> str:
    """Return what is between a particle and the name."""
    return "" if particle[-1:] in "-’'` " else " "


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
        """Return the levels above the normal one at which a name shows more of its given name."""
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
        # a list that its source cut short is printed as an abbreviated one, however few names it has
        cut = people[-1].literal == "others" and len(people) > 1
        if cut:
            people = people[:-1]
        shown = self.visible(people, nameset, state)
        if state.trace is not None:
            state.trace.append(Nameset(people, shown, self))
        last = self.limits(state)[2] and not cut
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
            left = range(shown, len(people))
            marked = [at for at in left if (people[at].is_self and listing.own_name) or people[at].signs(listing)]
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
        # "Et-al Abbreviation": et-al-use-last needs two hidden names, for "A, … B" in place of one name would be no
        # shorter
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
    """Return a name with what shows its marks: the look of the owner's name, and symbols of contributions."""
    if person.is_self and listing.own_name:
        node = Marked(*OWN_NAMES[listing.own_name], node)
    signs = person.signs(listing)
    return [node, Marked("tag", "sign", signs)] if signs else node


def compile_names(compiler: Compiler, element: Element) -> RenderFunction:
    """Return the function of a ``cs:names``."""
    return _NamesRenderer(compiler, _completed(element, compiler.parent_names)).render


_OWN = frozenset({"name", "et-al", "label", "substitute"})


def _completed(element: Element, parent: Element | None) -> Element:
    """Return a ``cs:names`` without children within ``cs:substitute`` takes those of the element around it."""
    if parent is None or any(child.name in _OWN for child in element.children):
        return element
    # "Substitute": the shorthand takes attributes as well, but the look of the element that is there comes first
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
            if self.is_count:  # padded, so that 9 comes before 10
                out.append(f"{sum(self.lists.shown(people, state) for _, people in found):05}")
            else:
                out.append("\u0002".join(self.lists.sort_text(people, state) for _, people in found))
            return
        if self.is_count:
            # "Name", form count: abbreviation counts, so a list of twenty names may be 1
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

    def _substitute(self, state: RenderState, out: list[Node]) -> None:
        """The first of the substitutes that prints something; what it printed is not printed again."""
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
        # "Names": only the pair of editor and translator has a term for both
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
