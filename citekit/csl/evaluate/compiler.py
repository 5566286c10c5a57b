"""A style and a language compiled to functions, one per element; groups and ``cs:choose`` with its conditions.

Macros are compiled once per area and called. How each element is compiled is in a table that is passed to the compiler
(:mod:`citekit.csl.program`), so the elements know the compiler and it does not know them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from citekit.csl.cite import ACCESSED, FIRST, IBID, IBID_WITH_LOCATOR, NONEMPTY, SUBSEQUENT, RenderFunction, RenderState
from citekit.csl.evaluate.formatting import affix, formatter, is_numeric
from citekit.csl.locales import StyleLocale
from citekit.csl.model import Style, conditions
from citekit.csl.richtext import Node
from citekit.text.xml import Element

MOST_CALLS = 20_000
"""Macro calls in one cite before the rest is left out: no real style needs a tenth, a hostile one could double them."""


_INHERITABLE = frozenset(
    "and delimiter-precedes-et-al delimiter-precedes-last et-al-min et-al-use-first et-al-use-last et-al-subsequent-min "
    "et-al-subsequent-use-first initialize initialize-with name-as-sort-order sort-separator name-form name-delimiter "
    "names-delimiter".split()
)
# Options of `cs:style` alone.
_OF_STYLES = frozenset({"initialize-with-hyphen", "demote-non-dropping-particle"})

Inherited = Mapping[str, str]


def inherited(style: Mapping[str, str], area: Mapping[str, str]) -> Inherited:
    """Return what the names of an area inherit."""
    found = {name: value for name, value in style.items() if name in _INHERITABLE or name in _OF_STYLES}
    return found | {name: value for name, value in area.items() if name in _INHERITABLE}


class Compiler:
    """Compiles the elements of one area (``citation``, ``bibliography``) of a style in a language.

    ``elements`` maps each rendering element to the function that compiles it.
    """

    def __init__(
        self,
        style: Style,
        language: StyleLocale,
        area: str,
        elements: Mapping[str, Callable[[Any, Element], RenderFunction]],
    ) -> None:
        self.elements = elements
        self.style = style
        self.language = language
        self.area = area
        self.macros: dict[str, RenderFunction] = {}
        self.options: Mapping[str, str] = style.options
        where = style.bibliography if area == "bibliography" else style.citation
        self.inherited: Inherited = inherited(style.options, where.options if where else {})
        self.explicit_suffix = where is not None and style.prints(where.layout.children, "year-suffix")
        self.is_note = style.kind == "note"
        self.tests_disambiguate = 0
        self.parent_names: Element | None = None

    def compile(self, element: Element) -> RenderFunction:
        """Return one rendering element."""
        return self.elements[element.name](self, element)

    def sequence(self, elements: Iterable[Element]) -> RenderFunction:
        """Elements one after another."""
        emits = [self.compile(element) for element in elements]
        if len(emits) == 1:
            return emits[0]

        def emit(state: RenderState, out: list[Node]) -> None:
            for each in emits:
                each(state, out)

        return emit

    def macro(self, name: str) -> RenderFunction:
        """Return a macro, compiled when it is first called."""
        if name not in self.macros:
            self.macros[name] = self.sequence(self.style.macros[name].children if name in self.style.macros else ())
        return self.macros[name]

    def call(self, element: Element) -> RenderFunction:
        """``cs:text macro``: the macro's parts as one, with the look of the call."""
        formatted = formatter(element.attributes)
        macro = self.macro(element.get("macro"))

        def emit(state: RenderState, out: list[Node]) -> None:
            state.steps += 1
            # a hostile style can double its calls with each macro, within the depth that reading allows
            if state.steps > MOST_CALLS:
                return
            parts: list[Node] = []
            saved = state.variable_use
            state.variable_use = 0
            macro(state, parts)
            # "Group": a macro counts as a group: if it requests variables and all are empty, its terms are not printed
            # either
            if parts and state.variable_use != ACCESSED:
                node: Node = parts[0] if len(parts) == 1 else parts
                out.append(formatted(node, state) if formatted else node)
                state.variable_use |= NONEMPTY
            state.variable_use |= saved

        return emit


def render_content(
    given: Mapping[str, str], content: Callable[[RenderState], Node], english: bool | None = None
) -> RenderFunction:
    """Return a render function that formats what ``content`` returns for a cite, and prints nothing for empty content."""
    formatted = formatter(given, english)

    def emit(state: RenderState, out: list[Node]) -> None:
        node = content(state)
        if node:
            out.append(formatted(node, state) if formatted else node)

    return emit


