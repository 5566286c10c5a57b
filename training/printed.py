"""The printed references that both models learn from: real works in all styles of CSL, in notes, and as BibTeX prints them.

Every style that is no mere variant of another prints a few works, those that many journals depend on or that people call by a
name print many; a style of the notes prints notes too, with pages that are cited, some a second time and so in their short form.
Sixty styles are kept apart (:func:`kept_styles`).
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from random import Random

from citekit.csl.styles import SHORT_NAMES, index
from citekit.extraction.items import Section
from citekit.extraction.lexer import cut
from citekit.extraction.pipeline import line_item
from citekit.model.work import Work
from citekit.runtime.errors import CitekitError
from training import bst, real_works
from training.documents import BENCH
from training.generate import style_names
from training.roughen import roughened
from training.tagged import Piece, bibliography, labels_of_pieces, notes, text_of_pieces

USUAL, OFTEN, NOTES, OFTEN_NOTES = 7, 75, 6, 30
"""Works that a style prints, a popular one, and the notes of a style of notes and of a popular one."""
BST, BIBTEX, BIBTEX_SIZE = "bst/", 20, 180
"""Lists of works that BibTeX's styles print, and the works of each."""
EVERY = 2
"""Every so many-th style prints; those of a kind are much alike."""
DEPENDENTS = 10
"""Journals that depend on a style that is popular, at least."""
KEPT_STYLES = 60
"""Styles that nothing is learned from."""
OTHERS = (
    "acm-sig-proceedings elsevier-harvard elsevier-vancouver american-physics-society mhra-notes iso690-author-date-en "
    "chinese-gb7714-2005-numeric cell science-without-titles science plos vancouver oscola bluebook2 turabian-fullnote-bibliography "
    "chicago-fullnote-bibliography modern-language-association-8th-edition apa-5th-edition deutsche-gesellschaft-fur-psychologie "
    "universite-de-liege-histoire infoclio-de"
).split()
"""Popular styles that are not called by a short name."""
LANGUAGES = (
    "en-US en-GB de-DE de-DE de-DE de-DE fr-FR fr-FR fr-FR es-ES es-ES pt-BR it-IT nl-NL pl-PL ru-RU sv-SE cs-CZ tr-TR da-DK"
).split()
"""Languages of the words that a style prints; those of many references several times."""
ELSEWHERE = 0.35
"""The share of the lists that are printed in another language than the style's."""
FRENCH = 0.35
"""The share of the notes that are printed in French, the language of most notes that people convert."""
SHORTEST = 25
"""Characters of a reference, at least."""


@cache
def popular_styles() -> frozenset[str]:
    """The styles that people call by a name, and those that many journals depend on."""
    parents = Counter(listed.parent for listed in index().values() if listed.parent)
    found = {*SHORT_NAMES.values(), *OTHERS, *(name for name, count in parents.items() if count >= DEPENDENTS)}
    return frozenset(name for name in found if name in index())


@cache
def kept_styles() -> tuple[str, ...]:
    """Styles that nothing is learned from: the first of a random order that are not popular."""
    return tuple([name for name in style_names() if name not in popular_styles()][:KEPT_STYLES])


def learned_styles() -> list[str]:
    """Every so many-th of the other styles that are no mere variants, and the popular ones."""
    return sorted({*style_names()[::EVERY], *popular_styles()} - set(kept_styles()))


def printed_by(
    name: str, works: Sequence[Work], draw: Random, as_notes: bool = False
) -> Iterator[tuple[Work, list[Piece]]]:
    """Works as a style prints them, in one language; nothing for a style that fails."""
    language = draw.choice(LANGUAGES) if draw.random() < ELSEWHERE else ""
    if as_notes and draw.random() < FRENCH:
        language = "fr-FR"
    try:
        if as_notes:
            locators = [str(draw.randint(1, 480)) if draw.random() < 0.7 else "" for _ in works]
            locators = [
                f"{n}–{int(n) + draw.randint(1, 9)}" if n and draw.random() < ELSEWHERE else n for n in locators
            ]
            found = notes(name, works, locators, language)
        else:
            found = bibliography(name, works, language)
    except (CitekitError, RecursionError):
        return
    for work, pieces in found:
        if len(text_of_pieces(pieces)) >= SHORTEST and "CSL STYLE ERROR" not in text_of_pieces(pieces):
            yield work, pieces


def lines(
    folder: Path, seed: int = 21, share: float = 1.0, shard: int = 0, shards: int = 1, everything: bool = False
) -> Iterator[Printed]:
    """Printed references, roughened, the same for a seed. A ``share`` of 0.1 has a tenth of them, a shard every so many-th style.

    With ``everything`` works that are kept apart are printed too.

    Every style draws by itself, so that all shards together print what one process would.
    """
    some = real_works.pool(folder, everything=everything)
    popular, styles = popular_styles(), index()
    names = [*learned_styles(), *(f"{BST}{number}" for number in range(BIBTEX))]
    for name in names[shard::shards]:
        draw = Random(f"{seed}/{name}")
        if name.startswith(BST):
            for work in real_works.drawn(some, draw, _size(BIBTEX_SIZE, share, draw)):
                yield _printed(BST, work, roughened(bst.printed(work, draw), draw))
            continue
        is_note = styles[name].format == "note"
        counts = (OFTEN, OFTEN_NOTES * is_note) if name in popular else (USUAL, NOTES * is_note)
        for as_notes, wanted in zip((False, True), counts, strict=True):
            works = real_works.drawn(some, draw, _size(wanted, share, draw))
            for work, pieces in printed_by(name, works, draw, as_notes) if works else ():
                yield _printed(name, work, roughened(pieces, draw, as_notes))


def _size(wanted: int, share: float, draw: Random) -> int:
    return int(wanted * share + draw.random()) if share < 1 else wanted


def _printed(style: str, work: Work, pieces: list[Piece]) -> Printed:
    text = text_of_pieces(pieces)
    words = cut(line_item(text, 0, Section(())).text)
    return Printed(style, work.type, text, labels_of_pieces(words, pieces, work.type) or [])


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed reference: its style, the CSL type of its work, the line, and the labels of its words (none: not known)."""

    style: str
    type: str
    text: str
    labels: list[str]


def read(path: Path) -> Iterator[Printed]:
    """Printed references that were kept in a file."""
    with path.open(encoding="utf-8") as file:
        for row in file:
            yield Printed(**json.loads(row))


def main() -> int:
    """Print into a file: ``python -m training.printed FILE SEED SHARE SHARD/SHARDS [--everything]``."""
    everything = "--everything" in sys.argv
    path, seed, share, part = [word for word in sys.argv[1:] if word != "--everything"]
    shard, shards = map(int, part.split("/"))
    with Path(path).open("w", encoding="utf-8") as file:
        for one in lines(BENCH / "works", int(seed), float(share), shard, shards, everything):
            file.write(json.dumps(asdict(one), ensure_ascii=False) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
