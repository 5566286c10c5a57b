"""Synthetic CVs: as many invented publications as wanted, the same ones every time, in one of several layouts.

The facts (names, titles, venues, years) are combined from word lists by a seeded generator, so that a list of 20,000
has hardly a title twice. Each layout is one that people really use; a CV of ``layout="markdown"`` reads like this::

    ## Publications

    - **Grazing Sparse Kernels under Uncertain Budgets**<br>
      M. Okafor\\*, **T. Lindqvist**, and Y. Amari<br>
      *Proceedings of the 12th Conference on Adaptive Compilers (CAC)*, 2019
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

OWNER = ("Tove", "Lindqvist")

_GIVEN = """Amara Bao Carmen Dmitri Elif Farid Greta Hiro Ines Jonas Kofi Leila Mateo Nadia Omar Priya Quentin Rosa Sven
Tariq Ulla Viktor Wanjiru Ximena Yusuf Zofia Anna-Maria Jean-Luc Min-jun Søren Łucja Chloé Björn Nuño""".split()
_FAMILY = """Abara Baptiste Castellanos Dvořák Eriksen Fujimoto Gallagher Haddad Ivanova Jäger Kowalczyk Laurent Mbeki
Nakagawa Okafor Petrov Quispe Rossi Sørensen Tanaka Ueda Vasquez Weiss Xu Yamamoto Zhang O'Brien Smith-Jones Amari
Bergström Chen Delacroix Eze Fernández Gupta Hwang Ito Joshi Kim Li Moreau Novák Park Ramos Singh Wang""".split()
_DOING = """Grazing Learning Routing Compressing Sampling Bounding Scheduling Verifying Estimating Mapping Tracing
Folding Ordering Predicting Sorting Merging Measuring Repairing Sketching Tiling""".split()
_KIND = """Sparse Noisy Nested Adaptive Distributed Causal Lazy Elastic Concurrent Bounded Weighted Hidden Modular Open
Streaming Symbolic Temporal Robust Typed Quantised""".split()
_THING = """Kernels Graphs Queues Embeddings Parsers Ledgers Meshes Policies Sensors Proofs Archives Protocols Circuits
Lattices Corpora Schedules Tensors Contracts Surveys Genomes""".split()
_MANNER = """under Uncertain Budgets|with Few Labels|from Partial Logs|at the Edge of the Network|without Global Clocks
in Linear Time|for Very Large Collections|by Local Search|across Languages|beyond the Worst Case|on Shared Hardware
with Missing Values|in the Presence of Drift|over Encrypted Data""".replace("\n", "|").split("|")
_CONFERENCE = (
    ("Adaptive Compilers", "CAC"),
    ("Very Large Archives", "VLA"),
    ("Distributed Learning Systems", "DLSys"),
    ("Applied Graph Theory", "AGT"),
    ("Robust Software Engineering", "RoSE"),
    ("Human Language and Data", "HLD"),
)
_JOURNAL = (
    "Journal of Synthetic Systems",
    "Annals of Applied Parsing",
    "Transactions on Bounded Computing",
    "Letters in Data Stewardship",
    "European Review of Measurement",
)


@dataclass(frozen=True, slots=True)
class Publication:
    """One invented publication; ``venue`` is as a list would print it, ``short`` its usual abbreviation or empty."""

    title: str
    authors: tuple[tuple[str, str], ...]
    venue: str
    short: str
    year: int
    journal: bool
    volume: int
    pages: tuple[int, int]


def publications(count: int, seed: int = 7) -> Iterator[Publication]:
    """The first ``count`` invented publications of a seed, newest first."""
    dice = random.Random(seed)
    for number in range(count):
        year = 2025 - number * 25 // max(count, 1)
        yield _publication(dice, year)


def synthetic_cv(count: int, layout: str = "markdown", seed: int = 7) -> str:
    """A CV with ``count`` publications in sections of about fifty, laid out as ``layout`` (one of :data:`LAYOUTS`)."""
    form = LAYOUTS[layout]
    items = [form.item(publication) for publication in publications(count, seed)]
    lines = [form.heading(1, f"{OWNER[0]} {OWNER[1]}"), "", "Measurements and tools for data that grows.", ""]
    for start in range(0, count, 50):
        name = "Publications" if start == 0 else f"Publications, part {start // 50 + 1}"
        lines += [form.heading(2, name), "", form.wrap("\n\n".join(items[start : start + 50])), ""]
    lines += [form.heading(2, "Awards"), "", "Prize for careful measurement, 2021", "", "Travel grant, 2018", ""]
    return "\n".join(lines)


def _publication(dice: random.Random, year: int) -> Publication:
    title = f"{dice.choice(_DOING)} {dice.choice(_KIND)} {dice.choice(_THING)} {dice.choice(_MANNER)}"
    if dice.random() < 0.3:
        title = f"{dice.choice(_THING)[:4].upper()}{dice.randint(2, 9)}: {title}"
    others = [(dice.choice(_GIVEN), dice.choice(_FAMILY)) for _ in range(dice.randint(0, 6))]
    others.insert(dice.randint(0, len(others)), OWNER)
    start = dice.randint(1, 900)
    pages = (start, start + dice.randint(4, 30))
    if dice.random() < 0.4:
        return Publication(title, tuple(others), dice.choice(_JOURNAL), "", year, True, dice.randint(2, 60), pages)
    name, short = dice.choice(_CONFERENCE)
    venue = f"Proceedings of the {dice.randint(4, 20)}th Conference on {name}"
    return Publication(title, tuple(others), venue, short, year, False, 0, pages)


def _initials(given: str) -> str:
    return "-".join(f"{part[0]}." for part in given.split("-"))


def _series(names: list[str], last: str = ", and ") -> str:
    return names[0] if len(names) == 1 else last.join([", ".join(names[:-1]), names[-1]])


def _markdown_item(work: Publication) -> str:
    names = [f"{_initials(given)} {family}" for given, family in work.authors]
    shown = [f"**{name}**" if author == OWNER else name for name, author in zip(names, work.authors, strict=True)]
    venue = f"{work.venue} ({work.short})" if work.short else work.venue
    return f"- **{work.title}**<br>\n  {_series(shown)}<br>\n  *{venue}*, {work.year}"


def _text_item(work: Publication) -> str:
    names = _series([f"{family}, {_initials(given)}" for given, family in work.authors], " & ")
    if work.journal:
        return f"{names} ({work.year}). {work.title}. {work.venue}, {work.volume}, {work.pages[0]}-{work.pages[1]}."
    return f"{names} ({work.year}). {work.title}. In {work.venue} ({work.short}), pp. {work.pages[0]}-{work.pages[1]}."


def _html_item(work: Publication) -> str:
    names = _series([f"{given} {family}" for given, family in work.authors], " and ")
    where = f"{work.venue} {work.volume}" if work.journal else f"In {work.venue}"
    return f"<li>{names}. &ldquo;{work.title}.&rdquo; <em>{where}</em>, {work.year}.</li>".replace("& ", "&amp; ")


def _latex_item(work: Publication) -> str:
    names = _series([f"{_initials(given)}~{family}" for given, family in work.authors], ", and ")
    return f"\\item {names}. {work.title}. \\emph{{{work.venue}}}, pages {work.pages[0]}--{work.pages[1]}, {work.year}."


@dataclass(frozen=True, slots=True)
class Layout:
    """How a kind of CV writes an item, a heading of a level, and the items of a section together; and its suffix."""

    item: Callable[[Publication], str]
    heading: Callable[[int, str], str]
    wrap: Callable[[str], str]
    suffix: str


LAYOUTS = {
    "markdown": Layout(_markdown_item, lambda level, text: f"{'#' * level} {text}", str, ".md"),
    "text": Layout(_text_item, lambda _level, text: text.upper(), str, ".txt"),
    "html": Layout(
        _html_item,
        lambda level, text: f"<h{level}>{text}</h{level}>",
        lambda items: f"<ul>\n{items}\n</ul>",
        ".html",
    ),
    "latex": Layout(
        _latex_item,
        lambda level, text: f"\\{'sub' * (level - 1)}section{{{text}}}",
        lambda items: f"\\begin{{enumerate}}\n{items}\n\\end{{enumerate}}",
        ".tex",
    ),
}
"""The layouts by name."""
