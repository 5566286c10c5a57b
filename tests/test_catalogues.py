"""Catalogues: how services are asked, what their answers mean, and what is said of entries."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import requests
from catalogue_services import Item, Played

from citekit.cli.main import run
from citekit.formats.files import read_text
from citekit.model.work import Work
from citekit.runtime.http import (
    BudgetError,
    Client,
    FetchError,
    FetchResult,
    NotUnderstoodError,
    RequestBudget,
    TimedOutError,
)
from citekit.services.clients import crossref, datacite, dblp, openalex, pubmed, semantic_scholar
from citekit.services.lookup import Catalogues
from citekit.services.record import ServiceRecord, identifiers_of
from citekit.services.service import Agencies, AnswerError, Online, SearchQuery
from citekit.services.verify import Verification, Verifier

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

QUEUES_THIRD: Item = {
    "info": {
        "authors": {"author": [{"text": "Jane Doe"}, {"text": "Richard Roe"}]}, "title": "Lazy Queues for Everyone.",
        "venue": "J. Patient Algorithms", "volume": "7", "year": "2020", "pages": "101-119", "type": "Journal Articles",
        "key": "journals/jpa/DoeR20",
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


def first(module: Any, answer: object) -> ServiceRecord:
    records: list[ServiceRecord] = module.SERVICE.read(json.dumps(answer).encode())
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
@pytest.mark.parametrize(
    "answer",
    [
        None, 1, {}, {"error": "Invalid query"}, {"message": 3, "data": 3, "results": 1, "result": []},
        {"status": "failed", "message": {"name": "timeout"}, "errors": [{"status": "500"}]},
        {"message": {"items": None}, "data": None, "results": None, "result": {"hits": None, "uids": None}},
        {"result": {"status": {"@code": "500", "text": "Internal error"}, "hits": {}}},
    ],
)  # fmt: skip
def test_an_answer_that_is_no_list_of_records_is_an_error_whatever_its_status(module: Any, answer: object) -> None:
    with pytest.raises(AnswerError):
        module.SERVICE.read(json.dumps(answer).encode())


@pytest.mark.parametrize(
    ("module", "answer"),
    [
        (crossref, {"status": "ok", "message": {"items": []}}),
        (datacite, {"data": []}),
        (dblp, {"result": {"status": {"@code": "200"}, "hits": {"@total": "0"}}}),
        (openalex, {"results": []}),
        (pubmed, {"result": {"uids": []}}),
        (pubmed, {"result": {"uids": ["7"], "7": {"uid": "7", "error": "cannot get document summary"}}}),
        (semantic_scholar, [None]),
        (semantic_scholar, {"total": 0, "offset": 0}),
    ],
)
def test_a_proper_negative_answer_holds_no_records(module: Any, answer: object) -> None:
    assert module.SERVICE.read(json.dumps(answer).encode()) == []


def test_pubmed_searches_end_in_numbers_or_an_error() -> None:
    assert pubmed.SERVICE.then(b'{"esearchresult": {"idlist": []}}') is None
    for wrong in (
        b'{"esearchresult": {"ERROR": "Search Backend failed"}}',
        b"{}",
        b'{"esearchresult": {"idlist": null}}',
    ):
        with pytest.raises(AnswerError):
            pubmed.SERVICE.then(wrong)


def test_a_record_is_kept_whole() -> None:
    record = first(crossref, {"message": HEAPS})
    assert ServiceRecord.of_text(record.as_text()) == record


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
    assert SearchQuery.of(work[2].works[0]) == SearchQuery("Lazy omega-Queues", ("Döe", "Roe"), None)


def test_a_service_that_fails_three_times_is_left_alone(played: Played) -> None:
    played.broken = {"crossref"}
    service = Online(crossref.SERVICE)
    asked = [f"doi:10.1000/{number}" for number in range(5)]
    for identifier in asked:
        assert service.by_identifiers([identifier]) == {}
    assert len(played.asked) == 3
    assert service.unanswered == set(asked)
    assert service.silence == "crossref is busy"


@pytest.mark.parametrize("error", [TimedOutError, BudgetError])
def test_a_service_that_hangs_is_not_asked_again(
    played: Played, monkeypatch: pytest.MonkeyPatch, error: type[FetchError]
) -> None:
    asked = []

    def hang(self: Client, address: str, question: bytes = b"") -> FetchResult:
        asked.append(address)
        raise error("api.crossref.org sent nothing for 10 s")

    monkeypatch.setattr(Client, "get", hang)
    service = Online(crossref.SERVICE)
    service.by_identifiers(["doi:10.1000/1"])
    service.by_identifiers(["doi:10.1000/2"])
    assert len(asked) == 1
    assert crossref.SERVICE.limits.read == 10.0


def test_a_refused_identifier_hides_no_others(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = Client.get

    def refuse(self: Client, address: str, question: bytes = b"") -> FetchResult:
        if "10.1000%2F1%3C" in address or "10.1000/1%3C" in address:
            raise NotUnderstoodError(f"{address} is refused")
        return answer(self, address, question)

    monkeypatch.setattr(Client, "get", refuse)
    service = Online(crossref.SERVICE)
    found = service.by_identifiers(["doi:10.1000/182", "doi:10.1000/1<2", "doi:10.1000/183", "doi:10.1000/999"])
    assert {name: record is not None for name, record in found.items()} == {
        "doi:10.1000/182": True, "doi:10.1000/183": True, "doi:10.1000/999": False,
    }  # fmt: skip
    assert service.unanswered == {"doi:10.1000/1<2"}


@pytest.mark.parametrize("module", [crossref, datacite, openalex])
def test_a_doi_with_a_comma_is_asked_for_alone(played: Played, module: Any) -> None:
    Online(module.SERVICE).by_identifiers(["doi:10.1000/182", "doi:10.1000/18,part2", "doi:10.1000/183"])
    assert len(played.asked) == 2
    assert "part2" not in played.asked[0]
    assert "10.1000%2F18%2Cpart2" in played.asked[1]


def test_clients_share_an_allowance() -> None:
    allowance = RequestBudget(2)
    allowance.spend()
    allowance.spend()
    with pytest.raises(BudgetError):
        allowance.spend()
    assert allowance.sent == 2


# --- verdicts ----------------------------------------------------------------------------------------------------------


def test_verified(played: Played) -> None:
    assert outcome(entry()).state == "verified"
    assert len(played.asked) == 2  # OpenAlex may know of a retraction


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
    assert set(found.queried) == {"Crossref", "DBLP", "OpenAlex", "DataCite"}


def test_a_silent_catalogue_is_no_absence(played: Played) -> None:
    played.broken = {"dblp"}
    found = outcome(INVENTED)
    assert (found.state, found.why) == ("unsure", "no response from DBLP")


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


def test_verify_writes_sarif(verify: Verify, played: Played) -> None:
    played.items["dblp"] = [QUEUES_THIRD]
    _, out, _ = verify(entry(volume="9"), "--to", "sarif")
    result = json.loads(out)["runs"][0]["results"][0]
    assert result["ruleId"] == "catalogue-differs"
    assert result["fixes"]


def test_verify_puts_in_what_two_origins_agree_on_and_prints_it(verify: Verify, played: Played, tmp_path: Path) -> None:
    played.items["dblp"] = [QUEUES_THIRD]
    _, _, err = verify(entry(volume="9"), "--fix")
    assert "volume = 7" in (tmp_path / "refs.bib").read_text(encoding="utf-8")
    assert "volume: “9” -> “7”" in err


def test_openalex_copies_crossref_and_is_no_second_witness(verify: Verify, tmp_path: Path) -> None:
    _, out, _ = verify(entry(volume="9"), "--fix")
    assert "“7” in Crossref and OpenAlex" in out
    assert (tmp_path / "refs.bib").read_text(encoding="utf-8") == entry(volume="9")


@pytest.mark.parametrize(
    ("field", "ours", "theirs"),
    [
        ("author", "Doe, Jane and Roe, Richard and Moe, Mary", {"author": [{"family": "Doe", "given": "J."}]}),
        ("author", "Doe, Jane and Poe, Richard", {"author": [{"family": "Doe", "given": "J."}]}),
        ("journal", "Annals of Patience", {"container-title": ["J. Pat. Alg."]}),
        ("title", "Lazy Queues for Everyone and Nobody", {}),
        ("pages", "22--30", {"page": "101"}),
    ],
)
def test_fix_puts_in_nothing_that_is_less(
    verify: Verify, played: Played, tmp_path: Path, field: str, ours: str, theirs: Item
) -> None:
    played.items["crossref"] = [{**QUEUES, "short-container-title": [], **theirs}]
    less = {"authors": {"author": [{"text": "J. Doe"}]}, "venue": "J. Pat. Alg.", "pages": "101"}
    info = {**QUEUES_THIRD["info"], **(less if theirs else {})}
    played.items["dblp"] = [{"info": info}]
    played.items["openalex"] = []
    before = entry(**{field: ours})
    verify(before, "--fix")
    assert (tmp_path / "refs.bib").read_text(encoding="utf-8") == before


def test_fix_takes_people_out_where_origins_agree_and_keeps_full_names(
    verify: Verify, played: Played, tmp_path: Path
) -> None:
    played.items["crossref"] = [
        {**QUEUES, "author": [{"family": "Doe", "given": "J."}, {"family": "Roe", "given": "R."}]}
    ]
    played.items["dblp"], played.items["openalex"] = [QUEUES_THIRD], []
    verify(entry(author="Doe, Jane Ann and Roe, R. and An, Bo"), "--fix")
    assert "author = {Doe, Jane Ann and Roe, Richard}" in (tmp_path / "refs.bib").read_text(encoding="utf-8")


def test_an_unknown_service(verify: Verify) -> None:
    code, _, err = verify(entry(), "--services", "crossreff")
    assert code == 2
    assert "crossref" in err


# --- everything that an entry names is looked at -------------------------------------------------------------------------

CLINIC: Item = {
    "uid": "77", "title": "Otters in clinics.", "authors": [{"name": "Eisen K"}], "pubdate": "2020", "source": "J Wait",
    "articleids": [], "pubtype": [],
}  # fmt: skip


def asked_of_all(text: str) -> Verification:
    works = read_text(text.encode(), "refs.bib")[2].works
    services = (crossref, datacite, dblp, openalex, pubmed)
    return Verifier([Online(module.SERVICE) for module in services], Agencies()).verify(works)[0]


def test_a_second_identifier_of_another_work(played: Played) -> None:
    played.items["pubmed"] = [CLINIC]
    found = asked_of_all(entry().replace("doi =", "pmid = {77}, doi ="))
    assert found.state == "another-work"
    assert [name for name, _ in found.foreign] == ["pmid:77"]


def test_a_second_identifier_that_does_not_exist(played: Played) -> None:
    found = asked_of_all(entry().replace("doi =", "pmid = {78}, doi ="))
    assert [(d.field, d.ours, d.who) for d in found.differences] == [("pmid", "78", ("PubMed",))]
    assert found.state == "differs"


def test_an_identifier_that_is_none(verify: Verify) -> None:
    code, out, _ = verify(entry().replace("doi =", "eprint = {2103.XXXXX}, archiveprefix = {arXiv}, doi ="))
    assert code == 1
    assert "the arXiv identifier 2103.XXXXX is not a valid arXiv identifier" in out


@pytest.mark.parametrize("title", ["RETRACTED ARTICLE: {}", "[RETRACTED] {}", "WITHDRAWN: {}", "Retraction: {}"])
def test_a_mark_in_the_title_of_a_record_is_a_fate_and_no_difference(played: Played, title: str) -> None:
    played.items["crossref"] = [{**QUEUES, "title": [title.format(QUEUES["title"][0])]}]
    found = outcome(entry())
    assert (found.state, bool(found.fate), found.teller) == ("verified", True, "Crossref")


def test_a_retraction_that_only_the_second_catalogue_knows(verify: Verify, played: Played) -> None:
    played.items["openalex"] = [{**QUEUES_AGAIN, "is_retracted": True}]
    code, out, _ = verify(entry())
    assert code == 1
    assert "this work was retracted (OpenAlex)" in out


def test_a_catalogue_that_copies_others_is_not_needed_for_an_absence(played: Played) -> None:
    played.broken = {"openalex"}
    assert outcome(INVENTED).state == "not-found"


@pytest.mark.parametrize(
    ("venue", "why"),
    [
        ("in prep.", True),
        ("Submitted to the Journal of Lines", True),
        ("Under review", True),
        ("Journal of Lines", False),
    ],
)
def test_what_says_that_it_is_not_published_is_not_missing(played: Played, venue: str, why: bool) -> None:
    found = outcome(INVENTED.replace("J. Pat. Alg.", venue))
    assert found.state == ("unsure" if why else "not-found")


def test_the_first_of_many_authors_alone_is_told_and_no_difference(verify: Verify, played: Played) -> None:
    played.items["crossref"] = [{**QUEUES, "author": [*QUEUES["author"], {"family": "Moe", "given": "Mary"}]}]
    played.items["openalex"] = []
    code, _, err = verify(entry(author="Doe, Jane"), "-v")
    assert code == 0
    assert "doe: verified (Crossref: it has 3 authors, of which the entry names the first 1)" in err


def test_one_author_in_a_record_is_not_believed_against_four(played: Played) -> None:
    played.items["crossref"] = [{**QUEUES, "author": [{"family": "Doe", "given": "J."}]}]
    played.items["openalex"] = []
    assert outcome(entry(author="Doe, Jane and Roe, R. and Moe, M. and Poe, P.")).state == "verified"
    assert outcome(entry(author="Doe, Jane and An, Bo")).state == "differs"


# --- what the command reads and says -------------------------------------------------------------------------------------


def test_inherited_fields_count_and_containers_of_fields_get_no_verdict(verify: Verify) -> None:
    text = """@inproceedings{child, author={Poe, Paul}, title={Heaps of Sand and Other Granular Structures}, pages={1--9},
      doi={10.1000/183}, crossref={grains}}
    @inproceedings{other, author={Poe, Paul}, title={Heaps of Sand and Other Granular Structures}, pages={1--9},
      doi={10.1000/183}, xdata={x1}}
    @xdata{x1, booktitle={Annals of Bread}, year={2016}}
    @proceedings{grains, title={Annals of Bread}, booktitle={Annals of Bread}, year={2016}}"""
    _, out, err = verify(text, "-v", "--to", "concise")
    assert out.count("year differs: here “2016”, “2011”") == 2
    assert out.count("journal differs: here “Annals of Bread”") == 2
    assert "child: different" in err
    assert "x1:" not in err


def test_every_finding_is_shown(verify: Verify) -> None:
    text = "\n".join(entry(volume=str(number)).replace("{doe,", f"{{doe{number},") for number in range(20, 28))
    assert verify(text)[1].count("volume differs") == 8


RIS = """TY  - JOUR
AU  - Doe, Jane
AU  - Roe, Richard
TI  - Lazy Queues for Everyone
JO  - Journal of Patient Algorithms
PY  - 2020
DO  - 10.1000/182
ER  -
"""


def test_other_formats_and_standard_input_are_read(
    played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "refs.ris"
    file.write_text(RIS.replace("PY  - 2020", "PY  - 1999"), encoding="utf-8")
    services = ("--services", "crossref,openalex", "-v")
    assert run(["verify", str(file), *services]) == 1
    assert "year differs: here “1999”" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=BytesIO(entry().encode())))
    assert run(["verify", "-", *services]) == 0
    assert "doe: verified (Crossref)" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "text"), [("empty.bib", ""), ("note.bib", "% nothing yet"), ("page.md", "# Hello\n\nWords.\n")]
)
def test_a_file_without_entries_is_an_error(
    played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str
) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    assert run(["verify", str(file), "--services", "crossref"]) == 2
    assert name in capsys.readouterr().err


# --- when services are silent --------------------------------------------------------------------------------------------


def test_a_silent_service_is_named_and_the_run_is_incomplete(verify: Verify, played: Played) -> None:
    played.broken = {"openalex"}
    code, _, err = verify(entry())
    assert code == 1
    assert "no response from OpenAlex: openalex is busy" in err
    assert "incomplete" in err
    assert "no response from OpenAlex" in verify(entry(), "-q")[2]


def test_where_nobody_answers_the_run_has_failed(verify: Verify, played: Played) -> None:
    played.broken = {"crossref", "datacite", "dblp", "openalex", "doi"}
    code, _, err = verify(entry())
    assert code == 2
    for name in ("Crossref", "DataCite", "DBLP", "OpenAlex", "doi.org"):
        assert f"no response from {name}" in err
    assert len(played.asked) <= 3 * len(played.broken)


def test_offline_asks_nobody_and_misses_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CITEKIT_CACHE_DIR", str(tmp_path / "cache"))
    file = tmp_path / "refs.bib"
    file.write_text(entry(), encoding="utf-8")
    assert run(["verify", str(file), "--offline", "--verbose"]) == 0
    err = capsys.readouterr().err
    assert "(no cached response from Crossref, DataCite" in err
    assert "(no response" not in err


def test_a_spent_allowance_ends_the_run_before_any_pause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CITEKIT_CACHE_DIR", str(tmp_path / "cache"))
    sent, waited = [], []

    def fail(self: object, request: object, *_: object, **__: object) -> None:
        sent.append(request)
        raise requests.ConnectionError

    @contextmanager
    def turn(self: object, host: str) -> Iterator[None]:
        waited.append(host)
        yield

    monkeypatch.setattr("requests.adapters.HTTPAdapter.send", fail)
    monkeypatch.setattr("citekit.runtime.http.rate_limit.HostRateLimiter.turn", turn)
    file = tmp_path / "refs.bib"
    file.write_text(
        "\n".join(entry(doi=f"10.1000/{n}").replace("{doe,", f"{{d{n},") for n in range(200)), encoding="utf-8"
    )
    assert run(["verify", str(file), "--at-most", "3"]) == 2
    assert len(sent) == len(waited) == 3
    assert "no response from" in capsys.readouterr().err


def test_how_far_the_questions_are_is_told(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(0, 100_000, 11))
    monkeypatch.setattr("citekit.services.lookup.time.monotonic", lambda: float(next(clock)))
    told: list[str] = []
    allowance = RequestBudget()
    allowance.sent = 1
    works = [read_text(entry(doi=f"10.1000/{n}").encode(), "refs.bib")[2].works[0] for n in range(182, 184)]
    Catalogues([Online(crossref.SERVICE)], None, told.append, False, False, allowance).verify(works)
    assert any("of 2 entries are settled; about" in line for line in told)
