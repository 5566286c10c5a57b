r"""Formulas in LaTeX text: which stretches are formulas, and those that are no more than a raised or lowered figure."""

from __future__ import annotations

from citekit.runtime import patterns as re
from citekit.text.tex_syntax import MATH

_SPACED = r"\$(?!\d)(?=[^$]*+\$)(?=[^$]*[\\^_])(?>(?:[^$\\]++|\\.){1,500})\$"
FORMULA = rf"{MATH}|{_SPACED}"
"""Pattern of a formula, also with blanks inside its dollar signs where a macro or a script tells that it is one."""
_FORMULAS = re.compile(FORMULA, re.DOTALL)
_SCRIPT = re.compile(
    r"\$\s*(?:\{\})?(?P<place>[\^_])\s*(?:(?P<sign>[0-9+*-])|\{\s*+(?P<figures>[0-9+*.,()/ -]++|st|nd|rd|th)\}"
    r"|\{?\\(?:mathrm|text|textrm)\s*\{(?P<upright>[A-Za-z0-9+*.,()/ -]+)\}\}?|\{\\rm (?P<roman>[A-Za-z0-9]+)\}"
    r"|(?P<degree>\{\s*\\circ\s*\}|\\circ))\s*\$"
)


def formula_places(text: str) -> list[tuple[int, int]]:
    """Where the formulas of a text stand."""
    return [match.span() for match in _FORMULAS.finditer(text)]


def script(formula: str) -> str:
    r"""A formula that is nothing but a raised or lowered figure, as rich text: ``$^{-3}$``, ``$_2$``, ``$^\circ$``.

    Empty where it is more than that.
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
    """A formula without blanks inside its dollar signs, which LaTeX ignores and which would make it look like money."""
    inner = formula.strip("$").strip()
    return f"${inner}$" if formula[1:2] != "$" and inner and formula[0] == "$" and inner[-1] != "\\" else formula
