"""Which stars and underscores are emphasis, after the delimiter stack of CommonMark 0.31 (appendix, phase 2)."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field

from citekit.documents.model import Style


@dataclass(slots=True, eq=False)
class Delimiter:
    """A run of ``*``, ``_`` or ``~~``; ``count`` characters of it are still text.

    ``closes`` are the styles that end before that text, ``opens`` those that begin after it.
    """

    character: str
    start: int
    count: int
    can_open: bool
    can_close: bool
    closes: list[Style] = field(default_factory=list)
    opens: list[Style] = field(default_factory=list)
    length: int = 0
    before: Delimiter | None = None
    after: Delimiter | None = None


class DelimiterStack:
    """The delimiters of a text that may still open or close something."""

    def __init__(self) -> None:
        self.last: Delimiter | None = None

    def push(self, delimiter: Delimiter) -> None:
        """Add the next delimiter of the text."""
        delimiter.length = delimiter.count
        delimiter.before, self.last = self.last, delimiter
        if delimiter.before:
            delimiter.before.after = delimiter

    def resolve(self, bottom: Delimiter | None) -> None:
        """Match all delimiters after ``bottom`` and take them off the stack."""
        lowest: dict[tuple[str, bool, int], int] = {}
        ground = bottom.start + 1 if bottom else 0
        closer = self._first_after(bottom)
        while closer:
            if not closer.can_close:
                closer = closer.after
                continue
            key = (closer.character, closer.can_open, closer.length % 3)
            floor = lowest.get(key, ground)
            opener = closer.before
            while opener and opener.start >= floor and not _match(opener, closer):
                opener = opener.before
            if opener and opener.start >= floor:
                closer = self._pair(opener, closer)
            else:
                lowest[key] = closer.start
                after = closer.after
                if not closer.can_open:
                    self._remove(closer)
                closer = after
        while self.last and self.last is not bottom:
            self._remove(self.last)

    def _first_after(self, bottom: Delimiter | None) -> Delimiter | None:
        if bottom:
            return bottom.after
        first = self.last
        while first and first.before:
            first = first.before
        return first

    def _pair(self, opener: Delimiter, closer: Delimiter) -> Delimiter | None:
        """Let two delimiters make an emphasis; gives the delimiter to go on with."""
        width = 2 if opener.count >= 2 and closer.count >= 2 else 1
        style = Style.STRIKE if closer.character == "~" else Style.BOLD if width == 2 else Style.ITALIC
        opener.opens.append(style)
        closer.closes.append(style)
        opener.count -= width
        closer.count -= width
        between = closer.before
        while between and between is not opener:
            self._remove(between)
            between = closer.before
        if not opener.count:
            self._remove(opener)
        if closer.count:
            return closer
        after = closer.after
        self._remove(closer)
        return after

    def _remove(self, delimiter: Delimiter) -> None:
        if delimiter.before:
            delimiter.before.after = delimiter.after
        if delimiter.after:
            delimiter.after.before = delimiter.before
        else:
            self.last = delimiter.before


def _match(opener: Delimiter, closer: Delimiter) -> bool:
    if opener.character != closer.character or not opener.can_open:
        return False
    if (opener.can_close or closer.can_open) and (opener.length + closer.length) % 3 == 0:
        return opener.length % 3 == 0 and closer.length % 3 == 0
    return True


def delimiter(text: str, start: int, end: int) -> Delimiter:
    """The delimiter run ``text[start:end]`` with what its neighbours let it do.

    One departure from CommonMark: a star before a comma, full stop, semicolon or closing bracket opens nothing. Nobody
    emphasises from a comma on, while ``A. One*, B. Two*`` marks two authors.
    """
    before = text[start - 1] if start else "\n"
    after = text[end] if end < len(text) else "\n"
    blank_before, blank_after = _blank(before), _blank(after)
    sign_before, sign_after = _sign(before), _sign(after)
    left = not blank_after and (not sign_after or blank_before or sign_before)
    right = not blank_before and (not sign_before or blank_after or sign_after)
    character = text[start]
    if character == "_":
        can_open, can_close = left and (not right or sign_before), right and (not left or sign_after)
    else:
        can_open, can_close = left and after not in ",.;:)]", right
    return Delimiter(character, start, end - start, can_open, can_close)


def _blank(character: str) -> bool:
    return character.isspace() or character == "\0"


def _sign(character: str) -> bool:
    return not character.isalnum() and unicodedata.category(character)[0] in "PS"
