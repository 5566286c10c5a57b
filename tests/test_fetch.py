"""The client for the web, against a server that behaves and one that does not; nothing inside the client is replaced."""

from __future__ import annotations

import gzip
import multiprocessing
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from conftest import Answer

from citekit.commands.convert import Conversion
from citekit.runtime.config import ConvertSettings
from citekit.runtime.errors import UsageError
from citekit.runtime.http import (
    USER_AGENT,
    Client,
    FetchError,
    FetchResult,
    Limits,
    addresses,
    connections,
    rate_limit,
)
from citekit.runtime.http.addresses import is_local
from citekit.runtime.links import NO_HOST, dead_links, gone
from citekit.runtime.safe_files import locked

Citekit = Callable[..., Answer]
QUICK = Limits(connect=5, read=0.4, whole=1.5, largest=100_000, between=0, patience=3, busy=1 / 16)

PAGE = """<!doctype html><html><body><h1>Tove Lindqvist</h1><h2>Publications</h2><ul>
<li>T. Lindqvist and S. Dvořák. <b>Sorting sparse ledgers</b>. <i>Journal of Synthetic Systems</i>, 2021.</li>
<li>Y. Amari and T. Lindqvist. <b>Lazy queues without clocks</b>. <i>Annals of Applied Parsing</i>, 2019.</li>
<li>T. Lindqvist. <b>Bounded archives of surveys</b>. <i>Annals of Applied Parsing</i>, 2018.</li>
</ul></body></html>"""

Reply = Callable[["Handler"], None]


