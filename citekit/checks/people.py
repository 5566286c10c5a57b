"""Two lists of authors of one publication compared: who is who, who is missing, whose name is written otherwise."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from citekit.checks.entry import Entry
from citekit.checks.fold import family, given_agree, given_words, is_initial, letters
from citekit.checks.matching import Matching, Pair
from citekit.works.name import Name


@dataclass
class Comparison:
    """``same`` are numbers of one person in both lists, ``reversed`` those whose family and given names are swapped.

    ``only`` and ``only_other`` are names without a counterpart; ``cut`` says that one of the lists is cut short.
    """

    same: list[tuple[int, int]] = field(default_factory=list)
    reversed: list[tuple[int, int]] = field(default_factory=list)
    only: list[int] = field(default_factory=list)
    only_other: list[int] = field(default_factory=list)
    cut: bool = False

    @property
    def out_of_order(self) -> list[tuple[int, int]]:
        """The pairs whose places among the common people differ."""
        common = sorted(self.same + self.reversed)
        places = sorted(other for _, other in common)
        return [pair for pair, place in zip(common, places, strict=True) if pair[1] != place]


def compared(entry: Entry, other: Entry) -> Comparison:
    """The authors of two copies of a publication, matched in linear time and without guessing at different families."""
    mine, theirs = _listed(entry.authors), _listed(other.authors)
    result = Comparison(
        cut=len(mine) < len(entry.authors) or len(theirs) < len(other.authors) or _has_gap(entry, other)
    )
    free = dict.fromkeys(range(len(theirs)))
    by_family: dict[str, list[int]] = {}
    for number, name in enumerate(theirs):
        by_family.setdefault(family(name), []).append(number)
    left: list[int] = []
    for number, name in enumerate(mine):
        candidates = [n for n in by_family.get(family(name), ()) if n in free]
        fits = [n for n in candidates if given_agree(given_words(name), given_words(theirs[n]))]
        best = _best(name, number, fits, theirs)
        if best is None:
            left.append(number)
        else:
            del free[best]
            result.same.append((number, best))
    for number in left:
        swapped = next((n for n in free if is_reversed(mine[number], theirs[n])), None)
        if swapped is None:
            result.only.append(number)
        else:
            del free[swapped]
            result.reversed.append((number, swapped))
    result.only_other = list(free)
    return result


def _listed(names: tuple[Name, ...]) -> tuple[Name, ...]:
    return tuple(name for name in names if not name.is_others)


def _has_gap(entry: Entry, other: Entry) -> bool:
    return any("…" in e.text("author") or "..." in e.text("author") for e in (entry, other))


def _best(name: Name, number: int, fits: list[int], theirs: tuple[Name, ...]) -> int | None:
    exact = [n for n in fits if given_words(theirs[n]) == given_words(name)]
    return min(exact or fits, key=lambda n: abs(n - number), default=None)


def is_reversed(one: Name, other: Name) -> bool:
    """Whether one name is the other with family and given name swapped: ``Yu Wang`` and ``W. Yu``."""
    mine, theirs = given_words(one), given_words(other)
    if not mine or not theirs or family(one) == family(other):
        return False
    joined, second = "".join(mine), "".join(theirs)
    if family(one) == second and _begins(family(other), mine):
        return True
    return family(other) == joined and _begins(family(one), theirs)


def _begins(whole: str, given: tuple[str, ...]) -> bool:
    joined = "".join(given)
    return joined == whole or (len(given) == 1 and len(joined) == 1 and whole.startswith(joined))


def has_initials_only(name: Name) -> bool:
    """Whether a given name is only initials."""
    words = given_words(name)
    return bool(words) and all(map(is_initial, words))


@lru_cache(maxsize=64)
def habit(entries: tuple[Entry, ...]) -> str:
    """How a document writes given names: ``"initials"``, ``"full"``, or empty where it does both."""
    names = [name for entry in entries for name in entry.authors if name.given and not name.is_others]
    if not names:
        return ""
    share = sum(map(has_initials_only, names)) / len(names)
    return "initials" if share > 0.75 else "full" if share < 0.25 else ""


def written(entry: Entry, name: Name) -> str:
    """A name as its document writes it, as far as that can be found; else the name itself."""
    part = entry.get("author")
    text = part.text if part else ""
    for form in (
        str(name),
        f"{name.family}, {name.given}",
        f"{name.family} {name.given}",
        f"{name.family}, {name.given[:1]}.",
    ):
        if form in text:
            return form
    return str(name)


def spelled_elsewhere(matched: Matching, pair: Pair, name: Name) -> int:
    """How many entries of the two documents have a person of exactly this family name and initial."""
    key = (family(name), letters(name.given)[:1])
    return sum(
        any((family(n), letters(n.given)[:1]) == key for n in entry.authors)
        for holder in (pair.holder, pair.other_holder)
        for entry in holder.entries
        if entry is not pair.entry and entry is not pair.other
    )
