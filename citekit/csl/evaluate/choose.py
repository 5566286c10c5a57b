"""``cs:choose`` and its conditions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from citekit.csl.cite import FIRST, IBID, IBID_WITH_LOCATOR, SUBSEQUENT
from citekit.csl.evaluate.state import Emit, State
from citekit.csl.model import Branch, Choose
from citekit.csl.nodes import Node
from citekit.csl.numbers import is_numeric

if TYPE_CHECKING:
    from citekit.csl.evaluate.compiler import Compiler

Test = Callable[[State], bool]


def compile_choose(compiler: Compiler, element: Choose) -> Emit:
    """The function of a ``cs:choose``: the elements of the first branch whose condition holds."""
    if any(name == "disambiguate" for branch in element.branches for name, _ in branch.tests):
        compiler.tests_disambiguate += 1
    branches = [(_condition(branch), compiler.sequence(branch.children)) for branch in element.branches]

    def emit(state: State, out: list[Node]) -> None:
        for holds, content in branches:
            if holds is None or holds(state):
                content(state, out)
                return

    return emit


def _condition(branch: Branch) -> Test | None:
    if not branch.tests:
        return None
    types = frozenset(value for name, value in branch.tests if name == "type")
    tests = [_test(name, value) for name, value in branch.tests if name != "type"]
    if branch.match == "any":
        return lambda state: state.item.type in types or any(test(state) for test in tests)
    if branch.match == "none":
        return lambda state: state.item.type not in types and not any(test(state) for test in tests)
    if not types:
        return tests[0] if len(tests) == 1 else lambda state: all(test(state) for test in tests)
    if len(types) > 1:
        return lambda state: False
    wanted = next(iter(types))
    if not tests:
        return lambda state: state.item.type == wanted
    return lambda state: state.item.type == wanted and all(test(state) for test in tests)


def _test(name: str, value: str) -> Test:
    if name == "variable":
        return lambda state: state.has(value)
    if name == "is-numeric":
        return lambda state: _numeric(state, value)
    if name == "is-uncertain-date":
        return lambda state: value in state.item.dates and state.item.dates[value].circa
    if name == "locator":
        wanted = "sub verbo" if value == "sub-verbo" else value
        return lambda state: bool(state.locator) and state.label.replace("sub-verbo", "sub verbo") == wanted
    if name == "position":
        return _POSITIONS.get(value, _never)
    if name == "disambiguate":
        return _disambiguates if value == "true" else lambda state: not _disambiguates(state)
    return _never


def _disambiguates(state: State) -> bool:
    """Whether this is among the first tests of this kind that are allowed to hold."""
    state.chosen += 1
    return state.chosen <= state.item.choose


def _never(state: State) -> bool:
    return False


def _numeric(state: State, variable: str) -> bool:
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
