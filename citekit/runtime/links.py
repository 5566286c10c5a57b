"""Which URLs lead nowhere."""

from __future__ import annotations

import socket
from collections.abc import Iterable

from citekit.runtime.http import GONE, Client, FetchError, Limits, host_of, is_private

LIMITS = Limits(connect=5.0, read=10.0, whole=20.0, largest=2_000_000, patience=5.0, fresh=24 * 3600.0)
"""What is put up with where only the question is whether something is there."""

NO_HOST = "there is no such host"


def dead_links(addresses: Iterable[str]) -> dict[str, str]:
    """Return the addresses that lead nowhere, each with the reason in a few words.

    Only the head is requested, and the page itself where a server states that there is none. A server that refuses
    programs, is busy, or keeps silent states nothing about an address. Hosts of private networks are not queried, for whoever
    wrote the addresses may have meant ours. Of a resolver of DOIs only its own answer counts. A host that does not exist
    is reported only where another one does: else it is the network that is missing.
    """
    found: dict[str, str] = {}
    online = False
    with Client(limits=LIMITS, heads=True, public_only=True) as client:
        for address in dict.fromkeys(addresses):
            host = host_of(address)
            if not host or is_private(host):
                continue
            reason = gone(client, address, follow=not host.endswith("doi.org"))
            online = online or _has_address(host)
            if reason:
                found[address] = reason
    return found if online else {address: reason for address, reason in found.items() if reason != NO_HOST}


def gone(client: Client, address: str, follow: bool = True) -> str:
    """Why an address leads nowhere, or the empty string. Without ``follow`` a redirect is an answer."""
    try:
        status = client.status(address, "HEAD", follow)
        if status in GONE:
            status = client.status(address, "GET", follow)
    except FetchError:
        return "" if _has_address(host_of(address)) else NO_HOST
    return f"the server returned {status}" if status in GONE else ""


def _has_address(host: str) -> bool:
    """Whether the name of a host stands for an address."""
    try:
        return bool(host and socket.getaddrinfo(host, None))
    except (OSError, UnicodeError, ValueError):
        return False
