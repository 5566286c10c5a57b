"""Two lists of authors of one publication compared: who is who, who is missing, whose name is written otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import lru_cache

from citekit.checks.entry import Entry
from citekit.checks.fold import family, given_agree, given_words, is_initial, letters, spread_initials, words
from citekit.checks.matching import Holder, Matching, Pair
from citekit.checks.said import is_open
from citekit.works.name import Name

_LEAST_LETTERS = 4
_LIKE = 0.75


@dataclass
class Comparison:
    """``same`` are numbers of one person in both lists, ``reversed`` those whose family and given names are swapped.

    ``only`` and ``only_other`` are names without a counterpart; ``cut`` says that one of the lists is cut short.
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


def compared(entry: Entry, other: Entry) -> Comparison:
    """The authors of two copies of a publication, matched in linear time and without guessing at different families."""
    mine, theirs = _listed(entry.authors), _listed(other.authors)
    result = Comparison(
        cut=len(mine) < len(entry.authors) or len(theirs) < len(other.authors) or is_open(entry) or is_open(other)
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
    for found, is_one in (
        (result.reversed, is_reversed),
        (result.same, _same_words),
        (result.respelt, _is_respelt),
    ):
        for number in tuple(left):
            number_there = next((n for n in free if is_one(mine[number], theirs[n])), None)
            if number_there is not None:
                del free[number_there]
                left.remove(number)
                found.append((number, number_there))
    result.only, result.only_other = left, list(free)
    if left and free and _words(mine[n] for n in left) == _words(theirs[n] for n in free):
        result.only, result.only_other = [], []  # the comma between two names is missing in one of the documents
    return result


def _listed(names: tuple[Name, ...]) -> tuple[Name, ...]:
    return tuple(name for name in names if not name.is_others)


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


def _words(names: Iterable[Name]) -> list[str]:
    return sorted(word for name in names for word in words(str(name)))


def _same_words(one: Name, other: Name) -> bool:
    """Whether names that are divided differently are one: ``Luis David García`` ``Puente``, ``van`` ``Gogh``, ``Jr``."""
    if letters(str(one)) == letters(str(other)):
        return True
    mine, theirs = words(_spread(one)), words(_spread(other))
    short, long = (mine, theirs) if len(mine) <= len(theirs) else (theirs, mine)
    if len(short) < 2 or len(long) > len(short) + 1:
        return False
    whole = {word for word in short if len(word) > 1} & set(long)
    if not whole & (set(words(one.family)) | set(words(other.family))):
        return False
    left = list(long)
    for word in sorted(short, key=len, reverse=True):
        fit = next((w for w in left if w == word), None) or next((w for w in left if _initial_of(word, w)), None)
        if fit is None:
            return False
        left.remove(fit)
    return True


def _spread(name: Name) -> str:
    """A name with its run-together initials apart: ``TJ Triche``."""
    return f"{spread_initials(name.given)} {name.dropping_particle} {name.full_family} {name.suffix} {name.literal}"


def _initial_of(one: str, other: str) -> bool:
    return (len(one) == 1 or len(other) == 1) and one[0] == other[0]


def _is_respelt(one: Name, other: Name) -> bool:
    """Whether two names are one person's, spelt differently: ``Müller`` and ``Mueller``, a slip, a nickname."""
    mine, theirs = family(one), family(other)
    given, second = "".join(given_words(one)), "".join(given_words(other))
    if not mine or not theirs or not given or not second:
        return False
    if mine == theirs:
        return len(given) > 1 < len(second) and given[0] == second[0]
    return (
        min(len(mine), len(theirs)) >= _LEAST_LETTERS
        and given_agree(given_words(one), given_words(other))
        and SequenceMatcher(None, mine[:80], theirs[:80], autojunk=False).ratio() >= _LIKE
    )


def transliterated(one: Name, other: Name) -> bool:
    """Whether two family names are one in the ways in which umlauts and the like are written: ``Müller``, ``Mueller``."""
    return _flat(family(one)) == _flat(family(other))


def _flat(text: str) -> str:
    for written, letter in (("ue", "u"), ("oe", "o"), ("ae", "a"), ("aa", "a")):
        text = text.replace(written, letter)
    return text


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


def _begins(whole: str, given: tuple[str, ...]) -> bool:
    joined = "".join(given)
    return joined == whole or (len(given) == 1 and len(joined) == 1 and whole.startswith(joined))


def has_initials_only(name: Name) -> bool:
    """Whether a given name is only initials."""
    words = given_words(name)
    return bool(words) and all(map(is_initial, words))


@lru_cache(maxsize=64)
def habit(holder: Holder) -> str:
    """How a document writes given names: ``"initials"``, ``"full"``, or empty where it does both."""
    return habit_in(holder.entries)


def habit_in(entries: Iterable[Entry]) -> str:
    """How some entries write given names: ``"initials"``, ``"full"``, or empty where they do both."""
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
