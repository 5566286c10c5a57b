"""The shape of a list: which parts its items have, in which order, with which separators and styles.

A shape prints as one line, ``**authors** . title . *venue* , date``: the commonest of the readings of a list's items. Such
a line can be given by hand; then every step from one part to another that is not in it costs dearly. ``**`` stands for
bold, ``*`` for italics, ``_`` for underlined, ``[ ]`` for linked, ``" "`` for quoted, ``/`` for a line break.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import replace
from itertools import pairwise

from citekit.documents.runs import TextStyle
from citekit.extraction.attributes import gap_form
from citekit.extraction.crf import Attributes, Chain
from citekit.extraction.labeller import (
    AUTHOR,
    EDITOR,
    ISSUE,
    LINK,
    OTHER,
    PAGES,
    PLACE,
    SERIES,
    TRANSLATOR,
    VOLUME,
    YEAR,
    Labelled,
    field_of,
    is_name,
    names_of,
)
from citekit.extraction.lexer import FieldKind, Words
from citekit.runtime import patterns as re
from citekit.runtime.errors import UsageError
from citekit.runtime.records import dataclass

_WORDS = {
    FieldKind.AUTHORS: ("authors", "author"),
    FieldKind.TITLE: ("title",),
    FieldKind.VENUE: ("venue", "journal"),
    FieldKind.DATE: ("date", "year"),
    FieldKind.LOCATOR: ("locator", "pages"),
    FieldKind.NOTE: ("note",),
    FieldKind.LINK: ("links", "link"),
    FieldKind.OTHER: ("other",),
}
"""What a notation calls each part; the first word is printed."""
_FIELDS = {
    **dict.fromkeys("AE", FieldKind.AUTHORS),
    "T": FieldKind.TITLE,
    **dict.fromkeys("CPWS", FieldKind.VENUE),
    "Y": FieldKind.DATE,
    **dict.fromkeys(("V", "N", "PG"), FieldKind.LOCATOR),
    "LINK": FieldKind.LINK,
}
"""The part of the notation that a field is; all others are :attr:`FieldKind.OTHER`."""
_LOOSE = frozenset({FieldKind.NOTE, FieldKind.LINK, FieldKind.OTHER})
"""Parts that appear anywhere: a shape given by hand is silent about them."""
# How a notation writes the styles of a part (TextStyle, and l for linked, q for quoted) and the separator before it.
_STYLES = {"b": ("**", "**"), "i": ("*", "*"), "u": ("_", "_"), "l": ("[", "]"), "q": ('"', '"')}
_SIGNS = {"?": " . ", "\n": " / ", "\x0b": " / ", "": " "} | {sign: f" {sign} " for sign in ".,;:(|-"}
# A part of a notation by hand: its separator, the marks of its styles, its word, and the same marks again.
_PIECE = re.compile(r"\s*+(?P<sign>[.,;:|(/-])?\s*+(?P<opened>[*_\[\"]*)(?P<part>[^\W_]++)(?P<closed>[*_\]\"]*+)\s*+")
_MOSTLY = 0.6
"""The share of a part that is set in a style it has."""
_FORBIDDEN = -25.0
"""What a step that a shape given by hand does not have adds to the score of a reading."""
_UNSAID = -2.0
"""What a word adds that is in no part of such a shape."""

_UNSEEN_JOINER, _UNSEEN_BORDER = -3.0, -6.0
"""What a step adds between two people, or two parts, that no known item parts by this sign: two people are often joined
otherwise than three; other parts rarely are."""
_LONGEST = 150
"""Words of an item that is read by the layout of known ones, at most: no reference is longer, and the time grows with them."""
_NUMBERS = frozenset({VOLUME, ISSUE, PAGES, YEAR})
"""Fields of numbers: what is read as one of them is no word of a name or title of a list whose known items lack it."""
_NOT_IN_ALL = frozenset({VOLUME, ISSUE, PAGES, SERIES, PLACE})
"""Fields that a work may lack where another of its list has them."""
_ANYWHERE = frozenset({"", ",", ".", ":", "?", "!", "-", "'", "(", ")"})
"""Signs that are within parts of any list. Others between parts of a list, as strokes, are rarely within one."""
_ROLES = frozenset({AUTHOR, EDITOR, TRANSLATOR})

Segment = tuple[FieldKind, str, str]
"""A part, the separator before it, and the letters of the styles it has, the innermost first."""


@dataclass(slots=True)
class ListShape:
    """The layout that most items of a list have: its ``notation``, and how many of the ``items`` have exactly this."""

    section: str = ""
    items: int = 0
    agreeing: int = 0
    notation: str = ""


def separator_of(gap: str) -> str:
    """Return the sign in a gap that parts most: a line break, a full stop, a comma and so on; empty for spaces."""
    sign = next((sign for sign in "\n\x0b.?;:(,|" if sign in gap), "")
    return sign or ("-" if any(f" {dash}" in gap for dash in "-–—") else "")


def segments_of(labelled: Labelled) -> list[Segment]:
    """Return an item's parts in order; neighbouring fields of one part, such as volume and pages, are one."""
    words = labelled.words
    found: list[tuple[FieldKind, int, int]] = []  # part, first word, the word after the last
    for stretch in labelled.stretches:
        part = _FIELDS.get(stretch.field, FieldKind.OTHER)
        if found and found[-1][0] == part:
            found[-1] = (part, found[-1][1], stretch.stop)
        else:
            found.append((part, stretch.first, stretch.stop))
    kept = [one for one in found if one[0] != FieldKind.OTHER]
    return [
        (part, separator_of(words.separators[first]) if number else "", _styles(words, first, stop, part))
        for number, (part, first, stop) in enumerate(kept)
    ]


