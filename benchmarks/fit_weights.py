"""Fit the weights that correct the hand-written scores of the publication reader.

usage: fit_weights.py [--bench FOLDER] [--epochs N] [--references N] [--held-out] [--confidence] [-o weights.json]

Reads labelled references (``references/*.jsonl``) and labelled profiles (``profiles/``) from FOLDER (or the
environment variable CITEKIT_BENCH), finds in each item the stretches that the labels name, and runs an averaged
structured perceptron (Collins, 2002): where the best reading differs from the best reading that agrees with the labels,
the signals of the one lose and those of the other gain. ``--held-out`` keeps every fifth example out and reports how
many of those are read as labelled, before and after.

``--confidence`` fits instead what :mod:`citekit.publications.confidence` says about an entry: a logistic model of whether
the entry is wholly right by the scorers of the data, for single references and for documents. It reports on every fifth
document and line, held out, and then fits all of them. Tables of ``weights.json`` that are not fitted stay as they are.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import re
import sys
import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import labelled as judge
from layouts import draw_layout, locator, print_item

from citekit.api import Conversion, NamedBytes
from citekit.config import ConvertSettings
from citekit.documents.load import read_path
from citekit.publications import build
from citekit.publications.build import _learn_names, _line_item, _vote
from citekit.publications.chunks import Chunk, ChunkedItem, chunk_item
from citekit.publications.confidence import BASE, confidence_signals
from citekit.publications.decode import Labelled, decode
from citekit.publications.features import ChunkFeatures, chunk_features
from citekit.publications.items import Item, Section, find_items
from citekit.publications.record import Record
from citekit.publications.shape import ListShape
from citekit.publications.signals import Weights, chunk_signals, run_signals
from citekit.publications.styled import StyledText
from citekit.publications.vocabulary import Vocabulary
from citekit.span import Span
from citekit.text.tex import decode as decode_latex

FREE = "VDLNXO"
RATE = 0.04


@dataclass(slots=True)
class Example:
    chunked: ChunkedItem
    features: list[ChunkFeatures]
    vocabulary: Vocabulary
    allowed: list[str]
    shape: ListShape


def folded(text: str) -> tuple[str, list[int]]:
    """Letters and digits of a text, folded, with the position of each in the text."""
    letters, places = [], []
    for place, character in enumerate(text):
        for c in unicodedata.normalize("NFKD", character.casefold()):
            if c.isalnum():
                letters.append(c)
                places.append(place)
    return "".join(letters), places


def find_range(text: tuple[str, list[int]], wanted: str, start: int = 0) -> tuple[int, int] | None:
    """Where a value stands in a folded text, as positions of the text itself."""
    key = folded(wanted)[0]
    if len(key) < 2:
        return None
    at = text[0].find(key, start)
    return (text[1][at], text[1][at + len(key) - 1] + 1) if at >= 0 else None


def allowed_parts(chunked: ChunkedItem, fields: dict[str, object]) -> list[str] | None:
    """The parts that each chunk may be by the labels; None where the labels can't be found in the item."""
    text = chunked.item.text
    folded_text = folded(text)
    ranges: list[tuple[int, int, str]] = []
    title = find_range(folded_text, str(fields.get("title") or ""))
    if fields.get("title") and title is None:
        return None
    if title:
        ranges.append((*title, "T"))
    families = [folded(str(f))[0] for f in fields.get("families") or []]  # type: ignore[attr-defined]
    wholes = [folded(str(f))[0] for f in fields.get("wholes") or families]  # type: ignore[attr-defined]
    authors = _labelled_run(chunked, fields, families, wholes) if families else range(0)
    if authors is None:
        return None
    for name in ("container", "publisher", "address", "school", "institution"):
        value = str(fields.get(name) or "")
        spot = _beside_title(folded_text, value, title) if value else None
        if spot:
            ranges.append((*spot, "V"))
        elif value and name == "container":
            return None
    allowed = []
    year = str(fields.get("year") or "")
    for index, chunk in enumerate(chunked.chunks):
        parts = "A" if index in authors else _parts_of_chunk(chunk, ranges, year)
        if not parts:
            return None
        allowed.append(parts)
    return allowed