def compile_group(compiler: Compiler, element: Element) -> RenderFunction:
    """Return the function of a ``cs:group``: nothing at all where variables are requested and all of them are empty."""
    children = [compiler.compile(child) for child in element.children]
    delimiter = affix(element.get("delimiter"))
    formatted = formatter(element.attributes)

    def emit(state: RenderState, out: list[Node]) -> None:
        saved = state.variable_use
        state.variable_use = 0
        parts: list[Node] = []
        for child in children:
            child(state, parts)
        variable_use = state.variable_use
        # "Group": terms and values alone do not print a group whose variables are all empty; a group without variables
        # is printed
        if not parts or variable_use == ACCESSED:
            state.variable_use = saved | (ACCESSED if variable_use else 0)
            return
        state.variable_use = saved | variable_use | NONEMPTY
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


_OF_THE_CITE = frozenset({"citation-number", "first-reference-note-number", "locator"})
Test = Callable[[RenderState], bool]


def compile_choose(compiler: Compiler, element: Element) -> RenderFunction:
    """Return the function of a ``cs:choose``: the elements of the first branch whose condition holds."""
    # counted, because each of these conditions is switched on separately ("Choose", disambiguate)
    if any("disambiguate" in branch.attributes for branch in element.children):
        compiler.tests_disambiguate += 1
    branches = [(_condition(branch), compiler.sequence(branch.children)) for branch in element.children]

    def emit(state: RenderState, out: list[Node]) -> None:
        for holds, content in branches:
            if holds is None or holds(state):
                content(state, out)
                return

    return emit


def _condition(branch: Element) -> Test | None:
    """Return the condition of a branch; None for one that always holds."""
    named, match = conditions(branch), branch.get("match", "all")
    if not named:
        return None
    # Types and variables are tested as one set each: a function for each value would make styles with long lists of
    # types slow.
    types = frozenset(value for name, value in named if name == "type")
    variables = frozenset(value for name, value in named if name == "variable" and value not in _OF_THE_CITE)
    tests: list[Test] = [
        _test(name, value)
        for name, value in named
        if name != "type" and not (name == "variable" and value in variables)
    ]
    if match == "none":
        tests = [_negated(test) for test in tests]
    if types:
        # a work has one type, so `type="book chapter"` means either of them, whatever `match` means for other tests
        is_type: Test = (lambda s: s.item.type not in types) if match == "none" else (lambda s: s.item.type in types)
        tests.insert(0, is_type)
    if variables:
        tests.append(_variable_test(variables, match))
    if len(tests) == 1:
        return tests[0]
    if match == "any":
        return lambda state: any(test(state) for test in tests)
    return lambda state: all(test(state) for test in tests)


def _negated(test: Test) -> Test:
    return lambda state: not test(state)


def _variable_test(variables: frozenset[str], match: str) -> Test:
    if match == "none":
        return lambda state: variables.isdisjoint(state.item.present)
    if match == "any":
        return lambda state: not variables.isdisjoint(state.item.present)
    return lambda state: variables <= state.item.present


def _test(name: str, value: str) -> Test:
    if name == "variable":
        return lambda state: state.has(value)
    if name == "is-numeric":
        if value == "citation-number":
            return lambda state: True
        return lambda state: is_numeric(state.locator if value == "locator" else state.item.text(value) or "")
    if name == "is-uncertain-date":
        return lambda state: (date := state.item.dates.get(value)) is not None and (date.circa or date.uncertain)
    if name == "locator":
        wanted = "sub verbo" if value == "sub-verbo" else value
        return lambda state: bool(state.locator) and state.label.replace("sub-verbo", "sub verbo") == wanted
    if name == "position":
        return _POSITIONS.get(value, _never)
    if name == "disambiguate":
        return _disambiguates if value == "true" else lambda state: not _disambiguates(state)
    return _never


def _disambiguates(state: RenderState) -> bool:
    """Whether this is among the first tests of this kind that are allowed to hold."""
    state.chosen += 1
    return state.chosen <= state.item.choose


def _never(state: RenderState) -> bool:
    return False


def _in_text(test: Test) -> Test:
    return lambda state: state.area == "citation" and test(state)


_POSITIONS: dict[str, Test] = {
    "first": _in_text(lambda state: state.position == FIRST),
    "subsequent": _in_text(lambda state: state.position >= SUBSEQUENT),
    "ibid": _in_text(lambda state: state.position >= IBID),
    "ibid-with-locator": _in_text(lambda state: state.position == IBID_WITH_LOCATOR),
    "near-note": _in_text(lambda state: state.near_note),
}
