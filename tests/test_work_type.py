"""Why a work has its type, and the kinds of works that headings announce."""

from __future__ import annotations

from pathlib import Path

import pytest

import citekit
from citekit.extraction.items import kinds_of_heading

REASONS = {
    "- Ada Moss, Ben Oru. Slow tides. In: Cleo Lind (ed.), Walls and Rain. Oslo: Fenn, 2019, pp. 3-9.": (
        "incollection",
        '"in", editors or a publisher show that the container is a book',
    ),
    "- Ada Moss, Ben Oru. Slow tides. Proceedings of the 3rd Workshop on Tides, 2019.": (
        "inproceedings",
        "the container is a meeting or its proceedings",
    ),
    "- Ada Moss, Ben Oru. Slow tides. Harbour Letters 3(2), 2019.": ("article", "a volume and an issue"),
    "- Ada Moss, Ben Oru. Slow tides. PhD thesis, University of Fenn, 2019.": ("phdthesis", "it calls itself so"),
}


@pytest.mark.parametrize("item", REASONS)
def test_the_type_of_an_item_has_a_reason(item: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# Publications\n\n{item}\n", encoding="utf-8")
    library = citekit.convert(page)
    found = library.traces[0].evidence["type"]
    assert (library[0].type, found.reason) == REASONS[item]
    assert found.score < 1  # by rules, which are not always right


@pytest.mark.parametrize(
    ("heading", "kinds"),
    [
        ("Book chapters", ["chapter"]),
        ("Books and book chapters", ["book", "chapter"]),
        ("Journal articles and book chapters", ["journal", "chapter"]),
        ("Aufsätze in Zeitschriften und Sammelbänden", ["chapter", "journal"]),
        ("Contributions to edited volumes", ["chapter"]),
        ("Contributions à des ouvrages collectifs", ["chapter"]),
        ("Capítulos de libros", ["chapter"]),
        ("Rozdziały w książkach", ["chapter"]),
        ("Kapitler i bøker", ["chapter"]),
        ("Edited volumes", ["book"]),
        ("Contribuciones a congresos", ["conference"]),
        ("Actes de colloques", ["conference"]),
        ("学会発表", ["conference"]),
        ("학술지 논문", ["journal"]),
        ("博士論文", ["thesis"]),
        ("Peer-reviewed conference and workshop papers", ["conference", "workshop"]),
        ("Papers", []),
        ("Publications and interviews", []),
    ],
)
def test_a_heading_announces_kinds_of_works(heading: str, kinds: list[str]) -> None:
    assert sorted(kinds_of_heading(heading)) == sorted(kinds)