def _labelled_run(
    chunked: ChunkedItem, fields: dict[str, object], families: list[str], wholes: list[str]
) -> range | None:
    """The chunks of the candidate run that has exactly the labelled names, or None."""
    matching = [
        (run.others == bool(fields.get("others")), run.score, first, last)
        for first, last, run in chunked.runs
        if len(run.names) == len(families)
        and all(
            folded(n.literal or n.family)[0] in (family, whole)
            for n, family, whole in zip(run.names, families, wholes, strict=True)
        )
    ]
    if not matching:
        return None
    _, _, first, last = max(matching)
    return range(first, last)


def _beside_title(text: tuple[str, list[int]], value: str, title: tuple[int, int] | None) -> tuple[int, int] | None:
    """Where a value stands outside the title."""
    spot = find_range(text, value)
    if not (spot and title and spot[0] < title[1] and title[0] < spot[1]):
        return spot
    return find_range(text, value, next((i for i, p in enumerate(text[1]) if p >= title[1]), 0))


def _parts_of_chunk(chunk: Chunk, ranges: list[tuple[int, int, str]], year: str) -> str:
    """The parts that a chunk outside the authors may be; empty where a label ends in its middle."""
    best, share = "", 0.0
    for start, end, part in ranges:
        overlap = min(end, chunk.end) - max(start, chunk.start)
        if overlap > 0 and overlap / (chunk.end - chunk.start) > share:
            best, share = part, overlap / (chunk.end - chunk.start)
    if best and 0.25 < share < 0.7:
        return ""
    if best and share >= 0.5:
        return best if best != "V" else "VD" if chunk.atom else "V"
    if chunk.atom and chunk.atom.part == "D":
        return "D" if chunk.atom.values.get("year") == year else "DVN"
    return chunk.atom.part.value if chunk.atom and chunk.atom.part in "LX" else FREE


def reference_examples(path: Path, limit: int) -> list[Example]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    random.Random(7).shuffle(rows)
    rows = rows[:limit]
    vocabulary = Vocabulary.of(row["text"] for row in rows)
    vocabulary.single_references = True
    examples = []
    for row in rows:
        fields = {
            name: decode_latex(str(value)).replace("{", "").replace("}", "") for name, value in row["fields"].items()
        }
        item = _line_item(row["text"].strip(), 0, Section(()))
        chunked = chunk_item(item.text, vocabulary)
        if not chunked.chunks:
            continue
        people = fields.get("author") or ("" if fields.get("booktitle") else fields.get("editor")) or ""
        names = [n for n in re.split(r"\s+and\s+", people) if n != "others"]
        families = [n.split(",")[0] if "," in n else n.split()[-1] for n in names if n.strip()]
        labels = {
            **fields,
            "families": families,
            "wholes": names,
            "others": "others" in people,
            "container": fields.get("journal") or fields.get("booktitle"),
        }
        allowed = allowed_parts(chunked, labels)
        if allowed is not None:
            examples.append(
                Example(chunked, chunk_features(chunked, vocabulary), vocabulary, allowed, ListShape(missing_title=1.2))
            )
    print(f"{path.name}: {len(examples)} of {len(rows)} can be used", file=sys.stderr)
    return examples


