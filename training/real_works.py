"""Real works to print and to learn from: which there are, which are kept apart, and how a part of their values is exchanged.

Works are CSL-JSON, facts of public bibliographies. A tenth of them (by a hash of the title, so that two descriptions of one work
are kept together) and all works of some sources are kept apart and never learned from (:func:`is_kept`). So that a model learns
what a place says and not only the word, people, publishers, places and editors are exchanged between works now and then, and
what works of a kind may have is added where they lack it.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import citekit
from citekit.extraction.alignment import fold
from citekit.model.date import Date
from citekit.model.name import Name
from citekit.model.work import Value, Work

FILES = ("works", "rare")
KEPT_PART = 10
"""Every so many-th work is kept apart."""
KEPT_SOURCES = frozenset({"BCDigSchol/jesuit-bibliography", "kjhealy", "l0o0/translators_CN"})
"""Sources of which nothing is learned: a bibliography of reviews and history in five languages, one of a sociologist, and one in Chinese."""
KINDS = {
    "article-journal": 25.0,
    "chapter": 14.0,
    "edited-book": 9.0,
    "book": 13.0,
    "paper-conference": 11.0,
    "thesis": 9.0,
    "report": 9.0,
    "webpage": 5.0,
    "article-newspaper": 2.5,
    "article-magazine": 1.5,
    "entry-encyclopedia": 1.5,
    "review": 1.0,
    "patent": 1.2,
    "standard": 1.2,
    "dataset": 0.8,
    "software": 0.8,
    "legal_case": 0.8,
    "motion_picture": 0.8,
    "speech": 0.8,
    "post-weblog": 0.8,
    "document": 0.5,
    "article": 0.8,
    "manuscript": 0.4,
    "legislation": 0.3,
    "entry-dictionary": 0.4,
    "broadcast": 0.2,
    "graphic": 0.2,
}
"""How often works of a kind are printed; an edited book is one without authors."""
LONGEST_TITLE, LONGEST_CONTAINER, MOST_PEOPLE = 220, 170, 40
_HOUSES = frozenset({"book", "edited-book", "chapter", "report", "thesis", "paper-conference"})


def is_kept(work: Mapping[str, Any]) -> bool:
    """Whether a work is kept apart, to be measured on."""
    return is_of_kept_source(work) or _hash(fold(str(work["title"]))) % KEPT_PART == 0


def is_of_kept_source(work: Mapping[str, Any]) -> bool:
    """Whether nothing is learned of the source that a work is from: three large ones, and a third of the small ones."""
    source = str(work.get("source", ""))
    return source in KEPT_SOURCES or (source.startswith("CTAN/") and _hash(source) % 3 == 0)


def _hash(text: str) -> int:
    return int(hashlib.md5(text.encode()).hexdigest(), 16)


def kind_of(work: Work) -> str:
    """The type of a work, and ``edited-book`` for a book without authors."""
    edited = work.type == "book" and "editor" in work.variables and "author" not in work.variables
    return "edited-book" if edited else work.type


def read(folder: Path) -> list[dict[str, Any]]:
    """All works of a folder."""
    found: list[dict[str, Any]] = []
    for name in FILES:
        with lzma.open(folder / f"{name}.jsonl.xz", "rt", encoding="utf-8") as lines:
            found += map(json.loads, lines)
    return found


@dataclass(slots=True)
class Pool:
    """Works to learn from by kind, and the values that are exchanged between them."""

    kinds: dict[str, list[Work]] = field(default_factory=lambda: defaultdict(list))
    people: list[tuple[Name, ...]] = field(default_factory=list)
    publishers: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    places: list[str] = field(default_factory=list)
    series: list[tuple[str, str]] = field(default_factory=list)

    def add(self, work: Work) -> None:
        """Take a work in."""
        kind = kind_of(work)
        self.kinds[kind].append(work)
        for role in ("author", "editor"):
            names = work.variables.get(role)
            if isinstance(names, tuple) and all(isinstance(n, Name) and n.given for n in names):
                self.people.append(names)  # type: ignore[arg-type]
        if work.text("publisher"):
            self.publishers[_house_of(kind)].append(work.text("publisher"))
        if work.text("publisher-place"):
            self.places.append(work.text("publisher-place"))
        if work.text("collection-title"):
            self.series.append((work.text("collection-title"), work.text("collection-number")))


def _house_of(kind: str) -> str:
    return kind if kind in ("thesis", "report") else "book"


@cache
def pool(folder: Path, every: int = 1) -> Pool:
    """The works of a folder that are learned from, or every so many-th of them."""
    wanted = [
        {name: value for name, value in work.items() if name not in ("source", "title-short")}
        for number, work in enumerate(read(folder))
        if not number % every
        and not is_kept(work)
        and len(work["title"]) < LONGEST_TITLE
        and len(work.get("container-title") or "") < LONGEST_CONTAINER
        and len(work.get("author") or ()) < MOST_PEOPLE
    ]
    found = Pool()
    for entry in citekit.loads(json.dumps(wanted), name="works.json"):
        found.add(getattr(entry, "work", entry))
    return found


def drawn(some: Pool, draw: Random, count: int) -> list[Work]:
    """Works of all kinds, as often as people cite them, with a part of their values exchanged."""
    kinds = [kind for kind in KINDS if some.kinds.get(kind)]
    chosen = draw.choices(kinds, [KINDS[kind] for kind in kinds], k=count)
    return [changed(draw.choice(some.kinds[kind]), kind, some, draw) for kind in chosen]


def changed(work: Work, kind: str, some: Pool, draw: Random) -> Work:
    """A work of which some values are those of others, or are added, or left out."""
    given = dict(work.variables)
    chance = draw.random
    if "author" in given and chance() < 0.25:
        given["author"] = draw.choice(some.people)
    if chance() < 0.05 and isinstance(given.get("author"), tuple):
        given["author"] = (*given["author"], *draw.choice(some.people), *draw.choice(some.people))  # type: ignore[misc]
    if kind in _HOUSES:
        _change_house(given, kind, some, draw)
    if kind in ("chapter", "entry-encyclopedia") and "editor" not in given and chance() < 0.6:
        given["editor"] = draw.choice(some.people)[:4]
    if kind == "paper-conference":
        if "editor" not in given and chance() < 0.15:
            given["editor"] = draw.choice(some.people)[:4]
        if chance() < 0.2:
            given["event-place"] = draw.choice(some.places)
        if chance() < 0.1 and given.get("container-title"):
            given["event-title"] = (
                str(given["container-title"]).removeprefix("Proceedings of the ").removeprefix("Proceedings of ")
            )
    if kind in ("chapter", "paper-conference") and "page" not in given and chance() < 0.6:
        first = draw.randint(1, 700)
        given["page"] = f"{first}-{first + draw.randint(1, 40)}"
    if kind == "article-journal":
        _change_article(given, draw)
    if kind in ("book", "edited-book", "chapter"):
        _change_book(given, kind, some, draw)
    if kind == "thesis" and "genre" not in given and chance() < 0.6:
        given["genre"] = draw.choice(_DEGREES)
    if kind == "report":
        if "genre" not in given and chance() < 0.5:
            given["genre"] = draw.choice(_REPORTS)
        if "number" not in given and chance() < 0.45:
            given["number"] = draw.choice(("", "", "TR-", "WP ", "2019-", "No. ")) + str(draw.randint(1, 2500))
    for name in ("URL", "DOI"):
        if name in given and kind not in ("webpage", "post-weblog", "dataset", "software") and chance() < 0.55:
            del given[name]
    if "URL" in given and "accessed" not in given and chance() < 0.35:
        given["accessed"] = Date.of(draw.randint(2002, 2026), draw.randint(1, 12), draw.randint(1, 28))
    if kind in ("software", "dataset") and "version" not in given and chance() < 0.3:
        given["version"] = f"{draw.randint(0, 9)}.{draw.randint(0, 20)}"
    if chance() < 0.015:
        given["archive"] = draw.choice(_ARCHIVES)
        given["archive_location"] = f"{draw.choice('ABCDEFGHMN')}{draw.randint(1, 900)}/{draw.randint(1, 40)}"
    return replace(work, variables=given)


_DEGREES = (
    "PhD thesis|Doctoral dissertation|PhD dissertation|Master’s thesis|Ph.D. dissertation|Bachelor’s thesis|Dissertation|Thèse de doctorat|"
    "Tesis doctoral|Tese de doutorado|Dissertação de mestrado|Unpublished doctoral dissertation|MA thesis|Diplomarbeit|Habilitationsschrift|Tesi di dottorato"
).split("|")
_REPORTS = (
    "Technical report|Working paper|Discussion paper|Research report|Policy brief|Report|White paper|Final report|Tech. Rep.|Rapport|Arbeitspapier|Documento de trabajo"
).split("|")
_ARCHIVES = (
    "JSTOR",
    "National Archives",
    "British Library",
    "Bodleian Library",
    "ProQuest",
    "Library of Congress",
    "State Library of Samples",
)


def _change_house(given: dict[str, Value], kind: str, some: Pool, draw: Random) -> None:
    """Another publisher, another place, or one where there is none."""
    houses = some.publishers[_house_of(kind)]
    wanted = 0.25 if kind == "paper-conference" else 0.7
    if draw.random() < (0.2 if "publisher" in given else wanted):
        given["publisher"] = draw.choice(houses)
    if (
        draw.random() < 0.08
        and "publisher" in given
        and "publisher-place" in given
        and kind not in ("thesis", "report")
    ):
        del given["publisher"]
    elif draw.random() < (0.15 if "publisher-place" in given else 0.1 if kind == "paper-conference" else 0.4):
        given["publisher-place"] = draw.choice(some.places)


def _change_article(given: dict[str, Value], draw: Random) -> None:
    if "page" not in given and draw.random() < 0.5:
        first = draw.randint(1, 1800)
        given["page"] = f"{first}-{first + draw.randint(1, 40)}"
    elif "page" in given and draw.random() < 0.05:
        given["page"] = draw.choice(("e", "", "", "10", "L", "S")) + str(draw.randint(1000, 999999))
    if "issue" not in given and draw.random() < 0.3:
        given["issue"] = draw.choice((str(draw.randint(1, 12)), str(draw.randint(1, 6)), "3-4", "1/2", "Suppl. 1"))
    if "volume" not in given and draw.random() < 0.6:
        given["volume"] = str(draw.randint(1, 140))
    if str(given.get("volume", "")).isdecimal() and draw.random() < 0.04:
        given["volume"] = roman(int(str(given["volume"])))
    issued = given.get("issued")
    if isinstance(issued, Date) and issued.year and draw.random() < 0.1:
        given["issued"] = Date.of(issued.year, draw.randint(1, 12))


def _change_book(given: dict[str, Value], kind: str, some: Pool, draw: Random) -> None:
    if "collection-title" not in given and draw.random() < 0.08:
        given["collection-title"], number = draw.choice(some.series)
        if number or draw.random() < 0.5:
            given["collection-number"] = number or str(draw.randint(1, 400))
    if "edition" not in given and draw.random() < 0.08:
        given["edition"] = str(draw.randint(2, 8))
    if "translator" not in given and draw.random() < 0.06:
        given["translator"] = draw.choice(some.people)[:2]
    if "volume" not in given and draw.random() < 0.06:
        given["volume"] = str(draw.randint(1, 12))
    if kind == "book" and draw.random() < 0.04:
        issued = given.get("issued")
        if isinstance(issued, Date) and issued.year and issued.year > 1900:
            given["original-date"] = Date.of(issued.year - draw.randint(10, 200))
    if kind == "book" and "editor" in given and "author" in given and draw.random() < 0.5:
        del given["editor"]


def roman(number: int) -> str:
    """A number in Roman numerals."""
    made = ""
    for value, sign in (
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ):
        while number >= value:
            made, number = made + sign, number - value
    return made


def kept_works(folder: Path) -> Iterator[dict[str, Any]]:
    """The works of a folder that are kept apart."""
    return (work for work in read(folder) if is_kept(work))


def named(works: Sequence[Mapping[str, Any]]) -> list[Work]:
    """Works of CSL-JSON."""
    return [getattr(one, "work", one) for one in citekit.loads(json.dumps(list(works)), name="works.json")]
