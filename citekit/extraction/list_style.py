"""The style of a list, decided once for all its items: which field stands where, between which signs, and how people are printed.

A list is laid out by one hand, so what its items share is cheap to state once: the order of people, title and container, the
signs between them, the form of the names. Of the styles that a list may have the one is taken by which the list is told
shortest: what each word would cost as a part of a person, a title or a container by its form, what comes again, and the signs
between them, which cost little where they are always the same (a minimum description length, Rissanen 1978). The labels of
the models take part in it only weakly: on a layout that they have never seen they are sure of what is wrong. A style is taken
in place of their reading only where it is shorter by a margin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise, permutations
from math import exp, inf, log

from citekit.extraction.attributes import gap_form, shape
from citekit.extraction.labeller import (
    ARCHIVE,
    AUTHOR,
    CONTAINER,
    EDITOR,
    EVENT,
    GENRE,
    PLACE,
    PUBLISHER,
    SERIES,
    TITLE,
    TRANSLATOR,
    YEAR,
    field_of,
    is_name,
    labeller,
)
from citekit.extraction.lexer import Words
from citekit.extraction.name_rules import OTHERS
from citekit.extraction.phrases import CLASSES, PARTICLES, PLAIN_WORDS, is_publisher
from citekit.model.venues import find
from citekit.runtime.records import dataclass

PEOPLE, NONE = AUTHOR, "O"
FIELDS = (PEOPLE, TITLE, CONTAINER)
JOINING = frozenset("and und et y e i u og och en with mit".split())
_FILLERS = frozenset(
    "of the for and in on at de la le les du des der die das für und et y e to di del della do da".split()
)
_OF_VENUES = CLASSES["venue"] | CLASSES["abbr"] | CLASSES["house"]
_NO_SIGN = frozenset(("", " ", "-", "'", "\n", "’"))
FEWEST, MOST = 4, 10
"""Different items that have a style in common, and items by which it is chosen."""
Piece = tuple[int, int]


@dataclass(slots=True)
class Cut:
    """An item cut at its signs: the pieces, the sign before each, what each would cost as each field."""

    words: Words
    pieces: list[Piece]
    signs: list[str]
    costs: list[dict[str, float]]
    own: list[dict[str, float]]


def _is_number(words: Words, i: int) -> bool:
    return words.texts[i][0].isdigit() or i in words.links or i in words.kinds


def constant_words(items: Sequence[Words]) -> frozenset[str]:
    """Return the words in nearly every item that state what follows: "People:", "write", "in".

    A word that every title has is none: it is next to a sign, or between two words in capitals.
    """
    counts: Counter[str] = Counter()
    parting: Counter[str] = Counter()
    for words in items:
        seen: set[str] = set()
        for i, text in enumerate(words.texts):
            if text[0].isdigit() or text in seen or not (text.islower() or text.casefold() in _CARD):
                continue
            seen.add(text)
            apart = not i or not {gap_form(words.gaps[i]), gap_form(words.gaps[i + 1])} <= _NO_SIGN
            capitals = 0 < i < len(words) - 1 and not (words.texts[i - 1].islower() or words.texts[i + 1].islower())
            capitals = capitals and text not in _FILLERS
            parting[text] += apart or capitals
        counts.update(seen)
    need = max(FEWEST, NEARLY_ALL * len(items))
    return frozenset(w for w, n in counts.items() if n >= need and parting[w] >= MOSTLY_APART * n)


NEARLY_ALL, MOSTLY_APART = 0.85, 0.7
"""The share of the items that have a constant word (some have two people, and no "and"), and of these in which it is apart."""


_CARD = frozenset("title people authors author published in year venue journal by with".split())
"""What cards print before a field, in capitals too."""
_COUNTED = OTHERS | frozenset("more authors coauthors".split())
_LEADING = frozenset("in en dans em".split())
"""Words that count people who are not named, and that lead to a container."""
_OF_PRIZES = frozenset("award awards prize finalist mention".split())
"""What many entries of a list may print alike and is in no field: "Best Paper Award"."""


def cut_at_signs(words: Words, constant: frozenset[str]) -> tuple[list[Piece], list[str]]:
    """Return the pieces of an item and the sign before each."""
    starts, signs = [], []
    for i in range(len(words)):
        sign = gap_form(words.gaps[i])
        glued = not words.gaps[i] and i
        if i and glued:
            continue
        before = words.texts[i - 1] if i else ""
        if sign in (". ", ".", ".-") and len(before) == 1 and before.isupper():
            sign = "i."
        number = _is_number(words, i) != (i > 0 and _is_number(words, i - 1))
        literal = words.texts[i] in constant or before in constant
        if not i or sign not in _NO_SIGN or number or literal:
            starts.append(i)
            if before in constant and sign in _NO_SIGN:
                sign = "="
            signs.append((sign + words.texts[i]) if words.texts[i] in constant else sign)
    return list(pairwise([*starts, len(words)])), signs


# The costs of words are no probabilities that were counted: they were set by hand, in steps of which the order is what counts
# (a word in lowercase letters is dear in a person, a given name in a title), and hold for lists of all languages with capitals.


def word_costs(words: Words, i: int, constant: frozenset[str], printed: Mapping[str, int]) -> dict[str, float]:
    """Return what a word costs as a part of each field, in nats."""
    text = words.texts[i]
    low, form = text.casefold(), shape(text)
    if i in words.links:
        return {PEOPLE: 9.0, TITLE: 6.0, CONTAINER: 6.0, NONE: 0.0}
    if words.kinds.get(i) == "generation":
        return {PEOPLE: 0.5, TITLE: 3.0, CONTAINER: 3.0, NONE: 3.0}
    if low in _COUNTED:
        return {PEOPLE: 2.0, TITLE: 2.0, CONTAINER: 3.0, NONE: 0.3}
    if low in _OF_PRIZES:
        return {PEOPLE: 9.0, TITLE: 4.0, CONTAINER: 9.0, NONE: 0.0}
    if low in _LEADING and (form[0] == "X" or words.gaps[i + 1].startswith(":")) and words.gaps[i].strip():
        return {PEOPLE: 6.0, TITLE: 2.5, CONTAINER: 2.5, NONE: 0.3}
    if form[0] == "d" and i + 1 < len(words) and not words.gaps[i + 1]:
        return {PEOPLE: 7.0, TITLE: 2.0, CONTAINER: 1.0, NONE: 3.0}  # "12th"
    if form[0] in "dy" or i in words.kinds:
        return {PEOPLE: 7.0, TITLE: 3.0, CONTAINER: 4.0, NONE: 0.2}
    if text in constant:
        first = words.gaps[i].strip() not in _NO_SIGN or not i
        return {
            PEOPLE: 0.7 if low in JOINING else 3.0,
            TITLE: 2.5 if first else 0.7,
            CONTAINER: 2.5 if first else 1.0,
            NONE: 0.3 if first else 1.0,
        }
    if low in JOINING and text.islower():
        return {PEOPLE: 0.7, TITLE: 0.7, CONTAINER: 1.0, NONE: 3.0}
    again = printed[low] > 1
    if form in ("x", "x1", "xX"):
        return {
            PEOPLE: 1.5 if low in PARTICLES else 6.0,
            TITLE: 0.7,
            CONTAINER: 1.0 if low in _FILLERS else 3.0,
            NONE: 3.0,
        }
    venue, plain, given = low in _OF_VENUES, low in PLAIN_WORDS, low in CLASSES["given"]
    if form in ("X", "XX"):
        return {PEOPLE: 0.5, TITLE: 1.5 if low == "a" else 3.5, CONTAINER: 1.5 if form == "XX" else 3.0, NONE: 3.0}
    if form[0] == "J":
        return {PEOPLE: 1.0, TITLE: 1.0, CONTAINER: 1.0, NONE: 3.0}
    people = 0.5 if given else 4.0 if plain or venue else 0.9
    title = 3.5 if given else 1.2 if plain else 2.2
    container = 3.5 if given and not venue else 0.5 if venue else 1.5
    if form == "XXX":
        people, title, container = people + 0.5, 2.7, 1.4
    if again:
        people, title, container = people - 0.5, title + 1.0, container - 0.5
    return {PEOPLE: people, TITLE: title, CONTAINER: container, NONE: 3.0}


def cuts_of(items: Sequence[tuple[Words, Sequence[str]]]) -> list[Cut]:
    """Return items, with the labels that they were read with, cut at their signs, and what their pieces cost."""
    constant = constant_words([words for words, _ in items])
    printed: Counter[str] = Counter()
    phrases: Counter[str] = Counter()
    made = []
    for words, _ in items:
        pieces, signs = cut_at_signs(words, constant)
        made.append((pieces, signs))
        printed.update({text.casefold() for text in words.texts})
        phrases.update({_phrase(words, piece) for piece in pieces})
    found = []
    for (words, labels), (pieces, signs) in zip(items, made, strict=True):
        own = [word_costs(words, i, constant, printed) for i in range(len(words))]
        for i, label in enumerate(labels):
            if label.endswith("-ETAL"):
                own[i] = {PEOPLE: 3.0, TITLE: 6.0, CONTAINER: 6.0, NONE: 0.0}
            elif is_name(label, EDITOR) or is_name(label, TRANSLATOR):
                own[i] = {PEOPLE: 3.0, TITLE: 6.0, CONTAINER: 4.0, NONE: 0.3}
            own[i][_field(label)] -= LIKE_MODEL
        costs = []
        for piece in pieces:
            cost = {field: sum(own[i][field] for i in range(*piece)) for field in (*FIELDS, NONE)}
            phrase = _phrase(words, piece)
            if any(map(str.isalpha, phrase)) and not all(_is_number(words, i) for i in range(*piece)):
                if phrases[phrase] > 1:
                    cost[TITLE] += NO_TITLE
                    cost[CONTAINER] -= AGAIN_CONTAINER
                    cost[PEOPLE] -= AGAIN_PERSON if piece[1] - piece[0] <= LONGEST_PERSON else 0.0
                if find(words.item.text[words.starts[piece[0]] : words.ends[piece[1] - 1]]) is not None:
                    cost[CONTAINER] -= KNOWN_CONTAINER
            costs.append(cost)
        found.append(Cut(words, pieces, signs, costs, own))
    return found


LIKE_MODEL = 0.3
"""What each word is cheaper as the field that the models read it as."""
NO_TITLE, AGAIN_CONTAINER, AGAIN_PERSON, KNOWN_CONTAINER = 3.0, 1.5, 1.0, 3.0
"""What a phrase that several items have costs more as a title and less as a container or a person, and one in the table of venues
as a container."""
LONGEST_PERSON = 4
"""Words of a phrase that comes again as a person."""


def _phrase(words: Words, piece: Piece) -> str:
    return " ".join(words.texts[i].casefold() for i in range(*piece))


_LIKE_CONTAINERS = frozenset((PUBLISHER, PLACE, SERIES, GENRE, EVENT, ARCHIVE))
"""Fields that are where a container is, of books and theses."""


def _field(label: str) -> str:
    field = field_of(label)
    return CONTAINER if field in _LIKE_CONTAINERS else field if field in FIELDS else NONE


_GOES_ON = {
    PEOPLE: {"i.": 0.1, ",": 0.4, "&": 0.4, ";": 0.5, ":": 3.0, ".": 2.0},
    TITLE: {",": 1.5, ":": 1.5, "-": 1.5, ".": 3.0, "i.": 2.0, "?": 1.5},
    CONTAINER: {",": 2.0, ".": 1.5, ":": 2.0, "&": 0.7, "i.": 1.5},
}
_ELSE = {PEOPLE: 1.0, TITLE: 3.0, CONTAINER: 3.0}
"""What a sign within a field costs before anything is known of the list: "i." is the full stop after an initial."""


class Signs:
    """What signs cost before a field and inside of it, by how often each is there."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()
        self.total: Counter[str] = Counter()
        self.known: dict[tuple[str, str], float] = {}

    def cost(self, event: str, sign: str) -> float:
        """Return the cost of a sign, where the list says so and without it."""
        key = event, sign
        if key not in self.known:
            first = _first_cost(event, sign)
            if total := self.total[event]:
                first = -log((self.counts[key] + SMOOTH * exp(-first)) / (total + SMOOTH))
            self.known[key] = first
        return self.known[key]

    def add(self, event: str, sign: str) -> None:
        """Count a sign in."""
        self.counts[event, sign] += 1
        self.total[event] += 1
        self.known.clear()


