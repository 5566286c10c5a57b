"""The client: its cache, its redirects, and what it states of itself."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urldefrag, urljoin

import requests
from platformdirs import user_cache_path
from requests_cache import AnyResponse, CachedSession
from urllib3.exceptions import HTTPError

from citekit.runtime import patterns as re
from citekit.runtime.errors import UsageError
from citekit.runtime.http.addresses import check, check_redirect, is_surely_private
from citekit.runtime.http.connections import RequestContext, asking
from citekit.runtime.http.rate_limit import NETWORK, PRIVATE, HostRateLimiter, RateLimitedAdapter, RequestBudget
from citekit.runtime.http.response_cache import ResponseCache
from citekit.runtime.http.responses import (
    GONE,
    KEPT,
    REDIRECTS,
    FetchError,
    FetchResult,
    Limits,
    PrivateAddressError,
    failure,
    fetched_of,
    refusal,
)
from citekit.runtime.version import VERSION

USER_AGENT = f"citekit/{VERSION} (reads publication lists; python-requests)"
CONTACT_VARIABLE = "CITEKIT_CONTACT"
"""The environment variable with a mail address that servers receive; some answer those that they can write to first."""
CACHE_VARIABLE = "CITEKIT_CACHE_DIR"
"""The environment variable that names another folder for the cache."""

_CONTACT = re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}+(?:\.[\w-]{1,64}+){1,8}", re.ASCII)

logging.getLogger("requests_cache").addHandler(logging.NullHandler())  # its tracebacks are not for users


class Client:
    """Reads addresses over http and https.

    ``offline`` answers from the cache alone, also with old copies. ``refresh`` queries again for what is in the cache.
    ``folder`` is where the cache is: the user's cache folder unless given here or in ``CITEKIT_CACHE_DIR``; it may be
    deleted at any time. Where it cannot be written to, nothing is stored. ``worth_keeping`` looks at a body and decides
    whether it may be kept; redirects are not kept then, and a page that is not worth it is requested once more. ``at_most``
    is how many requests may be sent (0: any number), or an allowance that clients share, ``sent`` how many were. With ``heads``, answers to questions for the head are stored, also that
    there is nothing, and no pages. With ``public_only`` nothing in a private network is queried, which else is where an
    address names it. Use it as a context manager, or close it.
    """

    def __init__(
        self,
        offline: bool = False,
        refresh: bool = False,
        limits: Limits = Limits(),  # noqa: B008 - frozen
        folder: Path | None = None,
        worth_keeping: Callable[[bytes], bool] | None = None,
        heads: bool = False,
        public_only: bool = False,
        at_most: int | RequestBudget = 0,
    ) -> None:
        if offline and refresh:
            raise UsageError("offline and refresh are mutually exclusive", "set only one of them")
        self._limits = limits
        self._offline, self._refresh, self._public_only = offline, refresh, public_only
        named = os.environ.get(CACHE_VARIABLE)
        self._folder = folder or (Path(named) if named else user_cache_path("citekit"))
        self._worth_keeping = worth_keeping
        self._session = _session(self._folder, limits, worth_keeping, heads)
        self._allowance = at_most if isinstance(at_most, RequestBudget) else RequestBudget(at_most)
        self._adapter = RateLimitedAdapter(
            HostRateLimiter(self._folder / "turns", limits.between), limits, self._allowance
        )
        self._session.auth = _no_password
        self._session.mount("http://", self._adapter)
        self._session.mount("https://", self._adapter)
        contact = _CONTACT.fullmatch(os.environ.get(CONTACT_VARIABLE, ""))
        self._session.headers["User-Agent"] = f"{USER_AGENT} mailto:{contact[0]}" if contact else USER_AGENT
        self.answers = ResponseCache(self._folder / "answers.sqlite", limits.fresh, offline, refresh)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close connections and the cache."""
        self._session.close()  # type: ignore[no-untyped-call]
        self.answers.close()

    @property
    def sent(self) -> int:
        """How many requests were sent."""
        return self._allowance.sent

    def get(self, address: str, question: bytes = b"") -> FetchResult:
        """Return what is at ``address``, redirects followed; a ``question`` in JSON is posted, and its answer not kept.

        Raises :class:`FetchError` with one sentence and a hint, whatever went wrong.
        """
        method = "POST" if question else "GET"
        response, last = self._followed(address, method, data=question)
        # 200: an error page is not queried again for being no answer
        if response.status_code == 200 and self._worth_keeping and not self._worth_keeping(response.content or b""):
            response, last = self._followed(address, method, data=question)
        if response.status_code not in KEPT:
            raise refusal(last, response.status_code, self._offline)
        return fetched_of(response, last)

    def status(self, address: str, method: str = "HEAD", follow: bool = True) -> int:
        """Return the status with which an address, or the last one that it redirects to, is answered.

        Without ``follow`` a redirect is an answer. Raises :class:`FetchError` if there is no answer.
        """
        response, _ = self._followed(address, method, follow)
        return response.status_code

    def _followed(self, address: str, method: str, follow: bool = True, data: bytes = b"") -> tuple[AnyResponse, str]:
        """Return the answer of an address, or of the last of those that it redirects to."""
        address = urldefrag(address.strip()).url
        current = address
        check(current)
        question = RequestContext(self._limits.whole, self._public_only)
        for _ in range(self._limits.redirects + 1):
            response = self._answer(current, method, question, data)
            # whether a response, sent now or cached, came from a private network. What is unknown counts as public.
            # That is what was noted when it came, not what the name stands for now: a name may have a public and a
            # private address, or another one at each look-up.
            noted = response.headers.get(NETWORK)
            from_private = noted == PRIVATE if noted else is_surely_private(check(current).hostname or "")
            if question.public_only and from_private:  # it is out of the cache: no connection would have been made
                raise failure(current, PrivateAddressError(), self._limits)
            target = response.headers.get("Location", "") if response.status_code in REDIRECTS else ""
            if not target or not follow:
                return response, current
            target = urldefrag(urljoin(current, target)).url
            try:
                check_redirect(current, target, from_private, look_up=not self._offline)
            except FetchError:
                # a redirect that is refused does not stay in the cache
                key = getattr(response, "cache_key", None)
                if key:
                    with suppress(sqlite3.Error):
                        self._session.cache.delete(key)
                raise
            question.public_only = question.public_only or not from_private
            current = target
        raise FetchError(
            f"{address} redirects more than {self._limits.redirects} times", "open it in a browser and save the page"
        )

    def _answer(self, address: str, method: str, question: RequestContext, data: bytes = b"") -> AnyResponse:
        question.private = None
        token = asking.set(question)
        try:
            return self._session.request(
                method,
                address,
                allow_redirects=False,
                timeout=(self._limits.connect, self._limits.read),
                only_if_cached=self._offline,
                force_refresh=self._refresh,
                data=data or None,
                headers={"Content-Type": "application/json"} if data else None,
            )
        except sqlite3.Error as error:
            raise FetchError(f"the cache in {self._folder} is damaged: {error}", "delete that directory") from None
        except (requests.RequestException, HTTPError, ValueError) as error:
            raise failure(address, error, self._limits) from None
        finally:
            asking.reset(token)


def _no_password(request: requests.PreparedRequest) -> requests.PreparedRequest:
    """Send no password. Without an ``auth`` of citekit, requests would send those of ``~/.netrc``, also over plain http."""
    return request


def _session(folder: Path, limits: Limits, worth_keeping: Callable[[bytes], bool] | None, heads: bool) -> CachedSession:
    """Return a session that keeps its answers in ``folder``, or in memory where that is not a place to write."""

    def keep(response: AnyResponse) -> bool:
        if worth_keeping is None:
            return True
        # 200: errors are cached by their own rules
        return response.status_code == 200 and worth_keeping(response.content or b"")

    settings: dict[str, Any] = {
        "filter_fn": keep,
        "expire_after": limits.fresh,
        "allowable_codes": (*KEPT, *GONE) if heads else KEPT,
        "allowable_methods": ("HEAD",) if heads else ("GET",),
        "stale_if_error": True,
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return CachedSession(folder / "pages.sqlite", backend="sqlite", serializer="json", timeout=10, **settings)
    except (OSError, sqlite3.Error):
        return CachedSession(backend="memory", **settings)
