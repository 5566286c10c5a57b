"""How servers are asked: in turn over all processes, again where they are busy, and within limits."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, nullcontext
from datetime import UTC
from email.utils import parsedate_to_datetime
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import requests
from requests.adapters import HTTPAdapter

from citekit.fetch.answers import ONE_HOUR, Limits, TooMuchError
from citekit.fetch.connections import Pool, Question, SafePool, asking

_BUSY = (429, 503)
_PIECE = 65_536


class Turns:
    """One request a host in so many seconds, over all processes: a file says when each host may be asked next.

    A process reserves its turn in one transaction and then sleeps outside of it, so nobody holds the file for long,
    and a process that dies leaves nothing locked.
    """

    def __init__(self, path: Path, seconds: float) -> None:
        self._path, self._seconds = path, seconds

    def wait(self, host: str) -> None:
        """Sleeps until it is this process's turn to ask ``host``."""
        time.sleep(self._reserve(host, self._seconds))

    def hold(self, host: str, seconds: float) -> None:
        """Nobody asks ``host`` for so many seconds."""
        self._reserve(host, seconds, at_once=True)

    def _reserve(self, host: str, seconds: float, at_once: bool = False) -> float:
        try:
            with closing(sqlite3.connect(self._path, timeout=10, isolation_level=None)) as file:
                file.execute("begin immediate")
                file.execute("create table if not exists turns (host text primary key, free real)")
                row = file.execute("select free from turns where host = ?", (host,)).fetchone()
                now = time.time()
                free = row[0] if row and row[0] < now + ONE_HOUR else now  # a clock that was set back blocks nobody
                start = now if at_once else max(now, free)
                file.execute("replace into turns values (?, ?)", (host, max(free, start + seconds)))
                file.execute("commit")
                return max(0.0, start - now)
        except sqlite3.Error:
            return seconds


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Holds a file that one process at a time can hold; without effect where the system has no such locks."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    try:
        stream = path.open("w", encoding="ascii")
    except OSError:
        yield
        return
    with stream:
        fcntl.flock(stream, fcntl.LOCK_EX)  # let go when the file is closed, also by the end of the process
        yield


class PoliteAdapter(HTTPAdapter):
    """Sends requests below the cache: in turn, again where the host is busy, and reads bodies within the limits."""

    def __init__(self, turns: Turns, limits: Limits, lock: Path | None = None) -> None:
        super().__init__()
        self._turns, self._limits, self._lock = turns, limits, lock

    def init_poolmanager(self, *arguments: Any, **options: Any) -> None:
        """Makes the pools of connections that go to a host itself; a proxy looks up names on its own."""
        super().init_poolmanager(*arguments, **options)
        self.poolmanager.pool_classes_by_scheme = {"http": Pool, "https": SafePool}

    def send(
        self,
        request: requests.PreparedRequest,
        stream: bool = False,
        timeout: Any = None,
        verify: bool | str = True,
        cert: Any = None,
        proxies: Mapping[str, str] | None = None,
    ) -> requests.Response:
        """The answer to a request with its whole body read; ``requests`` describes the parameters."""
        question = asking.get() or Question(self._limits.whole)
        host = self._limits.queue or urlsplit(str(request.url)).hostname or ""
        waited = 0.0
        for attempt in count():
            with _locked(self._lock) if self._lock else nullcontext():
                self._turns.wait(host)
                with question.running(self._limits.whole):
                    response = super().send(request, True, timeout, verify, cert, proxies)
                    asked = _asked_pause(response.headers.get("Retry-After", ""))
                    pause = asked or self._limits.busy * 2**attempt
                    if response.status_code not in _BUSY or waited + pause > self._limits.patience:
                        answer = self._with_body(response)
                    else:
                        response.close()
                        answer = None
                if answer is not None:
                    return answer
            waited += pause
            self._turns.hold(host, pause)
        raise AssertionError  # count() does not end

    def _with_body(self, response: requests.Response) -> requests.Response:
        try:
            body = self._body(response.raw, response)
        except BaseException:
            response.close()
            raise
        response.raw.release_conn()
        response._content = body
        response._content_consumed = True  # type: ignore[attr-defined]
        return response

    def _body(self, raw: Any, response: requests.Response) -> bytes:
        limits = self._limits
        declared = response.headers.get("Content-Length", "")
        size = int(declared) if declared.isascii() and declared.isdigit() and len(declared) < 20 else 0
        read = getattr(raw, "read1", raw.read)  # read1 gives what has come, so that a dripping body is noticed
        body = bytearray()
        while size <= limits.largest:
            piece = read(_PIECE, decode_content=True)
            if not piece:
                return bytes(body)
            body += piece
            size = max(size, len(body))
        raise TooMuchError(f"is larger than {limits.largest / 1_000_000:g} MB")


def _asked_pause(value: str) -> float:
    """The seconds that a ``Retry-After`` header asks for (RFC 9110, 10.2.3: a number or a date); 0 without one."""
    if value.isascii() and value.isdigit():
        return float(value[:9])
    try:
        when = parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError, OverflowError):
        return 0.0
    return max(0.0, (when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp() - time.time())
