"""Persons: whether two names may be one person's, and how much of two lists of authors agrees.

Names are compared in either order, with initials, nicknames, accents written out or left out, particles and suffixes
there or not, and family names that one source shortens. The short forms of given names are ``nicknames.txt``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache
from pkgutil import get_data

from citekit.model.identity.titles import Similarity, bare, fold, loose
from citekit.model.name import Name
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.text.similar import ratio
from citekit.text.unicode import folded, to_ascii

MOST_PEOPLE = 60
"""Names of a list that are looked at."""

SAME, INITIALS, FEWER, NICKNAME = "the same name", "initials", "fewer given names", "a short form of a given name"
NO_GIVEN, MIDDLE, SWAPPED = "no given name", "called by the middle name", "family and given name swapped"
DIVIDED, PART, TRANSLITERATED = "divided otherwise", "part of a family name", "transliterated"
RESPELT, FAR, OTHER_GIVEN = "spelt otherwise", "spelt quite otherwise", "another given name"
OTHER_MIDDLE, GENERATION = "another middle name", "another generation"
DEGREES = {
    SAME: 1.0, INITIALS: 0.95, FEWER: 0.95, SWAPPED: 0.95, DIVIDED: 0.95, TRANSLITERATED: 0.92, NICKNAME: 0.9,
    PART: 0.9, NO_GIVEN: 0.9, MIDDLE: 0.85, RESPELT: 0.8, OTHER_GIVEN: 0.45, OTHER_MIDDLE: 0.45, FAR: 0.4,
    GENERATION: 0.0,
}  # fmt: skip

_WORD = re.compile(r"[^\W\d_]+")
_BODY = re.compile(
    r"\b(?:collaborations?|consortium|team|group|project|experiment|network|society|committee|institute|university)\b",
    re.I,
)
_BODY_WORDS = re.compile(r"^the|collaborations?$|consortium$|team$|group$|project$|experiment$")
_NICKNAME = re.compile(r"\([^()]{0,60}\)?|[\"“‘'][^\"”’']{2,40}[\"”’'](?=\s|$)")
PARTICLES = frozenset(
    "af al da das de dei del della den der des di dos du el la las le los ten ter van vander vanden vom von zu zum zur y".split()
)
SUFFIXES = frozenset("jr sr ii iii iv phd".split())
_OTHERS = frozenset("others|et al|et al.|et alii|and others|al|al.|...|…".split("|"))
_SHORTEST_SLIP, _SHORTEST_FAR = 5, 4
"""Letters of a family name that may have a typo, and that may be far off: in shorter ones another letter is another name."""


@dataclass(frozen=True, slots=True)
class ComparableName:
    """A name made comparable.

    ``family`` are the letters of the family name, ``core`` those without particles (``gogh``), ``words`` its words.
    ``given`` are the words of the given names, each initial one word; ``suffix`` is the generation (``jr``). A family
    name that may as well be initials (``Schwartz MD``, ``Edwin HU``) is read as such, and ``read_plainly`` as it is.
    """

    family: str
    core: str
    words: tuple[str, ...]
    given: tuple[str, ...]
    suffix: str = ""
    read_plainly: ComparableName | None = None

    @property
    def initials(self) -> str:
        """The first letters of the given names."""
        return "".join(word[0] for word in self.given)


def name_of(text: str) -> Name:
    """Return a plain name, ``Given Family`` or ``Family, Given``, in its parts; bodies are not divided."""
    text = " ".join(text.split())
    if _BODY.search(text):
        return Name(literal=text)
    family, comma, given = text.partition(",")
    if comma:
        return Name(family.strip(), given.strip())
    words = text.split(" ")
    last = len(words) - 1
    while last > 1 and words[last].strip(".").lower() in SUFFIXES:
        last -= 1
    first = last
    while first > 1 and words[first - 1].lower() in PARTICLES:
        first -= 1
    return Name(" ".join(words[first : last + 1]), " ".join(words[:first])) if last else Name(literal=text)


def is_cut(names: Sequence[Name]) -> bool:
    """Whether a list states that it continues: ``and others``, ``et al.``"""
    return bool(names) and _is_others(names[-1])


def _is_others(name: Name) -> bool:
    return (name.literal or name.family).strip().lower() in _OTHERS


def people_of(names: Sequence[Name]) -> tuple[ComparableName, ...]:
    """Return the persons of a list; bodies and ``others`` are left out."""
    return tuple(person for name in names[:MOST_PEOPLE] if (person := person_of(name)) is not None)


@lru_cache(maxsize=16384)
def person_of(name: Name) -> ComparableName | None:
    """Return a name made comparable, or None if it is not a person's."""
    if _is_others(name) or _BODY.search(name.literal or name.full_family):
        return None
    if name.literal:
        name = name_of(name.literal)
        if name.literal:
            return None
    family, given = name.full_family, f"{name.given} {name.dropping_particle}"
    if _is_initials(family) and name.given.strip() and not name.given.isupper():
        plainly = _person(family, given, name.suffix)
        found = _person(name.given, " ".join(family), name.suffix)
        return replace(found, read_plainly=plainly) if found else plainly
    return _person(family, given, name.suffix)


