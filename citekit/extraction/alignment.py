"""Where the values of a known work are in an item: labels for its words, as far as what is known reaches.

Labelled data and bibliographies state which values a work has, not where an item prints them. An :class:`Aligner` looks for
values among the words of an item, folded to letters and digits. :func:`known_labels` states of each word which labels it may
have by a known work: lists shorten names and leave fields out, bibliographies do too, and what is not found states nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence, Set
from functools import lru_cache
from itertools import pairwise
from unicodedata import combining

from citekit.extraction.labeller import (
    AUTHOR,
    CONTAINER,
    EDITION,
    EDITOR,
    ISSUE,
    LINK,
    PAGES,
    PLACE,
    PUBLISHER,
    SERIES,
    TITLE,
    TRANSLATOR,
    VOLUME,
    YEAR,
    Labelled,
    field_of,
)
from citekit.extraction.lexer import Words
from citekit.model.identity.titles import plain
from citekit.model.name import Name
from citekit.model.venues import acronym_of, expand
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.text.unicode import normalized

ET_AL = frozenset("et al others ua coll colleagues alii outros otros autres andere weitere und u a 等 др и".split())
AND = frozenset("and und et y e en och og i и with mit avec".split())
NAME_GAP = 12
"""Words that may appear between two authors at most: affiliations, marks."""
VENUE_REACH = 60
"""Words over which a container's name may span, years and numbers in it counted."""
SHORTEST_TITLE = 8
"""Letters of a title by which an item is looked for, at least: "Preface" is the title of many works."""
TELLING_TITLE = 30
"""Letters of a title that no one gives to two works; an item with a shorter one must have a person or the year, too."""
LONGEST_VALUE = 1000
"""Letters of a value that is looked for; longer ones are none of a reference."""
MOST_PEOPLE = 300
"""People of a known work that are looked for."""
_DASH = re.compile(r"[^\w]+")
_INNER = re.compile(r"[\s.‐‑-]+")
_PARTS = re.compile(r"[^\s\w'’ʼ‘´`‐‑–—/:&+-]|[\n\x0b\t]|\s[–—/:&+-]{1,3}\s")
"""Signs between two words that part fields. A colon at a word does not: a subtitle may follow, which not every file has."""
_WITHIN_NAME = re.compile(r"[\s.'’‐‑-]*")
_ENDS_NAME = re.compile(r"[. ]*(?:[,;]|$)")
_BEHIND_FAMILY = re.compile(r"\s*,?[\s.]*")


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """Letters and digits of a text without case and accents."""
    decomposed = normalized(text.casefold(), "NFKD")
    return "".join(c for c in decomposed if c.isalnum() and not combining(c))


class Aligner:
    """The words of one item, folded and joined, and the labels they have been given so far."""

    def __init__(self, words: Words) -> None:
        self.folded = [fold(w) for w in words.texts]
        self.words = words
        self.labels = [""] * len(words)
        self.joined = "".join(self.folded)
        self.starts: dict[int, int] = {}
        self.stops: dict[int, int] = {}
        at = 0
        for i, word in enumerate(self.folded):
            if word:
                self.starts.setdefault(at, i)
            at += len(word)
            if word:
                self.stops[at] = i + 1

    def places(self, value: str) -> list[tuple[int, int]]:
        """Return where a value appears, as ranges of free words, in order."""
        key = fold(value[:LONGEST_VALUE])
        found = []
        at = self.joined.find(key) if key else -1
        while at >= 0:
            first, last = self.starts.get(at), self.stops.get(at + len(key))
            if first is not None and last is not None and first < last and not any(self.labels[first:last]):
                found.append((first, last))
            at = self.joined.find(key, at + 1)
        return found

    def give(self, first: int, last: int, label: str) -> None:
        """Label a range of words: ``B-label`` the first, ``I-label`` the others."""
        for i in range(first, last):
            self.labels[i] = ("B-" if i == first else "I-") + label

    def number(self, value: str, label: str, after: int, least: int = 0) -> int:
        """Label a number, that near ``after`` and after it if possible; the word after it, or -1 where it is not found."""
        places = [p for p in self.places(value) if p[0] >= least]
        if not places:
            return -1
        first, last = min(places, key=lambda p: (p[0] - after) if p[0] >= after else 100 + after - p[0])
        self.give(first, last, label)
        return last

    def pages(self, value: str, at: int) -> bool:
        """Label pages near a word, of which the second may be shortened: 1215-18 for 1215-1218; whether they were found."""
        return pages_of(self, [piece for piece in _DASH.split(value) if fold(piece)], at)

    def venue(self, value: str, after: int) -> bool:
        """Label the name of a container, after a word if possible, also where a year is in it; whether it was found."""
        if places := self.places(value):
            self.give(*min(places, key=lambda p: (p[0] < after, p[0])), CONTAINER)
            return True
        key = fold(value[:LONGEST_VALUE])
        for first in sorted(range(len(self.folded)), key=lambda i: (i < after, i)):
            used: list[int] = []
            rest, i = key, first
            while rest and i < len(self.folded) and i - first < VENUE_REACH and not self.labels[i]:
                word = self.folded[i]
                if word and rest.startswith(word):
                    rest, used = rest[len(word) :], [*used, i]
                elif not (used and word.isdigit() and len(word) in (2, 4)):
                    break
                i += 1
            if not rest and used:
                self.give(used[0], used[-1] + 1, CONTAINER)
                return True
        return False

    def parted(self, i: int) -> bool:
        """Whether marks or another style part a word from the one before it, or it is the first or after the last."""
        if not 0 < i < len(self.labels) or _PARTS.search(self.words.separators[i]):
            return True
        runs = list(self.words.runs())
        return bool(runs) and runs[i].style != runs[i - 1].style


