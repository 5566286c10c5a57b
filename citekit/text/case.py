"""Letter case of titles: words that must keep it, and function words."""

from __future__ import annotations

from citekit.runtime import patterns as re
from citekit.runtime.tables import words

SMALL_WORDS = words("citekit.text", "words.tsv")["small"]
"""Articles, prepositions, conjunctions and similar words (English, and the most frequent articles of other languages)."""

_WORD = re.compile(r"[^\W_]+(?:[.'’+&/_-]++[^\W_]++)*\+*")
_PART = re.compile(r"[-/]+")
_SMALL = re.compile(r"[a-z]")


def keeps_case(word: str) -> bool:
    """Whether lower-casing all but its first letter damages a word: acronyms, ``PyTorch``, ``3D``, ``E``."""
    core = [c for c in word if c.isalnum()]
    if len(core) == 1:
        return core[0].isupper() and core[0] != "A"
    return any(c.isupper() for c in core[1:])


def shouts(text: str) -> bool:
    """Whether a title of three words or more is in capitals throughout."""
    if 4 * len(_SMALL.findall(text)) > len(text):
        return False  # too many lowercase letters for the 15 % below; fast, for most titles end here
    words = [w for w in _WORD.findall(text) if any(c.isalpha() for c in w)]
    letters = [c for c in text if c.isupper() or c.islower()]
    # 85 %: a title in capitals may have a function word or a name in lower case
    return len(words) >= 3 and sum(c.isupper() for c in letters) >= 0.85 * len(letters)


def case_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Return the ranges of a title that keep their case in any style, adjacent ones joined: ``GPU``, ``RM-STC``.

    A title in capitals throughout has none, because the case of its words is unknown.
    """
    if shouts(text):
        return ()
    spans: list[tuple[int, int]] = []
    for match in _WORD.finditer(text):
        word = match.group()
        if not (word.islower() or (word[1:].islower() and _PART.search(word) is None)):
            spans.extend(_parts(word, match.start()))
    return tuple(spans)


def _parts(word: str, start: int) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    at = last_end = 0
    compound = _PART.search(word) is not None
    for piece in (*_PART.finditer(word), None):
        end = piece.start() if piece else len(word)
        part = word[at:end]
        if keeps_case(part) or (compound and len(part) == 1 and part.isupper()):
            joined = bool(found) and found[-1][1] == start + last_end
            if joined:
                found[-1] = (found[-1][0], start + end)
            else:
                found.append((start + at, start + end))
        last_end = end
        at = piece.end() if piece else end
    return found
