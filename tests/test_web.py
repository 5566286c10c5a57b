"""The page's questions and their answers, and the server that lets nobody else ask."""

from __future__ import annotations

import base64
import http.client
import json
import os
import socket
import struct
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest
from conftest import Answer

from citekit.commands.lock_file import Lock
from citekit.extraction.corrections import Correction, anchor
from citekit.formats import files
from citekit.runtime.config import LOCK, TidySettings
from citekit.web.server import HOST, PageServer
from citekit.web.session import WebSession

PAGE = """# Ada Lind

## Publications

- **Ada Lind**, Bo Ek. *Lazy Queues for Everyone*. Journal of Queues, 14(2), 101-119, 2020.
- Bo Ek, **Ada Lind**. *Eager Stacks Considered Harmful*. No meadow is greener, 2021.
- Cy Ro, **Ada Lind**. *Sorting Ledgers by Hand*. No meadow is greener, 2022.

## Talks

- **Ada Lind**. *How to Stand in Queues*. Berlin Seminar on Queues, 2020.
"""


@pytest.fixture
def desk() -> WebSession:
    made = WebSession()
    answer = made.answer("read", {"sources": [{"name": "ada.md", "text": PAGE}]})
    assert "error" not in answer, answer
    return made


def field(answer: dict[str, Any], title: str, name: str) -> dict[str, Any] | None:
    entry = next(e for e in answer["entries"] if any(f["value"] == title for f in e["fields"]))
    return next((f for f in entry["fields"] if f["name"] == name), None)


def test_a_reading_says_where_each_field_stands() -> None:
    answer = WebSession().answer(
        "read", {"sources": [{"name": "ada.md", "data": base64.b64encode(PAGE.encode()).decode()}]}
    )
    assert [e["key"] for e in answer["entries"]] == ["lind2020lazy", "ek2021eager", "ro2022sorting"]
    found = field(answer, "Lazy Queues for Everyone", "container-title")
    assert found
    start, end = found["span"]
    assert answer["documents"][0]["text"][start:end] == "Journal of Queues"
    assert answer["documents"][0]["owner"] == "Ada Lind"
    assert any("How to Stand" in left["text"] for left in answer["left_out"])
    assert answer["bib"].startswith("@article{lind2020lazy,")


def test_answers_of_a_person_are_corrections_and_can_be_taken_back(desk: WebSession) -> None:
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
    assert "nothing was saved" in refused["error"]


def test_other_text_of_the_same_name_is_another_source(desk: WebSession) -> None:
    desk.answer("correct", {"source": "ada.md", "kind": "heading", "item": "Talks", "value": "publications"})
    changed = desk.answer("read", {"sources": [{"name": "ada.md", "text": PAGE.replace("2022", "2023")}]})
    assert len(changed["entries"]) == 4
    other = desk.answer("read", {"sources": [{"name": "ada.md", "text": "# Bo Ek\n\nNothing."}]})
    assert not other["problems"]
    assert len(desk.answer("read", {"sources": [{"name": "ada.md", "text": PAGE}]})["entries"]) == 3


def test_a_lock_that_comes_with_the_sources_is_heeded(desk: WebSession) -> None:
    said = desk.answer("correct", {"source": "ada.md", "kind": "heading", "item": "Talks", "value": "publications"})
    again = WebSession().answer("read", {"sources": [{"name": "ada.md", "text": PAGE}], "lock": said["lock"]})
    assert len(again["entries"]) == 4
    assert "error" in WebSession().answer("read", {"sources": [], "lock": "no lock"})


def test_what_a_lock_says_of_bibliographies_does_not_matter_to_the_page() -> None:
    lock = '{"version": 1, "files": {"u.bib": [1]}, "corrections": {}}'
    answer = WebSession().answer("read", {"sources": [{"name": "ada.md", "text": PAGE}], "lock": lock})
    assert "error" not in answer


