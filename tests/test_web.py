"""The page's questions and their answers, and the server that lets nobody else ask."""

from __future__ import annotations

import base64
import http.client
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Answer

from citekit.config import LOCK
from citekit.formats import files
from citekit.lock import Lock
from citekit.web.desk import Desk
from citekit.web.server import HOST, Server

PAGE = """# Ada Lind

## Publications

- **Ada Lind**, Bo Ek. *Lazy Queues for Everyone*. Journal of Queues, 14(2), 101-119, 2020.
- Bo Ek, **Ada Lind**. *Eager Stacks Considered Harmful*. No meadow is greener, 2021.
- Cy Ro, **Ada Lind**. *Sorting Ledgers by Hand*. No meadow is greener, 2022.

## Talks

- **Ada Lind**. *How to Stand in Queues*. Berlin Seminar on Queues, 2020.
"""


@pytest.fixture
def desk() -> Desk:
    made = Desk()
    answer = made.answer("read", {"sources": [{"name": "ada.md", "text": PAGE}]})
    assert "error" not in answer, answer
    return made


def field(answer: dict[str, Any], title: str, name: str) -> dict[str, Any] | None:
    entry = next(e for e in answer["entries"] if any(f["value"] == title for f in e["fields"]))
    return next((f for f in entry["fields"] if f["name"] == name), None)


def test_a_reading_says_where_each_field_stands() -> None:
    answer = Desk().answer("read", {"sources": [{"name": "ada.md", "data": base64.b64encode(PAGE.encode()).decode()}]})
    assert [e["key"] for e in answer["entries"]] == ["lind2020lazy", "ek2021eager", "ro2022sorting"]
    found = field(answer, "Lazy Queues for Everyone", "container-title")
    assert found
    start, end = found["span"]
    assert answer["documents"][0]["text"][start:end] == "Journal of Queues"
    assert answer["documents"][0]["owner"] == "Ada Lind"
    assert any("How to Stand" in left["text"] for left in answer["left_out"])
    assert answer["bib"].startswith("@article{lind2020lazy,")


def test_answers_of_a_person_are_corrections_and_can_be_taken_back(desk: Desk) -> None:
    text = "Bo Ek, Ada Lind. Eager Stacks Considered Harmful. No meadow is greener, 2021."
    asked = {
        "source": "ada.md",
        "kind": "field",
        "item": text,
        "name": "container-title",
        "value": "No meadow is greener,",
    }
    answer = desk.answer("correct", asked)
    for title in ("Eager Stacks Considered Harmful", "Sorting Ledgers by Hand"):
        found = field(answer, title, "container-title")
        assert found
        assert (found["value"], found["score"]) == ("No meadow is greener", 1.0)
    assert '"container-title"' in answer["lock"]
    assert len(answer["documents"][0]["corrections"]) == 1
    back = desk.answer("forget", {"source": "ada.md", "number": 0})
    assert field(back, "Sorting Ledgers by Hand", "container-title") is None
    refused = desk.answer("correct", {**asked, "kind": "split", "value": "no such words"})
    assert "nothing was noted" in refused["error"]


def test_other_text_of_the_same_name_is_another_source(desk: Desk) -> None:
    desk.answer("correct", {"source": "ada.md", "kind": "heading", "item": "Talks", "value": "publications"})
    changed = desk.answer("read", {"sources": [{"name": "ada.md", "text": PAGE.replace("2022", "2023")}]})
    assert len(changed["entries"]) == 4
    other = desk.answer("read", {"sources": [{"name": "ada.md", "text": "# Bo Ek\n\nNothing."}]})
    assert not other["problems"]
    assert len(desk.answer("read", {"sources": [{"name": "ada.md", "text": PAGE}]})["entries"]) == 3


def test_a_lock_that_comes_with_the_sources_is_heeded(desk: Desk) -> None:
    said = desk.answer("correct", {"source": "ada.md", "kind": "heading", "item": "Talks", "value": "publications"})
    again = Desk().answer("read", {"sources": [{"name": "ada.md", "text": PAGE}], "lock": said["lock"]})
    assert len(again["entries"]) == 4
    assert "error" in Desk().answer("read", {"sources": [], "lock": "no lock"})


def test_every_format_is_written(desk: Desk) -> None:
    begun = desk.answer("begin", {})
    assert {"bibtex", "csljson", "ris", "hugo", "academicpages"} <= set(begun["formats"])
    for name in begun["formats"]:
        answer = desk.answer("write", {"format": name})
        assert answer["text"], name
        assert bool(answer.get("files")) == files.is_folder(name)


def test_styles_are_found_and_previewed(desk: Desk) -> None:
    assert desk.answer("styles", {"words": "ieee"})["styles"][0]["name"] == "ieee"
    made = desk.answer("references", {"style": "ieee", "format": "text"})
    assert made["text"].startswith("[1]")
    assert '<div class="csl-entry">' in made["html"]
    assert "<h2>2022</h2>" in desk.answer("page", {"style": "apa"})["text"]
    assert "error" in desk.answer("references", {"style": "no-such-style"})


