"""arXiv's interface, asked with its manners: one connection, one request in three seconds, answers kept until they age.

Source: arXiv API User's Manual and Terms of Use ("no more than one request every three seconds, and limit requests to a
single connection at a time"; results change once a day). The waiting, the keeping and the limits are those of
:mod:`citekit.fetch`; the processes of a user share them.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urlencode

from citekit.arxiv.atom import Feed, FeedError, is_feed, parse_feed
from citekit.arxiv.record import Record
from citekit.fetch import BrokenOffError, Client, FetchError, Limits
from citekit.text.case import SMALL_WORDS
from citekit.works.id_values import arxiv_year_month
from citekit.works.identity.people import people_of
from citekit.works.identity.titles import Title
from citekit.works.name import Name

ADDRESS = "https://export.arxiv.org/api/query"
ADDRESS_VARIABLE = "CITEKIT_ARXIV_API"
"""The environment variable that names another address of the interface: a mirror, or a server of one's own."""

BATCH = 100
"""Identifiers that are asked for in one request."""

_HITS = 30
_WORDS = 5
_TRIES = 3
_GIVES_UP = 3
_DAY = 86_400.0
_PLAIN_WORD = re.compile(r"[a-z0-9]{2,40}")


def manners() -> Limits:
    """The limits for arXiv: three seconds between requests, long waits where it is busy, answers kept until midnight."""
    fresh = max(3600.0, _DAY - time.time() % _DAY)
    return Limits(between=3.1, patience=600.0, busy=15.0, fresh=fresh, alone=True, queue="arxiv.org", read=60.0)


class Arxiv:
    """The records of arXiv, by identifier and by search, over its interface. Use it as a context manager, or close it.

    ``offline`` answers from what was kept, ``refresh`` asks again for it. Every method raises
    :class:`~citekit.fetch.FetchError` where arXiv cannot be reached and :class:`~citekit.arxiv.atom.FeedError` where
    what it answers cannot be used; after three such failures in a row it is not asked any more.
    """

    def __init__(
        self, offline: bool = False, refresh: bool = False, limits: Limits | None = None, folder: Path | None = None
    ) -> None:
        self._client = Client(offline, refresh, limits or manners(), folder, is_feed)
        self._address = os.environ.get(ADDRESS_VARIABLE) or ADDRESS
        self._known: dict[str, Record | None] = {}
        self._failures = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connection and what is kept."""
        self._client.close()

    def prefetch(self, ids: Iterable[str]) -> None:
        """Asks for many records, a hundred in a request; those that are known are not asked for."""
        wanted = (i for i in dict.fromkeys(ids) if i not in self._known and arxiv_year_month(i))
        while batch := list(islice(wanted, BATCH)):
            query = {"id_list": ",".join(batch), "max_results": str(len(batch))}
            found = {record.id: record for record in self._ask(query).records}
            self._known |= {wanted_id: found.get(wanted_id) for wanted_id in batch}

    def by_ids(self, ids: Iterable[str]) -> dict[str, Record]:
        """The records with these canonical identifiers, by identifier."""
        asked = list(dict.fromkeys(ids))
        self.prefetch(asked)
        return {wanted: record for wanted in asked if (record := self._known.get(wanted))}

    def is_complete_about(self, record_id: str) -> bool:
        """Whether arXiv would know a paper of this identifier: it always does."""
        return True

    def by_doi(self, doi: str) -> tuple[Record, ...]:
        """No records: the interface cannot be asked for the DOI of a printed paper."""
        return ()

    def titled(self, title: Title) -> tuple[Record, ...]:
        """No records: the interface finds no exact titles, and every question costs three seconds."""
        return ()

    def candidates(self, title: Title, authors: Sequence[Name]) -> tuple[Record, ...]:
        """The records that have the most telling words of a title and the first author's family, then any of both."""
        words = [word for word in title.content if _PLAIN_WORD.fullmatch(word) and word not in SMALL_WORDS]
        words = sorted(words, key=lambda word: (-self.rarity(word), word))
        families = [word for person in people_of(authors) for word in person.words[-1:] if word.isascii()]
        first = [f"ti:{word}" for word in words[:_WORDS]]
        found: dict[str, Record] = {}
        for query in (first, [*first[:2], *(f"au:{family}" for family in families[:1])]):
            if query and not found:
                asked = {"search_query": " AND ".join(query), "max_results": str(_HITS)}
                found = {record.id: record for record in self._ask(asked).records}
        self._known |= found
        return tuple(found.values())

    def rarity(self, word: str) -> float:
        """How much a word tells, guessed from its length: there is nothing to count in."""
        letters = len(word.lstrip("0"))
        if word.startswith("0"):
            return min(9.0, 3.0 + 0.7 * letters)
        return 1.5 if word in SMALL_WORDS else min(9.0, 2.0 + 0.6 * letters)

    def _ask(self, query: dict[str, str]) -> Feed:
        if self._failures >= _GIVES_UP:
            raise FetchError("arXiv is not asked any more: it failed three times in a row", "try again later")
        try:
            feed = self._feed(f"{self._address}?{urlencode(query, safe=':,')}")
        except (FetchError, FeedError):
            self._failures += 1
            raise
        self._failures = 0
        return feed

    def _feed(self, address: str) -> Feed:
        for attempt in range(_TRIES):
            try:
                feed = parse_feed(self._client.get(address).data)
            except BrokenOffError:
                if attempt == _TRIES - 1:
                    raise
                continue
            if feed.errors:
                raise FeedError(f"arXiv refuses the question: {feed.errors[0]}", "this is a mistake in citekit")
            return feed
        raise AssertionError