def test_identifiers_have_the_place_that_they_were_read_at() -> None:
    text = "# Publications\n\n- Ada Lind. Quick stacks of paper. arXiv:2401.01234, 2024.\n"
    answer = WebSession().answer("read", {"sources": [{"name": "a.md", "text": text}]})
    [place] = [field["span"] for field in answer["entries"][0]["fields"] if field["name"] == "eprint"]
    assert text[slice(*place)] == "arXiv:2401.01234"


def test_every_format_is_written(desk: WebSession) -> None:
    begun = desk.answer("begin", {})
    assert {"bibtex", "csljson", "ris", "hugo", "academicpages"} <= set(begun["formats"])
    for name in begun["formats"]:
        answer = desk.answer("write", {"format": name})
        assert answer["text"], name
        assert bool(answer.get("files")) == files.is_folder(name)


def test_styles_are_found_and_previewed(desk: WebSession) -> None:
    assert desk.answer("styles", {"words": "ieee"})["styles"][0]["name"] == "ieee"
    made = desk.answer("references", {"style": "ieee", "format": "text"})
    assert made["text"].startswith("[1]")
    assert '<div class="csl-entry">' in made["html"]
    assert "<h2>2022</h2>" in desk.answer("page", {"style": "apa"})["text"]
    assert "error" in desk.answer("references", {"style": "no-such-style"})


def test_a_bibliography_is_checked_repaired_and_tidied(desk: WebSession) -> None:
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
def test_what_is_asked_wrongly_gets_a_sentence(desk: WebSession, name: str, asked: dict[str, Any]) -> None:
    assert desk.answer(name, asked)["error"]


# --- the server ----------------------------------------------------------------------------------------------------


