"""Catalogues: how services are asked, what their answers mean, and what is said of entries."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from catalogue_services import Item, Played

from citekit.catalogues.agencies import Agencies
from citekit.catalogues.record import Record, identifiers_of
from citekit.catalogues.service import AnswerError, Online, Question
from citekit.catalogues.services import crossref, datacite, dblp, openalex, pubmed, semantic_scholar
from citekit.catalogues.verify import Verification, Verifier
from citekit.cli.main import run
from citekit.fetch import Allowance, BudgetError, Client, FetchError
from citekit.formats.files import read_text
from citekit.works.work import Work

QUEUES: Item = {
    "DOI": "10.1000/182", "type": "journal-article", "title": ["Lazy Queues for Everyone"],
    "author": [{"family": "Doe", "given": "Jane"}, {"family": "Roe", "given": "Richard"}],
    "container-title": ["Journal of Patient Algorithms"], "short-container-title": ["J. Pat. Alg."],
    "issued": {"date-parts": [[2019, 3]]}, "published-print": {"date-parts": [[2020]]}, "volume": "7", "issue": "2",
    "page": "101-119",
}  # fmt: skip
HEAPS: Item = {
    "DOI": "10.1000/183", "type": "proceedings-article", "title": ["Heaps of Sand and Other Granular Structures"],
    "author": [{"family": "Poe", "given": "Paul"}], "container-title": ["Symposium on Grains"],
    "issued": {"date-parts": [[2011]]}, "page": "1-9",
    "updated-by": [{"DOI": "10.1000/184", "type": "correction"}, {"DOI": "10.1000/185", "type": "retraction"}],
}  # fmt: skip
THESIS: Item = {
    "id": "10.5000/t1", "type": "dois",
    "attributes": {
        "doi": "10.5000/t1", "titles": [{"title": "On Waiting in Line"}], "publisher": "University of Somewhere",
        "creators": [{"name": "Moe, Mary"}], "publicationYear": 2549, "types": {"resourceTypeGeneral": "Dissertation"},
    },
}  # fmt: skip
QUEUES_AGAIN: Item = {
    "id": "https://openalex.org/W1", "doi": "https://doi.org/10.1000/182", "title": "Lazy Queues for Everyone",
    "publication_year": 2020, "type": "article", "biblio": {"volume": "7", "issue": "2", "first_page": "101"},
    "authorships": [{"raw_author_name": "Jane Doe"}, {"raw_author_name": "Richard Roe"}],
    "locations": [{"landing_page_url": "https://arxiv.org/abs/1903.01234"}], "is_retracted": False,
}  # fmt: skip
STACKS: Item = {
    "info": {
        "authors": {"author": {"@pid": "1", "text": "Ann Noe 0002"}}, "title": "Eager Stacks &amp; Idle Trees.",
        "venue": "CoRR", "volume": "abs/2001.00001", "year": "2020", "type": "Informal and Other Publications",
        "key": "journals/corr/abs-2001-00001",
    }
}  # fmt: skip

ENTRY = """@article{{doe,
  author = {{{author}}}, title = {{{title}}}, journal = {{{journal}}}, year = {year}, volume = {volume},
  pages = {{{pages}}}, doi = {{{doi}}}
}}"""
RIGHT = {
    "author": "Doe, Jane and Roe, R.", "title": "Lazy queues for everyone", "journal": "J. Pat. Alg.", "year": "2020",
    "volume": "7", "pages": "101--119", "doi": "10.1000/182",
}  # fmt: skip


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Played:
    """Services that know four works, in place of the web."""
    answers = Played({"crossref": [QUEUES, HEAPS], "datacite": [THESIS], "openalex": [QUEUES_AGAIN], "dblp": [STACKS]})
    monkeypatch.setenv("CITEKIT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(Client, "get", lambda self, address, question=b"": answers.get(address, question))
    return answers


def entry(**changed: str) -> str:
    return ENTRY.format(**{**RIGHT, **changed})


def outcome(text: str) -> Verification:
    """What the services say of the one entry of a text."""
    works = read_text(text.encode(), "refs.bib")[2].works
    services = (crossref, datacite, dblp, openalex)
    return Verifier([Online(module.SERVICE) for module in services], Agencies()).verify(works)[0]


# --- answers as records ------------------------------------------------------------------------------------------------


def first(module: Any, answer: object) -> Record:
    records: list[Record] = module.SERVICE.read(json.dumps(answer).encode())
    return records[0]


def test_crossref() -> None:
    record = first(
        crossref, {"message": {"items": [{**QUEUES, "title": ["Lazy &amp;lt;i&amp;gt;Queues&amp;lt;/i&amp;gt;"]}]}}
    )
    assert record.work.title == "Lazy Queues"
    assert record.work.type == "article-journal"
    assert record.years == {2019, 2020}
    assert record.identifiers == {"doi:10.1000/182"}
    assert record.venues == ("J. Pat. Alg.",)


def test_the_gravest_notice_counts_and_corrections_do_not() -> None:
    assert first(crossref, {"message": HEAPS}).fate == "retracted"
    assert first(crossref, {"message": {**HEAPS, "updated-by": HEAPS["updated-by"][:1]}}).fate == ""


def test_a_preprint_names_its_published_version() -> None:
    relation = {"is-preprint-of": [{"id-type": "doi", "id": "10.1000/182"}]}
    preprint = {**QUEUES, "DOI": "10.1101/2019.01.01", "type": "posted-content", "relation": relation}
    assert first(crossref, {"message": preprint}).published == ("doi:10.1000/182",)


def test_datacite() -> None:
    record = first(datacite, {"data": THESIS})
    assert (record.work.type, str(record.work.author[0])) == ("thesis", "Mary Moe")
    assert record.years == {2549, 2006}
    arxiv = {"attributes": {"doi": "10.48550/arXiv.1903.01234", "titles": [{"title": "Lazy Queues"}]}}
    assert "arxiv:1903.01234" in first(datacite, {"data": [arxiv]}).identifiers


def test_openalex_joins_a_doi_and_an_arxiv_identifier() -> None:
    assert first(openalex, QUEUES_AGAIN).identifiers == {"doi:10.1000/182", "arxiv:1903.01234"}
    assert first(openalex, {"results": [{**QUEUES_AGAIN, "is_retracted": True}]}).fate == "retracted"


def test_dblp() -> None:
    record = first(dblp, {"result": {"hits": {"hit": [STACKS]}}})
    assert (record.work.title, str(record.work.author[0])) == ("Eager Stacks & Idle Trees", "Ann Noe")
    assert record.identifiers == {"arxiv:2001.00001"}
    assert dblp.SERVICE.read(b'{"result": {"query": "x", "hits": {"@total": "0"}}}') == []


def test_semantic_scholar_answers_in_order_with_nothing_for_what_it_does_not_know() -> None:
    paper = {"title": "Lazy Queues", "year": 2019, "externalIds": {"ArXiv": "1903.01234", "DOI": "10.1000/182"}}
    records = semantic_scholar.SERVICE.read(json.dumps([None, paper]).encode())
    assert [record.identifiers for record in records] == [{"doi:10.1000/182", "arxiv:1903.01234"}]


def test_pubmed() -> None:
    summary = {
        "uid": "77", "title": "[Queues in clinics.]", "authors": [{"name": "Doe JA"}, {"name": "Waiting Group"}],
        "pubdate": "2019 Mar 3", "source": "J Clin Wait", "articleids": [{"idtype": "doi", "value": "10.1000/9"}],
        "pubtype": ["Journal Article", "Retracted Publication"],
    }  # fmt: skip
    record = first(pubmed, {"result": {"uids": ["77"], "77": summary}})
    assert record.work.title == "Queues in clinics."
    assert [str(name) for name in record.work.author] == ["JA Doe", "Waiting Group"]
    assert (record.fate, record.identifiers) == ("retracted", {"pmid:77", "doi:10.1000/9"})


@pytest.mark.parametrize("module", [crossref, datacite, dblp, openalex, pubmed, semantic_scholar])
@pytest.mark.parametrize("body", [b"<!DOCTYPE html><html></html>", b"Too many requests", b'{"a": [', b""])
def test_what_is_no_answer_is_an_error_and_never_an_absence(module: Any, body: bytes) -> None:
    with pytest.raises(AnswerError):
        module.SERVICE.read(body)


@pytest.mark.parametrize("module", [crossref, datacite, dblp, openalex, pubmed, semantic_scholar])
@pytest.mark.parametrize("answer", [None, 1, [], {}, {"message": 3, "data": [3], "results": 1, "result": []}, [[None]]])
def test_answers_of_another_shape_hold_no_records(module: Any, answer: object) -> None:
    assert module.SERVICE.read(json.dumps(answer).encode()) == []


def test_a_record_is_kept_whole() -> None:
    record = first(crossref, {"message": HEAPS})
    assert Record.of_text(record.as_text()) == record


def test_identifiers_of_an_entry() -> None:
    work = Work(variables={"DOI": r"10.3892/ijo\_00000353"}, fields={"eprint": "1903.01234"})
    assert identifiers_of(work) == {"doi:10.3892/ijo_00000353", "arxiv:1903.01234"}
    assert identifiers_of(Work(variables={"DOI": "10.48550/arXiv.1903.01234"})) == {"arxiv:1903.01234"}


# --- asking ------------------------------------------------------------------------------------------------------------


def test_identifiers_are_asked_together_and_nothing_twice(played: Played) -> None:
    service = Online(crossref.SERVICE)
    found = service.by_identifiers(["doi:10.1000/182", "doi:10.1000/183", "doi:10.1000/999", "arxiv:1903.01234"])
    assert {name: record and record.work.title for name, record in found.items()} == {
        "doi:10.1000/182": "Lazy Queues for Everyone",
        "doi:10.1000/183": "Heaps of Sand and Other Granular Structures",
        "doi:10.1000/999": None,
    }
    assert len(played.asked) == 1
    service.close()
    again = Online(crossref.SERVICE)
    assert again.estimate(list(found), [])[0] == 0
    assert again.by_identifiers(["doi:10.1000/999", "doi:10.1000/182"])["doi:10.1000/999"] is None
    assert len(played.asked) == 1


def test_a_search_is_kept_as_well(played: Played) -> None:
    work = read_text(entry().encode(), "refs.bib")[2].works[0]
    assert [record.work.text("DOI") for record in Online(crossref.SERVICE).search(work)] == ["10.1000/182"]
    assert Online(crossref.SERVICE).estimate([], [work]) == (0, 0.0)
    Online(crossref.SERVICE).search(work)
    assert len(played.asked) == 1
    assert "Doe" in played.asked[0]


def test_the_question_of_an_entry() -> None:
    work = read_text(
        rb"@misc{a, author={{The CMS Group} and D{\"o}e, J. and Roe, R.}, title={{Lazy} $\omega$-Queues}}", "a.bib"
    )
    assert Question.of(work[2].works[0]) == Question("Lazy omega-Queues", ("Döe", "Roe"), None)


def test_a_service_that_fails_twice_is_left_alone(played: Played) -> None:
    played.broken = {"crossref"}
    service = Online(crossref.SERVICE)
    for number in range(4):
        with pytest.raises(FetchError):
            service.by_identifiers([f"doi:10.1000/{number}"])
    assert len(played.asked) == 2


def test_clients_share_an_allowance() -> None:
    allowance = Allowance(2)
    allowance.spend()
    allowance.spend()
    with pytest.raises(BudgetError):
        allowance.spend()
    assert allowance.sent == 2


# --- verdicts ----------------------------------------------------------------------------------------------------------


def test_verified(played: Played) -> None:
    assert outcome(entry()).state == "verified"
    assert len(played.asked) == 1


@pytest.mark.parametrize(
    ("field", "value", "theirs"),
    [
        ("year", "2013", "2019"),
        ("volume", "9", "7"),
        ("pages", "22--30", "101--119"),
        ("journal", "Transactions on Steam Engines", "Journal of Patient Algorithms"),
        ("title", "Lazy Forests for Everyone", "Lazy Queues for Everyone"),
        ("author", "Doe, Jane and Moe, Mary", "Doe, Jane and Roe, Richard"),
        ("author", "Poe, Jane and Roe, Richard", "Doe, Jane and Roe, Richard"),
    ],
)
def test_a_field_differs(played: Played, field: str, value: str, theirs: str) -> None:
    found = outcome(entry(**{field: value}))
    assert found.state == "differs"
    assert [(d.field, d.theirs) for d in found.differences] == [(field, theirs)]
    assert found.differences[0].who[0] == "Crossref"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("year", "2019"),
        ("pages", "101"),
        ("title", "Lazy Queus for Everyone"),
        ("title", "Lazy Queues for Everyone: A Survey"),
        ("author", "Doe, J. and others"),
        ("author", "Jane Doe and Rich Roe"),
        ("journal", "Journal of Patient Algorithms"),
    ],
)
def test_other_forms_are_no_differences(played: Played, field: str, value: str) -> None:
    assert outcome(entry(**{field: value})).state == "verified"


def test_two_catalogues_say_so(played: Played) -> None:
    assert outcome(entry(volume="9")).differences[0].who == ("Crossref", "OpenAlex")


def test_one_catalogue_takes_back_what_another_says(played: Played) -> None:
    played.items["openalex"] = [{**QUEUES_AGAIN, "biblio": {"volume": "9", "first_page": "101"}}]
    assert outcome(entry(volume="9")).state == "verified"


def test_the_identifier_of_another_work(played: Played) -> None:
    found = outcome(entry(doi="10.1000/183"))
    assert found.state == "another-work"
    assert [(name, record.work.title) for name, record in found.foreign] == [
        ("doi:10.1000/183", "Heaps of Sand and Other Granular Structures")
    ]
    assert found.record is not None
    assert found.record.work.text("DOI") == "10.1000/182"


def test_a_doi_that_does_not_exist(played: Played) -> None:
    found = outcome(entry(doi="10.1000/999"))
    assert [(d.field, d.ours, d.theirs) for d in found.differences] == [("doi", "10.1000/999", "10.1000/182")]


def test_retracted(played: Played) -> None:
    text = "@inproceedings{poe, author={Poe, Paul}, title={Heaps of Sand and Other Granular Structures}, year=2011}"
    assert outcome(text).fate == "retracted"


INVENTED = "@article{x, author={Doe, Jane and Roe, Richard}, title={Stacks that Wait for Nobody}, journal={J. Pat. Alg.}, year=2020}"


def test_not_found_names_the_catalogues_that_answered(played: Played) -> None:
    found = outcome(INVENTED)
    assert found.state == "not-found"
    assert set(found.asked) == {"Crossref", "DBLP", "OpenAlex", "DataCite"}


def test_a_silent_catalogue_is_no_absence(played: Played) -> None:
    played.broken = {"dblp"}
    found = outcome(INVENTED)
    assert (found.state, found.why) == ("unsure", "no answer from DBLP")


@pytest.mark.parametrize(
    "text",
    [
        "@book{x, author={Doe, Jane}, title={Everything about Lines}, publisher={Lines Press}, year=1998}",
        "@techreport{x, author={Doe, Jane}, title={Notes about Lines}, institution={Lines Lab}, year=2009}",
        "@article{x, author={Doe, Jane}, title={Вопросы очередей}, journal={Очереди}, year=2009}",
        "@article{x, author={Doe, Jane}, title={Queues of Yore}, journal={Journal of Lines}, year=1911}",
        "@inproceedings{x, author={Doe, Jane}, title={Queues at Noon}, booktitle={NIPS Workshop on Lines}, year=2011}",
        "@misc{x, author={{Lines Inc.}}, title={Introducing Lines}, howpublished={https://lines.example}, year=2022}",
    ],
)
def test_what_catalogues_seldom_know_is_not_said_to_be_missing(played: Played, text: str) -> None:
    assert outcome(text).state == "unsure"


# --- the command -------------------------------------------------------------------------------------------------------

Verify = Callable[..., tuple[int, str, str]]


@pytest.fixture
def verify(played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Verify:
    def command(text: str, *options: str) -> tuple[int, str, str]:
        file = tmp_path / "refs.bib"
        file.write_text(text, encoding="utf-8")
        code = run(["verify", str(file), "--services", "crossref,datacite,dblp,openalex", *options])
        said = capsys.readouterr()
        return code, said.out, said.err

    return command


def test_verify_says_what_is_wrong_and_where(verify: Verify) -> None:
    code, out, err = verify(entry(year="2013", doi="10.1000/183"))
    assert code == 1
    assert "DOI:10.1000/183 is another work: “Heaps of Sand and Other Granular Structures” (Crossref)" in out
    assert "the entry fits DOI:10.1000/182" in out
    assert "1 entry: 0 verified, 1 with another work’s identifier" in err


def test_verify_is_content(verify: Verify) -> None:
    assert verify(entry())[:2] == (0, "")
    assert "doe: verified (Crossref)" in verify(entry(), "-v")[2]


def test_not_found_alone_does_not_fail(verify: Verify) -> None:
    code, out, _ = verify(INVENTED)
    assert code == 0
    assert "not found in Crossref" in out
    assert "invent" not in out


def test_verify_writes_sarif(verify: Verify) -> None:
    _, out, _ = verify(entry(volume="9"), "--to", "sarif")
    result = json.loads(out)["runs"][0]["results"][0]
    assert result["ruleId"] == "catalogue-differs"
    assert result["fixes"]


def test_verify_puts_in_what_two_catalogues_agree_on(verify: Verify, tmp_path: Path) -> None:
    verify(entry(volume="9"), "--fix")
    assert "volume = 7" in (tmp_path / "refs.bib").read_text(encoding="utf-8")


def test_an_unknown_service(verify: Verify) -> None:
    code, _, err = verify(entry(), "--services", "crossreff")
    assert code == 2
    assert "crossref" in err
