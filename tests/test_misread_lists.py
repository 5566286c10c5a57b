"""Lists that are mostly read wrongly are told to be so, and others are not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Answer

from citekit.commands.convert import Conversion, NamedBytes

WORKS = (
    ("Sorel, Anna", "Oduya, Ben", "Quiet harbours and their bells", "Harbour Review", 2021),
    ("Sorel, Anna", "Vitti, Carla", "Paper lanterns in narrow valleys", "Lantern Letters", 2020),
    ("Sorel, Anna", "Maro, Dan", "Stone bridges without a map", "Harbour Review", 2019),
    ("Sorel, Anna", "Oduya, Ben", "Slow ferries before the census", "Lantern Letters", 2018),
    ("Sorel, Anna", "Vitti, Carla", "Small tides as a public good", "Harbour Review", 2016),
    ("Sorel, Anna", "Maro, Dan", "Winter clocks for patient readers", "Lantern Letters", 2014),
)
ODD = "- {year} {title} {venue} {a} {b}"
USUAL = "- {a}, {b}. {title}. {venue}, {year}."


def page(layout: str, works: tuple[tuple[str, str, str, str, int], ...] = WORKS) -> str:
    """A page whose list prints its entries in a layout, given names first."""
    lines = [
        layout.format(
            a=" ".join(reversed(a.split(", "))),
            b=" ".join(reversed(b.split(", "))),
            title=title,
            venue=venue,
            year=year,
        )
        for a, b, title, venue, year in works
    ]
    return "# Anna Sorel\n\n## Publications\n\n" + "\n".join(lines) + "\n"


def told(text: str) -> list[str]:
    """The warnings that a list was misread."""
    conversion = Conversion.of([NamedBytes("list.md", text.encode())])
    return [problem.message for problem in conversion.problems if problem.kind == "misread-list"]


def test_a_list_in_a_layout_that_is_not_understood_is_told() -> None:
    """One sentence for the list, and every entry of it is doubtful."""
    conversion = Conversion.of([NamedBytes("list.md", page(ODD).encode())])
    assert told(page(ODD)) == ["this list of 6 was probably not read right"]
    assert all("its list was probably not read right" in trace.doubts for trace in conversion.library.traces)


@pytest.mark.parametrize(
    "layout", [USUAL, "- {title}. {a} and {b}. In {venue}, {year}.", "- {a}, {b} ({year}). {title}. *{venue}*."]
)
def test_a_list_that_is_read_right_is_not(layout: str) -> None:
    assert told(page(layout)) == []


def test_few_entries_say_too_little_of_their_list() -> None:
    assert told(page(ODD, WORKS[:5]))
    assert not told(page(ODD, WORKS[:4]))


def test_one_odd_list_among_many_entries_is_not_told() -> None:
    """People lay the lists of a page out alike: what most of a page speaks against is more often odd than misread."""
    more = [(a, b, f"{title} {n}", venue, year) for n in ("again", "revisited") for a, b, title, venue, year in WORKS]
    usual = page(USUAL, tuple(more)).partition("## Publications")[2]
    assert told(page(ODD))
    assert told(page(ODD) + "\n## Articles" + usual) == []


def test_a_list_of_which_an_entry_is_known_is_read_by_it_and_not_told(
    citekit: Callable[..., Answer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    a, b, title, venue, year = WORKS[0]
    (tmp_path / "list.md").write_text(page(ODD), encoding="utf-8")
    entry = f"@article{{x, author={{{a} and {b}}}, title={{{title}}}, journal={{{venue}}}, year={year}}}"
    (tmp_path / "me.bib").write_text(entry, encoding="utf-8")
    shown = citekit("convert", "list.md", "--json")
    assert "list.md:5" in shown.err
    assert "this list of 6 was probably not read right" in shown.err
    assert "--known FILE" in shown.err
    assert '"kind": "misread-list"' in shown.out
    shown = citekit("convert", "list.md", "--known", "me.bib")
    assert "was probably not read right" not in shown.err


def test_an_owners_own_books_need_no_people_and_no_container() -> None:
    books = (
        "*Die Laternen der Vorstadt. Eine Kulturgeschichte*. Göttingen: Wallstein 2021.",
        "*Salz und Papier. Über das Schreiben am Hafen*. Berlin: de Gruyter 2017.",
        "*Die Uhr im Turm*. Dissertation, Universität Freiburg 2009.",
        "*Kleine Fluten. Gedichte und ihre Leser*. München: Fink 2013.",
        "*Brücken aus Stein*. Magisterarbeit, Universität Tübingen 2003.",
    )
    assert told("# Dr. Anna Sorel\n\n## Bücher\n\n" + "".join(f"- {book}\n" for book in books)) == []
