"""Fits when a list is told to be misread: a logistic model over what its entries say together.

``python -m training.misread FOLDER... [--model FILE] [--line FILE]`` reads generated lists, in layouts put together by chance, and
the documents of folders with ``documents/`` and ``gold/`` with models that have not learned from these, and writes the weights into
the package. It prints how many lists that are mostly wrong are told, and how many others.
"""

from __future__ import annotations

import argparse
import json
import pickle
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from zlib import crc32

from citekit.documents.load import read_path, read_text
from citekit.documents.runs import Document
from citekit.extraction import pipeline, provenance
from citekit.extraction.provenance import MISREAD_FROM, evidence, lists_of
from citekit.extraction.record import ParsedItem
from citekit.formats.keys import assign_keys
from citekit.model.work import Works
from citekit.runtime.config import ConvertSettings
from training import fields, trapped
from training.confidence import Row, fit
from training.measure import scorer, written

GENERATED, OF_DOCUMENTS = 1000, 2
"""Lists that are generated, and how often each list of a document counts: people's lists are fewer, and what they are is wanted."""
SIZES = (5, 5, 6, 7, 8, 10, 14)


def read(document: Document) -> tuple[list[ParsedItem], Works]:
    """The records of a document, and the library that it is converted to."""
    rate, kept = provenance.rate, list[ParsedItem]()
    pipeline.rate = lambda records: (rate(records), kept.extend(records))  # type: ignore[assignment]
    try:
        return kept, assign_keys(pipeline.convert_document(document, ConvertSettings()).library)
    finally:
        pipeline.rate = rate


def rows(records: Sequence[ParsedItem], wrong: dict[int, bool]) -> Iterator[Row]:
    """What the lists of a document say, and whether they are mostly wrong; ``wrong`` says it of entries, by where they begin."""
    told = list(provenance.signals(records))
    for mine in lists_of(records):
        known = [wrong[start] for n in mine if (start := records[n].item.span.start) in wrong]
        if len(known) * 2 > len(mine):
            said = evidence([records[n] for n in mine], [told[n] for n in mine])
            yield said, sum(known) * 2 >= len(known)


def generated(number: int, trap: bool = False) -> Iterator[Row]:
    """The list with a number: in a layout put together by chance, or one of :mod:`training.trapped`."""
    random = Random(f"misread/{number}")
    made = trapped.entries(random, random.choice(SIZES))
    layout = trapped.invented_layout(random)
    text = f"# Work\n\n## Publications\n\n{''.join(f'- {layout(one)}' + chr(10) for one in made)}"
    if trap:
        text, made = [*zip(range(number + 1), trapped.lists(1), strict=False)][-1][1]
    records, library = read(read_text(text, "list.md"))
    lines = {
        trace.source.line_column(trace.span.start)[0]: (trace.span.start, work)
        for work, trace in zip(library, library.traces, strict=True)
    }
    found = {lines[5 + n][0]: bool(one.wrong(lines[5 + n][1])) for n, one in enumerate(made) if 5 + n in lines}
    yield from rows(records, found)


def labelled(gold: Path) -> Iterator[Row]:
    """The lists of a document with labels."""
    truth = json.loads(gold.read_text(encoding="utf-8"))
    path = gold.parents[1] / "documents" / truth["document"]
    if path.is_dir():
        return
    records, library = read(read_path(path))
    entries, score = written(library), scorer("score_convert")
    pairs = {entry: number for number, entry in score.pair(truth["publications"], entries).items()}
    wrong = {}
    for n, (entry, trace) in enumerate(zip(entries, library.traces, strict=True)):
        record = truth["publications"][pairs[n]] if n in pairs else None
        if record is None or not record.get("optional"):
            result = score.compare(record, entry, truth.get("owner")) if record else {}
            wrong[trace.span.start] = not record or any(result[name] is False for name in score.WHOLE)
    yield from rows(records, wrong)


def report(weights: dict[str, float], found: Sequence[Row]) -> str:
    """How many of the lists that are mostly wrong are told, and how many of the others."""
    told = [
        (weights["bias"] + sum(weights.get(n, 0.0) * v for n, v in said.items()) > MISREAD_FROM, y) for said, y in found
    ]
    mostly, others = [t for t, y in told if y], [t for t, y in told if not y]
    return f"mostly wrong {sum(mostly)} of {len(mostly)}, others {sum(others)} of {len(others)}"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument(
        "--kept", type=Path, help="a file for the rows of documents; read instead of them where it is there"
    )
    args = parser.parse_args()
    paths = [path for folder in args.folders for path in sorted((folder / "gold").glob("*.json"))]
    # Half of the documents are kept back, by their names, and measured.
    halves: tuple[list[Row], list[Row]] = ([], [])
    if args.kept and args.kept.is_file():
        halves = pickle.loads(args.kept.read_bytes())
    for path in paths:
        halves[crc32(path.stem.encode()) % 2].extend(labelled(path))
    if args.kept:
        args.kept.write_bytes(pickle.dumps(halves))
    made = [row for number in range(GENERATED) for row in generated(number)]
    weights = fit([*made, *halves[0] * OF_DOCUMENTS])
    print(
        "generated, of other numbers:",
        report(weights, [r for n in range(GENERATED, GENERATED + 300) for r in generated(n)]),
    )
    print("trapped:", report(weights, [row for number in range(40) for row in generated(number, True)]))
    print("documents learned from:", report(weights, halves[0]))
    print("documents kept back:", report(weights, halves[1]))
    path = fields.MODELS / "confidence.json"
    known = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**known, "list": weights}, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
