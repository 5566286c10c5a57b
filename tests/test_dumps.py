"""Dumps of Crossref and OpenAlex: what an index of them answers, and what it does not say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from citekit.cli.main import run
from citekit.formats.files import read_text
from citekit.model.work import Work
from citekit.runtime.errors import UnreadableInputError
from citekit.services.arxiv.build import Built
from citekit.services.arxiv.index import ArxivIndex
from citekit.services.dumps import DumpRecords, build_dump, catalogue_in

CROSSREF: list[dict[str, Any]] = [
    {"DOI": "10.1000/AB1", "type": "journal-article", "title": ["Lazy queues for everyone"], "volume": "7",
     "author": [{"family": "Doe", "given": "Jane"}, {"family": "Roe", "given": "Richard"}], "page": "101-119",
     "container-title": ["Journal of Patient Algorithms"], "issued": {"date-parts": [[2020, 3]]}},
    {"DOI": "10.1000/heaps", "type": "journal-article", "title": ["Leaning heaps of sand"],
     "author": [{"family": "Noe", "given": "Ann"}], "issued": {"date-parts": [[2018]]},
     "updated-by": [{"type": "retraction", "DOI": "10.1000/gone"}]},
    {"DOI": "10.1000/ab1.fig3", "type": "component", "title": ["Lazy queues for everyone"]},
    {"DOI": "10.1000/untitled", "type": "journal-article", "title": []},
]  # fmt: skip
OPENALEX: list[dict[str, Any]] = [
    {"id": "https://openalex.org/W42", "doi": "https://doi.org/10.1000/ab1", "title": "Lazy queues for everyone",
     "publication_year": 2020, "type": "article", "biblio": {"volume": "7", "first_page": "101", "last_page": "119"},
     "authorships": [{"raw_author_name": "Jane Doe"}, {"raw_author_name": "Richard Roe"}]},
    {"id": "https://openalex.org/W43", "doi": None, "title": "A thesis on waiting", "publication_year": 1999,
     "type": "dissertation", "authorships": [{"author": {"display_name": "Mary Moe"}}]},
]  # fmt: skip
ENTRY = """@article{doe, author = {Doe, Jane and Roe, Richard}, title = {%s}, year = {2020}, volume = {%s},
  journal = {Journal of Patient Algorithms}, pages = {101--119}}"""


def dumped(folder: Path, catalogue: str, items: list[Any]) -> tuple[Path, Built]:
    snapshot, target = folder / f"{catalogue}.jsonl", folder / f"{catalogue}.index"
    snapshot.write_text("".join(f"{json.dumps(item)}\n" for item in items), encoding="utf-8")
    return target, build_dump(snapshot, target, catalogue)


def work(title: str, volume: str = "7") -> Work:
    return read_text((ENTRY % (title, volume)).encode(), "refs.bib")[2].works[0]


def test_crossref_answers_by_doi_and_by_title_and_authors(tmp_path: Path) -> None:
    path, built = dumped(tmp_path, "crossref", CROSSREF)
    assert (built.records, built.unread) == (4, 0)
    records = DumpRecords(path, "crossref")
    found = records.by_identifiers(["doi:10.1000/ab1", "doi:10.1000/heaps", "doi:10.1000/other", "pmid:1"])
    assert set(found) == {"doi:10.1000/ab1", "doi:10.1000/heaps"}
    queues, heaps = found["doi:10.1000/ab1"], found["doi:10.1000/heaps"]
    assert queues
    assert heaps
    assert heaps.fate == "retracted"
    assert (queues.work.text("volume"), queues.work.text("page"), queues.years) == (
        "7",
        "101-119",
        frozenset({2020}),
    )
    assert [record.work for record in records.search(work("Lazy queues for everyone"))] == [queues.work]
    assert [record.work for record in records.search(work("Lazzy queues for everyone"))] == [queues.work]
    assert records.search(Work(variables={"title": "Of other matters entirely"})) == ()
    assert records.estimate(["doi:10.1000/ab1"], [work("x")]) == (0, 0.0)
    records.close()


def test_a_part_and_what_has_no_title_are_found_by_their_doi_alone(tmp_path: Path) -> None:
    records = DumpRecords(dumped(tmp_path, "crossref", CROSSREF)[0], "crossref")
    found = records.by_identifiers(["doi:10.1000/ab1.fig3", "doi:10.1000/untitled"])
    assert [record.is_whole for record in found.values() if record] == [False, True]
    records.close()


def test_openalex_answers_by_its_own_identifier_too(tmp_path: Path) -> None:
    records = DumpRecords(dumped(tmp_path, "openalex", OPENALEX)[0], "openalex")
    found = records.by_identifiers(["openalex:W42", "openalex:W43", "doi:10.1000/ab1"])
    assert found["openalex:W42"] == found["doi:10.1000/ab1"]
    thesis = found["openalex:W43"]
    assert thesis
    assert (thesis.work.type, str(thesis.work.author[0])) == ("thesis", "Mary Moe")
    records.close()


def test_an_index_is_of_one_catalogue(tmp_path: Path) -> None:
    path, _ = dumped(tmp_path, "crossref", CROSSREF)
    assert catalogue_in(path) == "crossref"
    for opening in (lambda: ArxivIndex(path), lambda: DumpRecords(path, "openalex")):
        with pytest.raises(UnreadableInputError, match="of another catalogue"):
            opening()


@pytest.mark.parametrize("item", [{}, [], {"title": "x"}, {"id": 5, "title": "x"}, {"id": "https://arxiv.org/abs/1"}])
@pytest.mark.parametrize("catalogue", ["crossref", "openalex"])
def test_the_wrong_dump_is_refused(tmp_path: Path, catalogue: str, item: object) -> None:
    with pytest.raises(UnreadableInputError, match="no record"):
        dumped(tmp_path, catalogue, [item] * 3)


@pytest.mark.parametrize("value", [None, 7, "x", [], {}, [None], [[]], {"date-parts": None}, [{"family": []}]])
def test_values_of_another_shape_end_no_build(tmp_path: Path, value: object) -> None:
    for catalogue, item in (("crossref", CROSSREF[0]), ("openalex", OPENALEX[0])):
        names = [name for name in item if name not in ("DOI", "id")]
        _, built = dumped(tmp_path, catalogue, [{**item, name: value} for name in names] + [item])
        assert built.unread == 0
        assert built.records


def test_the_command_and_what_verify_says_without_the_web(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CITEKIT_CACHE_DIR", str(tmp_path / "cache"))
    snapshot, target, entries = tmp_path / "dump.jsonl", tmp_path / "crossref.index", tmp_path / "refs.bib"
    snapshot.write_text("".join(f"{json.dumps(item)}\n" for item in CROSSREF), encoding="utf-8")
    assert run(["index", "build", str(snapshot), "-o", str(target), "--of", "crossref"]) == 0
    assert "4 records" in capsys.readouterr().err
    entries.write_text(ENTRY % ("Lazy queues for everyone", "9"), encoding="utf-8")
    asked = ["verify", str(entries), "--offline", "--services", "crossref", "--index", str(target)]
    assert run(asked) == 1
    assert "volume" in capsys.readouterr().out
    entries.write_text(ENTRY % ("Lazy queues for everyone", "7"), encoding="utf-8")
    assert run(asked) == 0
    assert run(["index", "build", str(snapshot), "-o", str(target), "-f", "--of", "crosref"]) == 2
    assert "crossref" in capsys.readouterr().err