@lru_cache(maxsize=16384)
def family(name: Name) -> str:
    """Return the folded family name without its particles, or the whole folded name of a body: what people are looked up by."""
    person = person_of(name)
    return person.core if person else fold(name.family or name.literal)


def person_key(name: Name) -> tuple[str, str]:
    """Return a person's family name and first initial, equal for ``Huang, Guyue`` and ``G. Huang``."""
    person = person_of(name)
    return family(name), person.initials[:1] if person else ""


def _is_initials(text: str) -> bool:
    """Whether what is where a family name should be are initials: ``MD``, ``R``, ``J.``"""
    letters = text.replace(".", "").replace("-", "").replace(" ", "")
    # "Able ABC" is printed with initials in the place of a given name; four capitals are a name in capitals
    return 0 < len(letters) <= 3 and letters.isupper()


def _person(family: str, given: str, suffix: str) -> ComparableName | None:
    printed = _WORD.findall(folded(bare(family)))
    words = tuple(word for word in printed if word not in SUFFIXES) or tuple(printed)
    if not words:
        return None
    core = words
    while len(core) > 1 and core[0] in PARTICLES:
        core = core[1:]
    names = given_words(given)
    ends = [word for word in (*printed[1:], *_WORD.findall(folded(suffix)), *names[1:]) if word in SUFFIXES]
    called = tuple(word for word in names if word not in SUFFIXES)
    return ComparableName("".join(words), "".join(core), words, called, "".join(ends[:1]))


@lru_cache(maxsize=16384)
def given_words(given: str) -> tuple[str, ...]:
    """Return the words of a given name, folded: ``Po-An`` is two words, ``Y.H.`` and ``YH`` are two initials."""
    named = _NICKNAME.sub(" ", bare_given) if (bare_given := bare(given)) else ""
    pieces = [
        piece
        for word in _WORD.findall(named)
        # up to three capitals in a row are initials ("YH"), more are a name in capitals
        for piece in (word if word.isupper() and len(word) < 4 and word.isascii() else [word])
    ]
    return tuple(filter(None, (folded(piece) for piece in pieces)))


def has_initials_only(name: Name) -> bool:
    """Whether the given names of a name are there as initials only."""
    given = given_words(name.given)
    return bool(given) and all(len(word) == 1 for word in given)


# --- two persons ---------------------------------------------------------------------------------------------------


