"""Train and measure the model that labels the lines of a document.

``python -m training.segments fit`` writes the model into the package; ``python -m training.segments evaluate`` measures it on
documents of people whom it has not learned from, in five folds. Both read only what ``../shared/bench`` marks as free to
learn from, and give the same result each time.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pycrfsuite

from citekit.extraction.crf import decoder
from citekit.extraction.segments.features import Seen, look
from citekit.extraction.segments.model import BEGIN, HEADING, INSIDE, OTHER, FirstPass, Segmenter, read, second_look
from training import layouts
from training.documents import BENCH, FOLDS, Profile, fold_text, profiles
from training.lists import generated

MODEL = Path(__file__).parents[1] / "citekit" / "extraction" / "segments" / "model"
LEAST_DOCUMENTS = 6
"""Documents that a word must stand in to be a feature itself."""
PARAMETERS = {"c1": 0.15, "c2": 0.1, "max_iterations": 50, "feature.possible_transitions": True, "feature.minfreq": 3}
INNER_FOLDS = 2
"""Parts of the training documents that first passes label which have not seen them."""
MADE, SEED, PERSONAL = 2400, 1, 0.3
"""Generated documents to learn from, and the share of those in personal layouts: with half of them, more is found that is none."""
TRANSCRIBED = 160
"""Generated documents beside them whose lists are references as they stand in papers."""
_NO_PUBLICATION = ("other", "inproceedings", "thesis")
"""Types of publications that a reader may extract or leave out which are mostly talks and degrees."""
_WORD = re.compile(r"[^\W\d_]{2,}")

Sequence_ = tuple[list[list[str]], list[str]]


def labels_of(profile: Profile) -> list[str]:
    """The right label of every line."""
    labels = [OTHER] * len(profile.lines)
    for i, line in enumerate(profile.lines):
        if line.block.kind == "heading" if profile.headings is None else i in profile.headings:
            labels[i] = HEADING
    for placed in profile.placed:
        if placed.gold.get("optional") and placed.gold["type"] in _NO_PUBLICATION:
            continue
        for n, i in enumerate(placed.lines):
            labels[i] = INSIDE if n else BEGIN
    return labels


def remembering(labels: Sequence[str], seen: Sequence[Seen]) -> list[str]:
    """The labels with the chain's memory."""
    found, named = [], False
    for label, s in zip(labels, seen, strict=True):
        if label == BEGIN:
            named = s.shape.names > 0
            found.append("Bn" if named else BEGIN)
        elif label == INSIDE and not named and s.shape.names:
            named = True
            found.append("In")
        else:
            found.append("J" if label == INSIDE and named else label)
    return found


def words_of(found: Sequence[Profile]) -> frozenset[str]:
    """The words that stand in several real documents; generated ones say nothing about words."""
    counts: Counter[str] = Counter()
    for profile in found:
        if profile.headings is not None:
            continue
        counts.update({w.casefold() for line in profile.lines for w in _WORD.findall(line.text[:400])})
    return frozenset(word for word, n in counts.items() if n >= LEAST_DOCUMENTS)


def fit(sequences: Iterator[Sequence_]) -> bytes:
    """A model that has learned from sequences of features and labels."""
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params(PARAMETERS)
    for features, labels in sequences:
        if labels:
            trainer.append(features, labels)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model"
        trainer.train(str(path))
        return path.read_bytes()


def learn(train: Sequence[Profile]) -> tuple[bytes, bytes, frozenset[str]]:
    """Both passes and the words; the second pass learns from what first passes say of documents that they have not seen."""
    words = words_of(train)
    looks: list[list[Seen]] = [look(p.document, p.lines, words) for p in train]
    features = [[s.features for s in seen] for seen in looks]
    labels = [remembering(labels_of(p), seen) for p, seen in zip(train, looks, strict=True)]
    said: dict[int, FirstPass] = {}
    for inner in range(INNER_FOLDS):
        rest = [n for n in range(len(train)) if n % INNER_FOLDS != inner]
        tagger = decoder(fit((features[n], labels[n]) for n in rest))
        said.update({n: read(tagger, features[n]) for n in range(len(train)) if n % INNER_FOLDS == inner})
    first = fit(zip(features, labels, strict=True))
    second = fit((second_look(looks[n], said[n]), labels[n]) for n in range(len(train)))
    return first, second, words


