"""What the characters of symbol fonts mean: bullets, icons, Greek letters that are at private or wrong codes."""

from __future__ import annotations

from citekit.runtime import patterns as re

_SYMBOL_FONT = re.compile(
    r"symbol|wingdings|webdings|dingbat|awesome|fontello|icomoon|materialicons|academicons|marvosym|^mvr|ionicons|typicons",
    re.IGNORECASE,
)
_ADOBE_SYMBOL = {
    0x2A: "∗", 0x2D: "−", 0x61: "α", 0x62: "β", 0x63: "χ", 0x64: "δ", 0x65: "ε", 0x66: "φ", 0x67: "γ", 0x68: "η",
    0x6B: "κ", 0x6C: "λ", 0x6D: "μ", 0x6E: "ν", 0x70: "π", 0x71: "θ", 0x72: "ρ", 0x73: "σ", 0x74: "τ", 0x77: "ω",
    0x78: "ξ", 0x7A: "ζ", 0xB7: "•", 0xB4: "×", 0xB1: "±", 0xA3: "≤", 0xB3: "≥", 0xA5: "∞", 0xAE: "→",
}  # fmt: skip
"""The encoding of Adobe's Symbol font, as far as lists and titles use it (PDF 32000-1, annex D.5)."""


def is_symbol_font(font: str) -> bool:
    """Whether a font, known by its name, holds symbols, bullets or icons and no letters."""
    return bool(_SYMBOL_FONT.search(font[:120]))


def symbol(code: int, font: str) -> str:
    """Return the character for a code of a symbol font, also where the code is moved to U+F000.

    Return ``•`` for a code without a name.
    """
    if "symbol" in font[:120].lower():
        return _ADOBE_SYMBOL.get(code - 0xF000 if 0xF000 <= code <= 0xF0FF else code, "•")
    return "•"
