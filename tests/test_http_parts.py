"""The parts of :mod:`citekit.runtime.http` one by one, without a server: addresses, the cache of answers, pauses."""

from __future__ import annotations

import io
import socket
import sqlite3
import time
from email.utils import formatdate
from pathlib import Path

import pytest
import requests
from urllib3 import HTTPResponse

from citekit.runtime.http import Client, Limits, addresses, connections, rate_limit
from citekit.runtime.http.addresses import check, check_redirect, host_of, is_local, is_private, is_surely_private
from citekit.runtime.http.connections import RequestContext
from citekit.runtime.http.rate_limit import NETWORK, PRIVATE, HostRateLimiter, RateLimitedAdapter, RequestBudget
from citekit.runtime.http.response_cache import ResponseCache
from citekit.runtime.http.responses import BudgetError, FetchError, PrivateAddressError, TooMuchError


class TestAddresses:
    @pytest.mark.parametrize(
        ("url", "told"),
        [
            ("http://a.b:port/", "is not a URL"),
            ("http://[::1", "is not a URL"),
            ("ftp://a.b/", "is not an http or https URL"),
            ("a.b", "is not an http or https URL"),
            ("http:///x", "has no host name"),
            ("http://me@a.b/", "the URL http://a.b/ contains a password"),
            ("http://me:secret@a.b/", "the URL http://a.b/ contains a password"),
            ("http://:secret@a.b:8/", "the URL http://a.b:8/ contains a password"),
        ],
    )
    def test_what_is_refused(self, url: str, told: str) -> None:
        with pytest.raises(FetchError, match=told):
            check(url)
        assert host_of(url) == ""

    def test_what_may_be_asked(self) -> None:
        assert [host_of(url) for url in (" http://a.b/ ", "https://A.b:8/x")] == ["a.b", "a.b"]

    @pytest.mark.parametrize(
        ("host", "surely"),
        [
            ("localhost", True), ("x.localhost", True), ("localhost.a.b", False), ("printer.local", False), ("a.b", False),
            ("10.0.0.1", True), ("127.0.0.1", True), ("224.0.0.1", True), ("8.8.8.8", False), ("1.1.1.1", False),
            ("::1", True), ("fe80::1%eth0", True), ("2606:4700::1111", False), ("ff0e::1", True),
            ("::ffff:10.0.0.1", True), ("::ffff:8.8.8.8", False), ("2002:0a00:0001::", True), ("2002:0808:0808::", False),
            ("64:ff9b::10.0.0.1", True), ("64:ff9b::192.168.0.1", True), ("64:ff9b::172.16.0.1", True), ("64:ff9b::8.8.8.8", False), ("64:ff9b::a00:1", True),
        ],
    )  # fmt: skip
    def test_hosts_that_are_private_without_a_look_up(self, host: str, surely: bool) -> None:
        assert is_surely_private(host) == surely

    def test_names_that_are_looked_up(self, monkeypatch: pytest.MonkeyPatch) -> None:
        found = {"both.example": ["8.8.8.8", "10.0.0.1"], "public.example": ["8.8.8.8"], "odd.example": ["odd"]}

        def look_up(name: str, _port: None) -> list[tuple[object, ...]]:
            if name not in found:
                raise socket.gaierror
            return [(0, 0, 0, "", (number, 0)) for number in found[name]]

        monkeypatch.setattr(addresses.socket, "getaddrinfo", look_up)
        hosts = ["both.example", "public.example", "odd.example", "none.example", "localhost", "x.localhost", "x.local"]
        assert list(map(is_private, hosts)) == [True, False, False, False, True, True, True]
        assert is_private("10.0.0.1")
        assert not is_private("8.8.8.8")
        with pytest.raises(ValueError, match="does not appear"):
            is_local("a.b")

    @pytest.mark.parametrize(
        ("source", "target", "from_private", "told"),
        [
            ("https://a.b/", "http://a.b/", False, "which is not encrypted"),
            ("https://a.b/", "https://a.b/x", False, ""),
            ("http://a.b/", "http://8.8.8.8/", False, ""),
            ("http://a.b/", "https://a.b/", False, ""),
            ("http://a.b/", "http://10.0.0.1/", False, "which is in a private network"),
            ("http://a.b/", "http://10.0.0.1/", True, ""),
            ("http://10.0.0.1/", "http://10.0.0.1/x", False, ""),
            ("http://a.b/", "file:///etc/passwd", True, "is not an http or https URL"),
        ],
    )
    def test_redirects(self, source: str, target: str, from_private: bool, told: str) -> None:
        if told:
            with pytest.raises(FetchError, match=told):
                check_redirect(source, target, from_private)
        else:
            check_redirect(source, target, from_private)

    def test_redirects_without_a_look_up(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[str] = []
        monkeypatch.setattr(addresses, "is_private", lambda host: asked.append(host) or False)
        check_redirect("http://a.b/", "http://c.d/", False, look_up=False)
        assert asked == []
        check_redirect("http://a.b/", "http://c.d/", False)
        assert asked == ["c.d"]


class TestAnswers:
    def test_they_count_for_a_time(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        now = 1_000_000.0
        monkeypatch.setattr(time, "time", lambda: now)
        cache = ResponseCache(tmp_path / "a.sqlite", 10.0)
        cache.put({"q": "a", "r": "b"})
        cache.put({"s": "c"}, fresh=100.0)
        assert cache.get(["q", "r", "s", "t"]) == {"q": "a", "r": "b", "s": "c"}
        now += 5.0
        assert cache.get(["q"]) == {"q": "a"}
        cache.close()
        assert cache._file is None
        cache.close()
        now += 20.0
        assert ResponseCache(tmp_path / "a.sqlite", 10.0).get(["q", "s"]) == {"s": "c"}
        assert ResponseCache(tmp_path / "a.sqlite", 10.0, offline=True).get(["q", "s"]) == {"q": "a", "s": "c"}
        assert ResponseCache(tmp_path / "a.sqlite", 10.0, refresh=True).get(["s"]) == {}

    @pytest.mark.parametrize("name", ["no/such/folder.sqlite", "damaged.sqlite"])
    def test_they_are_in_memory_where_no_file_can_be(self, tmp_path: Path, name: str) -> None:
        (tmp_path / "damaged.sqlite").write_bytes(b"no database" * 100)
        cache = ResponseCache(tmp_path / name, 10.0)
        cache.put({"q": "a"})
        assert cache.get(["q"]) == {"q": "a"}


class TestPauses:
    def test_a_budget_of_requests(self) -> None:
        budget = RequestBudget(2)
        budget.spend()
        budget.spend()
        with pytest.raises(BudgetError, match="the limit of 2 requests is reached"):
            budget.spend()
        assert budget.sent == 2
        many = RequestBudget()
        for _ in range(50):
            many.spend()
        assert many.sent == 50

    def test_what_a_server_asks_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        now = 1_000_000.0
        monkeypatch.setattr(time, "time", lambda: now)
        asked = ["", "7", "1" * 50, "٧", "soon", formatdate(now + 60, usegmt=True), formatdate(now - 60, usegmt=True)]
        assert list(map(rate_limit._asked_pause, asked)) == [0, 7, 111_111_111, 0, 0, 60, 0]

    def test_turns_of_a_host(self, monkeypatch: pytest.MonkeyPatch) -> None:
        now = 1_000_000.0
        monkeypatch.setattr(time, "time", lambda: now)
        file = io.BytesIO()
        assert rate_limit._left(file) <= 0
        rate_limit._free_in(file, 5.0)
        assert rate_limit._left(file) == 5.0
        rate_limit._free_in(file, 2.5)
        assert rate_limit._left(file) == 2.5
        rate_limit._free_in(file, rate_limit.ONE_HOUR)
        assert rate_limit._left(file) == 0, "the clock was set back"
        assert rate_limit.ONE_HOUR == 3600
        assert rate_limit._left(io.BytesIO(b"nonsense")) == 0

    def test_one_after_the_other(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        now, slept = 1_000_000.0, []

        def sleep(seconds: float) -> None:
            nonlocal now
            slept.append(round(seconds, 3))
            now += seconds

        monkeypatch.setattr(time, "time", lambda: now)
        monkeypatch.setattr(time, "sleep", sleep)
        turns = HostRateLimiter(tmp_path / "cache" / "turns", 3.0)
        for host in ("a.b", "a.b", "A.b", "c.d", "x" * 300):
            with turns.turn(host):
                pass
        assert slept == [3.0, 3.0]
        turns.hold("a.b", 10.0)
        turns.hold("a.b", 1.0)
        with turns.turn("a.b"):
            pass
        assert slept == [3.0, 3.0, 10.0]
        turns.hold("e.f", 0.5)
        with turns.turn("e.f"):
            pass
        assert slept == [3.0, 3.0, 10.0, 0.5]
        (tmp_path / "file").write_text("no folder")
        alone = HostRateLimiter(tmp_path / "file", 2.0)
        alone.hold("a.b", 10.0)
        with alone.turn("a.b"):
            pass
        assert slept == [3.0, 3.0, 10.0, 0.5, 2.0], "nothing can be noted, so it waits before each request"

    @pytest.mark.parametrize(
        ("private", "status", "noted"),
        [(True, 200, PRIVATE), (False, 200, "public"), (None, 200, None), (True, 304, None), (False, 304, "public")],
    )
    def test_where_an_answer_came_from(self, private: bool | None, status: int, noted: str | None) -> None:
        response = requests.Response()
        response.status_code = status
        response.headers[NETWORK] = "what the server says"
        rate_limit._note_network(response, private)
        assert response.headers.get(NETWORK) == noted


class TestResponses:
    """What comes back is judged by where it came from, and read within limits."""

    @pytest.mark.parametrize(("host", "refused"), [("10.0.0.1", False), ("8.8.8.8", True)])
    def test_a_redirect_that_was_cached_without_a_note(self, tmp_path: Path, host: str, refused: bool) -> None:
        """Caches of the first versions say nothing of the network: only an address shows that it is private."""
        asked = []

        class Caching(Client):
            def _answer(self, address: str, *_: object) -> requests.Response:  # type: ignore[override]
                asked.append(address)
                answer = requests.Response()
                answer.status_code = 302 if len(asked) == 1 else 200
                answer.headers.update({"Location": "http://10.0.0.2/"} if len(asked) == 1 else {NETWORK: PRIVATE})
                return answer

        with Caching(folder=tmp_path) as client:
            if refused:
                with pytest.raises(FetchError, match=r"10\.0\.0\.2"):
                    client.status(f"http://{host}/")
            else:
                assert client.status(f"http://{host}/") == 200
        assert len(asked) == 2 - refused

    def test_a_cache_that_is_damaged_meanwhile(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def request(*_: object, **__: object) -> None:
            raise sqlite3.DatabaseError("malformed")

        with Client(folder=tmp_path) as client:
            monkeypatch.setattr(client._session, "request", request)
            with pytest.raises(FetchError) as caught:
                client.get("http://a.b/")
        problem = caught.value.problem
        assert problem.message == f"the cache in {tmp_path} is damaged: malformed"
        assert problem.hint == "delete that directory"

    @pytest.mark.parametrize(
        ("length", "size", "refused"),
        [
            ("", 10, False),
            ("", 11, True),
            ("10", 10, False),
            ("11", 0, True),
            ("9" * 19, 0, True),
            ("9" * 20, 3, False),
            ("٣", 3, False),
        ],
    )
    def test_a_body_has_a_limit(self, tmp_path: Path, length: str, size: int, refused: bool) -> None:
        adapter = RateLimitedAdapter(HostRateLimiter(tmp_path, 0), Limits(largest=10), RequestBudget())
        response = requests.Response()
        response.headers["Content-Length"] = length
        response.raw = HTTPResponse(io.BytesIO(b"x" * size), preload_content=False)
        if refused:
            with pytest.raises(TooMuchError, match="is larger than"):
                adapter._with_body(response)
        else:
            answer = adapter._with_body(response)
            assert answer.content == b"".join(answer.iter_content(3)) == b"x" * size


class TestTime:
    def test_a_question_has_so_many_seconds(self) -> None:
        question = RequestContext(0.0)
        with pytest.raises(TooMuchError, match="took longer than 5 s to send") as caught, question.running(5.0):
            pass
        assert caught.value.is_late
        question = RequestContext(100.0)
        with question.running(100.0):
            pass
        assert 99.0 < question.seconds < 100.0
        assert not question.over

    def test_what_takes_longer_is_ended(self) -> None:
        here, there = socket.socketpair()
        question = RequestContext(0.05)

        def wait() -> bytes:
            with question.running(0.05):
                question.on(here, private=False)
                assert there.recv(1) == b"", "the connection is shut"
            return b"in time"

        with pytest.raises(TooMuchError):
            wait()
        assert question.connection is None
        question.over = True
        question.on(here, private=False)

    def test_errors_within_are_those_of_the_time_only_if_it_is_over(self) -> None:
        question = RequestContext(100.0)
        with pytest.raises(KeyError), question.running(100.0):
            raise KeyError
        question.over = True
        with pytest.raises(TooMuchError), question.running(100.0):
            raise KeyError
        with pytest.raises(TooMuchError), question.running(100.0):
            pass

    def test_private_addresses(self) -> None:
        here, _there = socket.socketpair()
        public_only = RequestContext(1.0, public_only=True)
        with pytest.raises(PrivateAddressError):
            public_only.on(here, private=True)
        assert (public_only.private, public_only.connection) == (True, None)
        public_only.on(here, private=False)
        assert public_only.connection is here
        RequestContext(1.0).on(here, private=True)

    def test_so_many_addresses_are_tried(self) -> None:
        assert connections._MOST_ADDRESSES == 6