def pages_of(a: Aligner, numbers: list[str], at: int) -> bool:
    """Label pages near a word, of which the second may be shortened: 1215-18 for 1215-1218; whether they were found."""
    if not numbers:
        return True
    whole = a.places("".join(numbers))
    if whole:
        first, last = min(whole, key=lambda p: (p[0] - at) if p[0] >= at else 100 + at - p[0])
        a.give(first, last, PAGES)
        return True
    best: list[tuple[int, int]] | None = None
    for first, last in sorted(a.places(numbers[0]), key=lambda p: (p[0] - at) if p[0] >= at else 100 + at - p[0]):
        rest, stop = [(first, last)], last
        for number in numbers[1:]:
            folded = fold(number)
            forms = {folded, *(folded[-n:] for n in range(1, len(folded)))}
            i = next(
                (k for k in range(stop, min(stop + 4, len(a.folded))) if a.folded[k] in forms and not a.labels[k]), -1
            )
            if i < 0:
                break
            rest.append((i, i + 1))
            stop = i + 1
        if len(rest) == len(numbers):
            best = rest
            break
    if best is None:
        return False
    for k, (first, last) in enumerate(best):
        for i in range(first, last):
            a.labels[i] = "B-PG" if k == 0 and i == first else "I-PG"
    return True


# --- known works ---------------------------------------------------------------------------------------------------


class KnownTitles:
    """Known works by the beginnings of their titles, so that an item is found among many thousands."""

    def __init__(self, works: Iterable[Work]) -> None:
        self._works: dict[str, list[tuple[str, Work]]] = defaultdict(list)
        for work in works:
            title = fold(plain(work.text("title")[:LONGEST_VALUE]))
            if len(title) >= SHORTEST_TITLE:
                self._works[title[:SHORTEST_TITLE]].append((title, work))

    def work_of(self, words: Words, year: int | None = None) -> tuple[Work | None, int]:
        """Return the known work that an item is, or None, and how much speaks for it: a person, the year, the container.

        Its title is there, and one of these; of a long title that none of them speaks against is enough. ``year`` is that of
        the heading above. Of several works it is the one with the longest title, then the one for which most speaks.
        """
        a = Aligner(words)
        years = {text for text in words.texts if _YEAR.fullmatch(text)} | ({str(year)} if year else set())
        best: tuple[tuple[int, int, int], Work] | None = None
        for at in a.starts:
            for title, work in self._works.get(a.joined[at : at + SHORTEST_TITLE], ())[:_MOST_ALIKE]:
                stop = a.stops.get(at + len(title))
                if stop is None or not a.joined.startswith(title, at):
                    continue
                families = {fold(n.family or n.literal) for n in (*work.author, *work.names("editor"))[:MOST_PEOPLE]}
                full = plain(work.text("container-title"))
                container = fold(full)
                if (
                    not a.parted(stop)
                    and ":" not in words.separators[stop]
                    and not (
                        a.folded[stop].isdigit() or a.folded[stop] in families or container.startswith(a.folded[stop])
                    )
                ):
                    continue  # the beginning of another title
                there = len(families & set(a.folded))
                issued = str(work.issued.year) if work.issued and work.issued.year else ""
                outside = a.joined[:at] + "\n" + a.joined[at + len(title) :]
                forms = (container, fold(expand(full) or ""), fold(acronym_of(full) or ""))
                housed = any(len(form) >= _SHORTEST_CONTAINER and form in outside for form in forms)
                dated = issued in years or issued in a.folded
                speaks = bool(there) + (bool(issued) and dated) + housed
                # A talk often has the title of an article, and another year.
                enough = speaks or (len(title) >= TELLING_TITLE and (dated or not issued or not years))
                if enough and (best is None or (len(title), speaks, there) > best[0]):
                    best = (len(title), speaks, there), work
        return (best[1], best[0][1]) if best else (None, 0)


