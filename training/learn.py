"""Fits models: sequences of attributes and labels in, the bytes of a CRFsuite model out; the same each time."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pycrfsuite

from citekit.extraction.crf import Chain, with_changes

FINENESS = 256
"""Weights are multiples of one part of so many: with finer ones no reading is better, and the packed file is half as large again."""
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
