"""What speaks for each part of an item whatever its list's layout: the scores by hand, corrected by the fitted weights."""

from __future__ import annotations

from dataclasses import dataclass

from citekit.publications.atoms import Part
from citekit.publications.chunks import ChunkedItem
from citekit.publications.features import ChunkFeatures, emission, run_emission
from citekit.publications.signals import Weights, chunk_signals, run_signals
from citekit.publications.vocabulary import Vocabulary


@dataclass(slots=True)
class Evidence:
    """The scores of an item's chunks and runs before its list is known.

    ``gains`` has a score for every part that a chunk can be, chunk by chunk; ``run_gains`` one for every candidate run.
    """

    chunked: ChunkedItem
    features: list[ChunkFeatures]
    weights: Weights
    gains: list[dict[str, float]]
    run_gains: list[float]


def weigh(chunked: ChunkedItem, features: list[ChunkFeatures], vocabulary: Vocabulary, weights: Weights) -> Evidence:
    """Work out once what every reading of the item needs."""
    run_gains = []
    for index, (_, _, run) in enumerate(chunked.runs):
        gain = run_emission(chunked, index, vocabulary)
        for signal in run_signals(run, chunked.item.text):
            if signal in weights:
                gain += weights[signal].get(Part.AUTHORS, 0.0)
        run_gains.append(gain)
    gains = []
    for f, signals in zip(features, chunk_signals(features, chunked), strict=True):
        scores = emission(f)
        for signal in signals:
            row = weights.get(signal)
            if row:
                for part, weight in row.items():
                    if part in scores:
                        scores[part] += weight
        gains.append(scores)
    return Evidence(chunked, features, weights, gains, run_gains)
