"""The style that a list of references is printed in, and how its items compare with a style."""

from __future__ import annotations

from collections.abc import Sequence

from citekit.commands.reprint.lines import Line
from citekit.commands.reprint.style import PrintingStyle, Reprinted
from citekit.csl.styles import find, load
from citekit.extraction.items import Item
from citekit.model.work import Work
from citekit.runtime.errors import UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.tables import pairs

POPULAR = pairs("citekit.commands.reprint", "popular_styles.tsv")["popular"]
"""The styles that most lists are printed in, and what people call them."""
LANGUAGES = ("", "de-DE", "fr-FR", "es-ES", "pt-BR", "it-IT", "nl-NL")
"""Languages in which a style is tried; the first is the style's own."""
SAMPLE = 12
"""Items by which the style of a list is chosen. More would find the same one."""
FEW = 0.25
"""Share of the sample that must print exactly for the list to be called printed in a style; below it, chance is at work."""
FEWEST = 2
"""Items that print exactly in the style of a list, at least."""


@dataclass(frozen=True, slots=True)
class PrintedReference:
    """A reference of a list: its item, its line, and its readings, the first one as it is set and one of its bare text."""

    item: Item
    line: Line
    works: tuple[Work, ...]


def label_of(name: str) -> str:
    """Return what people call a style: ``APA 7`` for ``apa``."""
    try:
        known = find(name).name
    except UsageError:  # the path of a style
        return load(name).info.title or name
    return POPULAR.get(known) or find(known).title


def style_of(references: Sequence[PrintedReference]) -> PrintingStyle | None:
    """Return the popular style that prints most of a list exactly, by a sample of its items; None if none prints a part of it.

    Of two that print as many, the more popular one is returned.
    """
    step = max(1, len(references) // SAMPLE)
    sample = references[::step][:SAMPLE]
    best: tuple[int, PrintingStyle] | None = None
    for language in LANGUAGES:
        for name in POPULAR:
            style = PrintingStyle(name, language)
            exact = sum(style.printed(one.works[0], one.line.text).loose == one.line.loose for one in sample)
            if best is None or exact > best[0]:
                best = exact, style
        if best and best[0] >= max(FEWEST, FEW * len(sample)):
            return best[1]
    return None


def reprinted(references: Sequence[PrintedReference], style: PrintingStyle) -> list[Reprinted]:
    """Return each reference of a list as a style prints it, in the reading that prints most like it."""
    return [style.reprint(one.line, one.works) for one in references]
