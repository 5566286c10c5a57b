"""The page on this machine: a server for one person, on 127.0.0.1, that answers nobody without its token.

The token is made anew at every start and stands in the address that is opened. Requests for other hosts are refused (a
page elsewhere could point a name of its own at this machine), and so are those that are not from this page. Nothing is
read that the page does not send, but for addresses that the person gives it.

Each connection has a thread and a deadline, so whoever sends nothing, or a byte now and then, holds up nobody. The work
itself is done for one question at a time.
"""

from __future__ import annotations

import json
import secrets
import socket
import threading
import time
from contextlib import suppress
from hmac import compare_digest
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qs, urlsplit

from citekit.runtime.budget import LARGEST_INPUT
from citekit.runtime.version import VERSION
from citekit.web.session import WebSession

HOST = "127.0.0.1"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; connect-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_TYPES = {"html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
_LARGEST_QUESTION = 2 * LARGEST_INPUT
_SLOW = 60.0
"""Seconds in which a browser sends a whole request, and takes a whole response. From this machine 200 MB take a second."""
_MOST_WAITING = 64
"""Connections whose request is not complete yet. If there are more, the oldest is closed; a browser opens six."""


class PageServer(ThreadingHTTPServer):
    """A server of the page. ``port`` 0 takes a free one; ``address`` is what is opened in a browser.

    Each request is handled in a thread, which has ``slow`` seconds to be sent; ``work`` is the lock around the desk.
    """

    daemon_threads = True
    request_queue_size = _MOST_WAITING
    block_on_close = False

    def __init__(self, desk: WebSession, port: int = 0, slow: float = _SLOW) -> None:
        self.desk = desk
        self.token = secrets.token_urlsafe(24)
        self.slow = slow
        self.work = threading.Lock()
        self._waiting: dict[Any, float] = {}
        """The connections whose request is not complete, and when they were made, the oldest first."""
        self._of_waiting = threading.Lock()
        super().__init__((HOST, port), _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Handle a connection in a thread, and close the oldest that has not sent its request if there are too many."""
        with self._of_waiting:
            while len(self._waiting) >= _MOST_WAITING:
                self._end(next(iter(self._waiting)))
            self._waiting[request] = time.monotonic()
        super().process_request(request, client_address)

    def service_actions(self) -> None:
        """Close what took too long to send its request; called between connections, and twice a second."""
        with self._of_waiting:
            now = time.monotonic()
            for request in [one for one, began in self._waiting.items() if now - began > self.slow]:
                self._end(request)

    def shutdown_request(self, request: Any) -> None:
        """Close a connection that was answered or has failed."""
        self.complete(request)
        super().shutdown_request(request)

    def complete(self, request: Any) -> None:
        """Note that a request was read as a whole: from now on its connection waits for us."""
        with self._of_waiting:
            self._waiting.pop(request, None)

    def _end(self, request: Any) -> None:
        """Shut a connection down, so that the thread that reads from it goes on, and closes it."""
        self._waiting.pop(request, None)
        with suppress(OSError):
            request.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Says nothing: a connection that breaks off is nobody's mistake, and what fails inside is answered."""

    @property
    def address(self) -> str:
        """The address of the page, with its token."""
        return f"http://{HOST}:{self.server_port}/?token={self.token}"


class _Handler(BaseHTTPRequestHandler):
    server: PageServer
    server_version = f"citekit/{VERSION}"
    sys_version = ""

    def setup(self) -> None:
        """Take a connection; no single wait on it is longer than the whole request may take."""
        super().setup()
        self.connection.settimeout(self.server.slow)

    def do_GET(self) -> None:
        """A file of the page; the page itself only with the token."""
        self.server.complete(self.connection)
        try:
            asked = urlsplit(self.path)
        except ValueError:
            return self._send(HTTPStatus.BAD_REQUEST, b"this is no address", "text/plain")
        name = asked.path.removeprefix("/") or "index.html"
        token = parse_qs(asked.query).get("token", [""])[0]
        if not self._is_ours() or (name == "index.html" and not self._knows(token)):
            return self._refuse("open the address that citekit serve has printed")
        place = files("citekit.web").joinpath("page")
        if name not in {entry.name for entry in place.iterdir()}:
            return self._send(HTTPStatus.NOT_FOUND, b"there is no such file", "text/plain")
        self._send(HTTPStatus.OK, place.joinpath(name).read_bytes(), _TYPES.get(name.rpartition(".")[2], "text/plain"))
        return None

    def do_POST(self) -> None:
        """A question of the page: ``/ask/NAME`` with a JSON object."""
        if not self._is_ours() or not self._knows(self.headers.get("X-Citekit-Token", "")):
            return self._refuse("the page is of an earlier start: open the address that citekit serve has printed")
        try:
            size = int(self.headers.get("Content-Length", ""))
        except ValueError:
            size = -1
        if not 0 <= size <= _LARGEST_QUESTION:
            return self._send(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, b"this is too large", "text/plain")
        data = self.rfile.read(size)
        self.server.complete(self.connection)
        try:
            asked = json.loads(data)
            if not isinstance(asked, dict):
                raise ValueError("no object")
        except (ValueError, RecursionError):
            return self._send(HTTPStatus.BAD_REQUEST, b"this is no JSON object", "text/plain")
        with self.server.work:
            answer = self.server.desk.answer(self.path.removeprefix("/ask/"), asked)
        data = json.dumps(answer, ensure_ascii=False).encode("utf-8", "replace")
        self._send(HTTPStatus.OK, data, "application/json")
        return None

    def _is_ours(self) -> bool:
        """Whether a request is for this machine by its number, and from no other page."""
        own = f"{HOST}:{self.server.server_port}"
        return self.headers.get("Host") == own and self.headers.get("Origin", f"http://{own}") == f"http://{own}"

    def _knows(self, token: str) -> bool:
        return compare_digest(token.encode("utf-8", "replace"), self.server.token.encode())

    def _refuse(self, hint: str) -> None:
        self._send(HTTPStatus.FORBIDDEN, hint.encode(), "text/plain")

    def _send(self, status: HTTPStatus, data: bytes, kind: str) -> None:
        self.send_response(status)
        headers = {
            "Content-Type": f"{kind}; charset=utf-8",
            "Content-Length": str(len(data)),
            "Content-Security-Policy": POLICY,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-store",
            "Cross-Origin-Resource-Policy": "same-origin",
        }
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - the name of http.server
        """Says nothing: whatever the page reads is its own business."""
