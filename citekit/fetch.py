"""The one client for the web: it waits its turn, keeps what it got, and is wary of what servers send.

Whatever citekit reads from the web goes through :class:`Client`. It answers from its cache while a copy is fresh, asks
a host once a second at most (all processes of a user together), does as ``Retry-After`` says, and gives up on whatever
is too large, too slow, or leads where it should not. It stands on requests-cache, and nothing else does.
"""

from __future__ import annotations

import ipaddress
import logging
import os
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import Message
from email.utils import parsedate_to_datetime
from importlib import import_module
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import SplitResult, urldefrag, urljoin, urlsplit

import requests
from platformdirs import user_cache_path
from requests.adapters import HTTPAdapter
from requests_cache import AnyResponse, CachedSession
from urllib3.exceptions import DecodeError, HTTPError, ReadTimeoutError

from citekit.errors import UnreadableInputError, UsageError

_VERSION = import_module("citekit").__version__  # at run time: the package names all rooms for type checkers
USER_AGENT = f"citekit/{_VERSION} (reads publication lists; python-requests)"
CACHE_VARIABLE = "CITEKIT_CACHE_DIR"
"""The environment variable that names another folder for the cache."""

_BUSY = (429, 503)
_REDIRECTS = (301, 302, 303, 307, 308)
_KEPT = (200, *_REDIRECTS)
GONE = (404, 410)
"""The statuses that say that there is no such page."""
_PIECE = 65_536
_ONE_HOUR = 3600.0
_SEVEN_BIT = ("iso-2022", "iso2022", "hz", "utf-16", "utf16", "utf-32", "utf32")
"""Encodings whose bytes may be valid UTF-8 by chance; for these the server's word counts more than the looks."""

logging.getLogger("requests_cache").addHandler(logging.NullHandler())  # its tracebacks are not for users


class FetchError(UnreadableInputError):
    """An address could not be read, and there is no copy of what was there before."""


class BrokenOffError(FetchError):
    """The connection was lost on the way; asking again may help."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a :class:`Client` puts up with; times are in seconds, sizes in bytes after decompression.

    ``patience`` is the longest that it waits in all for a host that says it is busy, ``busy`` how long it waits the
    first time where the host does not say (each time twice as long). ``fresh`` is how long a copy is used without
    asking again. ``alone`` allows the processes of a user one open request to a host at a time, all together.
    ``queue`` names hosts that count as one, for they ask to be asked seldom together; empty for the host's own name.
    """

    connect: float = 10.0
    read: float = 30.0
    whole: float = 120.0
    largest: int = 20_000_000
    redirects: int = 5
    between: float = 1.0
    patience: float = 60.0
    busy: float = 1.0
    fresh: float = _ONE_HOUR
    alone: bool = False
    queue: str = ""


@dataclass(frozen=True, slots=True)
class Fetched:
    """What an address gave: the body, the type and the charset that the server names (lower case, may be empty).

    ``address`` is the last one after redirects. ``old_copy_of`` is set where the address could not be reached and what
    was read before is used: the time of that reading.
    """

    address: str
    data: bytes
    content_type: str = ""
    charset: str = ""
    old_copy_of: datetime | None = None

    def as_utf8(self) -> bytes:
        """The body with text in the server's charset turned into UTF-8; the body itself where that does not fit.

        Many servers name a charset that their pages are not in, so a body that is valid UTF-8 stays as it is.
        """
        charset = self.charset
        is_text = self.content_type.startswith("text/") or self.content_type.endswith(("xml", "json", "bibtex"))
        if not is_text or not charset or charset in ("utf-8", "utf8", "utf-7"):
            return self.data
        try:
            if not charset.startswith(_SEVEN_BIT):
                self.data.decode("utf-8")
                return self.data
        except UnicodeDecodeError:
            pass
        try:
            return self.data.decode(charset).encode("utf-8")
        except (LookupError, UnicodeError, TypeError, ValueError):
            return self.data


