"""Characters: what belongs to no word, which blanks are blanks, which letters are typographic only."""

from __future__ import annotations

import unicodedata

WHITESPACE = "".join(c for c in map(chr, range(0x3001)) if c.isspace())
"""Every character that ``str.isspace`` calls blank, to strip together with signs."""
_BLANKS = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_INVISIBLE = "\u00ad\u200b\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff\u202a\u202b\u202c\u202d\u202e"
_LIGATURES = {letter: unicodedata.normalize("NFKC", letter) for letter in map(chr, range(0xFB00, 0xFB07))}
_CLEAN = str.maketrans({**dict.fromkeys(_BLANKS, " "), **dict.fromkeys(_INVISIBLE, None)})
_EXPAND = str.maketrans(_LIGATURES)


def plain_blanks(text: str) -> str:
    """No-break, thin and ideographic blanks as plain ones; soft hyphens, zero-width and direction marks dropped.

    The zero-width joiner and non-joiner stay: Indic scripts and Persian spell with them.
    """
    return text if text.isascii() else text.translate(_CLEAN)


def expand_ligatures(text: str) -> str:
    """``ﬁ`` and its kin (U+FB00 to U+FB06) as the letters they stand for; ``æ`` and ``œ`` are letters and stay."""
    return text if text.isascii() else text.translate(_EXPAND)
