"""The server of the page for one user, on 127.0.0.1. Requests need a token.

A new token is created at every start and is part of the URL that is opened. Requests with another ``Host`` are refused
(another site could let its domain name point to this computer), and so are those with another ``Origin``. The server reads
only what the page sends, and the URLs that the user enters.

Each connection has a thread and a deadline, so that a client which sends nothing, or one byte now and then, does not block
others. The work itself is done for one request at a time.
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
_LARGEST_REQUEST = 2 * LARGEST_INPUT
"""Most bytes of a request: files are sent in base64, which makes them a third larger, with JSON around them."""
_SLOW = 60.0
"""Seconds for a browser to send a whole request, and to receive a whole response. Locally, 200 MB take one second."""
_MOST_WAITING = 64
"""Maximum number of connections with an incomplete request; the oldest is closed first. A browser opens six."""


class PageServer(ThreadingHTTPServer):
    """The server of the page. ``port`` 0 uses a free port; ``address`` is the URL to open in a browser.

    Each request is handled in a thread and must arrive within ``slow`` seconds. ``work`` is the lock of the session.
    """

    daemon_threads = True
    request_queue_size = _MOST_WAITING
    block_on_close = False

    def __init__(self, session: WebSession, port: int = 0, slow: float = _SLOW) -> None:
        self.session = session
        self.token = secrets.token_urlsafe(24)
        self.slow = slow
        self.work = threading.Lock()
        self._waiting: dict[Any, float] = {}
        """The connections with an incomplete request and the times when they were opened, oldest first."""
        self._of_waiting = threading.Lock()
        super().__init__((HOST, port), _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Handle a connection in a thread. If too many requests are incomplete, close the oldest connection."""
        with self._of_waiting:
            while len(self._waiting) >= _MOST_WAITING:
                self._end(next(iter(self._waiting)))
            self._waiting[request] = time.monotonic()
        super().process_request(request, client_address)

    def service_actions(self) -> None:
        """Close connections whose request took too long; called between connections, and twice per second."""
        with self._of_waiting:
            now = time.monotonic()
            for request in [request for request, began in self._waiting.items() if now - began > self.slow]:
                self._end(request)

    def shutdown_request(self, request: Any) -> None:
        """Close a connection after its response or a failure."""
        self.complete(request)
        super().shutdown_request(request)

    def complete(self, request: Any) -> None:
        """Record that a request was received completely, so that its connection has no deadline any more."""
        with self._of_waiting:
            self._waiting.pop(request, None)

    def _end(self, request: Any) -> None:
        """Shut a connection down, so that the thread that reads from it continues, and closes it."""
        self._waiting.pop(request, None)
        with suppress(OSError):
            request.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print nothing: connections may be interrupted at any time, and internal errors are returned as responses."""

    @property
    def address(self) -> str:
        """The URL of the page, with its token."""
        return f"http://{HOST}:{self.server_port}/?token={self.token}"


class _Handler(BaseHTTPRequestHandler):
    server: PageServer
    server_version = f"citekit/{VERSION}"
    sys_version = ""

    def setup(self) -> None:
        """Accept a connection, with the deadline of a request as the timeout of each read and write."""
        super().setup()
        self.connection.settimeout(self.server.slow)

    def do_GET(self) -> None:
        """Send a file of the page; ``index.html`` only with the token."""
        self.server.complete(self.connection)
        try:
            url = urlsplit(self.path)
        except ValueError:
            return self._send(HTTPStatus.BAD_REQUEST, b"this is not a URL", "text/plain")
        name = url.path.removeprefix("/") or "index.html"
        token = parse_qs(url.query).get("token", [""])[0]
        if not self._is_ours() or (name == "index.html" and not self._has_token(token)):
            return self._refuse("open the URL that citekit serve has printed")
        folder = files("citekit.web").joinpath("page")
        if name not in {entry.name for entry in folder.iterdir()}:
            return self._send(HTTPStatus.NOT_FOUND, b"there is no such file", "text/plain")
        self._send(HTTPStatus.OK, folder.joinpath(name).read_bytes(), _TYPES.get(name.rpartition(".")[2], "text/plain"))
        return None

    def do_POST(self) -> None:
        """Handle a request of the page: ``/ask/NAME`` with a JSON object."""
        if not self._is_ours() or not self._has_token(self.headers.get("X-Citekit-Token", "")):
            return self._refuse("the server was restarted: open the URL that citekit serve has printed")
        try:
            size = int(self.headers.get("Content-Length", ""))
        except ValueError:
            size = -1
        if not 0 <= size <= _LARGEST_REQUEST:
            return self._send(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, b"the request is too large", "text/plain")
        data = self.rfile.read(size)
        self.server.complete(self.connection)
        try:
            request = json.loads(data)
            if not isinstance(request, dict):
                raise ValueError("not an object")
        except (ValueError, RecursionError):
            return self._send(HTTPStatus.BAD_REQUEST, b"this is not a JSON object", "text/plain")
        with self.server.work:
            response = self.server.session.answer(self.path.removeprefix("/ask/"), request)
        data = json.dumps(response, ensure_ascii=False).encode("utf-8", "replace")
        self._send(HTTPStatus.OK, data, "application/json")
        return None

    def _is_ours(self) -> bool:
        """Whether the ``Host`` of a request is this server by IP address, and its ``Origin``, if any, is this page."""
        own = f"{HOST}:{self.server.server_port}"
        return self.headers.get("Host") == own and self.headers.get("Origin", f"http://{own}") == f"http://{own}"

    def _has_token(self, token: str) -> bool:
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
        """Print nothing: requests contain the user's data."""
