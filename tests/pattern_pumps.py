"""Texts that make a regular expression work hard, built from its own parse tree, and the work it does on them.

A pattern takes more than linear time where two of its ways through a text overlap. So each of its repeats is fed with what
the repeat takes, each of its beginnings is repeated without what would end it, and all of it also at the end of a match
that fails.
"""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from re import _compiler, _parser  # type: ignore[attr-defined]
from re import _constants as op
from typing import Any

SIZES = (3_000, 6_000, 12_000)
"""Letters of a pump."""
QUIET = 0.0006
"""CPU seconds below which 3 kB were not read twice: half of 3,000 × 3,000 steps take longer on any machine."""
RATIO = 8.0
"""Four times the text may take up to this many times the work; linear is 4, quadratic 16."""
DOUBT = 5.5
"""Above this, longer texts are asked: in short ones, what is linear in a pattern may hide what is not."""
PLAIN_RATIO, PLAIN_SECONDS = 11.0, 0.2
"""Work that grows like this (16 is quadratic) and is far above the jumps of a clock needs no longer texts to be sure."""
PER_LETTER = 60e-6
"""CPU seconds a letter, at most: some thousand steps, however long the text."""

_ENOUGH = 6
_LETTERS = "a1 A\n.,-(){}[]\\:;/\"'@#*_=&<>`~\0é\t%|^$+!?’“—"
_BARS = ("", "\0", "\n", " x")
_REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)
Node = tuple[Any, Any]


def tree_of(pattern: str, flags: int) -> Any:
    """The parse tree of the standard library."""
    return _parser.parse(pattern, flags)


def parts_of(node: Node) -> list[Any]:
    """The sequences that a node consists of."""
    kind, value = node
    if kind in _REPEATS:
        return [value[2]]
    if kind is op.SUBPATTERN:
        return [value[3]]
    if kind is op.ATOMIC_GROUP:
        return [value]
    if kind is op.BRANCH:
        return list(value[1])
    if kind in (op.ASSERT, op.ASSERT_NOT):
        return [value[1]]
    if kind is op.GROUPREF_EXISTS:
        return [part for part in value[1:] if part]
    return []


def nested_repeats(sequence: Any, inside: bool = False, held: bool = False) -> Iterator[str]:
    """Variable repeats within variable repeats, which have several ways to divide a text unless one cannot give back.

    A look ahead gives nothing back, nor does a repeat that ends an atomic group (``held``).
    """
    for place, (kind, value) in enumerate(sequence):
        within = inside
        last = held and place + 1 == len(sequence)
        if kind in (op.MAX_REPEAT, op.MIN_REPEAT) and value[1] > 1 and value[0] != value[1]:
            if inside:
                yield f"{{{value[0]},{value[1]}}}"
            within = not last
        elif kind in (op.ATOMIC_GROUP, op.POSSESSIVE_REPEAT, op.ASSERT, op.ASSERT_NOT):
            within = False
        for part in parts_of((kind, value)):
            yield from nested_repeats(part, within, kind is op.ATOMIC_GROUP)


def possessive_groups(sequence: Any) -> Iterator[str]:
    """Possessive repeats of whole groups: Python before 3.11.5 reads on behind where such a repeat ended."""
    for kind, value in sequence:
        if kind is op.POSSESSIVE_REPEAT and (len(value[2]) != 1 or parts_of(value[2][0])):
            yield f"{{{value[0]},{value[1]}}}"
        for part in parts_of((kind, value)):
            yield from possessive_groups(part)


def begins_with_repeat(sequence: Any, more: bool = False) -> bool:
    """Whether something follows an unbounded repeat at the beginning: a search would try each place of a long run anew.

    A look behind it keeps a search to where the run begins.
    """
    for place, (kind, value) in enumerate(sequence):
        goes_on = more or any(map(_can_fail, list(sequence)[place + 1 :]))
        if kind in _REPEATS:
            if value[1] is op.MAXREPEAT:
                return goes_on
            return value[0] > 0 and begins_with_repeat(value[2], goes_on)
        if kind in (op.BRANCH, op.SUBPATTERN, op.ATOMIC_GROUP):
            return any(begins_with_repeat(part, goes_on) for part in parts_of((kind, value)))
        return False
    return False


def _can_fail(node: Node) -> bool:
    """Whether a node needs anything of the text; what may be left out does not."""
    kind, value = node
    if kind in _REPEATS:
        return value[0] > 0
    if kind is op.BRANCH:
        return all(any(map(_can_fail, part)) for part in value[1])
    if kind in (op.SUBPATTERN, op.ATOMIC_GROUP):
        return any(map(_can_fail, parts_of(node)[0]))
    return True


