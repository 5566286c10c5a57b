"""Which chunk is which part: a beam search over a lattice of chunks and author runs, with what the list has taught.

The search is the Viterbi algorithm for a semi-Markov model (Sarawagi and Cohen, 2004) whose scores are written by hand
and then adapted to the list: every list is read twice, the second time with the order, separators and styles that its
own items agreed on (compare Kluegl et al., 2012, on structural consistencies in references).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import Any, Final

from citekit.publications.atoms import Part
from citekit.publications.chunks import Chunk, ChunkedItem
from citekit.publications.evidence import Evidence, weigh
from citekit.publications.features import ChunkFeatures, style_pull
from citekit.publications.shape import LOOSE, ListShape
from citekit.publications.signals import Weights
from citekit.publications.vocabulary import Vocabulary

BEAM = 10
_A, _T, _V, _D, _L, _N, _X, _O = (p.value for p in Part)
QUOTED_INSIDE = -0.3
"""A quotation inside a title, which is no title in quotes."""
CHUNK_LABELS = (_T, _V, _D, _L, _N, _X, _O)

START = {_A: 0.0, _T: 0.0, _V: -1.2, _D: -0.8, _L: -3.0, _N: -1.5, _X: -0.6, _O: -0.6}
TRANSITION = {
    _A: {_A: -2.5, _T: 0.3, _V: -1.2, _D: 0.0, _L: -2.5, _N: -0.6, _X: -0.8, _O: -0.8},
    _T: {_A: 0.0, _T: 0.0, _V: 0.1, _D: -0.4, _L: -1.6, _N: -0.5, _X: -0.4, _O: -0.9},
    _V: {_A: -1.6, _T: -2.0, _V: -0.1, _D: 0.2, _L: 0.2, _N: -0.2, _X: 0.0, _O: -0.7},
    _D: {_A: -0.9, _T: -0.2, _V: -0.2, _D: -0.6, _L: 0.0, _N: -0.2, _X: 0.1, _O: -0.5},
    _L: {_A: -2.5, _T: -2.0, _V: -0.5, _D: 0.2, _L: 0.2, _N: -0.2, _X: 0.1, _O: -0.6},
    _N: {_A: -1.2, _T: -1.0, _V: -0.1, _D: -0.2, _L: -0.8, _N: -0.1, _X: 0.0, _O: -0.4},
    _X: {_A: -0.5, _T: -0.6, _V: -0.3, _D: -0.3, _L: -0.7, _N: -0.2, _X: 0.2, _O: -0.2},
    _O: {_A: -0.3, _T: -0.3, _V: -0.7, _D: -0.5, _L: -0.9, _N: -0.4, _X: -0.1, _O: -0.2},
}
WITHIN_TITLE = {
    "": -0.1,
    "s": -0.6,
    "(": 0.0,
    ",": -0.35,
    "-": -0.2,
    "|": -1.5,
    ";": -1.2,
    ":": 0.0,
    '"': -3.0,
    ".": -2.4,
    "?": -0.7,
    "soft": -0.5,
    "hard": -3.2,
}
WITHIN_VENUE = {
    "": 0.0,
    "s": -0.2,
    "(": 0.0,
    ",": 0.0,
    "-": -0.2,
    "|": -0.6,
    ";": -0.3,
    ":": -0.1,
    '"': -1.5,
    ".": -0.5,
    "?": -1.0,
    "soft": -0.1,
    "hard": -0.9,
}
BETWEEN = {
    "": -0.9,
    "s": -0.4,
    "(": 0.0,
    ",": -0.15,
    "-": -0.2,
    "|": 0.3,
    ";": 0.0,
    ":": -0.4,
    '"': 0.5,
    ".": 0.5,
    "?": 0.3,
    "soft": 0.2,
    "hard": 0.7,
}


PARTS = (_A, *CHUNK_LABELS)
_NUMBER = {part: number for number, part in enumerate(PARTS)}
_FIRST_LOOSE: Final = 5
"""Parts from this number on stand anywhere and leave the anchor, the last part of the list's order, as it is."""
_NOTHING: Final = 8
"""The part and anchor before the first chunk."""
_AUTHORS_NUMBER: Final = 0
_TITLE_NUMBER: Final = 1

# A node of the lattice: (score, part, seen, anchor, position, node before, run or -1); parts are places in PARTS
_Node = tuple[float, int, int, int, int, Any, int]
_Nodes = dict[int, list[_Node]]
"""The best two nodes of every state: the second is what the margin is measured against."""
_SCORE: Final = 0
_PART: Final = 1
_SEEN: Final = 2
_AT: Final = 4
_BACK: Final = 5
_RUN: Final = 6
_SEEN_TITLE, _SEEN_AUTHORS, _SEEN_VENUE, _QUOTED_TITLE, _SEEN_LOCATOR = 1, 2, 4, 8, 16
_SEEN_BY = (_SEEN_AUTHORS, _SEEN_TITLE, _SEEN_VENUE, 0, _SEEN_LOCATOR, 0, 0, 0)
SECOND_TITLE, SECOND_AUTHORS, MISSING_TITLE = -7.0, -2.5, 6.0
_by_score = itemgetter(_SCORE)