@dataclass
class Site:
    """A running server: its address, what it answers to each path, and what it was asked for."""

    url: str
    replies: dict[str, Reply]
    asked: Counter[str] = field(default_factory=Counter)
    agents: set[str] = field(default_factory=set)
    times: list[float] = field(default_factory=list)
    posted: list[tuple[str, bytes]] = field(default_factory=list)

    def on(self, path: str, status: int = 200, body: str | bytes = PAGE, **headers: str) -> str:
        """Answers ``path`` like this from now on; the address."""
        data = body.encode() if isinstance(body, str) else body
        shown = {"Content-Type": "text/html; charset=utf-8", **{k.replace("_", "-"): v for k, v in headers.items()}}
        self.replies[path] = lambda handler: handler.reply(status, data, shown)
        return self.url + path

    def does(self, path: str, reply: Reply) -> str:
        """Lets a function answer ``path`` from now on; the address."""
        self.replies[path] = reply
        return self.url + path


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    site: Site

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_POST(self) -> None:
        said = self.rfile.read(int(self.headers["Content-Length"]))
        self.site.posted.append((self.headers.get("Content-Type", ""), said))
        self.do_GET()

    def do_GET(self) -> None:
        self.site.asked[self.path if self.command == "GET" else f"HEAD {self.path}"] += 1
        self.site.times.append(time.monotonic())
        self.site.agents.add(self.headers.get("User-Agent", ""))
        reply = self.site.replies.get(self.path)
        if reply is None:
            self.reply(404, b"nothing", {})
        else:
            reply(self)

    def reply(self, status: int, data: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(data)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def begin(self, **headers: str) -> None:
        """Status and headers; the body is left to the caller, and the connection ends with it."""
        self.send_response(200)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass  # clients that hang up are what many tests are about


@contextmanager
def running(context: ssl.SSLContext | None = None) -> Iterator[Site]:
    server = Server(("127.0.0.1", 0), Handler)
    scheme = "http"
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        scheme = "https"
    site = Site(f"{scheme}://127.0.0.1:{server.server_address[1]}", {})
    server.RequestHandlerClass = type("SiteHandler", (Handler,), {"site": site})
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def site() -> Iterator[Site]:
    with running() as site:
        yield site


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own for every test, and no proxy."""
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("CITEKIT_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def get(url: str, limits: Limits = QUICK, **options: bool) -> FetchResult:
    with Client(limits=limits, **options) as client:
        return client.get(url)


def failure(url: str, limits: Limits = QUICK, **options: bool) -> str:
    """The one sentence about an address that cannot be read; every one comes with a hint."""
    with pytest.raises(FetchError) as error:
        get(url, limits, **options)
    problem = error.value.problem
    assert problem.hint
    assert "\n" not in problem.message
    assert "Traceback" not in problem.message
    assert "object at 0x" not in problem.message
    return problem.message


class TestAGoodServer:
    def test_body_type_charset_and_address(self, site: Site) -> None:
        url = site.on("/me/")
        assert get(url) == FetchResult(url, PAGE.encode(), "text/html", "utf-8")

    def test_says_who_asks(self, site: Site) -> None:
        get(site.on("/"))
        assert site.agents == {USER_AGENT}
        assert USER_AGENT.startswith("citekit/")

    def test_the_fragment_is_not_asked_for(self, site: Site) -> None:
        assert get(site.on("/me") + "#papers").address == site.url + "/me"

    def test_compressed_bodies(self, site: Site) -> None:
        url = site.on("/", body=gzip.compress(PAGE.encode()), Content_Encoding="gzip")
        assert get(url).data == PAGE.encode()
        assert get(url, offline=True).data == PAGE.encode()

    def test_chunked_bodies(self, site: Site) -> None:
        def reply(handler: Handler) -> None:
            handler.begin(Transfer_Encoding="chunked")
            handler.wfile.write(b"5\r\nhello\r\n6\r\n there\r\n0\r\n\r\n")

        assert get(site.does("/", reply)).data == b"hello there"

    def test_any_bytes_come_back_from_the_cache(self, site: Site) -> None:
        url = site.on("/", body=bytes(range(256)) * 4, Content_Type="application/octet-stream")
        assert get(url).data == get(url).data == bytes(range(256)) * 4

    def test_an_empty_body(self, site: Site) -> None:
        assert get(site.on("/", body=b"")).data == b""


class TestCache:
    def test_a_second_reading_asks_nobody(self, site: Site) -> None:
        url = site.on("/")
        assert get(url) == get(url)
        assert site.asked["/"] == 1

    def test_it_may_be_in_any_folder(self, site: Site, tmp_path: Path) -> None:
        url = site.on("/")
        for _ in range(2):
            with Client(limits=QUICK, folder=tmp_path / "a" / "b") as client:
                client.get(url)
        assert site.asked["/"] == 1

    def test_only_what_is_worth_it_is_kept(self, site: Site) -> None:
        good, bad = site.on("/good", body="good"), site.on("/bad", body="bad")
        for _ in range(2):
            with Client(limits=QUICK, worth_keeping=lambda body: b"good" in body) as client:
                assert (client.get(good).data, client.get(bad).data) == (b"good", b"bad")
        assert site.asked == {"/good": 1, "/bad": 4}

    def test_the_first_answer_is_taken_if_it_is_worth_it(self, site: Site) -> None:
        good = site.on("/good", body="good")
        with Client(limits=QUICK, worth_keeping=lambda body: b"good" in body, refresh=True) as client:
            client.get(good)
            assert client.sent == 1

    def test_a_question_is_posted_and_its_answer_not_kept(self, site: Site) -> None:
        site.on("/", body="answer")
        for _ in range(2):
            with Client(limits=QUICK) as client:
                assert client.get(site.url + "/", question=b'{"a": 1}').data == b"answer"
            assert client.sent == 1
        assert site.posted == [("application/json", b'{"a": 1}')] * 2

    def test_a_client_may_send_so_many_requests(self, site: Site) -> None:
        with Client(limits=QUICK, at_most=1) as client:
            client.get(site.on("/a"))
            with pytest.raises(FetchError, match="the limit of 1 requests is reached"):
                client.get(site.on("/b"))
            assert client.sent == 1

    @pytest.mark.parametrize(
        ("contact", "told"), [("jane@example.org", " mailto:jane@example.org"), ("jane", ""), ("a@b.c evil: x", "")]
    )
    def test_an_address_to_write_to_is_told(
        self, site: Site, monkeypatch: pytest.MonkeyPatch, contact: str, told: str
    ) -> None:
        monkeypatch.setenv("CITEKIT_CONTACT", contact)
        get(site.on("/"))
        assert site.agents == {USER_AGENT + told}

    def test_refresh_asks_again(self, site: Site) -> None:
        get(site.on("/"))
        assert get(site.on("/", body="new"), refresh=True).data == b"new"
        assert get(site.url + "/").data == b"new"

    def test_offline_answers_from_the_cache_alone(self, site: Site) -> None:
        url = site.on("/")
        assert "is not in the cache" in failure(url, offline=True)
        assert site.asked == {}
        get(url)
        assert get(url, offline=True).data == PAGE.encode()
        assert site.asked["/"] == 1

    def test_offline_follows_redirects_that_are_known(self, site: Site) -> None:
        site.on("/new")
        url = site.on("/old", 301, b"", Location="/new")
        get(url)
        assert get(url, offline=True).address == site.url + "/new"

    def test_an_old_copy_is_asked_for_again(self, site: Site) -> None:
        url = site.on("/")
        get(url, replace(QUICK, fresh=0.02))
        time.sleep(0.03)
        site.on("/", body="new")
        assert get(url).data == b"new"

    def test_an_unchanged_page_is_not_sent_again(self, site: Site) -> None:
        url = site.on("/", ETag='"1"')
        get(url, replace(QUICK, fresh=0.02))
        time.sleep(0.03)
        site.on("/", 304, b"")
        again = get(url)
        assert again.data == PAGE.encode()
        assert again.old_copy_of is None

    @pytest.mark.parametrize("status", [404, 500, 503])
    def test_an_old_copy_is_better_than_an_error(self, site: Site, status: int) -> None:
        url = site.on("/")
        get(url, replace(QUICK, fresh=0.02))
        time.sleep(0.03)
        site.on("/", status, b"out of order", Retry_After="999")
        again = get(url)
        assert again.data == PAGE.encode()
        assert again.old_copy_of is not None

    def test_an_old_copy_when_the_server_is_gone(self, capfd: pytest.CaptureFixture[str]) -> None:
        with running() as site:
            url = site.on("/")
            get(url, replace(QUICK, fresh=0.02))
        time.sleep(0.03)
        assert get(url).old_copy_of is not None
        assert capfd.readouterr().err == ""

    def test_offline_and_refresh_exclude_each_other(self) -> None:
        with pytest.raises(UsageError):
            Client(offline=True, refresh=True)

    def test_a_folder_that_cannot_be_written_costs_only_the_cache(
        self, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "file").write_text("no folder", encoding="utf-8")
        monkeypatch.setenv("CITEKIT_CACHE_DIR", str(tmp_path / "file"))
        assert get(site.on("/")).data == PAGE.encode()

    def test_a_broken_cache_costs_only_the_cache(self, site: Site, folder: Path) -> None:
        folder.mkdir()
        for name in ("pages.sqlite", "answers.sqlite"):
            (folder / name).write_bytes(b"this is no database" * 500)
        assert get(site.on("/")).data == PAGE.encode()


class TestRedirects:
    def test_they_are_followed(self, site: Site) -> None:
        site.on("/c")
        site.on("/b", 307, b"", Location=site.url + "/c")
        fetched = get(site.on("/a", 302, b"", Location="b"))
        assert (fetched.address, fetched.data) == (site.url + "/c", PAGE.encode())

    def test_loops_end(self, site: Site) -> None:
        site.on("/a", 302, b"", Location="/b")
        assert "redirects more than 5 times" in failure(site.on("/b", 301, b"", Location="/a"))
        assert site.asked.total() <= 6

    def test_six_are_too_many(self, site: Site) -> None:
        for number in range(6):
            site.on(f"/{number}", 302, b"", Location=f"/{number + 1}")
        site.on("/6")
        assert get(site.url + "/1").data
        assert "redirects more than 5 times" in failure(site.url + "/0")

    @pytest.mark.parametrize("target", ["ftp://127.0.0.1/x", "file:///etc/passwd", "javascript:alert(1)", "http://"])
    def test_only_to_the_web(self, site: Site, target: str) -> None:
        assert failure(site.on("/", 302, b"", Location=target))

    def test_never_from_the_public_into_a_private_net(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        """The local server plays the proxy through which a public host is asked."""
        monkeypatch.setenv("http_proxy", site.url)
        public = "http://93.184.216.34/"
        for target in ("http://127.0.0.1:9/secret", "http://192.168.1.1/", "http://[::1]/", "http://2130706433/"):
            site.does(public, lambda handler, target=target: handler.reply(302, b"", {"Location": target}))
            assert "private network" in failure(public, refresh=True)
        assert set(site.asked) == {public}

    def test_private_hosts_may_redirect_among_themselves(self, site: Site) -> None:
        site.on("/here")
        assert get(site.on("/", 302, b"", Location=site.url.replace("127.0.0.1", "localhost") + "/here")).data

    @pytest.mark.skipif(not shutil.which("openssl"), reason="needs openssl to make a certificate")
    def test_never_from_https_to_http(self, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
        command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
        files = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)]
        subprocess.run([*command, *files], check=True, capture_output=True, timeout=60)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        with running(context) as safe:
            safe.on("/page")
            assert "certificate" in failure(safe.url + "/page")
            monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(certificate))
            assert get(safe.url + "/page").data == PAGE.encode()
            assert "not encrypted" in failure(safe.on("/", 301, b"", Location=site.on("/plain")))
            assert get(site.on("/up", 301, b"", Location=safe.url + "/page")).data == PAGE.encode()
        assert "/plain" not in site.asked


class TestOneLookUp:
    """A name that stands for another address whenever somebody asks for it."""

    @pytest.fixture
    def turning(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """Names of ``example.test``: public when they are looked up first, this machine from then on."""
        asked: list[str] = []
        real = socket.getaddrinfo

        def look_up(host: Any, *arguments: Any, **options: Any) -> Any:
            if str(host).endswith("example.test"):
                asked.append(host)
                host = "192.0.2.1" if str(host).startswith("dark") else "127.0.0.1"
                host = "93.184.216.34" if asked.count(asked[-1]) == 1 and not asked[-1].startswith("dark") else host
            return real(host, *arguments, **options)

        monkeypatch.setattr(socket, "getaddrinfo", look_up)
        return asked

    def test_links_are_not_followed_into_private_nets(self, site: Site, turning: list[str]) -> None:
        port = site.url.rpartition(":")[2]
        site.on("/secret", 404)
        assert dead_links([f"http://rebound.example.test:{port}/secret"]) == {}
        assert not site.asked
        assert turning

    def test_redirects_are_not_followed_into_private_nets(
        self, site: Site, turning: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The first server is public as far as anybody can tell: its address is taken for one."""
        port = site.url.rpartition(":")[2]
        monkeypatch.setattr(connections, "is_local", lambda number: number != "127.0.0.1" or bool(turning))
        site.on("/secret")
        start = site.on("/", 302, b"", Location=f"http://rebound.example.test:{port}/secret")
        assert "in a private network" in failure(start)
        assert set(site.asked) == {"/"}

    def test_what_was_looked_at_is_what_is_connected_to(
        self, site: Site, turning: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        connected: list[Any] = []
        monkeypatch.setattr(
            "urllib3.util.connection.create_connection", lambda place, *_, **__: connected.append(place) or refuse()
        )

        def refuse() -> None:
            raise ConnectionRefusedError

        failure("http://rebound.example.test/")
        assert connected == [("93.184.216.34", 80)]
        assert turning == ["rebound.example.test"]

    def test_the_name_is_still_what_is_asked_for(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        hosts: list[str] = []
        site.does("/", lambda handler: (hosts.append(handler.headers["Host"]), handler.reply(200, b"x", {}))[1])
        get(site.url.replace("127.0.0.1", "localhost") + "/")
        assert hosts == [site.url.removeprefix("http://").replace("127.0.0.1", "localhost")]

    @pytest.mark.parametrize(
        "address",
        [
            *("127.0.0.1", "10.1.2.3", "192.168.0.1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1"),
            *("::1", "fe80::1%eth0", "fd00::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "ff02::1"),
        ],
    )
    def test_private_addresses(self, address: str) -> None:
        assert is_local(address)

    @pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1::1", "64:ff9b::5db8:d822"])
    def test_public_addresses(self, address: str) -> None:
        assert not is_local(address)


class TestPrivateNetworksAndTheCache:
    """Where a response came from is stored with it; what its name stands for at the next run does not count.

    The names of ``example.test`` stand for this machine. Whether a connection to it counts as private is what a test says.
    """

    @pytest.fixture(autouse=True)
    def names(self, monkeypatch: pytest.MonkeyPatch) -> None:
        real = socket.getaddrinfo

        def look_up(host: Any, *arguments: Any, **options: Any) -> Any:
            return real("127.0.0.1" if str(host).endswith("example.test") else host, *arguments, **options)

        monkeypatch.setattr(socket, "getaddrinfo", look_up)

    @staticmethod
    def named(site: Site, name: str, path: str = "/") -> str:
        return f"http://{name}.example.test:{site.url.rpartition(':')[2]}{path}"

    @staticmethod
    def connections_are(monkeypatch: pytest.MonkeyPatch, private: bool) -> None:
        monkeypatch.setattr(connections, "is_local", lambda _number: private)

    def test_a_host_with_a_public_and_a_private_address(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        """Its name has a private address, but the response came from the public one."""
        self.connections_are(monkeypatch, private=False)
        site.on("/secret")
        site.on("/", 302, b"", Location=self.named(site, "router", "/secret"))
        for _ in range(3):
            assert "private network" in failure(self.named(site, "both"))
        assert site.asked == {"/": 3}, "a refused redirect is not cached"

    def test_a_redirect_whose_target_has_become_private(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        self.connections_are(monkeypatch, private=False)
        site.on("/page")
        site.on("/", 302, b"", Location=self.named(site, "turning", "/page"))
        with monkeypatch.context() as public:
            public.setattr(addresses, "is_local", lambda _number: False)
            assert get(self.named(site, "first")).data
        assert "private network" in failure(self.named(site, "first"))

    def test_behind_a_proxy(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        """The proxy looks up the name, so nobody knows where the response came from."""
        monkeypatch.setenv("http_proxy", site.url)
        public = "http://both.example.test/"
        site.does(public, lambda handler: handler.reply(302, b"", {"Location": "http://router.example.test/"}))
        for _ in range(2):
            assert "private network" in failure(public)
        assert site.asked == {public: 2}

    @pytest.mark.parametrize("offline", [False, True])
    def test_what_is_cached_of_a_private_host(self, site: Site, monkeypatch: pytest.MonkeyPatch, offline: bool) -> None:
        """Its name has become public, and a public host redirects to it: the copy of before is not shown."""
        self.connections_are(monkeypatch, private=True)
        site.on("/secret")
        assert get(self.named(site, "router", "/secret")).data
        self.connections_are(monkeypatch, private=False)
        monkeypatch.setattr(addresses, "is_local", lambda _number: False)
        start = self.named(site, "first")
        site.on("/", 302, b"", Location=self.named(site, "router", "/secret"))
        assert "private network" in failure(start)
        if offline:
            assert "private network" in failure(start, offline=True)

    def test_what_a_server_says_of_itself_does_not_count(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        self.connections_are(monkeypatch, private=False)
        site.on("/", 302, b"", Location=self.named(site, "router"), X_Citekit_Network="private")
        for _ in range(2):
            assert "private network" in failure(self.named(site, "both"))
        monkeypatch.setenv("http_proxy", site.url)
        public = "http://both.example.test/"
        to_the_router = {"Location": "http://router.example.test/", "X-Citekit-Network": "private"}
        site.does(public, lambda handler: handler.reply(302, b"", to_the_router))
        assert "private network" in failure(public)

    def test_a_private_host_does_not_make_private_what_a_public_one_sent(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The redirect is cached while its target is public; then the name turns to a private host, which confirms it."""
        self.connections_are(monkeypatch, private=False)
        with monkeypatch.context() as public:
            public.setattr(addresses, "is_local", lambda _number: False)
            site.on("/page")
            site.on("/", 302, b"", Location=self.named(site, "router", "/page"), ETag='"1"')
            assert get(self.named(site, "turning"), replace(QUICK, fresh=0.05)).data
        time.sleep(0.1)
        self.connections_are(monkeypatch, private=True)
        site.on("/", 304, b"")
        assert "private network" in failure(self.named(site, "turning"))

    def test_an_old_redirect_is_not_private_because_the_host_is_now(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The same, where the private host fails and the old copy is used."""
        self.connections_are(monkeypatch, private=False)
        with monkeypatch.context() as public:
            public.setattr(addresses, "is_local", lambda _number: False)
            site.on("/page")
            site.on("/", 302, b"", Location=self.named(site, "router", "/page"))
            assert get(self.named(site, "turning"), replace(QUICK, fresh=0.05)).data
        time.sleep(0.1)
        self.connections_are(monkeypatch, private=True)
        site.on("/", 500, b"")
        assert "private network" in failure(self.named(site, "turning"))

    def test_private_hosts_still_redirect_among_themselves(self, site: Site) -> None:
        site.on("/here")
        site.on("/", 302, b"", Location=self.named(site, "other", "/here"))
        for _ in range(2):
            assert get(self.named(site, "router")).data == PAGE.encode()
        assert site.asked == {"/": 1, "/here": 1}


class TestPasswords:
    @pytest.mark.parametrize("name", [".netrc", "_netrc"])
    def test_those_of_netrc_are_sent_to_nobody(
        self, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
    ) -> None:
        (tmp_path / name).write_text("default login ada password secret\nmachine 127.0.0.1 login ada password secret\n")
        (tmp_path / name).chmod(0o600)
        monkeypatch.setenv("HOME", str(tmp_path))
        if name == "_netrc":
            monkeypatch.setenv("NETRC", str(tmp_path / name))
        sent: list[str | None] = []

        def reply(status: int, **headers: str) -> Reply:
            def answer(handler: Handler) -> None:
                sent.append(handler.headers["Authorization"])
                handler.reply(status, b"x", headers)

            return answer

        site.does("/there", reply(200))
        other = site.url.replace("127.0.0.1", "localhost")
        get(site.does("/", reply(302, Location=f"{other}/there")))
        assert sent == [None, None]


class TestTheWholeTime:
    """A question has so many seconds, whatever the server does with them."""

    SHORT = replace(QUICK, whole=0.5)

    def test_headers_that_drip(self, site: Site) -> None:
        def reply(handler: Handler) -> None:
            handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
            for number in range(600):
                handler.wfile.write(b"X-%d: y\r\n" % (number % 50) if number % 5 == 0 else b"")
                handler.wfile.flush()
                time.sleep(0.05)

        began = time.monotonic()
        assert "took longer than 0.5 s" in failure(site.does("/", reply), self.SHORT)
        assert time.monotonic() - began < 20  # of the 30 that the server takes

    def test_one_header_that_drips(self, site: Site) -> None:
        def reply(handler: Handler) -> None:
            handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
            for _ in range(600):
                handler.wfile.write(b"y")
                handler.wfile.flush()
                time.sleep(0.05)

        assert "took longer than 0.5 s" in failure(site.does("/", reply), self.SHORT)

    def test_redirects_share_it(self, site: Site) -> None:
        def slow(number: int) -> Reply:
            def reply(handler: Handler) -> None:
                time.sleep(0.15)
                handler.reply(302, b"", {"Location": f"/{number + 1}"})

            return reply

        for number in range(6):
            site.does(f"/{number}", slow(number))
        limits = replace(QUICK, whole=0.35)
        assert "took longer than 0.35 s" in failure(site.url + "/0", limits)
        assert site.asked.total() < 6

    def test_a_connection_that_is_never_made_secure(self, site: Site) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            held: list[socket.socket] = []
            thread = threading.Thread(target=lambda: held.append(server.accept()[0]), daemon=True)
            thread.start()
            limits = replace(self.SHORT, connect=600, read=600)
            assert failure(f"https://127.0.0.1:{server.getsockname()[1]}/", limits)
            thread.join(10)
            held[0].close()


class TestBadServers:
    @pytest.mark.parametrize(
        ("status", "words"),
        [(401, "password"), (403, "by programs"), (404, "does not exist"), (500, "500"), (418, "418")],
    )
    def test_errors_are_told(self, site: Site, status: int, words: str) -> None:
        assert words in failure(site.on("/", status, b"no"))

    def test_a_declared_length_beyond_the_limit_is_not_read(self, site: Site) -> None:
        def reply(handler: Handler) -> None:
            handler.begin(Content_Length="99999999999")

        assert "larger than 0.1 MB" in failure(site.does("/", reply))

    def test_an_endless_body_is_cut(self, site: Site) -> None:
        def reply(handler: Handler) -> None:
            handler.begin()
            while True:
                handler.wfile.write(b"x" * 10_000)

        assert "larger than 0.1 MB" in failure(site.does("/", reply))

    def test_a_small_body_that_grows_when_unpacked_is_cut(self, site: Site) -> None:
        url = site.on("/", body=gzip.compress(b"0" * 5_000_000), Content_Encoding="gzip")
        assert "larger than 0.1 MB" in failure(url)

    def test_what_is_too_large_is_not_kept(self, site: Site) -> None:
        url = site.on("/", body=b"x" * 200_000)
        failure(url)
        assert "not in the cache" in failure(url, offline=True)

    def test_silence_in_place_of_an_answer(self, site: Site) -> None:
        assert "sent nothing for 0.4 s" in failure(site.does("/", lambda _handler: time.sleep(1)))

    def test_silence_within_a_body(self, site: Site) -> None:
        def reply(handler: Handler) -> None:
            handler.begin(Content_Length="100")
            handler.wfile.write(b"half")
            handler.wfile.flush()
            time.sleep(1)

        assert "sent nothing for 0.4 s" in failure(site.does("/", reply))

    def test_a_body_that_drips(self, site: Site) -> None:
        def reply(handler: Handler) -> None:
            handler.begin(Content_Length="10000")
            for _ in range(40):
                handler.wfile.write(b"x")
                handler.wfile.flush()
                time.sleep(0.1)

        assert "took longer than 0.5 s" in failure(site.does("/", reply), replace(QUICK, whole=0.5))

    def test_a_connection_that_is_cut(self, site: Site) -> None:
        def reply(handler: Handler) -> None:
            handler.begin(Content_Length="1000")
            handler.wfile.write(b"half")

        assert "broke off" in failure(site.does("/", reply))

    def test_chunks_that_are_cut(self, site: Site) -> None:
        def reply(handler: Handler) -> None:
            handler.begin(Transfer_Encoding="chunked")
            handler.wfile.write(b"5\r\nhello\r\n40\r\nhalf")

        assert "broke off" in failure(site.does("/", reply))

    @pytest.mark.parametrize("words", [b"", b"SSH-2.0-OpenSSH\r\n", b"HTTP/1.1 nonsense\r\n\r\n"])
    def test_no_http_at_all(self, site: Site, words: bytes) -> None:
        def reply(handler: Handler) -> None:
            handler.wfile.write(words)
            handler.close_connection = True

        assert failure(site.does("/", reply))

    def test_damaged_compression(self, site: Site) -> None:
        assert "damaged" in failure(site.on("/", body=b"this is not gzip", Content_Encoding="gzip"))

    def test_nobody_listens(self) -> None:
        with running() as site:
            url = site.url
        assert "cannot be reached" in failure(url)

    @pytest.mark.parametrize(
        "address",
        [
            "ftp://example.org/x",
            "file:///etc/passwd",
            "http://",
            "http:///path",
            "http://[::1",
            "http://host:99999/",
            "http://host:port/",
            "http://a..b/",
            "http://" + "x" * 300 + "/",
            "http://exa mple.org/",
        ],
    )
    def test_no_address(self, address: str) -> None:
        assert failure(address)

    def test_passwords_are_refused_and_not_shown(self) -> None:
        message = failure("https://tove:secret@127.0.0.1/me")
        assert "secret" not in message
        assert "127.0.0.1/me" in message


class TestBusyServers:
    @pytest.fixture
    def slept(self, monkeypatch: pytest.MonkeyPatch) -> list[float]:
        """The pauses before requests, by a clock that only counts."""
        pauses: list[float] = []
        clock = SimpleNamespace(time=lambda: time.time() + sum(pauses), sleep=pauses.append)
        monkeypatch.setattr(rate_limit, "time", clock)
        return pauses

    def busy_once(self, site: Site, status: int, wait: str) -> str:
        def reply(handler: Handler) -> None:
            if site.asked["/"] == 1:
                handler.reply(status, b"", {"Retry-After": wait} if wait else {})
            else:
                handler.reply(200, b"fine", {})

        return site.does("/", reply)

    @pytest.mark.parametrize(("status", "wait", "pause"), [(503, "1", 1), (429, "2", 2), (429, "", QUICK.busy)])
    def test_it_waits_as_asked_and_tries_again(
        self, site: Site, slept: list[float], status: int, wait: str, pause: float
    ) -> None:
        assert get(self.busy_once(site, status, wait)).data == b"fine"
        assert pause - 0.05 < sum(slept) <= pause

    def test_a_date_to_come_back_at(self, site: Site, slept: list[float]) -> None:
        assert get(self.busy_once(site, 503, formatdate(time.time() + 2, usegmt=True))).data == b"fine"
        assert 0.9 < sum(slept) <= 2

    @pytest.mark.parametrize(
        "wait", ["3600", formatdate(time.time() + 9999, usegmt=True), "9" * 400], ids=["seconds", "date", "digits"]
    )
    def test_a_wait_beyond_all_patience_is_not_begun(self, site: Site, wait: str) -> None:
        assert "is busy" in failure(site.on("/", 503, b"", Retry_After=wait))
        assert site.asked["/"] == 1

    def test_patience_ends(self, site: Site, slept: list[float]) -> None:
        """Each pause is twice as long as the one before, and all together are as long as the patience."""
        limits = replace(QUICK, busy=1, patience=3)
        assert "receives too many requests" in failure(site.on("/", 429, b"", Retry_After="nonsense"), limits)
        assert site.asked["/"] == 3
        assert [round(pause, 1) for pause in slept] == [1, 2]

    def test_one_request_after_the_other(self, site: Site, slept: list[float]) -> None:
        limits = replace(QUICK, between=5)
        for path in "abc":
            get(site.on(f"/{path}"), limits)
        assert [round(pause) for pause in slept] == [5, 5]

    @pytest.mark.parametrize("alone", [True, False])
    def test_others_wait_for_the_end_of_an_answer_where_a_host_wants_that(
        self, site: Site, folder: Path, alone: bool
    ) -> None:
        may_ask: list[bool] = []

        def reply(handler: Handler) -> None:
            handler.begin(Content_Length="4")
            handler.wfile.write(b"ha")
            handler.wfile.flush()
            end = time.monotonic() + (0.2 if alone else 5)
            while not may_ask and time.monotonic() < end:
                with suppress(BlockingIOError), locked(folder / "turns" / "127.0.0.1", wait=False):
                    may_ask.append(True)
                time.sleep(0.01)
            handler.wfile.write(b"lf")

        limits = replace(QUICK, alone=alone, read=9, whole=9)
        assert get(site.does("/", reply), limits).data == b"half"
        assert bool(may_ask) != alone

    def test_processes_take_turns(self, site: Site) -> None:
        urls = [site.on(f"/{number}") for number in range(4)]
        with multiprocessing.get_context("spawn").Pool(2) as pool:
            pool.map(fetch_slowly, urls)
        times = sorted(site.times)
        assert len(times) == 4
        assert all(later - earlier >= 0.25 for earlier, later in pairwise(times))


def fetch_slowly(url: str) -> None:
    get(url, replace(QUICK, between=0.3))


class TestCharsets:
    TEXT = "Dvořák & Łucja"

    @pytest.mark.parametrize(
        ("charset", "encoding"),
        [
            ("utf-8", "utf-8"),
            ("", "utf-8"),
            ("ISO-8859-2", "iso8859-2"),
            ('"iso-8859-2"', "iso8859-2"),
            ("utf-16", "utf-16"),
            ("iso-8859-1", "utf-8"),  # a server that names its default whatever the page is in
            ("windows-1252", "utf-8"),
            ("nonsense", "utf-8"),
            ("base64", "utf-8"),
            ("\0", "utf-8"),
        ],
    )
    def test_text_is_found(self, charset: str, encoding: str) -> None:
        fetched = FetchResult("http://x/", self.TEXT.encode(encoding), "text/html", charset.strip('"').lower())
        assert fetched.as_utf8().decode("utf-8") == self.TEXT

    def test_seven_bit_charsets_are_taken_at_their_word(self) -> None:
        assert (
            FetchResult("http://x/", "日本".encode("iso-2022-jp"), "text/plain", "iso-2022-jp").as_utf8()
            == "日本".encode()
        )

    def test_what_does_not_fit_stays(self) -> None:
        assert FetchResult("http://x/", b"\xff\xfe\xfa\x81", "text/html", "ascii").as_utf8() == b"\xff\xfe\xfa\x81"

    def test_only_text_is_turned_into_other_text(self) -> None:
        data = b"%PDF-1.7 \xe2\xe3\xcf\xd3"
        assert FetchResult("http://x/", data, "application/pdf", "iso-8859-1").as_utf8() == data


class TestConverting:
    """``citekit convert https://…`` from end to end."""

    def test_a_page(self, site: Site, citekit: Citekit) -> None:
        answer = citekit("convert", site.on("/~tove/"))
        assert answer.code == 0
        assert answer.out.count("title ") == 3
        assert "Dvořák" in answer.out

    def test_the_charset_of_the_header(self, site: Site, citekit: Citekit) -> None:
        url = site.on("/", body=PAGE.encode("iso8859-2"), Content_Type="text/html; charset=iso-8859-2")
        answer = citekit("convert", url)
        assert "Dvořák" in answer.out
        assert "warning" not in answer.err

    def test_places_name_the_address(self, site: Site, citekit: Citekit) -> None:
        url = site.on("/list")
        assert f"{url}:2:" in citekit("convert", url, "--explain").out

    def test_html_where_a_bibliography_is_expected(self, site: Site, citekit: Citekit) -> None:
        answer = citekit("convert", site.on("/refs.bib"))
        assert answer.code == 0
        assert answer.out.count("title ") == 3

    def test_a_bibliography(self, site: Site, citekit: Citekit) -> None:
        url = site.on("/export?format=x.y", body="@misc{mine, title = {Words}}", Content_Type="text/x-bibtex")
        assert "@misc{mine," in citekit("convert", url).out

    def test_a_page_without_publications(self, site: Site, citekit: Citekit) -> None:
        assert citekit("convert", site.on("/", body="<p>Please sign in.</p>")).code == 1

    def test_errors_are_two_lines(self, site: Site, citekit: Citekit) -> None:
        answer = citekit("convert", site.url + "/nowhere")
        assert (answer.code, answer.out) == (2, "")
        assert [line.split(": ")[1] for line in answer.err.splitlines()] == ["error", "hint"]

    def test_other_schemes_are_refused(self, citekit: Citekit) -> None:
        answer = citekit("convert", "ftp://example.org/cv.md")
        assert answer.code == 2
        assert "not an http or https URL" in answer.err

    def test_offline_and_refresh(self, site: Site, citekit: Citekit) -> None:
        url = site.on("/")
        assert citekit("convert", url, "--offline").code == 2
        assert citekit("convert", url).code == 0
        assert citekit("convert", url, "--offline").code == 0
        assert site.asked["/"] == 1
        assert citekit("convert", url, "--refresh").code == 0
        assert site.asked["/"] == 2
        assert citekit("convert", url, "--refresh", "--offline").code == 2

    def test_one_dead_address_costs_the_others_nothing(self, site: Site) -> None:
        conversion = Conversion.of([site.url + "/nowhere", site.on("/")], ConvertSettings(jobs=1))
        assert [part.failure is None for part in conversion.parts] == [False, True]
        assert len(conversion.library) == 3

    def test_an_old_copy_is_told(self, citekit: Citekit) -> None:
        with running() as site:
            url = site.on("/")
            get(url, replace(QUICK, fresh=0.02))
        time.sleep(0.03)
        answer = citekit("convert", url)
        assert answer.code == 0
        assert "citekit: warning: " in answer.err
        assert "could not be read again" in answer.err


class TestLinks:
    @pytest.mark.parametrize(("status", "dead"), [(200, False), (403, False), (404, True), (410, True), (500, False)])
    def test_only_what_is_not_there_is_gone(self, site: Site, status: int, dead: bool) -> None:
        with Client(limits=QUICK, heads=True) as client:
            assert bool(gone(client, site.on("/page", status))) is dead

    def test_only_the_head_is_asked_for_and_what_was_learnt_is_kept(self, site: Site) -> None:
        page, nothing = site.on("/page"), site.on("/nothing", 404)
        for _ in range(2):
            with Client(limits=QUICK, heads=True) as client:
                assert gone(client, page) == ""
                assert gone(client, nothing) == "the server returned 404"
        assert site.asked == {"HEAD /page": 1, "HEAD /nothing": 1, "/nothing": 2}

    def test_a_server_that_refuses_heads_is_asked_for_the_page(self, site: Site) -> None:
        def reply(handler: Handler) -> None:
            handler.reply(404 if handler.command == "HEAD" else 200, PAGE.encode(), {})

        with Client(limits=QUICK, heads=True) as client:
            assert gone(client, site.does("/page", reply)) == ""

    def test_redirects_are_followed_or_are_an_answer(self, site: Site) -> None:
        old = site.on("/old", 302, Location=site.on("/gone", 404))
        with Client(limits=QUICK, heads=True) as client:
            assert gone(client, old)
            assert gone(client, old, follow=False) == ""

    def test_a_host_that_does_not_exist(self) -> None:
        with Client(limits=QUICK, heads=True) as client:
            assert gone(client, "http://nowhere.invalid/") == NO_HOST

    def test_private_hosts_are_not_asked(self, site: Site) -> None:
        assert dead_links([site.on("/gone", 404)]) == {}
        assert not site.asked
