"""What is doubtful and what is wrong, measured on labelled documents that are kept outside the project.

The folder that ``CITEKIT_BENCH`` names, else ``../shared/bench`` beside the project, brings the documents, the labels and
the scorers that say what counts as right. Without it there is nothing to measure.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from citekit.api import Conversion, NamedBytes, dumps, is_doubtful
from citekit.config import ConvertSettings
from citekit.works.library import Library

FOLDER = Path(os.environ.get("CITEKIT_BENCH") or Path(__file__).parents[2] / "shared" / "bench")


@dataclass(frozen=True, slots=True)
class Judged:
    """One entry: how doubtful citekit finds it (the smaller, the more), and whether it is wrong."""

    surety: tuple[bool, float]
    wrong: bool


def scorer(name: str) -> ModuleType | None:
    """A scorer of the data, or None where there is no data or what the scorer needs is not installed."""
    if not (FOLDER / f"{name}.py").is_file():
        return None
    sys.path.insert(0, str(FOLDER))
    try:
        return import_module(name)
    except ImportError:
        return None
    finally:
        sys.path.remove(str(FOLDER))


def profile_documents() -> list[Path]:
    """The labelled profiles, in the order of their names."""
    return sorted((FOLDER / "profiles" / "documents").glob("*.*"))


def judged_profiles() -> list[Judged]:
    """Every entry of every labelled profile; optional publications are not among them."""
    score = scorer("score_convert")
    assert score is not None
    judged: list[Judged] = []
    for document in profile_documents():
        labels = FOLDER / "profiles" / "gold" / f"{document.stem}.json"
        library = Conversion.of([document]).library
        if labels.is_file() and library:
            judged += _judged_profile(score, json.loads(labels.read_text(encoding="utf-8")), library)
    return judged


def _judged_profile(score: ModuleType, labels: dict[str, Any], library: Library) -> Iterator[Judged]:
    entries, gold = _entries(score, library), labels["publications"]
    of_entry = {entry: label for label, entry in score.pair(gold, entries).items()}
    for number, (entry, trace) in enumerate(zip(entries, library.traces, strict=True)):
        label = gold[of_entry[number]] if number in of_entry else None
        if label is None or not label.get("optional"):
            right = label is not None and _all_right(score.compare(label, entry, labels.get("owner")), score.WHOLE)
            yield Judged((not is_doubtful(trace), trace.score), not right)


def _all_right(result: dict[str, bool | None], fields: tuple[str, ...]) -> bool:
    return all(result[name] is not False for name in fields)


def judged_references(name: str) -> list[Judged]:
    """Every entry of a file of labelled references, read as single lines."""
    score = scorer("score_references")
    assert score is not None
    lines = (FOLDER / "references" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    gold = [json.loads(line) for line in lines if line.strip()]
    text = "".join(" ".join(label["text"].split()) + "\n" for label in gold)
    library = Conversion.of([NamedBytes(name, text.encode())], ConvertSettings(each_line=True)).library
    judged = []
    for label, entry, trace in zip(gold, _entries(score, library), library.traces, strict=True):
        pairs = [(key, score.get(label["fields"], key), score.get(entry, key)) for key in score.CORE]
        right = all(score.right(key, want, have) for key, want, have in pairs if want or have)
        judged.append(Judged((not is_doubtful(trace), trace.score), not right))
    return judged


def _entries(score: ModuleType, library: Library) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "entries.bib")
        path.write_text(dumps(library), encoding="utf-8")
        entries: list[dict[str, Any]] = score.load_bib(path)
    return entries


def caught(judged: list[Judged], share: float = 0.1) -> tuple[int, int, int]:
    """How many entries are wrong, how many the most doubtful ``share`` holds, and how many of those are wrong."""
    ranked = sorted(judged, key=lambda entry: entry.surety)
    first = ranked[: round(share * len(ranked))]
    return sum(entry.wrong for entry in judged), len(first), sum(entry.wrong for entry in first)
