"""Transliteration to ASCII letters and digits, for citation keys and file names."""

from __future__ import annotations

import re
import unicodedata

from citekit.runtime.tables import pairs
from citekit.text.unicode import normalized

_LATIN, _SMALL = pairs("citekit.text", "latin.tsv").values()
_TABLE = {**_LATIN, **_SMALL, **{c.upper(): t.capitalize() for c, t in _SMALL.items() if c != "ς"}}
_ASCII = {ord(character): text.replace("-", "") for character, text in _TABLE.items()}


def to_ascii(text: str) -> str:
    """Return the ASCII letters, digits and spaces of a text: accents are removed, Cyrillic and Greek are transliterated.

    All other characters are removed. Cyrillic follows ALA-LC without its diacritics, Greek ELOT 743 letter by letter.
    """
    if text.isascii():
        return re.sub(r"[^A-Za-z0-9\s]+", "", text)
    known = normalized(text).translate(_ASCII)
    return re.sub(r"[^A-Za-z0-9\s]+", "", normalized(known, "NFKD").translate(_ASCII))


_LETTERS = {ord(character): text for character, text in _LATIN.items()}


def folded(text: str) -> str:
    """Return a text in lowercase without accents, ligatures and letter variants; other scripts are unchanged.

    Greek letters and ``∞`` become their names (``ω`` is ``omega``), as formulas spell them.
    """
    if text.isascii():
        return text.lower()
    plain = normalized(text.translate(_LETTERS), "NFKD").translate(_GREEK_NAMES)
    return "".join(c for c in plain.casefold() if not unicodedata.combining(c)).translate(_LETTERS)


def _greek_names() -> dict[int, str]:
    names: dict[int, str] = {ord("∞"): "infty"}
    for code in range(0x3B1, 0x3CA):
        # Unicode spells it LAMDA; the name of a final sigma ends in SIGMA as well
        name = unicodedata.name(chr(code)).rpartition(" ")[2].lower().replace("lamda", "lambda")
        names |= {code: name, code - 0x20: name}
    return names


_GREEK_NAMES = _greek_names()
