"""What entries and works are to each other: problems that are told, types, circles, and what stays bounded."""

from __future__ import annotations

import pytest

from citekit.formats import biblatex, bibtex
from citekit.formats.files import dumps, loads
from citekit.model.date import Date, read_iso, read_month
from citekit.model.name import Name
from citekit.model.work import Work, Works


def problems_of(text: str) -> list[tuple[str, str]]:
    return [(problem.kind, problem.message) for problem in loads(text, "bibtex").problems]


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("@misc{a, crossref = {b}}", "missing-crossref", "'a' inherits from 'b', which is not in the file"),
        ("@misc{a, xdata = {b}}", "missing-crossref", "'a' inherits from 'b'"),
        ("@misc{a, title = {T}, crossref = {a}}", "crossref-cycle", "'a' inherits from itself"),
        ("@set{s, entryset = {x}}", "missing-reference", "entryset of 's' names 'x'"),
        ("@misc{a, date = {2021-02-30}}", "bad-date", "date of 'a' is '2021-02-30'"),
        ("@misc{a, date = {2021/2022/2023}}", "bad-date", "which is not a date"),
        ("@misc{a, urldate = {last week}}", "bad-date", "urldate of 'a' is 'last week'"),
        ("@misc{a, year = 2021, month = apr, day = 31}", "bad-date", "day of 'a' is '31'"),
        ("@misc{a, date = {2020}, year = {2019}}", "date-conflict", "the year '2019' disagrees with the date '2020'"),
    ],
)
def test_what_is_odd_is_told_once(text: str, kind: str, words: str) -> None:
    ((found, message),) = problems_of(text)
    assert found == kind
    assert words in message


def test_a_circle_of_entries_is_told_and_broken() -> None:
    text = "@misc{a, note = {A}, crossref = {b}}\n@misc{b, title = {B}, crossref = {c}}\n@misc{c, crossref = {a}}"
    library = loads(text, "bibtex")
    assert [problem.kind for problem in library.problems] == ["crossref-cycle"]
    assert [work.title for work in library] == ["B", "B", ""]
    again = loads(dumps(library), "bibtex")
    assert [(work.id, work) for work in again] == [(work.id, work) for work in library]


def test_parents_are_found_by_alias_and_in_any_letter_case() -> None:
    text = "@inbook{a, title = {A}, crossref = {OLD}}\n@book{new, title = {B}, ids = {older, old}}"
    assert [work.text("container-title") for work in loads(text, "biblatex")] == ["B", ""]


def test_the_dialect_decides_about_the_title_of_a_child_without_one() -> None:
    text = "@inbook{a, chapter = 2, crossref = {b}}\n@book{b, title = {Whole}, %s}"
    assert loads(text % "year = 1999", "bibtex").works[0].title == "Whole"
    (child, _) = loads(text % "date = 1999, location = {Here}", "bibtex")
    assert (child.title, child.text("container-title")) == ("", "Whole")


def test_inheritance_never_costs_more_than_the_file() -> None:
    wide = ", ".join(f"f{n} = {{x}}" for n in range(3000))
    children = "".join(f"@misc{{k{n}, crossref = {{p}}}}\n" for n in range(3000))
    library = loads(f"@misc{{p, {wide}}}\n{children}", "bibtex")
    assert [problem.kind for problem in library.problems] == ["too-much-inherited"]
    assert sum(len(work.fields) for work in library) < 1_000_000
    chain = "".join(f"@misc{{k{n}, note = {{N}}, crossref = {{k{n + 1}}}}}\n" for n in range(3000))
    assert len(loads(chain, "bibtex")) == 3000


def test_a_child_without_its_parent_is_written_whole() -> None:
    text = (
        "@inproceedings{a, title = {A}, crossref = {p}}\n@proceedings{p, title = {P}, editor = {Roe, R.}, year = 2020}"
    )
    child = loads(text, "bibtex").works[0]
    for name in ("bibtex", "biblatex"):
        (alone,) = loads(dumps(Works((child,)), name), name)
        assert alone.variables == child.variables


