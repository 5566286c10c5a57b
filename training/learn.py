"""Fits models: sequences of attributes and labels in, the bytes of a CRFsuite model out; the same each time."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pycrfsuite

from citekit.extraction.crf import Chain, with_changes

FINENESS = 256
"""Weights are multiples of one part of so many: with finer ones no reading is better, and the packed file is half as large again."""
LEAST = 0.02
"""Weights of a mean below it are left out: the file is 7 % smaller than with those from 0.01 on; from 0.03 on, another 5 % smaller, French
references and sixty styles lose 0.6 and 0.2 points."""
Example = tuple[Sequence[Sequence[str]], Sequence[str]]
"""The attributes of the words of an item, and the labels of the words."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How hard a model is held back: ``c1`` sparse weights, ``c2`` small weights, few ``steps``, no rare attributes.

    Sources that nobody learned from gain from all four; so they were chosen on sources left out.
    """

    steps: int = 50
    c1: float = 1.0
    c2: float = 0.5
    rarest: int = 2


def fit(examples: Iterable[Example], settings: Settings) -> bytes:
    """A model that has learned from labelled sequences."""
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params(
        {
            "c1": settings.c1,
            "c2": settings.c2,
            "max_iterations": settings.steps,
            "feature.minfreq": settings.rarest,
            "feature.possible_transitions": False,
        }
    )
    for attributes, labels in examples:
        if labels:
            trainer.append(attributes, labels)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model"
        trainer.train(str(path))
        return rounded(path.read_bytes())


def rounded(model: bytes) -> bytes:
    """Round the weights of a model to multiples of 1 / ``FINENESS``."""
    chain = Chain.of(model)
    weights = {i: chain.steps[before][after] for (before, after), i in chain.step_numbers.items()}
    for name, numbers in chain.numbers.items():
        weights |= {i: weight for i, (_, weight) in zip(numbers, chain.states[name], strict=True)}
    return with_changes(model, {i: round(weight * FINENESS) / FINENESS - weight for i, weight in weights.items()})


def mean(models: Sequence[bytes], least: float = LEAST) -> bytes:
    """Return the model whose weights are the mean of those of several models; a weight that a model lacks is 0 in it.

    What two fits on different draws of the same data have in common is what the data say; where they differ, the draw
    speaks, and the mean is nearer to the truth than either (Breiman 1996, Bagging Predictors, Machine Learning 24(2)).
    It is one model, and as fast to read with as one.
    """
    weights: dict[tuple[str, str], float] = defaultdict(float)
    steps: dict[tuple[str, str], float] = defaultdict(float)
    for chain in map(Chain.of, models):
        names = chain.labels
        for attribute, told in chain.states.items():
            for label, weight in told:
                weights[attribute, names[label]] += weight / len(models)
        for before, after in chain.step_numbers:
            steps[names[before], names[after]] += chain.steps[before][after] / len(models)
    weights = {key: weight for key, weight in weights.items() if abs(weight) >= least}
    empty = _model_with(weights, steps)
    chain = Chain.of(empty)
    changes = {
        number: weights.get((attribute, chain.labels[label]), 0.0) - weight
        for attribute, numbers in chain.numbers.items()
        for number, (label, weight) in zip(numbers, chain.states[attribute], strict=True)
    }
    for (before, after), number in chain.step_numbers.items():
        changes[number] = steps.get((chain.labels[before], chain.labels[after]), 0.0) - chain.steps[before][after]
    return rounded(with_changes(empty, changes))


def _model_with(weights: Iterable[tuple[str, str]], steps: Iterable[tuple[str, str]]) -> bytes:
    """Return a model that has these attributes of labels and these steps between labels, with any weights.

    Only CRFsuite writes the tables of strings in its files, so it learns one step from words that have just these.
    """
    attributes = defaultdict(list)
    for attribute, label in weights:
        attributes[label].append(attribute)
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params({"c1": 0.0, "c2": 1e-6, "max_iterations": 1, "feature.minfreq": 0})
    for label, names in attributes.items():
        trainer.append([names], [label])
    for before, after in steps:
        trainer.append([[], []], [before, after])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model"
        trainer.train(str(path))
        return path.read_bytes()