def write(train: Sequence[Profile], learned: tuple[bytes, bytes, frozenset[str]]) -> None:
    """Put a model into the package, with a record of the documents that it has learned from."""
    first, second, words = learned
    MODEL.mkdir(exist_ok=True)
    for name, data in (("first", first), ("second", second)):
        (MODEL / f"{name}.crf.gz").write_bytes(gzip.compress(data, 9, mtime=0))
    (MODEL / "words.txt").write_text("\n".join(sorted(words)) + "\n", encoding="utf-8")
    made = sum(p.headings is not None for p in train)
    record = {
        "learned from": f"{len(train) - made} labelled profile documents and {made} generated ones (seed {SEED})",
        "lines": sum(len(p.lines) for p in train),
        "parameters": PARAMETERS,
        "sha256": {name: hashlib.sha256(data).hexdigest() for name, data in (("first", first), ("second", second))},
    }
    (MODEL / "provenance.json").write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


def made_documents() -> list[Profile]:
    """The generated documents to learn from."""
    further = {**layouts.OTHER, **layouts.MORE_OTHER}
    return [
        *generated(BENCH, MADE, SEED, personal=PERSONAL, others=further),
        *generated(BENCH, TRANSCRIBED, SEED, transcribed=True),
    ]


def folds(numbers: Sequence[int]) -> Iterator[tuple[int, Segmenter, list[Profile]]]:
    """For every fold a segmenter that has learned from the others, and the documents left out."""
    made = made_documents()
    for fold in numbers:
        first, second, words = learn([*(p for p in profiles() if p.complete and p.fold != fold), *made])
        yield (
            fold,
            Segmenter(decoder(first), decoder(second), words),
            [p for p in profiles() if p.complete and p.fold == fold],
        )


def evaluate(numbers: Sequence[int], verbose: bool) -> None:
    """Print how many publications of documents left out are found, found exactly, and invented."""
    total: Counter[str] = Counter()
    for fold, segmenter, left_out in folds(numbers):
        for profile in left_out:
            tally = score(profile, segmenter.label(profile.document, profile.lines).labels)
            total += tally
            if verbose:
                print(profile.name, dict(tally))
        print(f"fold {fold}: {_rates(total)}, {time.process_time():.0f} CPU seconds", flush=True)


def score(profile: Profile, labels: list[str]) -> Counter[str]:
    """Publications found and lost, those whose lines are exactly right, and items invented."""
    items: list[list[int]] = []
    for i, label in enumerate(labels):
        if label == BEGIN or (label == INSIDE and not items):
            items.append([i])
        elif label == INSIDE:
            items[-1].append(i)
    item_of = {i: n for n, item in enumerate(items) for i in item}
    tally: Counter[str] = Counter()
    used: set[int] = set()
    for placed in profile.placed:
        number = item_of.get(_title_line(profile, placed.lines, fold_text(placed.gold["title"])))
        fresh = number is not None and number not in used
        if fresh:
            used.add(number)
        if not placed.gold.get("optional"):
            tally["gold"] += 1
            tally["found" if fresh else "lost" if number is None else "glued"] += 1
            tally["exact"] += fresh and items[number] == placed.lines
    tally["invented"] += len(items) - len(used)
    return tally


def _title_line(profile: Profile, mine: list[int], title: str) -> int:
    texts = {i: fold_text(profile.lines[i].text) for i in mine}
    return next((i for i, text in texts.items() if text and (text[:25] in title or title[:20] in text)), mine[0])


def _rates(t: Counter[str]) -> str:
    found = max(1, t["found"])
    return f"recall {100 * t['found'] / t['gold']:.1f}, precision {100 * found / (found + t['invented']):.1f}, exact {100 * t['exact'] / t['gold']:.1f}"


def main() -> None:
    """Run a command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=("fit", "evaluate"))
    parser.add_argument("--folds", default=",".join(map(str, range(FOLDS))))
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    if arguments.command == "fit":
        train = [*(p for p in profiles() if p.complete), *made_documents()]
        write(train, learn(train))
    else:
        evaluate([int(n) for n in arguments.folds.split(",")], arguments.verbose)


if __name__ == "__main__":
    main()