def same_person(one: Name, other: Name) -> Similarity:
    """Return with which confidence two names are one person's, or one body's, and why.

    1.0 is the same name, 0.95 the same as far as both are printed (initials), 0.9 a nickname, a name that one source
    shortens or does not give, 0.8 a typo; 0.45 is a namesake with the same initial, 0.4 for a family name that
    is far off.

    >>> same_person(Name("Sørensen", "Bob"), Name("Sorensen", "Robert J."))
    Similarity(degree=0.9, reason='a short form of a given name')
    """
    first, second = person_of(one), person_of(other)
    if first is not None and second is not None:
        return agreement_of(first, second)
    if first is None and second is None and not _is_others(one) and not _is_others(other):
        return _same_body(str(one), str(other))
    return Similarity(0.0, SAME) if fold(str(one)) != fold(str(other)) else Similarity(1.0, SAME)


def _same_body(one: str, other: str) -> Similarity:
    mine, theirs = fold(one), fold(other)
    if mine == theirs:
        return Similarity(1.0, SAME)
    short, second = _BODY_WORDS.sub("", _BODY_WORDS.sub("", mine)), _BODY_WORDS.sub("", _BODY_WORDS.sub("", theirs))
    return Similarity(0.95, DIVIDED) if short and short == second else Similarity(0.0)


@lru_cache(maxsize=65536)
def agreement_of(one: ComparableName, other: ComparableName) -> Similarity:
    """:func:`same_person` for persons already made comparable."""
    if one.suffix and other.suffix and one.suffix != other.suffix:
        return Similarity(0.0, GENERATION)
    reasons = [_reason(a, b) for a in _readings(one) for b in _readings(other)]
    reason = max(reasons, key=lambda reason: DEGREES.get(reason, 0.0))
    return Similarity(DEGREES.get(reason, 0.0), reason)


def _readings(person: ComparableName) -> tuple[ComparableName, ...]:
    return (person, person.read_plainly) if person.read_plainly else (person,)


def _reason(one: ComparableName, other: ComparableName) -> str:
    if one.core == other.core or one.family == other.family:
        return _given(one, other)
    if one.given and other.given and _are_swapped(one, other):
        return SWAPPED
    if _are_one_row(one, other):
        return DIVIDED
    if _is_part(one, other) or _is_part(other, one):
        return _weaker(_given(one, other), PART)
    if loose(one.core) == loose(other.core) or _are_one_in_latin(one, other):
        return _weaker(_given(one, other), TRANSLITERATED)
    # Family names that are a typo apart are one person's only if the given names agree.
    shortest, longest = sorted((len(one.core), len(other.core)))
    if shortest < _SHORTEST_FAR or not one.given or not other.given or one.given[0][0] != other.given[0][0]:
        return ""
    if 2 * shortest < 0.75 * (shortest + longest):
        return ""
    similarity = ratio(one.core, other.core)
    # a letter more, less or another leaves 0.75 of the shortest names that are compared ("Koch", "Kock"); below that,
    # names of one beginning are of two families
    if similarity < 0.75 or DEGREES[_given(one, other) or GENERATION] < DEGREES[INITIALS]:
        return ""
    # 0.85: "Petersen" and "Peterson" are 0.875, "Hopperton" and "Hopper" 0.8
    return RESPELT if shortest >= _SHORTEST_SLIP and one.core[0] == other.core[0] and similarity >= 0.85 else FAR


def _weaker(given: str, reason: str) -> str:
    return given if not given or DEGREES[given] < DEGREES[reason] else reason


