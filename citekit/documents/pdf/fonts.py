"""What a font's name and flags say about its look, and what its characters mean.

The names follow no rule but habits: ``Times-BoldItalic``, ``NimbusRomNo9L-MediItal``, ``CMBX12`` (Computer Modern bold
extended), ``SFTI1000`` (its T1 copies), ``ABCDEF+Arial,Bold``. Flags are those of PDF 32000-1, table 123.

Some fonts have no table of characters (PDF 32000-1, 9.10). pdfTeX embeds bitmap fonts without names of glyphs and without a
ToUnicode map. What programs copy from such a PDF are the codes of the font: "Do£ekal" for "Dočekal". TeX's text fonts have
one of two encodings, which are told by the font's name or, where it has none, by the codes that occur.

Sources: D. E. Knuth, *The TeXbook*, appendix F, figure 1 (OT1); M. Ferguson, "Report on Multilingual Activities",
TUGboat 11:4 (1990), page 514 (T1, the encoding of Cork).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from citekit.documents.runs import TextStyle
from citekit.documents.symbols import is_symbol_font, symbol
from citekit.runtime import patterns as re

_ITALIC_FLAG = 1 << 6
_FORCE_BOLD_FLAG = 1 << 18
_HEAVY = 650
"""Font weights from here on are bold: 600 is semibold, 700 is bold (PDF 32000-1, table 122)."""

_SUBSET = re.compile(r"^[A-Z]{6}\+")
_BOLD = re.compile(
    r"bold|black|heavy|demi(?!no)|semibd|extrabd|[-,]bd|-medi(?:ital|$)|-b(?:i|it)?$"
    r"|^(?:cm|sf|ec|tc|la|rm|lm)(?:b|bx|bxti|bxsl|ssbx|ssdc)\d|^(?:sfbx|sfbi|sfssbx|sfrb|ecbx|ecbi|ecrb|sfsx|ecsx)"
    r"|^lm[a-z]+\d*-(?:bold|demi)",
    re.IGNORECASE,
)
"""Names of bold fonts: by words and endings that foundries use, and by the short names of TeX's families (Computer Modern and those
derived from it, such as ``cmbx10``, ``SFBX1000``, ``LMRoman10-Bold``)."""
_ITALIC = re.compile(
    r"ital|obli|slant|kursiv|-(?:it|i|bi|bit|lightit|boldit|semiboldit)$|[a-z](?:-|Bold|Semibold|Light)It$"
    r"|^(?:cm|sf|ec|la)(?:ti|bxti|sl|bxsl|mi|mib|itt|sltt|ssi|fi)\d|^(?:sfti|sfsl|sfbi|sfbl|sfsi|ecti|ecsl|ecbi|ecbl|ecsi)"
    r"|^(?:[tp]x|newtx|pazo)mi",
    re.IGNORECASE,
)
"""Names of italic and slanted fonts, in the same way (``cmti10``, ``cmsl10``, ``cmmi10`` of formulas)."""
_SMALL_CAPS = re.compile(
    r"small-?caps|[a-z]-?(?:sc|caps)$|^(?:cm|sf|ec|la)(?:csc|cc|xc|oc)\d|csc\d|-sc\d|sc700", re.IGNORECASE
)
_CODE = re.compile(
    r"courier|mono(?!type)|consol|menlo|typewriter|inconsolata|-tt\d?$|^(?:cm|sf|ec|la)(?:tt|tcsc|sltt|itt|vtt|btl)\d|^lmmono",
    re.IGNORECASE,
)
_TEX_SYMBOLS = re.compile(r"^(?:cm|lm|tx|px|mt)?(?:b?sy)\d|^lmmathsymbols|^(?:[tp]xsy)", re.IGNORECASE)

_TEX_CODES = {0x00: "−", 0x01: "·", 0x02: "×", 0x03: "∗", 0x0D: "◦", 0x0E: "◦", 0x0F: "•"}
_TEX_LETTERS = {"x": "§", "y": "†", "z": "‡", "{": "¶", "¤": "⋆"}


def font_name(name: str) -> str:
    """Return the name without the tag of a subset (``ABCDEF+``)."""
    return _SUBSET.sub("", name)


def font_style(name: str, flags: int, weight: int, italic_angle: int = 0) -> TextStyle:
    """Return the style of a font by its name, its flags, and its weight where the name does not tell."""
    name = font_name(name)[:120]
    style = TextStyle.PLAIN
    if _BOLD.search(name) or flags & _FORCE_BOLD_FLAG or weight >= _HEAVY:
        style |= TextStyle.BOLD
    if _ITALIC.search(name) or flags & _ITALIC_FLAG or italic_angle:
        style |= TextStyle.ITALIC
    if _SMALL_CAPS.search(name):
        style |= TextStyle.SMALL_CAPS
    if _CODE.search(name):
        style |= TextStyle.CODE
    return style


def has_letters(name: str) -> bool:
    """Whether a font of this name is one of letters rather than one of signs."""
    name = font_name(name)
    return not _TEX_SYMBOLS.match(name) and not is_symbol_font(name)


def character(code: int, name: str, unmapped: bool) -> str:
    """Return what a code of a font means; empty if nobody can know.

    ``unmapped`` tells that the PDF maps the code to no character. Bullets and icons of private use are ``•``.
    """
    name = font_name(name)
    if code == 0x02 and not unmapped:
        return "-"  # how PDFium marks a hyphen at a line end
    if _TEX_SYMBOLS.match(name) and (unmapped or code < 0x20):
        return _TEX_CODES.get(code) or _TEX_LETTERS.get(chr(code), "")
    if 0xE000 <= code <= 0xF8FF:  # Private Use Area
        return symbol(code, name)
    if is_symbol_font(name) and "symbol" not in name.lower():
        return "•" if code > 0x20 else ""  # codes of icons; below are control codes
    if code < 0x20 or 0x7F <= code < 0xA0 or code in (0xFFFE, 0xFFFF, 0xFFFD) or 0xD800 <= code <= 0xDFFF:
        return ""
    return chr(code) if code <= 0x10FFFF else ""  # the last code point of Unicode


_LATIN_1 = [chr(code) for code in range(0x100)]
_LIGATURES = ("ff", "fi", "fl", "ffi", "ffl")
T1 = (
    *"`´ˆ˜¨˝˚ˇ˘¯˙¸˛‚‹›“”„«»–—",
    *("", "", "ı", "ȷ", *_LIGATURES),  # 0x17 joins nothing visible, 0x18 is the small zero of ‰
    *_LATIN_1[0x20:0x27], "’", *_LATIN_1[0x28:0x60], "‘", *_LATIN_1[0x61:0x7F], "-",
    *"ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£",
    *_LATIN_1[0xC0:0xD7], "Œ", *_LATIN_1[0xD8:0xDF], "SS", *_LATIN_1[0xE0:0xF7], "œ", *_LATIN_1[0xF8:0xFF], "ß",
)  # fmt: skip
"""What each code of a font in the encoding T1 prints; accents are spacing ones."""
OT1 = (
    *"ΓΔΘΛΞΠΣΥΦΨΩ", *_LIGATURES, *"ıȷ`´ˇ˘¯˚¸ßæœøÆŒØ",
    *_LATIN_1[0x20:0x22], "”", *_LATIN_1[0x23:0x27], "’", *_LATIN_1[0x28:0x3C], "¡", "=", "¿", *_LATIN_1[0x3F:0x5C],
    *"“]ˆ˙‘", *_LATIN_1[0x61:0x7B], *"–—˝˜¨",
)  # fmt: skip
"""What each code of a font in the encoding OT1 prints; it has half as many."""
_T1_NAME = re.compile(r"(?:sf|ec)[a-z]{2}\d{3,4}|cm[a-z]{1,6}\d{1,4}-t1|[a-z]{3,6}8t", re.IGNORECASE)
_OT1_NAME = re.compile(r"cm(?:r|b|bx|ti|bxti|sl|bxsl|ss|ssi|ssbx|ssdc|u)\d{1,4}", re.IGNORECASE)
"""Fonts of formulas, typewriter and small capitals have other signs at these codes."""


def encoding_of(font: str) -> tuple[str, ...]:
    """Return the encoding that the name of a font (without the tag of a subset) tells; empty if it tells none.

    >>> encoding_of("SFRM1000")[0xA3], encoding_of("CMR10")[0x0C], encoding_of("Helvetica")
    ('č', 'fi', ())
    """
    return T1 if _T1_NAME.fullmatch(font) else OT1 if _OT1_NAME.fullmatch(font) else ()


def latin_code(code_point: int) -> int:
    """Return the code of a character in Windows-1252, for which PDFium takes codes of fonts without a map; -1 if none.

    >>> latin_code(ord("’")), latin_code(ord("a")), latin_code(ord("č"))
    (146, 97, -1)
    """
    # Above ASCII PDFium gives characters of Windows-1252.
    data = chr(code_point).encode("cp1252", "ignore") if code_point > 0x7F else bytes([code_point])
    return data[0] if data else -1


def ligature_codes(encoding: tuple[str, ...]) -> frozenset[int]:
    """Return the codes of an encoding that are ligatures: hardly a page has none of them."""
    return frozenset(code for code, text in enumerate(encoding) if text in _LIGATURES)


def encoding_by_codes(codes: Iterable[int]) -> tuple[str, ...]:
    """Return the encoding of text fonts without names, by all codes that they use.

    Only T1 has codes above 127. Below, OT1's ligatures have codes that are rare signs in T1 (``‚‹›``), and T1's have
    those of OT1's rarer letters (``œøÆŒØ``).
    """
    seen = set(codes)
    is_ot1 = max(seen, default=0) < len(OT1) and not seen.isdisjoint(ligature_codes(OT1))
    return OT1 if is_ot1 else T1


def is_of_letters(codes: Counter[int]) -> bool:
    """Whether codes of a font without a name are mostly letters, digits and punctuation, and not those of icons."""
    # Between the space and the delete character ASCII prints something.
    return 2 * sum(count for code, count in codes.items() if 0x20 < code < 0x7F) >= codes.total()


def is_text(codes: Counter[int]) -> bool:
    """Whether codes that a PDF maps to no character are ASCII all the same: mostly small letters, with vowels.

    In the languages of the Latin script, 37 to 48 of 100 letters are one of ``aeiou``. Numbers of glyphs, which most
    such codes are, are letters of any kind.
    """
    small = Counter({code: count for code, count in codes.items() if ord("a") <= code <= ord("z")})
    vowels = sum(small[ord(vowel)] for vowel in "aeiou")
    # Some 35 to 45 of 100 small letters are vowels in European languages; among codes of icons that would be chance.
    return 2 * small.total() >= codes.total() and 0.25 <= vowels / max(1, small.total()) <= 0.6
