"""What single parts of the reader are worth: profiles read by models of folds, with one part left out at a time.

``python -m training.ablations DIR [PART ...]`` takes the models that ``python -m training.fields evaluate profiles --keep DIR``
left there. Without generated data models are learned again (some 3 CPU minutes a fold), into ``DIR/labelled-only``.
"""

from __future__ import annotations

import pickle
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest.mock import patch

from citekit.documents.runs import Document
from citekit.extraction import label_revision as choice
from citekit.extraction import list_features as lists
from citekit.extraction.segments.features import look
from citekit.extraction.segments.lines import BlockLine
from citekit.extraction.segments.model import FirstPass, Segmenter, read
from training import fields, measure, segments
from training.documents import FOLDS, profiles
from training.fields import ALONE
from training.learn import Settings

AGREE = ("begin_alike", "title_alike")
"""What lets the items of a list agree after they were read."""


def _first_pass(self: Segmenter, document: Document, found: list[BlockLine]) -> FirstPass:
    return read(self.first, [s.features for s in look(document, found, self.words)]) if found else FirstPass([], [])


@contextmanager
def without_choice() -> Iterator[None]:
    """The list neither amends the labels of its lines nor those of its items."""
    with ExitStack() as stack:
        stack.enter_context(patch.object(choice, "amended", lambda _items, labels, _begins, _lower: list(labels)))
        for name in AGREE:
            stack.enter_context(patch.object(lists, name, lambda _: None))
        yield


@contextmanager
def without_second_reading() -> Iterator[None]:
    """Lines and items are read once: what the first reading said of their siblings tells them nothing."""
    with patch.object(lists, "FEWEST", sys.maxsize), patch.object(Segmenter, "label", _first_pass):
        yield


@contextmanager
def whole() -> Iterator[None]:
    """The reader as it is."""
    yield


@contextmanager
def without_generated() -> Iterator[None]:
    """Models learn from labelled documents and references only."""
    with patch.object(fields, "made_documents", tuple), patch.object(fields, "made_references", lambda *_: iter(())):
        fields.some_references.cache_clear()
        yield
        fields.some_references.cache_clear()


def labelled_only(folder: Path) -> None:
    """Learn the models of the folds without generated data, where the folder lacks them."""
    folder.mkdir(exist_ok=True)
    with without_generated():
        alone = {}
        for number in range(FOLDS):
            path = folder / f"fold{number}.pickle"
            if path.is_file():
                continue
            alone = alone or fields.first_models(Settings(), ALONE)
            lines = segments.learn([p for p in profiles() if p.fold != number])
            train = [d for d in fields.documents() if d.fold != number]
            path.write_bytes(pickle.dumps(measure.Models(*lines, fields.learn_documents(train, alone, Settings()))))


def measured(folder: Path) -> str:
    """What is found in all profiles by the models of a folder that have not learned from their person."""
    total: Counter[str] = Counter()
    for number in range(FOLDS):
        models: measure.Models = pickle.loads((folder / f"fold{number}.pickle").read_bytes())
        models.use()
        for profile in (p for p in profiles() if p.fold == number):
            total += measure.tally(profile)
    return str(measure.scorer("score_convert").rates(total))


PARTS: dict[str, Callable[[], object]] = {
    "nothing": whole,
    "choice": without_choice,
    "second-reading": without_second_reading,
    "generated": whole,
}


def main() -> int:
    """The command line."""
    folder, asked = Path(sys.argv[1]), sys.argv[2:] or list(PARTS)
    for name in asked:
        if name == "generated":
            labelled_only(folder / "labelled-only")
        with PARTS[name]():  # type: ignore[attr-defined]
            print(
                f"without {name}: {measured(folder / 'labelled-only' if name == 'generated' else folder)}", flush=True
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
