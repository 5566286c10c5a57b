r"""Formulas that are not formulas: marks such as ``$^*$``, ``$^{1,2}$``, ``$^\dagger$`` and signs such as ``$\bullet$``."""

from __future__ import annotations

from citekit.documents.model import TextStyle
from citekit.runtime import patterns as re
from citekit.runtime.tables import pairs

_SIGNS = pairs("citekit.documents.latex", "commands.tsv")["marks"] | {"quad": " ", "qquad": " "}
_WORD = re.compile(r"\\([A-Za-z]+)\s*")
_FONT = re.compile(
    r"\\(?:rm|bf|it|tt|sf|mathrm|mathbf|mathit|mathsf|text|textrm|textbf|textit|textsf|mbox|hbox)(?![A-Za-z])\s*"
)
_SCRIPT = re.compile(r"(?:\{\s{0,9}\})?\s{0,9}([\^_])\s{0,9}(\{[^{}^_]*+\}|\\[A-Za-z]+|[^\s{}\\^_])\s*")
_TEXT = re.compile(r"[\w\s,.;:*+/()\[\]|#!'@†‡§¶∘°′•·⋄◇♯♮♠♡♢♣△▷‖✓⊕⊗□■★⋆…⋯→←⇒∼⟨⟩-]{1,40}")
_ALONE = re.compile(r"[\d\s,.*+|/:;!()<>=\[\]†‡§¶∘°•·⋄◇♯♮♠♡♢♣△▷‖✓⊕⊗□■★⋆…⋯→←⇒∼⟨⟩-]{1,40}")


def marks(formula: str) -> list[tuple[str, TextStyle]]:
    r"""Return the styled pieces of text that a formula prints, where it is but marks, scripts or signs; else none.

    ``^{1,*}`` gives ``1,*`` raised; ``_2`` gives ``2`` lowered; ``\bullet`` gives ``•``; ``x^2`` is a formula.
    """
    if len(formula) > 200:  # marks of affiliations are short; bounds the time
        return []
    scripts: list[tuple[str, TextStyle]] = []
    at = 0
    for match in _SCRIPT.finditer(formula):
        if formula[at : match.start()].strip():
            break
        text = _plain(match[2])
        if not _TEXT.fullmatch(text):
            return []
        scripts.append((text, TextStyle.SUPERSCRIPT if match[1] == "^" else TextStyle.SUBSCRIPT))
        at = match.end()
    if scripts:
        return [] if formula[at:].strip() else scripts
    text = _plain(formula)
    return [(text, TextStyle.PLAIN)] if _ALONE.fullmatch(text) and text.strip() else []


def _plain(formula: str) -> str:
    """Return a formula's text: fonts and braces gone, signs as their characters; a backslash stays if there is more."""
    text = _FONT.sub("", formula)
    text = _WORD.sub(lambda word: _SIGNS.get(word[1], word[0]), text)
    text = re.sub(r"\\([%&#_$|{}])", lambda sign: "‖" if sign[1] == "|" else sign[1], text)
    text = re.sub(r"\\[ ,;:]|~", " ", text).replace("\\!", "").replace("{", "").replace("}", "")
    return " ".join(text.split())
