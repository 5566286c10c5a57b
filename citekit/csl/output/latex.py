r"""LaTeX: ``\textit``, ``\textsc``, ``\href``; each entry is a paragraph that hangs, its label in the margin.

``\href`` needs the package hyperref, and formulas may need amsmath and amssymb.
"""

from __future__ import annotations

from citekit.csl.output import displayed, lay_out, marks, signs
from citekit.csl.processor import Rendered
from citekit.csl.tree import Inline, write
from citekit.runtime import patterns as re
from citekit.text.tex_allowed import is_sound
from citekit.text.tex_math import command_of

NAME = "latex"
SUFFIXES = (".tex",)

_SPECIAL = re.compile(
    r"[\\{}$&#^_~%<>|\"'`–—‘’“”…\u00a0\u202f-]|(?<![Ͱ-Ͽ])[Ͱ-Ͽ](?![Ͱ-Ͽ])|[\u2102-\u2aff\U0001d49c-\U0001d56b]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]|[\t\n\r\u2028\u2029]"
)
"""What LaTeX cannot have as it is: its own marks, quotation marks and dashes, single Greek letters and mathematical marks (in
formulas), control characters, line ends."""
_ESCAPES = {**signs(NAME), "\u00a0": "~", "\u202f": r"\,"}
_MARKS = marks(NAME)
_IN_ADDRESS = {"\\": "%5C", "{": "%7B", "}": "%7D", "%": r"\%", "#": r"\#", "^": "%5E", "~": r"\string~", "&": r"\&"}


def inline(content: tuple[Inline, ...]) -> str:
    """Output as LaTeX text; every character that means something to TeX is escaped."""

    def wrap(kind: str, value: str, inner: str) -> str:
        if kind == "link":
            address = "".join(_IN_ADDRESS.get(letter, letter) for letter in value)
            return rf"\href{{{address}}}{{{inner}}}"
        if kind == "formula":
            return f"${value}$" if is_sound(f"${value}$") else inner
        if kind == "display":
            return (
                rf"\makebox[2em][l]{{{inner.strip(' ')}}}"
                if value == "left-margin"
                else displayed(value, inner, r"\par ")
            )
        before, after = _MARKS.get((kind, value), ("", ""))
        return f"{before}{inner}{after}"

    return write(content, _escape, wrap).strip(" ")


def bibliography(rendered: Rendered) -> str:
    """Return a paragraph per entry."""
    return lay_out(
        rendered,
        inline,
        _escape,
        entry="\\noindent\\hangindent=2em\\hangafter=1 %s\\par\n",
        heading="\\subsection*{%s}\n",
        note="\\noindent %s\\par\n",
    )


def _escape(text: str) -> str:
    text = _SPECIAL.sub(_escaped, text)
    # without the braces that keep marks from joining if no mark follows; at the end of a text one still may
    return _LIGATURES.sub(lambda found: found[0] if found.end() == len(text) else found[1], text)


def _escaped(match: re.Match[str]) -> str:
    letter = match.group()
    if letter >= "\u0370" and not "\u2000" <= letter < "\u2100" and not "\ud800" <= letter <= "\udfff":
        command = command_of(letter)
        return rf"\ensuremath{{{command}}}" if command else letter
    return _ESCAPES.get(letter, " " if letter in "\t\n\r\u2028\u2029" else "")


_LIGATURES = re.compile(r"(-|`{1,2}|'{1,2})\{\}(?![-`'])")
