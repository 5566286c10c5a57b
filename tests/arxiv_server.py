"""A server that answers as arXiv does, from a handful of records, and misbehaves when it is told to."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit
from xml.sax.saxutils import escape

from citekit.model.arxiv_paper import ArxivPaper
from citekit.model.identity.titles import title_of
from citekit.model.ids import arxiv_year_month

Reply = Callable[["Handler"], None]


@dataclass
class Site:
    """A running server: its records, what it was asked and when, and the replies that it gives before it behaves."""

    url: str
    records: dict[str, ArxivPaper]
    odd: deque[Reply | None] = field(default_factory=deque)
    asked: list[dict[str, str]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    open: int = 0
    most_open: int = 0

    def ids(self) -> list[str]:
        """All identifiers that were asked for and answered, in order."""
        return [i for query in self.asked for i in query.get("id_list", "").split(",") if i]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    site: Site

    def do_GET(self) -> None:
        site = self.site
        site.times.append(time.monotonic())
        site.open += 1
        site.most_open = max(site.most_open, site.open)
        try:
            odd = site.odd.popleft() if site.odd else None
            if odd:
                odd(self)
            else:
                self.behave()
        finally:
            site.open -= 1

    def behave(self) -> None:
        query = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
        self.site.asked.append(query)
        ids = [i for i in query.get("id_list", "").split(",") if i]
        malformed = next((i for i in ids if not arxiv_year_month(i.partition("v")[0])), "")
        if malformed:
            self.give(feed(error_entry(malformed)), 400)
            return
        found = [self.site.records[i] for i in ids if i in self.site.records]
        if "search_query" in query:
            found = [record for record in self.site.records.values() if fits(record, query["search_query"])]
        self.give(feed("".join(map(entry, reversed(found))), len(found)))

    def give(
        self, body: str | bytes, status: int = 200, kind: str = "application/atom+xml; charset=UTF-8", **more: str
    ) -> None:
        data = body.encode() if isinstance(body, str) else body
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(data)), **more}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def cut(self, data: bytes, declared: int) -> None:
        """Sends the beginning of a body and hangs up."""
        self.send_response(200)
        self.send_header("Content-Type", "application/atom+xml")
        self.send_header("Content-Length", str(declared))
        self.end_headers()
        self.wfile.write(data)
        self.wfile.flush()
        self.close_connection = True
        self.connection.close()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass


def fits(record: ArxivPaper, query: str) -> bool:
    """Whether a record fits ``(ti:word AND au:name) OR (…)``, as arXiv's search reads it."""
    if " OR " in query:
        return any(fits(record, part.strip("()")) for part in query.split(" OR "))
    words = set(title_of(record.title).words)
    families = {name.family.lower() for name in record.authors}
    parts = [part.partition(":") for part in query.split(" AND ")]
    return all(value in (words if field == "ti" else families) for field, _, value in parts)


def feed(entries: str, total: int = 1) -> str:
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
        '<opensearch:totalResults xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">'
        f"{total}</opensearch:totalResults>{entries}</feed>"
    )


def entry(record: ArxivPaper) -> str:
    authors = "".join(f"<author><name>{escape(str(name))}</name></author>" for name in record.authors)
    space = 'xmlns:arxiv="http://arxiv.org/schemas/atom"'
    optional = "".join(
        f"<arxiv:{name} {space}>{escape(value)}</arxiv:{name}>"
        for name, value in (("doi", record.doi), ("journal_ref", record.journal), ("comment", record.comment))
        if value
    )
    classes = "".join(f'<category term="{kind}"/>' for kind in record.categories)
    primary = f'<arxiv:primary_category {space} term="{record.primary_class}"/>' if record.categories else ""
    return (
        f"<entry><id>http://arxiv.org/abs/{record.id}v2</id><published>{record.submitted}T10:00:00Z</published>"
        f"<title>{escape(record.title)}</title><summary>{escape(record.abstract)}</summary>"
        f"{authors}{optional}{primary}{classes}</entry>"
    )


def error_entry(bad: str) -> str:
    return (
        f"<entry><id>https://arxiv.org/api/errors#incorrect_id_format_for_{bad}</id><title>Error</title>"
        f"<summary>incorrect id format for {bad}</summary><author><name>arXiv api core</name></author></entry>"
    )


class Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass  # clients that hang up are part of the tests


@contextmanager
def running(records: list[ArxivPaper]) -> Iterator[Site]:
    server = Server(("127.0.0.1", 0), Handler)
    site = Site(f"http://127.0.0.1:{server.server_address[1]}/api/query", {record.id: record for record in records})
    server.RequestHandlerClass = type("SiteHandler", (Handler,), {"site": site})
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
