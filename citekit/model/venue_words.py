"""The words that publication venues are named with, in several languages, and what kind of venue they name."""

from __future__ import annotations

from citekit.runtime import patterns as re
from citekit.runtime.tables import pairs

_WORD = re.compile(r"[^\W\d_]+|\d+[^\W\d_]*")
_TABLES = pairs("citekit.model", "venue_words.tsv")
_WORDS = {name: frozenset(words.split()) for name, words in _TABLES["words"].items()}
SMALL_WORDS = _WORDS["small"]
"""Words that names are compared without."""
SPONSORS = _WORDS["sponsors"]
"""Words before a conference's name that differ from printing to printing."""
PAPERS_OF = {journal: meetings.split("; ") for journal, meetings in _TABLES["papers"].items()}
"""Journals that print the papers of meetings, and the acronyms of these."""
_ORDINAL_WORDS, _STEMS = _WORDS["ordinals"], _WORDS["stems"]
_PASSED_OVER = SMALL_WORDS | _ORDINAL_WORDS
_OWN, _STRONG, _WEAK = (
    {word: kind for kind, words in _TABLES[name].items() for word in words.split()}
    for name in ("own", "strong", "weak")
)
"""Words that settle the kind alone, those of a serial or a meeting, and those that often are next to another."""
_TELLING = frozenset((*_OWN, *_STRONG, *_WEAK))


def is_year(word: str) -> bool:
    """Whether a word is a year from 1800 to 2099."""
    return len(word) == 4 and word.isdecimal() and word[:2] in ("18", "19", "20")  # years of publications since 1800


def is_ordinal(word: str) -> bool:
    """Whether a lower-case word is a number's ordinal: ``56th``, ``second``."""
    return word in _ORDINAL_WORDS or (word[-2:] in ("st", "nd", "rd", "th") and word[:-2].isdecimal())


def without_numbers(words: list[str]) -> list[str]:
    """Return the lower-case words that are not small words, years or ordinals."""
    remaining = [word for word in words if word not in _PASSED_OVER]
    return [word for word in remaining if not (word[0].isdecimal() and (is_year(word) or is_ordinal(word)))]


def without_year(text: str) -> str:
    """Return a text without the year or number at its end: ``PPoPP'24``, ``ICML 2025``, ``MICRO-56``, ``SC24`` lose theirs."""
    head = text.rstrip("0123456789")
    digits = len(text) - len(head)
    if not digits or digits > 4:  # a year, its last two digits, or how often a meeting was held
        return text
    bare = head.rstrip(" '’‘`´-‐‑–—")
    letters = bare.rpartition(" ")[2]
    if bare == head and (digits not in (2, 4) or sum(c.isupper() for c in letters) < 2):
        return text
    return bare if len(bare) > 1 else text


def kind_by_words(text: str) -> str:
    """Return what kind of publication a text's words name (see :func:`citekit.model.venues.kind_of`), or the empty string.

    Words that settle it alone (thesis, workshop, preprint) go first, then the first word for a serial or a meeting,
    then words such as "Proceedings" and "Letters" that often are next to another.
    """
    low = text.casefold()
    if low.strip(" .()[]").startswith(("under review", "in review")):
        return ""
    words = [word for word in _WORD.findall(low) if word in _TELLING]
    for word in words:
        if word in _OWN:
            return _OWN[word]
    if " " in low:
        for phrase, kind in _TABLES["phrases"].items():
            if phrase in low:
                return kind
    for table in (_STRONG, _WEAK):
        for word in words:
            if word in table:
                return table[word]
    return "journal" if _is_abbreviated(text, text.split()) else ""


def _is_abbreviated(text: str, words: list[str]) -> bool:
    """Whether most of a text's words are the shortened words of journal names: ``J. Comput. Phys.``"""
    if text.count(".") < 2:
        return False
    dotted = [w for w in (word.rstrip(",;") for word in words) if w.endswith(".")]
    stems = sum([w[:-1].casefold() in _STEMS for w in dotted])
    return stems > 1 and stems * 2 >= len(words)
