"""Files and formats: CSL-JSON, finding the format, encodings, writing whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from citekit.formats.files import dump, dumps, format_names, format_of, load, loads
from citekit.model.date import Date
from citekit.model.name import EQUAL, OTHERS, Name
from citekit.model.work import Work, Works
from citekit.runtime.errors import UnreadableInputError, UsageError

WORK = Work(
    "paper-conference",
    "doe2020samples",
    {
        "title": "Samples of <i>X</i>",
        "author": (Name("Doe", "Jane", marks=(EQUAL,)), Name("Roe", "R.", non_dropping_particle="van"), OTHERS),
        "issued": Date.of(2020, 5),
        "container-title": "Proceedings of Samples",
        "page": "1-20",
        "DOI": "10.1000/x",
    },
    {"eprint": "2005.00001", "archiveprefix": "arXiv", "slides": "https://example.org/s"},
)


@pytest.mark.parametrize("name", ["bibtex", "biblatex", "csljson"])
def test_a_work_comes_back_whole(name: str) -> None:
    assert loads(dumps(Works((WORK,)), name), name).works == (WORK,)


def test_formats() -> None:
    assert set(format_names()) >= {"bibtex", "biblatex", "csljson"}
    assert format_of("refs.bib") == "bibtex"
    assert format_of("refs.JSON") == "csljson"
    assert format_of("refs.doc") == ""
    with pytest.raises(UsageError, match="bibtex"):
        dumps(Works(), "papyrus")


@pytest.mark.parametrize(
    "text",
    [
        '[{"id": "a", "type": "book", "title": "T"}]',
        '{"a": {"id": "a", "type": "book", "title": "T"}}',
        '{"items": [{"id": "a", "type": "book", "title": "T"}]}',
        '{"id": "a", "type": "book", "title": "T"}',
        '{"a": {"type": "book", "title": "T"}}',
    ],
)
def test_csl_json_of_any_layout(text: str) -> None:
    assert loads(text).works == (Work("book", "a", {"title": "T"}),)


def test_csl_json_dates_and_numbers() -> None:
    item = {
        "id": 7,
        "type": "book",
        "volume": 3,
        "issued": {"date-parts": [["2020", 1], [2021]], "circa": True},
        "accessed": {"raw": "2020-01-02"},
        "submitted": {"literal": "last week"},
        "event-date": {"date-parts": [[2019]], "season": "2"},
    }
    work = loads(json.dumps([item]))[0]
    assert isinstance(work, Work)
    assert work.id == "7"
    assert work.text("volume") == "3"
    assert work.issued == Date(((2020, 1), (2021,)), circa=True)
    assert work.date("accessed") == Date.of(2020, 1, 2)
    assert work.date("submitted") == Date(literal="last week")
    assert work.date("event-date") == Date(((2019,),), season=2)


def test_csl_json_that_does_not_fit_is_reported() -> None:
    library = loads('[3, {"id": "a", "author": 5, "title": {"x": 1}}]')
    assert [p.kind for p in library.problems] == ["not-an-item", "bad-value", "bad-value"]
    assert len(library) == 1


@pytest.mark.parametrize("text", ["[", "{]", "[" * 100000, "no bibliography here"])
def test_what_is_no_bibliography_is_refused(text: str) -> None:
    with pytest.raises(UnreadableInputError):
        loads(text)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a.bib"
    path.write_bytes("@misc{k, title = {Ű}}".encode(encoding))
    library = load(path)
    assert library.works[0].title == "Ű"
    assert not library.problems


def test_other_encodings() -> None:
    old = "@misc{k, title = {Ä}}".encode("latin-1")
    assert loads(old).works[0].title == "Ä"
    assert [p.kind for p in loads(old).problems] == ["encoding"]
    named = "% Encoding: iso-8859-2\n@misc{k, title = {Ű}}".encode("iso-8859-2")
    assert loads(named).works[0].title == "Ű"


def test_nothing_is_overwritten_unasked(tmp_path: Path) -> None:
    path = tmp_path / "a.bib"
    dump(Works((WORK,)), path)
    first = path.read_text(encoding="utf-8")
    with pytest.raises(UsageError, match="already exists"):
        dump(Works(), path)
    assert path.read_text(encoding="utf-8") == first
    dump(Works(), path, overwrite=True)
    assert path.read_text(encoding="utf-8") == ""
    assert [p.name for p in tmp_path.iterdir()] == ["a.bib"]


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        dump(Works(), tmp_path / "none" / "a.bib")
    with pytest.raises(UsageError, match="files that end in"):
        dump(Works(), tmp_path / "a.xyz")
    with pytest.raises(UnreadableInputError, match="No such file"):
        load(tmp_path / "none.bib")
