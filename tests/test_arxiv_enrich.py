"""Enriching: what is added and what never is, files of every kind, streams that are ended and taken up again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from arxiv_records import RECORDS, index_of, record, work
from conftest import ROOT, Answer

import citekit as package
from citekit.model.work import Works
from citekit.runtime.errors import UsageError
from citekit.services.arxiv import stream
from citekit.services.arxiv.enrich import enrich_library, enrich_work
from citekit.services.arxiv.index import ArxivIndex
from citekit.services.arxiv.stream import Output, StreamJob, enrich_lines, run, task_of, to_output

Citekit = Callable[..., Answer]
SORTING = work("Sorting Sparse Ledgers in Linear Time", "M. Okafor; T. Lindqvist", 2021)
BIB = """\
% my papers
@article{sorting,
  title   = "Sorting Sparse Ledgers in Linear Time",
  author  = {Okafor, Mira and Lindqvist, Tove},
  year    = 2021,
}

@misc{violins, title = {Violins and Their Compilers}, author = {Ada Smith}, year = {2020}}

@article{copied,
  title  = {Bounded archives for surveys II: Dynamics},
  author = {Amari, Yuki and Dvořák, Sára},
  year   = {2019},
  eprint = {1501.00005},
  archiveprefix = {arXiv},
}
"""


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return index_of(tmp_path)


def enriched(entry: Any, index: Path, add: str = "ids", overwrite: bool = False) -> Any:
    with ArxivIndex(index) as catalogue:
        return enrich_work(entry, catalogue, frozenset(add.split(",")), overwrite)


def test_identifiers_are_added(index: Path) -> None:
    done = enriched(SORTING, index)
    assert done.verdict == "match"
    assert done.work.fields == {"eprint": "2101.00001", "archiveprefix": "arXiv", "primaryclass": "cs.DS"}
    assert done.work.variables == SORTING.variables


def test_the_other_additions(index: Path) -> None:
    preprint = work(
        "Sorting Sparse Ledgers in Linear Time", "M. Okafor; T. Lindqvist", 2021, container_title="arXiv preprint"
    )
    done = enriched(preprint, index, "abstract,published")
    assert done.work.fields == {}
    assert done.work.text("DOI") == "10.5555/ledger.1"
    assert done.work.text("abstract") == "Ledgers are sorted."
    assert done.work.text("note") == "Published in J. Synth. Syst. 14 (2021) 101"
    only = enriched(work(SORTING.title, "M. Okafor; T. Lindqvist", 2021, eprint="2101.00001"), index, "primaryclass")
    assert only.work.fields == {"eprint": "2101.00001", "primaryclass": "cs.DS"}


def test_nothing_is_overwritten_unless_asked(index: Path) -> None:
    entry = work(
        SORTING.title,
        "M. Okafor; T. Lindqvist",
        2021,
        eprint="arXiv:2101.00001v3",
        primaryclass="cs.LG",
        DOI="10.1/other",
    )
    assert enriched(entry, index, "ids,primaryclass,published").work.text("DOI") == "10.1/other"
    kept = enriched(entry, index, "ids,primaryclass")
    assert kept.work.fields == {"eprint": "arXiv:2101.00001v3", "primaryclass": "cs.LG", "archiveprefix": "arXiv"}
    changed = enriched(entry, index, "ids,primaryclass", overwrite=True)
    assert changed.work.fields["primaryclass"] == "cs.DS"
    assert changed.work.fields["eprint"] == "arXiv:2101.00001v3"


def test_another_archive_keeps_its_field(index: Path) -> None:
    entry = work(SORTING.title, "M. Okafor; T. Lindqvist", 2021, eprint="hal-01234567", archiveprefix="hal")
    assert enriched(entry, index).work == entry


def test_a_wrong_identifier_is_reported_and_replaced_only_if_asked(index: Path) -> None:
    entry = work(SORTING.title, "M. Okafor; T. Lindqvist", 2021, eprint="1501.00005")
    kept = enriched(entry, index)
    assert kept.work.fields == {"eprint": "1501.00005"}
    assert [(p.kind, p.severity) for p in kept.problems] == [("wrong-arxiv-id", "warning")]
    assert "the entry fits 2101.00001" in kept.problems[0].hint
    replaced = enriched(entry, index, overwrite=True).work.fields
    assert (replaced["eprint"], replaced["archiveprefix"]) == ("2101.00001", "arXiv")


@pytest.mark.parametrize("eprint", ["arXiv:TBD", "2101.XXXXX", "2113.00001", "2101.0001", "2101. 00001"])
def test_an_eprint_that_is_no_identifier_is_told_and_replaced_only_if_asked(index: Path, eprint: str) -> None:
    entry = work(SORTING.title, "M. Okafor; T. Lindqvist", 2021, eprint=eprint, archiveprefix="arXiv")
    kept = enriched(entry, index)
    assert kept.work.fields["eprint"] == eprint
    assert f"names no identifier in eprint: {eprint}" in kept.problems[0].message
    assert "the entry fits 2101.00001" in kept.problems[0].hint
    assert enriched(entry, index, overwrite=True).work.fields["eprint"] == "2101.00001"
    foreign = work(SORTING.title, "M. Okafor; T. Lindqvist", 2021, eprint="TBD", archiveprefix="HAL")
    assert not enriched(foreign, index).problems


@pytest.mark.parametrize(
    ("note", "is_own"),
    [
        ("arXiv:1501.00005", True),
        ("Preprint: https://arxiv.org/abs/1501.00005", True),
        ("Code at https://example.org/x, see also arXiv:1501.00005", False),
        ("Extended version of arXiv:1501.00005", False),
        ("Comment on https://arxiv.org/abs/1501.00005", False),
        ("Erratum: arXiv:1501.00005", False),
        ("Supersedes arXiv:1501.00005", False),
    ],
)
def test_a_note_may_speak_of_another_paper(index: Path, note: str, is_own: bool) -> None:
    entry = work("A note on ponds nobody wrote", "N. Nobody", 2019, note=note)
    assert bool(enriched(entry, index).problems) is is_own


def test_withdrawn_papers_are_named(index: Path) -> None:
    done = enriched(work("On the stability of frozen ledgers", "T. Lindqvist", 2020), index)
    assert [problem.kind for problem in done.problems] == ["withdrawn"]


def test_a_second_run_changes_nothing(index: Path) -> None:
    entries = Works(tuple(work(r.title, "; ".join(map(str, r.authors)), int(r.submitted[:4])) for r in RECORDS))
    with ArxivIndex(index) as catalogue:
        once = enrich_library(entries, catalogue)
        twice = enrich_library(once.library, catalogue)
    assert all(outcome.changes for outcome in once.outcomes)
    assert twice.library.works == once.library.works


def test_in_python(index: Path, tmp_path: Path) -> None:
    bib = tmp_path / "in.bib"
    bib.write_text(BIB, encoding="utf-8")
    library = package.enrich(bib, index=index)
    assert library[0].fields["eprint"] == "2101.00001"
    assert [problem.kind for problem in library.problems] == ["wrong-arxiv-id"]
    assert package.enrich(package.load(bib), index=index, jobs=2).works == library.works
    with pytest.raises(UsageError):
        package.enrich(library, index=index, add="everything")


# --- the command ---------------------------------------------------------------------------------------------------


def test_a_bib_file(index: Path, tmp_path: Path, citekit: Citekit) -> None:
    bib, out = tmp_path / "in.bib", tmp_path / "out.bib"
    bib.write_text(BIB, encoding="utf-8")
    answer = citekit("enrich", bib, "--index", index, "-o", out)
    assert (answer.code, answer.out) == (0, "")
    assert "in.bib:10:1: entry 'copied' names a wrong identifier in eprint: 1501.00005 is another paper" in answer.err
    assert "3 entries: 2 found, 1 without a record" in answer.err
    text = out.read_text(encoding="utf-8")
    added = "  eprint  = {2101.00001},\n  archiveprefix = {arXiv},\n  primaryclass = {cs.DS},\n"
    assert text.replace(added, "") == BIB
    assert added in text
    assert bib.read_text(encoding="utf-8") == BIB


def test_a_file_to_which_nothing_is_added_stays_as_it_was(index: Path, tmp_path: Path, citekit: Citekit) -> None:
    bib = tmp_path / "in.bib"
    bib.write_text('% nothing\r\n@misc( a,title="Violins" )\r\nrest', encoding="utf-8", newline="")
    answer = citekit("enrich", bib, "--index", index, "-o", tmp_path / "out.bib")
    assert answer.code == 0
    assert (tmp_path / "out.bib").read_bytes() == bib.read_bytes()


def test_biblatex_is_spelt_as_biblatex(index: Path, tmp_path: Path, citekit: Citekit) -> None:
    bib = tmp_path / "in.bib"
    bib.write_text(BIB.replace("year    = 2021", "date = {2021-05}"), encoding="utf-8")
    out = citekit("enrich", bib, "--index", index).out
    assert "eprinttype" in out
    assert "eprintclass" in out
    assert "primaryclass" not in out


def test_diff_and_explanation(index: Path, tmp_path: Path, citekit: Citekit) -> None:
    bib = tmp_path / "in.bib"
    bib.write_text(BIB, encoding="utf-8")
    answer = citekit("enrich", bib, "--index", index, "--diff")
    assert answer.out == "sorting\n  + eprint = 2101.00001\n  + archiveprefix = arXiv\n  + primaryclass = cs.DS\n"
    told = citekit("enrich", bib, "--index", index, "--explain").out
    assert "sorting: match 2101.00001" in told
    assert "same title" in told
    assert "2101.00001 100 %" in told
    assert "violins: none" in told
    assert "not 1501.00005 (in eprint)" in told


def test_csl_json_keeps_what_citekit_does_not_know(index: Path, tmp_path: Path, citekit: Citekit) -> None:
    item = {
        "type": "article-journal", "id": "s", "title": "Sorting Sparse Ledgers in Linear Time", "x-mine": {"a": [1]},
        "author": [{"family": "Okafor", "given": "Mira", "orcid": "x"}, {"family": "Lindqvist", "given": "T."}],
        "issued": {"date-parts": [["2021"]]},
    }  # fmt: skip
    path = tmp_path / "in.json"
    path.write_text(json.dumps([item, {"type": "book", "id": "b", "title": "Violins"}]), encoding="utf-8")
    data = json.loads(citekit("enrich", path, "--index", index).out)
    assert data[0] == {**item, "custom": {"eprint": "2101.00001", "archiveprefix": "arXiv", "primaryclass": "cs.DS"}}
    assert data[1] == {"type": "book", "id": "b", "title": "Violins"}


def test_standard_input(index: Path, citekit: Citekit) -> None:
    assert "2101.00001" in citekit("enrich", "-", "--index", index, stdin=BIB.encode()).out


def test_converted_and_enriched_at_once(index: Path, tmp_path: Path, citekit: Citekit) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# Publications\n\n- M. Okafor, T. Lindqvist. **Sorting Sparse Ledgers in Linear Time**. *Ledger Journal*, 2021.\n"
        "- T. Lindqvist. **On Violins**. *Ledger Journal*, 2020.\n",
        encoding="utf-8",
    )
    answer = citekit("convert", page, "--enrich", "--index", index)
    assert answer.code == 0
    assert answer.out.count("eprint ") == 1
    assert "2101.00001" in answer.out


@pytest.mark.parametrize(
    "options",
    [
        ["--add", "all"],
        ["--jobs", "2"],
        ["--dask", "tcp://x"],
        ["--offline", "--refresh"],
        ["--index", "nowhere"],
        ["--jobs", "-1"],
    ],
)
def test_wrong_use(tmp_path: Path, citekit: Citekit, options: list[str]) -> None:
    (tmp_path / "in.bib").write_text(BIB, encoding="utf-8")
    answer = citekit("enrich", tmp_path / "in.bib", *options)
    assert answer.code == 2
    assert "hint" in answer.err


def test_existing_files_stay(index: Path, tmp_path: Path, citekit: Citekit) -> None:
    bib = tmp_path / "in.bib"
    bib.write_text(BIB, encoding="utf-8")
    assert citekit("enrich", bib, "--index", index, "-o", bib).code == 2
    assert citekit("enrich", bib, "--index", index, "-o", bib, "-f").code == 0
    assert "2101.00001" in bib.read_text(encoding="utf-8")
    assert citekit("enrich", bib, "--index", index, "-o", tmp_path / "x.bib", "--strict").code == 1


# --- streams -------------------------------------------------------------------------------------------------------

ITEM = '{"type": "article-journal", "id": "s%d", "title": "Sorting Sparse Ledgers in Linear Time", "author": [{"family": "Okafor", "given": "M."}, {"family": "Lindqvist", "given": "T."}]}'
OTHER = '{"id":"o","type":"book" ,"title":"Violins"}'


def test_lines_come_out_in_order_and_untouched_ones_as_they_were(index: Path) -> None:
    lines = [ITEM % 1, OTHER, "", "{broken", "[1, 2]", '"text"', "[" * 5000, ITEM % 2]
    out = enrich_lines(lines, StreamJob(index=str(index)))
    assert [line.text for line in out][1:7] == lines[1:7]
    assert json.loads(out[0].text)["custom"]["eprint"] == "2101.00001"
    assert json.loads(out[7].text)["id"] == "s2"
    assert [line.verdict for line in out] == ["match", "none", "", "unread", "unread", "unread", "unread", "match"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_processes_give_the_same_lines(index: Path, jobs: int) -> None:
    lines = [ITEM % number if number % 3 else OTHER for number in range(350)]
    how = StreamJob(index=str(index))
    out = [line.text for chunk in run(lines, how, jobs) for line in chunk]
    assert out == [line.text for line in enrich_lines(lines, how)]


def test_a_stream_is_taken_up_behind_the_last_whole_line(
    index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "CHUNK", 2)
    source = tmp_path / "in.jsonl"
    lines = [ITEM % number for number in range(9)]
    source.write_text("\n".join(lines) + "\n", encoding="utf-8")
    how = StreamJob(index=str(index))
    task, target = task_of(source, how), tmp_path / "out.jsonl"

    class EndError(Exception):
        pass

    seen: list[str] = []

    def done(line: stream.StreamLine) -> None:
        seen.append(line.text)
        if len(seen) == 5:
            raise EndError

    with pytest.raises(EndError):
        to_output(run(lines, how), Output(target, task), done)
    assert not target.exists()
    with target.with_name("out.jsonl.part").open("ab") as part:
        part.write(b'{"half of a li')
    output = Output(target, task)
    assert output.done == 6
    to_output(run(lines[output.done :], how), output, lambda _line: None)
    assert [json.loads(line)["id"] for line in target.read_text(encoding="utf-8").splitlines()] == [
        f"s{n}" for n in range(9)
    ]
    assert sorted(path.name for path in tmp_path.glob("out*")) == ["out.jsonl"]
    assert Output(target, "another task").done == 0


def test_a_run_that_is_ended_when_its_file_takes_its_place_leaves_nothing_for_ever(
    index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A next run refuses to begin where the result is, so that nothing would remove what lies beside it."""
    how, target = StreamJob(index=str(index)), tmp_path / "out.jsonl"
    replace, beside = os.replace, []

    def note(source: Path, to: Path) -> None:
        replace(source, to)
        beside.extend(path.name for path in tmp_path.glob("out*"))

    monkeypatch.setattr(os, "replace", note)
    to_output(run([ITEM % 1], how), Output(target, "a task"), lambda _line: None)
    assert beside == ["out.jsonl"]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system has no SIGKILL")
