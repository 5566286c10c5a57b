"""Entries whose verdict is known, verified against recorded answers of services and records of arXiv."""

from __future__ import annotations

import json
import lzma
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from catalogue_services import Item, Played

from citekit.formats.files import read_text
from citekit.runtime.http import Client
from citekit.services.arxiv.build import build
from citekit.services.arxiv.index import ArxivIndex
from citekit.services.arxiv_records import ArxivRecords
from citekit.services.clients import crossref, datacite, dblp, openalex
from citekit.services.service import Agencies, Online
from citekit.services.verify import Verification, Verifier

BENCH = Path(os.environ.get("CITEKIT_BENCH", Path(__file__).parents[3] / "shared" / "bench"))
ANSWERS = BENCH / "catalogues" / "answers"
RECORDS = BENCH / "arxiv" / "catalog.jsonl.xz"

pytestmark = [
    pytest.mark.bench_data,
    pytest.mark.skipif(not ANSWERS.is_dir() or not RECORDS.is_file(), reason=f"no recorded answers in {ANSWERS}"),
]

_NAMES = {"crossref": "DOI", "datacite": "id", "openalex": "id", "dblp": "info"}


def recorded() -> dict[str, list[Item]]:
    """Every record in the recorded answers, by service, each once."""
    found: dict[str, dict[str, Item]] = {service: {} for service in _NAMES}
    for line in (ANSWERS / "index.jsonl").read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        if told["service"] in found and told["status"] in (200, None) and told["file"].endswith(".json"):
            body = (ANSWERS / told["file"]).read_text(encoding="utf-8")
            for item in items(json.loads(body)) if body.lstrip().startswith(("{", "[{")) else ():
                key = item.get(_NAMES[told["service"]])
                if key and has_title(item):
                    found[told["service"]].setdefault(json.dumps(key).lower(), item)
    return {service: list(own.values()) for service, own in found.items()}


def items(answer: Any) -> Iterator[Item]:
    """The records of an answer, in whatever envelope it was kept."""
    for name in ("message", "data", "results", "items", "result", "hits", "hit"):
        if isinstance(answer, dict) and isinstance(answer.get(name), dict | list):
            answer = answer[name]
    yield from (item for item in (answer if isinstance(answer, list) else [answer]) if isinstance(item, dict))


def has_title(item: Item) -> bool:
    """Whether an item is a record of a publication."""
    if isinstance(item.get("title"), str) and "DOI" in item:
        item["title"] = [item["title"]]
    return bool(item.get("title") or part_of(item, "attributes").get("doi") or part_of(item, "info").get("title"))


def part_of(item: Item, name: str) -> Item:
    found = item.get(name)
    return found if isinstance(found, dict) else {}


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[dict[str, Any], Verification]]:
    """Each entry with what is said of it."""
    folder = tmp_path_factory.mktemp("catalogues")
    text = (BENCH / "catalogues" / "entries.jsonl").read_text(encoding="utf-8")
    entries = [json.loads(line) for line in text.splitlines()]
    with lzma.open(RECORDS, "rt", encoding="utf-8") as records, (folder / "records.jsonl").open("w") as some:
        some.writelines(line for n, line in enumerate(records) if n % 60 == 0 or json.loads(line)["id"] in text)
    build(folder / "records.jsonl", folder / "arxiv.index")
    works = read_text("\n\n".join(e["bibtex"] for e in entries).encode(), "refs.bib")[2].works
    played = Played(recorded())
    with pytest.MonkeyPatch.context() as patched, ArxivIndex(folder / "arxiv.index") as index:
        patched.setenv("CITEKIT_CACHE_DIR", str(folder / "cache"))
        patched.setattr(Client, "get", lambda self, address, question=b"": played.get(address, question))
        online = [Online(module.SERVICE) for module in (crossref, datacite, dblp, openalex)]
        outcomes = Verifier([*online[:2], ArxivRecords(index), *online[2:]], Agencies()).verify(works)
    return list(zip(entries, outcomes, strict=True))


def share(of: Counter[bool]) -> float:
    return of[True] / of.total()


def test_identifiers_of_other_works_are_found(verdicts: list[tuple[dict[str, Any], Verification]]) -> None:
    """Measured: 14 of 14."""
    own = [(entry, said) for entry, said in verdicts if entry["label"] == "identifier-of-another-work"]
    assert share(Counter(said.state == "another-work" for _, said in own)) >= 0.98


def test_wrong_fields_are_found(verdicts: list[tuple[dict[str, Any], Verification]]) -> None:
    """Measured: 22 of 24."""
    right: Counter[bool] = Counter()
    for entry, said in verdicts:
        if entry["label"].startswith("wrong-field("):
            name = entry["label"][12:-1].replace("booktitle", "journal")
            right[name in {difference.field for difference in said.differences}] += 1
    assert share(right) >= 0.9


def test_real_entries_are_not_accused(verdicts: list[tuple[dict[str, Any], Verification]]) -> None:
    """Measured: none of 70."""
    accused = ("differs", "another-work", "not-found")
    own = [said for entry, said in verdicts if entry["label"] == "verified"]
    assert share(Counter(said.state in accused for said in own)) <= 0.01


def test_what_does_not_exist_is_not_verified(verdicts: list[tuple[dict[str, Any], Verification]]) -> None:
    """Measured: 18 of 18."""
    own = [said for entry, said in verdicts if entry["label"] == "not-found"]
    assert all(said.state in ("not-found", "unsure") for said in own)
