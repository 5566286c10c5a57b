"""Every format that is written is read back: all entries, and all fields but those that it says it cannot hold."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from citekit.commands.api import convert
from citekit.commands.convert import Conversion
from citekit.formats import files
from citekit.model.date import Date
from citekit.model.kinds import field_named
from citekit.model.work import Value, Work, Works
from citekit.runtime.config import ConvertSettings
from citekit.text.rich import TAG

PROFILES = Path(__file__).parent / "data" / "profiles"
LISTS = ("html", "markdown")
MISREAD: dict[str, set[str]] = {}
"""Works whose list item is read otherwise than it was written, by the format of the list."""
WRITTEN = [name for name, module in files._formats().items() if hasattr(module, "dumps") or hasattr(module, "pages")]


@cache
def library() -> Works:
    """What the profiles give, as BibTeX keeps it, with what only some formats have a place for."""
    found = convert(*sorted(PROFILES.iterdir()))
    more = Work(
        "article-journal",
        "doe2021more",
        {"title": "More <i>of</i> It: 1 * 2 & 3", "author": found[0].author, "issued": Date.of(2021, 5, 12),
         "container-title": "Journal of More", "volume": "3", "issue": "2", "page": "10-12", "DOI": "10.1000/m",
         "abstract": "It says # more.", "keyword": "a, b", "ISSN": "1234-5678"},
        {"code": "https://example.org/code", "selected": "true"},
    )  # fmt: skip
    return files.loads(files.dumps(Works((*found.works, more))))


def shown(value: Value | None) -> Value | None:
    return TAG.sub("", value) if isinstance(value, str) else value


def written(name: str, folder: Path) -> Path:
    module = files._formats()[name]
    suffix = module.SUFFIXES[0] if module.SUFFIXES else "" if hasattr(module, "pages") else ".txt"
    files.dump(library(), folder / f"out{suffix}", name)
    return folder / f"out{suffix}"


def test_every_format_is_tried() -> None:
    assert len(library()) == 33
    assert {"academicpages", "alfolio", "csv", "hugo", "rendercv", "ris", *LISTS} <= set(WRITTEN)


@pytest.mark.parametrize("name", [name for name in WRITTEN if name not in LISTS])
def test_all_entries_and_all_fields_come_back(name: str, tmp_path: Path) -> None:
    path = written(name, tmp_path)
    again = files.load(path)
    assert not [problem for problem in again.problems if problem.severity != "info"]
    by_title = {shown(work.title): work for work in again}
    assert len(again) == len(library()) == len(by_title)
    lost = [problem.message for problem in files.losses(library(), name)]
    kept = {message.split(" is ")[0] for message in lost}
    for work in library():
        back = by_title[shown(work.title)]
        wrong = {
            variable: (value, back.variables.get(variable))
            for variable, value in work.variables.items()
            if field_named(variable, work.type) not in kept and shown(value) != shown(back.variables.get(variable))
        }
        wrong |= {
            field: (text, back.fields.get(field))
            for field, text in work.fields.items()
            if field not in kept and text != back.fields.get(field)
        }
        assert not wrong, work.id
        assert back.type == work.type or f"the type {work.type}" in kept


@pytest.mark.parametrize("name", [name for name in WRITTEN if files.is_folder(name)])
def test_folders_are_converted(name: str, tmp_path: Path) -> None:
    conversion = Conversion.of([written(name, tmp_path)], ConvertSettings(jobs=1))
    assert not conversion.failures
    assert {work.id for work in conversion.library} == {work.id for work in library()}


@pytest.mark.parametrize("name", LISTS)
def test_lists_for_pages_are_converted(name: str, tmp_path: Path) -> None:
    again = Conversion.of([written(name, tmp_path)], ConvertSettings(jobs=1)).library
    found = {shown(work.title): work for work in again}
    known = [work for work in library() if shown(work.title) in found]
    assert len(again) == len(library())
    assert {work.id for work in library()} - {work.id for work in known} == MISREAD.get(name, set())
    for work in known:
        back = found[shown(work.title)]
        assert [name.family for name in back.author] == [name.family for name in work.author]
        assert back.year == work.year
        assert back.text("DOI") == work.text("DOI")
        assert back.fields.get("eprint") == work.fields.get("eprint")


def test_what_is_changed_on_a_page_counts_before_its_bibtex(tmp_path: Path) -> None:
    work = next(work for work in library() if work.id == "doe2021more")
    for name, file in (("hugo", "doe2021more/index.md"), ("academicpages", "2021-05-12-doe2021more.md")):
        files.dump(Works((work,)), tmp_path / name, name)
        page = tmp_path / name / file
        text = page.read_text(encoding="utf-8")
        page.write_text(
            text.replace("It: 1", "That: 1", 1).replace("2021-05-12\n", "2022-06-13\n", 1), encoding="utf-8"
        )
        (back,) = files.load(page)
        corrected = {"title": "More <i>of</i> That: 1 * 2 & 3", "issued": Date.of(2022, 6, 13)}
        assert back == Work(work.type, work.id, {**work.variables, **corrected}, work.fields)


def test_an_author_of_hugo_who_is_a_profile(tmp_path: Path) -> None:
    page = tmp_path / "content" / "publication" / "a" / "index.md"
    page.parent.mkdir(parents=True)
    page.write_text('---\ntitle: T\nauthors: [admin, R. Roe]\npublication_types: ["2"]\n---\n', encoding="utf-8")
    (work,) = library_of = files.load(page)
    assert [problem.kind for problem in library_of.problems] == ["profile"]
    assert work.author[0].family == "admin"
    profile = tmp_path / "content" / "authors" / "admin" / "_index.md"
    profile.parent.mkdir(parents=True)
    profile.write_text("---\ntitle: Jane Doe\n---\n", encoding="utf-8")
    (tmp_path / "citekit.toml").touch()
    (work,) = library_of = files.load(page)
    assert not library_of.problems
    assert str(work.author[0]) == "Jane Doe"
