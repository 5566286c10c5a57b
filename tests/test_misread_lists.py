"""Lists that a reader of documents misreads, each beside a bibliography of the same works: no difference may be an error.

The works are the same on both sides, so whatever is said of them is a misreading. Each list has one kind of damage.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from citekit.commands.check import check_files
from citekit.runtime.config import CheckSettings

WORKS = (
    ("Ana Keller, Bruno Lindqvist, Carla Moretti", "Slow growth of lichens on granite walls", "Journal of Quiet Rivers", "12", "101-110", 2015),
    ("Bruno Lindqvist, Ana Keller", "Counting birds along a northern river", "Annals of Field Ornithology", "7", "33-41", 2016),
    ("Carla Moretti, Ana Keller, Dirk van Houten", "Models of heat in old stone houses", "Building Physics Letters", "3", "1-9", 2017),
    ("Ana Keller, Emil Nowak", "Rain and the flow of small streams", "Hydrology of Hills", "21", "55-63", 2018),
    ("Ana Keller, Carla Moretti, Fiona Oakes, Dirk van Houten", "How bees choose between two meadows", "Journal of Quiet Rivers", "15", "77-99", 2019),
    ("Emil Nowak, Ana Keller", "Light through the leaves of beech trees", "Forest Optics Review", "9", "12-20", 2020),
)  # fmt: skip


def line(authors: str, title: str, journal: str, volume: str, pages: str, year: int) -> str:
    return f"{authors}. {title}. {journal}, {volume}:{pages}, {year}."


def lines(change: Callable[[str], str] = str) -> str:
    return "\n\n".join(f"{number}. {change(line(*work))}" for number, work in enumerate(WORKS, 1))


def of_authors(change: Callable[[str], str]) -> str:
    rows = (line(change(authors), *rest) for authors, *rest in WORKS)  # type: ignore[call-arg]
    return "\n\n".join(f"{number}. {row}" for number, row in enumerate(rows, 1))


def family_only(authors: str) -> str:
    return ", ".join(name.split(maxsplit=1)[1] for name in authors.split(", "))


def wrapped(text: str, width: int, hyphen: str) -> str:
    rows = []
    while len(text) > width:
        rows.append(text[:width] + (hyphen if text[width - 1].isalpha() and text[width].isalpha() else ""))
        text = text[width:].lstrip()
    return "\n   ".join([*rows, text])


DAMAGE: dict[str, str] = {
    "family names only": of_authors(family_only),
    "initials without blanks": of_authors(lambda a: re.sub(r"(\w)\w+ (?=[A-Z])", r"\1.", a)),
    "family names first, no commas": of_authors(
        lambda a: ", ".join(" ".join(reversed(n.split(maxsplit=1))) for n in a.split(", "))
    ),
    "family names and initials": of_authors(
        lambda a: ", ".join(f"{n.split(maxsplit=1)[1]} {n[0]}" for n in a.split(", "))
    ),
    "and others": of_authors(lambda a: f"{a.split(', ')[0]} et al"),
    "first author only": of_authors(lambda a: f"{a.split(', ')[0]} and others"),
    "numbers of institutes": of_authors(lambda a: ", ".join(f"{n}{i}" for i, n in enumerate(a.split(", "), 1))),
    "stars and daggers": of_authors(lambda a: a.replace(",", "*,", 1) + "†"),
    "capitals": of_authors(str.upper),
    "semicolons": of_authors(lambda a: a.replace(",", ";")),
    "blanks for commas": of_authors(lambda a: a.replace(",", "")),
    "degrees": of_authors(lambda a: a.replace(",", " PhD,", 1)),
    "roles in brackets": of_authors(lambda a: a.replace(",", " (corresponding author),", 1)),
    "hyphens at line ends": lines(lambda text: wrapped(text, 46, "-")),
    "words cut at line ends": lines(lambda text: wrapped(text, 37, "")),
    "a page break in each item": lines(lambda text: text.replace(". ", ".\n\f\nCurriculum vitae, page 3\n", 1)),
    "page numbers between lines": lines(lambda text: text.replace(" of ", "\n17\nof ", 1)),
    "two columns": lines(lambda text: re.sub(r" (?=\w+ \w+, \d)", "        ", text)),
    "no full stops": lines(lambda text: text.replace(".", "")),
    "ligatures": lines(lambda text: text.replace("fl", "ﬂ").replace("fi", "ﬁ")),
    "mojibake": lines(lambda text: text.replace("-", "â€“")),
    "remarks in brackets": lines(lambda text: text.replace(". ", " (with thanks to Greta Palmer). ", 1)),
    "prizes behind": lines(lambda text: f"{text} Best Paper Award of the Meeting on Hills, 2022."),
    "years of talks": lines(lambda text: f"{text} Also presented in Turku, 2011, and Leiden, 2012."),
    "titles in quotes with commas": lines(lambda text: re.sub(r"\. (.+?)\. ", r', "\1," ', text, count=1)),
}


def entries() -> str:
    rows = []
    for number, (authors, title, journal, volume, pages, year) in enumerate(WORKS):
        names = authors.replace(", ", " and ")
        rows.append(
            f"@article{{w{number}, author = {{{names}}}, title = {{{title}}}, journal = {{{journal}}}, volume = {{{volume}}}, "
            f"pages = {{{pages.replace('-', '--')}}}, year = {year}}}"
        )
    return "\n".join(rows)


def test_as_many_as_the_page_says() -> None:
    assert len(DAMAGE) == 25


@pytest.mark.parametrize("suffix", [".md", ".txt"])
@pytest.mark.parametrize("damage", DAMAGE)
def test_no_misreading_is_an_error(damage: str, suffix: str, tmp_path: Path) -> None:
    (tmp_path / f"list{suffix}").write_text(f"# Publications\n\n{DAMAGE[damage]}\n", encoding="utf-8")
    (tmp_path / "refs.bib").write_text(entries(), encoding="utf-8")
    settings = CheckSettings(select=("consistency",), documents={"list*": "complete"})
    report = check_files([tmp_path / f"list{suffix}", tmp_path / "refs.bib"], settings).report
    wrong = [f"{found.rule}: {found.message}" for found in report.diagnostics if found.severity == "error"]
    assert wrong == []


def test_what_is_surely_read_is_an_error(tmp_path: Path) -> None:
    swapped = lines().replace("Emil Nowak, Ana Keller", "Ana Keller, Emil Nowak")
    (tmp_path / "list.md").write_text(f"# Publications\n\n{swapped}\n", encoding="utf-8")
    (tmp_path / "refs.bib").write_text(entries(), encoding="utf-8")
    (found,) = check_files(
        [tmp_path], CheckSettings(select=("consistency",), documents={"list*": "complete"})
    ).report.diagnostics
    assert (found.rule, found.severity) == ("author-order-differs", "error")


def test_what_is_hardly_read_is_a_question(tmp_path: Path) -> None:
    (tmp_path / "list.md").write_text(f"# Publications\n\n{DAMAGE['initials without blanks']}\n", encoding="utf-8")
    (tmp_path / "refs.bib").write_text(entries(), encoding="utf-8")
    found = check_files(
        [tmp_path], CheckSettings(select=("author-set-differs",), documents={"list*": "complete"})
    ).report
    assert {(one.severity, one.hint.partition("?")[0]) for one in found.diagnostics} == {
        ("note", "is this read rightly")
    }


def test_a_list_that_a_script_writes_cannot_be_read(tmp_path: Path) -> None:
    page = (
        '<html><body><h1>Publications</h1><div id="pubs"></div><script>loadBib("a.bib", "#pubs")</script></body></html>'
    )
    (tmp_path / "pubs.html").write_text(page, encoding="utf-8")
    report = check_files([tmp_path / "pubs.html"], CheckSettings()).report
    assert [problem.message for problem in report.unreadable] == ["a script creates the list when the page is opened"]
    assert report.exit_code("error") == 2
