"""The page on this machine: a server for one person, on 127.0.0.1, that answers nobody without its token.

The token is made anew at every start and stands in the address that is opened. Requests for other hosts are refused (a
page elsewhere could point a name of its own at this machine), and so are those that are not from this page. Nothing is
read that the page does not send, but for addresses that the person gives it.
"""

from __future__ import annotations

import json
import secrets
from hmac import compare_digest
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.resources import files
from urllib.parse import parse_qs, urlsplit

from citekit.budget import LARGEST_INPUT
from citekit.version import VERSION
from citekit.web.desk import Desk

HOST = "127.0.0.1"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; connect-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_TYPES = {"html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
_LARGEST_QUESTION = 2 * LARGEST_INPUT
_SLOW = 60.0
"""Seconds that a browser may take to send a request."""


class Server(HTTPServer):
    """A server of the page. ``port`` 0 takes a free one; ``address`` is what is opened in a browser."""

    def __init__(self, desk: Desk, port: int = 0) -> None:
        super().__init__((HOST, port), _Handler)
        self.desk = desk
        self.token = secrets.token_urlsafe(24)

    @property
    def address(self) -> str:
        """The address of the page, with its token."""
        return f"http://{HOST}:{self.server_port}/?token={self.token}"


class _Handler(BaseHTTPRequestHandler):
    server: Server
    server_version = f"citekit/{VERSION}"
    sys_version = ""
    timeout = _SLOW

    def do_GET(self) -> None:
        """A file of the page; the page itself only with the token."""
        asked = urlsplit(self.path)
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
        try:
            asked = json.loads(self.rfile.read(size))
            if not isinstance(asked, dict):
                raise ValueError("no object")
        except (ValueError, RecursionError):
            return self._send(HTTPStatus.BAD_REQUEST, b"this is no JSON object", "text/plain")
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
