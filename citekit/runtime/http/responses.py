"""What requesting an address gave: the page, or one sentence on why there is none."""

from __future__ import annotations

from datetime import datetime
from email.message import Message
from urllib.parse import urlsplit

import requests
from requests_cache import AnyResponse
from urllib3.exceptions import DecodeError, HTTPError, ReadTimeoutError

from citekit.runtime.budget import LARGEST_ANSWER
from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.records import dataclass

REDIRECTS = (301, 302, 303, 307, 308)
KEPT = (200, *REDIRECTS)
"""The statuses of answers that are stored."""
GONE = (404, 410)
"""The statuses that state that there is no such page."""
ONE_HOUR = 3600.0  # seconds
_SEVEN_BIT = ("iso-2022", "iso2022", "hz", "utf-16", "utf16", "utf-32", "utf32")
"""Encodings whose bytes may be valid UTF-8 by chance; for these the server's word counts more than the looks."""


class FetchError(UnreadableInputError):
    """An address could not be read, and there is no copy of what was there before."""


class BudgetError(FetchError):
    """As many requests were sent as the user allows."""


class NotFoundError(FetchError):
    """A server states that it has nothing at an address."""


class BrokenOffError(FetchError):
    """The connection was lost on the way; querying again may help."""


class TimedOutError(FetchError):
    """A server did not answer in time; querying again would only cost as much once more."""


class NotUnderstoodError(FetchError):
    """A server states that it does not understand the request, whatever state it is in itself."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a :class:`Client` puts up with; times are in seconds, sizes in bytes after decompression.

    ``patience`` is the longest that it waits in all for a host that states it is busy, ``busy`` how long it waits the
    first time where the host does not state (each time twice as long). ``fresh`` is how long a copy is used without
    querying again. ``alone`` allows the processes of a user one open request to a host at a time, all together.
    ``queue`` names hosts that count as one, for they want few requests in all; empty for the host's own name.
    """

    connect: float = 10.0
    read: float = 30.0
    whole: float = 120.0
    largest: int = LARGEST_ANSWER
    redirects: int = 5
    between: float = 1.0
    patience: float = 60.0
    busy: float = 1.0
    fresh: float = ONE_HOUR
    alone: bool = False
    queue: str = ""


@dataclass(frozen=True, slots=True)
class FetchResult:
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
        """Return the body with text in the server's charset turned into UTF-8; the body itself where that does not fit.

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


class TooMuchError(requests.RequestException):
    """A body beyond the limits; states which. ``is_late`` where it is the limit of time."""

    is_late = False


class PrivateAddressError(ValueError):
    """A name that may only stand for public addresses stands for one of a private network."""


def fetched_of(response: AnyResponse, address: str) -> FetchResult:
    """Return what an answer holds: the page, its type and charset, and whether it is an old copy."""
    header = Message()
    header["Content-Type"] = response.headers.get("Content-Type", "")
    charset = header.get_content_charset("") if response.headers.get("Content-Type") else ""
    kind = header.get_content_type() if response.headers.get("Content-Type") else ""
    old = response.created_at if response.from_cache and response.is_expired else None
    return FetchResult(address, response.content or b"", kind, charset.lower(), old)


def failure(address: str, error: Exception, limits: Limits) -> FetchError:
    """Return what an exception below means, in one sentence."""
    host = urlsplit(address).hostname
    if isinstance(error, TooMuchError):
        kind = TimedOutError if error.is_late else FetchError
        return kind(f"{address} {error}", "save the part that you need and convert the file")
    if isinstance(error, PrivateAddressError):
        return FetchError(f"{host} is in a private network", "open it in a browser and save the page")
    if isinstance(error, requests.exceptions.SSLError):
        return FetchError(f"{host} could not prove that it is {host}: its certificate does not fit", "check the URL")
    if isinstance(error, requests.exceptions.ConnectTimeout):
        return TimedOutError(f"{host} did not respond within {limits.connect:g} s", "try again later")
    if isinstance(error, requests.exceptions.ReadTimeout | ReadTimeoutError):
        return TimedOutError(f"{address} sent nothing for {limits.read:g} s", "try again later")
    if isinstance(error, requests.exceptions.ContentDecodingError | DecodeError):
        return FetchError(f"{address} sent damaged data", "save the page from a browser and convert the file")
    if isinstance(error, requests.exceptions.ProxyError):
        return FetchError(f"{host} cannot be reached: the proxy refuses", "check the proxy settings")
    if isinstance(error, requests.exceptions.InvalidURL | UnicodeError):
        return FetchError(f"{address} is not a URL", "check it for typos")
    if _broke_off(error):
        return BrokenOffError(f"{address}: the connection broke off", "try again")
    return FetchError(f"{host} cannot be reached", "check the URL and the network")


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
    404: ("does not exist", "check the URL"),
    410: ("does not exist any more", "check the URL"),
    429: ("receives too many requests", "try again later"),
    503: ("is busy", "try again later"),
}


_NOT_UNDERSTOOD = (400, 413, 414, 422)
"""Statuses that are about the request alone: one that requests less, or otherwise, may be answered."""


def refusal(address: str, status: int, offline: bool) -> FetchError:
    """Return what a status means that brings no page."""
    if offline:
        return FetchError(f"{address} is not in the cache", "run the command again without --offline")
    if status in _NOT_UNDERSTOOD:
        return NotUnderstoodError(f"{address} is refused: the server returned {status}", "check the URL")
    words, hint = _REFUSALS.get(status, ("cannot be read", "try again later"))
    kind = NotFoundError if status in GONE else FetchError
    return kind(f"{address} {words}: the server returned {status}", hint)