def _given(one: ComparableName, other: ComparableName) -> str:
    """Return how the given names of two people with one family name agree; empty if they contradict each other."""
    mine, theirs = one.given, other.given
    if mine == theirs:
        return SAME if mine else NO_GIVEN
    if not mine or not theirs:
        return NO_GIVEN
    if "".join(mine) == "".join(theirs):
        return SAME
    first, second = mine[0], theirs[0]
    if first != second and len(first) > 1 < len(second):
        first, second = one.given[0], other.given[0]
        joined, whole = "".join(one.given), "".join(other.given)
        if joined.startswith(whole) or whole.startswith(joined):
            return FEWER if len(one.given) != len(other.given) else NICKNAME
        if first.startswith(second) or second.startswith(first) or _are_short_forms(first, second):
            return NICKNAME
        if set(one.given[1:]) & {second} or set(other.given[1:]) & {first}:
            return MIDDLE
        are_latin = first.isascii() and second.isascii()
        if loose(first) == loose(second) or (not are_latin and to_ascii(first) == to_ascii(second)):
            return TRANSLITERATED
        if first[0] != second[0]:
            return ""
        # spellings of one name ("Michael", "Mikael": 0.77) against two names of one initial ("Rupert", "Robert": 0.67)
        return RESPELT if ratio(first, second) >= 0.7 else OTHER_GIVEN
    if first[0] != second[0]:
        return MIDDLE if second[0] in one.initials[1:] or first[0] in other.initials[1:] else ""
    rest = [(a, b) for a, b in zip(mine[1:], theirs[1:], strict=False) if a[0] != b[0]]
    if rest and not set(one.initials[1:]) & set(other.initials[1:]):
        return OTHER_MIDDLE
    return INITIALS if len(first) == 1 or len(second) == 1 else FEWER


def _are_short_forms(one: str, other: str) -> bool:
    known = _short_forms()
    return bool(known.get(one, frozenset()) & known.get(other, frozenset()))


@cache
def _short_forms() -> dict[str, frozenset[int]]:
    """Given names and the numbers of the lines of the table in which they are."""
    text = (get_data("citekit.model.identity", "nicknames.txt") or b"").decode("utf-8")
    found: dict[str, set[int]] = {}
    for number, line in enumerate(text.splitlines()):
        for name in line.partition("#")[0].split():
            found.setdefault(name, set()).add(number)
    return {name: frozenset(numbers) for name, numbers in found.items()}


def _are_swapped(one: ComparableName, other: ComparableName) -> bool:
    """``Qiu Ruihong`` and ``Ruihong Qiu``, ``Q. Ruihong``."""
    mine, theirs = "".join(one.given), "".join(other.given)
    whole = one.core == theirs and mine == other.core
    initials = one.core == theirs and len(mine) == 1 and other.core.startswith(mine)
    return whole or initials or (mine == other.core and len(theirs) == 1 and one.core.startswith(theirs))


def _are_one_row(one: ComparableName, other: ComparableName) -> bool:
    """Whether names that are divided differently have the same words: ``Luis David García`` ``Puente``."""
    mine, theirs = (*one.given, *one.words), (*other.given, *other.words)
    if len(mine) < 2 or len(theirs) < 2:
        return False
    if "".join(mine) == "".join(theirs):
        return True
    short, long = sorted((mine, theirs), key=len)
    # with two words on a side, any two people who share one name would be one: "Luis García", "García Puente"
    if len(short) < 3 or len(long) > len(short) + 1 or not {one.words[-1], other.words[-1]} & set(short) & set(long):
        return False
    left = list(long)
    for word in sorted(short, key=len, reverse=True):
        fit = next((w for w in left if w == word), None) or next(
            (w for w in left if w[0] == word[0] and 1 in (len(w), len(word))), None
        )
        if fit is None:
            return False
        left.remove(fit)
    return True


def _is_part(short: ComparableName, long: ComparableName) -> bool:
    """Whether a family name is one of the words of a longer one: ``Araújo`` and ``Araújo Cabarcas``."""
    if len(long.words) + len(long.given) <= 2:
        return False
    mine, whole = set(short.words) - PARTICLES, set(long.words) - PARTICLES | set(long.given[1:])
    return bool(mine) and mine < whole


def _are_one_in_latin(one: ComparableName, other: ComparableName) -> bool:
    """Whether one of two names in different scripts is the other in Latin letters, as far as transliterations agree."""
    if one.core.isascii() == other.core.isascii():
        return False
    mine, theirs = to_ascii(one.core), to_ascii(other.core)
    # languages transliterate differently: "Чайковский" is 0.82 of "Tchaikovsky", while "Петров" is 0.67 of "Peters"
    return min(len(mine), len(theirs)) > 2 and ratio(mine, theirs) >= 0.75


