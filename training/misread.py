"""Fits when a list is told to be misread: a logistic model over what its entries say together.

``python -m training.misread FOLDER... [--measure FOLDER...]`` reads generated lists, in layouts put together by chance, with and
without the style of lists, and the documents of folders with ``documents/`` and ``gold/``, with models that have not learned
from these, and writes the weights into the package. It prints how many lists that are mostly wrong are told, and how many
others, of generated lists of other numbers, of trapped ones, and of the documents of folders that are only measured.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from citekit.documents.load import read_path, read_text
from citekit.documents.runs import Document
from citekit.extraction import list_features, pipeline, provenance
from citekit.extraction.provenance import MISREAD_FROM, evidence, lists_of
from citekit.extraction.record import ParsedItem
from citekit.formats.keys import assign_keys
from citekit.model.work import Works
from citekit.runtime.config import ConvertSettings
from training import fields, trapped
from training.confidence import Row, fit
from training.measure import scorer, written

GENERATED, OF_DOCUMENTS = 700, 5
"""Lists that are generated, each read twice, and how often each list of a document counts: people's lists are fewer, and what
they are is wanted. With the style of lists few generated ones are mostly wrong; without it half are."""
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


def generated(number: int, styled: bool, trap: bool = False) -> Iterator[Row]:
    """The list with a number, read with the style of lists or without: in a layout put together by chance, or one of
    :mod:`training.trapped`."""
    random = Random(f"misread/{number}")
    made = trapped.entries(random, random.choice(SIZES))
    layout = trapped.invented_layout(random)
    text = f"# Work\n\n## Publications\n\n{''.join(f'- {layout(one)}' + chr(10) for one in made)}"
    if trap:
        text, made = [*zip(range(number + 1), trapped.lists(1), strict=False)][-1][1]
    style = list_features.restyled
    list_features.restyled = style if styled else lambda *_: {}
    try:
        records, library = read(read_text(text, "list.md"))
    finally:
        list_features.restyled = style
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
    parser.add_argument("--measure", type=Path, nargs="*", default=[])
    args = parser.parse_args()

    def documents(folders: Sequence[Path]) -> list[Row]:
        return [
            row for folder in folders for gold in sorted((folder / "gold").glob("*.json")) for row in labelled(gold)
        ]

    def made(first: int, last: int, trap: bool = False) -> list[Row]:
        return [row for n in range(first, last) for styled in (True, False) for row in generated(n, styled, trap)]

    weights = fit([*made(0, GENERATED), *documents(args.folders) * OF_DOCUMENTS])
    print("generated, of other numbers:", report(weights, made(GENERATED, GENERATED + 300)))
    print("trapped:", report(weights, made(0, 40, trap=True)))
    print("documents measured:", report(weights, documents(args.measure)))
    path = fields.MODELS / "confidence.json"
    known = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**known, "list": weights}, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