def profile_examples(bench: Path) -> list[Example]:
    """The labelled items of profiles, each once by itself and once with the shape that the labelled items of its list have."""
    examples: list[Example] = []
    seen = 0
    for gold_path in [
        *sorted((bench / "profiles/gold").glob("*.json")),
        *sorted((bench / "seeds/gold").glob("*.json")),
    ]:
        gold = json.loads(gold_path.read_text(encoding="utf-8"))
        folder = gold_path.parent.parent / "documents"
        try:
            document = read_path(
                next(p for p in folder.iterdir() if p.stem.split("_")[0] == gold_path.stem.split("_")[0])
            )
        except Exception as error:
            print(f"{gold_path.stem}: {error}", file=sys.stderr)
            continue
        vocabulary = Vocabulary.of(b.text for b in document.blocks if not b.hidden)
        items = [i for i in find_items(document) if not (i.hidden or i.aside)]
        chunked = [chunk_item(i.text, vocabulary) for i in items]
        _learn_names(
            [decode(c, chunk_features(c, vocabulary), ListShape(), vocabulary, {}) for c in chunked], vocabulary
        )
        chunked = [chunk_item(i.text, vocabulary) for i in items]
        keys = [folded(c.item.text)[0] for c in chunked]
        found: list[Example] = []
        lists: list[Item] = []
        for record in gold["publications"]:
            seen += 1
            title = folded(record["title"])[0]
            index = next((i for i, key in enumerate(keys) if len(title) > 8 and title in key), None)
            if index is None or not chunked[index].chunks:
                continue
            authors = record["authors"][1:] if record.get("with_form") else record["authors"]
            labels = {
                "title": record["title"],
                "others": record.get("others"),
                "container": record.get("venue"),
                "year": record.get("year"),
                "families": [a["family"] for a in authors if a["family"]],
            }
            allowed = allowed_parts(chunked[index], labels)
            if allowed is not None:
                found.append(
                    Example(
                        chunked[index], chunk_features(chunked[index], vocabulary), vocabulary, allowed, ListShape()
                    )
                )
                lists.append(items[index])
        examples += found
        readings = [read(e, {}, e.allowed) for e in found]
        good = [(e, i, r) for e, i, r in zip(found, lists, readings, strict=True) if r.labels]
        shapes = _vote([i for _, i, _ in good], [r for _, _, r in good]) if good else {}
        examples += [Example(e.chunked, e.features, e.vocabulary, e.allowed, shapes[i.list_key]) for e, i, _ in good]
    print(f"profiles: {len(examples)} examples from {seen} publications", file=sys.stderr)
    return examples


def made_up_examples(bench: Path, lists: int) -> list[Example]:
    """Labelled records of profiles and references in made-up layouts, eight to a list, each once alone and once with its shape."""
    rng = random.Random(11)
    records = []
    for gold_path in sorted((bench / "profiles/gold").glob("*.json")):
        for r in json.loads(gold_path.read_text(encoding="utf-8"))["publications"]:
            if r.get("venue") and r.get("year") and r["authors"] and len(r["authors"]) < 20:
                records.append({**r, "authors": [(a["family"], a.get("given") or "") for a in r["authors"]]})
    for name in ("text2bib", "anystyle-core"):
        for line in (bench / f"references/{name}.jsonl").read_text(encoding="utf-8").splitlines():
            f = {
                k: decode_latex(str(v)).replace("{", "").replace("}", "") for k, v in json.loads(line)["fields"].items()
            }
            names = [n.partition(", ") for n in re.split(r"\s+and\s+", f.get("author", "")) if n != "others"]
            if (
                f.get("title")
                and f.get("year", "").isdigit()
                and (f.get("journal") or f.get("booktitle"))
                and names
                and all(c for _, c, _ in names)
            ):
                records.append(
                    {
                        "title": f["title"],
                        "authors": [(a, g) for a, _, g in names],
                        "year": f["year"],
                        "venue": f.get("journal") or f["booktitle"],
                        "volume": f.get("volume"),
                        "issue": f.get("number"),
                        "pages": f.get("pages"),
                    }
                )
    examples: list[Example] = []
    for _ in range(lists):
        layout = draw_layout(rng)
        chosen = rng.sample(records, 8)
        vocabulary = Vocabulary.of(str(r["title"]) for r in rng.sample(records, 30))
        items, labels = [], []
        for r in chosen:
            row = {
                **r,
                "locator": locator(rng, r) if "L" in layout.order else "",
                "owner": str(rng.randrange(len(r["authors"]))),
            }
            runs = print_item(row, layout, rng)
            items.append(Item(StyledText.of(runs), Span(0, 1), Section(()), "made-up"))
            used = set(layout.order)
            labels.append(
                {
                    "title": r["title"],
                    "container": r["venue"],
                    "year": r["year"],
                    "families": [a for a, _ in r["authors"]] if "A" in used else [],
                }
            )
        chunked = [chunk_item(i.text, vocabulary) for i in items]
        _learn_names(
            [decode(c, chunk_features(c, vocabulary), ListShape(), vocabulary, {}) for c in chunked], vocabulary
        )
        chunked = [chunk_item(i.text, vocabulary) for i in items]
        found, where = [], []
        for c, label, item in zip(chunked, labels, items, strict=True):
            allowed = allowed_parts(c, label) if c.chunks else None
            if allowed is not None:
                found.append(Example(c, chunk_features(c, vocabulary), vocabulary, allowed, ListShape()))
                where.append(item)
        readings = [read(e, {}, e.allowed) for e in found]
        good = [(e, i, r) for e, i, r in zip(found, where, readings, strict=True) if r.labels]
        shapes = _vote([i for _, i, _ in good], [r for _, _, r in good]) if good else {}
        examples += found[:4]
        examples += [Example(e.chunked, e.features, e.vocabulary, e.allowed, shapes["made-up"]) for e, _, _ in good[4:]]
    print(f"made up: {len(examples)} examples", file=sys.stderr)
    return examples