@dataclass(slots=True)
class Labelled:
    """The reading of one item: a label for every chunk, the author runs chosen (by index into ``ChunkedItem.runs``),
    the score, and its margin over the best reading that labels something else as title or authors."""

    chunked: ChunkedItem
    labels: list[str]
    runs: list[int]
    score: float
    margin: float


def decode(
    chunked: ChunkedItem,
    features: list[ChunkFeatures],
    shape: ListShape,
    vocabulary: Vocabulary,
    weights: Weights,
    allowed: list[str] | None = None,
) -> Labelled:
    """The best reading of an item under a list's shape.

    ``weights`` correct the hand-written scores; ``allowed`` limits the parts of each chunk to the letters given (for fitting).
    """
    return best_reading(weigh(chunked, features, vocabulary, weights), shape, allowed)


def best_reading(evidence: Evidence, shape: ListShape, allowed: list[str] | None = None) -> Labelled:
    """The best reading of an item of which the evidence is weighed; see :func:`decode`."""
    chunks = evidence.chunked.chunks
    count = len(chunks)
    lattice: list[_Nodes] = [{} for _ in range(count + 1)]
    lattice[0][0] = [(0.0, _NOTHING, 0, _NOTHING, 0, None, -1)]
    runs_from = _runs_from(evidence, allowed)
    pulling = shape.titles > 0
    for at, chunk in enumerate(chunks):
        nodes = lattice[at]
        lattice[at] = {}
        beam = [node for known in nodes.values() for node in known]
        if len(beam) > 1:
            beam.sort(key=_by_score, reverse=True)
            del beam[BEAM:]
        gains = evidence.gains[at]
        if pulling:
            gains = dict(gains)
            for part in (_T, _V):
                if part in gains:
                    gains[part] += style_pull(evidence.features[at], part, shape)
        steps = [(_NUMBER[part], gain) for part, gain in gains.items() if allowed is None or part in allowed[at]]
        rows = [_row(node[1], node[3], chunk.separator, shape, evidence.weights) for node in beam]
        _step_over(chunk, at, beam, rows, steps, lattice[at + 1])
        for index, last, gain in runs_from.get(at, ()):
            _step_run(index, last, gain, beam, rows, lattice[last])
    final = evidence.weights.get("$", {})
    ends = [
        (n[_SCORE] + _final(n, shape) + final.get(str(n[_SEEN] & 23), 0.0), n)
        for nodes in lattice[count].values()
        for n in nodes
    ]
    if not ends:
        return Labelled(evidence.chunked, [], [], -99.0, 0.0)
    ends.sort(key=_by_score, reverse=True)
    labels, chosen = _trace_back(ends[0][1], count)
    return Labelled(evidence.chunked, labels, chosen, ends[0][0], _margin(ends))


def _runs_from(evidence: Evidence, allowed: list[str] | None) -> dict[int, list[tuple[int, int, float]]]:
    """The candidate runs by the chunk that they begin with, as ``(index, chunk after it, score)``."""
    found: dict[int, list[tuple[int, int, float]]] = {}
    for index, (first, last, _) in enumerate(evidence.chunked.runs):
        if allowed is None or all("A" in allowed[i] for i in range(first, last)):
            found.setdefault(first, []).append((index, last, evidence.run_gains[index]))
    return found


def _step_over(
    chunk: Chunk, at: int, beam: list[_Node], rows: list[list[float]], steps: list[tuple[int, float]], after: _Nodes
) -> None:
    """Extend the readings before a chunk by every part that the chunk can be."""
    quotation, quoted, position = chunk.separator == '"', chunk.quoted, at + 1
    for node, row in zip(beam, rows, strict=True):
        score = node[0]
        targets = _targets(node[1], node[2], node[3], quotation, quoted)
        for new, gain in steps:
            state, bits, anchor, extra = targets[new]
            total = score + gain + row[new] + extra
            known = after.get(state)
            if known is None:
                after[state] = [(total, new, bits, anchor, position, node, -1)]
            elif total > known[0][0]:
                known[1:] = known[:1]
                known[0] = (total, new, bits, anchor, position, node, -1)
            elif len(known) == 1:
                known.append((total, new, bits, anchor, position, node, -1))
            elif total > known[1][0]:
                known[1] = (total, new, bits, anchor, position, node, -1)


