"""Rate limits, retries and size limits of HTTP requests, shared by all processes of a user."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import UTC
from email.utils import parsedate_to_datetime
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import urlsplit

import requests
from requests.adapters import HTTPAdapter

from citekit.runtime import patterns as re
from citekit.runtime.errors import UsageError
from citekit.runtime.http.connections import Pool, RequestContext, SafePool, asking
from citekit.runtime.http.responses import ONE_HOUR, BudgetError, Limits, TooMuchError
from citekit.runtime.safe_files import locked

NETWORK = "X-Citekit-Network"
"""The header that citekit adds to every response, also the cached ones: whether it came from a private network.

Its values are :data:`PRIVATE` and ``public``. It is missing if this is unknown, as when a proxy resolved the name.
"""
PRIVATE = "private"
_NOT_MODIFIED = 304  # RFC 9110, 15.4.5: the cached response is still valid
_BUSY = (429, 503)
_FAILING = (500, 502, 504)
_PIECE = 65_536  # bytes per read: few calls for a large body, and little too much of one that exceeds its limit
_ODD = re.compile(r"[^a-z0-9.-]")


class HostRateLimiter:
    """Rate limiter: one request per host every ``seconds``, shared by all processes of a user.

    Each host has a file with the time of the next allowed request. A process that sends a request locks the file until
    the response begins, and the pause counts from then. So a host never receives two requests within the pause, even if
    this computer is busy. The lock of a process that dies is released.
    """

    def __init__(self, folder: Path, seconds: float) -> None:
        self._folder, self._seconds = folder, seconds

    @contextmanager
    def turn(self, host: str) -> Iterator[None]:
        """Wait until a request to ``host`` is allowed. Block requests of other processes until the end and for the pause."""
        with self._file(host) as file:
            if file is None:
                # The lock directory is not writable, so the limit cannot be shared with other processes; sleep locally.
                time.sleep(self._seconds)
                yield
                return
            while (left := _left(file)) > 0:
                time.sleep(left)
            _free_in(file, self._seconds)  # before the request too, in case this process is killed during it
            try:
                yield
            finally:
                _free_in(file, self._seconds)

    def hold(self, host: str, seconds: float) -> None:
        """No one queries ``host`` for this many seconds."""
        with self._file(host) as file:
            if file is not None:
                _free_in(file, max(seconds, _left(file)))

    @contextmanager
    def _file(self, host: str) -> Iterator[BinaryIO | None]:
        with ExitStack() as held:
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                file = held.enter_context(locked(self._folder / _ODD.sub("_", host.lower())[:200]))
            except (OSError, UsageError):
                file = None
            yield file


def _left(file: BinaryIO) -> float:
    """Return the seconds until the next request is allowed; 0 for a time far in the future (the clock was set back)."""
    file.seek(0)
    try:
        left = float(file.read(40) or b"0") - time.time()
    except ValueError:
        return 0.0
    return left if left < ONE_HOUR else 0.0


def _free_in(file: BinaryIO, seconds: float) -> None:
    file.seek(0)
    file.truncate()
    file.write(b"%.6f" % (time.time() + seconds))
    file.flush()


class RequestBudget:
    """Maximum number of requests (0: unlimited) of one client, or of several that share it; ``sent`` counts them."""

    def __init__(self, at_most: int = 0) -> None:
        self._at_most = at_most
        self.sent = 0

    def spend(self) -> None:
        """Count a request; raises :class:`~citekit.runtime.http.responses.BudgetError` if no more may be sent."""
        if self._at_most and self.sent >= self._at_most:
            raise BudgetError(
                f"the limit of {self.sent} requests is reached",
                "run the command again to continue; responses are cached",
            )
        self.sent += 1


class RateLimitedAdapter(HTTPAdapter):
    """Transport below the cache: limits the rate, retries if the host is busy, and limits the size of bodies."""

    def __init__(self, turns: HostRateLimiter, limits: Limits, allowance: RequestBudget) -> None:
        super().__init__()
        self._turns, self._limits, self._allowance = turns, limits, allowance

    def init_poolmanager(self, *arguments: Any, **options: Any) -> None:
        """Create the pools of connections that go to a host itself; a proxy looks up names on its own."""
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
        """Return the answer to a request with its whole body read; ``requests`` describes the parameters."""
        question = asking.get() or RequestContext(self._limits.whole)
        host = self._limits.queue or urlsplit(str(request.url)).hostname or ""
        waited, failed = 0.0, False
        for attempt in count():
            with ExitStack() as turn:
                self._allowance.spend()  # before waiting, so that an exhausted budget fails at once
                turn.enter_context(self._turns.turn(host))
                with question.running(self._limits.whole):
                    response = super().send(request, True, timeout, verify, cert, proxies)
                    _note_network(response, question.private)
                    pause = _asked_pause(response.headers.get("Retry-After", "")) or self._limits.busy * 2**attempt
                    again = response.status_code in _BUSY or (response.status_code in _FAILING and not failed)
                    if not again or waited + pause > self._limits.patience:
                        if not self._limits.alone:
                            turn.close()  # the response has begun; other processes need not wait for its end
                        return self._with_body(response)
                    response.close()
            failed = response.status_code in _FAILING
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
        # int() takes quadratic time; no body has 10**19 bytes
        size = int(declared) if declared.isascii() and declared.isdigit() and len(declared) < 20 else 0
        read = getattr(raw, "read1", raw.read)  # read1 returns received bytes at once, so that a slow body is noticed
        body = bytearray()
        while size <= limits.largest:
            piece = read(_PIECE, decode_content=True)
            if not piece:
                return bytes(body)
            body += piece
            size = max(size, len(body))
        raise TooMuchError(f"is larger than {limits.largest / 1_000_000:g} MB")


def _note_network(response: requests.Response, private: bool | None) -> None:
    """Note in a response where it came from; what the server states there does not count.

    The headers of a "not modified" go over those of the cached response. A private server must not make private what a
    public one sent, so there only ``public`` is noted.
    """
    response.headers.pop(NETWORK, None)
    if private is False or (private and response.status_code != _NOT_MODIFIED):
        response.headers[NETWORK] = PRIVATE if private else "public"


def _asked_pause(value: str) -> float:
    """Return the seconds that a ``Retry-After`` header requests (RFC 9110, 10.2.3: a number or a date); 0 without one."""
    if value.isascii() and value.isdigit():
        return float(value[:9])
    try:
        when = parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError, OverflowError):
        return 0.0
    return max(0.0, (when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp() - time.time())
