"""Unicode: normalization (combining marks, kinds of spaces, ligatures), and escapes for characters that act on a terminal.

A title may contain an escape sequence that clears the screen, renames the window or sends input for the user, and a
bidirectional mark can make a line look like a different one. Wherever text from files is displayed, such characters are
printed as escapes (``\\x1b``, ``\\u202e``).
"""

from __future__ import annotations

import unicodedata
from typing import Literal

from citekit.runtime import patterns as re
from citekit.runtime.registry import pairs

_BLANKS = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
WHITESPACE = f"\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\u2028\u2029{_BLANKS}"
"""Every character that ``str.isspace`` accepts, to strip together with punctuation."""
_INVISIBLE = "\u00ad\u200b\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff\u202a\u202b\u202c\u202d\u202e"
_LIGATURES = {letter: unicodedata.normalize("NFKC", letter) for letter in map(chr, range(0xFB00, 0xFB07))}
_CLEAN = str.maketrans({**dict.fromkeys(_BLANKS, " "), **dict.fromkeys(_INVISIBLE, None)})
_EXPAND = str.maketrans(_LIGATURES)
_CLEANED = re.compile(f"[{_BLANKS}{_INVISIBLE}]")
_EXPANDED = re.compile(f"[{''.join(_LIGATURES)}]")


_MOST_MARKS = 30
"""Combining marks in a row; more have no language (Unicode Standard Annex 15, "Stream-Safe Text Format")."""
_JOINER = "\u034f"
"""The combining grapheme joiner, which is invisible, and across which marks are not reordered."""
_RUN = re.compile(rf"[^\w\s\x00-\u02ff]{{{_MOST_MARKS + 1},}}")
"""A run of characters that may be combining marks; :func:`_broken` checks each."""


def normalized(text: str, form: Literal["NFC", "NFD", "NFKC", "NFKD"] = "NFC") -> str:
    """Normalize a text in linear time: no run of marks is longer than the stream-safe format allows.

    Ordering a run of marks takes quadratic time, so a joiner is inserted after every thirty marks. Source: Unicode
    Standard Annex 15, "Stream-Safe Text Process".

    >>> normalized("e\u0301"), len(normalized("e" + "\u0323\u0301" * 30))
    ('é', 61)
    """
    if text.isascii():
        return text
    return unicodedata.normalize(form, _RUN.sub(_broken, text))


def _broken(run: re.Match[str]) -> str:
    made: list[str] = []
    marks = 0
    for letter in run[0]:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks > _MOST_MARKS:
            made.append(_JOINER)
            marks = 1
        made.append(letter)
    return "".join(made)


def plain_blanks(text: str) -> str:
    """Replace no-break, thin and ideographic spaces by plain ones; remove soft hyphens, zero-width and direction marks.

    The zero-width joiner and non-joiner stay: Indic scripts and Persian spell with them.
    """
    # Most texts with an accent have nothing to replace, and to look takes a tenth of the time of translating.
    return text if text.isascii() or not _CLEANED.search(text) else text.translate(_CLEAN)


def expand_ligatures(text: str) -> str:
    """Replace ``ﬁ`` and similar (U+FB00 to U+FB06) by the letters they stand for; ``æ`` and ``œ`` are letters and stay."""
    return text if text.isascii() or not _EXPANDED.search(text) else text.translate(_EXPAND)


_ACTING = re.compile(
    "[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f"  # C0 without tab, line feed and carriage return; DEL; C1
    "\u2028\u2029"  # ends of lines
    "\u202a-\u202e\u2066-\u2069"  # embeddings, overrides and isolates of direction (Unicode Annex 9)
    "\ud800-\udfff]"  # surrogates: bytes of file names that are not UTF-8
    "|\r(?!\n)"
)


def visible(text: str) -> str:
    """Return the text with control characters as escapes; tabs and line ends stay.

    >>> visible("A\\x1b[2J title")
    'A\\\\x1b[2J title'
    """
    return _ACTING.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    number = ord(match[0])
    if 0xDC80 <= number <= 0xDCFF:  # Python's surrogateescape: the byte is in the low half
        number -= 0xDC00
    # two hexadecimal digits are enough for a byte
    return f"\\x{number:02x}" if number <= 0xFF else f"\\u{number:04x}"


def one_line(text: str, width: int = 0) -> str:
    """Return the text with whitespace collapsed to single spaces and control characters as escapes, truncated to ``width`` if given."""
    flat = " ".join(visible(text if not width or len(text) <= 4 * width else text[: 4 * width]).split())
    return flat if not width or len(flat) <= width else f"{flat[: width - 1]}…"


# --- Transliteration to ASCII letters and digits, for citation keys and file names.

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


def counted(number: int, noun: str) -> str:
    """Return a number with a noun, in the plural unless the number is 1.

    >>> counted(1, "entry"), counted(3, "entry")
    ('1 entry', '3 entries')
    """
    if number == 1:
        return f"1 {noun}"
    return f"{number} {noun[:-1]}ies" if noun.endswith("y") else f"{number} {noun}s"
