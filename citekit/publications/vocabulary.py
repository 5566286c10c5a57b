"""Words that say what they are: the lists in ``words/``, and the words that a document itself writes in small letters."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from citekit import patterns as re
from citekit.tables import tables

ADDRESS = re.compile(r"(?<!\S)\S*[@/]\S+|(?<!\S)\S+\.(?:com|org|net|edu|io|de|uk|fr|cn)\b\S*")
"""Addresses spell names in lower case."""
WORD = re.compile(r"[^\W\d_]{3,}")


@cache
def word_rows(name: str) -> dict[str, list[list[str]]]:
    """The groups of ``words/NAME.txt``, each with the words of its lines."""
    found = tables("citekit.publications", f"words/{name}.txt")
    return {group: [" ".join(row).split() for row in rows] for group, rows in found.items()}


def word_sets(name: str) -> dict[str, frozenset[str]]:
    """The words of each group of ``words/NAME.txt``."""
    return {group: frozenset(word for row in rows for word in row) for group, rows in word_rows(name).items()}


CLASSES = word_sets("classes")
"""Classes of words, such as those in the names of publishers."""
PLAIN_WORDS, PARTICLES = CLASSES["plain"], CLASSES["part"]
MONTHS = {name: number for number, names in enumerate(word_rows("classes")["month"], 1) for name in names}
"""The number of the month that a word names."""


def lower_words(texts: Iterable[str]) -> frozenset[str]:
    """The words that stand in small letters somewhere in the texts, so that their capitalised forms are plain words.

    Addresses spell names in small letters, and do not count: ``lower_words(["by the sea, me@home.org"])`` has "the" and
    "sea".
    """
    found: set[str] = set()
    for text in texts:
        shown = ADDRESS.sub(" ", text) if "@" in text or "/" in text else text
        found.update(word for word in WORD.findall(shown) if word.islower())
    return frozenset(found)