def test_a_bibliography_is_checked_repaired_and_tidied(desk: Desk) -> None:
    bib = "@article{a, title={T}, author={Doe, J.}, journal={J}, year={2020}, doi={https://doi.org/10.1000/x}, pages={1-2}}\n"
    found = desk.answer("check", {"bib": bib})["findings"]
    fixable = next(one for one in found if one["fix"])
    assert desk.answer("fix", {"bib": bib, "number": fixable["number"]})["bib"] != bib
    tidied = desk.answer("tidy", {"bib": bib, "settings": {"pages": True}})
    assert "{1--2}" in tidied["bib"]
    assert tidied["changed"]


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("nothing", {}),
        ("read", {}),
        ("read", {"sources": [{"name": "x", "data": "%%%"}]}),
        ("read", {"sources": [{"address": "https://example.org/"}]}),
        ("correct", {"kind": "magic", "source": "x"}),
        ("correct", {}),
        ("forget", {"source": "x", "number": "y"}),
        ("write", {"format": "no-such-format"}),
        ("tidy", {"bib": "", "settings": {"no_such": 1}}),
        ("fix", {"bib": "", "number": 7}),
    ],
)
def test_what_is_asked_wrongly_gets_a_sentence(desk: Desk, name: str, asked: dict[str, Any]) -> None:
    assert desk.answer(name, asked)["error"]


# --- the server ----------------------------------------------------------------------------------------------------


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server(Desk(fetches=True))
    thread = threading.Thread(target=made.serve_forever, daemon=True)
    thread.start()
    yield made
    made.shutdown()
    made.server_close()
    thread.join()


def asked(server: Server, method: str, path: str, body: str = "", **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection(HOST, server.server_port, timeout=10)
    connection.request(method, path, body.encode(), {name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()


def test_the_page_comes_with_its_token_and_its_policy(server: Server) -> None:
    status, headers, body = asked(server, "GET", f"/?token={server.token}")
    assert status == 200
    assert b"<title>citekit" in body
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe-eval" not in headers["content-security-policy"]
    assert asked(server, "GET", "/app.js")[1]["content-type"].startswith("text/javascript")
    answered = asked(server, "POST", "/ask/styles", '{"words": "ieee"}', X_Citekit_Token=server.token)
    assert json.loads(answered[2])["styles"]


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("GET", "/", {}, 403),
        ("GET", "/?token=wrong", {}, 403),
        ("GET", "/../server.py", {}, 404),
        ("GET", "/%2e%2e/server.py", {}, 404),
        ("GET", "/app.js", {"Host": "evil.example"}, 403),
        ("POST", "/ask/begin", {}, 403),
        ("POST", "/ask/begin", {"X_Citekit_Token": "ü"}, 403),
        ("POST", "/ask/begin", {"X_Citekit_Token": "TOKEN", "Origin": "https://evil.example"}, 403),
        ("POST", "/ask/begin", {"X_Citekit_Token": "TOKEN", "Host": "evil.example"}, 403),
        ("POST", "/ask/begin", {"X_Citekit_Token": "TOKEN", "Content_Length": "-1"}, 413),
        ("POST", "/ask/begin", {"X_Citekit_Token": "TOKEN", "Content_Length": "99999999999"}, 413),
        ("PUT", "/ask/begin", {}, 501),
    ],
)
def test_nobody_else_is_answered(server: Server, method: str, path: str, headers: dict[str, str], status: int) -> None:
    told = {name: value.replace("TOKEN", server.token) for name, value in headers.items()}
    assert asked(server, method, path, "{}", **told)[0] == status


@pytest.mark.parametrize("body", ["", "[]", "{", "[" * 5000])
def test_what_is_no_question_is_refused(server: Server, body: str) -> None:
    assert asked(server, "POST", "/ask/begin", body, X_Citekit_Token=server.token)[0] == 400


def test_corrections_of_a_served_file_are_kept_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ada.md").write_text(PAGE, encoding="utf-8")
    desk = Desk(fetches=True, lock=Lock(tmp_path / LOCK))
    desk.sources = ["ada.md"]
    assert len(desk.answer("begin", {})["entries"]) == 3
    desk.answer("correct", {"source": "ada.md", "kind": "owner", "value": "Bo Ek"})
    desk.answer("correct", {"source": "ada.md", "kind": "heading", "item": "Talks", "value": "publications"})
    assert len(Lock.of(tmp_path / LOCK).corrections["ada.md"]) == 2


def test_a_port_that_cannot_be_used_is_said(citekit: Callable[..., Answer], server: Server) -> None:
    for port in (server.server_port, 99999999):
        answer = citekit("serve", "--port", str(port), "--address-only")
        assert answer.code == 2
        assert "cannot be used" in answer.err
