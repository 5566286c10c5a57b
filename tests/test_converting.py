"""Conversion on a Dask cluster: the bibliography is that of one process, with one worker, with two, and with a killed one."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Answer

from citekit.commands import distributed as converting
from citekit.commands.convert import Conversion
from citekit.commands.distributed import ConversionJob
from citekit.runtime import cluster
from citekit.runtime.config import ConvertSettings
from citekit.runtime.errors import UsageError

pytest.importorskip("dask", reason="Dask is not installed (the extra dask)")
distributed = pytest.importorskip("distributed", reason="Dask's distributed is not installed (the extra dask)")

Citekit = Callable[..., Answer]
FAMILIES = "Okafor Lindqvist Amari Dvořák Rossi Bianchi Chen Moreau Haddad Silva".split()
WORDS = "sparse ledgers frozen queues bounded archives lazy clocks linear surveys quiet compilers".split()


def references(count: int) -> str:
    """Lines of references; many have the same key, and some of them are none or have a fault."""
    lines = []
    for n in range(count):
        title = f"{WORDS[n % 12].title()} {WORDS[n * 7 % 11]} and {WORDS[n * 5 % 9]}"
        lines.append(
            f"{FAMILIES[n % 10]}, A., & {FAMILIES[n * 3 % 7]}, B. ({2000 + n % 7}). {title}. Journal of Ledgers, {n}(2), 1-9."
        )
    lines[3], lines[9], lines[20] = "", "Ibid., p. 4", "Amari, Y. (2001). On $\\input{x}$ queues. J. Synth. Syst."
    return "\n".join(lines)


def pages(folder: Path) -> None:
    """Documents, two of which name a publication that another one has, and one that cannot be read."""
    folder.mkdir()
    for n in range(8):
        items = [references(40).split("\n")[at] for at in (n * 4 + 1, n * 4 + 2, (n * 4 + 5) % 36 + 1)]
        (folder / f"page{n}.md").write_text("# Publications\n\n" + "".join(f"- {item}\n" for item in items), "utf-8")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")


@pytest.fixture(scope="module")
def two() -> Iterator[Any]:
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as both:
        yield both


CUT = "\ncut \xff"


@pytest.mark.parametrize(
    ("options", "last"),
    [([], ""), ([], CUT), (["--to", "ris"], CUT), (["--to", "csljson"], ""), (["--keep", "year>=2004"], "\n")],
    ids=str,
)
def test_lines(
    tmp_path: Path, citekit: Citekit, two: Any, monkeypatch: pytest.MonkeyPatch, options: list[str], last: str
) -> None:
    monkeypatch.setattr(cluster, "RANGE", 2000)
    source = tmp_path / "refs.txt"
    source.write_bytes(references(120).encode() + last.encode("latin-1"))
    one, many = tmp_path / "one", tmp_path / "many"
    alone = citekit("convert", source, "--each-line", "-o", one, *options)
    shared = citekit("convert", source, "--each-line", "-o", many, *options, "--dask", two.scheduler_address)
    assert alone.code == shared.code == 0
    assert many.read_bytes() == one.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["many", "one", "refs.txt"]
    problems = [line for line in alone.err.splitlines() if "warning" in line]
    assert sorted(line for line in shared.err.splitlines() if "warning" in line) == sorted(problems)
    assert ("refs.txt:21:" in alone.err, len(problems)) == (True, 2 if last == CUT else 1)
    seen = "120 items seen" if last == CUT else "119 items seen"
    assert seen in alone.err
    assert seen in shared.err


def test_a_folder(tmp_path: Path, citekit: Citekit, two: Any) -> None:
    pages(tmp_path / "pages")
    alone = citekit("convert", tmp_path / "pages", "-o", tmp_path / "one.json")
    shared = citekit("convert", tmp_path / "pages", "-o", tmp_path / "many.json", "--dask", two.scheduler_address)
    assert alone.code == shared.code == 2  # for the file that cannot be read
    assert (tmp_path / "many.json").read_bytes() == (tmp_path / "one.json").read_bytes()
    whole = next(line for line in alone.err.splitlines() if "documents read" in line)
    assert whole in shared.err.splitlines()
    assert "joined" in whole
    assert "broken.pdf" in shared.err


def test_one_worker_and_other_inputs(tmp_path: Path, citekit: Citekit) -> None:
    for number, encoding in enumerate(("utf-8-sig", "utf-16", "utf-8")):
        (tmp_path / f"{number}.txt").write_text(references(30 + number), encoding)
    (tmp_path / "4.bib").write_text(
        "@book{okafor2000, title={Sorting}, author={Okafor, Mira}}\n@book{b, crossref={okafor2000}}"
    )
    inputs = [tmp_path / name for name in ("0.txt", "1.txt", "2.txt", "4.bib")]
    with distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=None) as cluster_of_one:
        for options in ([], ["--each-line"]):
            for name, more in (("one.bib", []), ("many.bib", ["--dask", cluster_of_one.scheduler_address])):
                assert citekit("convert", *inputs, *options, "-f", "-o", tmp_path / name, *more).code in (0, 1)
            assert (tmp_path / "many.bib").read_bytes() == (tmp_path / "one.bib").read_bytes()
        (tmp_path / "none.txt").write_text(" \n\n")
        answer = citekit(
            "convert",
            tmp_path / "none.txt",
            "--each-line",
            "-o",
            tmp_path / "x.bib",
            "--dask",
            cluster_of_one.scheduler_address,
        )
        assert (answer.code, "none.txt is empty" in answer.err, (tmp_path / "x.bib").exists()) == (2, True, False)


def test_a_killed_worker_changes_nothing(tmp_path: Path, citekit: Citekit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "RANGE", 3000)
    source, one, many = tmp_path / "refs.txt", tmp_path / "one.bib", tmp_path / "many.bib"
    source.write_text(references(600), encoding="utf-8")
    assert citekit("convert", source, "--each-line", "-o", one).code == 0
    killed: list[int] = []
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as both:
        victim = next(iter(both.workers.values())).pid

        def kill() -> None:
            for _ in range(6000):
                if parts := len(list((tmp_path / "many.bib.parts").glob("*.works"))):
                    os.kill(victim, getattr(signal, "SIGKILL", signal.SIGTERM))
                    killed.append(parts)
                    return
                time.sleep(0.01)

        killer = threading.Thread(target=kill)
        killer.start()
        answer = citekit("convert", source, "--each-line", "-o", many, "-q", "--dask", both.scheduler_address)
        killer.join()
    assert (answer.code, answer.err) == (0, "")
    assert killed
    assert killed[0] < source.stat().st_size / 3000
    assert many.read_bytes() == one.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["refs.txt"], "--dask requires -o"),
        (["refs.txt", "-o", "out.bib", "--explain"], "goes with no report"),
        (["refs.txt", "-o", "pages", "--to", "hugo"], "--dask requires -o"),
        (["https://example.org/", "-o", "out.bib"], "--dask requires files"),
        (["refs.txt", "-o", "out.bib"], "scheduler"),
    ],
)
def test_what_does_not_fit(
    tmp_path: Path, citekit: Citekit, arguments: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "refs.txt").write_text(references(30), encoding="utf-8")
    answer = citekit("convert", *arguments, "--dask", "tcp://127.0.0.1:9")
    assert answer.code == 2
    assert said in answer.err


def test_what_others_have_written_is_not_taken(tmp_path: Path) -> None:
    how, other = ConversionJob(ConvertSettings(), "bibtex"), ConversionJob(ConvertSettings(), "bibtex")
    (tmp_path / "refs.md").write_text(references(30), encoding="utf-8")
    parts = cluster.ResultParts.of(tmp_path / "out.bib", "this run")
    data, told = converting._read(0, tmp_path / "refs.md", parts, other)
    assert told.numbers["works"] > 0
    parts.put(0, data, ".works")
    assert len(converting._works(parts, 0, other)) == told.numbers["works"]
    with pytest.raises(UsageError, match="was written by another program"):
        converting._works(parts, 0, how)


MACROS = '@string{jm = "Journal of Moss"}\n@string{days = "MossDays"}\n@proceedings{MossDays, title = {Moss Days}, year = 2020}\n'
USES = """@article{a, title = {On moss}, journal = jm, year = 2019}
@inproceedings{b, title = {On ferns}, crossref = days, pages = {1--2}}
@inproceedings{c, title = {On bogs}, crossref = {nowhere}}
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_bibliographies_are_read_as_one_bibliography(tmp_path: Path, jobs: int) -> None:
    """What a file defines is known in the files after it, and parents are found in every file."""
    (tmp_path / "macros.bib").write_text(MACROS, encoding="utf-8")
    (tmp_path / "uses.bib").write_text(USES, encoding="utf-8")
    paths = [tmp_path / "macros.bib", tmp_path / "uses.bib"]
    whole = Conversion.of(paths, ConvertSettings(jobs=jobs))
    works = {work.id: work for work in whole.library}
    assert works["a"].text("container-title") == "Journal of Moss"
    assert (works["b"].text("container-title"), works["b"].year) == ("Moss Days", 2020)
    assert [problem.kind for problem in whole.problems] == ["missing-parent"]
    turned = Conversion.of(reversed(paths), ConvertSettings(jobs=jobs))
    assert {problem.kind for problem in turned.problems} == {"undefined-macro", "missing-parent"}


def test_a_bibliography_that_needs_no_other_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "macros.bib").write_text(MACROS, encoding="utf-8")
    (tmp_path / "alone.bib").write_text("@book{jm, title = {Moss}, publisher = {jm}}\n", encoding="utf-8")
    works = Conversion.of([tmp_path / "macros.bib", tmp_path / "alone.bib"]).library
    assert [work.text("publisher") for work in works if work.id == "jm"] == ["jm"]
