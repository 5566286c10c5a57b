"""Lists of authors as they are compared: initials, either order of names, accents, lists that are cut short."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from citekit.text.latin import folded
from citekit.text.similar import ratio
from citekit.works.name import Name

MOST_PEOPLE = 60
"""Names of a list that are looked at."""

_WORD = re.compile(r"[^\W\d_]+")
_BODY = re.compile(r"\b(?:collaborations?|consortium|team|group|project|experiment|network|society|committee)\b", re.I)
_PARTICLES = frozenset(
    "da das de dei del della den der des di dos du el la le ten ter van vander vanden vom von zu zum zur".split()
)
_SUFFIXES = frozenset("jr sr ii iii iv phd".split())
_UMLAUTS = re.compile(r"([aou])e")
_OTHERS = frozenset("others|et al|et al.|et alii|and others|al|al.|...|…".split("|"))
_AGREE, _CLOSE = 1.0, 0.9


@dataclass(frozen=True, slots=True)
class Person:
    """A name made comparable: letters of the family name, its words, the given names' words, their initials."""

    family: str
    family_words: tuple[str, ...]
    given: tuple[str, ...]

    @property
    def initials(self) -> str:
        """The first letters of the given names."""
        return "".join(word[0] for word in self.given)


def name_of(text: str) -> Name:
    """A plain name, ``Given Family`` or ``Family, Given``, in its parts; bodies are not divided."""
    text = " ".join(text.split())
    if _BODY.search(text):
        return Name(literal=text)
    family, comma, given = text.partition(",")
    if comma:
        return Name(family.strip(), given.strip())
    words = text.split(" ")
    last = len(words) - 1
    while last > 1 and words[last].strip(".").lower() in _SUFFIXES:
        last -= 1
    first = last
    while first > 1 and words[first - 1].lower() in _PARTICLES:
        first -= 1
    return Name(" ".join(words[first : last + 1]), " ".join(words[:first])) if last else Name(literal=text)


def is_cut(names: Sequence[Name]) -> bool:
    """Whether a list says that it goes on: ``and others``, ``et al.``"""
    return bool(names) and _is_others(names[-1])


def _is_others(name: Name) -> bool:
    return (name.literal or name.family).strip().lower() in _OTHERS


def people_of(names: Sequence[Name]) -> tuple[Person, ...]:
    """The persons of a list; bodies and ``others`` are left out."""
    return tuple(person for name in names[:MOST_PEOPLE] if (person := person_of(name)) is not None)


@lru_cache(maxsize=16384)
def person_of(name: Name) -> Person | None:
    """A name made comparable, or None where it is a body's or nobody's."""
    if _is_others(name) or _BODY.search(name.literal or name.full_family):
        return None
    if name.literal:
        name = name_of(name.literal)
        if name.literal:
            return None
    family, given = name.full_family, f"{name.given} {name.dropping_particle}"
    if _is_initials(family) and name.given.strip() and not name.given.isupper():
        family, given = name.given, " ".join(family)
    return _person(family, given)


def _is_initials(text: str) -> bool:
    """Whether what stands where a family name should stand are initials: ``MD``, ``R``, ``J.``"""
    letters = text.replace(".", "").replace("-", "").replace(" ", "")
    return len(letters) <= 3 and letters.isupper()


def _person(family: str, given: str) -> Person | None:
    words = tuple(_WORD.findall(folded(family.replace("'", "").replace("’", ""))))
    words = tuple(word for word in words if word not in _SUFFIXES) or words
    if not words:
        return None
    pieces = [
        piece for word in _WORD.findall(given) for piece in (word if word.isupper() and len(word) < 4 else [word])
    ]
    return Person("".join(words), words, tuple(filter(None, (folded(piece) for piece in pieces))))


