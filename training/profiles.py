"""The items of labelled documents, and the labels of the items' words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from operator import itemgetter
from typing import Any

from citekit.extraction.attributes import attributes
from citekit.extraction.crf import Chain
from citekit.extraction.items import labelled_items as items_of_labels
from citekit.extraction.labeller import names_of
from citekit.extraction.lexer import Words, cut
from citekit.extraction.phrases import is_publisher, place_share
from training.align import Person, StrictAligner
from training.documents import Profile
from training.segments import labels_of as line_labels

_DOUBTED = frozenset(["title", "authors", "venue", "year"])
"""Fields without which an item cannot be labelled, where a program that labelled it doubts them."""
_PARTS = re.compile(r"[,;:.()\[\]\n\x0b\t|]")


_OF_THE_HOST = (("publisher", "P"), ("place", "W"), ("series", "S"), ("edition", "ED"), ("genre", "GE"))
"""Fields of newer labels with the labels of their words."""


WITH_HOSTS = frozenset({"profiles-3"})
"""Sets of which editors, publishers, places, series and editions are labelled; those of generated documents are too."""
_HOSTS = names_of("E") | names_of("R") | {f"{b}-{field}" for field in ("P", "W", "S", "ED") for b in "BI"}
_HOUSED = frozenset({"book", "thesis"})
"""Types of works that a house publishes: labels call it their venue."""


def labelled_items(profile: Profile, reader: Chain) -> Iterator[tuple[str, Words, list[str]]]:
    """The items of a document, cut as its labels say, that are a labelled publication each: list, words, labels of words.

    Where the labels say nothing of hosts, the ``reader`` of single references says which of the words without a label are one.
    """
    in_part = profile.headings is None and profile.path.parents[1].name not in WITH_HOSTS
    items = items_of_labels(profile.document, profile.lines, line_labels(profile), [1.0] * len(profile.lines))
    by_line = {item.lines[0]: item for item in items if not item.aside}
    for placed in profile.placed:
        item = by_line.get(placed.lines[0]) if placed.lines else None
        if item is not None and _DOUBTED.isdisjoint(placed.gold.get("unsure") or ()):
            words = cut(item.text)
            printed = placed.gold.get("reference")
            labels = (
                printed.labels(words) if printed else labels_of_record(words, placed.gold, profile.headings is None)
            )
            if labels:
                if in_part:
                    labels = with_hosts(words, labels, placed.gold, reader)
                yield item.list_key, words, labels


def with_hosts(words: Words, labels: list[str], record: Mapping[str, Any], reader: Chain) -> list[str]:
    """Return labels with those of editors, publishers, places, series and editions, which a record does not name.

    The record says what the others are, so the reader chooses among what is left only. Words without a label that are editors
    in fact would teach that editors are nothing.
    """
    kind = record.get("type")
    allowed = []
    for label in labels:
        if label[1:] == "-C" and kind in _HOUSED:
            allowed.append({label[0] + "-P"})
        elif label[1:] == "-C" and kind == "report":
            allowed.append({label, label[0] + "-P"})
        else:
            allowed.append({label, *_HOSTS} if label == "O" else {label})
    return reader.label_within(attributes(words), allowed)[0]


def labels_of_record(words: Words, record: Mapping[str, Any], printed: bool = True) -> list[str] | None:
    """The labels of the words of an item that is this publication; None where its title or its authors can't be found.

    Names of a record that is not as ``printed`` may be shortened in the item, and the owner's may be left out.
    """
    a = StrictAligner(words)
    places = a.places(record["title"])
    authors = [Person(n["family"], n.get("given") or "") for n in record["authors"]]
    authors = [_as_printed(p, a) for p in authors]
    best: StrictAligner | None = None
    for place in places:
        trial = StrictAligner(words)
        trial.give(*place, "T")
        role = "E" if record.get("editors") in (True, record["authors"]) else "A"
        options = [authors, authors[1:]] if record.get("with_form") else [authors]
        if not printed:
            options = _shortened(authors, a)
        for names in options:
            if not names or trial.names(names, role, bool(record.get("others")), 0, near=False):
                best = trial
                break
        if best:
            break
    if best is None:
        return None
    a = best
    title_end = max(i + 1 for i, label in enumerate(a.labels) if label.endswith("-T"))
    year = str(record.get("year") or "")
    if record.get("venue") and not a.venue(str(record["venue"]), title_end):
        options = [str(v) for v in record.get("venue_alt") or []]
        if not any(a.venue(option, title_end) for option in options):
            return None
    editors = record.get("editors")
    if (
        editors and isinstance(editors, list) and editors != record["authors"]
    ):  # people of the host, who may stand before or behind it
        people = [_as_printed(Person(n["family"], n.get("given") or ""), a) for n in editors]
        forms = [people] if printed else _shortened(people, a)
        if not any(a.names(form, "E", bool(record.get("editors_others")), 0, near=False) for form in forms):
            return None
    for name, label in _OF_THE_HOST:
        printed_places = a.places(str(record[name])) if record.get(name) else ()
        if printed_places:
            a.give(*printed_places[-1], label)
    for i in words.links:
        a.labels[i] = a.labels[i] or "LINK"
    at = max((i + 1 for i, label in enumerate(a.labels) if label.endswith("-C")), default=title_end)
    for name, label in (("volume", "V"), ("issue", "N")):
        if record.get(name):
            after = a.number(str(record[name]), label, at)
            at = after if after > 0 else at
    if record.get("pages"):
        a.pages(str(record["pages"]), at)
    if year:
        for first, last in a.places(year):
            a.give(first, last, "Y")
        if "B-Y" not in a.labels:
            for first, last in a.places(year[2:]):
                if words.separators[first].endswith(("'", "’", "‘", "`")):
                    a.give(first, last, "Y")
    _imprint(a)
    return [label or "O" for label in a.labels]


def _as_printed(person: Person, a: StrictAligner) -> Person:
    """A person; in one piece where there is one name only, or where both are printed as one word: 田中太郎."""
    if not person.given:
        return Person("", literal=person.family)
    glued = person.family + person.given
    return (
        Person("", literal=glued) if not glued.isascii() and not a.places(person.family) and a.places(glued) else person
    )


def _shortened(authors: list[Person], a: StrictAligner) -> list[list[Person]]:
    """The ways in which a list may print its authors: whole, with initials, without those that are nowhere in the item."""
    there = [p for p in authors if a.places(p.family or p.literal)]
    found = [there]
    for some in ("".join, itemgetter(0)):
        found.append(
            [
                Person(p.family, some([w[0] for w in re.split(r"[\s.‐-]+", p.given) if w] or [""]), p.literal)
                for p in there
            ]
        )
    return found


def _imprint(a: StrictAligner) -> None:
    """Places and publishers among the words that no label claims, by what they are known as: profiles do not label them."""
    text, words = a.words.item.text, a.words
    first = 0
    for i in range(1, len(words) + 1):
        if i < len(words) and not a.labels[i] and not a.labels[first] and not _PARTS.search(words.separators[i]):
            continue
        if not a.labels[first]:
            printed = text[words.starts[first] : words.ends[i - 1]]
            if place_share(printed) > 0.9 and not printed.isupper():
                a.give(first, i, "W")
            elif is_publisher(printed) and printed[:1].isupper():
                a.give(first, i, "P")
        first = i
