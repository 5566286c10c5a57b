"""Linear-chain conditional random fields: decoding with python-crfsuite, or without it in plain Python.

A model file is what CRFsuite (Okazaki, 2007) writes; :func:`decoder` takes the bytes of one. :class:`Chain` reads it,
weights and all, and decodes by itself, slowly: where the compiled library does not run (in a browser), and where a decoder
must apply more than the model, as the step scores that a shape given by hand adds.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import field
from itertools import pairwise
from math import exp, log
from operator import add
from typing import Any, Protocol

from citekit.runtime.records import dataclass

try:
    from pycrfsuite import Tagger
except ImportError:  # in a browser
    Tagger = None

_U32 = struct.Struct("<I")
_FEATURE = struct.Struct("<IIId")
_WEIGHT = struct.Struct("<d")
_HEADER = struct.Struct("<4sI4s9I")

Attributes = Sequence[Sequence[str]]
"""For every word or line of a sequence its attributes."""
StepScore = Callable[[int, str, str], float]
"""What a step to word ``i`` from one label to another is worth next to the model; the label before the first word is empty."""


Kernel = Callable[[list[list[float]], tuple[tuple[float, ...], ...]], tuple[list[int], list[float], float]]
"""From the scores of the words and of the steps: the numbers of the best labels, the probability of each, and of all."""
KERNELS: list[Kernel] = []
"""What decodes faster than plain Python where the compiled library does not run; the page in a browser puts its own here."""


@dataclass(frozen=True, slots=True)
class Chain:
    """A model in plain Python: its labels, the weights of each attribute by label, and those of the steps between labels.

    ``extra`` is what steps are worth next to the model. ``numbers`` and ``step_numbers`` state which features of the file the
    weights are: of an attribute in the order of ``states``, of a step by the numbers of its labels.
    """

    labels: tuple[str, ...]
    states: dict[str, tuple[tuple[int, float], ...]]
    steps: tuple[tuple[float, ...], ...]
    extra: StepScore | None = None
    numbers: dict[str, tuple[int, ...]] = field(default_factory=dict)
    step_numbers: dict[tuple[int, int], int] = field(default_factory=dict)

    @classmethod
    def of(cls, data: bytes) -> Chain:
        """Read a CRFsuite model. Raises :class:`ValueError` where the bytes are none."""
        try:
            magic, _, kind, *rest = _HEADER.unpack_from(data, 0)
            if (magic, kind) != (b"lCRF", b"FOMC"):
                raise ValueError("no CRFsuite model")
            _, _, _, _, features, labels, attributes, label_refs, attribute_refs = rest
            names = _strings(data, labels)
            weights = [
                (target, weight)
                for _, _, target, weight in _FEATURE.iter_unpack(
                    data[features + 12 : features + 12 + 20 * _U32.unpack_from(data, features + 8)[0]]
                )
            ]
            numbers = dict(zip(_strings(data, attributes), _references(data, attribute_refs), strict=False))
            states = {name: tuple(weights[i] for i in ids) for name, ids in numbers.items()}
            steps, step_numbers = [], {}
            for before, ids in enumerate(_references(data, label_refs)[: len(names)]):
                row = [0.0] * len(names)
                for i in ids:
                    row[weights[i][0]] = weights[i][1]
                    step_numbers[before, weights[i][0]] = i
                steps.append(tuple(row))
        except (struct.error, IndexError, UnicodeDecodeError) as error:
            raise ValueError("a damaged CRFsuite model") from error
        return cls(tuple(names), states, tuple(steps), None, numbers, step_numbers)

    def scores(self, sequence: Attributes) -> list[list[float]]:
        """For every word of a sequence of attributes, what each label scores by them."""
        rows = []
        for attributes in sequence:
            row = [0.0] * len(self.labels)
            for attribute in attributes:
                for label, weight in self.states.get(attribute, ()):
                    row[label] += weight
            rows.append(row)
        return rows

    def label(self, attributes: Attributes) -> tuple[list[str], list[float], float]:
        """See :class:`Decoder`."""
        rows = self.scores(attributes)
        if not rows:
            return [], [], 1.0
        if KERNELS and self.extra is None:
            path, sure, together = KERNELS[-1](rows, self.steps)
        else:
            path = self._best(rows)
            odds, total = self._odds(rows)
            sure = [row[k] for row, k in zip(odds, path, strict=True)]
            score = sum(row[k] for row, k in zip(rows, path, strict=True))
            together = exp(min(0.0, score + sum(self.steps[j][k] for j, k in pairwise(path)) - total))
        return [self.labels[k] for k in path], sure, together

    def label_within(
        self, attributes: Attributes, allowed: Sequence[Container[str] | None]
    ) -> tuple[list[str], list[float], float]:
        """Return what :meth:`label` does where each word has one of the labels that it is ``allowed`` (None: any of them)."""
        rows = self.scores(attributes)
        cells = [
            [k for k, label in enumerate(self.labels) if may is None or label in may] or list(range(len(self.labels)))
            for may in allowed
        ]
        if not rows:
            return [], [], 1.0
        labels, extra = self.labels, self.extra
        worth = [  # of the steps to a word, by the label there and the one before it
            {k: {j: self.steps[j][k] + (extra(i, labels[j], labels[k]) if extra else 0.0) for j in last} for k in here}
            for i, (last, here) in enumerate(pairwise(cells), 1)
        ]
        best = {k: rows[0][k] + (extra(0, "", labels[k]) if extra else 0.0) for k in cells[0]}
        ahead = [dict(best)]
        back: list[dict[int, int]] = []
        for row, steps in zip(rows[1:], worth, strict=True):
            pointers = {k: max(best, key=lambda j, own=own: best[j] + own[j]) for k, own in steps.items()}  # type: ignore[misc]
            best = {k: best[j] + steps[k][j] + row[k] for k, j in pointers.items()}
            back.append(pointers)
            last = ahead[-1]
            ahead.append({k: _log_sum(last[j] + w for j, w in own.items()) + row[k] for k, own in steps.items()})
        path = [max(best, key=best.__getitem__)]
        for pointers in reversed(back):
            path.append(pointers[path[-1]])
        path.reverse()
        total = _log_sum(ahead[-1].values())
        behind = dict.fromkeys(cells[-1], 0.0)
        sure = [exp(ahead[-1][path[-1]] - total)]
        for i in range(len(rows) - 2, -1, -1):
            after = {k: rows[i + 1][k] + b for k, b in behind.items()}
            behind = {j: _log_sum(worth[i][k][j] + a for k, a in after.items()) for j in cells[i]}
            sure.append(exp(min(0.0, ahead[i][path[i]] + behind[path[i]] - total)))
        return [self.labels[k] for k in path], sure[::-1], exp(min(0.0, max(best.values()) - total))

    def worth(self, attributes: Attributes, labels: Sequence[str]) -> float:
        """Return the score of a labelling of a sequence."""
        number = {label: k for k, label in enumerate(self.labels)}
        path = [number[label] for label in labels]
        own = sum(
            weight
            for told, k in zip(attributes, path, strict=True)
            for attribute in told
            for target, weight in self.states.get(attribute, ())
            if target == k
        )
        return own + sum(self.steps[j][k] for j, k in pairwise(path))

    def odds(self, attributes: Attributes) -> list[dict[str, float]]:
        """See :class:`Decoder`."""
        return [dict(zip(self.labels, row, strict=True)) for row in self._odds(self.scores(attributes))[0]]

    def _best(self, rows: list[list[float]]) -> list[int]:
        """Return the best labels (Viterbi) by the scores of the words, of the steps, and what these are worth next to
        them.
        """
        labels, extra = self.labels, self.extra
        numbers = range(len(labels))
        best = [score + (extra(0, "", labels[k]) if extra else 0.0) for k, score in enumerate(rows[0])]
        back: list[list[int]] = []
        for i, row in enumerate(rows[1:], 1):
            new, pointers = [], []
            for k in numbers:
                options = [
                    best[j] + self.steps[j][k] + (extra(i, labels[j], labels[k]) if extra else 0.0) for j in numbers
                ]
                top = max(numbers, key=options.__getitem__)
                new.append(options[top] + row[k])
                pointers.append(top)
            best = new
            back.append(pointers)
        path = [max(numbers, key=best.__getitem__)]
        for pointers in reversed(back):
            path.append(pointers[path[-1]])
        return path[::-1]

    def _odds(self, rows: list[list[float]]) -> tuple[list[list[float]], float]:
        """Return the probability of every label at every word (forward-backward), and the score of all labellings
        together.
        """
        if not rows:
            return [], 0.0
        into = list(zip(*self.steps, strict=True))
        ahead, behind = [rows[0]], [[0.0] * len(self.labels)]
        for row in rows[1:]:
            ahead.append(
                [_log_sum(map(add, ahead[-1], column)) + score for column, score in zip(into, row, strict=True)]
            )
        for row in reversed(rows[1:]):
            after = list(map(add, row, behind[-1]))
            behind.append([_log_sum(map(add, step, after)) for step in self.steps])
        total = _log_sum(ahead[-1])
        odds = [
            [exp(a + b - total) for a, b in zip(*both, strict=True)]
            for both in zip(ahead, reversed(behind), strict=True)
        ]
        return odds, total


class Decoder(Protocol):
    """What labels sequences of attributes."""

    @property
    def labels(self) -> Sequence[str]:
        """All labels that there are."""

    def label(self, attributes: Attributes) -> tuple[list[str], list[float], float]:
        """Return the labels of a sequence, the probability of each, and of all together."""

    def odds(self, attributes: Attributes) -> list[dict[str, float]]:
        """Return the probability of every label at every place of a sequence."""


class Compiled:
    """A model in python-crfsuite."""

    def __init__(self, model: bytes) -> None:
        self._model = model  # the tagger reads it where it appears
        self._tagger = Tagger()
        self._tagger.open_inmemory(model)
        self.labels: Sequence[str] = self._tagger.labels()
        self._told: Attributes | None = None

    def label(self, attributes: Attributes) -> tuple[list[str], list[float], float]:
        """See :class:`Decoder`."""
        tagger = self._set(attributes)
        labels: list[str] = tagger.tag()
        if not labels:
            return [], [], 1.0
        marginal = tagger.marginal
        return labels, [marginal(label, i) for i, label in enumerate(labels)], float(tagger.probability(labels))

    def odds(self, attributes: Attributes) -> list[dict[str, float]]:
        """See :class:`Decoder`."""
        tagger = self._set(attributes)
        return [{name: tagger.marginal(name, i) for name in self.labels} for i in range(len(attributes))]

    def _set(self, attributes: Attributes) -> Any:
        """Return the tagger with this sequence, which is passed on only once where labels and odds are requested."""
        if self._told is not attributes:
            self._tagger.set(attributes)
            self._told = attributes
        return self._tagger


def decoder(model: bytes) -> Decoder:
    """Return a decoder of a model, as fast as can be had here."""
    return Compiled(model) if Tagger is not None else Chain.of(model)


def with_changes(model: bytes, changes: Mapping[int, float]) -> bytes:
    """Return the bytes of a model in which the weights of some features, by number, are changed by so much."""
    changed = bytearray(model)
    first = _HEADER.unpack_from(model, 0)[7] + 12
    for number, change in changes.items():
        place = first + _FEATURE.size * number + _FEATURE.size - _WEIGHT.size
        _WEIGHT.pack_into(changed, place, _WEIGHT.unpack_from(model, place)[0] + change)
    return bytes(changed)


def _log_sum(scores: Iterable[float]) -> float:
    values = list(scores)
    top = max(values)
    return top + log(sum(exp(v - top) for v in values))


def _strings(data: bytes, start: int) -> list[str]:
    """Return the strings of a constant database (CQDB) in the order of their numbers."""
    _, _, _, _, count, backward = struct.unpack_from("<4s5I", data, start)
    found = []
    for (offset,) in _U32.iter_unpack(data[start + backward : start + backward + 4 * count]):
        size = _U32.unpack_from(data, start + offset + 4)[0]
        found.append(data[start + offset + 8 : start + offset + 7 + size].decode())
    return found


def _references(data: bytes, start: int) -> list[tuple[int, ...]]:
    """Lists of feature numbers."""
    count = _U32.unpack_from(data, start + 8)[0]
    found: list[tuple[int, ...]] = []
    for (offset,) in _U32.iter_unpack(data[start + 12 : start + 12 + 4 * count]):
        if not offset:  # room that CRFsuite keeps and does not use
            found.append(())
            continue
        number = _U32.unpack_from(data, offset)[0]
        found.append(struct.unpack_from(f"<{number}I", data, offset + 4))
    return found
