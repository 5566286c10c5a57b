"""Linear-chain conditional random fields: decoding with python-crfsuite, or without it in plain Python.

A model file is what CRFsuite (Okazaki, 2007) writes; :func:`decoder` takes the bytes of one. :class:`Chain` reads it,
weights and all, and decodes by itself, slowly: where the compiled library does not run (in a browser), and where a decoder
must heed more than the model, as the step scores that a shape given by hand adds.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import exp, log
from typing import Any, Protocol

from citekit.records import dataclass

try:
    from pycrfsuite import Tagger
except ImportError:  # in a browser
    Tagger = None

_U32 = struct.Struct("<I")
_FEATURE = struct.Struct("<IIId")
_HEADER = struct.Struct("<4sI4s9I")

Attributes = Sequence[Sequence[str]]
"""For every word or line of a sequence its attributes."""
StepScore = Callable[[int, str, str], float]
"""What a step to word ``i`` from one label to another is worth beside the model; the label before the first word is empty."""


@dataclass(frozen=True, slots=True)
class Chain:
    """A model: its labels, the weights of each attribute by label, and the weights of the steps between labels."""

    labels: tuple[str, ...]
    states: dict[str, tuple[tuple[int, float], ...]]
    steps: tuple[tuple[float, ...], ...]

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
            states = {
                name: tuple(weights[i] for i in ids)
                for name, ids in zip(_strings(data, attributes), _references(data, attribute_refs), strict=False)
            }
            steps = []
            for ids in _references(data, label_refs)[: len(names)]:
                row = [0.0] * len(names)
                for i in ids:
                    row[weights[i][0]] = weights[i][1]
                steps.append(tuple(row))
        except (struct.error, IndexError, UnicodeDecodeError) as error:
            raise ValueError("a damaged CRFsuite model") from error
        return cls(tuple(names), states, tuple(steps))

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

    def tag(self, sequence: Attributes, extra: StepScore | None = None) -> list[str]:
        """The best labels of a sequence (Viterbi), with ``extra`` added to every step."""
        rows = self.scores(sequence)
        if not rows:
            return []
        count = len(self.labels)
        best = [row + (extra(0, "", self.labels[k]) if extra else 0.0) for k, row in enumerate(rows[0])]
        back: list[list[int]] = []
        for i in range(1, len(rows)):
            new, pointers = [], []
            for k in range(count):
                options = [best[j] + self.steps[j][k] for j in range(count)]
                if extra:
                    options = [o + extra(i, self.labels[j], self.labels[k]) for j, o in enumerate(options)]
                top = max(range(count), key=options.__getitem__)
                new.append(options[top] + rows[i][k])
                pointers.append(top)
            best = new
            back.append(pointers)
        at = max(range(count), key=best.__getitem__)
        path = [at]
        for pointers in reversed(back):
            at = pointers[at]
            path.append(at)
        return [self.labels[k] for k in reversed(path)]

    def odds(self, sequence: Attributes) -> list[list[float]]:
        """The probability of every label at every word (forward-backward), in the order of :attr:`labels`."""
        rows = self.scores(sequence)
        if not rows:
            return []
        into = list(zip(*self.steps, strict=True))
        ahead = [rows[0]]
        for row in rows[1:]:
            last = ahead[-1]
            ahead.append(
                [
                    _log_sum([p + s for p, s in zip(last, column, strict=True)]) + r
                    for column, r in zip(into, row, strict=True)
                ]
            )
        behind = [[0.0] * len(self.labels)]
        for row in reversed(rows[1:]):
            after = [r + b for r, b in zip(row, behind[-1], strict=True)]
            behind.append([_log_sum([s + a for s, a in zip(step, after, strict=True)]) for step in self.steps])
        behind.reverse()
        total = _log_sum(ahead[-1])
        return [[exp(a + b - total) for a, b in zip(x, y, strict=True)] for x, y in zip(ahead, behind, strict=True)]

    def probability(self, sequence: Attributes, labels: Sequence[str]) -> float:
        """The probability of one labelling of a sequence."""
        rows = self.scores(sequence)
        if not rows:
            return 1.0
        path = [self.labels.index(label) for label in labels]
        score = sum(row[k] for row, k in zip(rows, path, strict=True))
        score += sum(self.steps[j][k] for j, k in pairwise(path))
        into = list(zip(*self.steps, strict=True))
        ahead = rows[0]
        for row in rows[1:]:
            ahead = [
                _log_sum([p + s for p, s in zip(ahead, column, strict=True)]) + r
                for column, r in zip(into, row, strict=True)
            ]
        return exp(min(0.0, score - _log_sum(ahead)))


class Decoder(Protocol):
    """What labels sequences of attributes."""

    def label(self, attributes: Attributes) -> tuple[list[str], list[float], float]:
        """The labels of a sequence, the probability of each, and of all together."""

    def odds(self, attributes: Attributes) -> list[dict[str, float]]:
        """The probability of every label at every place of a sequence."""


class Compiled:
    """A model in python-crfsuite."""

    def __init__(self, model: bytes) -> None:
        self._model = model  # the tagger reads it where it stands
        self._tagger = Tagger()
        self._tagger.open_inmemory(model)
        self._names: list[str] = self._tagger.labels()
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
        return [{name: tagger.marginal(name, i) for name in self._names} for i in range(len(attributes))]

    def _set(self, attributes: Attributes) -> Any:
        """The tagger with this sequence, which is passed on only once where labels and odds are asked for."""
        if self._told is not attributes:
            self._tagger.set(attributes)
            self._told = attributes
        return self._tagger


Kernel = Callable[[list[list[float]], tuple[tuple[float, ...], ...]], tuple[list[int], list[float], float]]
"""From the scores of the words and of the steps: the numbers of the best labels, the probability of each, and of all."""
KERNELS: list[Kernel] = []
"""What decodes faster than plain Python where the compiled library does not run; the page in a browser puts its own here."""


class Plain:
    """A model in plain Python, with room for step scores beside its own."""

    def __init__(self, chain: Chain, extra: StepScore | None = None) -> None:
        self._chain, self._extra = chain, extra

    def label(self, attributes: Attributes) -> tuple[list[str], list[float], float]:
        """See :class:`Decoder`."""
        if KERNELS and attributes and self._extra is None:
            path, sure, all_of_them = KERNELS[-1](self._chain.scores(attributes), self._chain.steps)
            return [self._chain.labels[k] for k in path], sure, all_of_them
        labels = self._chain.tag(attributes, self._extra)
        index = {name: k for k, name in enumerate(self._chain.labels)}
        sure = [row[index[label]] for row, label in zip(self._chain.odds(attributes), labels, strict=True)]
        return labels, sure, self._chain.probability(attributes, labels)

    def odds(self, attributes: Attributes) -> list[dict[str, float]]:
        """See :class:`Decoder`."""
        return [dict(zip(self._chain.labels, row, strict=True)) for row in self._chain.odds(attributes)]


def decoder(model: bytes) -> Decoder:
    """A decoder of a model, as fast as can be had here."""
    return Compiled(model) if Tagger is not None else Plain(Chain.of(model))


def _log_sum(values: list[float]) -> float:
    top = max(values)
    return top + log(sum(exp(v - top) for v in values))


def _strings(data: bytes, start: int) -> list[str]:
    """The strings of a constant database (CQDB) in the order of their numbers."""
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
