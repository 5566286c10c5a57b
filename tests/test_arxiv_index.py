"""The index: snapshots of every shape, builds that are ended and taken up again, updates, damaged files."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import signal
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from arxiv_records import RECORDS, index_of, record, write_snapshot
from arxiv_server import Handler, running
from conftest import Answer

import citekit.services.arxiv.build as building
from citekit.model.identity.titles import title_of
from citekit.runtime.errors import UnreadableInputError, UsageError
from citekit.runtime.http import Limits
from citekit.services.arxiv.build import build, prepared_record
from citekit.services.arxiv.index import SEALED, ArxivIndex, connect, is_damaged, seal, unseal
from citekit.services.arxiv.oai import update
from citekit.services.arxiv.snapshot import LONGEST_LINE, quick_row, record_of, record_of_item
from citekit.services.arxiv.xml_records import FeedError, parse_page

DUMP = {
    "id": "0704.0001",
    "submitter": "A. Person",
    "authors": "Tove Lindqvist, S\\'ara Dvo\\v{r}\\'ak and J. Evans II",
    "title": 'Sorting of sparse\n  ledgers: $\\alpha_s$ and Schr\\"odinger',
    "comments": "12 pages",
    "journal-ref": "J. Synth. Syst. 14 (2007) 1",
    "doi": "10.5555/ABC",
    "categories": "hep-ph math.CO",
    "abstract": "  We sort.\n",
    "versions": [{"version": "v1", "created": "Mon, 2 Apr 2007 19:18:42 GMT"}, {"version": "v2", "created": "x"}],
    "authors_parsed": [["Lindqvist", "Tove", ""], ["Dvo\\v{r}\\'ak", "S\\'ara", ""], ["Evans", "J.", "II", "Uppsala"]],
}


def test_a_record_of_the_dump() -> None:
    found = record_of(DUMP)
    assert found
    assert found.title == "Sorting of sparse ledgers: $\\alpha_s$ and Schrödinger"
    assert [name.family for name in found.authors] == ["Lindqvist", "Dvořák", "Evans"]
    assert (found.submitted, found.doi, found.primary_class) == ("2007-04-02", "10.5555/ABC", "hep-ph")
    assert (found.journal, found.abstract) == ("J. Synth. Syst. 14 (2007) 1", "We sort.")


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("1705.0209", "1705.02090"),
        ("1904.1213300000002", "1904.12133"),
        ("704.0001", "0704.0001"),
        ("math.CA/0611800", "math/0611800"),
        (704.0001, "0704.0001"),
    ],
)
def test_identifiers_that_were_numbers_are_mended(given: object, wanted: str) -> None:
    found = record_of({"id": given, "title": "A"})
    assert found
    assert found.id == wanted


@pytest.mark.parametrize(
    "line", [b"", b"{", b"[]", b'{"id": "x", "title": "y"}', b'{"id": "2101.00001"}', b"\xff", None, b"[" * 99999]
)
def test_lines_without_a_record(line: bytes | None) -> None:
    assert record_of_item(line) is None


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "json": bytes,
    "json.gz": gzip.compress,
    "json.xz": lzma.compress,
    "json.bz2": bz2.compress,
}


@pytest.mark.parametrize("suffix", [*PACKERS, "zip"])
def test_snapshots_of_every_packing(tmp_path: Path, suffix: str) -> None:
    plain = write_snapshot(tmp_path / "plain.json").read_bytes()
    path = tmp_path / f"snapshot.{suffix}"
    if suffix == "zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("readme.txt", "about")
            archive.writestr("arxiv-metadata.json", plain)
    else:
        path.write_bytes(PACKERS[suffix](plain))
    assert build(path, tmp_path / "out.index").records == len(RECORDS)


def test_a_snapshot_packed_by_zstandard(tmp_path: Path) -> None:
    zstandard = pytest.importorskip("zstandard", reason="zstandard is not installed (the extra zst)")
    path = tmp_path / "snapshot.json.zst"
    path.write_bytes(zstandard.compress(write_snapshot(tmp_path / "plain.json").read_bytes()))
    assert build(path, tmp_path / "out.index").records == len(RECORDS)


def test_what_is_in_an_index(tmp_path: Path) -> None:
    with ArxivIndex(index_of(tmp_path)) as index:
        assert index.records == len(RECORDS)
        assert index.newest == "2023-02-07"
        assert index.by_ids(["2101.00001", "9999.99999"]).keys() == {"2101.00001"}
        assert [r.id for r in index.by_doi("https://doi.org/10.5555/LEDGER.1")] == ["2101.00001"]
        assert index.by_ids(["2101.00001"])["2101.00001"] == RECORDS[0]
        assert index.rarity("ledgers") < index.rarity("gradient") < index.rarity("nothing-like-it") + 1


MANY = [record(f"1801.{n:05d}", f"Ledger number {n}", "Ada Smith", "2018-01-01") for n in range(1, 400)]


def test_bad_lines_are_counted_and_cost_nothing_else(tmp_path: Path) -> None:
    path = write_snapshot(tmp_path / "s.json", MANY)
    path.write_bytes(b"{broken\n\n" + b"x" * (LONGEST_LINE + 10) + b"\n" + path.read_bytes() + b'{"id": "2101.1"}')
    built = build(path, tmp_path / "i")
    assert (built.records, built.unread) == (len(MANY), 3)


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = write_snapshot(tmp_path / "s.json", MANY)
    path.write_bytes(path.read_bytes() + b'{"id": "no"}\n' * 5)
    with pytest.raises(UnreadableInputError, match="5 of 404 lines"):
        build(path, tmp_path / "i")
    assert not (tmp_path / "i").exists()


def as_array(data: bytes) -> bytes:
    return b"[\n" + b",\n".join(data.splitlines()) + b"\n]\n"


def as_one_line(data: bytes) -> bytes:
    return b"[" + b", ".join(data.splitlines()) + b"]"


@pytest.mark.parametrize("shape", [as_array, as_one_line])
def test_arrays(tmp_path: Path, shape: Callable[[bytes], bytes]) -> None:
    data = shape(write_snapshot(tmp_path / "s.json", MANY).read_bytes())
    (tmp_path / "a.json").write_bytes(data)
    assert build(tmp_path / "a.json", tmp_path / "i").records == len(MANY)
    with ArxivIndex(tmp_path / "i") as index:
        assert index.by_ids(["1801.00399"])["1801.00399"].title == "Ledger number 399"


@pytest.mark.parametrize("shape", [bytes, as_array, as_one_line])
@pytest.mark.parametrize("cut", [5, 30, 200])
def test_a_snapshot_that_is_cut_is_refused(tmp_path: Path, shape: Callable[[bytes], bytes], cut: int) -> None:
    data = shape(write_snapshot(tmp_path / "s.json", MANY).read_bytes().rstrip())
    (tmp_path / "a.json").write_bytes(data[:-cut])
    with pytest.raises(UnreadableInputError, match="ends in the middle"):
        build(tmp_path / "a.json", tmp_path / "i")
    assert not (tmp_path / "i").exists()


def test_a_mistake_in_an_array_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = as_array(write_snapshot(tmp_path / "s.json", MANY).read_bytes()).replace(b'"Ledger number 7"', b"Ledger")
    (tmp_path / "a.json").write_bytes(data + b" " * 5000)
    monkeypatch.setattr("citekit.services.arxiv.snapshot.LONGEST_LINE", 2000)
    monkeypatch.setattr("citekit.services.arxiv.snapshot._PIECE", 1000)
    with pytest.raises(UnreadableInputError, match="not JSON after its record 6"):
        build(tmp_path / "a.json", tmp_path / "i")


KINDS = [
    {},
    {"title": "Plain words of sparse ledgers"},
    {"title": "Two parts: a subtitle (extended version)"},
    {"title": "Meta-learning with state-of-the-art ledgers. Part II"},
    {"title": "The of and"},
    {"title": "Na\u00efve ledgers at 5\u00d75 \u2014 \u03c9-categories"},
    {"title": "On {\\it ledgers} \\& queues~with <sub>2</sub> &amp; more"},
    {"title": "x" * 900},
    {"journal-ref": None, "doi": None, "comments": None},
    {"doi": "doi:10.5555/ABC.", "journal-ref": "  "},
    {"doi": "10.1002/(sici)1097<1::aid>3.0.co;2-#"},
    {
        "authors_parsed": [
            ["Atlas Collaboration", "", ""],
            ["van der Waals", "J. D.", ""],
            ["O'Neil", "\u00c9va", "Jr."],
        ]
    },
    {"authors_parsed": [["Li", "", ""], ["Smith  Jones", " Ann ", ""], ["Group", "Ann", ""], ["MD", "Smith", ""]]},
    {"authors_parsed": [[f"Family{chr(97 + n % 26)}{'x' * n}", "A.", ""] for n in range(50)]},
    {"versions": [], "date": "2010-01-02"},
    {"id": "hep-th/9901001"},
    {"id": "1501.0001"},
    {"id": "1501.00000"},
    {"title": 5},
    {"authors_parsed": [["Only"]]},
    {"abstract": None},
]


PRINTED = {
    "id": "1706.00001",
    "title": "Sorting of sparse ledgers",
    "authors": [
        "Tove Lindqvist", "J. D. van der Waals", "Evans, Ann", "R. Evans Jr.", "Dvo\u0159\u00e1k", "The ATLAS Collaboration",
        "Schwartz MD", "Li X.", "A. O'Neil", "Ann  Smith", "Ann Group-Smith", "Ben Mc Donald", "John Smith II",
    ],
    "date": "2017-06-01T00:00:00",
    "cat": "cs.DS",
}  # fmt: skip
KINDS += [
    PRINTED | change
    for change in (
        {},
        {"authors_full": False},
        {"authors": "A. Smith"},
        {"authors": [" "]},
        {"authors": []},
        {"date": ""},
    )
]


@pytest.mark.parametrize("change", KINDS)
@pytest.mark.parametrize("abstracts", [True, False])
def test_the_quick_way_and_the_careful_one_come_to_the_same(change: dict[str, Any], abstracts: bool) -> None:
    data = change if "cat" in change else {**DUMP, **change}
    quick, found = quick_row(data, abstracts), record_of(data)
    if quick:
        assert found
        columns, keys, words = prepared_record(found, abstracts)
        assert quick == (columns, keys, words)


def test_most_records_go_the_quick_way() -> None:
    assert sum(quick_row({**DUMP, **change}, False) is not None for change in KINDS) >= 13


def test_two_builds_of_one_index_do_not_meet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BATCH", "SEGMENT"):
        monkeypatch.setattr(building, name, 100)
    snapshot = write_snapshot(tmp_path / "s.json", MANY)
    script = "import sys; from pathlib import Path; from citekit.services.arxiv.build import build; build(*map(Path, sys.argv[1:]))"

    def another(lines: int, share: float) -> None:
        command = [sys.executable, "-c", script, str(snapshot), str(tmp_path / "i")]
        other = subprocess.run(command, check=False, capture_output=True, text=True)
        assert "is being built by another process" in other.stderr

    assert build(snapshot, tmp_path / "i", progress=another).records == len(MANY)


def test_a_record_twice_counts_once_and_the_last_one_stays(tmp_path: Path) -> None:
    again = record("2101.00001", "Sorting Sparse Ledgers, Revised", "Mira Okafor", "2021-01-04")
    with ArxivIndex(index_of(tmp_path, [*RECORDS, again])) as index:
        assert index.records == len(RECORDS)
        assert index.by_ids(["2101.00001"])["2101.00001"].title == again.title


@pytest.mark.parametrize("jobs", [1, 2])
def test_processes_change_nothing(tmp_path: Path, jobs: int) -> None:
    build(write_snapshot(tmp_path / "s.json"), tmp_path / f"{jobs}.index", jobs=jobs)
    with ArxivIndex(tmp_path / f"{jobs}.index") as index:
        found = index.candidates(title_of("sparse ledgers in linear time"), ())
        assert found[0].id == "2101.00001"


def test_damaged_snapshots_are_named(tmp_path: Path) -> None:
    whole = gzip.compress(write_snapshot(tmp_path / "s.json").read_bytes() * 50)
    cut = tmp_path / "cut.json.gz"
    cut.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(UnreadableInputError, match="damaged"):
        build(cut, tmp_path / "i")
    assert not (tmp_path / "i").exists()
    with pytest.raises(UnreadableInputError, match="cannot be read"):
        build(tmp_path / "none.json", tmp_path / "i")
    (tmp_path / "empty.json").write_bytes(b"\n")
    with pytest.raises(UnreadableInputError, match="no record"):
        build(tmp_path / "empty.json", tmp_path / "i")
    with pytest.raises(UsageError, match="not a directory"):
        build(tmp_path / "s.json", tmp_path / "nowhere" / "i")


@pytest.mark.parametrize("content", [b"", b"not a database", b"SQLite format 3\0" + b"\0" * 100])
def test_files_that_are_no_index(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "i"
    path.write_bytes(content)
    with pytest.raises(UnreadableInputError, match="index"):
        ArxivIndex(path)


@pytest.mark.parametrize(
    "schema",
    [
        (
            "drop table meta; create view meta as with recursive n(name, value) as (select 'layout', '1' union all select"
            " name, value from n) select * from n"
        ),
        "create trigger t after insert on record begin delete from record; end",
    ],
    ids=["view", "trigger"],
)
def test_an_index_whose_schema_does_something_is_refused(tmp_path: Path, schema: str) -> None:
    path = index_of(tmp_path)
    with closing(sqlite3.connect(path)) as base:
        base.executescript(schema)
    for reads in (lambda: ArxivIndex(path), lambda: update(path, since="2026-01-01")):
        with pytest.raises(UnreadableInputError, match="not an index of arXiv's records"):
            reads()


def test_the_schema_of_an_index_calls_no_functions(tmp_path: Path) -> None:
    with closing(connect(index_of(tmp_path))) as base:
        assert base.execute("pragma trusted_schema").fetchone() == (0,)


DAMAGES: dict[str, Callable[[bytearray, int], object]] = {
    "a byte changed": lambda data, at: data.__setitem__(at, data[at] ^ 0x20),
    "a bit flipped": lambda data, at: data.__setitem__(at, data[at] ^ 1),
    "a block of zeros": lambda data, at: data.__setitem__(slice(at, at + 512), bytes(len(data[at : at + 512]))),
    "a block of another place": lambda data, at: data.__setitem__(slice(at, at + 64), data[4096:4160]),
    "cut off": lambda data, at: data.__delitem__(slice(at, None)),
    "a piece lost": lambda data, at: data.__delitem__(slice(at, at + 100)),
    "something behind it": lambda data, _at: data.extend(b"x"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_index_is_refused(tmp_path: Path, damage: str) -> None:
    path = index_of(tmp_path)
    whole = path.read_bytes()
    for part in range(1, 20):
        data = bytearray(whole)
        DAMAGES[damage](data, len(whole) * part // 20)
        if data == whole:
            continue
        path.write_bytes(data)
        with pytest.raises(UnreadableInputError, match=r"damaged|not an index of arXiv's records"), ArxivIndex(path):
            pass
    path.write_bytes(whole)
    with ArxivIndex(path) as index:
        assert index.records == len(RECORDS)


def test_a_damaged_index_is_said_by_commands(tmp_path: Path, citekit: Callable[..., Answer]) -> None:
    path = index_of(tmp_path)
    data = bytearray(path.read_bytes())
    at = data.index(b"sparse")
    data[at : at + 6] = b"sparce"
    path.write_bytes(data)
    (tmp_path / "refs.bib").write_text("@misc{a, title={Sorting sparse ledgers}}\n")
    answer = citekit("enrich", tmp_path / "refs.bib", "--index", path)
    assert (answer.code, answer.out) == (2, "")
    assert f"{path} is damaged: its bytes are not those that were written" in answer.err


def test_an_index_that_an_update_was_killed_over_is_not_damaged(tmp_path: Path) -> None:
    path = index_of(tmp_path)
    with closing(connect(path, "rw")) as base:
        unseal(base)
        base.execute("insert into meta values ('x', 'y')")
    with ArxivIndex(path) as index:
        assert index.records == len(RECORDS)
    seal(path)
    with closing(connect(path)) as base:
        assert base.execute("pragma user_version").fetchone() == (SEALED,)
        assert base.execute("pragma integrity_check").fetchone() == ("ok",)


def test_an_unfinished_index_is_refused(tmp_path: Path) -> None:
    path = index_of(tmp_path)
    with sqlite3.connect(path) as base:
        base.execute("delete from meta where name = 'finished'")
    base.close()
    with pytest.raises(UnreadableInputError, match="not to the end"):
        ArxivIndex(path)


def test_an_interrupted_build_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BATCH", "SEGMENT"):
        monkeypatch.setattr(building, name, 3)
    snapshot = write_snapshot(tmp_path / "s.json")

    def stop(lines: int, share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(snapshot, tmp_path / "i", progress=stop)
    assert not (tmp_path / "i").exists()
    built = build(snapshot, tmp_path / "i")
    assert (built.records, built.resumed) == (len(RECORDS), 3)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["i", "s.json"]


def test_a_build_of_another_snapshot_begins_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    test_an_interrupted_build_goes_on(tmp_path, monkeypatch)
    (tmp_path / "i.part").write_bytes(b"rubbish")
    other = write_snapshot(tmp_path / "other.json", RECORDS[:2])
    assert build(other, tmp_path / "i").records == 2


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system has no SIGKILL")
def test_a_killed_build_loses_nothing_and_does_nothing_twice(tmp_path: Path) -> None:
    many = [record(f"1801.{n:05d}", f"Ledger number {n}", "Ada Smith", "2018-01-01") for n in range(1, 4000)]
    snapshot = write_snapshot(tmp_path / "s.json", many)
    script = (
        "import citekit.services.arxiv.build as b, sys, time\nfrom pathlib import Path\nb.BATCH = b.SEGMENT = 500\n"
        "b.build(Path(sys.argv[1]), Path(sys.argv[2]), progress=lambda n, s: (print(n, flush=True), time.sleep(0.2)))"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", script, str(snapshot), str(tmp_path / "i")], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout
    assert child.stdout.readline() == "500\n"
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    child.stdout.close()
    built = build(snapshot, tmp_path / "i")
    assert built.resumed >= 500
    assert built.records == len(many)
    with sqlite3.connect(tmp_path / "i") as base:
        assert base.execute("select count(*) from title_key").fetchone()[0] == len(many)
    base.close()


def test_the_command_builds_an_index(tmp_path: Path, citekit: Callable[..., Answer]) -> None:
    snapshot, out = write_snapshot(tmp_path / "s.json"), tmp_path / "arxiv.index"
    answer = citekit("index", "build", snapshot, "-o", out, "--jobs", 1)
    assert (answer.code, answer.out) == (0, "")
    assert f"{len(RECORDS)} records" in answer.err
    assert citekit("index", "build", snapshot, "-o", out).code == 2
    assert citekit("index", "build", snapshot, "-o", out, "-f", "-q", "--jobs", 1).err == ""
    assert citekit("index", "build", tmp_path / "none", "-o", tmp_path / "x").code == 2


# --- updates over OAI-PMH ------------------------------------------------------------------------------------------

QUICK = Limits(between=0, patience=2, busy=0.05)


def oai(*records: str, token: str = "") -> str:
    return (
        '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords>'
        + "".join(records)
        + (f"<resumptionToken>{token}</resumptionToken>" if token else "")
        + "</ListRecords></OAI-PMH>"
    )


def oai_record(record_id: str, title: str, family: str = "Lindqvist") -> str:
    return (
        f"<record><header><identifier>oai:arXiv.org:{record_id}</identifier></header><metadata>"
        f'<arXiv xmlns="http://arxiv.org/OAI/arXiv/"><id>{record_id}</id><created>2024-01-02</created>'
        f"<title>{title}</title><authors><author><keyname>{family}</keyname><forenames>Tove</forenames></author></authors>"
        "<categories>cs.DS cs.DB</categories><doi>10.5/x</doi></arXiv></metadata></record>"
    )


DUBLIN = """<record><header><identifier>oai:arXiv.org:2401.00009</identifier></header><metadata>
<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a b"><dc:title>Ledgers in Dublin</dc:title>
<dc:creator>Lindqvist, Tove</dc:creator><dc:creator>Dvo\u0159\u00e1k, S\u00e1ra</dc:creator><dc:description>We sort.</dc:description>
<dc:description>Comment: 12 pages</dc:description><dc:date>2024-01-05</dc:date><dc:date>2024-02-05</dc:date>
<dc:identifier>http://arxiv.org/abs/2401.00009</dc:identifier><dc:identifier>J. Synth. 3 (2024) 5</dc:identifier>
<dc:identifier>doi:10.5555/dublin</dc:identifier></oai_dc:dc></metadata></record>"""


def test_files_of_oai_pmh(tmp_path: Path) -> None:
    path = tmp_path / "harvest.xml"
    pages = [oai(oai_record(f"2401.{n:05d}", f"Ledger number {n}")) for n in range(1, 4)]
    path.write_text('<?xml version="1.0"?>' + "\n".join([*pages, oai(DUBLIN, GONE)]), encoding="utf-8")
    with pytest.raises(UnreadableInputError, match="1 of 5"):
        build(path, tmp_path / "i")
    path.write_text("\n".join([*pages, oai(DUBLIN)]), encoding="utf-8")
    assert build(path, tmp_path / "i").records == 4
    with ArxivIndex(tmp_path / "i") as index:
        found = index.by_ids(["2401.00009"])["2401.00009"]
        assert [str(name) for name in found.authors] == ["Tove Lindqvist", "S\u00e1ra Dvo\u0159\u00e1k"]
        assert (found.submitted, found.doi, found.journal) == ("2024-01-05", "10.5555/dublin", "J. Synth. 3 (2024) 5")
        assert found.comment == "12 pages"
        assert index.by_ids(["2401.00002"])["2401.00002"].title == "Ledger number 2"
    path.write_text("\n".join([*pages, oai(DUBLIN)])[:-80], encoding="utf-8")
    with pytest.raises(UnreadableInputError, match="ends in the middle"):
        build(path, tmp_path / "i2")


GONE = '<record><header status="deleted"><identifier>oai:arXiv.org:2204.00007</identifier></header></record>'


def answers(*bodies: str) -> list[Callable[[Handler], None]]:
    return [lambda handler, body=body: handler.give(body, kind="text/xml") for body in bodies]  # type: ignore[misc]


def assert_sealed(path: Path) -> None:
    with closing(connect(path)) as base:
        assert base.execute("pragma user_version").fetchone() == (SEALED,)
    assert not is_damaged(path)


def test_an_update_adds_changes_and_removes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = index_of(tmp_path)
    monkeypatch.setenv("CITEKIT_CACHE_DIR", str(tmp_path / "cache"))
    with running([]) as site:
        monkeypatch.setenv("CITEKIT_ARXIV_OAI", site.url)
        site.odd.extend(
            answers(
                oai(oai_record("2401.00001", "A brand new ledger"), GONE, token="a b&amp;c"),
                oai(oai_record("2101.00001", "Sorting Dense Ledgers", "Okafor")),
            )
        )
        updated = update(path, limits=QUICK)
    assert (updated.new, updated.changed, updated.gone) == (1, 1, 1)
    assert_sealed(path)
    with ArxivIndex(path) as index:
        assert index.records == len(RECORDS)
        assert index.titled(title_of("A brand new ledger"))[0].id == "2401.00001"
        assert index.candidates(title_of("dense ledgers sorting"), ())[0].title == "Sorting Dense Ledgers"
        assert index.titled(title_of(RECORDS[0].title)) == ()
        assert index.by_ids(["2204.00007"]) == {}
        assert index.harvested


def test_an_update_that_broke_off_goes_on_behind_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = index_of(tmp_path)
    monkeypatch.setenv("CITEKIT_CACHE_DIR", str(tmp_path / "cache"))
    with running([]) as site:
        monkeypatch.setenv("CITEKIT_ARXIV_OAI", site.url)
        site.odd.extend(answers(oai(oai_record("2401.00001", "One"), token="second"), "<html>down</html>", "<html>"))
        with pytest.raises(FeedError):
            update(path, limits=QUICK)
        assert_sealed(path)
        site.odd.extend(answers(oai(oai_record("2401.00002", "Two"))))
        assert update(path, limits=QUICK).new == 1
    assert_sealed(path)
    with ArxivIndex(path) as index:
        assert index.by_ids(["2401.00001", "2401.00002"]).keys() == {"2401.00001", "2401.00002"}


@pytest.mark.parametrize(
    "body",
    [
        '<OAI-PMH><error code="badResumptionToken">expired</error></OAI-PMH>',
        "<html><body>busy</body></html>",
        "<OAI-PMH><ListRecords>",
        '<!DOCTYPE x [<!ENTITY a "b">]><OAI-PMH/>',
    ],
)
def test_answers_that_are_no_page(body: str) -> None:
    with pytest.raises(FeedError):
        parse_page(body.encode())


def test_nothing_new_is_no_error() -> None:
    assert parse_page(b'<OAI-PMH><error code="noRecordsMatch"/></OAI-PMH>').records == ()


def test_the_shape_of_the_file(tmp_path: Path) -> None:
    """Tables, and no temporary file left beside the index."""
    path = index_of(tmp_path)
    with sqlite3.connect(path) as base:
        tables: set[Any] = {row[0] for row in base.execute("select name from sqlite_master where type = 'table'")}
    base.close()
    assert {"record", "title_key", "frequency", "meta", "posting"} <= tables
    assert not list(tmp_path.glob("*.part*"))


def test_what_has_more_of_the_words_comes_before_what_has_one(tmp_path: Path) -> None:
    """Of fifty records that share a word with the title only the few are named that share most."""
    records = [record(f"2101.{n:05d}", f"Ledgers of kind {n}", "Ada Smith", "2021-01-01") for n in range(1, 41)]
    records += [
        record(f"2102.{n:05d}", f"Sorting of ledgers by letter {n}", "Tove Lindqvist", "2021-02-01")
        for n in range(1, 11)
    ]
    with ArxivIndex(index_of(tmp_path, records)) as index:
        found = index.candidates(title_of("Sorting ledgers by letter"), (), most=5)
    assert [each.id[:4] for each in found] == ["2102"] * 5