_SHORTEST_CONTAINER = 4
"""Letters of a container's name that speaks for a known work, at least: shorter ones are in other words."""
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_MOST_ALIKE = 20
"""Known works whose titles begin in the same way that are compared with an item."""


def known_labels(read: Labelled, work: Work, labels: Iterable[str]) -> list[Set[str]]:
    """Return the labels of a model that each word of an item may have if the item is this work.

    A value that is found states where its field is and that it is nowhere else. Of other words only that is known: they may
    have any label of a field that the work has not, or that is not found, as a bibliography has not all that a page prints;
    the label that they were ``read`` with stays if it is among these.
    """
    a = Aligner(read.words)
    loose: dict[int, set[str]] = {}
    if places := a.places(plain(work.text("title"))):
        a.give(*next((p for p in places if a.parted(p[0]) and a.parted(p[1])), places[0]), TITLE)
    settled = {
        role
        for role, variable in ((AUTHOR, "author"), (EDITOR, "editor"), (TRANSLATOR, "translator"))
        if _people(a, work.names(variable)[:MOST_PEOPLE], role, loose)
    }
    title_end = max((i + 1 for i, label in enumerate(a.labels) if field_of(label) == TITLE), default=0)
    full = plain(work.text("container-title") or work.fields.get("journal", ""))
    beside = (plain(work.text("container-title-short")), plain(work.fields.get("series", "")))
    forms = {fold(form): form for form in (full, *beside, acronym_of(full), expand(full)) if full and fold(form)}
    any(a.venue(forms[form], title_end) for form in sorted(forms, key=lambda form: (-len(form), form)))
    for i in read.words.links:
        a.labels[i] = a.labels[i] or LINK
    at = max((i + 1 for i, label in enumerate(a.labels) if field_of(label) == CONTAINER), default=0)
    for variable, label in (("volume", VOLUME), ("issue", ISSUE), ("number", ISSUE)) if at else ():
        value = plain(work.text(variable))
        after = a.number(value, label, at, at) if value and label not in settled else -1
        if after > 0:
            settled.add(label)
            at = after
    if (pages := plain(work.text("page"))) and at and a.pages(pages, at):
        settled.add(PAGES)
    for variable, label in (("collection-title", SERIES), ("edition", EDITION), ("publisher-place", PLACE)):
        if (value := plain(work.text(variable))) and (places := a.places(value)):
            a.give(*places[-1], label)
    for first, last in a.places(plain(work.text("publisher"))):
        for i in range(first, last):  # a school is in the container's place
            loose[i] = {f"{begin}-{label}" for label in (CONTAINER, PUBLISHER) for begin in "BI"}
    if (issued := work.issued) and issued.year and _year(a, str(issued.year)):
        settled.add(YEAR)
    for label in (TITLE, CONTAINER):
        mine = [i for i, given in enumerate(a.labels) if field_of(given) == label]
        if not mine:
            continue
        first, stop = mine[0], mine[-1] + 1
        # After it may follow what a file leaves out, a subtitle, and before a container's name "Proceedings of".
        before = label == TITLE or a.parted(first) or bool(a.labels[first - 1])
        if not before:
            loose[first] = {f"B-{label}", f"I-{label}"}
        if before and (a.parted(stop) or a.labels[stop]):
            settled.add(label)
    free = {label for label in labels if field_of(label) not in settled}
    known = [loose.get(i) or ({label} if label else free) for i, label in enumerate(a.labels)]
    return [{own} if may is free and own in may else may for own, may in zip(read.labels, known, strict=True)]


def _year(a: Aligner, year: str) -> bool:
    """Label a year wherever it appears, also the last figures after an apostrophe; whether it was found."""
    found = a.places(year) or [p for p in a.places(year[2:]) if a.words.separators[p[0]].endswith(("'", "’", "‘", "`"))]
    for first, last in found:
        a.give(first, last, YEAR)
    return bool(found)