def test_a_bibliography_of_the_page_belongs_to_no_documents_of_this_computer(
    desk: WebSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is checked in a temporary file, and documents that cite a file are looked for in two folders above it."""
    text = r"\documentclass{article}\begin{document}\cite{doe}\bibliography{publications}\end{document}"
    (tmp_path / "paper.tex").write_text(text, encoding="utf-8")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    listed = os.listdir
    seen: list[str] = []
    monkeypatch.setattr(os, "listdir", lambda path=".": (seen.append(str(path)), listed(path))[1])
    assert desk.answer("check", {"bib": "@misc{roe, title = {Lazy Queues}, author = {Roe, R.}, year = 2020}"})
    assert str(tmp_path) not in seen


@pytest.fixture
def server() -> Iterator[PageServer]:
    made = PageServer(WebSession(fetches=True))
    thread = threading.Thread(target=made.serve_forever, daemon=True)
    thread.start()
    yield made
    made.shutdown()
    made.server_close()
    thread.join()


def asked(
    server: PageServer, method: str, path: str, body: str = "", **headers: str
) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection(HOST, server.server_port, timeout=10)
    connection.request(method, path, body.encode(), {name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()


def test_the_page_comes_with_its_token_and_its_policy(server: PageServer) -> None:
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
def test_nobody_else_is_answered(
    server: PageServer, method: str, path: str, headers: dict[str, str], status: int
) -> None:
    told = {name: value.replace("TOKEN", server.token) for name, value in headers.items()}
    assert asked(server, method, path, "{}", **told)[0] == status


@pytest.mark.parametrize("body", ["", "[]", "{", "[" * 5000])
def test_what_is_no_question_is_refused(server: PageServer, body: str) -> None:
    assert asked(server, "POST", "/ask/begin", body, X_Citekit_Token=server.token)[0] == 400


# --- who sends nothing, half of it, or nonsense ------------------------------------------------------------------------


@pytest.fixture
def impatient(capfd: pytest.CaptureFixture[str]) -> Iterator[PageServer]:
    """A server that gives a request two seconds, and prints nothing whatever it is sent."""
    made = PageServer(WebSession(fetches=True), slow=2.0)
    thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    yield made
    made.shutdown()
    made.server_close()
    thread.join()
    told = capfd.readouterr()
    assert (told.out, told.err) == ("", "")


def is_there(server: PageServer) -> bool:
    return asked(server, "POST", "/ask/styles", '{"words": "ieee"}', X_Citekit_Token=server.token)[0] == 200


def connected(server: PageServer, sent: bytes = b"") -> socket.socket:
    made = socket.create_connection((HOST, server.server_port), timeout=20)
    made.sendall(sent)
    return made


def drip(connection: socket.socket, data: bytes) -> bool:
    """Sends a byte now and then for ten seconds; whether the other side has had enough before that."""
    for at in range(100):
        try:
            connection.sendall(data[at % len(data) : at % len(data) + 1])
            connection.settimeout(0.1)
            if not connection.recv(1000):
                return True
        except TimeoutError:
            continue
        except OSError:
            return True
    return False


def test_silent_connections_hold_up_nobody(impatient: PageServer) -> None:
    silent = [connected(impatient) for _ in range(3)]
    half = connected(impatient, b"POST /ask/begin HTTP/1.0\r\nContent-Le")
    assert is_there(impatient)
    for connection in (*silent, half):
        assert connection.recv(1000) == b"", "its time is over"


def test_more_silent_connections_than_there_may_be(impatient: PageServer) -> None:
    many = [connected(impatient) for _ in range(200)]
    assert is_there(impatient)
    assert len(impatient._waiting) <= 64
    for connection in many:
        connection.close()


@pytest.mark.parametrize("part", ["line", "headers", "body"])
def test_a_byte_now_and_then_is_cut_off(impatient: PageServer, part: str) -> None:
    head = b"POST /ask/begin HTTP/1.0\r\nHost: %s:%d\r\nX-Citekit-Token: %s\r\nContent-Length: 900\r\n\r\n"
    head %= (HOST.encode(), impatient.server_port, impatient.token.encode())
    begun = {"line": b"", "headers": b"GET / HTTP/1.0\r\n", "body": head}[part]
    with connected(impatient, begun) as connection:
        assert drip(connection, b"X: y\r\n" if part == "headers" else b"x")
    assert is_there(impatient)


def test_one_who_does_not_take_its_response_holds_up_nobody(impatient: PageServer) -> None:
    body = json.dumps({"sources": [{"name": "a.md", "text": PAGE + "\n" + "x " * 4_000_000}]}).encode()
    head = f"POST /ask/read HTTP/1.0\r\nHost: {HOST}:{impatient.server_port}\r\nX-Citekit-Token: {impatient.token}\r\n"
    with connected(impatient, f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body):
        assert is_there(impatient)


@pytest.mark.parametrize(
    "line",
    [
        b"GET http://[::1 HTTP/1.0",
        b"GET //[ HTTP/1.0",
        b"GET /?token=%zz HTTP/1.0",
        b"GET /\x00 HTTP/1.0",
        b"GET / HTTP/9.9",
        b"GET / HTTP/x",
        b"GET",
        b"\xff\xfe\x00",
        b"GET /" + b"a" * 70_000 + b" HTTP/1.0",
        b"POST http://[::1 HTTP/1.0",
    ],
    ids=lambda line: repr(line[:30]),
)
def test_nonsense_is_refused_without_a_word_on_the_terminal(impatient: PageServer, line: bytes) -> None:
    own = f"Host: {HOST}:{impatient.server_port}".encode()
    told = f"X-Citekit-Token: {impatient.token}".encode()
    with connected(impatient, b"\r\n".join([line, own, told, b"Content-Length: 2", b"", b"{}"])) as connection:
        connection.shutdown(socket.SHUT_WR)
        connection.settimeout(20)
        answer = b""
        try:
            while piece := connection.recv(65_536):
                answer += piece
        except ConnectionResetError:
            pass
    assert b" 200 " not in answer.split(b"\r\n")[0] or b'"error"' in answer
    assert is_there(impatient)


def test_a_reset_is_no_traceback(impatient: PageServer) -> None:
    for sent in (b"", b"GET / HT", b"GET / HTTP/1.0\r\n\r\n"):
        connection = connected(impatient, sent)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # close() sends a reset
        connection.close()
    time.sleep(0.2)
    assert is_there(impatient)


def test_two_questions_are_answered_one_after_the_other(server: PageServer, monkeypatch: pytest.MonkeyPatch) -> None:
    inside: list[str] = []
    most: list[int] = []

    def slow(name: str, _asked: Any) -> dict[str, Any]:
        inside.append(name)
        most.append(len(inside))
        time.sleep(0.1)
        inside.pop()
        return {}

    monkeypatch.setattr(server.session, "answer", slow)
    threads = [
        threading.Thread(
            target=asked, args=(server, "POST", "/ask/begin", "{}"), kwargs={"X_Citekit_Token": server.token}
        )
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    assert asked(server, "GET", "/app.js")[0] == 200, "a file of the page does not wait for them"
    for thread in threads:
        thread.join(20)
    assert most == [1, 1, 1, 1]


ODD = [None, -1, 1.5, [], [5], {"a": 5}, "\ud800\x00", "__init__", "/etc/passwd.csl"]
RIGHT: dict[str, dict[str, Any]] = {
    "read": {"sources": [{"name": "a.md", "text": PAGE}], "format": "", "each_line": False, "lock": ""},
    "correct": {"source": "ada.md", "kind": "field", "item": "Lazy Queues", "name": "title", "value": "Lazy"},
    "forget": {"source": "ada.md", "number": 0},
    "write": {"format": "ris"},
    "styles": {"words": "ieee"},
    "references": {"style": "apa", "format": "text", "sort": ""},
    "page": {"style": "apa", "group_by": ""},
    "check": {"bib": "@misc{a, title={x}}"},
    "fix": {"bib": "@misc{a, title={x}}", "number": 0},
    "tidy": {"bib": "@misc{a, title={x}, year=2020}\n@misc{b, title={y}}", "settings": {}},
}


@pytest.mark.parametrize("question", RIGHT)
def test_what_is_asked_wrongly_is_said(desk: WebSession, question: str) -> None:
    for name in RIGHT[question]:
        for value in ODD:
            answer = desk.answer(question, {**RIGHT[question], name: value})
            assert "internal error" not in str(answer.get("error")), (name, value)
            json.dumps(answer)


@pytest.mark.parametrize("name", [of.name for of in fields(TidySettings)])
def test_settings_of_tidy_have_their_types(desk: WebSession, name: str) -> None:
    for value in ODD:
        answer = desk.answer("tidy", {**RIGHT["tidy"], "settings": {name: value}})
        assert "internal error" not in str(answer.get("error")), value
    assert "wrong type" in desk.answer("tidy", {**RIGHT["tidy"], "settings": {"sort": 5}})["error"]
    a_word = desk.answer("tidy", {**RIGHT["tidy"], "settings": {"rename": "note=abstract"}})
    assert "wrong type" in a_word["error"], "a text is no list of its letters"
    renamed = desk.answer("tidy", {"bib": "@misc{a, note = {N}}\n", "settings": {"rename": ["note=abstract"]}})
    assert "abstract" in renamed["bib"]


def test_a_search_returns_sixty_styles_and_counts_all(desk: WebSession) -> None:
    answer = desk.answer("styles", {"words": "chemistry"})
    assert answer["count"] > len(answer["styles"]) == 60


def test_an_internal_error_is_an_answer(desk: WebSession, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_asked: Any) -> None:
        raise AttributeError("no such thing")

    monkeypatch.setattr(desk, "_styles", fail)
    assert "internal error: AttributeError: no such thing" in desk.answer("styles", {})["error"]


def test_the_page_names_no_file(desk: WebSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A style, a list of journals and the lock file near a source are not read from where the page says."""
    style = tmp_path / "mine.csl"
    style.write_text("<style/>")
    for question in ("references", "page"):
        told = desk.answer(question, {"style": str(style), "format": "text"})["error"]
        assert f"there is no style '{style}'" in told
    (tmp_path / "journals.txt").write_text("Journal of Queues = J. Queues\n")
    asked = {
        "bib": "@misc{a, title={x}}",
        "settings": {"journals": "short", "journal_list": str(tmp_path / "journals.txt")},
    }
    assert "cannot set 'journal_list'" in desk.answer("tidy", asked)["error"]
    (tmp_path / LOCK).write_text("no lock at all")
    monkeypatch.chdir(Path(__file__).parent)
    served = WebSession(fetches=True, lock=Lock(tmp_path / "own" / LOCK))
    for place in (f"{tmp_path}/ada.md", f"..\\{tmp_path}\\ada.md"):
        answer = served.answer("read", {"sources": [{"name": place, "text": PAGE}]})
        assert answer["documents"][0]["name"] == "ada.md"


def test_the_token_is_in_no_command_line(citekit: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch) -> None:
    """Others on this machine can list the arguments of the browser's command."""
    opened: list[tuple[str, str, int]] = []

    def open_page(address: str) -> bool:
        file = Path(url2pathname(urlsplit(address).path))
        opened.append((address, file.read_text(), file.stat().st_mode & 0o077))
        return True

    def stop(_server: PageServer, **_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("webbrowser.open", open_page)
    monkeypatch.setattr(PageServer, "serve_forever", stop)
    answer = citekit("serve")
    token = answer.out.strip().rpartition("token=")[2]
    [(address, text, rights)] = opened
    assert address.startswith("file:")
    assert token not in address
    assert f"url={answer.out.strip()}" in text
    assert rights == 0 or os.name == "nt"
    assert not Path(url2pathname(urlsplit(address).path)).exists(), "it is gone with the server"


def test_corrections_of_a_served_file_are_kept_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ada.md").write_text(PAGE, encoding="utf-8")
    desk = WebSession(fetches=True, lock=Lock(tmp_path / LOCK))
    desk.sources = ["ada.md"]
    assert len(desk.answer("begin", {})["entries"]) == 3
    desk.answer("correct", {"source": "ada.md", "kind": "owner", "value": "Bo Ek"})
    desk.answer("correct", {"source": "ada.md", "kind": "heading", "item": "Talks", "value": "publications"})
    assert len(Lock.of(tmp_path / LOCK).corrections["ada.md"]) == 2


def test_a_port_that_cannot_be_used_is_said(citekit: Callable[..., Answer], server: PageServer) -> None:
    for port in (server.server_port, 99999999):
        answer = citekit("serve", "--port", str(port), "--address-only")
        assert answer.code == 2
        assert "cannot listen on port" in answer.err


@pytest.mark.parametrize("url", ["ftp://a.b/", "a.b", "file:///etc/passwd"])
def test_only_urls_are_read(url: str) -> None:
    answer = WebSession(fetches=True).answer("read", {"sources": [{"address": url}]})
    assert answer == {"error": f"{url} is not a URL", "hint": "enter a URL that begins with https://"}


def test_urls_are_read_where_the_server_fetches_them() -> None:
    assert WebSession(fetches=True)._source({"address": "https://a.b/c"}) == "https://a.b/c"
    assert (
        "cannot be read in a browser"
        in WebSession().answer("read", {"sources": [{"address": "https://a.b/c"}]})["error"]
    )


def test_only_requests_of_the_page_are_answered() -> None:
    for name in ("source", "read_again", "store", "nonsense"):
        assert WebSession().answer(name, {})["error"] == f"there is no request named {name!r}"


def test_half_of_the_lines_make_a_source_the_same(desk: WebSession) -> None:
    text = "# Ada Lind\n\n## Talks\n- Ada Lind. *Lazy Queues*. Journal of Queues, 14(2), 101-119, 2020.\n"
    asked = {"source": "a.md", "kind": "heading", "item": "Talks", "value": "publications"}
    for shared, count in ((2, 1), (1, 0)):
        desk.answer("read", {"sources": [{"name": "a.md", "text": text}]})
        desk.answer("correct", asked)
        desk.answer("read", {"sources": [{"name": "a.md", "text": "\n".join([*text.splitlines()[-shared:], *"abcd"])}]})
        assert len(desk.lock.of_source("a.md")) == count


def test_names_of_sources_have_no_folders_and_a_limit(desk: WebSession) -> None:
    names = ["../../etc/ada.md", "C:\\ada\\ada.md", f"{'a' * 300}.md", ""]
    read = desk.answer("read", {"sources": [{"name": name, "text": PAGE} for name in names]})
    assert [one["name"] for one in read["documents"]] == ["ada.md", "ada.md", "a" * 200, "pasted text"]


def test_the_page_reads_in_its_own_process(desk: WebSession) -> None:
    """A browser has no other ones, and ``serve`` has a budget for its own."""
    assert (WebSession().settings.jobs, desk.settings.jobs) == (1, 1)


def test_a_correction_of_before_that_fits_nothing_does_not_forbid_others(desk: WebSession) -> None:
    desk.lock.corrections["ada.md"] = (Correction("leave-out", "Idle Meadows of Nowhere"),)
    answer = desk.answer(
        "correct",
        {
            "source": "ada.md",
            "kind": "leave-out",
            "item": "Cy Ro, Ada Lind. Sorting Ledgers by Hand. No meadow is greener, 2022.",
        },
    )
    assert [problem["kind"] for problem in answer["problems"]].count("unmet-correction") == 1
    assert len(answer["entries"]) == 2


def test_words_of_a_correction_are_anchors_of_items_and_values_of_fields(desk: WebSession) -> None:
    """An item is named by the beginning of its words, a value is there whole."""
    item = "Ada Lind, Bo Ek. Lazy Queues for Everyone. Journal of Queues, 14(2), 101-119, 2020."
    long = "word " * 60
    for kind, name, value in (("text", "note", long), ("field", "publisher", "Journal of"), ("field", "", "14(2),")):
        answer = desk.answer("correct", {"source": "ada.md", "kind": kind, "item": item, "name": name, "value": value})
        assert "error" not in answer, answer
    text, publisher, removed = desk.lock.of_source("ada.md")
    assert (text.kind, text.value) == ("text", long.strip())
    assert (publisher.kind, publisher.name, publisher.value) == ("field", "publisher", "Journal of")
    assert (removed.kind, removed.name, removed.value) == ("field", "", "14(2),")
    answer = desk.answer(
        "correct", {"source": "ada.md", "kind": "field", "item": item, "name": "note", "value": "Told by her"}
    )
    assert desk.lock.of_source("ada.md")[-1] == Correction("text", anchor(item), "note", "Told by her"), "no word of it"


@pytest.mark.parametrize("broken", [False, True])
def test_titles_of_bibliographies_are_in_title_case(broken: bool) -> None:
    """As in :func:`citekit.model.as_printed.titled`; a source that could not be read says nothing of them."""
    entry = (
        "@article{a, author = {Lind, Ada}, title = {Lazy Queues for {DNA} Everyone}, journal = {Queues}, year = 2020}"
    )
    sources = [{"name": "a.bib", "text": entry}]
    sources += [{"name": "b.pdf", "data": base64.b64encode(b"%PDF-1.7 and no more").decode()}] * broken
    desk = WebSession()
    assert len(desk.answer("read", {"sources": sources})["entries"]) == 1
    assert "Lazy queues for DNA everyone." in desk.answer("references", {"style": "apa"})["text"]
    desk.answer("read", {"sources": [{"name": "ada.md", "text": PAGE}]})
    assert "Lazy Queues for Everyone." in desk.answer("references", {"style": "apa"})["text"]