def _styles(words: Words, first: int, stop: int, part: FieldKind) -> str:
    """Return the letters of the styles that most of a part is set in, as in :data:`_STYLES`."""
    if part not in (FieldKind.TITLE, FieldKind.VENUE):
        return ""
    item, start, end = words.item, words.starts[first], words.ends[stop - 1]
    styles = (("b", TextStyle.BOLD), ("i", TextStyle.ITALIC), ("u", TextStyle.UNDERLINE), ("l", None))
    letters = [letter for letter, style in styles if item.share(start, end, style) > _MOSTLY]
    return "".join(letters) + ("q" if words.separators[first][-1:] in set('"“„«') else "")


def notation_of(segments: Iterable[Segment]) -> str:
    """Return the one-line notation of an item's segments, for example ``**authors** . [title] . *venue* , date``."""
    line = ""
    for part, separator, styles in segments:
        word = _WORDS[part][0]
        for style in styles:
            word = word.join(_STYLES[style])
        line += (_SIGNS[separator] if line else "") + word
    return line


def parse_shape(notation: str) -> list[Segment]:
    """Return the parts that a notation names, in order.

    Raises :class:`~citekit.runtime.errors.UsageError` that points at the first piece that is not a part of a shape.
    """
    found: list[Segment] = []
    at = 0
    while at < len(notation) or not found:
        piece = _PIECE.match(notation, at)
        opened = re.findall(r"\*\*|.", piece["opened"]) if piece else []
        styles = [letter for mark in reversed(opened) for letter, marks in _STYLES.items() if marks[0] == mark]
        part = next((part for part, words in _WORDS.items() if piece and piece["part"].lower() in words), None)
        if not piece or part is None or piece["closed"] != "".join(_STYLES[style][1] for style in styles):
            raise UsageError(
                f"not a shape at column {at + 1}: {notation!r}",
                "write for example: **authors** . title . *venue* , year",
            )
        sign = (piece["sign"] or "").replace("/", "\n")
        found.append((part, sign if found else "", "".join(styles)))
        at = piece.end()
    return found


def voted(section: str, readings: Iterable[Labelled]) -> ListShape | None:
    """Return the commonest shape of the readings of a list's items; None if none of them has a title and another part."""
    notations: Counter[str] = Counter()
    for reading in readings:
        segments = segments_of(reading)
        parts = {segment[0] for segment in segments}
        if FieldKind.TITLE in parts and len(parts - _LOOSE) > 1:
            notations[notation_of(segments)] += 1
    if not notations:
        return None
    notation, agreeing = notations.most_common(1)[0]
    return ListShape(section, notations.total(), agreeing, notation)


def step_score(segments: list[Segment], words: Words) -> Callable[[int, str, str], float]:
    """Return the function that scores a step of the labeller under a shape given by hand.

    It takes the number of a word, the label of the word before it (empty at the beginning) and its own. A step from one part
    to another costs nothing if the shape has it with the separator that is there.
    """
    order = [(part, separator) for part, separator, _ in segments if part not in _LOOSE]
    allowed = {(a[0], b[0], b[1]) for a, b in pairwise(order)}
    parts = {part for part, _ in order}

    def score(i: int, before: str, label: str) -> float:
        part = _FIELDS.get(field_of(label), FieldKind.OTHER)
        if label == OTHER:
            return _UNSAID
        if not before:
            return 0.0 if part == order[0][0] or part not in parts else _FORBIDDEN
        last = _FIELDS.get(field_of(before), FieldKind.OTHER)
        if part == last or part not in parts or last not in parts:
            return 0.0
        return 0.0 if (last, part, separator_of(words.separators[i])) in allowed else _FORBIDDEN

    return score


# --- the layout of known items -----------------------------------------------------------------------------------------


