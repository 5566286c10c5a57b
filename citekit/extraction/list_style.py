"""The style of a list, decided once for all its items: which field stands where, between which marks, and how people are printed.

A list is laid out by one hand, so what its items share is cheap to state once: the order of people, title and container, the
marks between them, the form of the names. Of the styles that a list may have the one is taken by which the list is told
shortest: what each word would cost as a part of a person, a title or a container by its form, what comes again, and the marks
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
from operator import add
from zlib import crc32

from citekit.documents.runs import TextStyle
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
    """An item cut at its marks: the pieces, the mark before each, what each would cost as each field."""

    words: Words
    pieces: list[Piece]
    signs: list[str]
    costs: list[dict[str, float]]
    own: list[dict[str, float]]


def _is_number(words: Words, i: int) -> bool:
    return words.texts[i][0].isdigit() or i in words.links or i in words.kinds


def constant_words(items: Sequence[Words]) -> frozenset[str]:
    """Return the words in nearly every item that state what follows: "People:", "write", "in".

    A word that every title has is none: it is next to a mark, or between two words in capitals.
    """
    counts: Counter[str] = Counter()
    parting: Counter[str] = Counter()
    for words in items:
        seen: set[str] = set()
        for i, text in enumerate(words.texts):
            if text[0].isdigit() or text in seen or not (text.islower() or text.casefold() in _CARD):
                continue
            seen.add(text)
            apart = not i or not {gap_form(words.separators[i]), gap_form(words.separators[i + 1])} <= _NO_SIGN
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
    """Return the pieces of an item and the mark before each."""
    starts, signs = [], []
    for i in range(len(words)):
        sign = gap_form(words.separators[i])
        glued = not words.separators[i] and i
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


# --- costs, in nats ------------------------------------------------------------------------------------------------------
# They are no probabilities that were counted: they were set by hand, in steps of which the order is what counts, and hold for
# lists of all languages with capitals.

_WORDS: Mapping[str, tuple[float, float, float, float]] = {
    # kind of word: its cost as a part of a person, a title, a container, and in no field
    "link": (9.0, 6.0, 6.0, 0.0),  # an address or a button is in no field
    "generation": (0.5, 3.0, 3.0, 3.0),  # "III" belongs to a person
    "others": (2.0, 2.0, 3.0, 0.3),  # "and 4 more" is after people
    "et al.": (3.0, 6.0, 6.0, 0.0),  # as the models read it
    "editor": (3.0, 6.0, 4.0, 0.3),  # as the models read it: next to a container
    "prize": (9.0, 4.0, 9.0, 0.0),  # "Best Paper Award" is in no field
    "in": (6.0, 2.5, 2.5, 0.3),  # leads to a container
    "12th": (7.0, 2.0, 1.0, 3.0),  # counts meetings
    "number": (7.0, 3.0, 4.0, 0.2),  # a year, a volume, pages
    "card": (3.0, 2.5, 2.5, 0.3),  # a constant word after a mark states which field follows
    "joined": (0.7, 2.5, 2.5, 0.3),  # "and", where it is constant and after a sign
    "constant": (3.0, 0.7, 1.0, 1.0),  # a constant word within a piece
    "constant and": (0.7, 0.7, 1.0, 1.0),  # parts people, and is in any title
    "and": (0.7, 0.7, 1.0, 3.0),
    "particle": (1.5, 0.7, 3.0, 3.0),  # "van": of a family, or a word in lowercase letters
    "small": (6.0, 0.7, 1.0, 3.0),  # "of": titles and containers have it, people do not
    "lowercase": (6.0, 0.7, 3.0, 3.0),  # most containers have capitals
    "initial": (0.5, 3.5, 3.0, 3.0),
    "a": (0.5, 1.5, 3.0, 3.0),  # an initial, or the article a title begins with
    "two capitals": (0.5, 3.5, 1.5, 3.0),  # initials run together, or the short name of a container
    "script": (1.0, 1.0, 1.0, 3.0),  # without capitals the form indicates nothing
    "given": (0.5, 3.5, 3.5, 3.0),  # a known given name
    "venue": (4.0, 2.0, 0.5, 3.0),  # "Journal"
    "plain": (4.0, 1.2, 1.5, 3.0),  # a word of the language that no person is called
    "capitals": (1.4, 2.7, 1.4, 3.0),  # a family name, or an acronym
    "capitalized": (0.9, 2.2, 1.5, 3.0),
}
_MANY_TIMES = (-0.5, 1.0, -0.5, 0.0)
"""What a capitalized word costs more that other items have as well: people and containers come again, titles do not."""
LIKE_MODEL = 0.3
"""What each word is cheaper as the field that the models read it as: little, since they are sure of what is wrong, too."""
NO_TITLE, AGAIN_CONTAINER, AGAIN_PERSON, KNOWN_CONTAINER = 3.0, 1.5, 1.0, 3.0
"""What a phrase that several items have costs more as a title and less as a container or a person, and one in the table of venues
as a container."""
LONGEST_PERSON = 4
"""Words of a phrase that comes again as a person."""
_SIGNS: Mapping[str, Mapping[str, float]] = {
    # what a sign within a field costs before anything is known of the list: "i." is the full stop after an initial
    PEOPLE: {"": 0.3, "=": 0.3, "i.": 0.1, ",": 0.4, "&": 0.4, ";": 0.5, ":": 3.0, ".": 2.0, "else": 1.0},
    TITLE: {"": 0.3, "=": 0.3, ",": 1.5, ":": 1.5, "-": 1.5, ".": 3.0, "i.": 2.0, "?": 1.5, "else": 3.0},
    CONTAINER: {"": 0.3, "=": 0.3, ",": 2.0, ".": 1.5, ":": 2.0, "&": 0.7, "i.": 1.5, "else": 3.0},
}
BEGINS_AT_SIGN, BEGINS_WITHOUT = 1.0, 2.0
"""What it costs that a field begins, after a mark and without any."""
MISSING = {PEOPLE: 6.0, TITLE: 30.0, CONTAINER: 4.0}
"""What it costs that an item lacks a field: every publication has a title, some have no people or are in no container."""
DIVIDED, UNUSUAL_ORDERS = 3.0, 0.2
"""What it costs that a field ends where no mark is, or is in two places, and the count of orders that no item has."""
OUTSIDE, BEHIND = 0.3, 0.7
"""What it costs that something outside of the fields begins, and the share of its cost that a word has behind all of them: awards."""
SMOOTH = 2.0
"""Signs that count for what is usual beside those of the list."""


def word_costs(words: Words, i: int, constant: frozenset[str], printed: Mapping[str, int]) -> dict[str, float]:
    """Return what a word costs as a part of each field; ``printed`` counts the items that have it."""
    kind = kind_of_word(words, i, constant)
    costs = _WORDS[kind]
    if kind in _CAPITALIZED and printed[words.texts[i].casefold()] > 1:
        costs = tuple(map(add, costs, _MANY_TIMES))
    return dict(zip((*FIELDS, NONE), costs, strict=True))


def kind_of_word(words: Words, i: int, constant: frozenset[str]) -> str:
    """Return what a word is by itself: a row of the table of costs."""
    text = words.texts[i]
    low, form = text.casefold(), shape(text)
    kind = ""
    if i in words.links:
        kind = "link"
    elif words.kinds.get(i) == "generation":
        kind = "generation"
    elif low in _COUNTED:
        kind = "others"
    elif low in _OF_PRIZES:
        kind = "prize"
    elif (
        low in _LEADING and (form[0] == "X" or words.separators[i + 1].startswith(":")) and words.separators[i].strip()
    ):
        kind = "in"
    elif form[0] == "d" and i + 1 < len(words) and not words.separators[i + 1]:
        kind = "12th"
    elif form[0] in "dy" or i in words.kinds:
        kind = "number"
    elif text in constant and (not i or words.separators[i].strip() not in _NO_SIGN):
        kind = "joined" if low in JOINING else "card"
    elif text in constant:
        kind = "constant and" if low in JOINING else "constant"
    elif low in JOINING and text.islower():
        kind = "and"
    elif form in ("x", "x1", "xX"):
        kind = "particle" if low in PARTICLES else "small" if low in _FILLERS else "lowercase"
    elif form in ("X", "XX"):
        kind = "two capitals" if form == "XX" else "a" if low == "a" else "initial"
    elif form[0] == "J":
        kind = "script"
    else:
        kind = next((kind for kind, known in _KNOWN if low in known), "")
    return kind or ("capitals" if form == "XXX" else "capitalized")


_KNOWN = (("given", CLASSES["given"]), ("venue", _OF_VENUES), ("plain", PLAIN_WORDS))
_CAPITALIZED = frozenset(("given", "venue", "plain", "capitals", "capitalized"))


def cuts_of(items: Sequence[tuple[Words, Sequence[str]]]) -> list[Cut]:
    """Return items, with the labels that they were read with, cut at their marks, and what their pieces cost."""
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
            beside = "et al." if label.endswith("-ETAL") else "editor" if label[1:] in _BESIDE else ""
            if beside:
                own[i] = dict(zip((*FIELDS, NONE), _WORDS[beside], strict=True))
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


_BESIDE = frozenset(role + part for role in (EDITOR, TRANSLATOR) for part in "FGL")


def _phrase(words: Words, piece: Piece) -> str:
    return " ".join(words.texts[i].casefold() for i in range(*piece))


_LIKE_CONTAINERS = frozenset((PUBLISHER, PLACE, SERIES, GENRE, EVENT, ARCHIVE))
"""Fields that are where a container is, of books and theses."""


def _field(label: str) -> str:
    field = field_of(label)
    return CONTAINER if field in _LIKE_CONTAINERS else field if field in FIELDS else NONE


class Signs:
    """What marks cost before a field and inside of it, by how often each is there."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()
        self.total: Counter[str] = Counter()
        self.known: dict[tuple[str, str], float] = {}
        self.by_state: dict[tuple[str, tuple[str, ...]], list[tuple[float, float]]] = {}

    def cost(self, field: str, sign: str, begins: bool) -> float:
        """Return what it costs that a piece after a mark is of a field that begins with it, or continues."""
        if field == NONE:
            return OUTSIDE if begins else 0.0
        key = (">" + field if begins else field), sign
        if key not in self.known:
            first = _first_cost(*key)
            if total := self.total[key[0]]:
                first = -log((self.counts[key] + SMOOTH * exp(-first)) / (total + SMOOTH))
            self.known[key] = first
        return self.known[key]

    def costs(self, sign: str, names: tuple[str, ...]) -> list[tuple[float, float]]:
        """Return for each state of an item's pieces, by the name of its field, what it costs that a piece after a mark continues
        it, and that the piece begins it; every item of a list is asked for the same few marks."""
        found = self.by_state.get((sign, names))
        if found is None:
            found = [(self.cost(name, sign, False), self.cost(name, sign, True)) for name in names]
            self.by_state[sign, names] = found
        return found

    def count(self, cut: Cut, fields: Sequence[str]) -> None:
        """Count the marks of an item in, whose pieces are of these fields."""
        for k, field in enumerate(fields):
            if field != NONE:
                event = field if k and fields[k - 1] == field else ">" + field
                self.counts[event, cut.signs[k]] += 1
                self.total[event] += 1
        self.known.clear()
        self.by_state.clear()


