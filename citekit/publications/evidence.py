"""What speaks for each part of an item whatever its list's layout: the scores by hand, corrected by the fitted weights."""

from __future__ import annotations

from dataclasses import dataclass

from citekit.publications.atoms import Part
from citekit.publications.chunks import ChunkedItem
from citekit.publications.features import ChunkFeatures, emission, run_emission
from citekit.publications.signals import FittedWeights, Group, Weights, names_of, run_signals, signal_groups
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
    known = weights if isinstance(weights, FittedWeights) else FittedWeights(weights)
    gains = []
    for f, groups in zip(features, signal_groups(features, chunked), strict=True):
        gains.append(_atom_gains(f, groups[0], known) if f.atom else _text_gains(f, groups, known))
    return Evidence(chunked, features, weights, gains, run_gains)


def _atom_gains(f: ChunkFeatures, group: Group, weights: FittedWeights) -> dict[str, float]:
    """The scores of an atom, which follow from its kind and its neighbours'."""
    key = (group, f.connective or f.others)
    scores: dict[str, float] | None = weights.scores.get(key)
    if scores is None:
        scores = weights.scores[key] = emission(f)
        for signal in names_of(group):
            for part, weight in weights.get(signal, {}).items():
                if part in scores:
                    scores[part] += weight
    return scores


_Rows = tuple[tuple[float, float, float, float], ...]
_TEXT_PARTS = (Part.TITLE.value, Part.VENUE.value, Part.NOTE.value, Part.OTHER.value)
"""What a chunk can be that is no atom; the columns of the rows below."""


def _text_gains(f: ChunkFeatures, groups: tuple[Group, ...], weights: FittedWeights) -> dict[str, float]:
    """The scores of a chunk that is no atom."""
    scores = emission(f)
    title, venue, note, other = [scores.get(part, 0.0) for part in _TEXT_PARTS]
    for group in groups:
        rows: _Rows | None = weights.rows.get(group)
        if rows is None:
            rows = weights.rows[group] = _rows(group, weights)
        for for_title, for_venue, for_note, for_other in rows:
            title += for_title
            venue += for_venue
            note += for_note
            other += for_other
    for part, score in zip(_TEXT_PARTS, (title, venue, note, other), strict=True):
        if part in scores:
            scores[part] = score
    return scores


def _rows(group: Group, weights: Weights) -> _Rows:
    """The weights of a group's signals for each of the parts that a chunk of text can be."""
    found = [row for name in names_of(group) if (row := weights.get(name))]
    return tuple((row.get("T", 0.0), row.get("V", 0.0), row.get("N", 0.0), row.get("O", 0.0)) for row in found)
