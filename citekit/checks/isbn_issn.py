"""ISBNs and ISSNs as people write them into a field: several of them, with labels, hyphens, blanks and remarks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

_LONGEST = 400
_PIECE = re.compile(r"[\dXx](?:[\s\u2010-\u2015-]{0,2}+[\dXx])+")
_LABEL = re.compile(r"(?:ISBN|ISSN)(?:[- ]?1[03](?=\D))?:?", re.IGNORECASE)
_NOT_DIGIT = re.compile(r"[^0-9Xx]")


def is_number_free(text: str) -> bool:
    """Whether a field says nothing: it is blank, or has only signs such as ``????`` and ``-``."""
    return not any(map(str.isalnum, text))


def numbers(text: str, longer_than: int) -> list[tuple[str, int]]:
    """Pieces of a field with more digits than that, which should be numbers, each with its offset."""
    clean = _LABEL.sub(lambda match: "|" * len(match[0]), text[:_LONGEST])
    return [(m[0], m.start()) for m in _PIECE.finditer(clean) if len(digits_of(m[0])) > longer_than]


def digits_of(text: str) -> str:
    """The digits of a number, and its ``X``."""
    return _NOT_DIGIT.sub("", text)


def is_made_of(text: str, sizes: tuple[int, ...], is_valid: Callable[[str], bool]) -> bool:
    """Whether a piece is one valid number, or several with nothing but blanks between them."""
    digits = digits_of(text)
    ends = {0}
    for start in range(len(digits)):
        if start in ends:
            ends.update(_ends(digits, start, sizes, is_valid))
    return len(digits) in ends


def _ends(digits: str, start: int, sizes: tuple[int, ...], is_valid: Callable[[str], bool]) -> Iterator[int]:
    for size in sizes:
        if len(digits) >= start + size and is_valid(digits[start : start + size]):
            yield start + size