def agree(one: Person, other: Person) -> float:
    """How well two names fit one person: 1 well, 0.9 nearly (no given name, a slip), 0.45 hardly, 0 not at all."""
    if one.family == other.family:
        return _given_agree(one, other)
    if one.given and other.given and _swapped(one, other):
        return _AGREE
    if _part_of(one, other) or _part_of(other, one):
        return _given_agree(one, other)
    if one.family[:1] != other.family[:1]:
        return 0.0
    if _loose(one) == _loose(other):
        return _given_agree(one, other)
    if min(len(one.family), len(other.family)) >= 5 and ratio(one.family, other.family) >= 0.85:
        return _CLOSE if one.given and other.given and _given_agree(one, other) == _AGREE else 0.0
    return 0.0


def _given_agree(one: Person, other: Person) -> float:
    if not one.given or not other.given:
        return _CLOSE
    first, second = one.given[0], other.given[0]
    if first[0] == second[0]:
        clash = len(first) > 1 and len(second) > 1 and not _same_given(first, second)
        return _CLOSE / 2 if clash else _AGREE
    shared = (second[0] in one.initials[1:]) or (first[0] in other.initials[1:])
    return _CLOSE if shared else 0.0


def _same_given(first: str, second: str) -> bool:
    return first.startswith(second[:3]) or second.startswith(first[:3]) or ratio(first, second) >= 0.7


def _swapped(one: Person, other: Person) -> bool:
    """``Qiu Ruihong`` and ``Ruihong Qiu``."""
    mine, its = "".join(one.given), "".join(other.given)
    whole = one.family == its and mine == other.family
    initials = one.family == its and one.initials[:1] == other.family[:1] and len(mine) == 1
    return whole or initials or (mine == other.family and other.initials[:1] == one.family[:1] and len(its) == 1)


def _loose(person: Person) -> str:
    return _UMLAUTS.sub(r"\1", person.family)


def _part_of(short: Person, long: Person) -> bool:
    """Whether a family name is one of the words of a longer one: ``Araújo`` and ``Araújo Cabarcas``."""
    if len(long.family_words) + len(long.given) < 3 or not set(short.family_words) & {
        *long.family_words,
        *long.given[1:],
    }:
        return False
    mine, words = set(short.family_words) - _PARTICLES, set(long.family_words) - _PARTICLES
    return bool(mine) and mine < words | set(long.given[1:])


@dataclass(frozen=True, slots=True)
class Agreement:
    """How two lists of authors fit.

    ``shared`` is the sum over pairs of names that fit, ``ours`` and ``theirs`` count the persons that are named,
    ``open`` says that one of the lists is cut short, ``first`` whether the first names fit. ``families`` are the
    shared family names.
    """

    shared: float
    ours: int
    theirs: int
    open: bool
    first: bool
    families: tuple[str, ...] = ()

    @property
    def known(self) -> bool:
        """Whether both lists name persons at all."""
        return self.ours > 0 and self.theirs > 0

    @property
    def share(self) -> float:
        """The part of the shorter list that is in the longer one."""
        return self.shared / min(self.ours, self.theirs) if self.known else 0.0

    @property
    def overlap(self) -> float:
        """The shared names over all names; in the shorter list where one of them is cut short."""
        if not self.known or self.open:
            return self.share
        return self.shared / (self.ours + self.theirs - self.shared)


def compare_people(
    ours: Sequence[Person], theirs: Sequence[Person], cut: bool = False, their_cut: bool = False
) -> Agreement:
    """Pairs the names of two lists, each at most once, and counts."""
    left = list(theirs)
    shared, families = 0.0, []
    for person in ours:
        scores = [agree(person, other) for other in left]
        best = max(scores, default=0.0)
        if best >= _CLOSE / 2:
            families.append(person.family)
            shared += best
            left.pop(scores.index(best))
    first = bool(ours and theirs) and agree(ours[0], theirs[0]) >= _CLOSE / 2
    return Agreement(shared, len(ours), len(theirs), cut or their_cut, first, tuple(families))
