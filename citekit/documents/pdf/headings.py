"""Which lines are headings: larger than the text, or set apart by weight, capitals or a rule wherever they look so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from itertools import pairwise
from statistics import median

from citekit.documents.pdf.lines import PdfLine
from citekit.documents.pdf.page import PdfPage, RuledLine, Segment
from citekit.documents.runs import TextStyle
from citekit.runtime.records import dataclass

_LARGER = 1.12
"""From this share of the size of the text on a line is set larger; with 1.02, 8 of 30 CVs are read otherwise."""
_LONGEST = 90
"""Letters of a heading, at most: with 40 two of 1,012 titles in these CVs are lost."""
_MOST_WORDS = 9
"""Words of a heading that is not larger than the text: with 4 the same two are lost."""
_WIDE_GAP = 1.8
"""Font sizes between a heading and what stands to its right on the line, a date or a rule."""


@dataclass(slots=True)
class PdfHeading:
    """A heading's lines and rank from 1; ``rest`` holds what is far to the right of it on its line."""

    lines: list[PdfLine]
    level: int
    rest: list[PdfLine] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _HeadingFormat:
    size: float
    capitals: bool
    ruled: bool
    bold: bool
    underlined: bool
    colour: int
    alone: bool

    @property
    def rank(self) -> tuple[float, bool, bool, bool, bool]:
        return (-self.size, not self.ruled, not self.capitals, not self.bold, not self.underlined)


@dataclass(slots=True)
class _Candidate:
    line: PdfLine
    place: int
    look: _HeadingFormat
    space_above: float
    large: bool
    follows: bool = False


def find_headings(
    flows: Iterable[list[PdfLine]], pages: list[PdfPage], body: float, distance: float, colour: int
) -> dict[int, PdfHeading]:
    """Return the headings among the lines, by the identity of their lines.

    ``body``, ``distance`` and ``colour`` are the font size, the distance of lines and the colour of running text.
    """
    found: list[list[_Candidate]] = [_candidates(flow, pages, body, distance) for flow in flows]
    by_format: dict[_HeadingFormat, list[_Candidate]] = {}
    for candidates in found:
        for candidate in candidates:
            by_format.setdefault(candidate.look, []).append(candidate)
    good = {look for look, members in by_format.items() if _is_heading_look(members, distance)}
    ranks = {rank: level for level, rank in enumerate(sorted({look.rank for look in good}), 1)}
    headings: dict[int, PdfHeading] = {}
    for candidates in found:
        last: PdfHeading | None = None
        place = -2
        for candidate in candidates:
            if candidate.look not in good or not _fits(candidate, distance):
                continue
            level = min(ranks[candidate.look.rank], 6)
            if last and candidate.follows and place == candidate.place - 1 and last.level == level and not last.rest:
                last.lines.append(candidate.line)
            else:
                last = PdfHeading([candidate.line], level)
            last.rest = _cut_rest(candidate.line)
            place = candidate.place
            headings[id(candidate.line)] = last
    return headings


