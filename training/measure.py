"""Measures the reader on labelled data that its models have not learned from, with the scorers that come with the data."""

from __future__ import annotations

import json
import lzma
import pickle
import random
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from citekit.commands.api import dumps
from citekit.commands.convert import Conversion, NamedBytes
from citekit.documents.load import read_text
from citekit.extraction import label_revision as choice
from citekit.extraction import pipeline as build
from citekit.extraction import provenance
from citekit.extraction.crf import Decoder, decoder
from citekit.extraction.labeller import Labelled
from citekit.extraction.namelist import as_name
from citekit.extraction.pipeline import convert_document
from citekit.extraction.reading import make_record
from citekit.extraction.record import ParsedItem
from citekit.extraction.segments.model import Segmenter
from citekit.formats.keys import assign_keys
from citekit.model.work import Work, Works
from citekit.runtime.config import ConvertSettings
from citekit.runtime.span import Span
from training import fields, real_works, segments
from training.documents import BENCH, FOLDS, Profile, profiles
from training.fields import ALONE, KEPT, LEARNED, MEASURED, SOURCES, TEST_STYLES
from training.generate import labels_of_work, make_work, print_works, style_names
from training.learn import Settings
from training.printed import kept_styles

ROUND_TRIP_WORKS = 50


@cache
def scorer(name: str) -> ModuleType:
    """A scorer of the data."""
    if str(BENCH) not in sys.path:
        sys.path.insert(0, str(BENCH))
    return import_module(name)


def read_back(lines: Sequence[str]) -> list[dict[str, str]]:
    """The BibTeX entries that lines are converted to."""
    text = "\n".join(lines).encode()
    return written(Conversion.of([NamedBytes("lines.txt", text)], ConvertSettings(each_line=True)).library)


def written(library: Works) -> list[dict[str, str]]:
    """The BibTeX entries of a library, as the scorer reads them."""
    with tempfile.NamedTemporaryFile("w", suffix=".bib", encoding="utf-8", delete=False) as file:
        file.write(dumps(assign_keys(library)))
    entries: list[dict[str, str]] = scorer("score_convert").load_bib(Path(file.name))
    Path(file.name).unlink()
    return entries


def core_right(gold: Sequence[dict[str, Any]], found: Sequence[dict[str, str]]) -> float:
    """The percentage of references of which author, title, container, year, volume, number, pages and DOI are right."""
    score = scorer("score_references")
    right = 0
    for truth, entry in zip(gold, found, strict=True):
        pairs = [(key, score.get(truth["fields"], key), score.get(entry, key)) for key in score.CORE]
        right += all(score.right(key, want, have) for key, want, have in pairs if want or have)
    return 100 * right / max(1, len(gold))


def references(names: Iterable[str], chosen: Callable[[int], bool]) -> None:
    """Print what is right in the chosen references of sets."""
    for name in names:
        gold = [row for number, row in enumerate(fields.rows(name)) if chosen(number)]
        found = read_back([" ".join(str(row["text"]).split()) for row in gold])
        print(f"{name:20} {len(gold):5} references, core {core_right(gold, found):.1f} %", flush=True)


PASTED, LONGEST_LIST = 120, 40
"""References of a set that are pasted into documents, and those of one document."""


