"""Which chunk is which part: a beam search over a lattice of chunks and author runs, with what the list has taught.

The search is the Viterbi algorithm for a semi-Markov model (Sarawagi and Cohen, 2004) whose scores are written by hand
and then adapted to the list: every list is read twice, the second time with the order, separators and styles that its
own items agreed on (compare Kluegl et al., 2012, on structural consistencies in references).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from citekit.publications.atoms import Part
from citekit.publications.chunks import ChunkedItem
from citekit.publications.features import ChunkFeatures, emission, run_emission
from citekit.publications.shape import LOOSE, ListShape
from citekit.publications.signals import Weights, chunk_signals, run_signals
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


# A node of the lattice: (score, label, seen, anchor, position, node before, run or -1)
_Node = tuple[float, str, int, str, int, Any, int]
_SCORE: Final = 0
_LABEL: Final = 1
_SEEN: Final = 2
_AT: Final = 4
_BACK: Final = 5
_RUN: Final = 6
_SEEN_TITLE, _SEEN_AUTHORS, _SEEN_VENUE, _QUOTED_TITLE, _SEEN_LOCATOR = 1, 2, 4, 8, 16
SECOND_TITLE, SECOND_AUTHORS, MISSING_TITLE = -7.0, -2.5, 6.0


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
    chunks = chunked.chunks
    count = len(chunks)
    lattice: list[dict[tuple[str, int, str], list[_Node]]] = [{} for _ in range(count + 1)]
    start: _Node = (0.0, "", 0, "", 0, None, -1)
    lattice[0]["", 0, ""] = [start]
    runs_from: dict[int, list[tuple[int, int, float]]] = {}
    for index, (first, last, _) in enumerate(chunked.runs):
        if allowed is not None and not all("A" in allowed[i] for i in range(first, last)):
            continue
        gain = run_emission(chunked, index, vocabulary)
        for signal in run_signals(chunked.runs[index][2], chunked.item.text):
            if signal in weights:
                gain += weights[signal].get(_A, 0.0)
        runs_from.setdefault(first, []).append((index, last, gain))
    signals = chunk_signals(features, chunked)
    for at, chunk in enumerate(chunks):
        beam = _beam(lattice[at])
        lattice[at] = {}
        separator = chunk.separator
        gains = emission(features[at], shape)
        for signal in signals[at]:
            row = weights.get(signal)
            if row:
                for part, weight in row.items():
                    if part in gains:
                        gains[part] += weight
        if allowed is not None:
            gains = {part: gain for part, gain in gains.items() if part in allowed[at]}
        scores = gains.items()
        runs = runs_from.get(at, ())
        after = lattice[at + 1]
        for node in beam:
            score, label, seen, anchor, _, _, _ = node
            row = _row(label, anchor, separator, shape, weights)
            for new, gain in scores:
                bits = seen
                total = score + gain + row[new]
                if new == _T:
                    if label == _T:
                        if separator == '"' and not seen & _QUOTED_TITLE:
                            total += QUOTED_INSIDE - WITHIN_TITLE['"']
                    elif seen & _SEEN_TITLE:
                        total += SECOND_TITLE
                    elif chunk.quoted:
                        bits |= _QUOTED_TITLE
                    bits |= _SEEN_TITLE
                elif new == _V:
                    bits |= _SEEN_VENUE
                elif new == _L:
                    bits |= _SEEN_LOCATOR
                _offer(after, (total, new, bits, anchor if new in LOOSE else new, at + 1, node, -1))
            for index, last, gain in runs:
                total = score + gain + row[_A] + (SECOND_AUTHORS if seen & _SEEN_AUTHORS and label != _A else 0.0)
                _offer(lattice[last], (total, _A, seen | _SEEN_AUTHORS, _A, last, node, index))
    ends = [
        (n[_SCORE] + _final(n, shape) + weights.get("$", {}).get(str(n[_SEEN] & 23), 0.0), n)
        for nodes in lattice[count].values()
        for n in nodes
    ]
    if not ends:
        return Labelled(chunked, [], [], -99.0, 0.0)
    ends.sort(key=_by_score, reverse=True)
    labels, chosen = _trace_back(ends[0][1], count)
    return Labelled(chunked, labels, chosen, ends[0][0], _margin(ends, labels, chosen, count))


def _by_score(end: tuple[float, _Node]) -> float:
    return end[0]


def _offer(nodes: dict[tuple[str, int, str], list[_Node]], node: _Node) -> None:
    """Keep the best two nodes of every state: the second is what the margin is measured against."""
    state = (node[1], node[2], node[3])
    known = nodes.get(state)
    if known is None:
        nodes[state] = [node]
    elif node[0] > known[0][0]:
        nodes[state] = [node, known[0]]
    elif len(known) == 1:
        known.append(node)
    elif node[0] > known[1][0]:
        known[1] = node


def _beam(nodes: dict[tuple[str, int, str], list[_Node]]) -> list[_Node]:
    best = sorted([node for known in nodes.values() for node in known], key=_node_score, reverse=True)
    return best[:BEAM]


def _node_score(node: _Node) -> float:
    return node[0]


def _row(previous: str, anchor: str, separator: str, shape: ListShape, weights: Weights) -> dict[str, float]:
    """The scores of stepping from a part over a separator to every part, under a shape."""
    row = shape.rows.get((previous, anchor, separator))
    if row is None:
        row = {label: _step(previous, anchor, label, separator, shape) for label in (_A, *CHUNK_LABELS)}
        for signal in (f">{previous}{separator}", f">{previous}"):
            for part, weight in weights.get(signal, {}).items():
                row[part] += weight
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
            labels[i] = node[_LABEL]
        if node[_RUN] >= 0:
            runs.append(node[_RUN])
        node = before
    return labels, runs[::-1]


def _margin(ends: list[tuple[float, _Node]], labels: list[str], runs: list[int], count: int) -> float:
    """How far the next reading is behind that cuts the title or the authors elsewhere."""
    title = [label == _T for label in labels]
    for score, node in ends[1:12]:
        other, other_runs = _trace_back(node, count)
        if other_runs != runs or [label == _T for label in other] != title:
            return ends[0][0] - score
    return 6.0
