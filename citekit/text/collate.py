"""Collation: a sort key for texts in any script, without Unicode's tables.

Letters compare first without accents and case, then by accents, then by case (small before capital), as the default
Unicode collation does (UTS #10, three levels); spaces come before punctuation, punctuation before digits, digits before
letters.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache

from citekit.runtime.registry import pairs
from citekit.text.unicode import normalized

_TABLES = pairs("citekit.text", "collate.tsv")
_LETTERS = str.maketrans(_TABLES["letters"] | dict.fromkeys("ʻʼʿ", ""))
_ASCII = str.maketrans(
    {chr(code): chr(0x0E + place) for place, code in enumerate(c for c in range(0x21, 0x7F) if not chr(c).isalnum())}
)
# Dashes and quotation marks sort like their ASCII counterparts.
_PUNCTUATION = str.maketrans({"–": "-", "—": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "\u00a0": " "})


_ALPHABETS = _TABLES["alphabets"]
"""Language -> groups of letters; in its alphabet, the letters of a group follow the first one."""


@cache
def _alphabet(language: str) -> dict[int, str]:
    """Return the letters of a language that it does not treat as accented, with text that sorts after the letter before."""
    # private-use characters of the last plane sort after every letter, so "ä" of Swedish follows "z"
    groups = _ALPHABETS.get(language[:2].lower(), "").split()
    return {ord(letter): group[0] + chr(0x10FF00 + place) for group in groups for place, letter in enumerate(group[1:])}


@lru_cache(maxsize=1 << 15)
def key(text: str, language: str = "") -> tuple[str, str, str]:
    """Return a sort key for a text; ``language`` is a locale code (``sv-SE``), whose alphabet is used."""
    if text.isascii():
        return text.lower().translate(_ASCII), "", text.swapcase()
    own = _alphabet(language)
    letters = normalized(text.translate(_PUNCTUATION)).lower().translate(own) if own else text
    parts = normalized(letters.translate(_PUNCTUATION), "NFKD")
    base = "".join(c for c in parts if not unicodedata.combining(c)).casefold().translate(_LETTERS)
    return base.translate(_ASCII), normalized(text.casefold(), "NFD"), text.swapcase()
