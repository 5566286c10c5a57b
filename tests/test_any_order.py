"""The same items in another order, half of them, twice, behind other signs and on other lines are the same entries."""

from __future__ import annotations

import random
import textwrap
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from citekit import convert
from citekit.formats import files
from citekit.model.work import Works

ALIKE = [
    "Ada Lindqvist, Ben Okafor and Carla Nowak. Lantern tracing for long pipelines. *Journal of Invented Systems*, 12(3):201–218, 2021.",
    "Ben Okafor and Ada Lindqvist. Sorting pebbles under pressure. *Journal of Imaginary Computing*, 8(1):15–31, 2020.",
    "Ada Lindqvist. On the theory of large caches. *Journal of Invented Systems*, 9(4):77–95, 2018.",
    "Dora Müller, Ada Lindqvist and Émile Roux. Tides between two harbours. *Harbour Notes*, 4(2):10–22, 2019.",
    "Ada Lindqvist and Dora Müller. Why small walls leak in winter. *Harbour Notes*, 5(1):1–14, 2020.",
    "Ben Okafor, Ada Lindqvist and Dora Müller. Quiet ledgers of the lower town. *Journal of Imaginary Computing*, 10(2):99–120, 2022.",
    "Ada Lindqvist and Carla Nowak. Slow lattices in cold water. *Journal of Invented Systems*, 14(1):33–48, 2023.",
    "Carla Nowak, Ada Lindqvist and Ben Okafor. A wall for every pier. *Harbour Notes*, 7(3):140–151, 2022.",
]
MARKED = [
    "**Okafor, B.; Giusti, K.; Lindqvist, A. (2023).**  \n  *Metadata schemes of harbours: a report on converters.*  \n  DOI: <https://doi.org/10.5555/7pqz>",
    "**Lindqvist, A.; Silva, R.; Okafor, B. (2022).**  \n  *An equality plan for the pebble centre.*  \n  URL: <https://www.pebble.example/plan.pdf>",
    "**Nowak, C.; Lindqvist, A. (2021).**  \n  *Service testing and the use of old infrastructures.*  \n  DOI: <https://doi.org/10.5555/d4.1>",
    "**Stocker, M.; Lindqvist, A.; Liang, X. (2020).**  \n  *Design documents of fair data services.*  \n  DOI: <https://doi.org/10.5555/4061>",
    "**Lindqvist, A.; Harris, M.; Okafor, B. (2018).**  \n  *Release of the pilot use cases.*  \n  DOI: <https://doi.org/10.5555/1470>",
    "**Harris, M.; Lindqvist, A. (2017).**  \n  *First report on the architecture of integrated services.*  \n  DOI: <https://doi.org/10.5555/1257>",
]
EXPLAINED = [
    "Ada Lindqvist\\*, Ben Okafor\\* (\\* co-corresponding authors), Carla Nowak. Lantern tracing for pipelines. *Journal of Invented Systems*, 3, 2024, 5–18.",
    "Ben Okafor, Carla Nowak, Ada Lindqvist\\*. Sorting pebbles under pressure. *Journal of Invented Systems*, 2, 2023, 25–41.",
    "Dora Müller, Ada Lindqvist\\*. On the theory of large caches. *Journal of Invented Systems*, 1, 2022, 1–20.",
    "Ada Lindqvist\\*, Dora Müller. Tides between two harbours. *Journal of Invented Systems*, 1, 2021, 31–48.",
]
SLASHED = [
    f"{2023 - n} / {venue} / {people} / {title}"
    for n, (venue, people, title) in enumerate(
        [
            ("Pebble Letters", "Tove Ferro / Ada Lindqvist", "Paper bridges in narrow valleys"),
            ("Harbour Notes", "Ada Lindqvist / Oona Haugen", "Slow caches without a map"),
            ("Pebble Letters", "Ada Lindqvist / Nils Petit", "Quiet ledgers under high pressure"),
            ("Journal of Invented Systems", "Pavel Moreau / Ada Lindqvist", "Winter ferries as a public good"),
            ("Harbour Notes", "Ada Lindqvist / Tove Ferro", "Salt roads at the edge of town"),
            ("Journal of Invented Systems", "Ada Lindqvist / Hana Sorin", "Counting harbours for patient readers"),
            ("Pebble Letters", "Bruno Rossi / Ada Lindqvist", "Borrowed clocks and their keepers"),
            ("Harbour Notes", "Ada Lindqvist / Pavel Moreau", "Stone bells before the census"),
            ("Journal of Invented Systems", "Frida Kovac / Ada Lindqvist", "Late trains in cold water"),
            ("Pebble Letters", "Ada Lindqvist / Oona Haugen", "Small tides between two walls"),
            ("Harbour Notes", "Nils Petit / Ada Lindqvist", "Lanterns over the lower town"),
        ]
    )
]
BOOKS = [
    f"*{title}*, {house}"
    for title, house in [
        ("Scuola senza campanella. Una proposta", "Lanterna, Torino 2021"),
        ("La stanza di sale. Tre saggi", "Edizioni del Faro, Milano 2020"),
        ("Le maree quiete. Introduzione al porto", "Sabbia Fine, Pistoia 2018"),
        ("La luna nel pozzo. Una mappa", "Controvento, Torino 2017"),
        ("Il molo e il tu. Dialoghi", "Sabbia Fine, Pistoia 2016"),
        ("Attraversare il ponte. Letture", "Edizioni del Faro, Milano 2015"),
        ("Orologi in prestito. Quindici tesi", "Quattro Scogli, Bari 2014"),
        ("Il pensiero delle onde", "Controvento, Torino 2012"),
    ]
]
LISTS = {"alike": ALIKE, "marked": MARKED, "explained": EXPLAINED, "slashed": SLASHED, "books": BOOKS}


def document(items: Sequence[str], sign: str = "-") -> str:
    return "# Ada Lindqvist\n\n## Publications\n\n" + "".join(f"{sign} {item}\n\n" for item in items)


def entries(text: str) -> Counter[str]:
    """Return what is read of a document, without keys, which tell entries apart by their order."""
    works = convert(text, format="markdown").works
    return Counter(unicodedata.normalize("NFC", files.dumps(Works((work.with_id("x"),)), "bibtex")) for work in works)


def shuffled(items: list[str]) -> str:
    return document(random.Random(7).sample(items, len(items)))


def doubled(items: list[str]) -> str:
    return document([*items, *items])


def starred(items: list[str]) -> str:
    return document(items, "*")


def rewrapped(items: list[str]) -> str:
    if any("\n" in item for item in items):
        pytest.skip("each part has a line of its own")
    return document(["\n  ".join(textwrap.wrap(item, 60, break_on_hyphens=False)) for item in items])


def with_crlf(items: list[str]) -> str:
    return document(items).replace("\n", "\r\n")


def decomposed(items: list[str]) -> str:
    return unicodedata.normalize("NFD", document(items))


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("change", [shuffled, doubled, starred, rewrapped, with_crlf, decomposed])
def test_the_same_items_are_the_same_entries(name: str, change: Callable[[list[str]], str]) -> None:
    items = LISTS[name]
    read = entries(document(items))
    assert len(read) == len(items)
    assert entries(change(items)) == read


@pytest.mark.parametrize("name", LISTS)
def test_half_of_a_list_is_read_like_the_whole(name: str) -> None:
    items = LISTS[name]
    assert entries(document(items[::2])) <= entries(document(items))
