"""Runs of personal names: where a list of authors can begin and end, and the names in it.

A run is read by dynamic programming over the tokens: :mod:`citekit.publications.names` says which names can begin at
each; the styles of one run like to agree with one another and with the list.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush

from citekit.publications.names.printed import FAMILY_COMMA, FAMILY_INITIALS, GIVEN_FIRST, SINGLE, PrintedName
from citekit.publications.names.reader import NameReader
from citekit.publications.styled import StyledText
from citekit.publications.tokens import Token
from citekit.publications.vocabulary import Vocabulary
from citekit.works.name import Name

_BETWEEN_NAMES = frozenset(", ; / · • 、 ， ； |".split())
MAX_NAMES = 4000
FORGOTTEN_COMMA = -2.4
AFTER_THE_LAST = -1.2
"""What it costs to go on over a comma after the name that an "and" announced as the last."""
WORST_FIRST_NAME = -0.5
"""What a name must score to begin a run."""
WORST_NAME = -1.5
"""What a name must score to stand in the middle of a run of better ones."""


@dataclass(slots=True)
class NameRun:
    """A candidate list of authors: ``start:end`` in the item, its names, whether it is cut short, and its score.

    ``others_after`` names stand before the gap of a list that is cut short, 0 where it is at
    the end. ``with_form`` marks lists of co-authors only ("with A and B"); ``lead`` is where a "by" or "with" before it begins.
    """

    start: int
    end: int
    names: list[PrintedName]
    others: bool
    score: float
    with_form: bool = False
    closed: bool = False
    others_after: int = 0
    lead: int = -1
    editors: bool = False


def _style_pulls(vocabulary: Vocabulary) -> dict[str, float]:
    """What it adds to a name's score to have the style that the document's other names have."""
    total = sum(vocabulary.styles.values())
    return {style: 0.5 * (count / total - 0.4) for style, count in vocabulary.styles.items()} if total else {}


@dataclass(slots=True)
class _State:
    score: float
    names: int
    name: PrintedName | None
    back: _State | None
    others: int
    token: int
    end: int
    closed: bool = False
    after_and: bool = False
    cut: bool = False


def _by_score(state: _State) -> float:
    return state.score


def name_run(item: StyledText, tokens: list[Token], first: int, vocabulary: Vocabulary) -> list[NameRun]:
    """Candidate runs that begin at token ``first``, best score first, at most four.

    The list is empty where no name begins. Scores are about +1 a convincing name.
    """
    return RunReader(item, tokens, vocabulary).read(first)


_Separator = tuple[int, float, bool, bool]
"""The token after a separator, its score, whether the list is cut short here, and whether nothing may follow."""


class RunReader(NameReader):
    """Reads runs of names in one item; what it has read at a token it keeps for the runs that begin elsewhere."""

    def __init__(self, item: StyledText, tokens: list[Token], vocabulary: Vocabulary) -> None:
        super().__init__(item, tokens, vocabulary)
        self._pulls = _style_pulls(vocabulary)
        self._known_separators: dict[tuple[int, str], list[_Separator]] = {}

    def separators(self, at: int, style: str) -> list[_Separator]:
        """What may stand between a name of a style that ends before a token and the next."""
        known = self._known_separators.get((at, style))
        if known is None:
            known = self._known_separators[at, style] = list(self._separators(at, style))
        return known

    def read(self, first: int) -> list[NameRun]:
        """Candidate runs that begin at token ``first``; see :func:`name_run`."""
        if not self.names_at(first):
            return []
        start = self.tokens[first].start
        open_: dict[int, dict[str, _State]] = {first: {"": _State(0.0, 0, None, None, 0, first, start)}}
        ends: list[_State] = []
        agenda = [first]
        seen = {first}
        while agenda:
            at = heappop(agenda)
            names = self.names_at(at)
            for style, state in open_.pop(at).items():
                if state.names >= MAX_NAMES:
                    continue
                for name, after, gain in names:
                    known = state.names > 1 or (first == at == 0 and self.vocabulary.single_references)
                    if gain < WORST_FIRST_NAME and (gain < WORST_NAME or not known):
                        continue
                    new = self._extend(state, style, name, after, gain)
                    ends.append(new)
                    for joined in self._join(new, state.after_and, gain):
                        if joined.closed or joined.cut:
                            ends.append(joined)
                        if joined.closed:
                            continue
                        target = joined.token
                        slot = open_.setdefault(target, {})
                        if name.style not in slot or slot[name.style].score < joined.score:
                            slot[name.style] = joined
                        if target not in seen:
                            seen.add(target)
                            heappush(agenda, target)
        return self._runs(ends, start)

    def _join(self, state: _State, after_and: bool, gain: float) -> Iterator[_State]:
        """A state with each separator that may follow its last name; ``gain`` is what that name scored."""
        assert state.name is not None
        for target, worth, others, closed in self.separators(state.token, state.name.style):
            if worth == FORGOTTEN_COMMA and gain < 0.9:
                continue
            joined = self.tokens[target - 1].kind == "and"
            late = after_and and not (joined or others)
            yield _State(
                state.score + (worth + AFTER_THE_LAST if late else worth),
                state.names,
                state.name,
                state.back,
                state.others or (state.names if others else 0),
                target,
                self._end_before(target, state.end, others),
                closed,
                joined,
                others,
            )

    def _runs(self, ends: list[_State], start: int) -> list[NameRun]:
        """The best four runs with different ends."""
        ends.sort(key=_by_score, reverse=True)
        runs: list[NameRun] = []
        for state in ends:
            if state.name is None or any(run.end == state.end for run in runs):
                continue
            people = self._collect(state)
            gap = state.others if state.others < len(people) else 0
            runs.append(
                NameRun(start, state.end, people, state.others > 0, state.score, closed=state.closed, others_after=gap)
            )
            if len(runs) == 4:
                break
        return runs

    @staticmethod
    def _collect(state: _State) -> list[PrintedName]:
        names: list[PrintedName] = []
        walk: _State | None = state
        while walk is not None:
            if walk.name is not None:
                names.append(walk.name)
            walk = walk.back
        return names[::-1]

    def _end_before(self, target: int, end: int, others: bool) -> int:
        """An "et al." belongs to the run; a plain separator does not."""
        if not others:
            return end
        last = min(target, len(self.tokens)) - 1
        return self.tokens[last].end if last >= 0 else end

    def _extend(self, state: _State, style: str, name: PrintedName, after: int, gain: float) -> _State:
        score = state.score + gain
        if style and name.style not in (style, SINGLE) and style != SINGLE:
            first_inverted = state.names == 1 and style == FAMILY_COMMA and name.style == GIVEN_FIRST
            both_inverted = {style, name.style} == {FAMILY_COMMA, FAMILY_INITIALS}
            score -= 0.2 if first_inverted else 0.45 if both_inverted else 0.8
        if self._pulls:
            score += self._pulls.get(name.style, -0.2)
        return _State(score, state.names + 1, name, state if state.name else None, state.others, after, name.end)

    def _separators(self, at: int, style: str) -> Iterator[tuple[int, float, bool, bool]]:
        """What may follow a name as ``(next token, score, list is cut short here, nothing may follow)``."""
        tokens = self.tokens
        yield from self._cut_short(at)
        i = at
        if i + 1 < len(tokens) and tokens[i].text == "." and (tokens[i - 1].dotted or tokens[i - 1].kind == "m"):
            i += 1  # "J.P.. & P..", "Chen, H*., Liu, M*."
        text = tokens[i].text if i < len(tokens) else ""
        if text in _BETWEEN_NAMES:
            yield from self._after_comma(i, text)
        elif i < len(tokens) and tokens[i].kind == "and":
            word = tokens[i].text
            strength = (
                0.4
                if word in ("and", "&", "und", "et", "y")
                else -0.6
                if word in ("with", "con", "com", "mit", "avec")
                else 0.0
            )
            if word not in ("en", "o", "i", "ja") or style != SINGLE:
                after = i + 1
                if after < len(tokens) and tokens[after].kind == "b":
                    after += 1
                yield after, strength, False, False
        elif (
            i + 1 < len(tokens)
            and tokens[i].kind in "IW"
            and tokens[i + 1].kind in "IW"
            and style == GIVEN_FIRST
            and not (tokens[i - 1].dotted and tokens[i - 1].kind == "W")
        ):
            yield i, FORGOTTEN_COMMA, False, False
        elif i + 1 < len(tokens) and tokens[i].kind == "b" and tokens[i + 1].kind == "and":
            yield i + 2, 0.3, False, False

    def _cut_short(self, at: int) -> Iterator[_Separator]:
        """An "et al." and what goes on after it."""
        tokens = self.tokens
        after = self.after_others(at)
        if not after:
            return
        if after < len(tokens) and (tokens[after].text in {",", ";"} or tokens[after].kind == "and"):
            yield after + 1, 0.4, True, False
        yield after, 0.8, True, True
        if after < len(tokens) and tokens[after - 1].text[-1:] in ".…" and tokens[at].kind in ".…":
            yield after, 0.3, True, False  # "Fischl, B., . . . Iglesias, J. E."

    def _after_comma(self, at: int, mark: str) -> Iterator[_Separator]:
        """A comma or its like, with the break, the "and" or the "et al." after it."""
        tokens = self.tokens
        i = at + 1
        if i < len(tokens) and tokens[i].kind == "b":
            i += 1
        yield from self._cut_short(i)
        if i < len(tokens) and tokens[i].kind == "and":
            strength = 0.4 if tokens[i].text in ("and", "&", "und", "et", "y") else 0.1
            yield i + 1, strength, False, False
        elif i < len(tokens):
            yield i, 0.0 if mark != "|" else -0.6, False, False
            if mark in ",;" and tokens[i].text == "…":
                yield i + 1, 0.3, True, False


def as_name(printed: PrintedName) -> Name:
    """The name in CSL's parts, as printed: nothing is shortened, nothing grows."""
    if printed.literal:
        return Name(literal=printed.literal)
    family, given = printed.family.strip(" ,;"), printed.given.strip(" ,;")
    return Name(family=family, given=given, suffix=printed.suffix)
