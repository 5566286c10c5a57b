"""The form in which texts are compared (lowercase letters and digits, without LaTeX, markup, accents and punctuation), and
how surely two names, venues or works are one.
"""

from __future__ import annotations

import html

from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.text.latin import folded
from citekit.text.tex_decode import decode

_TAG = re.compile(r"</?[A-Za-z][^<>]{0,80}>")
_STYLE = re.compile(
    r"\\(?:math|text|bm|bf|rm|it|cal|tt|sf|sc|em|left|right|mbox|ensuremath|boldsymbol)[a-z]{0,6}(?![A-Za-z])"
)
_MACRO = re.compile(r"\\([A-Za-z]{1,30})")
_DRAWN = re.compile(
    r"\\(?:sqrt|bar|hat|tilde|vec|dot|ddot|check|breve|acute|grave|widehat|widetilde|overline|underline|overrightarrow|"
    r"rightarrow|leftarrow|leftrightarrow|longrightarrow|to|mapsto)(?![A-Za-z])"
)
"""What formulas draw around letters or between them: catalogues lose it, so it is not a letter of a title."""
_SCRIPT_L = re.compile(r"\\ell(?![A-Za-z])")
_GROUPING = str.maketrans(dict.fromkeys("{}$"))
_JOINING = str.maketrans(dict.fromkeys("$^_{}\\'’‘`´\u00ad\u200b", None) | {"~": " "})
_WORD = re.compile(r"[^\W_]+")
_APART = str.maketrans({code: " " for code in range(128) if not chr(code).isalnum()})
"""The signs of ASCII that are between words; spaces in their place divide a text faster than a pattern does."""
_MARKED = re.compile(r"[\\<&{}$^_'’‘`´~\u00ad\u200b]|-\s")
_BROKEN = re.compile(r"(?<=[^\W\d_])-\s++(?=[^\W\d_])")
_DOUBLED = re.compile(r"(?<=[aou])e|(?<=a)a")


def plain(text: str) -> str:
    r"""Return a value as people read it, without LaTeX and tags: ``K\"ahler {M}anifolds`` gives ``Kähler Manifolds``."""
    if "\\" in text:
        text = _MACRO.sub(r"\1", _STYLE.sub("", _DRAWN.sub(" ", _SCRIPT_L.sub("l", decode(text)))))
    if "<" in text:
        text = _TAG.sub("", text)
    return text.translate(_GROUPING)


def bare(text: str) -> str:
    r"""Return a value on one line without markup, LaTeX, apostrophes: ``Weak $\omega$-cat\'egories`` is ``Weak omega-catégories``."""
    if "&" in text:
        text = html.unescape(" ".join(text.split()))
    if "\\" in text or "<" in text:
        text = plain(" ".join(text.split()))
    return " ".join(text.translate(_JOINING).split())


def words(text: str) -> list[str]:
    """Return the words of a value, folded: small, without accents and apostrophes, Greek letters by their names."""
    if _MARKED.search(text):
        text = _BROKEN.sub("", bare(text))
    if text.isascii():
        return text.lower().translate(_APART).split()
    return _WORD.findall(folded(text))


def fold(text: str) -> str:
    r"""Return the letters and digits of a value in a row: equal for texts that differ in markup, accents, case, punctuation.

    >>> fold(r"{S}\o rensen's $\omega$-queues") == fold("Sorensens ω Queues")
    True
    """
    return "".join(words(text))


def loose(key: str) -> str:
    """Return a folded text in which ``Mueller`` and ``Müller``, ``Aarhus`` and ``Århus`` are one: the doubled vowels are single."""
    if "ae" in key or "oe" in key or "ue" in key or "aa" in key:
        return _DOUBLED.sub("", key)
    return key


SURE, LIKELY = 0.9, 0.6
"""Degrees from which on two things count as one, and as worth a question."""


@dataclass(frozen=True, slots=True)
class Similarity:
    """A ``degree`` from 0 (not one) to 1 (one for certain), and the ``reason`` in a few words."""

    degree: float
    reason: str = ""

    def __bool__(self) -> bool:
        return self.degree >= LIKELY
