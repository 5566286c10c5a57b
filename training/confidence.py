"""Fits what confidence means: a logistic model over signals of readings, on what the models have not learned from.

``python -m training.confidence DIR`` reads the models of folds that ``python -m training.fields evaluate profiles --keep DIR``
left there, reads every document with the models that have not learned from its person, and writes the weights into the
package. It prints how well the weights of four folds rate the fifth. ``python -m training.confidence lines`` fits those of single
references only.
"""

from __future__ import annotations

import json
import pickle
import sys
from collections.abc import Iterator, Sequence
from math import exp
from pathlib import Path

from training import fields, measure
from training.documents import FOLDS, profiles

ROUNDS, RATE, HOLD = 400, 0.5, 0.03
"""Steps of gradient descent, their size, and how much weights are held back."""
Row = tuple[dict[str, float], bool]
"""The signals of an entry, and whether it is whole."""


def fit(rows: Sequence[Row]) -> dict[str, float]:
    """Weights of signals as they are, fitted on signals of mean 0 and spread 1."""
    names = sorted({name for told, _ in rows for name in told})
    count = len(rows)
    means = {name: sum(told.get(name, 0.0) for told, _ in rows) / count for name in names}
    spreads = {
        name: (sum((told.get(name, 0.0) - means[name]) ** 2 for told, _ in rows) / count) ** 0.5 or 1.0
        for name in names
    }
    data = [([(told.get(n, 0.0) - means[n]) / spreads[n] for n in names], float(right)) for told, right in rows]
    inner, bias = [0.0] * len(names), 0.0
    for _ in range(ROUNDS):
        slope, lift = [0.0] * len(names), 0.0
        for values, right in data:
            score = bias + sum(w * v for w, v in zip(inner, values, strict=True))
            error = 1 / (1 + exp(-max(-30.0, min(30.0, score)))) - right
            lift += error
            for k, value in enumerate(values):
                slope[k] += error * value
        bias -= RATE * lift / count
        inner = [w - RATE * (g / count + HOLD * w) for w, g in zip(inner, slope, strict=True)]
    found = {name: w / spreads[name] for name, w in zip(names, inner, strict=True)}
    found["bias"] = bias - sum(found[name] * means[name] for name in names)
    return {name: round(value, 4) for name, value in sorted(found.items())}


def rated(weights: dict[str, float], rows: Sequence[Row]) -> list[tuple[float, bool]]:
    """The confidence of entries by some weights, and whether they are whole."""
    return [
        (1 / (1 + exp(-weights["bias"] - sum(weights.get(n, 0.0) * v for n, v in told.items()))), right)
        for told, right in rows
    ]


def document_rows(folder: Path) -> Iterator[tuple[int, list[Row]]]:
    """The signals of the entries of every fold, by models that have not learned from it."""
    for number in range(FOLDS):
        models: measure.Models = pickle.loads((folder / f"fold{number}.pickle").read_bytes())
        models.use()
        rows: list[Row] = []
        for profile in (p for p in profiles() if p.fold == number):
            rows += measure.signals_of_document(profile)
        yield number, rows


def line_rows() -> list[Row]:
    """The signals of references that were kept back."""
    return measure.signals_of_lines(fields.LEARNED, lambda number: number % fields.KEPT == fields.KEPT - 1)


def main() -> int:
    """The command line."""
    if sys.argv[1:] == ["lines"]:
        path = fields.MODELS / "confidence.json"
        known = json.loads(path.read_text("utf-8"))
        path.write_text(json.dumps({**known, "line": _lines()}, indent=1, sort_keys=True) + "\n", "utf-8")
        return 0
    folds = dict(document_rows(Path(sys.argv[1])))
    tested: list[tuple[float, bool]] = []
    for number, rows in folds.items():
        rest = [row for other, some in folds.items() if other != number for row in some]
        tested += rated(fit(rest), rows)
    print("documents, each fold by the weights of the others:", measure.confidence_report(tested))
    path = fields.MODELS / "confidence.json"
    weights = {
        **json.loads(path.read_text("utf-8")),
        "document": fit([row for rows in folds.values() for row in rows]),
        "line": _lines(),
    }
    path.write_text(json.dumps(weights, indent=1, sort_keys=True) + "\n", "utf-8")
    return 0


def _lines() -> dict[str, float]:
    """The weights for single references."""
    lines = line_rows()
    half = len(lines) // 2
    tested = rated(fit(lines[:half]), lines[half:]) + rated(fit(lines[half:]), lines[:half])
    print("references, each half by the weights of the other:", measure.confidence_report(tested))
    return fit(lines)


if __name__ == "__main__":
    sys.exit(main())
