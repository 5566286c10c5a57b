"""The style that a list of references is printed in, and how its items compare with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from citekit.commands.reprint.departures import Departure, Judged, judge
from citekit.commands.reprint.lines import Line
from citekit.commands.reprint.style import PrintingStyle, as_printed_line, similarity
from citekit.csl.styles import find, load
from citekit.model.work import Trace, Work
from citekit.runtime import patterns as re
from citekit.runtime.errors import UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.registry import pairs

POPULAR = pairs("citekit.commands.reprint", "popular_styles.tsv")["popular"]
"""The styles that most lists are printed in, and what people call them."""
_LANGUAGES = {
    "de-DE": re.compile(r"\b(?:und|Hrsg|Hg|Aufl|Bd|Verfügbar)\b"),
    "fr-FR": re.compile(r"\b(?:et|dir|éd|Disponible)\b"),
    "es-ES": re.compile(r"\b(?:y|Recuperado|Disponible|coord)\b"),
    "pt-BR": re.compile(r"\b(?:e|Disponível|org|Acesso)\b"),
    "it-IT": re.compile(r"\b(?:e|a cura di|consultato)\b"),
    "nl-NL": re.compile(r"\b(?:en|red|Geraadpleegd)\b"),
}
"""Languages in which styles print words, and words by which a list may be in one."""
_IN_LANGUAGE = 0.3
"""Share of the items that have such a word in a list in a language: most references have several people or a role."""
SAMPLE = 12
"""Items by which the style of a list is chosen. More would find the same one."""
FEW = 0.25
"""Share of the sample that must print exactly for the list to be called printed in a style; below it, chance is at work."""
FEWEST, FEW_ITEMS = 2, 5
"""Items that print exactly in the style of a list, at least; one is enough in a list with fewer than this many."""
MOST_ITEMS = 400
"""Items of a list that are printed again, the first ones: each takes some milliseconds."""


@dataclass(frozen=True, slots=True)
class PrintedList:
    """A list and the style that it is printed in; ``judged`` are its items by their numbers."""

    label: str
    judged: dict[int, Judged]

    @property
    def exact(self) -> int:
        """Number of items that the style prints exactly as they are."""
        return sum(one.reprinted.exact for one in self.judged.values())

    def __str__(self) -> str:
        return f"printed like {self.label}: {self.exact} of {len(self.judged)} exactly"


def label_of(name: str) -> str:
    """Return what people call a style: ``APA 7`` for ``apa``."""
    try:
        known = find(name).name
    except UsageError:  # the path of a style
        return load(name).info.title or name
    return POPULAR.get(known) or find(known).title


def style_of(references: Sequence[tuple[Line, Work]]) -> PrintingStyle | None:
    """Return the popular style that prints most of a list exactly, by a sample of its items; None if none prints a part of it.

    References without people or year show nothing. Of two that print as many, the one whose other lines are more like the list's is returned.
    """
    telling = [(line, work) for line, work in references if work.issued and (work.author or work.names("editor"))]
    step = max(1, len(telling) // SAMPLE)
    sample = telling[::step][:SAMPLE]
    best: tuple[tuple[int, float], PrintingStyle] | None = None
    for language in ("", *_languages([line.text for line, _ in sample])):
        for name in POPULAR:
            style = PrintingStyle(name, language)
            printed = [(line.loose, style.printed(work, line.text).loose) for line, work in sample]
            score = sum(one == other for one, other in printed), sum(similarity(*pair) for pair in printed)
            if best is None or score > best[0]:
                best = score, style
    fewest = FEWEST if len(sample) >= FEW_ITEMS else 1
    return best[1] if best and best[0][0] >= max(fewest, FEW * len(sample)) else None


def _languages(lines: Sequence[str]) -> Iterator[str]:
    for language, words in _LANGUAGES.items():
        if sum(bool(words.search(line)) for line in lines) > _IN_LANGUAGE * len(lines):
            yield language


def printed_like(works: Sequence[Work], traces: Sequence[Trace]) -> dict[str, PrintedList]:
    """Return for each source of some works the style that its references are printed in, by the source's name.

    A source whose references no popular style prints is not in the result.
    """
    by_source: dict[str, list[int]] = {}
    for number, trace in enumerate(traces):
        if trace.text:
            by_source.setdefault(trace.source.name, []).append(number)
    found: dict[str, PrintedList] = {}
    for name, numbers in by_source.items():
        chosen = numbers[:MOST_ITEMS]
        lines = {number: as_printed_line(Line.of_text(traces[number].text)) for number in chosen}
        style = style_of([(lines[number], works[number]) for number in chosen])
        if style is not None:
            judged = {n: judge(lines[n], style, (works[n],), with_italics=False) for n in chosen}
            found[name] = PrintedList(label_of(style.name), judged)
    return found


def reprinted_text(judged: Judged, label: str) -> str:
    """Return in a few words whether a style prints an item exactly, or the first place where the two differ."""
    if judged.reprinted.exact or not judged.departures:
        return f"printed exactly like {label}"
    return departure_text(judged.departures[0], label, with_found=True)


def departure_text(found: Departure, label: str, with_found: bool = False) -> str:
    """Return a departure as a sentence; ``with_found`` also states what is there instead."""
    if found.missing:
        return f"{label} prints the {found.missing} after `{_short(found.found)}`"
    if found.italic is not None:
        return f"{label} prints `{_short(found.printed)}` in italics here"
    if not found.printed:
        return f"{label} does not print `{_short(found.found)}` here"
    instead = f" in place of `{_short(found.found)}`" if with_found and found.found else " here"
    return f"{label} prints `{_short(found.printed)}`{instead}"


SHOWN = 60
"""Characters of a text that a message shows."""


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
