"""arXiv's interface, queried within its limits: one connection, one request in three seconds, responses cached until they expire.

Source: arXiv API User's Manual and Terms of Use ("no more than one request every three seconds, and limit requests to a
single connection at a time"; results change once a day). The waiting, the keeping and the limits are those of
:mod:`citekit.runtime.http`; the processes of a user share them.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urlencode

from citekit.model.arxiv_paper import ArxivPaper
from citekit.model.identity.people import people_of
from citekit.model.identity.titles import Title, title_of
from citekit.model.ids import arxiv_year_month
from citekit.model.name import Name
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.http import BrokenOffError, BudgetError, Client, FetchError, Limits, RequestBudget, TimedOutError
from citekit.services.arxiv.claims import claims_of
from citekit.services.arxiv.index import record_of_row, row_of
from citekit.services.arxiv.xml_records import Feed, FeedError, is_feed, parse_feed
from citekit.text.case import SMALL_WORDS
from citekit.text.unicode import counted

ADDRESS = "https://export.arxiv.org/api/query"
ADDRESS_VARIABLE = "CITEKIT_ARXIV_API"
"""The environment variable that names another address of the interface: a mirror, or a server of one's own."""

BATCH = 100
"""Identifiers that are requested in one request."""
TITLES = 16
"""Titles that are searched for in one request."""

_HITS = 30  # records of one search that are compared; the right one is rarely after the first few
# all: cached records keep the authors that a bibliography may name, and collaborations have some 3,000
_ALL_AUTHORS = 10_000
_ALL_HITS = 200  # records of one request for several titles, to be shared out among them
_WORDS = 5  # words of a title in a query; more words find fewer records when one of them is misspelt
_TRIES = 3  # attempts per request: a response of many records may break off
# Failures in a row after which arXiv is not queried again in a run.
_GIVES_UP = 3
# Seconds of a day.
_DAY = 86_400.0
_PLAIN_WORD = re.compile(r"[a-z0-9]{2,40}")


def manners() -> Limits:
    """Return the limits for arXiv: three seconds between requests, long waits where it is busy, responses cached until midnight."""
    fresh = max(3600.0, _DAY - time.time() % _DAY)
    return Limits(between=3.1, patience=600.0, busy=15.0, fresh=fresh, alone=True, queue="arxiv.org", read=60.0)


