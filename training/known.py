"""Measures what known entries are worth: of each list some are told, and the others are scored, paired with none told.

``python -m training.known FOLDER...`` reads folders with ``documents/`` and ``gold/``; ``--model FILE`` reads with another
model of documents, such as one that has not learned from these. ``--noisy`` tells entries as untidy files have them: half of
the years, containers and volumes missing, no pages, initials for given names. ``--elsewhere`` tells those of another document.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from citekit.documents.load import read_path
from citekit.extraction import labeller, pipeline
from citekit.extraction.label_revision import find_items
from citekit.model.date import Date
from citekit.model.name import OTHERS, Name
from citekit.model.work import Value, Work
from citekit.runtime.config import ConvertSettings
from training.documents import profiles
from training.measure import scorer, written

TYPES = {
    "article": "article-journal",
    "inproceedings": "paper-conference",
    "chapter": "chapter",
    "book": "book",
    "thesis": "thesis",
    "report": "report",
    "preprint": "article",
    "patent": "patent",
}
WORSE = 5.0
"""Points of whole entries that a document may lose without counting as worse."""
Gold = dict[str, Any]


def work_of_gold(gold: Gold, draw: Random | None = None) -> Work:
    """The work that labels describe, as a tidy bibliography has it; as an untidy one where a source of chance is given."""
    variables: dict[str, Value] = {"title": str(gold["title"])}

    def people(key: str) -> tuple[Name, ...]:
        rows = gold.get(key)
        names = [_name(row, draw is not None) for row in rows] if isinstance(rows, list) else []
        return tuple(names)

    if authors := people("authors"):
        variables["author"] = (*authors, OTHERS) if gold.get("others") else authors
    if editors := people("editors"):
        variables["editor"] = editors
    kind = TYPES.get(str(gold.get("type")), "document")
    house = kind in ("thesis", "report", "book")
    told = {"publisher" if house else "container-title": gold.get("venue"), "volume": gold.get("volume")}
    told |= {"issue": gold.get("issue"), "page": gold.get("pages")}
    for name, value in told.items():
        if value and not (draw and (name in ("page", "issue") or draw.random() < 0.5)):
            variables[name] = str(value)
    if gold.get("year") and not (draw and draw.random() < 0.5):
        variables["issued"] = Date.of(int(gold["year"]))
    return Work(kind, "", variables)


def _name(row: dict[str, str], initials: bool) -> Name:
    given = row.get("given") or ""
    return Name(row["family"], " ".join(f"{word[0]}." for word in given.split()) if initials else given)


class Document:
    """A document with its labels, read as often as is asked for; its items are looked for once."""

    def __init__(self, path: Path) -> None:
        self.name = path.stem
        self.gold: Gold = json.loads(path.read_text(encoding="utf-8"))
        self.document = read_path(path.parents[1] / "documents" / self.gold["document"])
        self._items: Any = None
        self.scored = [n for n, one in enumerate(self.gold["publications"]) if not one.get("optional")]

    def read(self, known: Sequence[Work]) -> list[dict[str, str]]:
        """The BibTeX entries that the document is converted to where these works are known."""

        def find(*args: Any) -> Any:
            self._items = self._items or find_items(*args)
            return [replace(item, known=None, taught=frozenset()) for item in self._items]

        before = find_items
        setattr(pipeline, "find_items", find)  # noqa: B010 - its items are looked for once
        try:
            return written(pipeline.convert_document(self.document, ConvertSettings(), (), known).library)
        finally:
            setattr(pipeline, "find_items", before)  # noqa: B010

    def counts(self, entries: list[dict[str, str]], told: Iterable[int]) -> Counter[str]:
        """What the scorer counts of all publications but those that are told."""
        gold = deepcopy(self.gold)
        for n in told:
            gold["publications"][n]["optional"] = True
        score: Any = scorer("score_convert")
        score.plain = _cached(score.plain)  # the same texts come with every draw, and reading LaTeX is most of the work
        tally: Counter[str] = score.score(gold, entries)[0]
        return tally


@cache
def _cached(function: Callable[[str | None], str]) -> Callable[[str | None], str]:
    made = cache(function)
    return made if function.__module__ == "score_convert" and not hasattr(function, "cache_info") else function


Row = tuple[str, int, int, Counter[str], Counter[str], float]
"""Name of a document, how many are known, number of the draw, counts without and with them, seconds that these took."""


def measured(path: Path, counts: Sequence[int], draws: int, noisy: bool, other: Path | None) -> list[Row]:
    """What a document gives without and with so many known entries, in some draws."""
    document, rows = Document(path), []
    elsewhere = Document(other) if other else document
    started = time.process_time()
    base = document.read(())
    alone = time.process_time() - started
    plain = document.counts(base, ())
    rows.append((document.name, 0, 0, plain, plain, 0.0))
    for count in counts:
        for draw in range(draws):
            random = Random(f"{path.stem}/{count}/{draw}")
            if len(elsewhere.scored) <= count:
                continue
            told = random.sample(elsewhere.scored, count)
            known = [work_of_gold(elsewhere.gold["publications"][n], random if noisy else None) for n in told]
            started = time.process_time()
            entries = document.read(known)
            spent = time.process_time() - started - alone
            hidden = () if other else told
            rows.append(
                (document.name, count, draw, document.counts(base, hidden), document.counts(entries, hidden), spent)
            )
    return rows


def report(rows: Sequence[Row]) -> Iterator[str]:
    """A line for each number of known entries: whole and strict without and with, the documents that are better and worse."""
    for count in sorted({row[1] for row in rows}):
        mine = [row for row in rows if row[1] == count]
        none, told = sum((row[3] for row in mine), Counter[str]()), sum((row[4] for row in mine), Counter[str]())
        changes = []
        for name in {row[0] for row in mine}:
            without = sum((row[3] for row in mine if row[0] == name), Counter[str]())
            having = sum((row[4] for row in mine if row[0] == name), Counter[str]())
            changes.append((_share(having, "whole") - _share(without, "whole"), name))
        worse, better = [c for c in sorted(changes) if c[0] <= -WORSE], [c for c in changes if c[0] >= WORSE]
        yield (
            f"{count} known: whole {_share(none, 'whole'):.1f} -> {_share(told, 'whole'):.1f}, strict {_share(none, 'strict'):.1f} -> "
            f"{_share(told, 'strict'):.1f}; type {_of(none, 'type'):.1f} -> {_of(told, 'type'):.1f}; {len(changes)} documents, {len(better)} better, {len(worse)} worse; "
            f"{1000 * sum(row[5] for row in mine) / max(1, len(mine)):.0f} ms each; worse: {[f'{name} {change:.0f}' for change, name in worse]}"
        )


def _share(tally: Counter[str], name: str) -> float:
    return 100 * tally[name] / max(1, tally["gold"])


def _of(tally: Counter[str], name: str) -> float:
    return 100 * tally[name] / max(1, tally[f"{name}_of"])


def read_with(model: Path) -> None:
    """Let the package read documents with another model from here on."""
    data, shipped = model.read_bytes(), labeller.model_bytes
    labeller.model_bytes = lambda name: data if name == "document" else shipped(name)  # type: ignore[assignment]
    labeller.chain.cache_clear()
    labeller.labeller.cache_clear()


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--model", type=Path)
    parser.add_argument("--folds", type=int, nargs="*", help="of the profiles only those in these folds by person")
    parser.add_argument("--known", type=int, nargs="*", default=[1, 3, 5])
    parser.add_argument("--draws", type=int, default=3)
    parser.add_argument("--noisy", action="store_true")
    parser.add_argument("--elsewhere", action="store_true")
    parser.add_argument(
        "--part", default="0/1", help="of the documents only every so many-th: 2/4 is the third of four"
    )
    parser.add_argument(
        "--rows", type=Path, help="a file that the counts are added to; all that are there are reported"
    )
    args = parser.parse_args()
    if args.model:
        read_with(args.model)
    kept = {p.name for p in profiles() if args.folds and p.fold in args.folds}
    paths = [path for folder in args.folders for path in sorted((folder / "gold").glob("*.json"))]
    paths = [path for path in paths if path.stem in kept or not args.folds or path.parents[1].name != "profiles"]
    part, parts = map(int, args.part.split("/"))
    done = args.rows.read_text(encoding="utf-8").splitlines() if args.rows and args.rows.is_file() else []
    rows: list[Row] = [
        (name, count, draw, Counter(without), Counter(having), seconds)
        for name, count, draw, without, having, seconds in map(json.loads, done)
    ]
    names = {row[0] for row in rows}
    for n, path in list(enumerate(paths))[part::parts]:
        if path.stem not in names:
            made = measured(path, args.known, args.draws, args.noisy, paths[n - 1] if args.elsewhere else None)
            rows += made
            if args.rows:
                with args.rows.open("a", encoding="utf-8") as file:
                    file.writelines(json.dumps(row) + "\n" for row in made)
    print("\n".join(report(rows)))


if __name__ == "__main__":
    main()
