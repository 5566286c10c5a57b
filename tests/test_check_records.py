"""Rules that need more than the files: records of arXiv, lists of retractions, links, a citation style."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from arxiv_records import index_of, record, write_snapshot
from conftest import Answer

from citekit.commands.check import check_files
from citekit.csl.printed import PrintedVariables
from citekit.lint.finding import Finding
from citekit.lint.records.external_data import Retractions
from citekit.model.arxiv_paper import ArxivPaper
from citekit.runtime import links
from citekit.runtime.config import CheckSettings
from citekit.runtime.errors import UnreadableInputError, UsageError
from citekit.runtime.http import Client, FetchError
from citekit.services.arxiv.index_lookup import known

RECORDS = [
    record("2101.00001", "Sorting Sparse Ledgers in Linear Time", "Mira Okafor; Tove Lindqvist", "2021-01-04",
           doi="10.5555/ledger.1", journal="J. Synth. Syst. 14 (2021) 101"),
    record("1801.00002", "Deep Queues", "Yuki Amari; Sára Dvořák", "2018-01-04", journal="Nature 1 (2018) 2"),
    record("2204.00007", "Learning to Compile by Watching Compilers", "Anna Bianchi", "2022-04-04",
           comment="Accepted at ICLR 2023"),
    record("2205.00008", "Compilers That Watch Themselves at Night", "Anna Bianchi", "2022-05-04", comment="CVPR 2022 (oral)"),
    record("2206.00009", "Compilers That Sleep Through Most of the Day", "Anna Bianchi", "2022-06-04",
           comment="Accepted at the ICML 2022 Workshop on Compilers"),
    record("2010.00008", "On the stability of frozen ledgers", "Tove Lindqvist", "2020-10-10",
           comment="This paper has been withdrawn by the author"),
    record("2011.00009", "On the stability of thawed ledgers", "Tove Lindqvist", "2020-11-10",
           comment="This paper supersedes arXiv:2010.00008, which was withdrawn"),
    record("1906.00003", "Bounded archives for surveys of heavy rain", "Yuki Amari; Sára Dvořák", "2019-06-01"),
    record("1907.00003", "Unbounded archives of heavier rain", "", "2019-07-01"),
]  # fmt: skip


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def index(tmp_path: Path) -> str:
    return str(index_of(tmp_path, RECORDS))


def found(text: str, rule: str, **settings: object) -> list[Finding]:
    Path("a.bib").write_text(text, encoding="utf-8")
    chosen = CheckSettings(select=(rule,), **settings)  # type: ignore[arg-type]
    return list(check_files([Path("a.bib")], chosen).report.diagnostics)


def preprint(title: str, authors: str, **fields: object) -> str:
    more = "".join(f", {name} = {{{value}}}" for name, value in fields.items())
    return f"@misc{{key, title = {{{title}}}, author = {{{authors}}}{more}}}\n"


LEDGERS = "Sorting Sparse Ledgers in Linear Time", "Mira Okafor and Tove Lindqvist"


# Superseded preprints


def test_a_preprint_is_superseded_by_identifier_or_by_title_and_author(index: str) -> None:
    for text in (
        preprint(*LEDGERS, year=2021, eprint="2101.00001", archiveprefix="arXiv"),
        preprint(*LEDGERS, year=2021, howpublished="arXiv preprint"),
        preprint(
            "Sorting sparse ledgers", "Okafor, M. and others", year=2021, journal="arXiv preprint arXiv:2101.00001"
        ),
    ):
        (one,) = found(text, "superseded-preprint", records=index)
        assert "J. Synth. Syst. 14 (2021) 101" in one.message
        assert one.fix
        assert not one.fix.safe


@pytest.mark.parametrize(
    "text",
    [
        preprint("Deep Queues", "Ada Byron and Carl Gauss", year=2018, howpublished="arXiv"),
        preprint("Deep Queues", "", year=2018, howpublished="arXiv"),
        preprint(*LEDGERS, year=2021, eprint="2101.00001", journal="Journal of Synthetic Systems"),
        preprint(*LEDGERS, year=2021, eprint="2101.00001", doi="10.5555/ledger.1"),
        preprint(*LEDGERS, year=2021, eprint="2101.00001", note="To appear in the Journal of Synthetic Systems"),
        preprint("Compilers That Sleep Through Most of the Day", "Anna Bianchi", year=2022, eprint="2206.00009"),
        preprint("On the stability of frozen ledgers", "Tove Lindqvist", year=2020, eprint="2010.00008"),
    ],
    ids=["other people", "no people", "a journal", "a DOI", "to appear", "a workshop", "withdrawn"],
)
def test_other_works_and_published_entries_are_left_alone(text: str, index: str) -> None:
    assert found(text, "superseded-preprint", records=index) == []


@pytest.mark.parametrize(
    ("title", "eprint", "where"),
    [
        ("Learning to Compile by Watching Compilers", "2204.00007", "ICLR 2023"),
        ("Compilers That Watch Themselves at Night", "2205.00008", "CVPR 2022"),
    ],
)
def test_comments_of_records_say_where_a_paper_appeared(title: str, eprint: str, where: str, index: str) -> None:
    (one,) = found(preprint(title, "Anna Bianchi", year=2022, eprint=eprint), "superseded-preprint", records=index)
    assert where in one.message
    assert one.fix is None


def test_the_fix_adds_the_doi_and_is_not_wanted_twice(index: str, citekit: Callable[..., Answer]) -> None:
    title, authors = LEDGERS
    text = f"@misc{{key,\n  title = {{{title}}},\n  author = {{{authors}}},\n  eprint = {{2101.00001}}\n}}\n"
    Path("a.bib").write_text(text, encoding="utf-8")
    arguments = ("check", "a.bib", "--records", index, "--select", "superseded-preprint")
    citekit(*arguments, "--fix", "--unsafe-fixes")
    assert "  eprint = {2101.00001},\n  doi = {10.5555/ledger.1}\n}" in Path("a.bib").read_text()
    assert citekit(*arguments).code == 0


# Identifiers, titles, authors


def test_an_identifier_of_another_work_is_found_and_the_right_one_named(index: str) -> None:
    (one,) = found(preprint(*LEDGERS, year=2021, eprint="1906.00003"), "identifier-of-other-work", records=index)
    assert "Bounded archives" in one.message
    assert "2101.00001" in one.hint
    assert one.source.text[one.span.start : one.span.end] == "{1906.00003}"


def test_a_doi_of_another_work_is_found(index: str) -> None:
    text = preprint("Patient heaps of dry sand", "Ada Byron", year=2021, doi="10.5555/ledger.1")
    (one,) = found(text, "identifier-of-other-work", records=index)
    assert "DOI" in one.message


@pytest.mark.parametrize(
    "text",
    [
        preprint("Ledgers, sparse and sorted", "Mira Okafor and Tove Lindqvist", year=2022, eprint="2101.00001"),
        preprint("Sorting Sparse Ledgers in Linear Time", "M. Ok", year=2021, eprint="2101.00001"),
        preprint(
            *LEDGERS, year=2021, note="Compare the longer discussion of these matters in arXiv:1906.00003, section 4"
        ),
    ],
    ids=["renamed", "same title", "a note on another paper"],
)
def test_what_may_be_right_is_no_identifier_of_another_work(text: str, index: str) -> None:
    assert found(text, "identifier-of-other-work", records=index) == []


def test_only_an_index_that_is_complete_knows_what_arxiv_has_not(index: str, tmp_path: Path) -> None:
    text = preprint(*LEDGERS, year=2021, eprint="2101.09999")
    few = str(write_snapshot(tmp_path / "few.jsonl", RECORDS))
    (one,) = found(text, "identifier-of-other-work", records=index)
    assert one.message == "arXiv has no paper 2101.09999"
    assert "2101.00001" in one.hint
    assert found(text, "identifier-of-other-work", records=few) == []


def test_titles_and_authors_of_preprints_are_compared(index: str) -> None:
    title, authors = LEDGERS
    texts = {
        preprint(f"{title} and Space", authors, eprint="2101.00001"): f"the title of arXiv:2101.00001 is “{title}”",
        preprint(title, f"{authors} and Ada Byron", eprint="2101.00001"): "arXiv:2101.00001 does not have Ada Byron",
        preprint(title, "Mira Okafor", eprint="2101.00001"): "arXiv:2101.00001 also has Tove Lindqvist",
    }
    for text, message in texts.items():
        assert [one.message for one in found(text, "metadata-differs", records=index)] == [message]


@pytest.mark.parametrize(
    "text",
    [
        preprint(
            "Sorting {S}parse ledgers in linear time", "Lindqvist, T. and Okafor, M.", year=2021, eprint="2101.00001"
        ),
        preprint("Sorting Sparse Ledgers in Linear Time", "Okafor, Mira and others", year=2021, eprint="2101.00001"),
        preprint("Sorting Dense Ledgers", "Ada Byron", year=2021, eprint="2101.00001", journal="J. Queues"),
        preprint("Unbounded archives of heavier rain", "Ada Byron", year=2019, eprint="1907.00003"),
    ],
    ids=["other forms", "cut short", "published", "a record without authors"],
)
def test_forms_of_one_title_and_short_lists_do_not_differ(text: str, index: str) -> None:
    assert found(text, "metadata-differs", records=index) == []


@pytest.mark.parametrize(("year", "differs"), [(2021, False), (2022, False), (2012, True)])
def test_the_year_of_a_printed_paper_is_compared_by_its_doi(year: int, differs: bool, index: str) -> None:
    text = preprint(*LEDGERS, year=year, journal="J. Synth. Syst.", doi="10.5555/ledger.1")
    assert bool(found(text, "metadata-differs", records=index)) is differs


def test_works_without_a_record_are_found_only_where_they_should_have_one(index: str) -> None:
    invented = preprint("A paper that nobody has ever written", "Ada Byron", year=2021, howpublished="arXiv")
    on_arxiv = preprint("A paper that nobody has ever written", "Ada Byron", year=2021, journal="arXiv preprint")
    assert len(found(on_arxiv, "work-not-found", records=index)) == 1
    assert found(invented, "work-not-found", records=index) == []
    everything = {"work-not-found": {"all-entries": True}}
    assert len(found(invented, "work-not-found", records=index, rules=everything)) == 1
    assert found(preprint(*LEDGERS, year=2021, journal="CoRR"), "work-not-found", records=index) == []


# Retractions


def test_withdrawn_papers_are_told_from_those_that_replace_them(index: str) -> None:
    gone = preprint("On the stability of frozen ledgers", "Tove Lindqvist", year=2020, eprint="2010.00008")
    there = preprint("On the stability of thawed ledgers", "Tove Lindqvist", year=2020, eprint="2011.00009")
    (one,) = found(gone, "retracted-work", records=index)
    assert "withdrawn by the author" in one.message
    assert found(there, "retracted-work", records=index) == []


@pytest.mark.parametrize(
    ("abstract", "withdrawn"),
    [
        ("This paper has been withdrawn by the author due to a sign error.", True),
        ("We study plates that are withdrawn from a pool of liquid.", False),
    ],
)
def test_the_abstract_may_say_that_a_paper_was_withdrawn(abstract: str, withdrawn: bool) -> None:
    assert ArxivPaper("2101.00001", "Plates", abstract=abstract).withdrawn is withdrawn


HEAD = "Record ID,Title,RetractionDate,RetractionDOI,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature\n"


def retractions(*rows: str) -> str:
    Path("retractions.csv").write_text(HEAD + "".join(f"{row}\n" for row in rows), encoding="utf-8-sig")
    return "retractions.csv"


def test_retractions_are_found_by_doi_and_pubmed_number() -> None:
    path = retractions(
        '1,"Lazy, Queues",3/18/2024 0:00,10.1000/r1,10.1000/ABC,0,Retraction',
        "2,Heaps,1/2/2023 0:00,,unavailable,12345,Expression of concern",
        "3,Trees,1/2/2023 0:00,,10.1000/tree,0,Correction",
        "4,Back,1/2/2021 0:00,,10.1000/back,0,Retraction",
        "5,Back,1/2/2023 0:00,,10.1000/back,0,Reinstatement",
    )
    entries = {
        "@article{a, title = {Lazy, Queues}, doi = {https://doi.org/10.1000/abc}}": "retracted (3/18/2024): https://doi.org/10.1000/r1",
        "@article{b, title = {Heaps}, pmid = 12345}": "under an expression of concern (1/2/2023)",
        "@article{c, title = {Trees}, doi = {10.1000/tree}}": "",
        "@article{d, title = {Back}, doi = {10.1000/back}}": "",
        "@article{e, title = {RETRACTED: Lazy, Queues}, doi = {10.1000/abc}}": "",
    }
    for text, message in entries.items():
        said = [one.message for one in found(text, "retracted-work", retractions=path)]
        assert said == ([f"this work is {message}"] if message else [])


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ("author = {Jane Doe}", True),
        ("author = {J. Doe and others}", True),
        ("author = {Ada Byron}", False),
        ("author = {Jane Doe}, doi = {10.1000/other}", False),
    ],
    ids=["its author", "initials", "another author", "another DOI"],
)
def test_without_an_identifier_title_and_author_tell_a_retraction(fields: str, told: bool) -> None:
    Path("retractions.csv").write_text(
        "Title,Author,OriginalPaperDOI,RetractionNature\n"
        "Lazy queues for everyone and nobody,Jane Doe; Richard Roe,10.1000/182,Retraction\n",
        encoding="utf-8",
    )
    text = f"@article{{a, title = {{Lazy Queues for Everyone and Nobody}}, {fields}}}\n"
    assert bool(found(text, "retracted-work", retractions="retractions.csv")) is told


def test_a_damaged_index_is_said(index: str, citekit: Callable[..., Answer]) -> None:
    path = Path(index)
    data = bytearray(path.read_bytes())
    data[5000:] = b"\x07" * (len(data) - 5000)
    path.write_bytes(bytes(data))
    Path("a.bib").write_text(preprint(*LEDGERS, year=2021, eprint="2101.00001"), encoding="utf-8")
    answer = citekit("check", "a.bib", "--records", index)
    assert answer.code == 2
    assert "arxiv.index" in answer.err
    assert "internal error" not in answer.err


@pytest.mark.parametrize("content", ["a,b\n1,2\n", "", "\x00\x01", '"' * 5])
def test_a_file_that_is_no_list_of_retractions_is_refused(content: str) -> None:
    Path("odd.csv").write_text(content, encoding="utf-8")
    with pytest.raises(UnreadableInputError, match=r"odd\.csv"):
        Retractions.read(Path("odd.csv"))


# What is given and what is not


def test_rules_without_what_they_need_are_left_out_or_refused(citekit: Callable[..., Answer]) -> None:
    Path("a.bib").write_text(preprint(*LEDGERS, year=2021, eprint="2101.00001"), encoding="utf-8")
    assert "has been published" not in citekit("check", "a.bib", "--select", "all").out
    answer = citekit("check", "a.bib", "--select", "superseded-preprint")
    assert answer.code == 2
    assert "give --records" in answer.err


def test_records_may_be_a_small_file_and_not_any_file(tmp_path: Path, citekit: Callable[..., Answer]) -> None:
    write_snapshot(tmp_path / "records.jsonl", RECORDS)
    Path("citekit.toml").write_text('[check]\nrecords = "records.jsonl"\n')
    Path("a.bib").write_text(preprint(*LEDGERS, year=2021, eprint="2101.00001"), encoding="utf-8")
    assert "catalogue-published" in citekit("check", "a.bib").out
    for name in ("nowhere.jsonl", "a.bib"):
        answer = citekit("check", "a.bib", "--records", name)
        assert answer.code == 2
        assert name in answer.err
    Path("citekit.toml").write_text('[check]\nrecord = "records.jsonl"\n')
    assert "did you mean 'records'?" in citekit("check", "a.bib").err


def test_a_large_file_of_records_wants_an_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_snapshot(tmp_path / "records.jsonl", RECORDS)
    monkeypatch.setattr("citekit.services.arxiv.index_lookup.LARGEST_FILE", 10)
    with pytest.raises(UsageError, match="too large"), known(path):
        pass


def test_kept_results_are_not_used_when_records_change(tmp_path: Path, citekit: Callable[..., Answer]) -> None:
    path = write_snapshot(tmp_path / "records.jsonl", RECORDS[1:])
    Path("a.bib").write_text(preprint(*LEDGERS, year=2021, eprint="2101.00001"), encoding="utf-8")
    arguments = ("check", "a.bib", "--records", path, "--cache", "kept")
    assert "catalogue-published" not in citekit(*arguments).out
    write_snapshot(path, RECORDS)
    assert "catalogue-published" in citekit(*arguments).out


# Links


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """What servers answer, by address; 0 for a host that does not exist. No server is asked."""
    answers: dict[str, int] = {}

    def status(self: object, address: str, method: str, follow: bool) -> int:
        if not answers[address]:
            raise FetchError("no such host", "")
        return answers[address]

    monkeypatch.setattr(Client, "status", status)
    monkeypatch.setattr(links, "_has_address", lambda host: not host.startswith("nowhere"))
    monkeypatch.setattr(links, "is_private", lambda host: host == "localhost")
    return answers


def test_dead_links_are_told_and_doubtful_ones_are_not(web: dict[str, int]) -> None:
    web |= {
        "https://example.org/gone": 404,
        "https://example.org/there": 200,
        "https://example.org/refuses_me": 403,
        "https://nowhere.example/": 0,
        "https://doi.org/10.1000/182": 404,
    }
    text = "".join(
        f"@misc{{k{number}, title = {{T}}, {field}}}\n"
        for number, field in enumerate(
            (
                "url = {https://example.org/gone}",
                "url = {https://example.org/there}",
                r"howpublished = {\url{https://example.org/refuses\_me}}",
                "url = {https://nowhere.example/}",
                "doi = {10.1000/182}",
                "url = {http://localhost/secret}",
                "url = {ftp://example.org/}",
            )
        )
    )
    assert [one.key for one in found(text, "dead-link", online=True)] == ["k0", "k3", "k4"]


def test_without_a_network_no_link_is_dead(web: dict[str, int]) -> None:
    web["https://nowhere.example/"] = 0
    assert found("@misc{a, title = {T}, url = {https://nowhere.example/}}", "dead-link", online=True) == []


# What styles print


def test_what_a_style_prints_depends_on_the_type() -> None:
    printed = PrintedVariables("apa")
    assert {"title", "author", "container-title", "volume", "page", "DOI"} <= printed("article-journal")
    assert "publisher" not in printed("article-journal")
    assert "publisher" in printed("book")
    assert "ISSN" not in printed("article-journal")


def test_fields_that_a_style_drops_are_told_once_for_a_type() -> None:
    entry = (
        "@article{%s, title = {T}, author = {J. Doe}, journal = {Q}, year = 2020, issn = {0018-9219}, abstract = {A}}\n"
    )
    (one,) = found(entry.replace("KEY", "a") + entry.replace("KEY", "b"), "dropped-by-style", style="apa")
    assert one.message == "apa never prints issn of this article (and of 1 more)"
    with pytest.raises(UsageError, match="no style"):
        found(entry, "dropped-by-style", style="appa")
