"""A service that misbehaves: busy, failing, cut off, a web page, too large. Nothing of that becomes an absence."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from citekit.runtime.http import Limits
from citekit.services.clients import crossref
from citekit.services.service import Online, Request

GOOD = json.dumps({"message": {"items": [{"DOI": "10.1000/182", "title": ["Lazy Queues"]}]}}).encode()
PAGE = b"<!DOCTYPE html><html>Making sure that you are no machine</html>"


@dataclass
class Site:
    """A server that gives these answers (status, headers, body) first, then good ones; when it was asked."""

    url: str = ""
    odd: list[tuple[int, dict[str, str], bytes]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)


@pytest.fixture
def site() -> Iterator[Site]:
    here = Site()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            here.times.append(time.monotonic())
            status, headers, body = here.odd.pop(0) if here.odd else (200, {}, GOOD)
            self.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    here.url = f"http://127.0.0.1:{server.server_port}/works"
    yield here
    server.shutdown()
    server.server_close()
    thread.join()


def online(site: Site, folder: Path, between: float = 0.01, largest: int = 10_000) -> Online:
    class Played(crossref.Crossref):
        name, batch, needs_alone = "Played", 1, frozenset[str]()
        limits = Limits(between=between, busy=0.01, patience=2.0, whole=5.0, largest=largest, alone=True)

        def identified(self, identifiers: Sequence[str]) -> Request:
            return Request(f"{site.url}?{identifiers[0]}")

        def alone(self, identifier: str) -> None:
            return None

    return Online(Played(), folder=folder)


WANTED = "doi:10.1000/182"


@pytest.mark.parametrize(
    "odd",
    [
        (429, {"Retry-After": "0"}, b"Rate exceeded."),
        (503, {}, b""),
        (500, {}, PAGE),
        (200, {"Content-Type": "text/html"}, PAGE),
        (200, {}, GOOD[:-9]),
    ],
)
def test_what_passes_is_asked_again(site: Site, tmp_path: Path, odd: tuple[int, dict[str, str], bytes]) -> None:
    site.odd = [odd]
    record = online(site, tmp_path).by_identifiers([WANTED])[WANTED]
    assert record is not None
    assert record.work.title == "Lazy Queues"
    assert len(site.times) == 2


@pytest.mark.parametrize(
    "odd",
    [
        (200, {}, PAGE),
        (200, {}, GOOD[:-9]),
        (200, {}, b'{"status": "failed", "message": {"name": "timeout"}}'),
        (200, {}, b"null"),
        (500, {}, PAGE),
        (403, {}, b""),
        (404, {}, b"Resource not found."),
        (200, {"Content-Length": "99"}, GOOD[:20]),
        (200, {}, b"{" + b" " * 20_000 + b"}"),
    ],
)
def test_what_stays_is_an_error_and_is_not_kept(
    site: Site, tmp_path: Path, odd: tuple[int, dict[str, str], bytes]
) -> None:
    site.odd = [odd] * 3
    service = online(site, tmp_path)
    assert service.by_identifiers([WANTED]) == {}
    assert service.unanswered == {WANTED}
    assert service.silence
    service.close()
    site.odd = []
    assert online(site, tmp_path).by_identifiers([WANTED])[WANTED] is not None


def test_the_pause_is_kept_between_services_of_one_user(site: Site, tmp_path: Path) -> None:
    one, other = online(site, tmp_path, between=0.15), online(site, tmp_path, between=0.15)
    for number in range(4):
        (one, other)[number % 2].by_identifiers([f"doi:10.1000/{number}"])
    gaps = [b - a for a, b in zip(site.times, site.times[1:], strict=False)]
    assert len(gaps) == 3
    assert min(gaps) >= 0.15
