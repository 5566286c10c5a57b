"""The name of what a work appeared in, without what is printed around it: years, brackets, "in", loose punctuation."""

from __future__ import annotations

from functools import lru_cache

from citekit import patterns as re
from citekit.publications.phrases import flat
from citekit.text.unicode import WHITESPACE

INTRO = re.compile(
    r"^\W*+(?:(?:to ap+e?ar|accepted|published|presented|appeared|appears|forthcoming|in press)(?:\s{0,3}(?:in|at|by|to|as))?:?\s++|(?:in|at|In|In:|IN)\s{0,3}:?\s{1,9}(?=\W{0,20}(?:[A-Z0-9]|the\b|proc))|In\s+)",
    re.IGNORECASE,
)
YEAR_TAG = re.compile(r"\s?['’‘`´]\s?(\d\d)(?!\d)(?!\s[A-Za-z]{3})")
_YEAR_AT_EDGE = re.compile(r"(?<![\d.])(?:1[89]|20)\d\d(?!\d|\.\d)(?=\s*(?:$|[,;:.)\]]))")
FIRST_OF_LAST_CENTURY = 70
"""Two digits of a year that is none of this century, as those above them are."""
_LEFT_EDGE = WHITESPACE + ".,;:[]*_|)–—-"
_RIGHT_EDGE = WHITESPACE + ".,;:[]*_|(–—-"
_BLANK_BEFORE_SIGN = re.compile(r"(?<!\s)\s++([,.;)\]])")


def full_year(printed: str) -> str:
    """A year of which perhaps the last two digits are printed only."""
    return printed if len(printed) > 2 else ("20" if int(printed) < FIRST_OF_LAST_CENTURY else "19") + printed


def trimmed(text: str) -> str:
    """The text without the blanks, punctuation and brackets that stand at its ends and belong to what is around it."""
    return text.lstrip(_LEFT_EDGE).rstrip(_RIGHT_EDGE)


@lru_cache(maxsize=16384)
def strip_year(text: str, transcribed: bool = False) -> str:
    """A venue's name without its year: "ICML 2025" → "ICML", "PPoPP'24" → "PPoPP"; brackets that become empty go too.

    A name that is ``transcribed`` keeps the year of its short form: "Conference on … (ICAS'08)".

    A year in the middle ("Proceedings of the 1994 ACM Conference on …") is part of the name.
    """
    if not transcribed:
        text = YEAR_TAG.sub("", text)
    text = _YEAR_AT_EDGE.sub("", text)
    return trimmed(flat(_BLANK_BEFORE_SIGN.sub(r"\1", text).replace("()", "")))


def unbracketed(text: str) -> str:
    """The text without punctuation at its ends and without one pair of brackets around it."""
    text = trimmed(text)
    if not text:
        return ""
    if text[:1] in "([" and text[-1:] in ")]" and text.count(text[0]) == 1:
        return text[1:-1].strip()
    if text.count("(") > text.count(")") and text.startswith("("):
        return text[1:]
    if text.count(")") > text.count("(") and text.endswith(")"):
        return text[:-1]
    return text
