"""The shape of a list: which parts its items have, in which order, with which separators and styles.

A shape is counted over the items of a list as they were first read, and then pulls every item towards what most of
them do. It prints as one line, ``**authors** . title . *venue* , date``, and such a line can be given by hand.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from citekit.publications.atoms import Part

WORD_OF_PART = {
    Part.AUTHORS: "authors",
    Part.TITLE: "title",
    Part.VENUE: "venue",
    Part.DATE: "date",
    Part.LOCATOR: "locator",
    Part.NOTE: "note",
    Part.LINK: "links",
    Part.OTHER: "other",
}
LOOSE = frozenset({Part.NOTE, Part.LINK, Part.OTHER})
"""Parts that stand anywhere; the order that a list is voted on is that of the others."""
STYLE_MARKS = {"b": ("**", "**"), "i": ("*", "*"), "u": ("_", "_"), "l": ("[", "]"), "q": ('"', '"')}
SIGN_OF_SEPARATOR = {
    "": " ",
    "s": " ",
    "(": " ( ",
    ",": " , ",
    "-": " - ",
    "|": " | ",
    ";": " ; ",
    ":": " : ",
    '"': " ",
    ".": " . ",
    "?": " . ",
    "soft": " / ",
    "hard": " / ",
}
STRENGTH = 1.1
"""How much a unanimous list outweighs the general scores; the pull of a divided list is smaller."""


def _counts() -> defaultdict[Any, float]:
    return defaultdict(float)


@dataclass(slots=True)
class ListShape:
    """Counts of one list's items; an empty shape pulls nowhere.

    ``section`` is the list's heading, ``items`` how many items were counted, ``agreeing`` how many have exactly the
    printed ``notation``.
    """

    section: str = ""
    items: int = 0
    agreeing: int = 0
    notation: str = ""
    starts: dict[str, float] = field(default_factory=_counts)
    steps: dict[tuple[str, str], float] = field(default_factory=_counts)
    signs: dict[tuple[str, str, str], float] = field(default_factory=_counts)
    leaving: dict[str, float] = field(default_factory=_counts)
    insides: dict[tuple[str, str], float] = field(default_factory=_counts)
    styles: dict[tuple[str, str], float] = field(default_factory=_counts)
    parts: dict[str, float] = field(default_factory=_counts)
    titles: float = 0.0
    strength: float = STRENGTH
    """How much this shape outweighs the general scores; one given by hand outweighs them more."""
    missing_title: float = 6.0
    """What it costs an item with venue and locator to have no title; the references of some fields have none."""
    rows: dict[tuple[int, int, str], list[float]] = field(default_factory=dict, repr=False)
    """Step scores that the decoder has worked out under this shape."""
    _memo: dict[tuple[str, ...], float] = field(default_factory=dict, repr=False)

    def add(self, segments: list[tuple[str, str, str]], insides: list[tuple[str, str]], weight: float = 1.0) -> None:
        """Count one item: its segments as ``(part, separator before it, styles)`` in order, and the separators inside them."""
        self.items += 1
        self._forget()
        previous = ""
        for part, separator, styles in segments:
            if part in LOOSE:
                continue
            if previous:
                self.steps[previous, part] += weight
                self.signs[previous, part, separator] += weight
                self.leaving[previous] += weight
            else:
                self.starts[part] += weight
            for style in styles:
                self.styles[part, style] += weight
            previous = part
        for part in {segment[0] for segment in segments}:
            self.parts[part] += weight
        for inside in insides:
            self.insides[inside] += weight
        self.titles += weight

    def _forget(self) -> None:
        self._memo.clear()
        self.rows.clear()

    def blend(self, other: ListShape, weight: float) -> None:
        """Add another shape's counts, each times ``weight``."""
        self._forget()
        self.titles += other.titles * weight
        for mine, theirs in zip(self._tables(), other._tables(), strict=True):
            for key, count in theirs.items():
                mine[key] += count * weight

    def _tables(self) -> tuple[dict[Any, float], ...]:
        return self.starts, self.steps, self.signs, self.leaving, self.insides, self.styles, self.parts

    @property
    def _trust(self) -> float:
        """0 for an empty list, near 1 for ten items."""
        return self.titles / (self.titles + 2.0)

    def start(self, part: str) -> float:
        """The pull on the part that begins an item."""
        return self._remember(("start", part), self._start, part)

    def step(self, previous: str, part: str, separator: str) -> float:
        """The pull on ``part`` after ``previous`` with this separator between them."""
        return self._remember(("step", previous, part, separator), self._step, previous, part, separator)

    def within(self, part: str, separator: str) -> float:
        """The pull on a separator inside a part: a list that ends titles with full stops seldom has them inside."""
        return self._remember(("within", part, separator), self._within, part, separator)

    def style(self, part: str, style: str, has: bool) -> float:
        """The pull on a chunk that has (or lacks) a style to be this part."""
        return self._remember(("style", part, style, str(has)), self._style, part, style, has)

    def _remember(self, key: tuple[str, ...], compute: Callable[..., float], *args: Any) -> float:
        known = self._memo.get(key)
        if known is None:
            known = self._memo[key] = compute(*args) if self.titles else 0.0
        return known

    def _start(self, part: str) -> float:
        total = sum(self.starts.values())
        if not total:
            return 0.0
        return self.strength * self._trust * _log_ratio(self.starts.get(part, 0.0), total, 5)

    def _step(self, previous: str, part: str, separator: str) -> float:
        total = self.leaving.get(previous, 0.0)
        if not total:
            return 0.0
        taken = self.steps.get((previous, part), 0.0)
        pull = _log_ratio(taken, total, 6)
        sign = _log_ratio(self.signs.get((previous, part, separator), 0.0), taken, 5) if taken else 0.0
        return self.strength * self._trust * (0.6 * pull + 0.6 * sign)

    def _within(self, part: str, separator: str) -> float:
        if separator == "(":
            return 0.0  # brackets stand inside titles in every list
        ends = self.signs_after(part).get(separator, 0.0)
        inside = self.insides.get((part, separator), 0.0)
        if ends + inside < 1.0:
            return 0.0
        share = (inside + 0.5) / (ends + inside + 1.0)
        return 0.75 * self.strength * self._trust * math.log(share / 0.5)

    def _style(self, part: str, style: str, has: bool) -> float:
        total = self.parts.get(part, 0.0)
        if total < 1.0:
            return 0.0
        share = min(1.0, self.styles.get((part, style), 0.0) / total)
        likely = share if has else 1.0 - share
        return 0.7 * self._trust * math.log((likely * total + 0.4) / (total + 0.8) / 0.5)

    def signs_after(self, part: str) -> dict[str, float]:
        """The separators that follow a part, with their counts."""
        after: dict[str, float] = {}
        for (previous, _, separator), count in self.signs.items():
            if previous == part:
                after[separator] = after.get(separator, 0.0) + count
        return after

    @property
    def missing_authors(self) -> float:
        """What an item without authors costs: much in a list that prints authors, little in one that does not."""
        if not self.titles:
            return 1.2
        share = self.parts.get(Part.AUTHORS, 0.0) / self.titles
        weight = max(1.0, self.strength / STRENGTH)
        return 0.2 + 2.6 * weight * share * self._trust + 1.0 * (1 - self._trust)


def _log_ratio(count: float, total: float, kinds: int) -> float:
    return max(-2.0, min(1.6, math.log((count + 0.5) / (total + 0.5 * kinds) * kinds * 0.6)))


def notation_of(segments: list[tuple[str, str, str]]) -> str:
    """The one-line notation of an item's segments, for example ``**authors** . [title] . *venue* , date``."""
    line = ""
    for part, separator, styles in segments:
        word = WORD_OF_PART[Part(part)]
        for style in styles:
            opening, closing = STYLE_MARKS.get(style, ("", ""))
            word = f"{opening}{word}{closing}"
        line += (SIGN_OF_SEPARATOR.get(separator, " ") if line else "") + word
    return line
