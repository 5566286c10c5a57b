r"""Formulas in LaTeX text: their spans, and those that only contain a superscript or subscript."""

from __future__ import annotations

from citekit.runtime import patterns as re
from citekit.text.tex_syntax import MATH

_SPACED = r"\$(?!\d)(?=[^$]*+\$)(?=[^$]*[\\^_])(?>(?:[^$\\]++|\\.){1,500})\$"
FORMULA = rf"{MATH}|{_SPACED}"
"""Pattern of a formula; spaces next to its dollar signs are allowed if it contains a macro or a script."""
_FORMULAS = re.compile(FORMULA, re.DOTALL)
_SCRIPT = re.compile(
    r"\$\s*(?:\{\})?(?P<place>[\^_])\s*(?:(?P<sign>[0-9+*-])|\{\s*+(?P<figures>[0-9+*.,()/ -]++|st|nd|rd|th)\}"
    r"|\{?\\(?:mathrm|text|textrm)\s*\{(?P<upright>[A-Za-z0-9+*.,()/ -]+)\}\}?|\{\\rm (?P<roman>[A-Za-z0-9]+)\}"
    r"|(?P<degree>\{\s*\\circ\s*\}|\\circ))\s*\$"
)


def formula_places(text: str) -> list[tuple[int, int]]:
    """Return the spans of the formulas of a text."""
    return [match.span() for match in _FORMULAS.finditer(text)]


def script(formula: str) -> str:
    r"""Convert a formula that is a single superscript or subscript to rich text: ``$^{-3}$``, ``$_2$``, ``$^\circ$``.

    Returns an empty string for any other formula.
    """
    match = _SCRIPT.fullmatch(formula)
    if not match or (match["degree"] and match["place"] == "_"):
        return ""
    if match["degree"]:
        return "°"
    shown = next(filter(None, match.group("sign", "figures", "upright", "roman"))).strip()
    tag = "sup" if match["place"] == "^" else "sub"
    return f"<{tag}>{shown if match['upright'] else shown.replace('-', '−')}</{tag}>"


def trimmed(formula: str) -> str:
    """Remove the spaces next to the dollar signs of a formula, which LaTeX ignores, and which make it look like money."""
    inner = formula.strip("$").strip()
    return f"${inner}$" if formula[1:2] != "$" and inner and formula[0] == "$" and inner[-1] != "\\" else formula