# --- two lists in order --------------------------------------------------------------------------------------------

ADDED, LEFT_OUT, REPLACED = "authors added", "authors left out", "authors replaced"
REORDERED, CUT_SHORT = "authors in another order", "only the first authors"
_MANY, _MISSING = 6, 3
"""Names after which styles cut long lists (Vancouver: six), and how many must be missing: one that is not there was left out."""
_DAMAGED = ("?", "\ufffd")
"""Signs of a name whose letters were damaged on the way, so that letters that are missing prove nothing."""
_ABBREVIATION = 3
"""Letters of a given name that was shortened without a point (``Max``, ``Chr``); longer ones are names of their own, as
``Martin`` is next to ``Martina``. Those that people are called by (``Alex``) are in ``nicknames.txt``."""
_SPELLINGS = (
    ("sch", "sh"), ("tch", "ch"), ("kh", "h"), ("ph", "f"), ("th", "t"), ("ks", "x"), ("ck", "k"), ("c", "k"), ("q", "k"),
    ("w", "v"), ("z", "s"), ("yu", "u"), ("ju", "u"), ("iu", "u"), ("ya", "a"), ("ja", "a"), ("ia", "a"), ("ye", "e"),
    ("je", "e"), ("ie", "e"), ("y", "i"), ("j", "i"),
)  # fmt: skip
"""Letters that one name is written with in different transliterations and languages: Carl and Karl, Sergey and Sergei."""


def compare_authors(ours: Sequence[Name], theirs: Sequence[Name]) -> str:
    """Return how a list of authors contradicts another one of the same work; empty if it does not.

    The names are compared in order, word by word: initials may stand for names, and middle names, particles or accents
    may be there or not, but a full name that is another one is a difference. A list that ends with ``and others``, or
    with a collaboration that stands for the rest, may be shorter; the second list is whole unless it states that it is
    cut. A list that breaks off after the first author, or after six and more, is told apart (:data:`CUT_SHORT`):
    exports of catalogues and styles that print six names look like that where ``et al.`` was lost.

    >>> compare_authors([Name("Doe", "J."), Name("Roe", "Ann")], [Name("Doe", "Jane"), Name("Roe", "Ann B.")])
    ''
    >>> compare_authors([Name("Doe", "Joan")], [Name("Doe", "Jane")])
    'authors replaced'
    """
    mine, their = people_of(ours), people_of(theirs)
    if not mine or not their:
        return ""
    is_long = len(ours) > MOST_PEOPLE or len(theirs) > MOST_PEOPLE
    bodies = any(person_of(name) is None for name in ours[:MOST_PEOPLE])  # "and others" is one of them
    unreadable = {
        person for name in (*ours, *theirs) if "\\" in name.family + name.given and (person := person_of(name))
    }
    damaged = any(sign in name.family + name.given for name in (*ours, *theirs) for sign in _DAMAGED)

    def agree(one: ComparableName, other: ComparableName) -> bool:
        if one in unreadable or other in unreadable:  # TeX that was not understood is not an evidence
            return True
        return is_one_name(one, other) or (damaged and agreement_of(one, other).degree >= DEGREES[RESPELT])

    left = list(range(len(their)))
    found: dict[int, int] = {}
    for at, person in enumerate(mine):  # in place first: of two namesakes each gets its own
        if at < len(their) and agree(person, their[at]):
            found[at] = at
            left.remove(at)
    for at, person in enumerate(mine):
        if at not in found and (fit := next((i for i in left if agree(person, their[i])), None)) is not None:
            found[at] = fit
            left.remove(fit)
    added = len(mine) - len(found)
    if added and not is_cut(theirs) and not (is_long and added < len(mine)):
        return REPLACED if left else ADDED
    if left and not (bodies or is_long):
        is_beginning = left[0] == len(mine)
        short = (len(mine) == 1 and len(left) > 1) or (len(mine) >= _MANY and len(left) >= _MISSING)
        return CUT_SHORT if is_beginning and short else LEFT_OUT
    order = [found[at] for at in sorted(found)]
    return "" if order == sorted(order) else REORDERED


