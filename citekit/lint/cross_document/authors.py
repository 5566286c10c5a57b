"""Two lists of authors of one publication compared: who is who, who is missing, whose name is written otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import field
from functools import lru_cache

from citekit.lint.cross_document.matching import ComparedDocument, Matching, Pair
from citekit.lint.cross_document.mentions import is_open
from citekit.lint.loading.entry import CheckedEntry
from citekit.model.identity.fold import SURE, words
from citekit.model.identity.people import SWAPPED, family, has_initials_only, person_key, same_person
from citekit.model.name import Name
from citekit.runtime.records import dataclass


@dataclass
class AuthorComparison:
    """``same`` are numbers of one person in both lists, ``reversed`` those whose family and given names are swapped.

    ``respelt`` are those of a person whose name is spelt otherwise, ``only`` and ``only_other`` names without a
    counterpart; ``cut`` is true if one of the lists is cut short.
    """

    same: list[tuple[int, int]] = field(default_factory=list)
    reversed: list[tuple[int, int]] = field(default_factory=list)
    respelt: list[tuple[int, int]] = field(default_factory=list)
    only: list[int] = field(default_factory=list)
    only_other: list[int] = field(default_factory=list)
    cut: bool = False

    @property
    def out_of_order(self) -> list[tuple[int, int]]:
        """The pairs whose places among the common people differ."""
        common = sorted(self.same + self.reversed + self.respelt)
        places = sorted(other for _, other in common)
        return [pair for pair, place in zip(common, places, strict=True) if pair[1] != place]


def compared(entry: CheckedEntry, other: CheckedEntry) -> AuthorComparison:
    """The authors of two copies of a publication, matched; names of one family first, so that it takes linear time."""
    mine, theirs = _listed(entry.authors), _listed(other.authors)
    result = AuthorComparison(
        cut=len(mine) < len(entry.authors) or len(theirs) < len(other.authors) or is_open(entry) or is_open(other)
    )
    free = dict.fromkeys(range(len(theirs)))
    by_family: dict[str, list[int]] = {}
    for number, name in enumerate(theirs):
        by_family.setdefault(family(name), []).append(number)
    left: list[int] = []
    for number, name in enumerate(mine):
        namesakes = [n for n in by_family.get(family(name), ()) if n in free and same_person(name, theirs[n])]
        if namesakes:
            best = max(namesakes, key=lambda n: (same_person(name, theirs[n]).degree, -abs(n - number)))
            del free[best]
            result.same.append((number, best))
        else:
            left.append(number)
    _pair_others(result, left, free, mine, theirs)
    result.only, result.only_other = left, list(free)
    if left and free and _words(mine[n] for n in left) == _words(theirs[n] for n in free):
        result.only, result.only_other = [], []  # the comma between two names is missing in one of the documents
    return result


def _pair_others(
    result: AuthorComparison, left: list[int], free: dict[int, None], mine: tuple[Name, ...], theirs: tuple[Name, ...]
) -> None:
    """Pair the names whose families differ: swapped ones first, then those divided differently, then typos."""
    for found, least in ((result.reversed, SURE), (result.same, SURE), (result.respelt, 0.01)):
        for number in tuple(left):
            for there in free:
                likeness = same_person(mine[number], theirs[there])
                swapped = likeness.reason == SWAPPED
                if likeness.degree >= least and (swapped or found is not result.reversed):
                    del free[there]
                    left.remove(number)
                    found.append((number, there))
                    break


def _listed(names: tuple[Name, ...]) -> tuple[Name, ...]:
    return tuple(name for name in names if not name.is_others)


def _words(names: Iterable[Name]) -> list[str]:
    return sorted(word for name in names for word in words(str(name)))


def left_out_owners(matched: Matching) -> dict[tuple[int, int], frozenset[str]]:
    """The families that a document leaves out everywhere, by the document and the one it is compared with.

    A list of the form "Title, with A and B" names the co-authors only.
    """
    compared_with: Counter[tuple[int, int]] = Counter()
    lacking: dict[tuple[int, int], Counter[str]] = {}
    for pair in matched.pairs():
        result = compared(pair.entry, pair.other)
        for key, authors, only in (
            ((id(pair.holder), id(pair.other_holder)), pair.other.authors, result.only_other),
            ((id(pair.other_holder), id(pair.holder)), pair.entry.authors, result.only),
        ):
            compared_with[key] += bool(authors)
            lacking.setdefault(key, Counter()).update({family(authors[number]) for number in only})
    return {
        key: frozenset(f for f, times in counts.items() if times >= 2 and times * 2 > compared_with[key])
        for key, counts in lacking.items()
    }


@lru_cache(maxsize=64)
def habit(holder: ComparedDocument) -> str:
    """Return how a document writes given names: ``"initials"``, ``"full"``, or empty if it does both."""
    return habit_in(holder.entries)


def habit_in(entries: Iterable[CheckedEntry]) -> str:
    """Return how some entries write given names: ``"initials"``, ``"full"``, or empty if they do both."""
    names = [name for entry in entries for name in entry.authors if name.given and not name.is_others]
    if not names:
        return ""
    share = sum(map(has_initials_only, names)) / len(names)
    # a list is consistent if three names of four are in one form; between them it has no habit that could be broken
    return "initials" if share > 0.75 else "full" if share < 0.25 else ""


def spelled_elsewhere(matched: Matching, pair: Pair, name: Name) -> int:
    """How many entries of the two documents have a person of exactly this family name and initial."""
    key = person_key(name)
    return sum(
        any(person_key(n) == key for n in entry.authors)
        for holder in (pair.holder, pair.other_holder)
        for entry in holder.entries
        if entry is not pair.entry and entry is not pair.other
    )