def test_a_changed_child_keeps_its_own_values() -> None:
    text = (
        "@inproceedings{a, title = {A}, crossref = {p}}\n@proceedings{p, title = {P}, editor = {Roe, R.}, year = 2020}"
    )
    child, parent = loads(text, "biblatex")
    changed = child.with_variables(editor=(Name("Doe", "Jane"),), issued=Date.of(2021))
    without = Work(child.type, child.id, {"title": child.title}, child.fields)
    for work in (changed, without):
        again = loads(dumps(Works((work, parent)), "biblatex"), "biblatex")
        assert [entry.variables for entry in again] == [work.variables, parent.variables]


@pytest.mark.parametrize(
    ("entry", "kind"),
    [
        ("@misc{k, url = {https://example.org}, year = 2020}", "webpage"),
        ("@misc{k, url = {https://example.org}, howpublished = {CD}}", "document"),
        ("@misc{k, url = {https://example.org}, date = 2020}", "document"),
        ("@misc{k, eprint = {2001.00001}, archiveprefix = {arXiv}}", "article"),
        ("@unpublished{k, eventtitle = {Meeting}}", "speech"),
        ("@article{k, entrysubtype = {magazine}}", "article-magazine"),
        ("@article{k, entrysubtype = {rubbish}}", "article-journal"),
        ("@set{k, title = {T}}", "document"),
        ("@bachelorthesis{k, title = {T}}", "thesis"),
    ],
)
def test_types_follow_from_the_fields(entry: str, kind: str) -> None:
    assert loads(entry, "bibtex").works[0].type == kind


def test_losses_are_counted() -> None:
    works = [Work("hearing", str(number), {"title": "Samples"}) for number in range(3)]
    mixed = (Name("Doe", "J.", "de"), Name("Roe", "R.", "", "van"))
    works.append(Work("book", "k", {"title": "T", "author": mixed, "issued": Date(((2020, 13),))}))
    told = ["the type hearing is written as misc (3 entries)", "author is written in part (1 entry)"]
    assert [str(problem) for problem in bibtex.losses(works)] == [*told, "date is written in part (1 entry)"]
    assert [str(problem) for problem in biblatex.losses(works)] == [
        "date is written in part (1 entry)"
    ]  # names say it themselves
    assert all(problem.severity == "info" for problem in bibtex.losses(works))


def test_what_a_talk_was_part_of_is_not_left_out() -> None:
    talk = Work("speech", "k", {"title": "Peat and Kites", "container-title": "Congress of Bogs", "volume": "2"})
    assert "howpublished  = {Congress of Bogs}" in dumps(Works((talk,)), "bibtex")
    assert [str(problem) for problem in bibtex.losses([talk])] == [
        "booktitle is written as howpublished (1 entry)",
        "the type speech is written as misc (1 entry)",
    ]


def test_a_title_that_was_changed_is_not_divided() -> None:
    work = loads("@book{k, title = {Samples}, subtitle = {A Study}, date = 2020}", "biblatex").works[0]
    assert work.title == "Samples: A Study"
    text = dumps(Works((work.with_variables(title="Samples: A Sketch"),)), "biblatex")
    assert "{Samples: A Sketch}" in text
    assert "subtitle" not in text


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("mar", ((3, 0),)),
        ("Sept.", ((9, 0),)),
        ("12", ((12, 0),)),
        ("13", ()),
        ("May 12", ((5, 12),)),
        ("12 - 14 June", ((6, 12), (6, 14))),
        ("June 30--July 2", ((6, 30), (7, 2))),
        ("Dec/Jan", ()),
        ("ma", ()),
        ("Februember", ()),
        ("February 30", ()),
    ],
)
def test_months(text: str, points: tuple[tuple[int, int], ...]) -> None:
    assert read_month(text) == points


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2020-02-29", Date.of(2020, 2, 29)),
        ("2021-02-29", None),
        ("0000", Date.of(-1)),
        ("-0001-02-29", None),
        ("1999-13", None),
        ("/", None),
        ("..", None),
        ("", None),
        ("2020-21/2020-22", None),
        ("199X", Date(((1990,), (1999,)), unspecified=True)),
        ("1999-02-XX", Date(((1999, 2, 1), (1999, 2, 28)), unspecified=True)),
        ("1999-XX-XX", Date(((1999, 1, 1), (1999, 12, 31)), unspecified=True)),
        ("1999%", Date(((1999,),), circa=True, uncertain=True)),
        ("y-17000000", Date.of(-17000001)),
    ],
)
def test_edtf(text: str, date: Date | None) -> None:
    assert read_iso(text) == date
