"""Words that say what they are: the lists in ``words/``, places and publishers, and the words that a document itself writes
in small letters."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from citekit.runtime import patterns as re
from citekit.runtime.tables import tables
from citekit.text.case import PLACES

ADDRESS = re.compile(r"(?<!\S)\S*[@/]\S+|(?<!\S)\S+\.(?:com|org|net|edu|io|de|uk|fr|cn)\b\S*")
"""Addresses spell names in lower case."""
WORD = re.compile(r"[^\W\d_]{3,}")


@cache
def word_rows(name: str) -> dict[str, list[list[str]]]:
    """Return the groups of ``words/NAME.txt``, each with the words of its lines."""
    found = tables("citekit.extraction", f"words/{name}.txt")
    return {group: [" ".join(row).split() for row in rows] for group, rows in found.items()}


def word_sets(name: str) -> dict[str, frozenset[str]]:
    """Return the words of each group of ``words/NAME.txt``."""
    return {group: frozenset(word for row in rows for word in row) for group, rows in word_rows(name).items()}


CLASSES = word_sets("classes")
"""Classes of words, such as those in the names of publishers."""
PLAIN_WORDS, PARTICLES = CLASSES["plain"], CLASSES["part"]
MONTHS = {name: number for number, names in enumerate(word_rows("classes")["month"], 1) for name in names}
"""The number of the month that a word names."""


def lower_words(texts: Iterable[str]) -> frozenset[str]:
    """Return the words that stand in small letters somewhere in the texts, so that their capitalised forms are plain
    words.

    Addresses spell names in small letters, and do not count: ``lower_words(["by the sea, me@home.org"])`` has "the" and
    "sea".
    """
    found: set[str] = set()
    for text in texts:
        shown = ADDRESS.sub(" ", text) if "@" in text or "/" in text else text
        found.update(word for word in WORD.findall(shown) if word.islower())
    return frozenset(found)


STATES, _FILLERS = word_sets("places")["state"], word_sets("places")["filler"]
_PIECES = re.compile(r"[,()/;]")
_HOUSES = word_sets("publishers")["one word"] | {" ".join(row) for row in word_rows("publishers")["several words"]}
HOUSE_WORDS = frozenset(word for house in _HOUSES for word in house.split())
"""The words of all known publishers' names: a phrase without any of them is none."""
_VENUE_NOUNS = frozenset(
    "journal transactions proceedings conference letters review magazine annals symposium workshop".split()
)
"""What containers call themselves; a publisher's name has none of these words."""
_JOINING = frozenset("of on in for für zu the".split())
"""What a phrase has that only happens to hold a publisher's name: "Continuum Models of Discrete Systems"."""
LONGEST_PLACE, LONGEST_HOUSE, FEW_WORDS = 80, 8, 4
"""Letters of a place, words of a publisher's name, and words of one that needs no further sign to be one."""


@lru_cache(maxsize=16384)
def place_share(text: str) -> float:
    """Return how much of a phrase is the name of a place (0..1): "Lisbon (Portugal)" 1.0, "San Jose, CA" 1.0, "Deep
    Learning" 0.
    """
    pieces = [p.strip() for p in _PIECES.split(text) if p.strip()] if len(text) <= LONGEST_PLACE else []
    return sum(_is_place(piece, len(pieces) > 1) for piece in pieces) / len(pieces) if pieces else 0.0


def _is_place(piece: str, beside_others: bool) -> bool:
    folded = piece.casefold().strip(".")
    rest = [word for word in folded.split() if word not in _FILLERS]
    known = folded in PLACES or piece in STATES or " ".join(rest) in PLACES
    return known or (not rest and beside_others)


@lru_cache(maxsize=16384)
def is_publisher(text: str) -> bool:
    """Whether a phrase reads like a publisher's name."""
    words = [word.strip(".,;:()") for word in text.casefold().split()]
    if len(words) > LONGEST_HOUSE or HOUSE_WORDS.isdisjoint(words) or not _VENUE_NOUNS.isdisjoint(words):
        return False
    pieces = (" ".join(words[i : i + size]) for size in (1, 2, 3) for i in range(len(words)))
    named = any(piece in _HOUSES for piece in pieces)
    return named and (len(words) < FEW_WORDS or not CLASSES["house"].isdisjoint(words) or _JOINING.isdisjoint(words))