@lru_cache(maxsize=4096)
def _first_cost(event: str, sign: str) -> float:
    """Return what a mark costs before anything is known of the list."""
    if event[0] == ">":
        return BEGINS_AT_SIGN if sign.strip() else BEGINS_WITHOUT
    bare = sign if sign == "i." else sign.strip().rstrip("abcdefghijklmnopqrstuvwxyz")
    within = _SIGNS[event]
    return within.get(bare, within.get(bare[:1], within["else"]))


def missing(fields: Sequence[str]) -> float:
    """Return what it costs that an item lacks fields."""
    return sum(MISSING[field] for field in fields)


def best_path(cut: Cut, order: Sequence[str], signs: Signs) -> tuple[float, list[int]]:
    """Return the cheapest states of an item's pieces in an order of fields: odd ones are fields, even ones are outside."""
    states = range(2 * len(order) + 1)
    skips = [missing(order[:k]) for k in range(len(order) + 1)]
    names = tuple([order[s // 2] if s % 2 else NONE for s in states])
    best, back = [0.0], []
    for k, (costs, sign) in enumerate(zip(cut.costs, cut.signs, strict=True)):
        new, pointers = [], []
        low, low_at = inf, 0  # the cheapest of the states before, less the fields that were left out until there
        for s, (name, (going_on, beginning)) in enumerate(zip(names, signs.costs(sign, names), strict=True)):
            goes_on = best[s] + going_on if s < len(best) else inf
            begins = low + skips[s // 2] + beginning
            top, at = (begins, low_at) if begins < goes_on else (goes_on, s)
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


def best_order(cuts: Sequence[Cut]) -> tuple[float, tuple[str, ...], Signs]:
    """Return the order of fields by which a list is told shortest, what that costs, and the marks between them."""
    tried = [(*_told_in(cuts[: FEWEST - 1], order, Signs()), order) for order in permutations(FIELDS)]
    tried.sort(key=lambda one: one[0])
    found = []
    for _, first, order in tried[:LIKELY_ORDERS]:
        _, signs = _told_in(cuts, order, first)
        found.append((_told_in(cuts, order, signs)[0], order, signs))
    return min(found, key=lambda one: one[0])


LIKELY_ORDERS = 2
"""Orders of fields of which the marks are learned: the others are too dear without."""


def _told_in(cuts: Sequence[Cut], order: Sequence[str], signs: Signs) -> tuple[float, Signs]:
    """Return what the items cost in an order of fields, and the marks as they are then."""
    told, total = Signs(), 0.0
    for cut in cuts:
        cost, path = best_path(cut, order, signs)
        total += cost
        told.count(cut, _fields_of(path, order))
    return total, told


def _fields_of(path: Sequence[int], order: Sequence[str]) -> list[str]:
    return [order[state // 2] if state % 2 else NONE for state in path]


def read_costs(cuts: Sequence[Cut], read: Sequence[Sequence[str]]) -> list[float]:
    """Return what the labels of each item cost by the same measure; they may change within a piece, and fields may come again."""
    signs, orders = Signs(), Counter[tuple[str, ...]]()
    fields = [[_field(label) for label in labels] for labels in read]
    heads = [[own[first] for first, _ in cut.pieces] for cut, own in zip(cuts, fields, strict=True)]
    told = [tuple(dict.fromkeys(field for field in own if field != NONE)) for own in heads]
    orders.update(told)
    for cut, own in zip(cuts, heads, strict=True):
        signs.count(cut, own)
    found = []
    for cut, own, head, order in zip(cuts, fields, heads, told, strict=True):
        cost = missing([field for field in FIELDS if field not in order])
        cost -= log((orders[order] + UNUSUAL_ORDERS) / (len(cuts) + 6 * UNUSUAL_ORDERS))
        for k, (first, stop) in enumerate(cut.pieces):
            if head[k] != NONE:  # what the models read as no field may begin for nothing: much of it are numbers
                cost += signs.cost(head[k], cut.signs[k], not k or head[k - 1] != head[k])
            whole = own[first:stop] == [head[k]] * (stop - first)
            cost += cut.costs[k][head[k]] if whole else sum(cut.own[i][own[i]] for i in range(first, stop))
            cost += DIVIDED * sum(own[i] != own[i - 1] for i in range(first + 1, stop))
        for field in order:
            cost += DIVIDED * sum(b - a > 1 for a, b in pairwise(k for k, one in enumerate(head) if one == field))
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
    """Return the words between the marks of a list of people, each with the mark before it; the mark of "and" is ``&``."""
    found: list[tuple[list[int], str]] = []
    sign = "^"
    for i in inside:
        gap = gap_form(words.separators[i]).strip(" ") if i != inside[0] else ""
        before = words.texts[found[-1][0][-1]] if found else ""
        if gap[:1] == "." and (len(before) < 4 or len(gap) > 1):  # it shortens "A." and "Chr."
            gap = gap[1:].strip(" ")
        if gap == "-" and words.separators[i].strip("-‐‑–."):  # and not the hyphen of "Li, J.-F."
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
    seen: set[tuple[tuple[str, ...], ...]] = set()
    roles: dict[str, set[bool]] = {}
    kinds: Counter[tuple[bool, str]] = Counter()
    total = 0.0
    for words, people in lists:
        for number, person in enumerate(people):
            kinds[not number, _kind_of_name(words, *person)] += 1
            name = tuple(tuple(words.texts[i] for i in part) for part in person)
            total += AGAIN if name in seen else name_cost(name, form, odds)
            for part, is_given in zip(name, (False, True), strict=True) if name not in seen else ():
                for text in part:
                    if len(text) > 1 and text.casefold() not in PARTICLES:
                        roles.setdefault(text.casefold(), set()).add(is_given)
            seen.add(name)
    firsts = sum(n for (is_first, _), n in kinds.items() if is_first)
    for (is_first, _), n in kinds.items():  # names of several forms, of which the first may be of another
        total -= n * log(n / (firsts if is_first else kinds.total() - firsts))
    return total + BOTH_ROLES * sum(len(role) > 1 for role in roles.values())


def name_cost(name: Sequence[Sequence[str]], form: str, odds: Mapping[str, float]) -> float:
    """Return what the words of a family and of a given name cost in a form, which nobody before was called."""
    family, given = name
    usual = 1 if form == ALONE else 2
    total = 1.0 + len(family) + len(given) + (WITHOUT_GIVEN if not given and form != ALONE else 0.0)
    total += TOO_LONG * max(0, sum(text.casefold() not in PARTICLES for text in family) - usual)
    total += TOO_LONG * max(0, len(given) - 2)
    for part, sign in ((family, 1.0), (given, -1.0)):
        for text in part:
            total += log(1 + exp(sign * odds[text]))
            has_capital = text[0].isupper() or shape(text)[0] == "J" or text.casefold() in PARTICLES
            total += 0.0 if has_capital else NO_CAPITAL
    return total


def _kind_of_name(words: Words, family: Sequence[int], given: Sequence[int]) -> str:
    if not given or not family:
        return ALONE
    comma = "," in words.separators[given[0]]
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
"""The share of the items whose people may not fit a form, what each of them costs, and a form without marks between people."""


# --- titles in a font of their own -------------------------------------------------------------------------------------

OF_FONT, AS_READ = 0.7, 0.25
"""The share of the titles of a list that begin or end where the words in their font do, for all of them to be these words, and the
share of those that the models read so to the letter: one in ten may be set otherwise, but a font that most titles go beyond is that
of their first words."""
FEWEST_IN_FONT = 3
"""Words of a title in its font, at least: fewer are a name or an acronym within one."""
_FONTS = tuple(map(int, (TextStyle.BOLD, TextStyle.ITALIC, TextStyle.UNDERLINE)))


def titles_in_font(
    members: Sequence[tuple[Words, Sequence[str]]], labels: frozenset[str]
) -> dict[int, list[frozenset[str]]]:
    """Return the labels that words may have where the titles of a list are set in a font of their own and a title goes beyond the
    words in it, or ends within them: "**Slow tides**. Ada Moss. In *Walls*"."""
    titled = [n for n, (_, own) in enumerate(members) if f"B-{TITLE}" in own]
    if len(titled) < FEWEST:
        return {}
    styles = {n: [int(run.style) for run in members[n][0].runs()] for n in titled}
    free = frozenset(one for one in labels if field_of(one) != TITLE)
    names = frozenset(one for one in labels if is_name(one, AUTHOR)) | {f"{AUTHOR}-AND"}
    fields = frozenset(one for one in free if field_of(one) in _LIKE_CONTAINERS | {CONTAINER})
    for font in _FONTS:
        found: dict[int, tuple[range, range]] = {}
        for n in titled:
            own = members[n][1]
            first = own.index(f"B-{TITLE}")
            title = range(first, next((i for i in range(first + 1, len(own)) if own[i] != f"I-{TITLE}"), len(own)))
            inside = next((i for i in title if styles[n] and styles[n][i] & font), None)
            if inside is None:
                continue
            while inside and styles[n][inside - 1] & font:
                inside -= 1
            # The owner, who is in bold on the next line, is in the font of the titles, too.
            separators = members[n][0].separators
            beside = {
                i for i in range(inside + 1, len(own)) if is_name(own[i]) and not _BREAKS.isdisjoint(separators[i])
            }
            stop = next((i for i in range(inside, len(own)) if i in beside or not styles[n][i] & font), len(own))
            if stop - inside >= FEWEST_IN_FONT and (stop < len(own) or inside):
                found[n] = title, range(inside, stop)
        sharing = [n for n, (title, mine) in found.items() if title.start == mine.start or title.stop == mine.stop]
        equal = sum(title == mine for title, mine in found.values())
        if len(sharing) < max(FEWEST, OF_FONT * len(titled)) or equal < AS_READ * len(titled):
            continue
        named = {words.texts[i] for words, own in members for i, label in enumerate(own) if is_name(label, AUTHOR)}
        changed: dict[int, list[frozenset[str]]] = {}
        for n in sharing:
            words, own = members[n]
            title, mine = found[n]
            may = [free if i in title else frozenset((label,)) for i, label in enumerate(own)]
            for i in mine:
                may[i] = frozenset((f"{'B' if i == mine.start else 'I'}-{TITLE}",))
            behind = range(
                mine.stop, next((i for i in range(mine.stop + 1, len(own)) if _ends_names(words, i)), mine.stop)
            )
            said = [words.texts[i] for i in behind]
            # Whom the list names elsewhere is no word of the next field.
            people = not named.isdisjoint(said) and all(text[0].isupper() or text in JOINING for text in said)
            if people and all(i in title or own[i] == NONE for i in behind):
                may[mine.stop : behind.stop] = [names] * len(behind)
            elif title == mine:
                continue
            elif (
                behind.start in title
                and words.separators[behind.start] == " "
                and words.texts[behind.start][0].isupper()
            ):
                # Nothing but the font ends the title: another field begins, and goes on to the next sign.
                ends = (
                    i
                    for i in range(behind.start + 1, len(own))
                    if i not in title or words.separators[i] not in _NO_SIGN
                )
                for i in range(behind.start, next(ends, len(own))):
                    may[i] = fields if not words.texts[i].isdecimal() else free
            changed[n] = may
        return changed
    return {}


_BREAKS = frozenset("\n\v")


def _ends_names(words: Words, i: int) -> bool:
    return words.separators[i].startswith((". ", "\n", "\v")) and len(words.texts[i - 1]) > 1


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

    def allow_people(self, inside: Sequence[int], persons: Sequence[Person]) -> None:
        """Let words be the family and given names of these people, and the others of them ``inside`` what joins people."""
        for i in inside:
            self.allowed[i] = _JOINED
        for family, given in persons:
            first = min((*family, *given))
            for part, letter in ((family, "F"), (given, "G")):
                for i in part:
                    self.allowed[i] = frozenset((f"{'B' if i == first else 'I'}{AUTHOR}{letter}",))


def restyled(
    members: Sequence[tuple[Words, Sequence[str]]], labels: frozenset[str], owner: Owner = (frozenset(), frozenset())
) -> dict[int, Styled]:
    """Return what the style of a list states of its items that are read otherwise; ``labels`` are all that there are, ``owner``
    the words of the given and the family name of the person whose list it is."""
    # By chance, as the letters decide: the same items in another order are told by the same of them, and twice as once.
    different = {tuple(words.texts): n for n, (words, _) in enumerate(members) if len(words)}
    if len(different) < FEWEST:
        return {}
    every = sorted(different, key=lambda texts: (crc32(" ".join(texts).encode()), texts))
    once = [members[different[texts]] for texts in every]
    found: dict[int, Styled] = {}
    told = _told_fields(once, labels)
    people: list[tuple[int, list[int]]] = []
    for n, (words, own) in enumerate(once):
        styled = told.get(n)
        if styled and styled.is_other:
            found[n] = styled
            people.append((n, [i for i, field in enumerate(styled.fields) if field == PEOPLE]))
        else:
            people += [(n, inside) for inside in _people(words, own, styled.fields if styled else ())]
    _restyle_names(once, [(n, inside) for n, inside in people if inside], found, owner)
    by_texts = {every[n]: styled for n, styled in found.items()}
    return {n: by_texts[key] for n, (words, _) in enumerate(members) if (key := tuple(words.texts)) in by_texts}


def _told_fields(members: Sequence[tuple[Words, Sequence[str]]], labels: frozenset[str]) -> dict[int, Styled]:
    """Return what items are by the order of fields and the marks of their list; nothing if none tells it well."""
    sample: Sequence[int] = range(0, len(members), -(-len(members) // MOST))
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
        sample = range(len(members))
        cuts = cuts_of(members)
        before = read_costs(cuts, [own for _, own in members])
    told: dict[int, tuple[float, list[str]]] = {}  # what each item costs, and the field of each of its words
    for n, cut in zip(sample, cuts, strict=True):
        cost, path = best_path(cut, order, signs)
        of_pieces = zip(cut.pieces, _fields_of(path, order), strict=True)
        told[n] = cost, [field for piece, field in of_pieces for _ in range(*piece)]
    losing = {n for n, (_, fields) in told.items() if loses_words(*members[n], fields)}
    if len(losing) > MOST_LOSING * len(sample):
        return {}
    containers = {
        _container(*members[n], fields) for n, (_, fields) in told.items() if f"B-{CONTAINER}" in members[n][1]
    }
    edited = {n for n in sample if any(is_name(label, EDITOR) for label in members[n][1])}
    # what one of the items alone has is no matter of the style
    left = losing if 2 * len(edited) >= len(sample) else losing | edited
    found = {}
    for n, was in zip(sample, before, strict=True):
        if n in left:
            continue
        (words, read), (cost, fields) = members[n], told[n]
        own = read
        phrase = _container(words, own, fields)
        # What is the container in one item is none's publisher, and neither is an "Annals" or a "Review".
        is_named = phrase in containers or not (_OF_PERIODICALS.isdisjoint(phrase.split()) or is_publisher(phrase))
        if is_named and f"B-{CONTAINER}" not in own:
            own = [NONE if field == CONTAINER else label for label, field in zip(own, fields, strict=True)]
        differs = any(_field(label) != field for label, field in zip(own, fields, strict=True))
        is_shorter = was - cost > (0.0 if is_other else SHORTER_ALONE) or own is not read
        certain = 1.0 if cost < TOLD_CLOSELY else UNSURE
        found[n] = Styled(_allowed(words, own, fields, labels), differs and is_shorter, certain, fields)
    if total > for_most and 2 * sum(styled.is_other for styled in found.values()) > len(sample):
        # Single items are mended to be like the others; where most are to change, it is the others that are unlike the style.
        found = {n: replace(styled, is_other=False) for n, styled in found.items()}
    return found


def loses_words(words: Words, labels: Sequence[str], fields: Sequence[str]) -> bool:
    """Whether most words of the title or the people of an item, as it was read, would be in no field, or none in a title.

    A number is no title: "Lazy Queues 12" is not somebody called Lazy Queues.
    """
    lettered = [i for i, text in enumerate(words.texts) if text[0].isalpha()]
    titled = any(fields[i] == TITLE for i in lettered)
    for field in (TITLE, PEOPLE):
        now = [fields[i] for i in lettered if _field(labels[i]) == field]
        if (field == TITLE and now and not titled) or 2 * now.count(NONE) > len(now):
            return True
    return False


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
    """Whether a number continues the title or the container that the word before it is in."""
    return (
        words.texts[i].isdecimal()
        and gap_form(words.separators[i]) in _NO_SIGN
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
    lists = [(members[n][0], inside) for n, inside in people]
    odds = {text: given_odds(text, owner) for text in {words.texts[i] for words, inside in lists for i in inside}}
    was = [_read_names(*members[n], inside) for n, inside in people]
    some = slice(None, None, -(-len(people) // MOST))  # by which the form is chosen
    read = [(words, one) for (words, _), (one, _) in zip(lists[some], was[some], strict=True)]
    alone = 2 * sum(not given for _, one in read for _, given in one) > sum(len(one) for _, one in read)
    before = names_cost(read, ALONE if alone else "", odds) + sum(amiss for _, amiss in was[some])
    every = [tuple(tuple(words.texts[i] for i in part) for part in person) for words, one in read for person in one]
    once = set(every)
    least = sum(1.0 + sum(map(len, person)) for person in once) + AGAIN * (len(every) - len(once))
    if not found and before - least < SHORTER_RUN:  # every word is where it belongs
        return
    form, spaces, margin = name_style(lists[some], odds)
    if not form:
        return
    fitted = [people_of(words, parted(words, inside), form, spaces) for words, inside in lists]
    told = [(words, one or []) for (words, _), one in zip(lists[some], fitted[some], strict=True)]
    is_shorter = before - names_cost(told, form, odds) > max(SHORTER_NAMES, SHORTER_NAME * len(once))
    certain = UNSURE if margin < EQUAL_FORMS or spaces else 1.0
    agreeing = sum(mine == one for (mine, _), one in zip(was[some], fitted[some], strict=True))
    usual = UNUSUAL if certain == 1.0 and agreeing > MOSTLY * len(told) else 0.0
    for (n, inside), (mine, amiss), fitting in zip(people, was, fitted, strict=True):
        words, own = members[n]
        persons: Sequence[Person] | None = fitting
        if n in found:
            is_read = not is_shorter and all(is_name(own[i]) or own[i].endswith("-AND") for i in inside)
            persons = mine if is_read else fitting or people_of(words, parted(words, inside), GIVEN_FIRST, False) or []
        elif fitting is None or fitting == mine:
            persons = None
        elif not is_shorter:
            gain = names_cost([(words, mine)], form, odds) + amiss - names_cost([(words, fitting)], form, odds)
            persons = fitting if gain + usual >= SHORTER_RUN else None
        if persons is not None:
            styled = found.setdefault(n, Styled([frozenset((label,)) for label in own]))
            styled.certain = min(styled.certain, certain if fitting is not None else UNSURE)
            styled.allow_people(inside, persons)


def _read_names(words: Words, labels: Sequence[str], inside: Sequence[int]) -> tuple[list[Person], float]:
    """Return the people that labels have, and what it costs that words are in no name and marks within one."""
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
        cost += DIVIDED * max(0, across - (bool(given) and "," in words.separators[given[0]]))
    return people, cost