class Client:
    """Reads addresses over http and https.

    ``offline`` answers from the cache alone, also with old copies. ``refresh`` asks again for what is in the cache.
    ``folder`` is where the cache is: the user's cache folder unless given here or in ``CITEKIT_CACHE_DIR``; it may be
    deleted at any time. Where it cannot be written to, nothing is kept. ``worth_keeping`` looks at a body and says
    whether it may be kept; redirects are not kept then. With ``heads``, answers to questions for the head are kept, also that
    there is nothing, and no pages. Use it as a context manager, or close it.
    """

    def __init__(
        self,
        offline: bool = False,
        refresh: bool = False,
        limits: Limits = Limits(),
        folder: Path | None = None,
        worth_keeping: Callable[[bytes], bool] | None = None,
        heads: bool = False,
    ) -> None:
        if offline and refresh:
            raise UsageError("offline and refresh exclude each other", "leave one of them out")
        self._limits = limits
        self._offline, self._refresh = offline, refresh
        named = os.environ.get(CACHE_VARIABLE)
        self._folder = folder or (Path(named) if named else user_cache_path("citekit"))
        self._session = _session(self._folder, limits, worth_keeping, heads)
        turns = _Turns(self._folder / "turns.sqlite", limits.between)
        adapter = _PoliteAdapter(turns, limits, self._folder / "alone.lock" if limits.alone else None)
        self._session.mount("http://", adapter)
        self._session.mount("https://", adapter)
        self._session.headers["User-Agent"] = USER_AGENT

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Closes connections and the cache."""
        self._session.close()  # type: ignore[no-untyped-call]

    def get(self, address: str) -> Fetched:
        """What is at ``address``, redirects followed.

        Raises :class:`FetchError` with one sentence and a hint, whatever went wrong.
        """
        response, last = self._followed(address, "GET")
        if response.status_code not in _KEPT:
            raise _refusal(last, response.status_code, self._offline)
        return _fetched(response, last)

    def status(self, address: str, method: str = "HEAD", follow: bool = True) -> int:
        """The status with which an address, or the last one that it redirects to, is answered.

        Without ``follow`` a redirect is an answer. Raises :class:`FetchError` where there is none.
        """
        response, _ = self._followed(address, method, follow)
        return response.status_code

    def _followed(self, address: str, method: str, follow: bool = True) -> tuple[AnyResponse, str]:
        """The answer of an address, or of the last of those that it redirects to."""
        address = urldefrag(address.strip()).url
        current = address
        _check(current)
        for _ in range(self._limits.redirects + 1):
            response = self._answer(current, method)
            target = response.headers.get("Location", "") if response.status_code in _REDIRECTS else ""
            if not target or not follow:
                return response, current
            target = urldefrag(urljoin(current, target)).url
            _check(target)
            if not self._offline:  # names are looked up for this, and what was kept was looked at before
                _check_redirect(current, target)
            current = target
        raise FetchError(
            f"{address} redirects more than {self._limits.redirects} times", "open it in a browser and save the page"
        )

    def _answer(self, address: str, method: str) -> AnyResponse:
        try:
            return self._session.request(
                method,
                address,
                allow_redirects=False,
                timeout=(self._limits.connect, self._limits.read),
                only_if_cached=self._offline,
                force_refresh=self._refresh,
            )
        except sqlite3.Error as error:
            raise FetchError(f"the cache in {self._folder} is broken: {error}", "delete that folder") from None
        except (requests.RequestException, HTTPError, ValueError) as error:
            raise _failure(address, error, self._limits) from None


def _session(folder: Path, limits: Limits, worth_keeping: Callable[[bytes], bool] | None, heads: bool) -> CachedSession:
    """A session that keeps its answers in ``folder``, or in memory where that is no place to write."""

    def keep(response: AnyResponse) -> bool:
        if worth_keeping is None:
            return True
        return response.status_code == 200 and worth_keeping(response.content or b"")

    settings: dict[str, Any] = {
        "filter_fn": keep,
        "expire_after": limits.fresh,
        "allowable_codes": (*_KEPT, *GONE) if heads else _KEPT,
        "allowable_methods": ("HEAD",) if heads else ("GET",),
        "stale_if_error": True,
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return CachedSession(folder / "pages.sqlite", backend="sqlite", serializer="json", timeout=10, **settings)
    except (OSError, sqlite3.Error):
        return CachedSession(backend="memory", **settings)


# --- what is asked for ---------------------------------------------------------------------------------------------


def host_of(address: str) -> str:
    """The host of an address that may be asked for; the empty string for any other."""
    try:
        return _check(address.strip()).hostname or ""
    except FetchError:
        return ""


def _check(address: str) -> SplitResult:
    """The parts of an address that may be asked for; raises :class:`FetchError` for any other."""
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port  # the port is checked when it is looked at
    except ValueError as error:
        raise FetchError(f"{address} is no address: {error}", "check it for typing mistakes") from None
    if parts.scheme not in ("http", "https"):
        raise FetchError(f"{address} cannot be read: it is no http or https address", "give a file or a web address")
    if not host:
        raise FetchError(f"{address} names no host", "check it for typing mistakes")
    if parts.username or parts.password:
        bare = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
        raise FetchError(f"the address {bare} comes with a password", "save the page and convert the file")
    return parts


def _check_redirect(source: str, target: str) -> None:
    """Raises :class:`FetchError` where a redirect leads from https to http, or from the public into a private net."""
    here, there = _check(source), _check(target)
    hint = "open it in a browser and save the page"
    if here.scheme == "https" and there.scheme == "http":
        raise FetchError(f"{source} redirects to {target}, which is not encrypted", hint)
    if here.hostname != there.hostname and is_private(there.hostname or "") and not is_private(here.hostname or ""):
        raise FetchError(f"{source} redirects to {target}, which is in a private network", hint)


def is_private(host: str) -> bool:
    """Whether a host, or any address that its name stands for, is this machine or in a private network."""
    try:
        return _is_local(host)
    except ValueError:
        pass
    try:
        return any(_is_local(str(found[4][0])) for found in socket.getaddrinfo(host, None))
    except (OSError, UnicodeError, ValueError):
        return host == "localhost" or host.endswith((".localhost", ".local"))


def _is_local(number: str) -> bool:
    address = ipaddress.ip_address(number.partition("%")[0])
    mapped = getattr(address, "ipv4_mapped", None)
    return not (mapped or address).is_global


# --- how it is asked for -------------------------------------------------------------------------------------------


class _Turns:
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
                free = row[0] if row and row[0] < now + _ONE_HOUR else now  # a clock that was set back blocks nobody
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


class _PoliteAdapter(HTTPAdapter):
    """Sends requests below the cache: in turn, again where the host is busy, and reads bodies within the limits."""

    def __init__(self, turns: _Turns, limits: Limits, lock: Path | None = None) -> None:
        super().__init__()
        self._turns, self._limits, self._lock = turns, limits, lock

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
        host = self._limits.queue or urlsplit(str(request.url)).hostname or ""
        waited = 0.0
        for attempt in count():
            with _locked(self._lock) if self._lock else nullcontext():
                self._turns.wait(host)
                response = super().send(request, True, timeout, verify, cert, proxies)
                asked = _asked_pause(response.headers.get("Retry-After", ""))
                pause = asked or self._limits.busy * 2**attempt
                if response.status_code not in _BUSY or waited + pause > self._limits.patience:
                    return self._with_body(response)
                response.close()
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
        deadline = time.monotonic() + limits.whole
        declared = response.headers.get("Content-Length", "")
        size = int(declared) if declared.isascii() and declared.isdigit() and len(declared) < 20 else 0
        read = getattr(raw, "read1", raw.read)  # read1 gives what has come, so that a dripping body is noticed
        body = bytearray()
        while size <= limits.largest:
            if time.monotonic() > deadline:
                raise _TooMuchError(f"took longer than {limits.whole:g} s to send")
            piece = read(_PIECE, decode_content=True)
            if not piece:
                return bytes(body)
            body += piece
            size = max(size, len(body))
        raise _TooMuchError(f"is larger than {limits.largest / 1_000_000:g} MB")


class _TooMuchError(requests.RequestException):
    """A body beyond the limits; says which."""


def _asked_pause(value: str) -> float:
    """The seconds that a ``Retry-After`` header asks for (RFC 9110, 10.2.3: a number or a date); 0 without one."""
    if value.isascii() and value.isdigit():
        return float(value[:9])
    try:
        when = parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError, OverflowError):
        return 0.0
    return max(0.0, (when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp() - time.time())


# --- what came of it -----------------------------------------------------------------------------------------------


def _fetched(response: AnyResponse, address: str) -> Fetched:
    header = Message()
    header["Content-Type"] = response.headers.get("Content-Type", "")
    charset = header.get_content_charset("") if response.headers.get("Content-Type") else ""
    kind = header.get_content_type() if response.headers.get("Content-Type") else ""
    old = response.created_at if response.from_cache and response.is_expired else None
    return Fetched(address, response.content or b"", kind, charset.lower(), old)


def _failure(address: str, error: Exception, limits: Limits) -> FetchError:
    """What an exception below means, in one sentence."""
    host = urlsplit(address).hostname
    if isinstance(error, _TooMuchError):
        return FetchError(f"{address} {error}", "save the part that you need and convert the file")
    if isinstance(error, requests.exceptions.SSLError):
        return FetchError(
            f"{host} could not prove that it is {host}: its certificate does not fit", "check the address"
        )
    if isinstance(error, requests.exceptions.ConnectTimeout):
        return FetchError(f"{host} did not answer within {limits.connect:g} s", "try again later")
    if isinstance(error, requests.exceptions.ReadTimeout | ReadTimeoutError):
        return FetchError(f"{address} sent nothing for {limits.read:g} s", "try again later")
    if isinstance(error, requests.exceptions.ContentDecodingError | DecodeError):
        return FetchError(f"{address} sent damaged data", "save the page from a browser and convert the file")
    if isinstance(error, requests.exceptions.ProxyError):
        return FetchError(f"{host} cannot be reached: the proxy refuses", "check the proxy settings")
    if isinstance(error, requests.exceptions.InvalidURL | UnicodeError):
        return FetchError(f"{address} is no address", "check it for typing mistakes")
    if _broke_off(error):
        return BrokenOffError(f"{address}: the connection broke off", "try again")
    return FetchError(f"{host} cannot be reached", "check the address and the network")


def _broke_off(error: Exception) -> bool:
    """Whether a connection was made and then lost."""
    if isinstance(error, requests.exceptions.ChunkedEncodingError) or type(error).__name__ in (
        "IncompleteRead",
        "ProtocolError",
    ):
        return True
    inner = error.args[0] if error.args else None
    return isinstance(inner, HTTPError) and type(inner).__name__ == "ProtocolError"


_REFUSALS = {
    401: ("may not be read without a password", "save the page from a browser and convert the file"),
    403: ("may not be read by programs", "save the page from a browser and convert the file"),
    404: ("does not exist", "check the address"),
    410: ("does not exist any more", "check the address"),
    429: ("is asked too often", "try again later"),
    503: ("is busy", "try again later"),
}


def _refusal(address: str, status: int, offline: bool) -> FetchError:
    """What a status means that brings no page."""
    if offline:
        return FetchError(f"{address} was not read before", "leave out --offline")
    words, hint = _REFUSALS.get(status, ("cannot be read", "try again later"))
    return FetchError(f"{address} {words}: the server answers with {status}", hint)