def test_a_killed_run_loses_nothing_and_does_nothing_twice(index: Path, tmp_path: Path, citekit: Citekit) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("".join(f"{ITEM % number}\n" for number in range(3000)), encoding="utf-8")
    arguments = ["enrich", source, "--index", index, "-o", target]
    child = subprocess.Popen(
        [sys.executable, "-m", "citekit.cli.main", *map(str, arguments)], cwd=ROOT, stderr=subprocess.DEVNULL
    )
    part = target.with_name("out.jsonl.part")
    for _ in range(6000):
        if part.exists() and part.stat().st_size > 40_000:
            break
        time.sleep(0.02)
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    assert not target.exists()
    answer = citekit(*arguments)
    assert answer.code == 0
    assert "lines were already done" in answer.err
    ids = [json.loads(line)["id"] for line in target.read_text(encoding="utf-8").splitlines()]
    assert ids == [f"s{number}" for number in range(3000)]


def test_memory_does_not_grow_with_the_stream(index: Path) -> None:
    """However long the input is, few of its lines have been read ahead when the first come out."""
    read = 0

    def lines() -> Any:
        nonlocal read
        while True:
            read += 1
            yield ITEM % read

    out = run(lines(), StreamJob(index=str(index)), jobs=2)
    next(out)
    out.close()  # type: ignore[attr-defined]
    assert read <= 10 * stream.CHUNK


def test_titles_of_odd_shapes_upset_nothing(tmp_path: Path) -> None:
    odd = [
        "$",
        "{",
        "\\",
        "<i>",
        "$$$$",
        "\\(" * 500,
        "a" * 100_000,
        "- " * 3000,
        "II",
        "🎻",
        "\ud800",
        "٢٣",
        "'" * 400,
    ]
    with ArxivIndex(index_of(tmp_path, [record("1901.00001", "x", "A. B")])) as catalogue:
        for title in odd:
            assert enrich_work(work(title, "A. B", 2019), catalogue, frozenset({"ids"})).verdict in ("none", "doubtful")