def path_signals(labelled: Labelled, features: list[ChunkFeatures]) -> dict[tuple[str, str], float]:
    """How often each (signal, part) occurs in a reading."""
    counts: dict[tuple[str, str], float] = defaultdict(float)
    chunked = labelled.chunked
    signals = chunk_signals(features, chunked)
    covered = {}
    for index in labelled.runs:
        first, last, run = chunked.runs[index]
        covered[first] = last
        for signal in run_signals(run, chunked.item.text):
            counts[signal, "A"] += 1
    previous, at, seen = "", 0, 0
    bits = {"T": 1, "A": 2, "V": 4, "L": 16}
    while at < len(labelled.labels):
        label = labelled.labels[at]
        separator = chunked.chunks[at].separator
        counts[f">{previous}{separator}", label] += 1
        counts[f">{previous}", label] += 1
        seen |= bits.get(label, 0)
        if label == "A" and at in covered:
            at = covered[at]
        else:
            for signal in signals[at]:
                counts[signal, label] += 1
            at += 1
        previous = label
    counts["$", str(seen)] += 1
    return counts


def agrees(labelled: Labelled, example: Example) -> bool:
    return all(label in allowed for label, allowed in zip(labelled.labels, example.allowed, strict=True)) and bool(
        labelled.labels
    )


def read(example: Example, weights: Weights, allowed: list[str] | None = None) -> Labelled:
    example.shape.rows.clear()
    return decode(example.chunked, example.features, example.shape, example.vocabulary, weights, allowed)


def fit(examples: list[Example], epochs: int) -> Weights:
    weights: Weights = defaultdict(lambda: defaultdict(float))
    totals: dict[tuple[str, str], float] = defaultdict(float)
    touched: dict[tuple[str, str], int] = defaultdict(int)
    clock = 0
    order = list(examples)
    for epoch in range(epochs):
        random.Random(epoch).shuffle(order)
        wrong = 0
        for example in order:
            clock += 1
            guess = read(example, weights)
            if agrees(guess, example) and guess.margin > 0.5:
                continue
            truth = read(example, weights, example.allowed)
            if not truth.labels:
                continue
            if agrees(guess, example):
                continue
            wrong += 1
            update: dict[tuple[str, str], float] = defaultdict(float)
            for key, count in path_signals(truth, example.features).items():
                update[key] += count
            for key, count in path_signals(guess, example.features).items():
                update[key] -= count
            for key, count in update.items():
                if count:
                    signal, part = key
                    totals[key] += weights[signal][part] * (clock - touched[key])
                    touched[key] = clock
                    weights[signal][part] += RATE * max(-2.0, min(2.0, count))
        print(f"epoch {epoch + 1}: {wrong} of {len(order)} read otherwise than labelled", file=sys.stderr)
    result: Weights = {}
    for signal, row in weights.items():
        for part, weight in row.items():
            key = (signal, part)
            mean = (totals[key] + weight * (clock - touched[key])) / clock
            if abs(mean) >= 0.02:
                result.setdefault(signal, {})[part] = round(mean, 2)
    return result


Outcome = tuple[list[str], bool]
"""The signals of an entry, and whether it is wholly right."""
LINE_PULL, DOCUMENT_PULL = 3.0, 10.0
"""How strongly weights are held back: those of lines towards nothing, those of documents towards those of lines."""
SHARED = 0.8
"""The part of a line's weight that documents begin with."""


