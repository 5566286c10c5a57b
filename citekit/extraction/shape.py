"""The shape of a list: which parts its items have, in which order, with which separators and styles.

A shape prints as one line, ``**authors** . title . *venue* , date``: the commonest of the readings of a list's items. Such
a line can be given by hand; then every step from one part to another that is not in it costs dearly. ``**`` stands for
bold, ``*`` for italics, ``_`` for underlined, ``[ ]`` for linked, ``" "`` for quoted, ``/`` for a line break.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import pairwise

from citekit.documents.runs import TextStyle
from citekit.extraction.labeller import OTHER, Labelled, field_of
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
"""Parts that stand anywhere: a shape given by hand is silent about them."""
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
    """Return the sign in a gap that parts most: a line break, a full stop, a comma and so on; empty for blanks."""
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
        (part, separator_of(words.gaps[first]) if number else "", _styles(words, first, stop, part))
        for number, (part, first, stop) in enumerate(kept)
    ]


def _styles(words: Words, first: int, stop: int, part: FieldKind) -> str:
    """Return the letters of the styles that most of a part is set in, as in :data:`_STYLES`."""
    if part not in (FieldKind.TITLE, FieldKind.VENUE):
        return ""
    item, start, end = words.item, words.starts[first], words.ends[stop - 1]
    styles = (("b", TextStyle.BOLD), ("i", TextStyle.ITALIC), ("u", TextStyle.UNDERLINE), ("l", None))
    letters = [letter for letter, style in styles if item.share(start, end, style) > _MOSTLY]
    return "".join(letters) + ("q" if words.gaps[first][-1:] in set('"“„«') else "")


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

    Raises :class:`~citekit.runtime.errors.UsageError` that points at the first piece that is no part of a shape.
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
        return 0.0 if (last, part, separator_of(words.gaps[i])) in allowed else _FORBIDDEN

    return score
