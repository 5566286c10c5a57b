"""One name, written: the order of its parts, particles, initials, the look of family and given names.

Source: the CSL 1.0.2 specification, "Name-part Order", "Name-part Formatting", "Non-Latin Names".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from citekit.csl.evaluate.formatting import formatter
from citekit.csl.evaluate.state import RenderState
from citekit.csl.model import count
from citekit.csl.people import FormattedName, initials
from citekit.csl.richtext import Node, parse_rich
from citekit.text.xml import Element

_INHERITABLE = frozenset(
    "and delimiter-precedes-et-al delimiter-precedes-last et-al-min et-al-use-first et-al-use-last et-al-subsequent-min "
    "et-al-subsequent-use-first initialize initialize-with name-as-sort-order sort-separator name-form name-delimiter "
    "names-delimiter".split()
)
_OF_STYLES = frozenset({"initialize-with-hyphen", "demote-non-dropping-particle"})
"""What only ``cs:style`` says."""

Inherited = Mapping[str, str]


def inherited(style: Mapping[str, str], area: Mapping[str, str]) -> Inherited:
    """Return what the names of an area inherit."""
    found = {name: value for name, value in style.items() if name in _INHERITABLE or name in _OF_STYLES}
    return found | {name: value for name, value in area.items() if name in _INHERITABLE}


class NameOptions:
    """How a list of names is written: what one ``cs:name`` inherits, and its ``own`` attributes.

    Texts are empty if nothing is said, ``…_min`` 0 and ``…_first`` -1.
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
        self.subsequent_min = count(got, "et-al-subsequent-min", self.et_al_min)
        self.subsequent_first = count(got, "et-al-subsequent-use-first", self.et_al_first)
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
"""Written names that are kept for their next use."""


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
        """Return the levels above the normal one at which a name may say more of its given name."""
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
            return self._inverted(person, given, state)
        # given name, dropping particle, non-dropping particle, family name, suffix
        parts: list[Node] = []
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

    def _inverted(self, person: FormattedName, given: str, state: RenderState) -> Node:
        """Family name first; the non-dropping particle is where ``demote-non-dropping-particle`` says."""
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
