"""Synthetic single references, one a line, in the styles that people copy from papers, mixed at random.

The facts are those of :mod:`synthetic_cv`, the same ones every time; every reference is printed in a style of its own::

    Okafor, M. & Ito, D. (2019). Sorting Lazy Queues in Linear Time. Annals of Applied Parsing, 12(3), 101-119.
    [2] T. Lindqvist, "Folding Sparse Meshes," Letters in Data Stewardship, vol. 7, pp. 5-21, 2016.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from synthetic_cv import Publication, publications


@dataclass(frozen=True, slots=True)
class Reference:
    """A printed reference and the publication that it stands for."""

    text: str
    work: Publication


def references(count: int, seed: int = 11) -> Iterator[Reference]:
    """The first ``count`` references of a seed."""
    dice = random.Random(seed)
    for number, work in enumerate(publications(count, seed)):
        yield Reference(dice.choice(STYLES)(work, number), work)


def synthetic_references(count: int, seed: int = 11) -> str:
    """A text of ``count`` references, one a line."""
    return "".join(f"{reference.text}\n" for reference in references(count, seed))


def _initials(given: str, stop: str = ".", gap: str = "") -> str:
    return gap.join("-".join(f"{part[0]}{stop}" for part in word.split("-")) for word in given.split())


def _joined(names: list[str], last: str, before: str = ", ") -> str:
    return names[0] if len(names) == 1 else f"{before.join(names[:-1])}{last}{names[-1]}"


def _apa(work: Publication, number: int) -> str:
    names = _joined([f"{family}, {_initials(given)}" for given, family in work.authors], ", & ")
    first, last = work.pages
    if work.journal:
        return f"{names} ({work.year}). {work.title}. {work.venue}, {work.volume}({number % 6 + 1}), {first}-{last}."
    return f"{names} ({work.year}). {work.title}. In {work.venue} (pp. {first}-{last})."


def _numbered(work: Publication, number: int) -> str:
    names = _joined([f"{_initials(given)} {family}" for given, family in work.authors], ", and ")
    first, last = work.pages
    if work.journal:
        where = f"{work.venue}, vol. {work.volume}, no. {number % 6 + 1}, pp. {first}–{last}, {work.year}"
    else:
        where = f"in {work.venue}, {work.year}, pp. {first}–{last}"
    return f"[{number + 1}] {names}, “{work.title},” {where}."


def _chicago(work: Publication, number: int) -> str:
    (given, family), *others = work.authors
    names = _joined([f"{family}, {given}", *(f"{given} {family}" for given, family in others)], ", and ")
    first, last = work.pages
    if work.journal:
        where = f"{work.venue} {work.volume}, no. {number % 6 + 1} ({work.year}): {first}–{last}"
    else:
        where = f"In {work.venue}, {first}–{last}. {work.year}"
    return f"{names}. “{work.title}.” {where}."


def _medical(work: Publication, number: int) -> str:
    names = ", ".join(f"{family} {_initials(given, '')}" for given, family in work.authors)
    first, last = work.pages
    if work.journal:
        return f"{number + 1}. {names}. {work.title}. {work.venue}. {work.year};{work.volume}:{first}-{last}."
    return f"{number + 1}. {names}. {work.title}. In: {work.venue}; {work.year}. p. {first}-{last}."


def _plain(work: Publication, _number: int) -> str:
    names = _joined([f"{_initials(given, '. ').strip()} {family}" for given, family in work.authors], " and ")
    first, last = work.pages
    if work.journal:
        return f"{names}. {work.title}. {work.venue}, {work.volume}:{first}–{last}, {work.year}."
    return f"{names}. {work.title}. In {work.venue}, pages {first}–{last}, {work.year}."


def _computing(work: Publication, number: int) -> str:
    names = _joined([f"{given} {family}" for given, family in work.authors], ", and ")
    first, last = work.pages
    end = f"https://doi.org/10.5555/{work.year}.{number}"
    if work.journal:
        where = f"{work.venue} {work.volume}, {number % 6 + 1} ({work.year}), {first}–{last}"
    else:
        where = f"In {work.venue} ({work.short}), {first}–{last}"
    return f"{names}. {work.year}. {work.title}. {where}. {end}"


def _german(work: Publication, _number: int) -> str:
    names = "; ".join(f"{family}, {given}" for given, family in work.authors)
    first, last = work.pages
    if work.journal:
        return f"{names}: {work.title}. In: {work.venue} {work.volume} ({work.year}), S. {first}–{last}."
    return f"{names}: {work.title}. In: {work.venue}, {work.year}, S. {first}–{last}."


STYLES: tuple[Callable[[Publication, int], str], ...] = (
    _apa,
    _numbered,
    _chicago,
    _medical,
    _plain,
    _computing,
    _german,
)
"""The styles that references are printed in."""
