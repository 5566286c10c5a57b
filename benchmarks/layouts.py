"""Labelled publications printed in made-up layouts, so that fitted weights see more ways to lay out a list than real lists have.

A layout is drawn once for a list of records and then used for all of them: the order of the parts, the separators, the
styles, how names are written. What is printed where is known, so every item comes with its labels.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from citekit.documents.model import HARD_BREAK, Run, Style
from citekit.span import Span

ORDERS = (
    ("ATVLY", 6),
    ("AYTVL", 5),
    ("TAVY", 6),
    ("TAVLY", 4),
    ("TVYA", 2),
    ("TYAV", 1),
    ("AT(VY)", 3),
    ("[VY]AT", 2),
    ("[VY]TA", 2),
    ("ATVY", 6),
    ("VYTA", 1),
    ("YATV", 1),
    ("TVY", 1),
)


@dataclass(slots=True)
class Layout:
    """How one list is printed."""

    order: str
    after: dict[str, str]
    style: dict[str, Style]
    linked: bool
    quotes: str
    names: str
    last: str
    year: str
    bold_owner: bool
    venue_in: str
    tail: str


def draw_layout(rng: random.Random) -> Layout:
    """One layout at random, of the kinds that homepages and CVs have."""
    order = rng.choices([o for o, _ in ORDERS], [w for _, w in ORDERS])[0]
    lines = rng.random() < 0.35
    gap = HARD_BREAK if lines else rng.choice([". ", ". ", ". ", ", "])
    after = {
        "A": gap if rng.random() < 0.8 else rng.choice([". ", ", ", ": "]),
        "T": gap if rng.random() < 0.8 else rng.choice([". ", ", "]),
        "V": rng.choice([", ", ", ", " ", ". "]),
        "L": rng.choice([", ", " ", ". "]),
        "Y": rng.choice([". ", ", ", " "]),
    }
    plain = rng.random() < 0.45
    style = {
        "T": Style.PLAIN if plain else rng.choice([Style.PLAIN, Style.BOLD, Style.BOLD, Style.ITALIC]),
        "V": Style.PLAIN if plain else rng.choice([Style.PLAIN, Style.ITALIC, Style.ITALIC, Style.UNDERLINE]),
        "A": Style.PLAIN if rng.random() < 0.9 else Style.ITALIC,
    }
    return Layout(
        order,
        after,
        style,
        rng.random() < 0.3,
        rng.choice(["", "", "", "", "“”", '""']),
        rng.choice(
            ["Given Family"] * 4
            + ["G. Family"] * 3
            + ["Family, G."] * 3
            + ["Family G."] * 2
            + ["Family G"] * 1
            + ["Family, Given"]
        ),
        rng.choice([", ", " and ", ", and ", " & ", ", & "]),
        rng.choice(["{}", "{}", "({})"]),
        rng.random() < 0.5,
        rng.choice(["", "", "In ", "In Proc. ", "in "]),
        rng.choice(["", "", ".", " [pdf]", ". [PDF] [code]", " (link)"]),
    )


def printed_name(family: str, given: str, how: str) -> str:
    """A name in one of the layouts' ways; names without a given name stay as they are."""
    if not given:
        return family
    initials = " ".join(f"{w[0]}." for w in given.replace(".", ". ").split() if w[0].isalpha())
    full = given if len(given.split(maxsplit=1)[0].strip(".")) > 1 else initials
    return {
        "Given Family": f"{full} {family}",
        "G. Family": f"{initials} {family}",
        "Family, G.": f"{family}, {initials}",
        "Family G.": f"{family} {initials}",
        "Family G": f"{family} {initials.replace('. ', '').replace('.', '')}",
        "Family, Given": f"{family}, {full}",
    }[how]


def print_item(record: dict[str, object], layout: Layout, rng: random.Random) -> list[Run]:
    """A record's runs in a layout. ``record`` has ``title``, ``authors`` (family, given), ``venue``, ``year``, ``locator``."""
    pieces: list[tuple[str, Style, str]] = []

    def put(text: str, style: Style = Style.PLAIN, href: str = "") -> None:
        if text:
            pieces.append((text, style, href))

    order = layout.order
    for i, part in enumerate(order):
        rest = [p for p in order[i + 1 :] if p.isalpha()]
        if part in "([":
            put(part)
        elif part in ")]":
            put(part + " ")
        elif part == "A":
            for piece in _printed_authors(record, layout):
                put(*piece)
        elif part == "T":
            opening, closing = layout.quotes[:1], layout.quotes[1:]
            put(opening)
            put(str(record["title"]), layout.style["T"], "https://example.org/paper" if layout.linked else "")
            put(closing)
        elif part == "V":
            if "[" not in order and "(" not in order and order.index("V") > 0:
                put(layout.venue_in if not record["locator"] else "")
            put(str(record["venue"]), layout.style["V"])
        elif part == "Y":
            put(layout.year.format(record["year"]))
        elif part == "L":
            put(str(record["locator"]))
            if not record["locator"]:
                continue
        if rest and part.isalpha():
            put(_after_part(layout, i, pieces[-1][0][-1:] if pieces else ""))
    put(layout.tail)
    runs, at = [], 0
    for text, style, href in pieces:
        runs.append(Run(text, Span(at, at + len(text)), style, href))
        at += len(text)
    return runs


def _printed_authors(record: dict[str, object], layout: Layout) -> Iterator[tuple[str, Style, str]]:
    authors: list[tuple[str, str]] = record["authors"]  # type: ignore[assignment]
    separator = "; " if layout.names == "Family, Given" else ", "
    for n, (family, given) in enumerate(authors):
        bold = layout.bold_owner and n == int(str(record["owner"]))
        name = printed_name(family, given, layout.names)
        yield name, layout.style["A"] | (Style.BOLD if bold else Style.PLAIN), ""
        if n < len(authors) - 1:
            yield (layout.last if n == len(authors) - 2 else separator), layout.style["A"], ""


def _after_part(layout: Layout, index: int, end: str) -> str:
    """What stands after a part: a blank inside brackets and after a mark that ends a sentence."""
    before, after = layout.order[: index + 1], layout.order[index + 1 :]
    text = layout.after[layout.order[index]]
    inside = ("(" in before and ")" in after) or ("[" in before and "]" in after)
    return " " if inside or (text == ". " and end in ".?!") else text


def locator(rng: random.Random, record: dict[str, object]) -> str:
    """Volume, issue and pages of a record in one of the usual forms, empty where it has no volume."""
    volume, issue, pages = (str(record.get(k) or "") for k in ("volume", "issue", "pages"))
    if not volume.isdigit():
        return ""
    text = volume + (f"({issue})" if issue.isdigit() else "")
    return text + (rng.choice([":", ": ", ", "]) + pages if pages else "")
