"""The month beside a year: "June 2022", "(2023, May)", "2023-05-12", "Sep 29 – Oct 3, 2025"."""

from __future__ import annotations

from citekit.publications.lexer import Words
from citekit.publications.vocabulary import MONTHS

_REACH = 4
"""Words before a year among which its month may stand; behind it, two fewer."""


def month_beside(words: Words, year: int) -> str:
    """The number of the month that stands beside the year at a word, or empty."""
    texts, gaps = words.texts, words.gaps
    for i in [*range(year - 1, max(-1, year - _REACH), -1), *range(year + 1, min(len(texts), year + _REACH - 1))]:
        number = MONTHS.get(texts[i].casefold())
        if number:
            return str(number)
        if any(sign in gaps[i + 1 if i < year else i] for sign in ".;?\n") and not texts[i].isdigit():
            break
    if year + 1 < len(texts) and gaps[year + 1] in ("-", "/", ".") and texts[year + 1].isdigit():
        return str(int(texts[year + 1])) if 1 <= int(texts[year + 1]) <= 12 else ""
    if year > 1 and gaps[year] in ("/", ".") and gaps[year - 1] == gaps[year] and texts[year - 1].isdigit():
        printed = texts[year - 2] if gaps[year] == "/" else texts[year - 1]
        return str(int(printed)) if printed.isdecimal() and 1 <= int(printed) <= 12 else ""
    return ""
