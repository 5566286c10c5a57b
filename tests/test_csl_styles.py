"""Styles of the CSL project at work: a sample of all of them, with works of every type."""

from __future__ import annotations

import pytest

from citekit.csl import styles
from citekit.csl.cite import Citation, Cite
from citekit.csl.output import html
from citekit.csl.processor import process
from citekit.csl.tree import text_of
from citekit.model.date import Date
from citekit.model.kinds import ENTRY_TYPES
from citekit.model.name import Name
from citekit.model.work import Value, Work

EVERY = 70
INDEPENDENT = sorted(style.name for style in styles.index().values() if not style.parent)
PEOPLE = (
    Name("Doe", "Jane Q."),
    Name("Berg", "Anna", non_dropping_particle="van den"),
    Name(literal="Institute of Things"),
    Name("O'Neil", "Jean-Paul", suffix="Jr."),
    Name("王", "伟"),
    Name("Al-Rashid", "Omar"),
)


def work_of(place: int, kind: str) -> Work:
    """A work of a type; which of its variables are missing differs from one to the next."""
    count = place % 6 + 1
    facts: dict[str, Value] = {
        "author": (PEOPLE * 2)[place % 6 : place % 6 + count],
        "editor": PEOPLE[:2],
        "title": f'A "quoted" <i>title</i> of a {kind}: the rest',
        "container-title": "Journal of Things",
        "issued": Date(((2001, 3), (2002, 5))) if place % 5 == 0 else Date.of(1990 + place, place % 12 + 1, 7),
        "accessed": Date.of(2024, 5, 6),
        "volume": str(place),
        "issue": "3-4",
        "page": f"{place + 100}-{place + 118}",
        "publisher": "Press",
        "publisher-place": "Berlin",
        "edition": "2",
        "DOI": "10.1234/x",
        "URL": "https://example.org/?a=1&b=<2>",
    }
    missing = ("author", "issued", "title", "editor", "page", "URL", "publisher")[place % 7]
    return Work(kind, f"w{place}", {name: value for name, value in facts.items() if name != missing})


WORKS = [work_of(place, kind) for place, kind in enumerate(sorted(ENTRY_TYPES), 1)]
CITATIONS = [
    Citation((Cite("w1", "12", "page"), Cite("w2")), 1, "a"),
    Citation((Cite("w2"),), 2, "b"),
    Citation((Cite("w2", "5"),), 3, "c"),
    Citation((Cite("w1", prefix="see ", suffix=", passim"), Cite("w3", mode="suppress-author")), 4, "d"),
    Citation((Cite("w4"),), 5, "e", mode="composite"),
    Citation(tuple(Cite(work.id) for work in WORKS), 6, "f"),
]


def test_there_are_thousands_of_styles() -> None:
    assert len(INDEPENDENT) > 2500
    assert len(WORKS) > 40


@pytest.mark.parametrize("name", INDEPENDENT[::EVERY])
def test_a_style_prints_works_of_every_type(name: str) -> None:
    style = styles.load(name)
    made = process(style, WORKS, CITATIONS)
    assert all(text_of(content) for content in made.citations)
    if style.bibliography is not None:
        assert made.bibliography
        assert html.bibliography(made).count("csl-entry") == len(made.bibliography)


def test_names_of_files_need_no_index(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_index() -> None:
        raise AssertionError

    monkeypatch.setattr(styles, "index", no_index)
    assert styles.load("apa").info.title
    assert styles.load("mla") is styles.load("modern-language-association")
    assert styles.load("nature-biotechnology").info.title == styles.load("nature").info.title