def pasted(names: Iterable[str]) -> None:
    """Print how many references of sets are found where they stand in a text file, a line each, and what is right in them."""
    for name in names:
        every = fields.rows(name)
        chosen = every[:: max(1, len(every) // PASTED)][:PASTED]
        found, right = 0, 0.0
        for first in range(0, len(chosen), LONGEST_LIST):
            gold = chosen[first : first + LONGEST_LIST]
            lines = [" ".join(str(row["text"]).split()) for row in gold]
            library = convert_document(
                read_text("\n".join(["References", "", *lines]), "list.txt"), ConvertSettings()
            ).library
            entries = written(library)
            rows = [
                library.traces[n].source.line_column(library.traces[n].span.start)[0] - 3 for n in range(len(entries))
            ]
            by_row = dict(reversed(list(zip(rows, entries, strict=True))))
            read = [(truth, by_row[row]) for row, truth in enumerate(gold) if row in by_row]
            found += len(read)
            right += core_right([truth for truth, _ in read], [entry for _, entry in read]) * len(read)
        print(
            f"{name:20} {len(chosen)} references, {100 * found / len(chosen):.1f} % found, core {right / len(chosen):.1f} %",
            flush=True,
        )


def sources() -> None:
    """Print what models without a source read of it."""
    for name, without in SOURCES.items():
        fields.with_model("line", fields.learn_lines([n for n in LEARNED if n not in without]))
        references([name], lambda _: True)


def round_trip() -> None:
    """Print how many works are whole that were printed in styles which no model has seen, and read back."""
    draw = random.Random(5)
    stock = fields.stock(LEARNED)
    score = scorer("score_references")
    whole = total = 0
    misses: Counter[str] = Counter()
    for name in style_names()[:TEST_STYLES]:
        printed = print_works(name, [make_work(stock, draw) for _ in range(ROUND_TRIP_WORKS)])
        if not printed:
            continue
        for (work, line), entry in zip(printed, read_back([line for _, line in printed]), strict=True):
            wrong = [
                key for key, value in _printed_values(work, line) if not score.right(key, value, score.get(entry, key))
            ]
            total += 1
            whole += not wrong
            misses.update(wrong)
    print(
        f"round trip: {total} references, {100 * whole / max(1, total):.1f} % whole; wrong {dict(misses.most_common())}",
        flush=True,
    )


def printed() -> None:
    """Print how many real works that were kept apart are whole, as the scorer of styles prints and reads them.

    These are works of the sources that were learned from, works of other sources, and both in styles that were kept apart.
    """
    every = list(real_works.kept_works(BENCH / "works"))
    parts = {
        "works kept apart": [work for work in every if not real_works.is_of_kept_source(work)],
        "sources kept apart": [work for work in every if real_works.is_of_kept_source(work)],
    }
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        styles = folder / "styles.txt"
        styles.write_text("\n".join(kept_styles()), encoding="utf-8")
        for part, works in parts.items():
            path = folder / "works.jsonl.xz"
            with lzma.open(path, "wt", encoding="utf-8") as file:
                file.writelines(json.dumps(work, ensure_ascii=False) + "\n" for work in works)
            for further in ((), ("--as-list",), ("--styles", str(styles))):
                print(f"{part} {' '.join(further[:1])}", flush=True)
                command = [sys.executable, str(BENCH / "score_styles.py"), str(path), str(folder / "out"), *further]
                subprocess.run(command, check=True)


def _printed_values(work: Work, line: str) -> Iterable[tuple[str, str]]:
    """The values of a work as its line prints them: a style leaves some out, and shortens names and pages."""
    words = fields.line_words(line)
    labels = labels_of_work(words, work)
    if labels is None:
        return
    record = make_record(fields.line_item(line, 0, fields.Section(())), Labelled(words, labels, [1.0] * len(labels)))
    if record.authors is not None:
        names = [as_name(name) for name in record.authors.names]
        printed = [f"{{{n.literal}}}" if n.literal else f"{n.full_family}, {n.given}" for n in names]
        yield "author", " and ".join([*printed, "others"] if record.authors.others else printed)
    for key, found in (("title", record.title), ("container", record.venue), ("year", record.year)):
        if found is not None:
            yield key, found.value
    for key, name in (("volume", "volume"), ("number", "issue"), ("pages", "page")):
        if name in record.locator:
            yield key, record.locator[name].value


@dataclass(frozen=True, slots=True)
class Models:
    """What reads documents: the models of lines and of words."""

    first: bytes
    second: bytes
    words: frozenset[str]
    document: bytes

    def use(self) -> None:
        """Let the package read with these models from here on."""
        found = Segmenter(decoder(self.first), decoder(self.second), self.words)
        choice.segmenter = lambda: found  # type: ignore[assignment]
        fields.with_model("document", self.document)


def fold_models(settings: Settings, folder: Path | None) -> Iterator[tuple[int, Models]]:
    """For every fold the models that have not learned from it, kept in a folder on request."""
    alone: dict[int, Decoder] = {}
    for number in range(FOLDS):
        path = folder / f"fold{number}.pickle" if folder else None
        if path and path.is_file():
            yield number, pickle.loads(path.read_bytes())
            continue
        alone = alone or fields.first_models(settings, ALONE)
        lines = segments.learn(
            [*(p for p in profiles() if p.complete and p.fold != number), *segments.made_documents()]
        )
        train = [d for d in fields.documents() if d.fold != number]
        models = Models(*lines, fields.learn_documents(train, alone, settings))
        if path:
            path.write_bytes(pickle.dumps(models))
        yield number, models


def documents(settings: Settings, folder: Path | None = None) -> None:
    """Print what is found in profiles by models that have not learned from their person, and how sure it is."""
    score = scorer("score_convert")
    groups: dict[str, Counter[str]] = defaultdict(Counter)
    sure: list[tuple[float, bool]] = []
    for number, models in fold_models(settings, folder):
        models.use()
        for profile in (p for p in profiles() if p.fold == number):
            library, entries = _converted(profile)
            truth = _truth(profile)
            tally, errors = score.score(truth, entries)
            sure += _rightness(truth, entries, [trace.score for trace in library.traces])
            rates = score.rates(tally)
            name = f"{profile.name:14} {tally['gold']:4}  {rates['recall']} {rates['precision']} {rates['whole']}"
            print("\n    ".join([name, *errors]), flush=True)
            group = profile.name.partition("_")[0]
            for key in ("first round" if group.isdigit() else group, "all"):
                groups[key] += tally
    for key, tally in sorted(groups.items()):
        print(f"{key:12} {score.rates(tally)}")
    print(confidence_report(sure))


Told = TypeVar("Told")


def signals_of_document(profile: Profile) -> list[tuple[dict[str, float], bool]]:
    """For every entry of a document that counts the signals of its reading, and whether it is whole."""
    told: dict[Span, dict[str, float]] = {}

    def listen(records: Sequence[ParsedItem]) -> None:
        told.update({r.item.span: s for r, s in zip(records, provenance.signals(records), strict=True)})

    rate, build.rate = build.rate, listen  # type: ignore[assignment]
    library, entries = _converted(profile)
    build.rate = rate
    return _rightness(_truth(profile), entries, [told[trace.span] for trace in library.traces])


def signals_of_lines(names: Iterable[str], chosen: Callable[[int], bool]) -> list[tuple[dict[str, float], bool]]:
    """For every chosen reference of sets the signals of its reading, and whether it is right."""
    found: list[tuple[dict[str, float], bool]] = []
    told: list[dict[str, float]] = []
    rate, build.rate = build.rate, lambda records: told.extend(provenance.signals(records))  # type: ignore[assignment]
    for name in names:
        gold = [row for number, row in enumerate(fields.rows(name)) if chosen(number)]
        told.clear()
        entries = read_back([" ".join(str(row["text"]).split()) for row in gold])
        rights = [core_right([truth], [entry]) > 0 for truth, entry in zip(gold, entries, strict=True)]
        found += zip(list(told), rights, strict=True)
    build.rate = rate  # type: ignore[assignment]
    return found


def tally(profile: Profile) -> Counter[str]:
    """What the scorer counts in a document as it is read now."""
    counts: Counter[str] = scorer("score_convert").score(_truth(profile), _converted(profile)[1])[0]
    return counts


def _converted(profile: Profile) -> tuple[Works, list[dict[str, str]]]:
    """The library that ``citekit convert`` makes of a document, and its BibTeX entries: data files are read as data."""
    library = Conversion.of([profile.path], ConvertSettings()).library
    return library, written(library)


def _truth(profile: Profile) -> dict[str, Any]:
    path = profile.path.parents[1] / "gold" / f"{profile.name}.json"
    truth: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return truth


def _rightness(truth: dict[str, Any], entries: list[dict[str, str]], sure: Sequence[Told]) -> list[tuple[Told, bool]]:
    """For every entry that counts what is told about it, and whether it is whole."""
    score = scorer("score_convert")
    gold = truth["publications"]
    found = {entry: number for number, entry in score.pair(gold, entries).items()}
    rows = []
    for j, entry in enumerate(entries):
        record = gold[found[j]] if j in found else None
        if record is None or not record.get("optional"):
            result = score.compare(record, entry, truth.get("owner")) if record else {}
            rows.append((sure[j], bool(record) and all(result[f] is not False for f in score.WHOLE)))
    return rows


def confidence_report(rows: Sequence[tuple[float, bool]]) -> str:
    """How many of the errors the least sure entries hold, and how often the surest are right."""
    rows = sorted(rows)
    least, most = rows[: len(rows) * 15 // 100], rows[len(rows) // 10 :]
    wrong = sum(not right for _, right in rows)
    held = sum(not right for _, right in least)
    means = [
        f"{low:.1f}: {sum(r for _, r in bin_) / len(bin_):.2f} of {len(bin_)}"
        for low in (k / 10 for k in range(10))
        if (bin_ := [row for row in rows if low <= row[0] < low + 0.1 + (low == 0.9)])
    ]
    return (
        f"{len(rows)} entries, {wrong} not whole; the 15 % least sure hold {100 * held / max(1, wrong):.1f} % of them; "
        f"at 90 % coverage {100 * sum(r for _, r in most) / max(1, len(most)):.1f} % whole; by confidence {means}"
    )


def report(what: Sequence[str], settings: Settings, folder: Path | None = None) -> int:
    """Measure what is asked for."""
    for part in what:
        print(f"-- {part}", flush=True)
        if part == "measure":
            references(MEASURED, lambda _: True)
        elif part == "kept":
            references(LEARNED, lambda number: number % KEPT == KEPT - 1)
        elif part == "pasted":
            pasted(MEASURED)
        elif part == "sources":
            sources()
        elif part == "printed":
            printed()
        elif part == "roundtrip":
            round_trip()
        elif part == "profiles":
            documents(settings, folder)
        else:
            print(f"nothing is called {part}", file=sys.stderr)
            return 2
    return 0
