"""The printed references that both models learn from: real works in all styles of CSL, in notes, and as BibTeX prints them.

Every style that is no mere variant of another prints a few works, those that many journals depend on or that people call by a
name print many; a style of the notes prints notes too, with pages that are cited, some a second time and so in their short form.
Sixty styles are kept apart (:func:`kept_styles`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random

from citekit.csl.styles import SHORT_NAMES, index
from citekit.errors import CitekitError
from citekit.works.work import Work
from training import bst, real_works
from training.generate import style_names
from training.roughen import roughened
from training.tagged import Piece, bibliography, notes, text_of_pieces

USUAL, OFTEN, NOTES, BIBTEX = 8, 90, 7, 5000
"""Works that a style prints, a popular one, the notes of a style of notes, and all that BibTeX's styles print."""
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
    "en-US",
    "en-GB",
    "de-DE",
    "fr-FR",
    "es-ES",
    "pt-BR",
    "it-IT",
    "nl-NL",
    "pl-PL",
    "ru-RU",
    "sv-SE",
    "cs-CZ",
    "tr-TR",
    "da-DK",
)
FRENCH = 0.3
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
    """All other styles that are no mere variants, and the popular ones."""
    kept = set(kept_styles())
    return sorted({*style_names(), *popular_styles()} - kept)


def printed_by(
    name: str, works: Sequence[Work], draw: Random, as_notes: bool = False
) -> Iterator[tuple[Work, list[Piece]]]:
    """Works as a style prints them, in one language; nothing for a style that fails."""
    language = draw.choice(LANGUAGES) if draw.random() < 0.25 else ""
    if as_notes and draw.random() < FRENCH:
        language = "fr-FR"
    try:
        if as_notes:
            locators = [str(draw.randint(1, 480)) if draw.random() < 0.7 else "" for _ in works]
            locators = [f"{n}–{int(n) + draw.randint(1, 9)}" if n and draw.random() < 0.25 else n for n in locators]
            found = notes(name, works, locators, language)
        else:
            found = bibliography(name, works, language)
    except (CitekitError, RecursionError):
        return
    for work, pieces in found:
        if len(text_of_pieces(pieces)) >= SHORTEST and "CSL STYLE ERROR" not in text_of_pieces(pieces):
            yield work, pieces


def lines(folder: Path, seed: int = 21, share: float = 1.0) -> Iterator[tuple[str, Work, list[Piece]]]:
    """Printed references, roughened: the style, the work, the pieces. A ``share`` of 0.1 has a tenth of them."""
    some = real_works.pool(folder)
    draw = Random(seed)
    popular = popular_styles()
    styles = index()
    for name in learned_styles():
        count = OFTEN if name in popular else USUAL
        is_note = styles[name].format == "note"
        for as_notes, wanted in ((False, count), (True, (3 * NOTES if name in popular else NOTES) * is_note)):
            size = int(wanted * share + draw.random()) if share < 1 else wanted
            if size:
                works = real_works.drawn(some, draw, size)
                for work, pieces in printed_by(name, works, draw, as_notes):
                    yield name, work, roughened(pieces, draw, as_notes)
    for work in real_works.drawn(some, draw, int(BIBTEX * share)):
        yield "bst", work, roughened(bst.printed(work, draw), draw)
