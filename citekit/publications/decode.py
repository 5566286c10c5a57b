"""Which chunk is which part: a beam search over a lattice of chunks and author runs, with what the list has taught.

The search is the Viterbi algorithm for a semi-Markov model (Sarawagi and Cohen, 2004) whose scores are written by hand
and then adapted to the list: every list is read twice, the second time with the order, separators and styles that its
own items agreed on (compare Kluegl et al., 2012, on structural consistencies in references).
"""

from __future__ import annotations

from dataclasses import dataclass

from citekit.publications.atoms import Part
from citekit.publications.chunks import ChunkedItem
from citekit.publications.features import ChunkFeatures, emission, run_emission
from citekit.publications.shape import ListShape
from citekit.publications.vocabulary import Vocabulary

BEAM = 10
_A, _T, _V, _D, _L, _N, _X, _O = (p.value for p in Part)
LOOSE = frozenset({_N, _X, _O})
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


@dataclass(slots=True)
class _Path:
    score: float
    label: str
    at: int
    back: _Path | None
    run: int
    seen: int
    anchor: str


@dataclass(slots=True)
class Labelled:
    """The reading of one item: a label for every chunk, the author runs chosen (by index into ``ChunkedItem.runs``),
    the score, and its margin over the best reading that labels something else as title or authors."""

    chunked: ChunkedItem
    labels: list[str]
    runs: list[int]
    score: float
    margin: float


_SEEN_TITLE, _SEEN_AUTHORS, _SEEN_VENUE, _QUOTED_TITLE = 1, 2, 4, 8


def decode(chunked: ChunkedItem, features: list[ChunkFeatures], shape: ListShape, vocabulary: Vocabulary) -> Labelled:
    """The best reading of an item under a list's shape."""
    count = len(chunked.chunks)
    agenda: list[list[_Path]] = [[] for _ in range(count + 1)]
    agenda[0].append(_Path(0.0, "", 0, None, -1, 0, ""))
    runs_from: dict[int, list[int]] = {}
    for index, (first, _, _) in enumerate(chunked.runs):
        runs_from.setdefault(first, []).append(index)
    emissions = [emission(f, shape) for f in features]
    run_scores = [run_emission(chunked, index, vocabulary) for index in range(len(chunked.runs))]
    for at in range(count):
        paths = _beam(agenda[at])
        separator = chunked.chunks[at].separator
        for path in paths:
            for label in CHUNK_LABELS:
                score = emissions[at].get(label)
                if score is None:
                    continue
                score += path.score + _step(path, label, separator, shape)
                seen = path.seen | _bit(path, label, chunked.chunks[at].quoted)
                anchor = path.anchor if label in LOOSE else label
                agenda[at + 1].append(_Path(score, label, at + 1, path, -1, seen, anchor))
            for index in runs_from.get(at, ()):
                last = chunked.runs[index][1]
                step = _step(path, _A, separator, shape)
                agenda[last].append(
                    _Path(path.score + run_scores[index] + step, _A, last, path, index, path.seen | _SEEN_AUTHORS, _A)
                )
    ends = [(p.score + _final(p, shape), p) for p in agenda[count]]
    if not ends:
        return Labelled(chunked, [], [], -99.0, 0.0)
    ends.sort(key=lambda e: -e[0])
    labels, runs = _trace_back(ends[0][1], count)
    margin = _margin(ends, labels, runs, count)
    return Labelled(chunked, labels, runs, ends[0][0], margin)


def _beam(paths: list[_Path]) -> list[_Path]:
    paths.sort(key=lambda p: -p.score)
    kept: list[_Path] = []
    states: set[tuple[str, int]] = set()
    second: dict[tuple[str, int], int] = {}
    for path in paths:
        state = (path.label, path.seen)
        if state in states:
            if second.get(state, 0) >= 1 or len(kept) > BEAM // 2:
                continue
            second[state] = second.get(state, 0) + 1
        states.add(state)
        kept.append(path)
        if len(kept) == BEAM:
            break
    return kept


def _bit(path: _Path, label: str, quoted: bool) -> int:
    if label == _T:
        return _SEEN_TITLE | (_QUOTED_TITLE if quoted and path.label != _T else 0)
    return _SEEN_VENUE if label == _V else 0


def _step(path: _Path, label: str, separator: str, shape: ListShape) -> float:
    previous = path.label
    if not previous:
        return START[label] + (0.0 if label in LOOSE else shape.start(label))
    if label == previous == _T:
        if separator == '"' and not path.seen & _QUOTED_TITLE:
            return -0.3  # a quotation inside a title, not a title in quotes
        return WITHIN_TITLE[separator] + shape.within(label, separator)
    if label == previous == _V:
        return WITHIN_VENUE[separator] + shape.within(label, separator)
    score = TRANSITION[previous][label]
    if label not in LOOSE:
        # remarks and links stand anywhere: the list's order is that of the other parts
        score += shape.step(path.anchor, label, separator) if path.anchor else shape.start(label)
    if label != previous:
        score += BETWEEN[separator]
        if label == _T and path.seen & _SEEN_TITLE:
            score -= 7.0
        elif label == _A and path.seen & _SEEN_AUTHORS:
            score -= 2.5
    return score


def _final(path: _Path, shape: ListShape) -> float:
    score = 0.0
    if not path.seen & _SEEN_TITLE:
        score -= 6.0
    if not path.seen & _SEEN_AUTHORS:
        score -= shape.missing_authors
    if not path.seen & _SEEN_VENUE:
        score -= 0.6
    return score


def _trace_back(path: _Path, count: int) -> tuple[list[str], list[int]]:
    labels = [""] * count
    runs: list[int] = []
    walk: _Path | None = path
    while walk is not None and walk.back is not None:
        for i in range(walk.back.at, walk.at):
            labels[i] = walk.label
        if walk.run >= 0:
            runs.append(walk.run)
        walk = walk.back
    return labels, runs[::-1]


def _margin(ends: list[tuple[float, _Path]], labels: list[str], runs: list[int], count: int) -> float:
    """How far the next reading is behind that cuts the title or the authors elsewhere."""
    title = [label == _T for label in labels]
    for score, path in ends[1:12]:
        other, other_runs = _trace_back(path, count)
        if other_runs != runs or [label == _T for label in other] != title:
            return ends[0][0] - score
    return 6.0
