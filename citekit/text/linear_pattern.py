r"""Untrusted regular expressions, matched in time that is linear in the text.

Python's ``re`` backtracks: ``(a+)+b`` takes 2\ :sup:`n` steps on n letters, and inspecting a pattern cannot rule this
out reliably. So a pattern in the settings of a project is compiled to a nondeterministic automaton (Thompson 1968), all
of whose states are followed at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from re import _compiler, _constants, _parser  # type: ignore[attr-defined]
from typing import Any

MOST_STATES = 1000
"""States of the automaton. ``[a-z]{4}`` has four, so patterns for names have some fifty; time is states times letters."""

_ONE_CHARACTER = (_constants.LITERAL, _constants.NOT_LITERAL, _constants.IN, _constants.ANY)
_AT_START = (_constants.AT_BEGINNING, _constants.AT_BEGINNING_STRING)
_AT_END = (_constants.AT_END, _constants.AT_END_STRING)


class LinearPattern:
    """A pattern in the syntax of ``re`` that is matched in linear time.

    Raise ``re.error`` for what is not a pattern, for look-around, references to groups, ``\\b`` and possessive repeats,
    which no finite automaton has, and for a pattern of more than :data:`MOST_STATES` states.

    >>> LinearPattern(r"[a-z]+(-[a-z]+)*\\d{4}").fullmatch("doe-roe2020")
    True
    >>> LinearPattern("(a+)+b").fullmatch("a" * 300)
    False
    """

    def __init__(self, pattern: str) -> None:
        tree = _parser.parse(pattern)
        self._empty: list[list[int]] = []
        """Per state: the states that are reached without reading a character."""
        self._reading: list[tuple[Callable[[str], Any], int] | None] = []
        """Per state: which characters it reads, and the state after that."""
        self._places: dict[int, str] = {}
        """States that are passed at the ``start`` or ``end`` of the text only."""
        self._final = self._state()
        self._first = self._sequence(tree, tree.state.flags, self._final)

    def fullmatch(self, text: str) -> bool:
        """Return whether the whole text fits the pattern."""
        states = self._closure({self._first}, 0, len(text))
        for at, character in enumerate(text):
            found: set[int] = set()
            for state in states:
                reading = self._reading[state]
                if reading and reading[0](character):
                    found.add(reading[1])
            if not found:
                return False
            states = self._closure(found, at + 1, len(text))
        return self._final in states

    def _closure(self, states: set[int], at: int, end: int) -> set[int]:
        """Return the states that are reached from some without reading, these included."""
        found, waiting = set(states), list(states)
        while waiting:
            state = waiting.pop()
            place = self._places.get(state)
            if (place == "start" and at > 0) or (place == "end" and at < end):
                continue
            for after in self._empty[state]:
                if after not in found:
                    found.add(after)
                    waiting.append(after)
        return found

    # The automaton is built from its end: each part gets the state after it and returns the one before it.

    def _state(self, *empty: int) -> int:
        if len(self._empty) >= MOST_STATES:
            raise re.error(f"it is too long: {MOST_STATES} states are the most")
        self._empty.append(list(empty))
        self._reading.append(None)
        return len(self._empty) - 1

    def _sequence(self, parts: Any, flags: int, after: int) -> int:
        for kind, value in reversed(list(parts)):
            after = self._part(kind, value, parts.state, flags, after)
        return after

    def _part(self, kind: Any, value: Any, state: Any, flags: int, after: int) -> int:
        if kind in _ONE_CHARACTER:
            made = self._state()
            one = _compiler.compile(_parser.SubPattern(state, [(kind, value)]), flags)
            self._reading[made] = (one.match, after)
            return made
        if kind is _constants.SUBPATTERN:
            _, more, fewer, inner = value
            return self._sequence(inner, (flags | more) & ~fewer, after)
        if kind is _constants.BRANCH:
            return self._state(*(self._sequence(inner, flags, after) for inner in value[1]))
        if kind in (_constants.MAX_REPEAT, _constants.MIN_REPEAT):
            least, most, inner = value
            if most is _constants.MAXREPEAT:
                loop = self._state(after)
                self._empty[loop].append(self._sequence(inner, flags, loop))
                after = loop
            else:
                for _ in range(most - least):
                    after = self._state(after, self._sequence(inner, flags, after))
            for _ in range(least):
                after = self._sequence(inner, flags, after)
            return after
        if kind is _constants.AT and value in (*_AT_START, *_AT_END):
            made = self._state(after)
            self._places[made] = "start" if value in _AT_START else "end"
            return made
        raise re.error(f"{str(kind).lower()} takes more than linear time and is not supported here")