class ReadRecords:
    """Runs conversions and keeps the records they make."""

    def __init__(self) -> None:
        self.records: list[Record] = []

    def convert(self, source: Path | NamedBytes, settings: ConvertSettings) -> Conversion:
        make = build.make_record
        self.records = []

        def kept(item: Item, labelled: Labelled) -> Record:
            self.records.append(make(item, labelled))
            return self.records[-1]

        with patch.object(build, "make_record", kept):
            return Conversion.of([source], settings)


def document_outcomes() -> list[list[Outcome]]:
    """The entries of every labelled profile."""
    score = judge.scorer("score_convert")
    found: list[list[Outcome]] = []
    for path in judge.profile_documents():
        labels = judge.FOLDER / "profiles" / "gold" / f"{path.stem}.json"
        if score is None or not labels.is_file():
            continue
        reader = ReadRecords()
        library = reader.convert(path, ConvertSettings()).library
        if not library:
            continue
        gold = json.loads(labels.read_text(encoding="utf-8"))
        entries, publications = judge._entries(score, library), gold["publications"]
        of_entry = {entry: label for label, entry in score.pair(publications, entries).items()}
        by_span = {record.item.span: record for record in reader.records}
        outcomes: list[Outcome] = []
        for number, (entry, trace) in enumerate(zip(entries, library.traces, strict=True)):
            label = publications[of_entry[number]] if number in of_entry else None
            if trace.span in by_span and (label is None or not label.get("optional")):
                right = label is not None and judge._all_right(
                    score.compare(label, entry, gold.get("owner")), score.WHOLE
                )
                outcomes.append((confidence_signals(by_span[trace.span]), right))
        found.append(outcomes)
    return found


def line_outcomes(name: str, limit: int) -> list[Outcome]:
    """The entries of a file of labelled references."""
    score = judge.scorer("score_references")
    if score is None:
        return []
    rows = (judge.FOLDER / "references" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    gold = [json.loads(row) for row in rows if row.strip()][:limit]
    text = "".join(" ".join(label["text"].split()) + "\n" for label in gold)
    reader = ReadRecords()
    library = reader.convert(NamedBytes(name, text.encode()), ConvertSettings(each_line=True)).library
    outcomes = []
    for label, entry, record in zip(gold, judge._entries(score, library), reader.records, strict=True):
        pairs = [(key, score.get(label["fields"], key), score.get(entry, key)) for key in score.CORE]
        right = all(score.right(key, want, have) for key, want, have in pairs if want or have)
        outcomes.append((confidence_signals(record), right))
    return outcomes


def chance(weights: dict[str, float], signals: list[str]) -> float:
    total = sum(weights.get(signal, 0.0) for signal in signals)
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total))))


def fit_logistic(outcomes: list[Outcome], pull: float, start: dict[str, float], rounds: int = 40) -> dict[str, float]:
    """Logistic regression by steps on all weights at once, each as long as a bound on the curvature allows
    (Böhning and Lindsay, 1988), with a quadratic pull towards ``start``; the signal of every record is not pulled."""
    weights = {signal: start.get(signal, 0.0) for signals, _ in outcomes for signal in signals}
    for _ in range(rounds):
        slope: dict[str, float] = defaultdict(float)
        bend: dict[str, float] = defaultdict(float)
        for signals, right in outcomes:
            likely = chance(weights, signals)
            curvature = likely * (1.0 - likely) * len(signals)
            for signal in signals:
                slope[signal] += right - likely
                bend[signal] += curvature
        for signal, weight in weights.items():
            held = 0.0 if signal == BASE else pull
            step = slope[signal] - held * (weight - start.get(signal, 0.0))
            weights[signal] = weight + step / (bend[signal] + held + 1e-9)
    return weights


def judged(weights: dict[str, float], held: list[Outcome]) -> list[tuple[float, bool]]:
    """What the weights say about entries, and whether they are right."""
    return [(chance(weights, signals), right) for signals, right in held]


