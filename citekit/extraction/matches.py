"""Atoms: stretches of an item that a part finder recognises by their own form, whatever the list's layout."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from enum import StrEnum
from functools import cache

from citekit.extraction.styled import StyledText
from citekit.runtime.records import dataclass
from citekit.runtime.registry import units

PARTS_PACKAGE = "citekit.extraction.recognizers"


class FieldKind(StrEnum):
    """What a stretch of an item can be. The values are the letters used in scores and shapes."""

    AUTHORS = "A"
    TITLE = "T"
    VENUE = "V"
    DATE = "D"
    LOCATOR = "L"
    NOTE = "N"
    LINK = "X"
    OTHER = "O"


@dataclass(frozen=True, slots=True)
class Atom:
    """``text[start:end]`` of an item is of this ``part``; ``kind`` says more (``"volume-issue-pages"``, ``"arxiv"``).

    ``values`` are facts read from it under CSL variable or BibTeX field names. ``weight`` decides between overlapping atoms,
    the heavier one stays: from 1.7 for what a bare number may be ("320 p.") to 3.6 for what contains matches of other kinds
    (the year in a date of access). ``stands`` is the word that the labeller sees in its place where it is written otherwise than what
    the labeller knows: a year for "n.d.".
    """

    start: int
    end: int
    part: FieldKind
    kind: str
    values: Mapping[str, str] = field(default_factory=dict)
    weight: float = 1.0
    stands: str = ""


def find_atoms(item: StyledText) -> list[Atom]:
    """Return the atoms of an item in order, without overlaps: of two that overlap the heavier (then the longer) stays.

    Every module of :mod:`citekit.extraction.recognizers` with a function ``find(item) -> Iterable[Atom]`` is asked.
    """
    found: list[Atom] = []
    for finder in _finders():
        found.extend(finder(item))
    found.sort(key=lambda a: (-a.weight, a.start - a.end, a.start))
    kept: list[Atom] = []
    taken = bytearray(len(item.text) + 1)
    for atom in found:
        if not any(taken[atom.start : atom.end]):
            kept.append(atom)
            taken[atom.start : atom.end] = b"\x01" * (atom.end - atom.start)
    kept.sort(key=lambda a: a.start)
    return kept


@cache
def _finders() -> tuple[Callable[[StyledText], Iterable[Atom]], ...]:
    return tuple(module.find for module in units(PARTS_PACKAGE) if hasattr(module, "find"))
