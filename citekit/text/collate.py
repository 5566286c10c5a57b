"""The order of texts in a list: a key that sorts as dictionaries do, for every script, without tables.

Letters compare first without accents and case, then by accents, then by case (small before capital), as the default
Unicode collation does (UTS #10, three levels); blanks come before punctuation, punctuation before digits, digits before
letters.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_LETTERS = str.maketrans(
    {
        "ß": "ss",
        "æ": "ae",
        "œ": "oe",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "ł": "l",
        "þ": "th",
        "ı": "i",
        "ʻ": "",
        "ʼ": "",
        "ʿ": "",
    }
)
_ASCII = str.maketrans(
    {chr(code): chr(0x0E + place) for place, code in enumerate(c for c in range(0x21, 0x7F) if not chr(c).isalnum())}
)
# Dashes and quotation marks sort with their plain relatives.
_PUNCTUATION = str.maketrans({"–": "-", "—": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "\u00a0": " "})


@lru_cache(maxsize=1 << 15)
def key(text: str) -> tuple[str, str, str]:
    """A value that sorts where the text belongs."""
    if text.isascii():
        return text.lower().translate(_ASCII), "", text.swapcase()
    parts = unicodedata.normalize("NFKD", text.translate(_PUNCTUATION))
    base = "".join(c for c in parts if not unicodedata.combining(c)).casefold().translate(_LETTERS)
    return base.translate(_ASCII), unicodedata.normalize("NFD", text.casefold()), text.swapcase()