def _candidates(flow: list[PdfLine], pages: list[PdfPage], body: float, distance: float) -> list[_Candidate]:
    rules = {page.number: page.rules for page in pages}
    found: list[_Candidate] = []
    for place, line in enumerate(flow):
        head = _first_chunk(line)
        text = "".join(segment.text for segment in head).strip()
        size = max(segment.size for segment in head)
        if not text or len(text) > 2 * _LONGEST or not any(c.isalnum() for c in text) or text[0] in "([{,;.":
            continue
        # All but a sign or a space: a title in bold before plain text is no heading (with 0.6 two titles are lost).
        bold = _share(head, TextStyle.BOLD) > 0.95
        letters = [c for c in text if c.isalpha()]
        # Up to three capitals are initials or the name of a conference.
        capitals = len(letters) > 3 and (all(c.isupper() for c in letters) or _share(head, TextStyle.SMALL_CAPS) > 0.9)
        ruled = _ruled(line, rules.get(line.page, []))
        # All but a sign or a space, as for bold.
        underlined = _share(head, TextStyle.UNDERLINE) > 0.9
        large = line.size >= _LARGER * body or size >= 1.2 * body
        if size < 0.95 * body and not capitals:
            continue
        if not (large or bold or capitals or ruled or underlined):
            continue
        before = flow[place - 1] if place else None
        same = before is not None and before.page == line.page and before.region == line.region
        space_above = (before.y - line.y) / line.size if before and same else 99.0
        look = _HeadingFormat(
            round(size * 2) / 2, capitals, ruled, bold, underlined, head[0].colour, len(head) == len(line.segments)
        )
        follows = bool(
            found and found[-1].place == place - 1 and found[-1].look == look and space_above < 1.3 * distance
        )
        found.append(_Candidate(line, place, look, space_above, large, follows))
    return found


def _is_heading_look(members: list[_Candidate], distance: float) -> bool:
    """Whether lines that look so are headings: short ones, apart from what is above, with some text below."""
    if members[0].large:
        return sum(len(m.line.text) > _LONGEST for m in members) <= 0.3 * len(members)
    wrong = sum(1 for m in members if not _is_short(m) or m.follows)
    apart = sum(1 for m in members if m.space_above > 1.2 * distance)
    if wrong > 0.25 * len(members) or apart < 0.65 * len(members):
        return False
    look = members[0].look
    if not look.alone and not look.ruled:
        return False
    # Two lines of a look tell nothing of how much text stands below them.
    if look.ruled or (look.capitals and look.bold) or len(members) < 3:
        return True
    below = [after.place - m.place - 1 for m, after in pairwise(members) if after.place > m.place]
    # Titles of items have their authors and venue below, two or three lines; headings have lists.
    return not below or median(below) >= 4


def _is_short(candidate: _Candidate) -> bool:
    text = candidate.line.text
    return len(text) <= _LONGEST and len(text.split()) <= _MOST_WORDS and text.rstrip()[-1:] not in ".,;"


def _fits(candidate: _Candidate, distance: float) -> bool:
    if candidate.large:
        return len(candidate.line.text) <= 2 * _LONGEST
    return _is_short(candidate) and (candidate.space_above > 1.1 * distance or candidate.follows)


def _first_chunk(line: PdfLine) -> list[Segment]:
    """Return the segments up to the first wide gap."""
    head = [line.segments[0]]
    for segment in line.segments[1:]:
        if segment.x0 - head[-1].x1 > _WIDE_GAP * max(segment.size, head[-1].size):
            break
        head.append(segment)
    return head


def _cut_rest(line: PdfLine) -> list[PdfLine]:
    """Cut off what follows a wide gap, as a line of its own."""
    head = _first_chunk(line)
    rest = line.segments[len(head) :]
    if not rest:
        return []
    line.segments = head
    other = PdfLine(line.page, rest, line.y, max(segment.size for segment in rest))
    other.left, other.right, other.column, other.region = line.left, line.right, line.column, line.region
    return [other]


def _share(segments: list[Segment], style: TextStyle) -> float:
    """Return the share of letters and digits that are set in a style."""
    counts = [(sum(c.isalnum() for c in segment.text), segment.style) for segment in segments]
    total = sum(count for count, _ in counts)
    return sum(count for count, own in counts if own & style) / total if total else 0.0


def _ruled(line: PdfLine, rules: list[RuledLine]) -> bool:
    """Whether a rule runs below or above the line and beyond its text."""
    width = max(line.x1 - line.x0, 0.35 * (line.right - line.left))
    return any(
        -0.9 * line.size < rule.at - line.y < -0.05 * line.size
        and rule.end - rule.start > 1.15 * width
        and rule.start < line.x0 + line.size
        for rule in rules[:400]
    )