class Arxiv:
    """The records of arXiv, by identifier and by search, over its interface. Use it as a context manager, or close it.

    ``offline`` uses cached responses only, ``refresh`` requests them again, ``at_most`` is how many requests may be sent
    (0: any number). Where it is ``lenient``, an interrupt ends the questions and not the program: what is known by then
    is answered. Every method raises :class:`~citekit.runtime.http.FetchError` where arXiv cannot be reached and
    :class:`~citekit.services.arxiv.xml_records.FeedError` where its response cannot be used; after three such failures in a row,
    or when it hangs, it is not queried any more.
    """

    def __init__(
        self,
        offline: bool = False,
        refresh: bool = False,
        limits: Limits | None = None,
        folder: Path | None = None,
        at_most: int | RequestBudget = 0,
        lenient: bool = False,
    ) -> None:
        limits = limits or manners()
        self._client = Client(offline, refresh, limits, folder, is_feed, at_most=at_most)
        self._between, self._lenient, self._offline = limits.between, lenient, offline
        self._address = os.environ.get(ADDRESS_VARIABLE) or ADDRESS
        self._known: dict[str, ArxivPaper | None] = {}
        self._searched: dict[str, tuple[ArxivPaper, ...]] = {}
        self._failures = 0
        self._ended = False
        self.silence = ""
        """Why the last query without a response failed."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection and the cache."""
        self._client.close()

    def estimate(self, works: Iterable[Work]) -> tuple[int, float]:
        """Return how many requests the entries need, about, and the seconds of waiting between them."""
        named, searched = self._questions(works)
        ids, titles = len(named) - len(self._kept_ids(named)), len(searched) - len(self._kept_searches(searched))
        requests = -(-ids // BATCH) + -(-titles // TITLES)
        return requests, requests * self._between

    def prepare(self, works: Iterable[Work]) -> None:
        """Request all that the entries need, in few requests: first the identifiers that they name, then the other titles."""
        named, _ = self._questions(entries := tuple(works))
        self.prefetch(named)
        others = [work for work in entries if not any(self._known.get(claim.id) for claim in claims_of(work))]
        pairs = [questions_of(title_of(work.text("title")), work.author) for work in others]
        self._search(first for first, _ in pairs)
        self._search(second for first, second in pairs if not self._searched.get(first))

    def _questions(self, works: Iterable[Work]) -> tuple[list[str], list[str]]:
        """Return the identifiers that entries name, and what is searched for the entries that name none."""
        named: dict[str, None] = {}
        searched: dict[str, None] = {}
        for work in works:
            ids = [claim.id for claim in claims_of(work) if arxiv_year_month(claim.id)]
            named |= dict.fromkeys(ids)
            if not ids:
                searched[questions_of(title_of(work.text("title")), work.author)[0]] = None
        return list(named), list(filter(None, searched))

    def prefetch(self, ids: Iterable[str]) -> None:
        """Request many records, a hundred per request; cached ones are not requested again."""
        wanted = [i for i in dict.fromkeys(ids) if i not in self._known and arxiv_year_month(i)]
        self._known |= self._kept_ids(wanted)
        for batch in _batches((i for i in wanted if i not in self._known), BATCH):
            query = {"id_list": ",".join(batch), "max_results": str(len(batch))}
            feed = self._ask(query)
            found = {record.id: record for record in feed.records}
            # a page with fewer records than arXiv counts does not count for those that it lacks
            is_whole = feed.total <= len(feed.records)
            records = {i: found.get(i) for i in batch if is_whole or i in found}
            self._client.answers.put({f"arxiv id {i}": _written((r,) if r else ()) for i, r in records.items()})
            self._known |= records

    def by_ids(self, ids: Iterable[str]) -> dict[str, ArxivPaper]:
        """Return the records with these canonical identifiers, by identifier."""
        requested = list(dict.fromkeys(ids))
        self.prefetch(requested)
        return {wanted: record for wanted in requested if (record := self._known.get(wanted))}

    def is_complete_about(self, record_id: str) -> bool:
        """Whether it is known whether arXiv has a paper of this identifier: if it responded to the query."""
        return record_id in self._known

    def by_doi(self, doi: str) -> tuple[ArxivPaper, ...]:
        """No records: the interface cannot search for the DOI of a printed paper."""
        return ()

    def titled(self, title: Title) -> tuple[ArxivPaper, ...]:
        """No records: the interface finds no exact titles, and every question costs three seconds."""
        return ()

    def candidates(self, title: Title, authors: Sequence[Name]) -> tuple[ArxivPaper, ...]:
        """Return the records that have the rarest words of a title, then any of both and the first author's family."""
        for query in questions_of(title, authors):
            self._search([query])
            if found := self._searched.get(query):
                return found
        return ()

    def rarity(self, word: str) -> float:
        """Return how rare a word is, guessed from its length: there is nothing to count in."""
        return rarity(word)

    def _kept_ids(self, ids: Iterable[str]) -> dict[str, ArxivPaper | None]:
        cached = self._client.answers.get(f"arxiv id {i}" for i in ids)
        return {question.removeprefix("arxiv id "): next(iter(_read(text)), None) for question, text in cached.items()}

    def _kept_searches(self, queries: Iterable[str]) -> dict[str, tuple[ArxivPaper, ...]]:
        cached = self._client.answers.get(f"arxiv search {query}" for query in queries)
        return {question.removeprefix("arxiv search "): _read(text) for question, text in cached.items()}

    def _search(self, queries: Iterable[str]) -> None:
        """Send the queries that are not cached, many in a request; repeat a query alone if the full response may have cut it."""
        wanted = [query for query in dict.fromkeys(queries) if query and query not in self._searched]
        self._searched |= self._kept_searches(wanted)
        for batch in _batches((query for query in wanted if query not in self._searched), TITLES):
            self._found(batch, _ALL_HITS if len(batch) > 1 else _HITS)

    def _found(self, queries: Sequence[str], hits: int) -> None:
        requested = queries[0] if len(queries) == 1 else " OR ".join(f"({query})" for query in queries)
        feed = self._ask({"search_query": requested, "max_results": str(hits)})
        is_cut = feed.total > len(feed.records) and len(queries) > 1
        self._known |= {record.id: record for record in feed.records}
        each = {
            query: tuple(record for record in feed.records if len(queries) == 1 or answers(record, query))[:_HITS]
            for query in queries
        }
        whole = {query: found for query, found in each.items() if found or not is_cut}
        # The records are cached under their identifiers as well: a second run, when the entries have them, sends no request.
        by_id = {f"arxiv id {record.id}": _written((record,)) for record in feed.records}
        self._client.answers.put(by_id | {f"arxiv search {query}": _written(found) for query, found in whole.items()})
        self._searched |= whole
        for query in each.keys() - whole.keys():
            self._found([query], _HITS)

    def _ask(self, query: dict[str, str]) -> Feed:
        if self._ended:
            raise FetchError("the requests were interrupted", "run it again to continue: the responses are cached")
        if self._failures >= _GIVES_UP:
            raise FetchError(f"arXiv is not queried any more: {self.silence}", "try again later")
        try:
            feed = self._feed(f"{self._address}?{urlencode(query, safe=':,()')}")
        except BudgetError:
            raise
        except (FetchError, FeedError) as error:
            # what is not in the cache is not a failure of arXiv
            if not self._offline:
                self._failures = _GIVES_UP if isinstance(error, TimedOutError) else self._failures + 1
            self.silence = error.problem.message
            raise
        except KeyboardInterrupt:
            if not self._lenient:
                raise
            self._ended = True
            return self._ask(query)
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
            if feed.is_empty_page:
                raise FeedError(f"arXiv counts {counted(feed.total, 'paper')} and sends none", "try again later")
            return feed
        raise AssertionError


def questions_of(title: Title, authors: Sequence[Name]) -> tuple[str, str]:
    """Return what is searched for an entry: its rarest words, then two of them and a family.

    Return an empty result without words.
    """
    words = [word for word in title.content if _PLAIN_WORD.fullmatch(word) and word not in SMALL_WORDS]
    words = sorted(words, key=lambda word: (-rarity(word), word))
    families = [word for person in people_of(authors[:1]) for word in person.words[-1:] if word.isascii()]
    first = [f"ti:{word}" for word in words[:_WORDS]]
    second = [*first[:2], *(f"au:{family}" for family in families)]
    return " AND ".join(first), " AND ".join(second)


def answers(record: ArxivPaper, query: str) -> bool:
    """Whether a record is a possible result of a query.

    Only the beginning of a word is compared, because arXiv stems words.
    """
    words = title_of(record.title).words
    families = list(chain.from_iterable(person.words for person in people_of(record.authors)))
    parts = (part.partition(":") for part in query.split(" AND "))
    return all(any(_begins(word, w) for w in (words if field == "ti" else families)) for field, _, word in parts)


def _begins(wanted: str, word: str) -> bool:
    stem = wanted[: max(4, len(wanted) - 3)]
    return word.startswith(stem) if len(wanted) > 4 else word == wanted  # short words have no endings to lose


def rarity(word: str) -> float:
    """Return how rare a word is, in nats, by its length."""
    letters = len(word.lstrip("0"))
    if word.startswith("0"):
        return min(9.0, 3.0 + 0.7 * letters)
    return 1.5 if word in SMALL_WORDS else min(9.0, 2.0 + 0.6 * letters)


def _written(records: Sequence[ArxivPaper]) -> str:
    return json.dumps([row_of(record, True, _ALL_AUTHORS) for record in records], ensure_ascii=False)


def _read(text: str) -> tuple[ArxivPaper, ...]:
    return tuple(map(record_of_row, json.loads(text)))


def _batches(items: Iterable[str], size: int) -> Iterator[tuple[str, ...]]:
    """Return the items in batches of ``size``."""
    source = iter(items)
    return iter(lambda: tuple(islice(source, size)), ())
