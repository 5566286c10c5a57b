"""Characters that a PDF draws but does not name: which ligature each one is, by the words it is in.

Some programs embed a font whose ligatures have no entry in the ToUnicode map (PDF 32000-1, 9.10.3): "Cities" is drawn
with one glyph for "es", and every program that copies the text gets a stray character or a hole ("e ects"). No one can
look such a character up, but it is in the same place of many words, so the document itself states what it is: the
ligature that makes the most of its words known ones, or at least words of likely letters.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import lru_cache
from itertools import islice

from citekit.documents.pdf.page import PdfPage
from citekit.model.venues import all_venues
from citekit.runtime import patterns as re

FIRST_UNKNOWN = 0xF0000
"""Unknown characters are in the text as this code point and those after it (Supplementary Private Use Area-A)."""
MOST_UNKNOWN = 2000
"""Unknown characters that are told apart; the patterns below have room for 2,048 code points."""

_LIGATURES = "ff fi fl ffi ffl fj ft fft tt ti tti tf ct st sp th es is us as gy ch ck ll sh".split()
_TEX_LIGATURES = {  # where the Cork (T1) and the OT1 encoding of TeX's fonts have them
    0x1B: "ff", 0x1C: "fi", 0x1D: "fl", 0x1E: "ffi", 0x1F: "ffl",
    0x0B: "ff", 0x0C: "fi", 0x0D: "fl", 0x0E: "ffi", 0x0F: "ffl",
}  # fmt: skip
_UNKNOWN = re.compile("[\U000f0000-\U000f07ff]")
_WORD = re.compile("[^\\W\\d_\U000f0000-\U000f07ff]{3,40}")
_DAMAGED = re.compile("[^\\W\\d_]{0,30}[\U000f0000-\U000f07ff](?:[^\\W\\d_]|[\U000f0000-\U000f07ff]){0,30}")
_MOST_WORDS = 200
"""Damaged words that are tried for each unknown character: enough to decide, and bounds the time for long documents."""
_KNOWN = 3.0
"""What a word of the document or of a venue's name counts for, in logarithms of likelihood: twenty times likelier."""
_TEX_CODE = 1.0
"""What TeX's own code for a ligature counts for, in the same unit; words decide against it where most do."""
_UNLIKELY = -8.5
"""The mean logarithm of a trigram's share below which letters are not a word of the document's languages."""


def name_unknown(pages: list[PdfPage], unknown: dict[tuple[str, int], str]) -> None:
    """Put the ligatures into the segments' texts.

    ``unknown`` gives the character that stands for each code of a font. A code that no ligature explains becomes the
    character that the PDF has for it, or nothing if that is a control character.
    """
    if not unknown:
        return
    texts = [segment.text for page in pages for segment in page.segments]
    damaged: dict[str, list[str]] = {mark: [] for mark in unknown.values()}
    for text in texts:
        if _UNKNOWN.search(text):
            for match in _DAMAGED.finditer(text):
                for mark in set(_UNKNOWN.findall(match.group())):
                    damaged[mark].append(match.group())
    lexicon = Counter(word.lower() for text in texts for word in _WORD.findall(text))
    # The names of venues have thousands of words in the languages of the sciences, for a document that has few.
    lexicon.update([word.lower() for venue in all_venues() for word in _WORD.findall(venue.name)])
    likelihood = _Likelihood(lexicon)
    named = {
        mark: _ligature(mark, code, damaged[mark][:_MOST_WORDS], likelihood) for (_, code), mark in unknown.items()
    }
    for page in pages:
        for segment in page.segments:
            if _UNKNOWN.search(segment.text):
                segment.text = " ".join(_UNKNOWN.sub(lambda match: named[match.group()], segment.text).split(" "))
        page.segments = [segment for segment in page.segments if segment.text.strip()]


def _ligature(mark: str, code: int, words: list[str], likelihood: _Likelihood) -> str:
    """Return the ligature that explains most words; if none does, what the PDF has."""
    # Codes below are control characters.
    plain = chr(code) if code > 0x9F else ""
    within = [word for word in words if len(word) > 2]
    if 2 * len(within) < len(words) or not within:
        return plain
    best, score = "", -math.inf
    for ligature in _LIGATURES:
        total = _TEX_CODE if _TEX_LIGATURES.get(code) == ligature else 0.0
        total += sum(likelihood.of(_UNKNOWN.sub("", word.replace(mark, ligature))) for word in within) / len(within)
        if total > score:
            best, score = ligature, total
    return best if score > _UNLIKELY else plain


class _Likelihood:
    """How likely letters are a word, by the words that are known."""

    def __init__(self, known: Counter[str]) -> None:
        self._known = known
        self._trigrams: Counter[str] = Counter()
        for word in islice(known, 50_000):
            self._trigrams.update(_trigrams(word))
        self._all = max(1, self._trigrams.total())
        self.of = lru_cache(maxsize=4096)(self._of)

    def _of(self, word: str) -> float:
        word = word.lower()
        trigrams = _trigrams(word)
        shares = [math.log((self._trigrams[one] + 0.1) / self._all) for one in trigrams]
        return sum(shares) / max(1, len(shares)) + (_KNOWN if word in self._known else 0.0)


def _trigrams(word: str) -> list[str]:
    padded = f"^{word}$"
    return [padded[at : at + 3] for at in range(len(padded) - 2)]
