"""The library: entries by their keys over the source, for every format."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import citekit
from citekit import CitekitError, Date, Library, Name, Work

BIB = """% my papers
@string{jml = "Journal of Lazy Machines"}

@article{doe2020,
  author = {Jane Doe and {NASA}},
  title  = {Lazy {Q}ueues},
  journal = jml,
  year   = 2020,
}

@comment{keep me}

@inbook{part,
  crossref = {whole},
  title = {A Part},
}

@book{whole,
  author = {Roe, R.},
  title = {The Whole},
  year = 2019,
}
"""
JSON = '[{"id": "a", "type": "book", "title": "A", "x-own": 1}, {"id": "b", "type": "book", "title": "B"}]'
RIS = "TY  - BOOK\nID  - a\nTI  - A\nC8  - mine\nER  - \n\nTY  - BOOK\nID  - b\nTI  - B\nER  - \n"


def lines_changed(before: str, after: str) -> list[str]:
    return [line for line in after.splitlines() if line not in before.splitlines()]


@pytest.fixture
def bib(tmp_path: Path) -> Library:
    (tmp_path / "refs.bib").write_text(BIB, encoding="utf-8")
    return citekit.load(tmp_path / "refs.bib")


def test_what_is_loaded_is_saved_byte_by_byte(bib: Library) -> None:
    assert bib.path
    bib.save()
    assert bib.path.read_text(encoding="utf-8") == BIB == citekit.dumps(bib)


def test_one_edit_is_one_line(bib: Library) -> None:
    bib["doe2020"]["year"] = 2021
    bib.save()
    assert lines_changed(BIB, Path(str(bib.path)).read_text(encoding="utf-8")) == ["  year   = 2021,"]


def test_a_work_is_written_back(bib: Library) -> None:
    entry = bib["doe2020"]
    entry.work = entry.work.with_variables(title="50 % of Queues")
    assert lines_changed(BIB, bib.text) == [r"  title  = {50 \% of Queues},"]
    entry.authors = ["Jane Doe", Name(family="Roe", given="Ada")]
    assert entry["author"] == "Doe, Jane and Roe, Ada"
    entry.work = entry.work.with_variables(issued=Date.of(2022))
    assert (entry.year, entry["year"], entry["journal"]) == (2022, "2022", "Journal of Lazy Machines")


def test_entries_are_found_by_key_and_place(bib: Library) -> None:
    assert "DOE2020" in bib
    assert "nobody" not in bib
    assert bib["doe2020"].work in bib
    assert [entry.key for entry in bib] == list(bib.keys()) == ["doe2020", "part", "whole"]
    assert bib[0] is bib["doe2020"]
    assert len(bib) == 3
    assert bib.get("nobody") is None
    assert [str(name) for name in bib[0].authors] == ["Jane Doe", "NASA"]
    assert (bib["part"].year, bib["part"].work.text("container-title")) == (2019, "The Whole")


def test_references_follow_a_new_key(bib: Library) -> None:
    bib.rename("whole", "book1")
    assert bib["part"]["crossref"] == "book1"
    assert bib["part"].year == 2019


def test_what_stands_around_the_entries_is_there(bib: Library) -> None:
    assert dict(bib.strings) == {"jml": "Journal of Lazy Machines"}
    bib.strings["jml"] = "JLM"
    assert bib["doe2020"].work.text("container-title") == "JLM"
    assert bib.comments == ("% my papers", "keep me")
    bib.add("misc", "m", {"title": "X"})
    assert bib.text.startswith("% my papers\n")
    assert "@comment{keep me}" in bib.text


def test_parts_have_what_they_need(bib: Library) -> None:
    assert "@string" in bib.select("author:doe").text
    assert [entry.key for entry in bib[1:2]] == ["part", "whole"]
    copy = bib.copy()
    del copy["part"]
    assert len(bib) == 3
    assert len(copy) == 2


def test_works_and_entries_are_added(bib: Library) -> None:
    bib.add(Work("book", "", {"title": "New", "issued": Date.of(2023), "author": (Name(family="Ek"),)}))
    assert bib["ek2023new"].work.title == "New"
    other = Library()
    other.add(bib["doe2020"])
    assert other["doe2020"]["journal"] == "Journal of Lazy Machines"
    with pytest.raises(CitekitError, match="there is an entry 'doe2020' already"):
        other.add(bib["doe2020"])


@pytest.mark.parametrize(("text", "format"), [(JSON, "csljson"), (RIS, "ris")])
def test_other_formats_keep_what_they_have(text: str, format: str, tmp_path: Path) -> None:  # noqa: A002
    path = tmp_path / "refs"
    path.write_text(text, encoding="utf-8")
    library = citekit.load(path, format)
    library.save()
    assert path.read_text(encoding="utf-8") == text
    library["b"]["title"] = r"New \'Etude"
    assert library.works[1].title == "New Étude"
    library.save()
    assert "mine" in library.rewritten or "x-own" in library.rewritten
    again = citekit.load(path, format)
    assert [(entry.key, entry.title) for entry in again] == [("a", "A"), ("b", "New Étude")]
    again.add("book", "c", {"title": "C"})
    del again["b"]
    again.save()
    assert [(entry.key, entry.title) for entry in citekit.load(path, format)] == [("a", "A"), ("c", "C")]


def test_a_file_that_is_overwritten_keeps_its_frame(bib: Library) -> None:
    works = [bib["doe2020"].work.with_variables(volume="7"), Work("book", "new", {"title": "N"})]
    citekit.dump(works, str(bib.path), overwrite=True)
    after = citekit.load(str(bib.path))
    assert list(after.keys()) == ["doe2020", "new"]
    assert "journal = jml" in after.text
    assert "@comment{keep me}" in after.text
    with pytest.raises(CitekitError, match="already exists"):
        citekit.dump(works, str(bib.path))


def test_a_converted_library_is_edited(tmp_path: Path) -> None:
    library = citekit.convert(text="# Papers\n\n- Jane Doe. *Lazy Queues*. Journal of Examples 3 (2020), 1-9.\n")
    (entry,) = library
    entry["note"] = "Mine"
    library.save(tmp_path / "a.bib")
    assert citekit.load(tmp_path / "a.bib")[entry.key].work.text("note") == "Mine"
    library.save(tmp_path / "a.json")
    assert json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))[0]["note"] == "Mine"


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("bib['doe202']", "did you mean 'doe2020'"),
        ("bib['doe2020']['titel']", "did you mean 'title'"),
        ("setattr(bib[0], 'title', 'X')", r"write entry\['title'\]"),
        ("setattr(bib[0], 'volume', 'X')", r"write entry\['volume'\]"),
        ("setattr(bib[0].work, 'title', 'X')", "with_variables"),
        ("bib[0].work.with_variables(issued=2020)", r"Date\.of\(2020\)"),
        ("bib[0].__setitem__('author', ['A', 'B'])", r"entry\.authors"),
        ("bib.add('misc')", "has no key"),
        ("Library(['a'])", "made of works"),
        ("citekit.convert(3)", "pass a library"),
        ("Library().save()", "no file to save to"),
        ("bib.__setitem__('a', {'title': 'X'})", "give a work"),
    ],
)
def test_misuse_says_what_to_do(bib: Library, call: str, says: str) -> None:
    with pytest.raises((CitekitError, AttributeError), match=says):
        eval(call, {"bib": bib, "citekit": citekit, "Library": Library})


def test_notebooks_see_tables(bib: Library) -> None:
    assert repr(bib).endswith("refs.bib: 3 entries>")
    assert repr(bib["doe2020"]) == "<article doe2020: Doe, 2020, Lazy Queues>"
    html = bib._repr_html_()
    assert "<td>doe2020</td><td>Doe, NASA</td><td>Lazy Queues</td><td>2020</td>" in html
    assert bib.to_dicts()[0] == {
        "key": "doe2020",
        "type": "article",
        "title": "Lazy Queues",
        "author": "Jane Doe and NASA",
        "journal": "Journal of Lazy Machines",
        "year": "2020",
    }
