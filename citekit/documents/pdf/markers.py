"""Bullets, numbers and labels at the beginning of items.

What looks like a marker may be text that happens to be at the beginning of a line, such as the issue in brackets
after a volume. Numbers and letters must continue with the item before or after; labels must be where the others do.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from citekit.documents.pdf.body import BodyLine
from citekit.documents.pdf.page import Segment
from citekit.runtime import patterns as re
from citekit.text.numerals import is_roman, roman_value

_BULLET = re.compile(r"([•‣◦▪▫●○■□◆◇◼►▶➢➤➔➜→⇒∗⋆★✓✔·∙–—*-]|o(?= [A-Z]))(?: |$)")
_LABEL = re.compile(
    r"(\[[A-Za-z]{0,4}[-. ]?\d{1,3}[a-z]?\]|\[[A-Za-z+]{1,8}\d{2,4}[a-z]?\]|[A-Z]{1,3}[-. ]?\d{1,3}[.:)])(?= |$|[^\W\d_])"
)
_NUMBER = re.compile(r"(#?(\d{1,3})[.)]?|\((\d{1,3})\))(?= |$|[^\W\d_]|[“\"])")
_LETTER = re.compile(r"(\(([a-z])\)|([a-z])\)|([ivx]{1,5})[.)])(?= |$)")
_ENDS_NUMBER = re.compile(r"[.)]$")
_DASHES = frozenset("–—-*·∗")


def cut_markers(found: list[BodyLine]) -> None:
    """Take the markers off the lines of a span that begin items."""
    for body in found:
        _cut_marker(body)
    counted = [body for body in found if body.number >= 0]
    confirmed: set[int] = set()
    for place, body in enumerate(counted):
        before = next((other for other in counted[max(0, place - 6) : place][::-1] if _same_column(other, body)), None)
        if before and abs(before.number - body.number) == 1:
            confirmed.update((id(before), id(body)))
    dashes = Counter(round(body.start - body.left) for body in found if body.marker_text in _DASHES)
    labels = [body for body in found if body.marker and body.number < 0 and len(body.marker_text) > 1]
    first = min((body.start - body.left for body in labels), default=0.0)
    for body in found:
        if body.marker_text in _DASHES:
            genuine = dashes[round(body.start - body.left)] > 1 or body.space_above > 1.5
        elif body.number >= 0:
            genuine = id(body) in confirmed or _stands_alone(body)
        else:
            is_label = len(body.marker_text) > 1
            genuine = not is_label or body.start - body.left < first + 1.5 * body.line.size or body.space_above > 1.5
        if body.marker and not genuine:
            _give_back(body)


def _cut_marker(body: BodyLine) -> None:
    """Take what looks like a marker off the beginning of a line."""
    text = body.line.text
    label, number, letter = _LABEL.match(text), _NUMBER.match(text), _LETTER.match(text)
    match = _BULLET.match(text) or label or number or letter
    if not match:
        return
    before, rest = _cut(body.line.segments, len(match[1]))
    if not rest:
        return
    bare = match is number and match[1].isdigit()
    if bare and rest[0].x0 - before[-1].x1 < 0.6 * body.line.size:
        return  # a bare number needs a gap to be a marker
    body.marker, body.segments, body.marker_text = before, rest, match[1]
    if match is number:
        body.number = int(number[2] or number[3])
    elif match is letter:
        body.number = _ordinal(next(group for group in match.groups()[1:] if group))


def _ordinal(letter: str) -> int:
    """Return the place of a letter or a small Roman number in its order."""
    numeral = is_roman(letter) and roman_value(letter) <= 20
    return roman_value(letter) if numeral else ord(letter[0]) - ord("a") + 1


def _same_column(a: BodyLine, b: BodyLine) -> bool:
    """Whether two markers are set alike: flush left, or flush right as numbers of several digits are."""
    size = a.line.size
    lefts = abs((a.start - a.left) - (b.start - b.left))
    rights = abs((a.marker[-1].x1 - a.left) - (b.marker[-1].x1 - b.left))
    return min(lefts, rights) < 0.7 * size


def _stands_alone(body: BodyLine) -> bool:
    """Whether a number with a full stop is a marker without others around it: it begins a paragraph, a gap follows."""
    begins = body.place == 0 or body.space_above > 1.4
    spaced = not body.segments or body.x0 - body.marker[-1].x1 > 0.25 * body.line.size
    return begins and spaced and bool(_ENDS_NUMBER.search(body.marker_text))


def _give_back(body: BodyLine) -> None:
    body.segments = list(body.line.segments)
    body.marker, body.marker_text, body.number = [], "", -1


def _cut(segments: list[Segment], count: int) -> tuple[list[Segment], list[Segment]]:
    """Segments before and after the first ``count`` characters that are not blank."""
    head: list[Segment] = []
    for place, segment in enumerate(segments):
        text = segment.text.strip()
        visible = len(text.replace(" ", ""))
        if visible <= count:
            head.append(segment)
            count -= visible
            if count == 0:
                rest = [other for other in segments[place + 1 :] if other.text.strip()]
                return head, rest
            continue
        if count == 0:
            return head, segments[place:]
        at = 0
        while count:
            count -= not text[at].isspace()
            at += 1
        middle = segment.x0 + (segment.x1 - segment.x0) * at / len(text)
        rest_text = text[at:].lstrip()
        begin = segment.x0 + (segment.x1 - segment.x0) * (len(text) - len(rest_text)) / len(text)
        one = replace(segment, text=text[:at], x1=middle)
        other = replace(segment, text=rest_text, x0=begin)
        return [*head, one], [other, *segments[place + 1 :]]
    return head, []
