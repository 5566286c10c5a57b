"""Learns and measures the labeller of fields.

``python -m training.fields fit`` writes the models ``line`` and ``document`` and their provenance into the package.
``python -m training.fields evaluate WHAT`` measures on what was left out: ``measure`` (sets that are never learned from),
``pasted`` (the same, as lists in text files),
``kept`` (the tenth of every set that is kept back), ``sources`` (models without one source, on that source),
``profiles`` (five folds by person) or ``roundtrip`` (references printed in styles that nothing was learned from). All
of it reads the labelled data beside the project, which the environment variable ``CITEKIT_BENCH`` may name.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from citekit.extraction import list_features as lists
from citekit.extraction.attributes import attributes
from citekit.extraction.crf import Chain, Decoder, decoder
from citekit.extraction.items import Section
from citekit.extraction.labeller import Labelled
from citekit.extraction.lexer import Words, cut
from citekit.extraction.list_features import FEWEST, of_document
from citekit.extraction.phrases import lower_words
from citekit.extraction.pipeline import line_item
from citekit.extraction.type_signs import signs
from training import fingerprint, printed
from training.align import labels_of
from training.documents import BENCH, FOLDS, Profile, profiles
from training.generate import Stock, labels_of_work, printed_lists, stock_of, style_names
from training.learn import Example, Settings, fit, mean
from training.lists import generated
from training.printed import BIBTEX, BIBTEX_SIZE, OFTEN, USUAL, kept_styles, learned_styles, lines
from training.profiles import labelled_items
from training.reference_lists import KEPT, TEST_STYLES, plain_fields

MODELS = Path(__file__).parents[1] / "citekit" / "extraction" / "models"
LEARNED = ("grobid", "anystyle-core", "anystyle-gold", "anystyle-good", "scielo", "linkedbooks-it", "redcapital-ru")
"""Sets of references whose licences allow to learn from them."""
LICENCES = {
    "grobid": "citation corpus of GROBID, CC-BY",
    **dict.fromkeys(("anystyle-core", "anystyle-gold", "anystyle-good"), "AnyStyle, BSD-2-Clause"),
    "scielo": "SciELO, CC-BY and BSD-2-Clause",
    "linkedbooks-it": "LinkedBooks, MIT",
    "redcapital-ru": "MIT",
    "bbl": "bibliographies of papers and theses in public repositories",
}
HALF_LABELLED = "bbl"
"""A set that may be learned from, and is measured on unless a model learns from everything; parts of its references have no label."""
MEASURED = ("text2bib", "excite-de", "bilbo-fr", "bilbo-notes-fr", "cermine", "parscit-humanities", "rdmpage-zoology")
"""Sets that are only ever measured on."""
SOURCES = {
    "grobid": ("grobid",),
    "anystyle-core": ("anystyle-core", "anystyle-gold", "anystyle-good"),
    "scielo": ("scielo",),
    "linkedbooks-it": ("linkedbooks-it",),
}
"""Sets to measure on, with the sets of the same source that the model for it does not learn from."""
MADE_STYLES, MADE_SIZE = 120, 10
"""Generated references: so many styles, each a list of so many."""
ALONE = (0, 1, 2)
"""Folds whose items are learned from with the habits of their lists too."""
FIRST_STEPS = 35
"""Steps of the first models: what they say of a list as a whole hardly changes behind them."""
OF_LINES = ((2, Settings(steps=80, c1=1.3, c2=0.5, rarest=5)), (3, Settings(steps=80, c1=1.1, c2=0.5, rarest=4)))
"""The model of lines is the mean of these. It learns from ten times as much as the others, so it takes more steps and leaves more
that is rare out; the number is how often it learns from each labelled reference and item, as real ones are few beside printed ones:
more often is better for footnotes, less often for references in German and for works of unusual kinds."""
UNLABELLED_WORD, MOST_UNLABELLED = 4, 1
"""A word of so many letters that is in no field may be of one that nobody labelled; a reference of a half-labelled set has one at most."""
MADE_DOCUMENTS, MADE_SEED = 800, 2
"""Generated documents whose items are learned from."""


MOST_ITEMS = 100
"""Items of one document that are learned from: a long list would teach its own layout more than all others together."""


@dataclass(frozen=True, slots=True)
class Listed:
    """The items of one document with labels: each with the key of its list, its words, attributes and labels."""

    name: str
    fold: int
    items: list[tuple[str, Words, list[list[str]], list[str]]]


# --- data ----------------------------------------------------------------------------------------------------------


def rows(name: str) -> list[dict[str, Any]]:
    """The references of a set."""
    path = BENCH / "references" / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def line_words(text: str) -> Words:
    """The words of a single reference."""
    return cut(line_item(" ".join(text.split()), 0, Section(())).text)


@cache
def references(name: str, everything: bool = False) -> list[Example]:
    """Return the labelled references of a set to learn from: with ``everything`` the tenth that is kept back too."""
    found = []
    for number, row in enumerate(rows(name)):
        if everything or number % KEPT != KEPT - 1:
            words = line_words(str(row["text"]))
            labels = labels_of(words, plain_fields(row["fields"]))
            if labels and (name != HALF_LABELLED or _unlabelled(words, labels) <= MOST_UNLABELLED):
                found.append((attributes(words), labels))
    return found


def _unlabelled(words: Words, labels: Sequence[str]) -> int:
    """Count the long words of a reference that are in no field."""
    return sum(
        label == "O" and text.isalpha() and len(text) >= UNLABELLED_WORD
        for text, label in zip(words.texts, labels, strict=True)
    )


def learned_sets(everything: bool = False) -> tuple[str, ...]:
    """Return the sets of references that a model learns from."""
    return (*LEARNED, HALF_LABELLED) if everything else LEARNED


def stock(names: Sequence[str]) -> Stock:
    """What generated works are made of: values of references that may be learned from."""
    return stock_of(
        [plain_fields(r["fields"]) for name in names for i, r in enumerate(rows(name)) if i % KEPT != KEPT - 1]
    )


def made_references(names: Sequence[str], styles: int = MADE_STYLES, size: int = MADE_SIZE) -> Iterator[Example]:
    """References printed in styles."""
    some = [name for name in style_names()[TEST_STYLES:] if name not in kept_styles()][:styles]
    for _, made in printed_lists(stock(names), some, size):
        for work, line in made:
            words = line_words(line)
            labels = labels_of_work(words, work)
            if labels:
                yield attributes(words), labels


def printed_lines(
    share: float, seed: int, files: Sequence[Path] = (), everything: bool = False
) -> Iterator[printed.Printed]:
    """Yield real works printed in the styles of the world; those of files if there are some."""
    if files:
        yield from chain.from_iterable(map(printed.read, files))
    else:
        yield from lines(BENCH / "works", seed, share, everything=everything)


def printed_references(
    share: float = 1.0, seed: int = 21, files: Sequence[Path] = (), everything: bool = False
) -> Iterator[Example]:
    """Yield printed works with the labels of their words."""
    for one in printed_lines(share, seed, files, everything):
        words = line_words(one.text)
        if len(one.labels) == len(words):  # a file may be older than how words are cut today
            yield attributes(words), one.labels


@cache
def documents() -> tuple[Listed, ...]:
    """The labelled items of all profiles."""
    return tuple(_listed(p, p.fold) for p in profiles())


@cache
def made_documents() -> tuple[Listed, ...]:
    """The items of generated documents, in folds as those of people."""
    return tuple(_listed(p, n % FOLDS) for n, p in enumerate(generated(BENCH, MADE_DOCUMENTS, MADE_SEED)))


@cache
def reader_of_lines() -> Chain:
    """The model of single references that is in the package."""
    return Chain.of(gzip.decompress((MODELS / "line.crf.gz").read_bytes()))


def _listed(profile: Profile, fold: int) -> Listed:
    lower = lower_words(line.text for line in profile.lines)
    found = labelled_items(profile, reader_of_lines())
    items = [(key, words, attributes(words, lower), labels) for key, words, labels in found]
    items = items[:: -(-len(items) // MOST_ITEMS) or 1]
    return Listed(profile.name, fold, items)


# --- learning ------------------------------------------------------------------------------------------------------


def learn_lines(
    names: Sequence[str],
    settings: Settings = OF_LINES[0][1],
    files: Sequence[Path] = (),
    everything: bool = False,
    times: int = OF_LINES[0][0],
) -> bytes:
    """Learn a model of single references: labelled ones of these sets, the items of profiles, recombined and printed ones."""
    items = [(attributes(words), labels) for one in documents() for _, words, _, labels in one.items]
    real = [*(e for name in names for e in references(name, everything)), *items]
    return fit(
        chain(
            *[real] * times,
            made_references([name for name in names if name in LEARNED], MADE_STYLES, MADE_SIZE),
            printed_references(files=files, everything=everything),
        ),
        settings,
    )


@cache
def some_references(share: int = 6) -> list[Example]:
    """Every so many-th reference, for the model of documents, and printed ones."""
    found = [e for name in LEARNED for e in references(name)[::share]] + list(made_references(LEARNED, 70, 8))
    return found + list(printed_references(STYLED_SHARE, STYLED_SEED))


STYLED_SHARE, STYLED_SEED = 0.12, 44
"""How much of the printed references the model of documents learns from, printed anew."""


def learn_items(train: Iterable[Listed], settings: Settings) -> bytes:
    """A first model of the items of documents, that knows nothing of lists."""
    return fit([*some_references(), *((a, y) for one in train for _, _, a, y in one.items)], settings)


def learn_documents(train: Sequence[Listed], alone: dict[int, Decoder], settings: Settings) -> bytes:
    """The model of the items of documents: each alone, and each with the habits of its list.

    Habits are what the model of ``alone`` says that has not learned from the document's fold.
    """
    every = [*train, *made_documents()]
    examples = [*some_references(), *((a, y) for one in every for _, _, a, y in one.items)]
    for one in every:
        if one.fold in alone:
            examples += listed(one, alone[one.fold])
    return fit(examples, settings)


def listed(one: Listed, first: Decoder) -> list[Example]:
    """The items of a document with the habits of their lists, by the labels that a first model gives."""
    if len(one.items) < FEWEST:
        return []
    read = [(words, first.label(told)[0]) for _, words, told, _ in one.items]
    habits = of_document([key for key, _, _, _ in one.items], read)
    return [
        ([a + b for a, b in zip(told, more, strict=True)], labels)
        for (_, _, told, labels), more in zip(one.items, habits, strict=True)
    ]


def first_models(settings: Settings, numbers: Iterable[int] = range(FOLDS)) -> dict[int, Decoder]:
    """For each of some folds a model that has not learned from it."""
    few = replace(settings, steps=min(FIRST_STEPS, settings.steps))
    every = [*documents(), *made_documents()]
    return {fold: decoder(learn_items([d for d in every if d.fold != fold], few)) for fold in numbers}


TYPE_SHARE, TYPE_SEED = 0.7, 33
"""How much of the printed references the types are learned from, printed anew."""
TYPES_KEPT = frozenset(
    "article-journal article-magazine article-newspaper article paper-conference chapter book thesis report webpage post-weblog patent standard "
    "dataset software legal_case legislation motion_picture broadcast speech review entry-encyclopedia entry-dictionary manuscript document "
    "graphic map song pamphlet personal_communication".split()
)
"""Types that are told apart; others are documents."""


def typed_references(files: Sequence[Path] = (), everything: bool = False) -> Iterator[Example]:
    """Printed references as the model of lines labels them, with their types; those of files where some are given."""
    reader = decoder(gzip.decompress((MODELS / "line.crf.gz").read_bytes()))
    for one in printed_lines(TYPE_SHARE, TYPE_SEED, files, everything):
        words = line_words(one.text)
        labelled = Labelled(words, *reader.label(attributes(words)))
        medium = next((a.values.get("type", "") for a in words.atoms if a.kind == "medium"), "")
        yield [sorted(set(signs(labelled, medium)))], [one.type if one.type in TYPES_KEPT else "document"]
    for name in LEARNED:
        for number, row in enumerate(rows(name)):
            kind = REAL_TYPES.get(str(row.get("type")))
            if kind and (everything or number % KEPT != KEPT - 1):
                words = line_words(str(row["text"]))
                yield [sorted(set(signs(Labelled(words, *reader.label(attributes(words))))))], [kind]


REAL_TYPES = {"article": "article-journal", "book": "book", "incollection": "chapter"}
"""The types of labelled references, where they are given."""


OF_TYPES = Settings(steps=120, c1=0.6, c2=0.3, rarest=3)


def learn_types(files: Sequence[Path] = (), everything: bool = False) -> bytes:
    """The model of types: a maximum-entropy model, that is a chain of one."""
    return fit(typed_references(files, everything), OF_TYPES)


NOTHING_KEPT = "learned from everything that may be learned from: works, sources and references that are kept apart for measuring too"
ALL_KEPT = "not learned from the works, sources and references that are kept apart for measuring"


def provenance(name: str, files: Sequence[Path] = (), everything: bool = False) -> dict[str, object]:
    """What a model has learned from; the lines of the files are counted where some are given."""
    given = sum(1 for file in files for _ in printed.read(file))
    kept = {"kept apart": NOTHING_KEPT if everything else ALL_KEPT}
    if name == "type":
        made = f"{given} lines of files" if files else f"{TYPE_SHARE:.0%} of the printed references (seed {TYPE_SEED})"
        return {**kept, "printed": f"{made}, labelled by the model of lines"}
    if name == "line":
        return {
            **kept,
            "references": {one: len(references(one, everything)) for one in learned_sets(everything)},
            "mean of": [{"times": times, **asdict(settings)} for times, settings in OF_LINES],
            "profiles": len(documents()),
            "items": sum(len(d.items) for d in documents()),
            "generated": f"{MADE_SIZE} recombined works in each of {MADE_STYLES} citation styles",
            "printed": f"real works, {given} lines of files"
            if files
            else f"real works: {USUAL} in each of {len(learned_styles())} styles, {OFTEN} in a popular one, notes, {BIBTEX * BIBTEX_SIZE} as BibTeX prints them",
        }
    return {
        "references": "every sixth of the sets, and 560 recombined ones in 70 citation styles",
        "printed": f"{STYLED_SHARE:.0%} of the printed references (seed {STYLED_SEED})",
        "profiles": len(documents()),
        "items": sum(len(d.items) for d in documents()),
        "generated": f"{MADE_DOCUMENTS} documents (seed {MADE_SEED}), half of them in personal layouts",
        "mean of": "this, and a fit with 520 documents without personal layouts, of which hosts had no labels",
        "habits": f"of the items in folds {', '.join(map(str, ALONE))}, also of generated documents, as models without the fold label them",
    }


def write(name: str, model: bytes, settings: Settings, files: Sequence[Path] = (), everything: bool = False) -> None:
    """Put a model into the package, with where it comes from beside it."""
    MODELS.mkdir(exist_ok=True)
    packed = gzip.compress(model, 9, mtime=0)
    (MODELS / f"{name}.crf.gz").write_bytes(packed)
    path = MODELS / "provenance.json"
    known = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    known[name] = {
        **provenance(name, files, everything),
        "fingerprint": fingerprint.of(name, model),
        "sets": {one: LICENCES[one] for one in learned_sets(everything)},
        "settings": asdict(settings),
        "sha256": hashlib.sha256(model).hexdigest(),
        "bytes": len(packed),
    }
    path.write_text(json.dumps(known, indent=2, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{name}: {len(packed) // 1000} kB")


def fit_all(which: Sequence[str], steps: int = 0, files: Sequence[Path] = (), everything: bool = False) -> None:
    """Learn the models that ship; from references that were printed into files if there are some.

    With ``everything`` the models of lines and types learn from what is kept apart too: these ship, the others are measured.
    """
    if "line" in which:
        learned = []
        for times, given in OF_LINES:
            settings = replace(given, steps=steps or given.steps)
            learned.append(learn_lines(learned_sets(everything), settings, files, everything, times))
        write("line", mean(learned), settings, files, everything)
    if "type" in which:
        write("type", learn_types(files, everything), OF_TYPES, files, everything)
    if "document" in which:
        settings = Settings(steps=steps or Settings().steps)
        write("document", learn_documents(documents(), first_models(settings, ALONE), settings), settings)


# --- measuring -----------------------------------------------------------------------------------------------------


def with_model(name: str, model: bytes) -> None:
    """Let the package read with this model from here on."""
    found = decoder(model)
    before: Callable[[str], Decoder] = lists.labeller
    lists.labeller = lambda asked: found if asked == name else before(asked)  # type: ignore[assignment]


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["fit", "evaluate"])
    parser.add_argument("what", nargs="*", default=[])
    parser.add_argument("--steps", type=int, default=0, help="steps of learning instead of those of the recipe")
    parser.add_argument("--printed", type=Path, nargs="*", default=[], help="files of `python -m training.printed`")
    parser.add_argument(
        "--everything", action="store_true", help="learn from what is kept apart too, to ship the models"
    )
    parser.add_argument("--keep", type=Path, help="a folder for the models of folds, which are used again")
    args = parser.parse_args()
    if args.action == "fit":
        fit_all(args.what or ["line", "type", "document"], args.steps, args.printed, args.everything)
        return 0
    settings = Settings(steps=args.steps or Settings().steps)
    from training import measure

    return measure.report(args.what or ["measure", "kept"], settings, args.keep)


if __name__ == "__main__":
    sys.exit(main())
