"""Which addresses may be requested: URLs without passwords, and no way from the public into private networks."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import SplitResult, urlsplit

from citekit.runtime.http.responses import FetchError

_NAT64 = ipaddress.ip_network("64:ff9b::/96")
"""Addresses that stand for those of IPv4 (RFC 6052)."""


def host_of(address: str) -> str:
    """Return the host of an address that may be requested; the empty string for any other."""
    try:
        return check(address.strip()).hostname or ""
    except FetchError:
        return ""


def check(address: str) -> SplitResult:
    """Return the parts of an address that may be requested; raises :class:`FetchError` for any other."""
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port  # the port is checked when it is looked at
    except ValueError as error:
        raise FetchError(f"{address} is not a URL: {error}", "check it for typos") from None
    if parts.scheme not in ("http", "https"):
        raise FetchError(f"{address} cannot be read: it is not an http or https URL", "specify a file or a URL")
    if not host:
        raise FetchError(f"{address} has no host name", "check it for typos")
    if parts.username or parts.password:
        bare = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
        raise FetchError(f"the URL {bare} contains a password", "save the page and convert the file")
    return parts


def check_redirect(source: str, target: str, is_from_private: bool, look_up: bool = True) -> None:
    """Raise :class:`FetchError` if a redirect leads from https to http, or from the public into a private net.

    Without ``look_up`` no name is looked up, and only what is called so counts as private.
    """
    is_private_host = is_private if look_up else is_surely_private
    here, there = check(source), check(target)
    hint = "open it in a browser and save the page"
    if here.scheme == "https" and there.scheme == "http":
        raise FetchError(f"{source} redirects to {target}, which is not encrypted", hint)
    if here.hostname != there.hostname and not is_from_private and is_private_host(there.hostname or ""):
        raise FetchError(f"{source} redirects to {target}, which is in a private network", hint)


def is_private(host: str) -> bool:
    """Whether a host, or any address that its name stands for, is this machine or in a private network."""
    try:
        return is_local(host)
    except ValueError:
        pass
    try:
        return any(is_local(str(found[4][0])) for found in socket.getaddrinfo(host, None))
    except (OSError, UnicodeError, ValueError):
        return host == "localhost" or host.endswith((".localhost", ".local"))


def is_surely_private(host: str) -> bool:
    """Whether a host is private by what it is called, without a look-up: a number, or a name of this machine (RFC 6761).

    >>> is_surely_private("10.1.2.3"), is_surely_private("router.example")
    (True, False)
    """
    try:
        return is_local(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def is_local(number: str) -> bool:
    """Whether an address is this machine or in a private network; ``ValueError`` where it is a name."""
    address = ipaddress.ip_address(number.partition("%")[0])
    inner = None
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address in _NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return not (inner or address).is_global or address.is_multicast
