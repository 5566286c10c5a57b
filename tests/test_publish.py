"""Preprints that were published since: what is written, what is only told, and where each field comes from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from catalogue_services import Played
from conftest import Answer
from test_catalogues import HEAPS, QUEUES, QUEUES_AGAIN

from citekit.runtime.http import Client, FetchResult

Citekit = Callable[..., Answer]
PREPRINT = """@article{doe,
  title   = {Lazy Queues for Everyone},
  author  = {Doe, Jane and Roe, Richard},
  journal = {arXiv preprint arXiv:1903.01234},
  year    = 2018,
}
"""
BARE = """@article{doe,
  title  = {Lazy Queues for Everyone},
  author = {Doe, Jane and Roe, Richard},
  year   = 2019,
  eprint = {1903.01234}, archiveprefix = {arXiv}
}
"""


@pytest.fixture
def publish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, citekit: Citekit) -> Callable[..., Answer]:
    played = Played({"crossref": [QUEUES, HEAPS], "openalex": [QUEUES_AGAIN]}, broken=set())
    feed = b'<feed xmlns="http://www.w3.org/2005/Atom"></feed>'
    real = played.get

    def get(self: Client, address: str, question: bytes = b"") -> object:
        if "export.arxiv.org" in address:
            from citekit.runtime.http import FetchResult

            return FetchResult(address, feed, "application/atom+xml")
        return real(address, question)

    monkeypatch.setenv("CITEKIT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(Client, "get", get)

    def command(text: str, *options: str) -> Answer:
        (tmp_path / "refs.bib").write_text(text, encoding="utf-8")
        return citekit("enrich", str(tmp_path / "refs.bib"), "--publish", *options)

    return command


def test_what_only_adds_is_written(publish: Callable[..., Answer]) -> None:
    answer = publish(BARE)
    assert answer.code == 0
    for line in ("journal = {Journal of Patient Algorithms}", "volume", "pages", "101--119", "10.1000/182"):
        assert line in answer.out
    assert "eprint = {1903.01234}" in answer.out
    assert "+ volume = 7 (Crossref)" in answer.err


def test_what_replaces_is_only_told(publish: Callable[..., Answer]) -> None:
    answer = publish(PREPRINT)
    assert answer.out == PREPRINT
    assert "doe (as it was; --replace completes it)" in answer.err
    assert "~ journal = arXiv preprint arXiv:1903.01234 -> Journal of Patient Algorithms (Crossref)" in answer.err


def test_what_replaces_is_written_when_asked_for(publish: Callable[..., Answer]) -> None:
    answer = publish(PREPRINT, "--replace")
    assert "preprint" not in answer.out
    assert "year    = 2019" in answer.out.replace("{2019}", "2019")
    assert "1903.01234" in answer.out
    assert "{arXiv}" in answer.out


def test_other_people_with_the_title_are_not_believed(publish: Callable[..., Answer]) -> None:
    other = BARE.replace("Doe, Jane and Roe, Richard", "Moe, Mary")
    answer = publish(other)
    assert answer.out == other
    assert "0 of 1 entries published" in answer.err


def test_a_retracted_version_is_not_put_in(publish: Callable[..., Answer]) -> None:
    heaps = "@misc{poe, title={Heaps of Sand and Other Granular Structures}, author={Poe, Paul}, year=2010, eprint={1001.00001}}"
    assert publish(heaps).out == heaps


def test_the_account_alone(publish: Callable[..., Answer]) -> None:
    answer = publish(PREPRINT, "--diff")
    assert "@" not in answer.out
    assert answer.out.startswith("doe (as it was")


def test_the_fullest_printed_version_is_taken_and_no_copy_in_a_repository(
    publish: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    workshop = {**QUEUES, "DOI": "10.1000/w1", "type": "proceedings-article", "page": "1-4",
                "container-title": ["Proceedings of the 3rd Workshop on Queues"], "short-container-title": []}  # fmt: skip
    copy = {**QUEUES_AGAIN, "doi": "https://doi.org/10.5281/zenodo.77",
            "primary_location": {"source": {"display_name": "Zenodo (CERN)"}}}  # fmt: skip
    played = Played({"crossref": [workshop, QUEUES], "openalex": [copy]})
    monkeypatch.setattr(Client, "get", lambda self, address, question=b"": _empty_arxiv(played, address, question))
    answer = publish(BARE)
    assert "Journal of Patient Algorithms" in answer.out
    assert "Workshop" not in answer.out
    played.items["crossref"] = []
    assert publish(BARE, "--refresh").out == BARE


def _empty_arxiv(played: Played, address: str, question: bytes) -> FetchResult:
    if "export.arxiv.org" in address:
        return FetchResult(address, b'<feed xmlns="http://www.w3.org/2005/Atom"></feed>', "application/atom+xml")
    return played.get(address, question)
