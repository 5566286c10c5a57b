"""The one client for the web: it waits its turn, keeps what it got, and is wary of what servers send.

Whatever citekit reads from the web goes through :class:`Client`. It answers from its cache while a copy is fresh, queries
a host once a second at most (all processes of a user together, counted from its answer), queries once more where a server
fails, does as ``Retry-After`` states, and gives up on whatever
is too large, too slow, or leads where it should not. It is built on requests-cache, and nothing else is.
"""

from __future__ import annotations

from citekit.runtime.http.addresses import host_of, is_private
from citekit.runtime.http.client import CACHE_VARIABLE, CONTACT_VARIABLE, USER_AGENT, Client
from citekit.runtime.http.rate_limit import RequestBudget
from citekit.runtime.http.responses import (
    GONE,
    BrokenOffError,
    BudgetError,
    FetchError,
    FetchResult,
    Limits,
    NotFoundError,
    NotUnderstoodError,
    TimedOutError,
)

__all__ = [
    "CACHE_VARIABLE",
    "CONTACT_VARIABLE",
    "GONE",
    "USER_AGENT",
    "BrokenOffError",
    "BudgetError",
    "Client",
    "FetchError",
    "FetchResult",
    "Limits",
    "NotFoundError",
    "NotUnderstoodError",
    "RequestBudget",
    "TimedOutError",
    "host_of",
    "is_private",
]
