"""References printed by citekit's own processor, with the labels of their words.

Works are put together from the values of labelled references (titles, people, containers, publishers, numbers), printed
in a style, one a line, and labelled: every value is known, and a style may only shorten names and pages, change letter
case or leave a value out. One list is printed in one style.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from citekit.csl.processor import process
from citekit.csl.styles import index, load
from citekit.csl.tree import text_of
from citekit.extraction.alignment import fold, pages_of
from citekit.extraction.lexer import Words
from citekit.model.date import Date
from citekit.model.name import Name
from citekit.model.work import Value, Work
from training.align import Person, StrictAligner

_EDITION = frozenset("ed edn edition aufl auflage edición édition edição edizione".split())
_LANGUAGES = ("en-US", "en-GB", "de-DE", "fr-FR", "es-ES", "pt-BR", "it-IT")


@dataclass(slots=True)
class Stock:
    """Values that labelled references have: what works are made of."""

    titles: list[str] = field(default_factory=list)
    books: list[str] = field(default_factory=list)
    people: list[list[Person]] = field(default_factory=list)
    full_names: list[Person] = field(default_factory=list)
    journals: list[str] = field(default_factory=list)
    proceedings: list[str] = field(default_factory=list)
    publishers: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    series: list[str] = field(default_factory=list)


def style_names(seed: int = 7) -> list[str]:
    """The names of all styles that are no mere variant of another and print a bibliography, in a random order."""
    names = sorted(name for name, listed in index().items() if not listed.parent)
    random.Random(seed).shuffle(names)
    return names


def make_work(stock: Stock, draw: random.Random) -> Work:
    """A work of values that other works have."""
    kind = draw.choices(
        ["article-journal", "paper-conference", "chapter", "book", "thesis", "report", "webpage", "article-newspaper"],
        [47, 14, 13, 15, 3, 4, 3, 3],
    )[0]
    people = draw.choice(stock.people)
    if draw.random() < 0.5 and stock.full_names:
        people = draw.sample(stock.full_names, min(len(stock.full_names), max(1, len(people))))
    variables: dict[str, Value] = {
        "title": draw.choice(stock.books if kind in ("book", "thesis") and stock.books else stock.titles),
        "author": tuple(_name(p) for p in people[:12]),
    }
    year = draw.randint(1950, 2025)
    variables["issued"] = Date.of(year, draw.randint(1, 12)) if draw.random() < 0.25 else Date.of(year)
    first = draw.randint(1, 2500)
    pages = f"{first}–{first + draw.randint(1, 60)}" if draw.random() < 0.9 else str(first)
    if kind == "article-journal":
        variables["container-title"] = draw.choice(stock.journals)
        if draw.random() < 0.93:
            variables["volume"] = str(draw.randint(1, 180))
        if draw.random() < 0.6:
            variables["issue"] = str(draw.randint(1, 12))
        if draw.random() < 0.92:
            variables["page"] = pages
    elif kind in ("paper-conference", "chapter"):
        variables["container-title"] = draw.choice(stock.proceedings)
        if draw.random() < 0.8:
            variables["page"] = pages
        if draw.random() < (0.7 if kind == "chapter" else 0.15):
            variables["editor"] = tuple(_name(p) for p in draw.choice(stock.people)[:4])
        if kind == "paper-conference" and draw.random() < 0.3:
            variables["event-place"] = draw.choice(stock.places)
    elif kind == "article-newspaper":
        variables["container-title"] = draw.choice(stock.journals)
        variables["issued"] = Date.of(year, draw.randint(1, 12), draw.randint(1, 28))
        if draw.random() < 0.5:
            variables["page"] = str(first % 60 + 1)
    if kind in ("chapter", "book") and draw.random() < 0.15:
        translators = stock.full_names or [p for some in stock.people for p in some]
        variables["translator"] = tuple(_name(p) for p in draw.sample(translators, draw.choice((1, 1, 1, 2))))
    if kind in ("chapter", "book", "paper-conference") and stock.series and draw.random() < 0.2:
        variables["collection-title"] = draw.choice(stock.series)
    if kind in ("chapter", "book") and draw.random() < 0.1:
        variables["volume"] = str(draw.randint(1, 12))
    if kind in ("chapter", "book", "report") or (kind == "paper-conference" and draw.random() < 0.4):
        variables["publisher"] = draw.choice(stock.publishers)
        if draw.random() < 0.75:
            variables["publisher-place"] = draw.choice(stock.places)
    if kind == "book" and draw.random() < 0.25:
        variables["editor"] = variables.pop("author")
    if kind == "thesis":
        variables["publisher"] = "University of " + draw.choice(stock.places)
        variables["genre"] = draw.choice(["PhD thesis", "Master’s thesis", "Doctoral dissertation"])
    if kind == "report":
        variables["number"] = str(draw.randint(1, 2000))
    if kind == "book" and draw.random() < 0.15:
        variables["edition"] = str(draw.randint(2, 6))
    if draw.random() < (0.4 if kind == "article-journal" else 0.1):
        variables["DOI"] = (
            f"10.{draw.randint(1000, 9999)}/{draw.choice('abcdjs')}{draw.randint(100, 99999)}.{draw.randint(1, 99)}"
        )
    if kind == "webpage" or draw.random() < 0.05:
        variables["URL"] = f"https://www.example.org/{draw.randint(1, 9999)}"
        if draw.random() < 0.5:
            variables["accessed"] = Date.of(year, draw.randint(1, 12), draw.randint(1, 28))
    return Work(type=kind, variables=variables)


def _name(person: Person) -> Name:
    return Name(literal=person.literal) if person.literal else Name(family=person.family, given=person.given)


def printed_lists(
    stock: Stock, styles: Sequence[str], size: int, seed: int = 11
) -> Iterator[tuple[str, list[tuple[Work, str]]]]:
    """For each style a list of works with the lines that it prints; styles that print nothing are passed over."""
    draw = random.Random(seed)
    for name in styles:
        works = [make_work(stock, draw) for _ in range(size)]
        yield name, print_works(name, works, draw.choice(_LANGUAGES) if draw.random() < 0.3 else "")


def print_works(name: str, works: Sequence[Work], language: str = "") -> list[tuple[Work, str]]:
    """Each work with its line in the bibliography that a style prints."""
    import dataclasses

    keyed = [dataclasses.replace(work, id=f"k{i}") for i, work in enumerate(works)]
    rendered = process(load(name), keyed, language=language)
    by_key = {work.id: work for work in keyed}
    lines = [(by_key[entry.id], " ".join(text_of(entry.content).split())) for entry in rendered.bibliography]
    return [(work, line) for work, line in lines if len(line) > 20]


def labels_of_work(words: Words, work: Work) -> list[str] | None:
    """The labels of a printed work; None where neither its title nor its authors are in the line."""
    a = StrictAligner(words)
    title = str(work.variables.get("title", ""))
    found = False
    places = a.places(title)
    if places:
        a.give(*places[0], "T")
        found = True
    container = str(work.variables.get("container-title", ""))
    if container and (places := a.places(container)):
        a.give(*places[0], "C")
    for variable, role in (("author", "A"), ("editor", "E")):
        people = work.variables.get(variable)
        if isinstance(people, tuple):
            found = _names(a, [n for n in people if isinstance(n, Name)], role) or found
    if not found:
        return None
    for i in words.links:
        a.labels[i] = a.labels[i] or "LINK"
    for variable, label in (("publisher", "P"), ("publisher-place", "W"), ("collection-title", "S")):
        value = str(work.variables.get(variable, ""))
        if value and (places := a.places(value)):
            a.give(*places[-1], label)
    edition = str(work.variables.get("edition", ""))
    for i, word in enumerate(a.folded):
        if edition and word == edition and not a.labels[i] and any(w in _EDITION for w in a.folded[i + 1 : i + 3]):
            glued = i + 1 < len(words) and not words.separators[i + 1] and not a.labels[i + 1]
            a.give(i, i + 1 + glued, "ED")
            break
    at = max((i + 1 for i, label in enumerate(a.labels) if label.endswith("-C")), default=0)
    for variable, label in (("volume", "V"), ("issue", "N")):
        value = str(work.variables.get(variable, ""))
        if value:
            after = a.number(value, label, at)
            at = after if after > 0 else at
    pages = [p for p in re.split(r"[–-]", str(work.variables.get("page", ""))) if p]
    if pages and not pages_of(a, pages, at):
        pages_of(a, pages[:1], at)
    issued = work.issued
    if issued and issued.year:
        accessed = work.variables.get("accessed")
        places = a.places(str(issued.year))
        for first, last in places[:1] if isinstance(accessed, Date) else places:
            a.give(first, last, "Y")
    return [label or "O" for label in a.labels]


def _names(a: StrictAligner, people: Sequence[Name], role: str) -> bool:
    """Label as many names from the first on as are printed, and what stands for the others."""
    forms = [_forms(name) for name in people]
    count = 0
    for k in range(len(forms), 0, -1):
        for choice in range(3):
            persons = [f[min(choice, len(f) - 1)] for f in forms[:k]]
            if a.names(persons, role, k < len(forms), near=False):
                count = k
                break
        if count:
            break
    return count > 0


def _forms(name: Name) -> list[Person]:
    """The ways in which a style may print a name: as it is, with initials, with the first initial only."""
    if name.literal:
        return [Person("", literal=name.literal)]
    initials = [w[0] for w in re.split(r"[\s.\-‐]+", name.given) if w]
    return [
        Person(name.full_family, name.given),
        Person(name.full_family, " ".join(initials)),
        Person(name.full_family, initials[0] if initials else ""),
    ]


def stock_of(rows: Sequence[dict[str, str]]) -> Stock:
    """The values of labelled references."""
    from training.align import people

    stock = Stock()
    for row in rows:
        if row.get("title") and len(row["title"]) > 12:
            (stock.books if row.get("publisher") and not row.get("pages") else stock.titles).append(row["title"])
        persons, _ = people(row.get("author") or "")
        persons = [p for p in persons if not p.literal or len(p.literal) > 4]
        if persons and all(len(fold(p.family or p.literal)) > 1 for p in persons):
            stock.people.append(persons)
            stock.full_names += [p for p in persons if len(p.given.split(" ")[0].strip(".")) > 2]
        if row.get("journal"):
            stock.journals.append(row["journal"])
        if row.get("booktitle"):
            stock.proceedings.append(row["booktitle"])
        if row.get("publisher"):
            stock.publishers.append(row["publisher"])
        if row.get("address"):
            stock.places.append(row["address"])
        if row.get("series"):
            stock.series.append(row["series"])
    return stock
