"""Labels for the words of an item, from the values of its fields, all of which must be found.

:func:`labels_of` looks for every value among the words of the item, as :mod:`citekit.extraction.alignment` does, and gives
each word a label; a reference in which an important value can't be found is of no use for learning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from citekit.extraction.alignment import AND, ET_AL, NAME_GAP, Aligner, fold, pages_of
from citekit.extraction.lexer import Words

SUFFIXES = frozenset(["jr", "sr", "ii", "iii", "iv"])
BODY = frozenset(
    "organization organisation institute institut ministry department association committee agency bank commission council "
    "society university office bureau center centre foundation inc ltd academy government board authority service "
    "federation union network collaboration consortium group team company corporation nations programme parliament "
    "ministerium bundesamt amt verband instituto ministerio ministère conseil comité bundesministerium statistisches".split()
)


@dataclass(frozen=True, slots=True)
class Person:
    """A name of the labels: family and given as they are written, or a body as ``literal``."""

    family: str
    given: str = ""
    literal: str = ""


def people(value: str) -> tuple[list[Person], bool]:
    """The persons of a BibTeX value, and whether it ends with "and others"."""
    found: list[Person] = []
    others = False
    for part in re.split(r"\s+and\s+", value.strip()):
        name = part.strip()
        if not name:
            continue
        if name == "others":
            others = True
        elif name.startswith("{") and name.endswith("}"):
            found.append(Person("", literal=name.strip("{}")))
        elif "," in name:
            pieces = [p.strip() for p in name.split(",")]
            found.append(Person(pieces[0], " ".join(p for p in pieces[1:] if p)))
        else:
            found.append(_undivided(name))
    return found, others


def _undivided(name: str) -> Person:
    words = name.split()
    folded = [fold(w) for w in words]
    if (
        len(words) == 1
        or len(words) > 4
        or not BODY.isdisjoint(folded)
        or any(w in ("of", "for", "für", "the") for w in folded)
    ):
        return Person("", literal=name)
    cut = next((i for i, w in enumerate(words[1:-1], 1) if w[0].islower()), len(words) - 1)
    return Person(" ".join(words[cut:]), " ".join(words[:cut]))


class StrictAligner(Aligner):
    """An aligner of names that stand as they are written, all of them."""

    def names(self, persons: Sequence[Person], role: str, others: bool, start: int = 0, near: bool = True) -> bool:
        """Label a list of names from a word on; whether all were found close to one another."""
        taken: list[tuple[int, int, Person, bool]] = []
        at = start
        for person in persons:
            best: tuple[int, int, bool] | None = None
            for value, family_first in self._forms(person):
                for first, last in self.places(value):
                    if first >= at:
                        if best is None or first < best[0] or (first == best[0] and last > best[1]):
                            best = (first, last, family_first)
                        break
            if best is None or (taken and best[0] - at > NAME_GAP) or (near and not taken and best[0] - at > NAME_GAP):
                return False
            taken.append((best[0], best[1], person, best[2]))
            at = best[1]
        for first, last, person, family_first in taken:
            self._name(first, last, person, family_first, role)
        for (_, last, _, _), (first, _, _, _) in pairwise(taken):
            for i in range(last, first):
                if self.folded[i] in AND:
                    self.labels[i] = f"{role}-AND"
        if others and taken:
            i = taken[-1][1]
            if i + 1 < len(self.labels) and self.folded[i] in AND and self.folded[i + 1] in ET_AL:
                self.labels[i] = f"{role}-ETAL"
                i += 1
            while i < len(self.labels) and i - taken[-1][1] < 4 and not self.labels[i] and self.folded[i] in ET_AL:
                self.labels[i] = f"{role}-ETAL"
                i += 1
        return True

    @staticmethod
    def _forms(person: Person) -> list[tuple[str, bool]]:
        if person.literal:
            return [(person.literal, True)]
        if not person.given:
            return [(person.family, True)]
        return [(person.family + person.given, True), (person.given + person.family, False)]

    def _name(self, first: int, last: int, person: Person, family_first: bool, role: str) -> None:
        if person.literal:
            for i in range(first, last):
                self.labels[i] = ("B" if i == first else "I") + f"{role}L"
            return
        wanted = len(fold(person.family)) if family_first else len(fold(person.given))
        seen = 0
        for i in range(first, last):
            head = seen < wanted
            seen += len(self.folded[i])
            part = "F" if head == family_first else "G"
            self.labels[i] = ("B" if i == first else "I") + role + part


def labels_of(words: Words, fields: Mapping[str, str]) -> list[str] | None:
    """The labels of the words of a reference, from BibTeX fields; None where a value can't be found."""
    a = StrictAligner(words)
    title = " ".join(filter(None, (fields.get("title"), fields.get("subtitle"))))
    container = fields.get("journal") or fields.get("booktitle") or ""
    if fields.get("journal") and fields.get("booktitle"):
        container = fields["booktitle"]
    if fields.get("booksubtitle") and container:
        container = f"{container} {fields['booksubtitle']}"
    authors, others = people(fields.get("author") or "")
    if authors and not a.names(authors, "A", others, 0, near=len(authors) < 2):
        return None
    end = max((i + 1 for i, label in enumerate(a.labels) if label), default=0)
    span = None
    if title:
        places = a.places(title)
        if not places:
            return None
        span = min(places, key=lambda p: (p[0] < end, p[0]))
        a.give(*span, "T")
    editors, more = people(fields.get("editor") or "")
    if editors and not a.names([_cleaned(e) for e in editors], "E", more, 0, near=False):
        return None
    here = span[1] if span else end
    if container:
        places = a.places(container)
        if not places:
            return None
        found = min(places, key=lambda p: (p[0] < here, p[0]))
        a.give(*found, "C")
        here = found[1]
    if not _imprint(a, fields):
        return None
    if fields.get("doi"):
        for i, link in words.links.items():
            if not a.labels[i] and fold(fields["doi"]) in fold(" ".join(link.values.values())):
                a.labels[i] = "LINK"
    for i in words.links:
        a.labels[i] = a.labels[i] or "LINK"
    if fields.get("journal") and fields.get("booktitle"):
        _some(a, fields["journal"], "S")
    if not _numbers(a, fields, here):
        return None
    year = (fields.get("year") or fields.get("date") or "")[:4]
    if year:
        places = a.places(year)
        letters = [i for i, w in enumerate(a.folded) if w.startswith(year) and len(w) == 5 and not a.labels[i]]
        if not places and not letters and not any(year in w for w in a.folded):
            return None
        for first, last in places:
            a.give(first, last, "Y")
    for i, label in enumerate(a.labels):
        if not label:
            a.labels[i] = "O"
    return a.labels