def report_confidence(name: str, said_and_right: list[tuple[float, bool]]) -> None:
    """The share of errors among the most doubtful, and what is right in ten bins from the most doubtful on."""
    ranked = sorted(said_and_right)
    wrong = sum(not right for _, right in ranked)
    for share in (0.1, 0.2):
        first = ranked[: round(share * len(ranked))]
        print(
            f"{name}: the most doubtful {len(first)} of {len(ranked)} hold {sum(not r for _, r in first)} of {wrong} errors",
            file=sys.stderr,
        )
    for ten in range(10):
        part = ranked[ten * len(ranked) // 10 : (ten + 1) * len(ranked) // 10]
        if part:
            said, found = sum(p for p, _ in part) / len(part), sum(right for _, right in part) / len(part)
            print(f"    said {said:.2f}  right {found:.2f}", file=sys.stderr)


def fit_confidence(references: int) -> Weights:
    """The weights of the signals that say whether an entry is right, for documents and for lines."""
    files = {name: line_outcomes(name, references) for name in ("text2bib", "anystyle-core", "grobid")}
    lines = [outcome for outcomes in files.values() for outcome in outcomes]
    documents = document_outcomes()
    kept = fit_logistic([o for rows in files.values() for i, o in enumerate(rows) if i % 5], LINE_PULL, {})
    for name, rows in files.items():
        report_confidence(name, judged(kept, rows[::5]))
    begin = {signal: SHARED * weight for signal, weight in kept.items()}
    apart: list[tuple[float, bool]] = []
    for fold in range(5):  # there are few documents: each is held out once
        used = [o for i, rows in enumerate(documents) if i % 5 != fold for o in rows]
        apart += judged(fit_logistic(used, DOCUMENT_PULL, begin), [o for rows in documents[fold::5] for o in rows])
    report_confidence("documents", apart)
    line = fit_logistic(lines, LINE_PULL, {})
    begin = {signal: SHARED * weight for signal, weight in line.items()}
    document = fit_logistic([o for rows in documents for o in rows], DOCUMENT_PULL, begin)
    document = {**begin, **document}
    return {
        kind: {signal: round(w, 2) for signal, w in sorted(weights.items()) if abs(w) >= 0.02}
        for kind, weights in (("document", document), ("line", line))
    }


def write_tables(path: Path, tables: dict[str, Weights]) -> None:
    """Put fitted tables into a file; its other tables stay."""
    known = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    for kind, weights in tables.items():
        known[kind] = {k: dict(sorted(v.items())) for k, v in sorted(weights.items())}
    path.write_text(json.dumps(known, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", type=Path, default=Path(os.environ.get("CITEKIT_BENCH", "../shared/bench")))
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--references", type=int, default=3000)
    parser.add_argument("--lists", type=int, default=300)
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("-o", "--out", type=Path)
    parser.add_argument("--confidence", action="store_true", help="fit the confidence of entries, nothing else")
    args = parser.parse_args()
    if args.confidence:
        judge.FOLDER = args.bench.resolve()
        table = fit_confidence(args.references)
        if args.out:
            write_tables(args.out, {"confidence": table})
        return 0
    weights = {}
    made_up = made_up_examples(args.bench, args.lists)
    for kind in ("document", "line"):
        if kind == "document":
            examples = made_up + profile_examples(args.bench)
        else:
            examples = made_up[::4]
            for name in ("text2bib", "anystyle-core", "grobid"):
                examples += reference_examples(args.bench / f"references/{name}.jsonl", args.references)
        weights[kind] = fit_and_report(examples, args)
    if args.out:
        write_tables(args.out, weights)
    return 0


def fit_and_report(examples: list[Example], args: argparse.Namespace) -> Weights:
    held = [e for i, e in enumerate(examples) if i % 5 == 0] if args.held_out else []
    used = [e for i, e in enumerate(examples) if i % 5] if args.held_out else examples
    if held:
        print(f"held out, by hand: {sum(agrees(read(e, {}), e) for e in held)} of {len(held)}", file=sys.stderr)
    weights = fit(used, args.epochs)
    if held:
        print(f"held out, fitted: {sum(agrees(read(e, weights), e) for e in held)} of {len(held)}", file=sys.stderr)
    return weights


if __name__ == "__main__":
    sys.exit(main())
