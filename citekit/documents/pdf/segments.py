"""Characters to segments: accents continue their letters, what was drawn twice goes once, gaps become spaces."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from citekit.documents.pdf.page import Glyph, Segment
from citekit.text.unicode import normalized

GAP = 0.145
"""From this share of the font size on, a gap is a space. Kerning stays below 0.1, TeX's narrowest spaces are 0.22."""
_APART = 0.9
"""A wider gap ends a segment; whether it is a space or a gutter is seen later."""
_SAME_BASELINE = 0.06
"""Font sizes by which letters of one segment differ in height, at most; scripts are raised by more (see ``lines``)."""
_ACCENTS = {
    "´": "\u0301", "`": "\u0300", "^": "\u0302", "ˆ": "\u0302", "~": "\u0303", "˜": "\u0303", "¨": "\u0308",
    "¯": "\u0304", "ˉ": "\u0304", "˘": "\u0306", "ˇ": "\u030c", "˝": "\u030b", "˚": "\u030a", "°": "\u030a",
    "¸": "\u0327", "˛": "\u0328", "˙": "\u0307", "ˊ": "\u0301", "ˋ": "\u0300",
}  # fmt: skip
_LIGATURES = frozenset("ff fi fl ffi ffl ft fft tt ti tti ct st Th fj ffj fb fh fk ij IJ".split())
_DOTLESS = {"ı": "i", "ȷ": "j"}


def segments(glyphs: list[Glyph]) -> list[Segment]:
    """Return the segments of a page in the order of the file."""
    found: list[Segment] = []
    group: list[Glyph] = []
    for glyph in _once(_accented(_without_ligatures(glyphs))):
        if group and not _continues(group[-1], glyph):
            found.append(_segment(group))
            group = []
        group.append(glyph)
    if group:
        found.append(_segment(group))
    return [segment for segment in found if segment.text]


def _continues(before: Glyph, glyph: Glyph) -> bool:
    size = min(before.size, glyph.size)
    spacing = glyph.x0 - before.x1
    return (
        abs(before.y - glyph.y) <= _SAME_BASELINE * size
        and abs(before.size - glyph.size) <= 0.05 * size
        and -0.4 * size <= spacing <= _APART * size
        and before.style == glyph.style
        and before.href == glyph.href
        and before.colour == glyph.colour
        and before.symbol == glyph.symbol
    )


def _segment(group: list[Glyph]) -> Segment:
    first, last = group[0], group[-1]
    pieces = [first.text]
    widest = _letter_gap(group)
    for before, glyph in pairwise(group):
        spacing = glyph.x0 - before.x1
        if (
            (spacing > widest or (glyph.spaced and spacing > 0.05 * glyph.size and widest <= GAP * glyph.size))
            and not glyph.text.isspace()
            and not before.text.isspace()
        ):
            pieces.append(" ")
        pieces.append(glyph.text)
    whole = (" " if first.spaced else "") + "".join(pieces)
    text = " ".join(whole.split())
    visible = [glyph for glyph in group if not glyph.text.isspace()] or group
    blank = whole[-1:].isspace()
    if whole[:1].isspace() and text:
        text = f" {text}"
    return Segment(
        text,
        visible[0].x0,
        visible[-1].x1,
        first.y,
        first.size,
        last.style,
        last.href,
        last.colour,
        blank,
    )


def _letter_gap(group: list[Glyph]) -> float:
    """Return the widest gap that is not one between words; wider where a heading is spaced out letter by letter."""
    size = group[0].size
    spacings = sorted(glyph.x0 - before.x1 for before, glyph in pairwise(group))
    # A quarter of the gaps of a word is none of its spaces; fewer gaps have no quarter.
    if len(spacings) >= 4 and spacings[len(spacings) // 4] > 0.08 * size:
        return spacings[len(spacings) // 2] + 0.14 * size
    return GAP * size


def _without_ligatures(glyphs: list[Glyph]) -> list[Glyph]:
    """Return the letters of a ligature side by side; PDFium gives each the whole width."""
    at = 0
    while at < len(glyphs):
        end = at + 1
        while end < min(len(glyphs), at + 3) and _same_box(glyphs[at], glyphs[end]):
            end += 1
        while end > at + 1 and "".join(glyph.text for glyph in glyphs[at:end]) not in _LIGATURES:
            end -= 1
        width = (glyphs[at].x1 - glyphs[at].x0) / (end - at)
        left = glyphs[at].x0
        for place in range(at, end):
            glyphs[place].x0 = left + (place - at) * width
            glyphs[place].x1 = left + (place - at + 1) * width
        at = end
    return glyphs


def _same_box(a: Glyph, b: Glyph) -> bool:
    return a.x0 == b.x0 and a.x1 == b.x1 and a.y == b.y


def _accented(glyphs: list[Glyph]) -> Iterator[Glyph]:
    """Accents that are drawn over the letter before or after them become part of it."""
    at = 0
    while at < len(glyphs):
        glyph = glyphs[at]
        mark = _ACCENTS.get(glyph.text) or (glyph.text if unicodedata.combining(glyph.text[0]) else "")
        following = glyphs[at + 1] if at + 1 < len(glyphs) else None
        if mark and following and _covers(following, glyph):
            yield _with_mark(following, glyph, mark)
            at += 2
            continue
        own = _ACCENTS.get(following.text) if following else None
        if following and own is None and unicodedata.combining(following.text[0]):
            own = following.text
        if following and own and _covers(glyph, following):
            beyond = glyphs[at + 2] if at + 2 < len(glyphs) else None
            if not (beyond and _covers(beyond, following)):
                yield _with_mark(glyph, following, own)
                at += 2
                continue
        yield glyph
        at += 1


def _covers(letter: Glyph, accent: Glyph) -> bool:
    """Whether an accent is over (or under) a letter."""
    if not letter.text.isalpha() or abs(letter.y - accent.y) > 0.6 * letter.size:
        return False
    width = letter.x1 - letter.x0
    centre = (accent.x0 + accent.x1) / 2
    return width > 0 and letter.x0 + 0.1 * width <= centre <= letter.x1 - 0.05 * width


def _with_mark(letter: Glyph, accent: Glyph, mark: str) -> Glyph:
    text = normalized(_DOTLESS.get(letter.text, letter.text) + mark)
    return replace(letter, text=text, spaced=letter.spaced or accent.spaced)


def _once(glyphs: Iterable[Glyph]) -> Iterator[Glyph]:
    """Characters without those drawn again at the same place, as poor man's bold or shadow."""
    seen: dict[tuple[str, int, int], float] = {}
    for glyph in glyphs:
        if glyph.text.isspace():
            yield glyph
            continue
        near = 0.12 * glyph.size
        column, row = int(glyph.x0 // 4), int(glyph.y // 4)
        places = [(glyph.text, column + right, row + up) for right in (-1, 0, 1) for up in (-1, 0, 1)]
        if any(place in seen and abs(seen[place] - (glyph.x0 + 3 * glyph.y)) < near for place in places):
            continue
        seen[glyph.text, column, row] = glyph.x0 + 3 * glyph.y
        yield glyph