def _cleaned(person: Person) -> Person:
    """A name without the "ed." that some labels keep in it."""
    given = re.sub(r"^(?:eds?|hrsg|dir)\.?\s", "", person.given, flags=re.IGNORECASE)
    return Person(person.family, given, person.literal)


def _some(a: Aligner, value: str, label: str, last: bool = True) -> bool:
    places = a.places(value)
    if places:
        a.give(*(places[-1] if last else places[0]), label)
    return bool(places)


def _imprint(a: Aligner, fields: Mapping[str, str]) -> bool:
    """Publisher, school, place, series, edition; whether each was found."""
    for name, label in (
        ("publisher", "P"),
        ("school", "P"),
        ("institution", "P"),
        ("address", "W"),
        ("location", "W"),
        ("series", "S"),
        ("edition", "ED"),
    ):
        value = fields.get(name) or ""
        found = not value or _some(a, value, label) or _pieces(a, value, label)
        if not found and name in ("publisher", "address"):
            return False
    return True


def _pieces(a: Aligner, value: str, label: str) -> bool:
    """A value of which the pieces stand apart: "Paris; New York"."""
    pieces = [p for p in re.split(r"\s*[;,/]\s*", value) if fold(p)]
    return len(pieces) > 1 and all(_some(a, piece, label, last=False) for piece in pieces)


_DASH = re.compile(r"[^\w]+")


def _numbers(a: Aligner, fields: Mapping[str, str], here: int) -> bool:
    at = here
    for name, label in (("volume", "V"), ("number", "N"), ("issue", "N")):
        if fields.get(name):
            after = a.number(fields[name], label, at)
            if after < 0:
                return False
            at = after
    pages = fields.get("pages") or fields.get("eid") or ""
    if pages:
        return pages_of(a, [p for p in re.split(r"[\s,;–—‐-]+", pages) if fold(p)], at)
    return True


def counts(labelled: Iterable[Sequence[str]]) -> dict[str, int]:
    """How often each label is given."""
    found: dict[str, int] = {}
    for labels in labelled:
        for label in labels:
            found[label] = found.get(label, 0) + 1
    return found
