"""Measures the conversion against hand-labelled documents that are kept outside the project.

The data is the folder that ``CITEKIT_BENCH`` names, else ``../shared/bench`` beside the project; without it every test
here is skipped. The folder brings its own scorer (``score_convert.py``), which says what counts as right.
"""

from __future__ import annotations

import importlib.util
import json
import os
from collections import Counter
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from citekit.documents.load import read_bytes
from citekit.extraction.pipeline import convert_document
from citekit.formats.files import dumps
from citekit.formats.keys import assign_keys
from citekit.runtime.config import ConvertSettings

BENCH = Path(os.environ.get("CITEKIT_BENCH") or Path(__file__).parents[3] / "shared" / "bench")

FLOORS = {
    # (data, kinds of documents): at least so many per cent found, of what was found right, and whole. Only ever raised.
    ("seeds", ""): {"recall": 100.0, "precision": 100.0, "whole": 100.0},
    ("profiles", "markdown html text"): {"recall": 90.0, "precision": 90.0, "whole": 75.0},
    ("profiles", "markdown"): {"recall": 90.0, "precision": 90.0, "whole": 75.0},
    ("profiles", "html"): {"recall": 90.0, "precision": 90.0, "whole": 75.0},
    ("profiles", "text"): {"recall": 90.0, "precision": 85.0, "whole": 75.0},  # Org files, some of them full of LaTeX
}

SEED_PUBLICATIONS = 43

pytestmark = [
    pytest.mark.bench_data,
    pytest.mark.skipif(
        not (BENCH / "score_convert.py").is_file(),
        reason=f"no measuring data in {BENCH}; CITEKIT_BENCH names the folder that holds score_convert.py",
    ),
]


@cache
def scorer() -> ModuleType:
    """The scorer beside the data, as a module; skips where what it imports is not installed."""
    pytest.importorskip("pylatexenc", reason="the scorer needs pylatexenc")
    pytest.importorskip("rapidfuzz", reason="the scorer needs rapidfuzz")
    spec = importlib.util.spec_from_file_location("score_convert", BENCH / "score_convert.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def score_document(document: Path, gold: Path, folder: Path) -> tuple[Counter[str], list[str]]:
    """Converts one document, writes its BibTeX into ``folder``, and counts what is right in it."""
    read = read_bytes(document.read_bytes(), document.name)
    library = assign_keys(convert_document(read, ConvertSettings()).library)
    written = folder / f"{document.stem}.bib"
    written.write_text(dumps(library), encoding="utf-8")
    score, truth = scorer(), json.loads(gold.read_text(encoding="utf-8"))
    try:
        tally, errors = score.score(truth, score.load_bib(written))
    except IndexError as error:  # LaTeX that the scorer's own reader falls over: as good as nothing written
        tally, errors = score.score(truth, [])
        errors = [f"what was written is no LaTeX: {error}", *errors]
    return tally, [f"{document.stem}: {error}" for error in errors]


@cache
def counts_and_errors(data: str, kind: str, folder: Path) -> tuple[Counter[str], list[str]]:
    """The counts of all labelled documents of a kind together, and what was wrong in them, one line each."""
    total: Counter[str] = Counter()
    wrong: list[str] = []
    for gold in sorted((BENCH / data / "gold").glob(f"*_{kind}.json")):
        document = next((BENCH / data / "documents").glob(f"{gold.stem}.*"))
        tally, errors = score_document(document, gold, folder)
        total += tally
        wrong += errors
    return total, wrong


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where all tests of this module write, so that every document is converted once."""
    return tmp_path_factory.mktemp("written")


def together(data: str, kinds: str, folder: Path) -> tuple[Counter[str], list[str]]:
    """:func:`counts_and_errors` of several kinds; of every document where none is named."""
    total: Counter[str] = Counter()
    wrong: list[str] = []
    for kind in kinds.split() or ["*"]:
        tally, errors = counts_and_errors(data, kind, folder)
        total += tally
        wrong += errors
    return total, wrong


@pytest.mark.parametrize(("data", "kinds"), FLOORS, ids=lambda part: part or "all")
def test_floor(data: str, kinds: str, folder: Path) -> None:
    total, wrong = together(data, kinds, folder)
    rates = scorer().rates(total)
    reached = {name: rates[name] for name in FLOORS[data, kinds]}
    short = [name for name, floor in FLOORS[data, kinds].items() if (reached[name] or 0.0) < floor]
    assert not short, "\n".join([f"{reached} is below {FLOORS[data, kinds]}", *wrong[:40]])


def test_every_seed_publication_is_whole(folder: Path) -> None:
    total, wrong = together("seeds", "", folder)
    assert (total["gold"], total["predicted"], total["whole"]) == (SEED_PUBLICATIONS,) * 3, "\n".join(wrong)