@cache
def _targets(
    part: int, seen: int, anchor: int, quotation: bool, quoted: bool
) -> tuple[tuple[int, int, int, float], ...]:
    """Where stepping over a chunk leads to from a state, by the chunk's part: the new state, what is seen and the
    anchor then, and what the step costs or gains for the parts seen before.

    ``quotation`` tells whether the chunk begins or ends a quotation, ``quoted`` whether it is one.
    """
    found = []
    for new in range(len(PARTS)):
        bits, extra = seen | _SEEN_BY[new], 0.0
        if new == _TITLE_NUMBER:
            if part == _TITLE_NUMBER:
                if quotation and not seen & _QUOTED_TITLE:
                    extra = QUOTED_INSIDE - WITHIN_TITLE['"']
            elif seen & _SEEN_TITLE:
                extra = SECOND_TITLE
            elif quoted:
                bits |= _QUOTED_TITLE
        last = anchor if new >= _FIRST_LOOSE else new
        found.append((new << 12 | bits << 4 | last, bits, last, extra))
    return tuple(found)


def _step_run(index: int, last: int, gain: float, beam: list[_Node], rows: list[list[float]], after: _Nodes) -> None:
    """Extend the readings before a run of names by the run."""
    for node, row in zip(beam, rows, strict=True):
        seen = node[_SEEN]
        second = SECOND_AUTHORS if seen & _SEEN_AUTHORS and node[_PART] != _AUTHORS_NUMBER else 0.0
        total = node[_SCORE] + gain + row[_AUTHORS_NUMBER] + second
        bits = seen | _SEEN_AUTHORS
        known = after.setdefault(bits << 4, [])
        if len(known) < 2 or total > known[1][0]:
            first = not known or total > known[0][0]
            known.insert(0 if first else 1, (total, _AUTHORS_NUMBER, bits, _AUTHORS_NUMBER, last, node, index))
            del known[2:]


def _row(previous: int, anchor: int, separator: str, shape: ListShape, weights: Weights) -> list[float]:
    """The scores of stepping from a part over a separator to every part, under a shape."""
    row = shape.rows.get((previous, anchor, separator))
    if row is None:
        before = PARTS[previous] if previous < _NOTHING else ""
        ordered = PARTS[anchor] if anchor < _NOTHING else ""
        row = [_step(before, ordered, part, separator, shape) for part in PARTS]
        for signal in (f">{before}{separator}", f">{before}"):
            for part, weight in weights.get(signal, {}).items():
                row[_NUMBER[part]] += weight
        shape.rows[previous, anchor, separator] = row
    return row


def _step(previous: str, anchor: str, label: str, separator: str, shape: ListShape) -> float:
    if not previous:
        return START[label] + (0.0 if label in LOOSE else shape.start(label))
    if label == previous == _T:
        return WITHIN_TITLE[separator] + shape.within(label, separator)
    if label == previous == _V:
        return WITHIN_VENUE[separator] + shape.within(label, separator)
    score = TRANSITION[previous][label]
    if label not in LOOSE:
        # remarks and links stand anywhere: the list's order is that of the other parts
        score += shape.step(anchor, label, separator) if anchor else shape.start(label)
    if previous == _V and label == _T and separator == ":":
        score -= 1.2
    return score + (BETWEEN[separator] if label != previous else 0.0)


def _final(node: _Node, shape: ListShape) -> float:
    score = 0.0
    seen = node[_SEEN]
    if not seen & _SEEN_TITLE:
        located = seen & _SEEN_VENUE and seen & _SEEN_LOCATOR
        score -= shape.missing_title if located else MISSING_TITLE
    if not seen & _SEEN_AUTHORS:
        score -= shape.missing_authors
    if not seen & _SEEN_VENUE:
        score -= 0.6
    return score


def _trace_back(node: _Node, count: int) -> tuple[list[str], list[int]]:
    labels = [""] * count
    runs: list[int] = []
    while node[_BACK] is not None:
        before = node[_BACK]
        for i in range(before[_AT], node[_AT]):
            labels[i] = PARTS[node[_PART]]
        if node[_RUN] >= 0:
            runs.append(node[_RUN])
        node = before
    return labels, runs[::-1]


def _title_and_runs(node: _Node) -> tuple[list[int], list[int]]:
    """The chunks that a reading takes for the title, and its runs, last ones first."""
    title: list[int] = []
    runs: list[int] = []
    while node[_BACK] is not None:
        if node[_PART] == _TITLE_NUMBER:
            title.append(node[_AT])
        if node[_RUN] >= 0:
            runs.append(node[_RUN])
        node = node[_BACK]
    return title, runs


def _margin(ends: list[tuple[float, _Node]]) -> float:
    """How far the next reading is behind that cuts the title or the authors elsewhere."""
    best = _title_and_runs(ends[0][1])
    for score, node in ends[1:12]:
        if _title_and_runs(node) != best:
            return ends[0][0] - score
    return 6.0