@lru_cache(maxsize=65536)
def is_one_name(one: ComparableName, other: ComparableName) -> bool:
    """Whether two names agree in every word that both print.

    What one of them leaves out or shortens is no difference.
    """
    if one.suffix and other.suffix and one.suffix != other.suffix:
        return False
    return any(_is_one_reading(a, b) for a in _readings(one) for b in _readings(other))


def _is_one_reading(one: ComparableName, other: ComparableName) -> bool:
    if one.given and other.given and (_are_swapped(one, other) or _are_one_row(one, other)):
        return True
    family = (
        one.core == other.core or one.family == other.family or loose(one.core) == loose(other.core)
        or _spelling(one.core) == _spelling(other.core) or _are_one_in_latin(one, other)
        or _is_part(one, other) or _is_part(other, one)
    )  # fmt: skip
    return family and _are_one_given(one.given, other.given)


def _are_one_given(mine: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """Whether the given names of one list are among those of the other, in their order."""
    if not mine or not theirs:
        return True
    joined, whole = sorted(("".join(mine), "".join(theirs)), key=len)
    if joined == whole or (
        whole.startswith(joined) and max(map(len, (*mine, *theirs))) > 1 and len(mine) != len(theirs)
    ):
        return True
    short, long = sorted((mine, theirs), key=len)
    rest = iter(long)
    return all(any(_is_one_word(word, other) for other in rest) for word in short)


def _is_one_word(one: str, other: str) -> bool:
    """Whether two words of given names are one: equal, an initial, a short form, or spelt as another language does."""
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    if long.startswith(short) and len(short) <= _ABBREVIATION:
        return True
    if short.isascii() != long.isascii():
        return to_ascii(short) == to_ascii(long)
    return _are_short_forms(one, other) or loose(one) == loose(other) or _spelling(one) == _spelling(other)


def _spelling(word: str) -> str:
    """Return a name in letters that do not depend on the transliteration.

    Double letters become single, and an ``h`` at the end is removed.
    """
    for printed, plain in _SPELLINGS:
        word = word.replace(printed, plain)
    single = [letter for at, letter in enumerate(word) if at == 0 or letter != word[at - 1]]
    return "".join(single).removesuffix("h")


# --- two lists -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Agreement:
    """How two lists of authors fit.

    ``shared`` is the sum over pairs of names that fit, ``ours`` and ``theirs`` count the persons that are named,
    ``open`` means that one of the lists is cut short, ``first`` whether the first names fit. ``families`` are the
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


_PARTLY = DEGREES[OTHER_GIVEN]
"""The degree from which on two names count as a pair: a namesake with the same initial may be one person."""


def compare_people(
    ours: Sequence[ComparableName], theirs: Sequence[ComparableName], cut: bool = False, their_cut: bool = False
) -> Agreement:
    """Pair the names of two lists, each at most once, and count the pairs.

    A name that is consistent as far as it is printed counts fully.
    """
    left = list(theirs)
    shared, families = 0.0, []
    for person in ours:
        best, place = 0.0, 0
        for at, other in enumerate(left):
            degree = agreement_of(person, other).degree
            if degree > best:
                best, place = degree, at
                if degree == 1.0:
                    break
        if best >= _PARTLY:
            families.append(person.family)
            shared += 1.0 if best > DEGREES[NO_GIVEN] else best
            left.pop(place)
    first = bool(ours and theirs) and agreement_of(ours[0], theirs[0]).degree >= _PARTLY
    return Agreement(shared, len(ours), len(theirs), cut or their_cut, first, tuple(families))