def _people(a: Aligner, names: Sequence[Name], role: str, loose: dict[int, set[str]]) -> bool:
    """Label the names of a list; whether it is there as a whole, so that no other words of the item are names of it."""
    wanted = [name for name in names if not name.is_others]
    found: list[tuple[Name, tuple[int, int], tuple[int, int]]] = []
    at, near = 0, len(a.labels)
    for name in wanted:
        place = next((p for p in _places_of(a, name) if at <= p[0] < at + near), None)
        if place is not None:
            found.append((name, place, _given_words(a, name, place)))
            at, near = place[1], NAME_GAP
    if not found or len(found) * 2 < len(wanted):
        return False
    first = sum(bool(before) - bool(behind) for _, _, (before, behind) in found) >= 0
    families = not any(before or behind for _, _, (before, behind) in found)  # the list prints nothing else
    whole, edges = len(found) == len(wanted), []
    for name, (start, stop), (before, behind) in found:
        if not behind or (before and first):  # of a neighbour's initials: the others state where given names appear
            begin, end = start - before, stop
        else:
            begin, end = start, stop + behind
        alone = begin == start and end == stop
        for i in range(begin, end):
            part = "L" if name.literal or alone else "F" if start <= i < stop else "G"
            a.labels[i] = ("B" if i == begin else "I") + role + part
            if alone and name.given and not families:  # in one piece, or its given name is printed otherwise
                loose[i] = {begin_or_not + role + part for begin_or_not in "BI" for part in "FGL"}
        whole = whole and (families or not (alone and name.given))
        edges.append((begin, end))
    for (_, end), (begin, _) in pairwise(edges):
        for i in range(end, begin):
            is_joiner = begin - end == 1 and a.words.texts[i].islower()  # whatever the language calls it
            if not a.labels[i] and (a.folded[i] in AND or is_joiner):
                a.labels[i] = f"{role}-AND"
    if whole and len(wanted) < len(names):
        for i in range(edges[-1][1], min(len(a.labels), edges[-1][1] + 3)):
            if a.labels[i] or a.folded[i] not in ET_AL:
                break
            a.labels[i] = f"{role}-ETAL"
    return whole


def _places_of(a: Aligner, name: Name) -> list[tuple[int, int]]:
    """Return where a family name, a body, or a name in one word (田中太郎) appears."""
    if name.literal:
        return a.places(name.literal)
    return a.places(name.full_family) or a.places(name.family + name.given)


def _given_words(a: Aligner, name: Name, place: tuple[int, int]) -> tuple[int, int]:
    """Return how many words before a family name and after it can be its given names, as they are or as initials."""
    given = [word for part in _INNER.split(name.given) if (word := fold(part))]
    if not given or fold(name.given) in a.folded[place[0] : place[1]]:
        return 0, 0
    initials = "".join(word[0] for word in given)

    def fits(word: str, n: int) -> bool:
        """Whether a word can be the given name ``n``, as it is or shortened, or initials from there on."""
        if n >= len(given) or not word:
            return False
        whole = "".join(given[n:])  # "Anne-Lise" is one word of the item
        return whole.startswith(word) or given[n] == word[0] or initials[n:].startswith(word)

    def joins(i: int) -> bool:
        """Whether a word is no given name that an initial may stand for: "and" in "Vitti and A. Bianchi", "u." before "Uri"."""
        if not a.words.texts[i].islower():
            return False
        return a.folded[i] in AND or (a.folded[i] not in given and not a.words.texts[place[0]].islower())

    behind, i, gap = 0, place[1], _BEHIND_FAMILY
    while i < len(a.labels) and not a.labels[i] and gap.fullmatch(a.words.separators[i]) and not joins(i):
        further = behind >= len(given) and len(a.folded[i]) == 1 and _ENDS_NAME.match(a.words.separators[i + 1])
        if not (fits(a.folded[i], behind) or further):  # a further initial may be one that is not known
            break
        behind, i, gap = behind + 1, i + 1, _WITHIN_NAME
    before = 0
    for count in range(1, len(given) + 3):
        i = place[0] - count
        if i < 0 or a.labels[i] or not _WITHIN_NAME.fullmatch(a.words.separators[i + 1]):
            break
        if joins(i):
            break
        mine = a.folded[i : place[0]]
        if fits(mine[0], 0) and all(
            fits(word, n) or any(fits(word, m) for m in range(len(given))) or len(word) == 1
            for n, word in enumerate(mine)
        ):
            before = count
    return before, behind
