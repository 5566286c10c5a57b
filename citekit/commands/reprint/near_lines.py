"""A line with one small departure undone, for references that are read wrongly because of it."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.runtime import patterns as re

_SINGLE = re.compile(r"[‘'](?P<said>[^‘'“”\"]{3,300}(?:[’'][a-z]{1,2}\b[^‘'“”\"]{0,300})?)[’'](?!\w)")
_DOUBLE = re.compile(r"[“\"](?P<said>[^“”\"]{3,300})[”\"]")
_GAP = re.compile(r"(?<=[^\W_])(?P<mark>) (?=[A-ZÀ-Þ])")
"""Where a stop or a comma may be missing: between a word and one with a capital."""
MOST_GAPS = 24
"""Gaps that are tried, at most: a reference has a few borders of fields, and a title in title case many capitals."""
NAMES = 4
"""Gaps from the beginning at which a comma may be missing: later ones are not among the first names."""


def near_lines(text: str) -> Iterator[str]:
    """Yield a line with quotation marks of the other kind or none, and with a stop or a comma where one may be missing.

    >>> list(near_lines("Lund, K. (2018). Reeds Marsh Press."))[:2]
    ['Lund, K. (2018). Reeds. Marsh Press.', 'Lund, K. (2018). Reeds, Marsh Press.']
    """
    for pattern, opened, closed in ((_SINGLE, "“", "”"), (_DOUBLE, "‘", "’"), (_DOUBLE, "", ""), (_SINGLE, "", "")):
        if pattern.search(text):
            yield pattern.sub(lambda found, a=opened, b=closed: f"{a}{found['said']}{b}", text, count=1)  # type: ignore[misc]
    gaps = [found.start() for found in _GAP.finditer(text)]
    for number, at in enumerate(gaps[:MOST_GAPS]):
        yield f"{text[:at]}.{text[at:]}"
        if number < NAMES or number == len(gaps) - 1:
            yield f"{text[:at]},{text[at:]}"