@lru_cache(maxsize=4096)
def _first_cost(event: str, sign: str) -> float:
    """Return what a sign costs before anything is known of the list."""
    bare = sign if sign == "i." else sign.strip().rstrip("abcdefghijklmnopqrstuvwxyz")
    if event[0] == ">":
        return 1.0 if sign.strip() else 2.0
    if bare in ("", "="):
        return 0.3
    return _GOES_ON[event].get(bare, _GOES_ON[event].get(bare[:1], _ELSE[event]))


SMOOTH = 2.0
"""Signs that count for what is usual beside those of the list."""
SKIP = {PEOPLE: 6.0, TITLE: 30.0, CONTAINER: 4.0}
"""What it costs that an item lacks a field."""
DIVIDED, UNUSUAL_ORDERS = 3.0, 0.2
"""What it costs that a field ends where no sign is, or is in two places, and the count of orders that no item has."""


def best_path(cut: Cut, order: Sequence[str], signs: Signs) -> tuple[float, list[int]]:
    """Return the cheapest states of an item's pieces in an order of fields: odd ones are fields, even ones are outside."""
    states = range(2 * len(order) + 1)
    skips = [0.0]
    for field in order:
        skips.append(skips[-1] + SKIP[field])
    names = [order[s // 2] if s % 2 else NONE for s in states]
    best, back = [0.0], []
    for k, (costs, sign) in enumerate(zip(cut.costs, cut.signs, strict=True)):
        new, pointers = [], []
        low, low_at = inf, 0  # the cheapest of the states before, less the fields that were left out until there
        for s, name in enumerate(names):
            top, at = (best[s], s) if s < len(best) else (inf, s)
            begin = OUTSIDE
            if s % 2:
                top += signs.cost(name, sign)
                begin = signs.cost(">" + name, sign)
            if low + skips[s // 2] + begin < top:
                top, at = low + skips[s // 2] + begin, low_at
            new.append(top + costs[name] * (BEHIND if s == states[-1] else 1.0))
            pointers.append(at)
            if s < len(best) and best[s] - skips[(s + 1) // 2] < low:
                low, low_at = best[s] - skips[(s + 1) // 2], s
        best = new
        if k:
            back.append(pointers)
    ends = [b + skips[-1] - skips[(s + 1) // 2] for s, b in enumerate(best)]
    at = min(states, key=ends.__getitem__)
    path = [at]
    for pointers in reversed(back):
        path.append(pointers[path[-1]])
    return ends[at], path[::-1]


OUTSIDE, BEHIND = 0.3, 0.7
"""What it costs that something outside of the fields begins, and the share of its cost that a word has behind all of them: awards."""


def _count(cut: Cut, fields: Sequence[str], signs: Signs) -> None:
    for k, field in enumerate(fields):
        if field != NONE:
            signs.add(field if k and fields[k - 1] == field else ">" + field, cut.signs[k])


def best_order(cuts: Sequence[Cut]) -> tuple[float, tuple[str, ...], Signs]:
    """Return the order of fields by which a list is told shortest, what that costs, and the signs between them."""
    tried = [(*_told_in(cuts[: FEWEST - 1], order, Signs()), order) for order in permutations(FIELDS)]
    tried.sort(key=lambda one: one[0])
    found = []
    for _, first, order in tried[:LIKELY_ORDERS]:
        _, signs = _told_in(cuts, order, first)
        found.append((_told_in(cuts, order, signs)[0], order, signs))
    return min(found, key=lambda one: one[0])


LIKELY_ORDERS = 2
"""Orders of fields of which the signs are learned: the others are too dear without."""


def _told_in(cuts: Sequence[Cut], order: Sequence[str], signs: Signs) -> tuple[float, Signs]:
    """Return what the items cost in an order of fields, and the signs as they are then."""
    told, total = Signs(), 0.0
    for cut in cuts:
        cost, path = best_path(cut, order, signs)
        total += cost
        _count(cut, _fields_of(path, order), told)
    return total, told


def _fields_of(path: Sequence[int], order: Sequence[str]) -> list[str]:
    return [order[state // 2] if state % 2 else NONE for state in path]


def read_costs(cuts: Sequence[Cut], read: Sequence[Sequence[str]]) -> list[float]:
    """Return what the labels of each item cost by the same measure."""
    signs, orders = Signs(), Counter[str]()
    each = []
    for cut, labels in zip(cuts, read, strict=True):
        fields = [_field(label) for label in labels]
        heads = [fields[first] for first, _ in cut.pieces]
        _count(cut, heads, signs)
        order = "".join(f for k, f in enumerate(heads) if f != NONE and f not in heads[:k])
        orders[order] += 1
        each.append((fields, heads, order))
    found = []
    for cut, (fields, heads, order) in zip(cuts, each, strict=True):
        cost = -log((orders[order] + UNUSUAL_ORDERS) / (len(cuts) + 6 * UNUSUAL_ORDERS))
        for k, (first, stop) in enumerate(cut.pieces):
            cost += sum(cut.own[i][fields[i]] for i in range(first, stop))
            cost += DIVIDED * sum(fields[i] != fields[i - 1] for i in range(first + 1, stop))
            if heads[k] != NONE:
                cost += signs.cost(heads[k] if k and heads[k - 1] == heads[k] else ">" + heads[k], cut.signs[k])
            if all(f == heads[k] for f in fields[first:stop]):
                cost += cut.costs[k][heads[k]] - sum(cut.own[i][heads[k]] for i in range(first, stop))
        for f in FIELDS:
            pieces = [k for k, h in enumerate(heads) if h == f]
            cost += 0 if pieces else SKIP[f]
            cost += DIVIDED * sum(b - a > 1 for a, b in pairwise(pieces))
        found.append(cost)
    return found


# --- how people are printed -------------------------------------------------------------------------------------------

FORMS = GIVEN_FIRST, FAMILY_FIRST, COMMA, ALONE, FIRST_INVERTED = (
    *("given first", "family first"),
    *("family, given", "family alone", "first inverted"),
)
"""The forms of a list of people; in the last only the first person has the family before a comma."""
Person = tuple[tuple[int, ...], tuple[int, ...]]
"""The words of a family name, and those of the given name."""
Owner = tuple[frozenset[str], frozenset[str]]


def given_odds(text: str, owner: Owner) -> float:
    """Return the logarithm of the odds that a word is a given name and no family name, by itself."""
    low = text.casefold()
    if low in owner[0]:
        return 3.0
    if low in owner[1]:
        return -3.0
    return _odds_by_itself(text)


@lru_cache(maxsize=16384)
def _odds_by_itself(text: str) -> float:
    low, form = text.casefold(), shape(text)
    if _is_initial(text):
        return 4.0
    if form == "XX":
        return 0.0  # three initials, or a short family name in capitals
    if form == "XXX" or low in PARTICLES:
        return -2.0
    odds = labeller("document").odds([["w=" + low]])[0]
    learned = log((odds["BAG"] + odds["IAG"]) / (odds["BAF"] + odds["IAF"]))
    # The model has few words of names, and of those it has weak weights.
    return max(-1.5, min(1.5, 2 * learned)) + (1.0 if low in CLASSES["given"] else -0.2)


def parted(words: Words, inside: Sequence[int]) -> list[tuple[list[int], str]]:
    """Return the words between the signs of a list of people, each with the sign before it; the sign of "and" is ``&``."""
    found: list[tuple[list[int], str]] = []
    sign = "^"
    for i in inside:
        gap = gap_form(words.gaps[i]).strip(" ") if i != inside[0] else ""
        before = words.texts[found[-1][0][-1]] if found else ""
        if gap[:1] == "." and (len(before) < 4 or len(gap) > 1):  # it shortens "A." and "Chr."
            gap = gap[1:].strip(" ")
        if gap == "-" and words.gaps[i].strip("-‐‑–"):
            sign = gap
        elif gap.strip("-'"):
            sign = "," if gap[0] == "," and len(gap) > 1 else gap
        if words.texts[i].casefold() in JOINING and words.texts[i].islower():
            sign = "&"
            continue
        if sign or not found:
            found.append(([], sign or "^"))
        found[-1][0].append(i)
        sign = ""
    return found


def _is_initial(text: str) -> bool:
    return len(text) < 3 and text.isupper()  # of three capitals most are an initial more, some a family: "OBI"


def _kind(text: str) -> str:
    return (
        "C" if text.isupper() and (len(text) > 2 or text.casefold() in PARTICLES) else "i" if _is_initial(text) else "x"
    )


def divided(words: Words, pieces: list[tuple[list[int], str]], form: str) -> list[tuple[list[int], str]]:
    """Return people between whom nothing but spaces are: "A Moss B Oru", "Moss A Oru B", "Moss, A. Oru, B."."""
    found: list[tuple[list[int], str]] = []
    for number, (piece, sign) in enumerate(pieces):
        kinds = [_kind(words.texts[i]) for i in piece]
        if form == COMMA:
            is_given = sign == "," and number > 0
            last = number == len(pieces) - 1 or pieces[number + 1][1] != ","
            cut = next((k for k, kind in enumerate(kinds) if k and kind != "i"), len(kinds)) if is_given else 0
            found.append((piece[:cut] or piece, sign))
            if 0 < cut < len(piece) and not last:
                found.append((piece[cut:], " "))
            elif cut:
                found[-1] = (piece, sign)
            continue
        begins = [0]
        marked = "i" if "i" in kinds else "C" if "C" in kinds and "x" in kinds else ""
        for k in range(1, len(piece)):
            if form == ALONE or not marked:
                is_new = form == ALONE or k % 2 == 0
            elif (form == GIVEN_FIRST) == (marked == "i"):  # a name begins with what is marked
                is_new = kinds[k] == marked != kinds[k - 1]
            else:
                is_new = kinds[k] != marked == kinds[k - 1]
            if is_new:
                begins.append(k)
        for first, stop in pairwise([*begins, len(piece)]):
            found.append((piece[first:stop], sign if not first else " "))
    return found


def people_of(words: Words, pieces: list[tuple[list[int], str]], form: str, spaces: bool) -> list[Person] | None:
    """Return the people of a list, whose words are :func:`parted`, as a form has them; None where it cannot be so."""
    if spaces:
        pieces = divided(words, pieces, form)
    people: list[Person] = []
    number = 0
    while number < len(pieces):
        piece, _ = pieces[number]
        texts = [words.texts[i] for i in piece]
        if form == COMMA or (form == FIRST_INVERTED and not number):
            if number + 1 == len(pieces) or pieces[number + 1][1] != ",":
                return None
            people.append((tuple(piece), tuple(pieces[number + 1][0])))
            number += 2
            continue
        number += 1
        if form == ALONE or len(piece) == 1:
            people.append((tuple(piece), ()))
            continue
        kinds = [_kind(text) for text in texts]
        capitals = all(text.isupper() for text in texts if len(text) > 1)
        small = [text.casefold() in PARTICLES and (text.islower() or capitals) and len(text) > 1 for text in texts]
        if form == FAMILY_FIRST or shape(texts[0])[0] == "J":
            stop = next((k for k, kind in enumerate(kinds) if k and kind == "i"), 0)
            if not stop:
                stop = next((k for k, is_small in enumerate(small) if not is_small), 0) + 1
                while stop < len(piece) - 1 and kinds[0] == kinds[stop] == "C":
                    stop += 1
            people.append((tuple(piece[:stop]), tuple(piece[stop:])))
        else:
            stop = next((k for k, is_small in enumerate(small) if k and is_small), len(piece) - 1)
            while stop > 1 and kinds[-1] == kinds[stop - 1] == "C":
                stop -= 1
            people.append((tuple(piece[stop:]), tuple(piece[:stop])))
    return people


def names_cost(lists: Sequence[tuple[Words, Sequence[Person]]], form: str, odds: Mapping[str, float]) -> float:
    """Return what the people of a list cost in a form: the roles of their words, and those who come again less."""
    seen: set[tuple[str, str]] = set()
    roles: dict[str, set[bool]] = {}
    kinds: Counter[tuple[bool, str]] = Counter()
    total = 0.0
    for words, people in lists:
        for number, (family, given) in enumerate(people):
            kinds[not number, _kind_of_name(words, family, given)] += 1
            name = (" ".join(words.texts[i] for i in family), " ".join(words.texts[i] for i in given))
            if name in seen:
                total += AGAIN
                continue
            seen.add(name)
            total += 1.0 + len(family) + len(given)
            if not given and form != ALONE:
                total += WITHOUT_GIVEN
            small = sum(words.texts[i].casefold() in PARTICLES for i in family)
            total += TOO_LONG * max(0, len(family) - small - (1 if form == ALONE else 2))
            total += TOO_LONG * max(0, len(given) - 2)
            for part, is_given in ((family, False), (given, True)):
                for i in part:
                    text = words.texts[i]
                    total += log(1 + exp(-odds[text] if is_given else odds[text]))
                    if text.casefold() not in PARTICLES:
                        total += 0.0 if text[0].isupper() or shape(text)[0] == "J" else NO_CAPITAL
                        if len(text) > 1:
                            roles.setdefault(text.casefold(), set()).add(is_given)
    firsts = sum(n for (is_first, _), n in kinds.items() if is_first)
    for (is_first, _), n in kinds.items():  # names of several forms, of which the first may be of another
        total -= n * log(n / (firsts if is_first else kinds.total() - firsts))
    return total + BOTH_ROLES * sum(len(role) > 1 for role in roles.values())


def _kind_of_name(words: Words, family: Sequence[int], given: Sequence[int]) -> str:
    if not given or not family:
        return ALONE
    comma = "," in words.gaps[given[0]]
    return GIVEN_FIRST if given[0] < family[0] else COMMA if comma else FAMILY_FIRST


AGAIN, WITHOUT_GIVEN, TOO_LONG, NO_CAPITAL, BOTH_ROLES = 0.5, 3.0, 1.5, 3.0, 2.0
"""What costs: a person who comes again; a family name alone where given names are printed; each word of a part beyond the second;
a word without a capital; a word that is a given name here and a family name there."""


def name_style(lists: Sequence[tuple[Words, Sequence[int]]], odds: Mapping[str, float]) -> tuple[str, bool, float]:
    """Return the form of a list's people by which they are told shortest, whether nothing but spaces are between them, and by
    how many nats it is shorter than the next; an empty form if none fits."""
    found = []
    pieces = [parted(words, inside) for words, inside in lists]
    for form, spaces in [*((form, False) for form in FORMS), *((form, True) for form in FORMS[:-1])]:
        if spaces:  # where most people have signs between them, spaces part none
            more = sum(len(divided(words, one, form)) > len(one) for (words, _), one in zip(lists, pieces, strict=True))
            if 2 * more < len(lists):
                continue
        read = [(w, people_of(w, one, form, spaces)) for (w, _), one in zip(lists, pieces, strict=True)]
        fitting = [(words, people) for words, people in read if people is not None]
        failed = len(read) - len(fitting)
        if failed <= MOST_UNFIT * len(read):
            cost = names_cost(fitting, form, odds) * len(read) / len(fitting)
            found.append((cost + UNFIT * failed + (BY_SPACES if spaces else 0.0), form, spaces))
    found.sort()
    if not found:
        return "", False, 0.0
    return found[0][1], found[0][2], found[1][0] - found[0][0] if len(found) > 1 else UNFIT


MOST_UNFIT, UNFIT, BY_SPACES = 0.2, 6.0, 2.0
"""The share of the items whose people may not fit a form, what each of them costs, and a form without signs between people."""


# --- the style of a list in place of what the models read ---------------------------------------------------------------

SHARE, BESIDES = 0.42, 3.0
"""The share of what the reading of the models costs, each entry with some nats for what is not told of it, that a style must
cost at most in place of it. Real lists that were read well reached 0.46, generated ones that were read wrongly 0.15 to 0.4."""
MOST_LOSING = 0.1
"""The share of items that may lose most words of their title or people by a style: one that more of them lose by is none of this
list. Titles that are alike but for a number ("Lazy queues, part 3") look like words that state what follows."""
SHARE_FOR_MOST = 0.65
"""The same where single items are mended and these are most of the list: the reading of the models is what the items have in common
then. A list of reports without any container, which was read right, reached 0.72; generated ones that were read wrongly 0.64."""
WELL_TOLD, SHORTER_ALONE = 10.0, 2.0
"""Nats an entry up to which a list is told well by its style, so that it mends single items, and by how many nats it must tell
such an item shorter."""
TOLD_CLOSELY = 8.0
"""Nats below which an item is told so well by the style of its list that nothing of it is doubtful."""
SHORTER_NAMES, SHORTER_NAME, SHORTER_RUN = 4.0, 0.4, 2.0
"""By how many nats the form must tell the people of a list shorter: in all, for each person, and those of a single item."""
MOSTLY, UNUSUAL = 0.6, 1.5
"""The share of the items whose people the models read in the form of the list, from which on it costs to be unlike them."""
UNSURE = 0.3
"""How certain people are whose form is not, and fields that the style tells less well: at 0.4 more of what it reads wrongly counts
as understood."""
EQUAL_FORMS = 2.0
"""Nats up to which two forms of people tell them equally well, so that none is certain."""
_FIELD_LABELS = {TITLE: (f"B-{TITLE}", f"I-{TITLE}"), CONTAINER: (f"B-{CONTAINER}", f"I-{CONTAINER}")}
_JOINED = frozenset((NONE, f"{AUTHOR}-AND"))


@dataclass(slots=True)
class Styled:
    """What the style of its list states of an item: the labels that each word may have, whether the fields are others than the
    models read, and how certain it is of the people (0..1)."""

    allowed: list[frozenset[str]]
    is_other: bool = False
    certain: float = 1.0
    fields: Sequence[str] = ()


def restyled(
    members: Sequence[tuple[Words, Sequence[str]]], labels: frozenset[str], owner: Owner = (frozenset(), frozenset())
) -> dict[int, Styled]:
    """Return what the style of a list states of its items that are read otherwise; ``labels`` are all that there are, ``owner``
    the words of the given and the family name of the person whose list it is."""
    different = {tuple(words.texts): n for n, (words, _) in enumerate(members) if len(words)}
    if len(different) < FEWEST:
        return {}
    numbers = list(different.values())
    found: dict[int, Styled] = {}
    told = _told_fields(members, numbers[:: -(-len(numbers) // MOST)], labels)
    people: list[tuple[int, list[int]]] = []
    for n, (words, own) in enumerate(members):
        styled = told.get(n)
        if styled and styled.is_other:
            found[n] = styled
            people.append((n, [i for i, field in enumerate(styled.fields) if field == PEOPLE]))
        else:
            people += [(n, inside) for inside in _people(words, own, styled.fields if styled else ())]
    _restyle_names(members, [(n, inside) for n, inside in people if inside], found, owner)
    return found


def _told_fields(
    members: Sequence[tuple[Words, Sequence[str]]], sample: list[int], labels: frozenset[str]
) -> dict[int, Styled]:
    """Return what items are by the order of fields and the signs of their list; nothing if none tells it well."""
    cuts = cuts_of([members[n] for n in sample])
    before = read_costs(cuts, [members[n][1] for n in sample])
    most, for_most = (
        share * (sum(before) + BESIDES * len(sample)) - BESIDES * len(sample) for share in (SHARE, SHARE_FOR_MOST)
    )
    least = sum(min(cost.values()) for cut in cuts for cost in cut.costs)  # without signs and order
    if least > max(most, WELL_TOLD * len(sample)):
        return {}
    total, order, signs = best_order(cuts)
    is_other = total < most
    if not is_other and total > WELL_TOLD * len(sample):
        return {}
    if len(sample) < len(members):
        sample = [n for n, (words, _) in enumerate(members) if len(words)]
        cuts = cuts_of([members[n] for n in sample])
        before = read_costs(cuts, [members[n][1] for n in sample])
    read = [best_path(cut, order, signs) for cut in cuts]
    told = [
        [f for piece, f in zip(cut.pieces, _fields_of(path, order), strict=True) for _ in range(*piece)]
        for cut, (_, path) in zip(cuts, read, strict=True)
    ]
    containers = {
        _container(*members[n], fields)
        for n, fields in zip(sample, told, strict=True)
        if f"B-{CONTAINER}" in members[n][1]
    }
    losing = set()  # items of whose title or people, as they were read, most would be in no field
    for n, fields in zip(sample, told, strict=True):
        named = {field for text, field in zip(members[n][0].texts, fields, strict=True) if text[0].isalpha()}
        for field in (TITLE, PEOPLE):
            had = [
                now
                for text, label, now in zip(members[n][0].texts, members[n][1], fields, strict=True)
                if _field(label) == field and text[0].isalpha()
            ]
            # A number is no title: "Lazy Queues 12" is not somebody called Lazy Queues.
            without = field == TITLE and bool(had) and TITLE not in named
            losing |= {n} if without or 2 * had.count(NONE) > len(had) else set()
    if len(losing) > MOST_LOSING * len(sample):
        return {}
    found = {}
    edited = [any(is_name(label, EDITOR) for label in members[n][1]) for n in sample]
    for n, fields, was, (cost, _), has_editors in zip(sample, told, before, read, edited, strict=True):
        words, own = members[n]
        if n in losing or (has_editors and 2 * sum(edited) < len(sample)):
            continue  # what one of the items alone has is no matter of the style
        phrase = _container(words, own, fields)
        # What is the container in one item is none's publisher, and neither is an "Annals" or a "Review".
        is_named = phrase in containers or not (_OF_PERIODICALS.isdisjoint(phrase.split()) or is_publisher(phrase))
        if is_named and f"B-{CONTAINER}" not in own:
            own = [NONE if field == CONTAINER else label for label, field in zip(own, fields, strict=True)]
        differs = any(_field(label) != field for label, field in zip(own, fields, strict=True))
        is_shorter = was - cost > (0.0 if is_other else SHORTER_ALONE) or own is not members[n][1]
        certain = 1.0 if cost < TOLD_CLOSELY else UNSURE
        found[n] = Styled(_allowed(words, own, fields, labels), differs and is_shorter, certain, fields)
    if total > for_most and 2 * sum(styled.is_other for styled in found.values()) > len(sample):
        # Single items are mended to be like the others; where most are to change, it is the others that are unlike the style.
        found = {n: replace(styled, is_other=False) for n, styled in found.items()}
    return found


def _container(words: Words, labels: Sequence[str], fields: Sequence[str]) -> str:
    """Return the words of an item that are its container by the fields of the style."""
    return " ".join(
        words.texts[i].casefold()
        for i, field in enumerate(fields)
        if field == CONTAINER and words.texts[i][0].isalpha()
    )


_OF_PERIODICALS = frozenset(CLASSES["venue"])


def _people(words: Words, labels: Sequence[str], fields: Sequence[str]) -> list[list[int]]:
    """Return the words of each list of people that the labels have, with those next to them that are people by the ``fields``
    of the style and in no field by the labels; lists with organisations are left as they are, and names in scripts without capitals."""
    found: list[list[int]] = []
    for i, label in enumerate(labels):
        unread = label == NONE and bool(fields) and fields[i] == PEOPLE
        if unread or is_name(label, AUTHOR) or label == f"{AUTHOR}-AND":
            if found and found[-1][-1] == i - 1:
                found[-1].append(i)
            else:
                found.append([i])
    bodies = {i for i, label in enumerate(labels) if label[1:] == f"{AUTHOR}L" and not _is_initial(words.texts[i])}
    # Chinese, Japanese and Korean names in their own script are in the order that the model knows.
    bodies |= {i for one in found for i in one if shape(words.texts[i])[0] == "J"}
    return [one for one in found if any(is_name(labels[i]) for i in one) and bodies.isdisjoint(one)]


def _allowed(words: Words, own: Sequence[str], fields: Sequence[str], labels: frozenset[str]) -> list[frozenset[str]]:
    """Return the labels that words may have in fields; those in no field may be numbers, links and all the rest."""
    rest = frozenset(one for one in labels if one == NONE or field_of(one) not in FIELDS) - {f"{AUTHOR}-AND"}
    allowed = []
    for i, field in enumerate(fields):
        if field == PEOPLE:
            allowed.append(_JOINED)
        elif own[i].endswith("-ETAL"):
            allowed.append(frozenset((own[i],)))
        elif field == NONE and f"B-{YEAR}" in own and i and _goes_on(words, own[i], allowed[-1], i):
            allowed.append(frozenset((own[i],)))  # "diaries 1933-1945", "LEAF 2017"
        elif field == NONE or i in words.links:
            allowed.append(rest)
        elif field == CONTAINER and field_of(own[i]) in _LIKE_CONTAINERS:
            allowed.append(frozenset((own[i],)))
        else:
            begins = not i or fields[i - 1] != field
            allowed.append(frozenset(_FIELD_LABELS[field][:1] if begins else _FIELD_LABELS[field][1:]))
    return allowed


def _goes_on(words: Words, label: str, before: frozenset[str], i: int) -> bool:
    """Whether a number goes on with the title or the container that the word before it is in."""
    return (
        words.texts[i].isdecimal()
        and gap_form(words.gaps[i]) in _NO_SIGN
        and label in (f"I-{TITLE}", f"I-{CONTAINER}")
        and not before.isdisjoint((label, f"B{label[1:]}"))
    )


def _restyle_names(
    members: Sequence[tuple[Words, Sequence[str]]],
    people: Sequence[tuple[int, list[int]]],
    found: dict[int, Styled],
    owner: Owner,
) -> None:
    """Give people the labels that the form of the list has, where it tells them shorter than the models read them."""
    if not people:
        return
    some = people[:: -(-len(people) // MOST)]
    odds = {text: given_odds(text, owner) for text in {members[n][0].texts[i] for n, inside in people for i in inside}}
    was = {(n, inside[0]): _read_names(*members[n], inside) for n, inside in people}
    read = [(members[n][0], was[n, inside[0]][0]) for n, inside in some]
    amiss = sum(was[n, inside[0]][1] for n, inside in some)
    alone = 2 * sum(not given for _, one in read for _, given in one) > sum(len(one) for _, one in read)
    before = names_cost(read, ALONE if alone else "", odds) + amiss
    every = [tuple(tuple(words.texts[i] for i in part) for part in person) for words, one in read for person in one]
    once = set(every)
    least = sum(1.0 + sum(map(len, person)) for person in once) + AGAIN * (len(every) - len(once))
    if not found and before - least < SHORTER_RUN:  # every word is where it belongs
        return
    form, spaces, margin = name_style([(members[n][0], inside) for n, inside in some], odds)
    if not form:
        return
    fitted = {
        (n, inside[0]): people_of(members[n][0], parted(members[n][0], inside), form, spaces) for n, inside in people
    }
    told: list[tuple[Words, Sequence[Person]]] = [(members[n][0], fitted[n, inside[0]] or []) for n, inside in some]
    after = names_cost(told, form, odds)
    is_shorter = before - after > max(SHORTER_NAMES, SHORTER_NAME * len(once))
    certain = UNSURE if margin < EQUAL_FORMS or spaces else 1.0
    agreeing = sum(was[n, inside[0]][0] == fitted[n, inside[0]] for n, inside in some)
    usual = UNUSUAL if certain == 1.0 and agreeing > MOSTLY * len(some) else 0.0
    for n, inside in people:
        words, own = members[n]
        persons, (mine, wanting) = fitted[n, inside[0]], was[n, inside[0]]
        fits = persons is not None
        if n in found:
            is_read = not is_shorter and all(is_name(own[i]) or own[i].endswith("-AND") for i in inside)
            persons = mine if is_read else persons or people_of(words, parted(words, inside), GIVEN_FIRST, False) or []
        elif persons is None or persons == mine:
            persons = None
        elif not is_shorter:
            gain = names_cost([(words, mine)], form, odds) + wanting - names_cost([(words, persons)], form, odds)
            persons = persons if gain + usual >= SHORTER_RUN else None
        if persons is None:
            continue
        styled = found.setdefault(n, Styled([frozenset((label,)) for label in own]))
        styled.certain = min(styled.certain, certain if fits else UNSURE)
        for i in inside:
            styled.allowed[i] = _JOINED
        for family, given in persons:
            first = min((*family, *given))
            for part, letter in ((family, "F"), (given, "G")):
                for i in part:
                    styled.allowed[i] = frozenset((f"{'B' if i == first else 'I'}{AUTHOR}{letter}",))


def _read_names(words: Words, labels: Sequence[str], inside: Sequence[int]) -> tuple[list[Person], float]:
    """Return the people that labels have, and what it costs that words are in no name and signs within one."""
    names: list[list[int]] = []
    for i in inside:
        if is_name(labels[i]):
            if labels[i][0] == "B" or not names:
                names.append([])
            names[-1].append(i)
    people = [
        (tuple(i for i in name if labels[i][2] != "G"), tuple(i for i in name if labels[i][2] == "G")) for name in names
    ]
    named = {i for name in names for i in name}
    cost = AGAIN * sum(i not in named for i in inside)
    pieces = {i: number for number, (piece, _) in enumerate(parted(words, inside)) for i in piece}
    for family, given in people:
        across = len({pieces[i] for i in (*family, *given) if i in pieces}) - 1
        cost += DIVIDED * max(0, across - (bool(given) and "," in words.gaps[given[0]]))
    return people, cost