class Pumps:
    """The texts for one pattern."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.tree = tree_of(pattern, flags)
        self.state = self.tree.state
        self._letters: dict[str, str] = {}

    def units(self) -> Iterator[tuple[str, str]]:
        """What stands before and what is repeated: bodies of repeats first, then beginnings of the pattern."""
        seen: dict[tuple[str, str], None] = {}
        for before, body in self._repeats(self.tree, ""):
            bodies = [*(self._sample(body, choice) for choice in range(6)), *self._accepted(body)]
            for unit in filter(None, bodies):
                seen[before, unit] = seen["", unit] = None
        starts = {self._sample(self.tree, choice) for choice in range(3)}
        for start in sorted(starts):
            for length in range(1, min(len(start), 16) + 1):
                seen["", start[:length]] = None
            seen["", start] = seen["", f"{start}\n"] = None
        for before, unit in list(seen):
            if "\n" not in unit and self.state.flags & re.MULTILINE:
                seen[before, f"{unit}\n"] = None
        yield from (pair for pair in seen if pair[1])

    def _repeats(self, sequence: Any, before: str) -> Iterator[tuple[str, Any]]:
        """The bodies of all variable repeats, each with a text that leads to it."""
        for kind, value in sequence:
            if kind in _REPEATS and value[1] > 1:
                yield before, value[2]
            for part in parts_of((kind, value)):
                yield from self._repeats(part, before)
            before += self._sample([(kind, value)], 0)

    def _accepted(self, body: Any) -> str:
        """Single letters that a repeat's body takes."""
        if len(body) != 1 or parts_of(body[0]):
            return ""
        return self._taken(body[0])[:12]

    def _taken(self, node: Node) -> str:
        """The letters that a node of one letter takes, those that many patterns take first."""
        taken = self._letters.get(repr(node))
        if taken is None:
            made = _compiler.compile(_parser.SubPattern(self.state, [node]), 0)
            taken = self._letters[repr(node)] = "".join(filter(made.match, _LETTERS))
        return taken

    def _sample(self, sequence: Any, choice: int) -> str:
        """A text that a sequence takes, one copy of each repeat; ``choice`` turns its branches and letters."""
        made = []
        for kind, value in sequence:
            if kind is op.LITERAL:
                made.append(chr(value))
            elif kind in (op.NOT_LITERAL, op.IN, op.ANY):
                taken = self._taken((kind, value))
                if not taken and kind is op.IN and value[0][0] in (op.LITERAL, op.RANGE):
                    first = value[0][1]
                    taken = chr(first if isinstance(first, int) else first[0])
                made.append(taken[choice % len(taken)] if taken else "")
            elif kind in _REPEATS:
                made.append(self._sample(value[2], choice) * max(value[0], min(1, value[1])))
            elif kind is op.BRANCH:
                made.append(self._sample(value[1][choice % len(value[1])], choice))
            elif kind not in (op.ASSERT, op.ASSERT_NOT, op.GROUPREF_EXISTS):
                made += [self._sample(part, choice) for part in parts_of((kind, value))]
        return "".join(made)


def texts(before: str, unit: str, size: int) -> Iterator[str]:
    """A pump of a size with each of the ends that may make a match fail."""
    pump = before + unit * (size // len(unit))
    for bar in _BARS:
        yield pump + bar


class TooLong(Exception):
    """A pattern did not come to its end in time."""


def work(run: Callable[[str], Any], text: str) -> float:
    """CPU seconds of one run, which is broken off where it takes too many: a signal interrupts a regular expression."""

    def ring(_signal: int, _frame: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, 1.2 * PER_LETTER * len(text))
    begun = time.process_time()
    try:
        with suppress(TooLong):
            run(text)
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    return time.process_time() - begun


def runner(made: re.Pattern[str], method: str) -> Callable[[str], Any]:
    """One use of a pattern over a whole text."""
    if method in ("sub", "subn"):
        return lambda text: made.sub("", text)
    if method == "finditer":
        return lambda text: sum(1 for _ in made.finditer(text))
    asked: Callable[[str], Any] = getattr(made, method)
    return asked


def superlinear(pattern: str, flags: int, methods: list[str]) -> str:
    """A text on which a pattern takes more than linear time, and how much; "" where there is none."""
    made = re.compile(pattern, flags)
    for method in methods:
        run = runner(made, method)
        quiet, cleared = QUIET, 0
        for before, unit in Pumps(pattern, flags).units():
            for number, text in enumerate(texts(before, unit, SIZES[0])):
                if (seconds := work(run, text)) < quiet:
                    continue
                fault = _fault(run, lambda size: list(texts(before, unit, size))[number])  # noqa: B023
                if fault:
                    return f"{method} on {before!r} + {unit!r} … + {_BARS[number]!r}: {fault}"
                cleared += 1
                if cleared >= _ENOUGH:  # its repeats have bounds that are felt everywhere
                    quiet = max(quiet, seconds)
    return ""


def _fault(run: Callable[[str], Any], pump: Callable[[int], str]) -> str:
    """What is wrong with the work on a pump; the least of several runs counts, so that a busy machine accuses nobody.

    Repeats with a bound take their whole bound at each letter only in long texts, and the clock of a busy machine goes in
    jumps of some milliseconds: the growth counts where longer texts, and much longer ones, have it as well.
    """
    said = []
    last = SIZES[-1]
    for sizes, ratio in ((SIZES, DOUBT), ((last, 2 * last, 4 * last), RATIO), ((4 * last, 8 * last, 16 * last), RATIO)):
        best = [float("inf")] * len(sizes)
        slow = False
        for _ in range(3):
            for place, size in enumerate(sizes):
                best[place] = min(best[place], work(run, pump(size)))
                slow = best[place] >= PER_LETTER * size
                if slow:
                    break  # no longer text: this one was too much already, and is tried twice more
            if best[0] < QUIET or (not slow and best[-1] < ratio * best[0]):
                return ""
        said += [
            f"{size:,} letters {seconds * 1000:.1f} ms"
            for size, seconds in zip(sizes, best, strict=True)
            if seconds < float("inf")
        ]
        if slow or (best[-1] >= PLAIN_SECONDS and best[-1] >= PLAIN_RATIO * best[0]):
            break  # longer texts would only take minutes
    return ", ".join(said)
