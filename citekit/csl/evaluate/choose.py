"""``cs:choose`` and its conditions."""

from __future__ import annotations

from collections.abc import Callable

from citekit.csl.cite import FIRST, IBID, IBID_WITH_LOCATOR, SUBSEQUENT
from citekit.csl.evaluate.compiler import Compiler
from citekit.csl.evaluate.state import RenderFunction, RenderState
from citekit.csl.model import conditions
from citekit.csl.nodes import Node
from citekit.csl.numbers import is_numeric
from citekit.text.xml import Element

_OF_THE_CITE = frozenset({"citation-number", "first-reference-note-number", "locator"})
Test = Callable[[RenderState], bool]


def compile_choose(compiler: Compiler, element: Element) -> RenderFunction:
    """Return the function of a ``cs:choose``: the elements of the first branch whose condition holds."""
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
        tests.insert(0, _type_test(types, match))
    if variables:
        tests.append(_variable_test(variables, match))
    if len(tests) == 1:
        return tests[0]
    if match == "any":
        return lambda state: any(test(state) for test in tests)
    return lambda state: all(test(state) for test in tests)


def _negated(test: Test) -> Test:
    return lambda state: not test(state)


def _type_test(types: frozenset[str], match: str) -> Test:
    """Test the type. A work has one, so ``type="book chapter"`` means either of them, whatever ``match`` means for other tests."""
    if match == "none":
        return lambda state: state.item.type not in types
    return lambda state: state.item.type in types


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
        return lambda state: _numeric(state, value)
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


def _numeric(state: RenderState, variable: str) -> bool:
    if variable == "citation-number":
        return True
    return is_numeric(state.locator if variable == "locator" else state.item.text(variable) or "")


def _in_text(test: Test) -> Test:
    return lambda state: state.area == "citation" and test(state)


_POSITIONS: dict[str, Test] = {
    "first": _in_text(lambda state: state.position == FIRST),
    "subsequent": _in_text(lambda state: state.position >= SUBSEQUENT),
    "ibid": _in_text(lambda state: state.position >= IBID),
    "ibid-with-locator": _in_text(lambda state: state.position == IBID_WITH_LOCATOR),
    "near-note": _in_text(lambda state: state.near_note),
}
