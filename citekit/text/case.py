"""Letter case: which words of a title must keep theirs, and which words carry no weight."""

from __future__ import annotations

from citekit.runtime import patterns as re
from citekit.runtime.tables import words

SMALL_WORDS = words("citekit.text", "words.tsv")["small"]
"""Articles, prepositions, conjunctions and the like (English, with the commonest articles of its neighbours)."""

_WORD = re.compile(r"[^\W_]+(?:[.'’+&/_-]++[^\W_]++)*\+*")
_PART = re.compile(r"[-/]+")
_SMALL = re.compile(r"[a-z]")


def keeps_case(word: str) -> bool:
    """Whether a word is spoiled by lower-casing all but its first letter: acronyms, ``PyTorch``, ``3D``, ``E``."""
    core = [c for c in word if c.isalnum()]
    if len(core) == 1:
        return core[0].isupper() and core[0] != "A"
    return any(c.isupper() for c in core[1:])


def shouts(text: str) -> bool:
    """Whether a title of three words or more is set in capitals throughout."""
    if 4 * len(_SMALL.findall(text)) > len(text):
        return False  # too many small letters, however many capitals there are
    words = [w for w in _WORD.findall(text) if any(c.isalpha() for c in w)]
    letters = [c for c in text if c.isupper() or c.islower()]
    return len(words) >= 3 and sum(c.isupper() for c in letters) >= 0.85 * len(letters)


def case_spans(text: str) -> tuple[tuple[int, int], ...]:
    """The ranges of a title that keep their case under any style, neighbours joined: ``GPU``, ``RM-STC``.

    A title that is all capitals says nothing about its words and has none.
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
