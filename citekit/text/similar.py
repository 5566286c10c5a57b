"""Similarity of two texts by their longest common subsequence, for up to a few hundred letters."""

from __future__ import annotations

LONGEST = 1000
"""Letters of a text that are compared; the rest is ignored."""


def common_letters(one: str, other: str) -> int:
    """Return the length of the longest common subsequence of two texts.

    Source: Hyyrö, "Bit-parallel LCS-length computation revisited" (2004); a machine word is one whole Python integer.
    """
    # the machine word has as many bits as the shorter text, so the shorter one is in it
    if len(one) > len(other):
        one, other = other, one
    start = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        start += 1
    if start:
        return start + common_letters(one[start:], other[start:])
    places: dict[str, int] = {}
    for at, letter in enumerate(one):
        places[letter] = places.get(letter, 0) | 1 << at
    full = (1 << len(one)) - 1
    row = full
    for letter in other:
        matches = row & places.get(letter, 0)
        row = ((row + matches) | (row - matches)) & full
    return len(one) - row.bit_count()


def ratio(one: str, other: str) -> float:
    """Return the similarity of two texts, from 0 (no common letter) to 1 (equal): twice the common letters over all letters."""
    if one == other:
        return 1.0
    one, other = one[:LONGEST], other[:LONGEST]
    letters = len(one) + len(other)
    return 2 * common_letters(one, other) / letters if letters else 1.0
