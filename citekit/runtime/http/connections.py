"""Connections that keep to what was allowed: to an address that was looked at, and no longer than a question may take.

A name may stand for another address each time that it is looked up, and a server may send a byte now and then for
hours. So a name is looked up once, its addresses are looked at, and it is one of these that is connected to; the
certificate is still requested by the name. A question has this many seconds for all of its redirects, and when they are
over the connection is shut, whatever it is waiting for.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Any

from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import ConnectTimeoutError, NameResolutionError, NewConnectionError

from citekit.runtime.http.addresses import is_local
from citekit.runtime.http.responses import PrivateAddressError, TooMuchError
from citekit.runtime.records import dataclass

_MOST_ADDRESSES = 6
"""This many addresses of a name are tried at most."""


@dataclass(slots=True)
class RequestContext:
    """What is requested, over all its redirects: the seconds that are left, and where it may go.

    With ``public_only`` no connection is made into a private network. ``private`` states whether the last answer came out
    of one; None if no connection was made for it, or a proxy made it.
    """

    seconds: float
    public_only: bool = False
    private: bool | None = None
    over: bool = False
    connection: socket.socket | None = None

    def on(self, connection: socket.socket, private: bool) -> None:
        """Send the request; raises if it may not be, or where its time is over."""
        self.private = private
        if self.public_only and private:
            raise PrivateAddressError
        self.connection = connection
        if self.over:
            self._end()

    @contextmanager
    def running(self, whole: float) -> Iterator[None]:
        """While this runs its time runs; raises :class:`~citekit.runtime.http.responses.TooMuchError` if it is over."""
        too_long = TooMuchError(f"took longer than {whole:g} s to send")
        too_long.is_late = True
        if self.seconds <= 0:
            raise too_long
        began = time.monotonic()
        clock = threading.Timer(self.seconds, self._end)
        clock.daemon = True
        clock.start()
        try:
            yield
        except Exception:
            if self.over:
                raise too_long from None
            raise
        finally:
            clock.cancel()
            self.connection = None
            self.seconds -= time.monotonic() - began
        if self.over:
            raise too_long  # what was read may be a part

    def _end(self) -> None:
        self.over = True
        if self.connection is not None:
            with suppress(OSError):
                self.connection.shutdown(socket.SHUT_RDWR)


asking: ContextVar[RequestContext | None] = ContextVar("asking", default=None)
"""The request that is being sent."""


class _Connection(HTTPConnection):
    """A connection to an address that was looked at."""

    _shared: socket.socket | None = None
    _private = False

    def _new_conn(self) -> socket.socket:
        name, question = self._dns_host, asking.get()
        try:
            found = dict.fromkeys(str(i[4][0]) for i in socket.getaddrinfo(name, self.port, type=socket.SOCK_STREAM))
        except socket.gaierror as error:
            raise NameResolutionError(self.host, self, error) from error
        if question and question.public_only and any(map(is_local, found)):
            raise PrivateAddressError
        failed: Exception = NewConnectionError(self, "the name has no address")
        for address in list(found)[:_MOST_ADDRESSES]:
            if question and question.over:
                break
            try:
                self._dns_host = address
                made = super()._new_conn()
            except (NewConnectionError, ConnectTimeoutError) as error:
                failed = error
                continue
            finally:
                self._dns_host = name
            self._private, self._shared = is_local(address), made.dup()
            self._note()
            return made
        raise failed

    def _note(self) -> None:
        question = asking.get()
        if question and self._shared:
            question.on(self._shared, self._private)

    def putrequest(self, *arguments: Any, **options: Any) -> None:
        """Begin a request; a connection may be used again, for another question."""
        if self.sock is not None:
            self._note()
        super().putrequest(*arguments, **options)

    def close(self) -> None:
        """Close the connection."""
        if self._shared:
            self._shared.close()
            self._shared = None
        super().close()


class _SafeConnection(_Connection, HTTPSConnection):
    """The same with TLS; the name is what the certificate has to be for."""


class Pool(HTTPConnectionPool):
    """Connections to a host over http."""

    ConnectionCls = _Connection


class SafePool(HTTPSConnectionPool):
    """Connections to a host over https."""

    ConnectionCls = _SafeConnection
