"""Titles as they are compared: folded words, the parts around a subtitle, the numbers that tell companions apart."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

from citekit.text.case import SMALL_WORDS
from citekit.text.latin import folded
from citekit.text.tex import decode

LONGEST = 600
"""Letters of a title that are looked at."""

_TAG = re.compile(r"</?[A-Za-z][^<>]{0,80}>")
_STYLE = re.compile(
    r"\\(?:math|text|bm|bf|rm|it|cal|tt|sf|sc|em|left|right|mbox|ensuremath|boldsymbol)[a-z]{0,6}(?![A-Za-z])"
)
_MACRO = re.compile(r"\\([A-Za-z]{1,30})")
_MARKS = str.maketrans(dict.fromkeys("$^_{}\\'’‘`´~\u00ad\u200b"))
_WORD = re.compile(r"[^\W_]+")
_HYPHENED = re.compile(r"(?<![^\W_])[^\W_]++(?>(?:-[^\W_]++)+)")
_BROKEN = re.compile(r"(?<=[a-z])-\s+(?=[a-z])")
_CUT = re.compile(r"\s?[:?!;]\s|\s[-–—]{1,3}\s|\s?—\s?|\s?–\s|\.\s(?=[A-Z])")
_BRACKETS = re.compile(r"\s?[(\[][^()\[\]]{0,120}[)\]]\s?$")
_ROMAN = re.compile(r"(?=[ivx])(?:x{0,2}(?:ix|iv|v?i{0,3}))$")
_COUNTED = frozenset("part paper volume vol chapter version episode".split())
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10}
_DIGITS = re.compile(r"\d+")
_FEW_LETTERS = 4


@dataclass(frozen=True)
class Title:
    """A title made comparable; build one by :func:`title_of`.

    ``words`` are small, without accents, markup and LaTeX. ``parts`` are the words of the pieces between colons, dashes
    and ends of sentences. ``shown`` is the text without markup.
    """

    shown: str
    words: tuple[str, ...]
    parts: tuple[tuple[str, ...], ...]

    @cached_property
    def key(self) -> str:
        """All letters and digits in a row: equal for titles that differ in blanks, hyphens, case, accents, markup."""
        return "".join(self.words)

    @cached_property
    def main(self) -> str:
        """The key of the title without its subtitle; empty where it has none."""
        return "".join(self.parts[0]) if len(self.parts) > 1 else ""

    @cached_property
    def tail(self) -> str:
        """The key of what follows the first colon or dash (the title without a prefix); empty where there is none."""
        return "".join(word for part in self.parts[1:] for word in part) if len(self.parts) > 1 else ""

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The keys under which the title can be found: the whole, without subtitle, without prefix."""
        parts = (self.main, self.tail)
        return (self.key, *(key for key in dict.fromkeys(parts) if len(key) > _FEW_LETTERS and key != self.key))

    @cached_property
    def content(self) -> tuple[str, ...]:
        """The words that carry weight, each once, in order."""
        heavy = tuple(dict.fromkeys(word for word in self.words if word not in SMALL_WORDS))
        return heavy or tuple(dict.fromkeys(self.words))

    @cached_property
    def glued(self) -> tuple[str, ...]:
        """Neighbours that are one word elsewhere, written together: ``meta-learning`` is found as ``metalearning``."""
        shown = folded(self.shown)
        return tuple(dict.fromkeys(word.replace("-", "") for word in _HYPHENED.findall(shown) if len(word) < 30))

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers of the title, Roman ones in digits: ``II``, ``Part 2`` and ``GPT-2`` all have ``2``."""
        return frozenset({digits for word in self.words for digits in _DIGITS.findall(word)} | self.ordinals)

    @cached_property
    def ordinals(self) -> frozenset[str]:
        """The numbers that count papers: Roman ones, those that end a part, and those behind ``part`` and the like."""
        found = set()
        for part in self.parts:
            for at, word in enumerate(part):
                if _ROMAN.match(word) and _counts(part, at):
                    found.add(str(_roman(word)))
                elif word.isdecimal() and len(word) < 3 and (at in (0, len(part) - 1) or part[at - 1] in _COUNTED):
                    found.add(word)
        return frozenset(found)


@lru_cache(maxsize=4096)
def title_of(text: str) -> Title:
    """A printed title, with whatever markup and LaTeX there is in it, made comparable."""
    shown = plain_title(text)
    bare = _BRACKETS.sub("", shown) or shown
    pieces = [_words(piece) for piece in _CUT.split(bare)]
    parts = tuple(piece for piece in pieces if piece)
    return Title(shown, _words(shown), parts)


def plain_title(text: str) -> str:
    r"""A title without markup, LaTeX and line breaks: ``Weak $\omega$-cat\'egories`` gives ``Weak omega-catégories``."""
    text = " ".join(text[:LONGEST].split())
    if "&" in text:
        text = html.unescape(text)
    if "<" in text:
        text = _TAG.sub("", text)
    if "\\" in text or "{" in text or "$" in text:
        text = _MACRO.sub(r"\1", _STYLE.sub("", decode(text)))
    return " ".join(text.translate(_MARKS).split())


def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(_BROKEN.sub("", folded(text))))


def _counts(part: tuple[str, ...], at: int) -> bool:
    """Whether a word of Roman letters is a number: of two letters, or alone, last in its part, or behind ``part``."""
    return len(part) == 1 or (at > 0 and (len(part[at]) > 1 or at == len(part) - 1 or part[at - 1] in _COUNTED))


def _roman(word: str) -> int:
    values = [_ROMAN_VALUES[letter] for letter in word]
    return sum(-v if v < after else v for v, after in zip(values, [*values[1:], 0], strict=True))
