"""What a font's name and flags say about its look, and what its characters mean.

The names follow no rule but habits: ``Times-BoldItalic``, ``NimbusRomNo9L-MediItal``, ``CMBX12`` (Computer Modern bold
extended), ``SFTI1000`` (its T1 copies), ``ABCDEF+Arial,Bold``. Flags are those of PDF 32000-1, table 123.
"""

from __future__ import annotations

from citekit.documents.model import TextStyle
from citekit.documents.symbols import is_symbol_font, symbol
from citekit.runtime import patterns as re

_ITALIC_FLAG = 1 << 6
_FORCE_BOLD_FLAG = 1 << 18
_HEAVY = 650

_SUBSET = re.compile(r"^[A-Z]{6}\+")
_BOLD = re.compile(
    r"bold|black|heavy|demi(?!no)|semibd|extrabd|[-,]bd|-medi(?:ital|$)|-b(?:i|it)?$"
    r"|^(?:cm|sf|ec|tc|la|rm|lm)(?:b|bx|bxti|bxsl|ssbx|ssdc)\d|^(?:sfbx|sfbi|sfssbx|sfrb|ecbx|ecbi|ecrb|sfsx|ecsx)"
    r"|^lm[a-z]+\d*-(?:bold|demi)",
    re.IGNORECASE,
)
_ITALIC = re.compile(
    r"ital|obli|slant|kursiv|-(?:it|i|bi|bit|lightit|boldit|semiboldit)$|[a-z](?:-|Bold|Semibold|Light)It$"
    r"|^(?:cm|sf|ec|la)(?:ti|bxti|sl|bxsl|mi|mib|itt|sltt|ssi|fi)\d|^(?:sfti|sfsl|sfbi|sfbl|sfsi|ecti|ecsl|ecbi|ecbl|ecsi)"
    r"|^(?:[tp]x|newtx|pazo)mi",
    re.IGNORECASE,
)
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
    if 0xE000 <= code <= 0xF8FF:
        return symbol(code, name)
    if is_symbol_font(name) and "symbol" not in name.lower():
        return "•" if code > 0x20 else ""
    if code < 0x20 or 0x7F <= code < 0xA0 or code in (0xFFFE, 0xFFFF, 0xFFFD) or 0xD800 <= code <= 0xDFFF:
        return ""
    return chr(code) if code <= 0x10FFFF else ""