class KnownLayout:
    """How known items of a list are laid out: which part follows which at which separator, their constant words, and the form
    of their names.

    Other items are read by it: each step of their labelling must be one that a known item has. What known items do not show
    may be as the models state: the separator between people where each known item is by one person.
    """

    def __init__(self) -> None:
        self._labels: set[str] = {OTHER, LINK}
        self._fields: set[str] = set()
        self._starts: set[str] = set()
        self._ends: set[str] = set()
        self._steps: set[tuple[str, str, str]] = set()
        self._pairs: set[tuple[str, str]] = set()
        self._within: dict[str, set[tuple[str, str]]] = {}
        self._several: set[str] = set()
        self._inside: set[str] = set()

    def add(self, words: Words, labels: Sequence[str]) -> None:
        """Learn from a known item, each word of which has its label."""
        signs = [_sign(text, label) for text, label in zip(words.texts, labels, strict=True)]
        fields = {field_of(label) for label in labels} - {OTHER, LINK}
        self._fields = self._fields & fields if self._starts else fields
        self._starts.add(signs[0])
        self._ends.add(signs[-1])
        for label in labels:
            self._labels.add(label)
            if is_name(label):
                self._labels |= names_of(label[1]) | {f"{label[1]}-AND", f"{label[1]}-ETAL"}
            elif label[:2] in ("B-", "I-"):
                self._labels |= {f"B-{label[2:]}", f"I-{label[2:]}"}
        for i, ((before, x), (label, y)) in enumerate(pairwise(zip(labels, signs, strict=True)), 1):
            alike = field_of(before) == field_of(label)
            if label[:2] == "I-" and alike:
                self._inside.add(gap_form(words.separators[i]))
            elif is_name(before) and is_name(label) and label[0] == "I":
                self._within.setdefault(label[1], set()).add((x, y))
            else:
                self._steps.add((x, gap_form(words.separators[i]), y))
                self._pairs.add((x, y))
                if is_name(before) and alike:
                    self._several.add(label[1])

    def close(self) -> None:
        """Add the steps over a part that not every work has, after all known items: "12, 3-9" in a list with "12 (2), 3-9"."""
        after: dict[str, set[tuple[str, str]]] = {}
        for x, sign, y in self._steps:
            after.setdefault(x, set()).add((sign, y))
        self._steps |= {
            (x, either, z)
            for x, sign, y in self._steps
            if y in _NOT_IN_ALL
            for other, z in after.get(y, ())
            for either in (sign, other, sign.strip("()[]"), other.strip("()[]"))
        }

    def read(
        self, chain: Chain, told: Attributes, one: Labelled, named: Sequence[Set[str] | None] = ()
    ) -> tuple[list[str], list[float]] | None:
        """Return how an item is labelled by this layout, and how likely each label is; None if it is not laid out so.

        What the models read as part of a field stays in one, except constant words; ``named`` are the labels of words that the
        page calls a part of a reference.
        """
        words = one.words
        if not 0 < len(words) <= _LONGEST:
            return None
        constant = {y for _, _, y in self._steps} | self._starts
        allowed: list[Set[str]] = []
        for i, own in enumerate(one.labels):
            here: Set[str] = self._labels if i in words.links else self._labels - {LINK}
            if own != OTHER and _sign(words.texts[i], OTHER) not in constant:
                here = here - {OTHER}
            if own == OTHER and words.texts[i].islower():
                here = here - names_of()  # "corresponding" in brackets behind a name
            if field_of(own) in _NUMBERS:
                here = {label for label in here if field_of(label) in _NUMBERS}
            here = here & limit if named and (limit := named[i]) else here
            if not here:
                return None
            allowed.append(here)
        score = self.score(words)
        labels, sure, _ = replace(chain, extra=score).label_within(told, allowed)
        steps = enumerate(zip(["", *labels[:-1]], labels, strict=True))
        fits = all(score(i, before, label) > _FORBIDDEN for i, (before, label) in steps)
        return (labels, sure) if fits and self._fields - _NOT_IN_ALL <= set(map(field_of, labels)) else None

    def score(self, words: Words) -> Callable[[int, str, str], float]:
        """Return the function that scores a step of the labelling of an item by this layout, as for :func:`step_score`."""
        texts, separators = words.texts, [gap_form(gap) for gap in words.separators]
        borders = {sign for _, sign, _ in self._steps if sign.strip() not in _ANYWHERE} - self._inside

        def score(i: int, before: str, label: str) -> float:
            y = _sign(texts[i], label)
            if not before:
                return 0.0 if y in self._starts and label[0] != "I" else _FORBIDDEN
            field, last = field_of(label), field_of(before)
            if label[0] == "I" and (field != last or "-AND" in before or "-ETAL" in before):
                return _FORBIDDEN
            x = _sign(texts[i - 1], before)
            if label[:2] == "I-":
                return _UNSEEN_BORDER if separators[i] in borders else 0.0
            if label[0] == "I":
                seen = self._within.get(field)
                return 0.0 if x == y or not seen or (x, y) in seen else _FORBIDDEN
            if (x, separators[i], y) in self._steps or (last == field and field in _ROLES - self._several):
                return 0.0
            if (x, y) in self._pairs:
                return _UNSEEN_JOINER if last == field else _UNSEEN_BORDER
            joined = last == field and field in _ROLES and "-" in label + before
            free = LINK in (label, before) or (label == OTHER and (x in self._ends or before == OTHER))
            return _UNSAID if joined or free else _FORBIDDEN

        return score


def _sign(text: str, label: str) -> str:
    """Return what a word is in a layout: its field, of names the part, of other words the word itself."""
    if label == OTHER:
        return "=#" if text.isdecimal() else f"={text.casefold()}"
    if is_name(label):
        return label[1:]
    return label[2:] if label[:2] in ("B-", "I-") else label
